import { signal, type ReadonlySignal } from '@preact/signals';
import type { Words } from '../words/words';

/** An action that the person can run now: by its shortcut, or by its name in the palette. */
export interface Action {
  id: string;
  name(words: Words): string;
  /** One character, such as `c` or `?`. It does nothing while a field has the focus. */
  key?: string;
  /** Heading in the list of shortcuts. */
  area(words: Words): string;
  run(): void;
}

export interface Actions {
  readonly known: ReadonlySignal<readonly Action[]>;
  /** Makes actions available until the returned function is called. The last one registered for a key gets it. */
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

/** Elements in which people type, or believe that they do: fields made of other elements, and the composer's place. */
const TAKES_KEYS = '[data-takes-keys], [role="textbox"], [role="searchbox"], [role="combobox"]';

/** Whether typed keys belong to the focused element. */
export function isTyping(event: KeyboardEvent): boolean {
  // The event's target hides a field in a shadow root, such as the widget's; its path does not.
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
