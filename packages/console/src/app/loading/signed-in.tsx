import type { ComponentProps, FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { loadCode } from './load-code';

type Parts = typeof import('../signed-in-pages');

let parts: Parts | undefined;

/**
 * A component of the file that is fetched for the first page behind the sign-in. Until that is here nothing
 * is shown; from then on each one is shown at once.
 */
export function signedIn<Name extends keyof Parts>(
  name: Name,
): FunctionComponent<ComponentProps<Parts[Name]>> {
  return function Later(props) {
    const [, setIsHere] = useState(parts !== undefined);
    useEffect(() => {
      if (parts) return;
      loadCode(() => import('../signed-in-pages')).then(
        (file) => {
          parts = file;
          setIsHere(true);
        },
        () => {}, // tried again with the next page that is opened
      );
    }, []);
    const Part = parts?.[name] as FunctionComponent<typeof props> | undefined; // as `name` says
    return Part ? <Part {...props} /> : null;
  };
}
