import { isPassing, type Refusal } from './relay/refusal';
import { askedWaitMs, backoffMs } from './relay/retry';

/** Collects changed items, and reads them again. */
export interface Refresh<Item> {
  add(item: Item): void;
  stop(): void;
}

/** All pages that receive a change spread their requests over this time. */
const SPREAD_MS = 500;

/**
 * Reads changed items again: one read for several changes, one after another, at a random delay so that not all pages
 * read at once. Items that the relay can't deliver for now are read later.
 */
export function createRefresh<Item>(options: {
  read(items: ReadonlySet<Item>): Promise<void>;
  explain(error: unknown): Refusal | null;
  onTrouble(error: unknown): void;
}): Refresh<Item> {
  let waiting = new Set<Item>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReading = false;
  let failures = 0;

  const schedule = (delayMs: number): void => {
    if (isReading) return;
    timer ??= setTimeout(() => void run(), delayMs);
  };
  const run = async (): Promise<void> => {
    timer = undefined;
    const items = waiting;
    waiting = new Set();
    isReading = true;
    let delayMs = Math.random() * SPREAD_MS;
    try {
      await options.read(items);
      failures = 0;
    } catch (error) {
      const refusal = options.explain(error);
      if (isPassing(refusal)) {
        for (const item of items) waiting.add(item);
        delayMs = askedWaitMs(refusal) + backoffMs(failures++);
      } else options.onTrouble(error);
    }
    isReading = false;
    if (waiting.size > 0) schedule(delayMs);
  };

  return {
    add: (item) => {
      waiting.add(item);
      schedule(Math.random() * SPREAD_MS);
    },
    stop: () => {
      isReading = true; // blocks further scheduling
      clearTimeout(timer);
    },
  };
}
