import { signal, type ReadonlySignal } from '@preact/signals';
import type { Words } from '../words/words';

/** Something a person can do now: by its key, and by its name in the palette. */
export interface Action {
  id: string;
  name(words: Words): string;
  /** One character, such as `c`; or `?`. Never while a field has the focus. */
  key?: string;
  /** Group in the list of keys. */
  area(words: Words): string;
  run(): void;
}

export interface Actions {
  readonly known: ReadonlySignal<readonly Action[]>;
  /** Until the returned function is called. The last one registered for a key gets it. */
  register(actions: readonly Action[]): () => void;
}

export function createActions(): Actions {
  const known = signal<readonly Action[]>([]);
  return {
    known,
    register(actions) {
      known.value = [...known.value, ...actions];
      return () => {
        known.value = known.value.filter((action) => !actions.includes(action));
      };
    },
  };
}

/** A place where one would write, and can't now; and fields made of other elements. */
const TAKES_KEYS = '[data-takes-keys], [role="textbox"], [role="searchbox"], [role="combobox"]';

/** Whether keys go into what has the focus, or a person believes that they do. */
export function isTyping(event: KeyboardEvent): boolean {
  // A field in a shadow root, such as the widget's, is not the event's target outside of it.
  const [target] = event.composedPath();
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest(TAKES_KEYS) !== null ||
      target instanceof HTMLTextAreaElement ||
      target instanceof HTMLSelectElement ||
      (target instanceof HTMLInputElement && !['checkbox', 'radio'].includes(target.type)))
  );
}
