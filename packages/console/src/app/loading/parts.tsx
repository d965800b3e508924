import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { loadCode } from './load-code';

/** Pages before a sign-in that few people see. */
const entrance = partsOf(() => import('../entrance-pages'));
const management = partsOf(() => import('../management-pages'));
export const { part: entrancePart, ahead: fetchEntrancePages } = entrance;
export const { part: inboxPart } = partsOf(() => import('../inbox-pages'));
export const { part: managementPart, ahead: fetchManagementPages } = management;

type PropsOf<Part> = Part extends (props: infer Props extends object) => unknown ? Props : object;

/**
 * Makes components of a file of code that is fetched when the first of them is shown. Until it is here
 * nothing is shown; from then on each one is shown at once. `ahead` fetches it before, so that they open at once even
 * while the relay is unreachable.
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
          () => {}, // tried again with the next page that is opened
        );
      }, []);
      const Part = parts?.[name] as FunctionComponent<typeof props> | undefined; // as `name` says
      return Part ? <Part {...props} /> : null;
    };
  }
  return {
    part,
    ahead: () => void load().then(keep, () => {}), // fetched again when one of them is shown
  };
}
