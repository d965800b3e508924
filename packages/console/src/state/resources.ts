import { batch, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Api } from '../api/client';
import type { ChangedList } from '../desk/wire';

interface Entry {
  data: unknown;
  error: unknown;
}

/** What makes it read again. `polled`: its page does. `fixed`: it does not change while it is shown. */
export type Freshness = Change | { everyMs: number } | 'polled' | 'fixed';

/** Changes of these lists, of this id alone if one is given. */
export interface Change {
  lists: readonly ChangedList[];
  id?: string | undefined;
}

export type Reader = Pick<Api, 'get'>;

/** Something that is shown, and is read again when it has changed. */
interface Shown {
  freshness: Freshness;
  /** In the background: no person asked for it. */
  refresh(): Promise<void>;
}

export interface Resources {
  /** What is shown is read again with its changes, until the returned function is called. */
  show(shown: Shown): () => void;
  /** What is shown and has changed; null: all of it, since changes may have been missed. */
  changedBy(change: Change | null): Shown[];
  entry(key: string): ReadonlySignal<Entry>;
  put(key: string, change: (data: unknown) => unknown): void;
  load(key: string, read: () => Promise<unknown>): Promise<void>;
  clear(): void;
}

export function createResources(): Resources {
  const allShown = new Set<Shown>();
  const entries = new Map<string, Signal<Entry>>();
  /** The last load of each key: an answer that was overtaken is dropped. */
  const loads = new Map<string, symbol>();

  const find = (key: string): Signal<Entry> => {
    let found = entries.get(key);
    if (!found) entries.set(key, (found = signal<Entry>({ data: undefined, error: null })));
    return found;
  };

  return {
    show(shown) {
      allShown.add(shown);
      return () => void allShown.delete(shown);
    },
    changedBy: (change) => [...allShown].filter(({ freshness }) => isConcerned(freshness, change)),
    entry: find,
    put(key, change) {
      const entry = find(key);
      loads.delete(key);
      if (entry.value.data !== undefined) {
        entry.value = { data: change(entry.value.data), error: null };
      }
    },
    async load(key, read) {
      const load = Symbol(key);
      loads.set(key, load);
      const entry = find(key);
      try {
        const data = await read();
        if (loads.get(key) === load) entry.value = { data, error: null };
      } catch (error) {
        if (loads.get(key) === load) entry.value = { data: entry.value.data, error };
      }
    },
    clear: () =>
      batch(() => {
        loads.clear();
        for (const entry of entries.values()) entry.value = { data: undefined, error: null };
        entries.clear();
      }),
  };
}

function isConcerned(freshness: Freshness, change: Change | null): boolean {
  if (typeof freshness === 'string' || !('lists' in freshness)) return false;
  if (!change) return true;
  const isSame = !change.id || !freshness.id || change.id === freshness.id;
  return isSame && change.lists.some((list) => freshness.lists.includes(list));
}
