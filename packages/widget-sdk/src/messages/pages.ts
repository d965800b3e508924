import type { Connection } from '../connection/connection';
import { createTimers } from '../connection/timers';
import type { Store } from '../store';
import type { SharedPage } from '../types';

/** PROTOCOL: at most one frame a second; what comes sooner is dropped there. */
const PAGE_THROTTLE_MS = 2000;

/** Tells operators which page the visitor is on, if the tenant wants it. */
export interface Pages {
  share(page: SharedPage): void;
  /** A socket is open: the relay may not know the page yet. */
  open(): void;
  /** The socket is lost. */
  close(): void;
}

/** The frame has no answer: the latest page is sent again over the next socket. */
export function createPages(store: Store, send: Connection['send']): Pages {
  const timers = createTimers();
  let wanted: SharedPage | null = null;
  let told: SharedPage | null = null;

  function tell() {
    const { title } = wanted ?? {};
    // Query and fragment may be secrets: they don't leave the browser.
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
      // A hidden tab leaves it to the one that the visitor sees.
      if (!globalThis.document?.hidden) tell();
    },
    close: timers.clear,
  };
}
