import { signal, type ReadonlySignal } from '@preact/signals';

/** The question for a password before a sensitive action. */
export interface Confirmation {
  readonly isAsked: ReadonlySignal<boolean>;
  /** False when the person would rather not. Several that ask at once get the same answer. */
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
