import { batch, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Api } from '../api/client';
import type { ChangedList } from '@chat-relay/server/wire/conversations/live';

interface Entry {
  data: unknown;
  error: unknown;
}

/** When the data is read again. `polled`: its page does it. `fixed`: not while it is shown. */
export type Freshness = Change | { everyMs: number } | 'polled' | 'fixed';

/** A change of these lists, limited to one id if it is given. */
export interface Change {
  lists: readonly ChangedList[];
  id?: string | undefined;
}

export type Reader = Pick<Api, 'get'>;

/** Data that is shown on the page, and read again after changes. */
interface Shown {
  freshness: Freshness;
  /** Reads the data in the background: the request does not keep an idle session alive. */
  refresh(): Promise<void>;
}

export interface Resources {
  /** Reads the data again after changes, until the returned function is called. */
  show(shown: Shown): () => void;
  /** Shown data that the change affects. Null affects all of it, because changes may have been missed. */
  changedBy(change: Change | null): Shown[];
  entry(key: string): ReadonlySignal<Entry>;
  put(key: string, change: (data: unknown) => unknown): void;
  load(key: string, read: () => Promise<unknown>): Promise<void>;
  clear(): void;
}

export function createResources(): Resources {
  const allShown = new Set<Shown>();
  const entries = new Map<string, Signal<Entry>>();
  /** Latest load of each key. The result of an earlier one is dropped. */
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
