import { useEffect, useRef } from 'preact/hooks';
import { useComputed } from '@preact/signals';
import { useConsole } from './console';
import type { Freshness, Reader } from './resources';
import { usePolling } from './use-polling';

/** Data read from the relay. The known data stays visible while it is read again. */
export interface Resource<Data> {
  data: Data | undefined;
  error: unknown;
  reload(): Promise<void>;
  /** Applies the relay's response to a write, without another read. */
  put(change: (data: Data) => Data): void;
}

/** @param key identifies the data that `read` fetches, such as `canned-replies <workspace_id>` */
export function useResource<Data>(
  key: string,
  read: (api: Reader) => Promise<Data>,
  freshness: Freshness,
): Resource<Data> {
  const { api, resources, connection } = useConsole();
  const load = (): Promise<void> => resources.load(key, () => read(api));
  const refresh = (): Promise<void> => resources.load(key, () => read(inBackground(api)));
  const latest = useRef(refresh);
  latest.current = refresh;
  const isUp = useComputed(() => connection.link.value.kind === 'up').value;
  useEffect(() => {
    if (isUp) void load();
  }, [key, isUp]);
  const freshnessKey = JSON.stringify(freshness);
  useEffect(
    () => resources.show({ freshness, refresh: () => latest.current() }),
    [key, freshnessKey],
  );
  const isPolled = typeof freshness === 'object' && 'everyMs' in freshness;
  usePolling(() => void latest.current(), isPolled ? freshness.everyMs : null);
  const { data, error } = resources.entry(key).value;
  return {
    data: data as Data | undefined, // only a `read` of this type stores under this key
    error,
    reload: load,
    put: (change) => resources.put(key, (known) => change(known as Data)),
  };
}

function inBackground(api: Reader): Reader {
  return { get: (route, options) => api.get(route, { ...options, isBackground: true }) };
}
