/** A window with its document; both are missing on a server and in Node. */
export interface PageHost {
  addEventListener: EventTarget['addEventListener'];
  document: Pick<Document, 'visibilityState' | 'addEventListener'>;
}

const REST_AFTER_MS = 300_000;

/**
 * Watches the life of the page and returns a function that stops watching. The socket is closed on `pagehide`,
 * because a page with an open socket is kept out of the back/forward cache, or is restored with a socket that
 * seems open and is dead.
 *
 * @param onWake called when the page or the network is back; the socket may or may not work then
 * @param onSleep called when the page is left or frozen, or the network is lost
 * @param onStorage called when another tab has written to the storage
 * @param mayRest asked when the page has long been hidden: true closes the socket until the page is visible again
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
