import { signal, type ReadonlySignal } from '@preact/signals';

/** Asks the person for their password before a sensitive action. */
export interface Confirmation {
  readonly isAsked: ReadonlySignal<boolean>;
  /** Resolves to false if the person cancels. Actions that ask at the same time share one dialog. */
  ask(): Promise<boolean>;
  answer(isConfirmed: boolean): void;
}

export function createConfirmation(): Confirmation {
  const isAsked = signal(false);
  let waiting: ((isConfirmed: boolean) => void)[] = [];
  return {
    isAsked,
    ask() {
      isAsked.value = true;
      return new Promise((resolve) => waiting.push(resolve));
    },
    answer(isConfirmed) {
      isAsked.value = false;
      const answered = waiting;
      waiting = [];
      for (const resolve of answered) resolve(isConfirmed);
    },
  };
}
