import type { Connection } from '../connection/connection';
import { createTimers } from '../connection/timers';
import type { Store } from '../store';
import type { SharedPage } from '../types';

/** PROTOCOL: the relay drops all but one frame a second. */
const PAGE_THROTTLE_MS = 2000;

/** Tells operators which page the visitor is on, if the tenant wants it. */
export interface Pages {
  share(page: SharedPage): void;
  /** A socket is open: the relay may not know the page yet. */
  open(): void;
  /** The socket is lost. */
  close(): void;
}

/** The frame has no ack, so the latest page is sent again over each new socket. */
export function createPages(store: Store, send: Connection['send']): Pages {
  const timers = createTimers();
  let wanted: SharedPage | null = null;
  let told: SharedPage | null = null;

  function tell() {
    const { title } = wanted ?? {};
    // Query and fragment may be secrets: they never leave the browser.
    const url = wanted?.url.replace(/[?#].*/s, '');
    const isKnown = url === told?.url && title === told?.title;
    if (!url || !title || isKnown || timers.has('page') || !store.get().config?.sharePage) return;
    if (!send({ type: 'page', url, title })) return;
    told = { url, title };
    timers.set('page', PAGE_THROTTLE_MS, tell);
  }

  return {
    share(page) {
      wanted = page;
      tell();
    },
    open() {
      told = null;
      // A hidden tab sends nothing: the visible tab reports its page.
      if (!globalThis.document?.hidden) tell();
    },
    close: timers.clear,
  };
}
