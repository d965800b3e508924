import { useEffect } from 'preact/hooks';
import { batch, signal, useComputed, type ReadonlySignal, type Signal } from '@preact/signals';
import { useConsole } from './console';

/** Something read from the relay: what was known before is shown while it is read again. */
export interface Resource<Data> {
  data: Data | undefined;
  error: unknown;
  reload(): Promise<void>;
  /** After a write: the relay's answer takes the place of what was known. */
  put(change: (data: Data) => Data): void;
}

interface Entry {
  data: unknown;
  error: unknown;
}

export interface Resources {
  entry(key: string): ReadonlySignal<Entry>;
  put(key: string, change: (data: unknown) => unknown): void;
  load(key: string, read: () => Promise<unknown>): Promise<void>;
  clear(): void;
}

export function createResources(): Resources {
  const entries = new Map<string, Signal<Entry>>();
  /** The last load of each key: an answer that was overtaken is dropped. */
  const loads = new Map<string, symbol>();

  const find = (key: string): Signal<Entry> => {
    let found = entries.get(key);
    if (!found) entries.set(key, (found = signal<Entry>({ data: undefined, error: null })));
    return found;
  };

  return {
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

/** @param key names what `read` reads, such as `canned-replies <workspace_id>` */
export function useResource<Data>(key: string, read: () => Promise<Data>): Resource<Data> {
  const { resources, connection } = useConsole();
  const load = (): Promise<void> => resources.load(key, read);
  const isUp = useComputed(() => connection.link.value.kind === 'up').value;
  useEffect(() => {
    if (isUp) void load();
  }, [key, isUp]);
  const { data, error } = resources.entry(key).value;
  return {
    data: data as Data | undefined, // put there by a `read` of this type, under this key
    error,
    reload: load,
    put: (change) => resources.put(key, (known) => change(known as Data)),
  };
}
