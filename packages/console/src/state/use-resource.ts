import { useEffect, useRef } from 'preact/hooks';
import { useComputed } from '@preact/signals';
import { useConsole } from './console';
import type { Freshness, Reader } from './resources';
import { usePolling } from './use-polling';

/** Something read from the relay: what was known before is shown while it is read again. */
export interface Resource<Data> {
  data: Data | undefined;
  error: unknown;
  reload(): Promise<void>;
  /** After a write: the relay's answer takes the place of what was known. */
  put(change: (data: Data) => Data): void;
}

/** @param key names what `read` reads, such as `canned-replies <workspace_id>` */
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
    data: data as Data | undefined, // put there by a `read` of this type, under this key
    error,
    reload: load,
    put: (change) => resources.put(key, (known) => change(known as Data)),
  };
}

function inBackground(api: Reader): Reader {
  return { get: (route, options) => api.get(route, { ...options, isBackground: true }) };
}
