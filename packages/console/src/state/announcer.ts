import { signal, type ReadonlySignal } from '@preact/signals';

/** What a screen reader is told, politely. */
export interface Announcer {
  readonly text: ReadonlySignal<string>;
  /**
   * Says this within a second. What comes meanwhile is said together; of several with one `group`
   * only the last, which should then give a count.
   */
  say(text: string, group?: string): void;
}

const GATHER_MS = 700;
const MOST = 3;

/** @param moreNews words what is left out when too much came at once */
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
    // The same words again are a change only if something differs.
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
