import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { loadCode } from './load-code';

/** Pages before a sign-in that few people see. */
export const entrancePart = partsOf(() => import('../entrance-pages'));
export const inboxPart = partsOf(() => import('../inbox-pages'));
export const managementPart = partsOf(() => import('../management-pages'));

/** Fetches the pages other than the inbox ahead, so that they open at once, even while the relay is unreachable. */
export function fetchManagementPages(): void {
  import('../management-pages').catch(() => {}); // fetched again when one of them is shown
}

type PropsOf<Part> = Part extends (props: infer Props extends object) => unknown ? Props : object;

/**
 * Makes components of a file of code that is fetched when the first of them is shown. Until it is here
 * nothing is shown; from then on each one is shown at once.
 */
function partsOf<Parts>(load: () => Promise<Parts>) {
  let parts: Parts | undefined;
  return function part<Name extends keyof Parts>(
    name: Name,
  ): FunctionComponent<PropsOf<Parts[Name]>> {
    return function Later(props) {
      const [, setIsHere] = useState(parts !== undefined);
      useEffect(() => {
        if (parts) return;
        loadCode(load).then(
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
  };
}
