import { useLayoutEffect, useState } from 'preact/hooks';

export interface Overtaken<Stored> {
  /** The version that filled the fields; null for a new record. */
  base: Stored | null;
  /** A newer version that another person has saved. Saving here would replace it. */
  theirs: Stored | null;
  takeTheirs(): void;
}

/** Follows a record while a dialog edits it. Untouched fields take what another person saves; typed text stays. */
export function useOvertaken<Stored>(options: {
  /** The record when the dialog opened; null for a new one. */
  opened: Stored | null;
  /** The record as the relay has it now; undefined while that is not known. */
  stored: Stored | undefined;
  isTouched(base: Stored): boolean;
  fill(stored: Stored): void;
}): Overtaken<Stored> {
  const { opened, stored, isTouched, fill } = options;
  const [base, setBase] = useState(opened);
  const theirs =
    base !== null && stored !== undefined && JSON.stringify(stored) !== JSON.stringify(base)
      ? stored
      : null;
  const takeTheirs = (): void => {
    if (theirs === null) return;
    setBase(theirs);
    fill(theirs);
  };
  // Untouched fields are filled before the dialog is drawn, so that no conflict flashes up.
  useLayoutEffect(() => {
    if (base !== null && !isTouched(base)) takeTheirs();
  }, [stored]);
  return { base, theirs, takeTheirs };
}
