/** A window with its document; nothing of the kind is there on a server or in Node. */
export interface PageHost {
  addEventListener: EventTarget['addEventListener'];
  document: Pick<Document, 'visibilityState' | 'addEventListener'>;
}

const REST_AFTER_MS = 300_000;

/**
 * Watches the life of the page and gives a function that ends the watch. The socket is let go on
 * `pagehide`, because a page with an open one is kept out of the back/forward cache, or is
 * restored with a socket that says it is open and is dead.
 *
 * @param onWake the page is back, or the network is: nothing known of the socket can be trusted
 * @param onSleep the page leaves, freezes or lost the network
 * @param onStorage what another tab has written is there to read
 * @param mayRest hidden for long: true lets the socket go until the page is seen again
 */
export function watchPage(
  onWake: () => void,
  onSleep: () => void,
  onStorage: () => void,
  mayRest: () => boolean,
  host: Partial<PageHost> = globalThis,
): () => void {
  const page = host.document;
  if (!page) return () => undefined;
  const watch = new AbortController();
  const { signal } = watch;
  const listen = (
    target: Partial<Pick<PageHost, 'addEventListener'>>,
    names: string,
    listener: () => void,
  ) => {
    for (const name of names.split(' ')) target.addEventListener?.(name, listener, { signal });
  };
  let hidden: ReturnType<typeof setTimeout> | undefined;

  listen(host, 'pageshow online', onWake);
  listen(host, 'pagehide offline', onSleep);
  listen(host, 'storage', onStorage);
  listen(page, 'resume', onWake);
  listen(page, 'freeze', onSleep);
  listen(page, 'visibilitychange', () => {
    clearTimeout(hidden);
    if (page.visibilityState === 'visible') onWake();
    else hidden = setTimeout(() => mayRest() && onSleep(), REST_AFTER_MS);
  });

  return () => {
    clearTimeout(hidden);
    watch.abort();
  };
}
