import { signal, type ReadonlySignal } from '@preact/signals';

/** Announces messages to screen readers, without interrupting them. */
export interface Announcer {
  readonly text: ReadonlySignal<string>;
  /**
   * Announces a text within a second, together with others of that time. Of several with the same `group` only the last
   * is spoken, so it should contain a count.
   */
  say(text: string, group?: string): void;
}

const GATHER_MS = 700;
const MOST = 3;

/** @param moreNews words the number of messages that were left out */
export function createAnnouncer(moreNews: (count: number) => string): Announcer {
  const text = signal('');
  const waiting = new Map<string, string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unnamed = 0;

  const speak = (): void => {
    timer = undefined;
    const all = [...waiting.values()];
    waiting.clear();
    const said = all.length > MOST ? [...all.slice(0, MOST), moreNews(all.length - MOST)] : all;
    const next = said.join(' ');
    // Screen readers ignore an unchanged text: a trailing space makes it differ.
    text.value = next === text.value ? `${next}\u00a0` : next;
  };

  return {
    text,
    say(words, group = `unnamed ${unnamed++}`) {
      waiting.delete(group);
      waiting.set(group, words);
      timer ??= setTimeout(speak, GATHER_MS);
    },
  };
}
