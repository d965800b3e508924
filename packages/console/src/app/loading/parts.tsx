import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { loadCode } from './load-code';

/** Pages before sign-in that few people visit. */
const entrance = partsOf(() => import('../entrance-pages'));
const management = partsOf(() => import('../management-pages'));
export const { part: entrancePart, ahead: fetchEntrancePages } = entrance;
export const { part: inboxPart } = partsOf(() => import('../inbox-pages'));
export const { part: managementPart, ahead: fetchManagementPages } = management;

type PropsOf<Part> = Part extends (props: infer Props extends object) => unknown ? Props : object;

/**
 * Makes components from a bundle that is fetched when the first of them is shown. Nothing is shown until it arrives;
 * after that each one is shown at once. `ahead` fetches the bundle early, so that its pages open even while the relay
 * is unreachable.
 */
function partsOf<Parts>(load: () => Promise<Parts>) {
  let parts: Parts | undefined;
  const keep = (file: Parts): void => void (parts = file);
  function part<Name extends keyof Parts>(name: Name): FunctionComponent<PropsOf<Parts[Name]>> {
    return function Later(props) {
      const [, setIsHere] = useState(parts !== undefined);
      useEffect(() => {
        if (parts) return;
        loadCode(load).then(
          (file) => {
            keep(file);
            setIsHere(true);
          },
          () => {}, // the next page that opens tries again
        );
      }, []);
      const Part = parts?.[name] as FunctionComponent<typeof props> | undefined; // `name` is typed
      return Part ? <Part {...props} /> : null;
    };
  }
  return {
    part,
    ahead: () => void load().then(keep, () => {}), // the first one shown tries again
  };
}
