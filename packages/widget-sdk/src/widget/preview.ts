import { ChatError } from '../errors';
import type { Chat, Snapshot } from '../types';

/** A chat that only shows given snapshots. It never connects, and stores nothing. */
export interface PreviewChat extends Chat {
  show(snapshot: Partial<Snapshot>): void;
}

const EMPTY: Snapshot = {
  status: 'online',
  reason: null,
  session: null,
  config: null,
  conversation: null,
  messages: [],
  draft: null,
  typing: null,
  unread: 0,
  readSeq: 0,
  deliveredSeq: 0,
  readByAgentSeq: 0,
  hasMoreHistory: false,
};

export function createPreview(given: Partial<Snapshot>): PreviewChat {
  const listeners = new Set<() => void>();
  let shown = { ...EMPTY, ...given };
  const nothing = () => undefined;
  const refuse = () => Promise.reject(new ChatError('destroyed'));
  return {
    start: nothing,
    stop: nothing,
    destroy: () => listeners.clear(),
    reset: nothing,
    send: refuse,
    retry: refuse,
    discard: nothing,
    files: { attach: refuse, fetchAddress: refuse },
    typing: nothing,
    markRead: nothing,
    escalate: nothing,
    rate: refuse,
    leaveEmail: refuse,
    resume: refuse,
    sharePage: nothing,
    loadHistory: refuse,
    transcript: { fetch: refuse, mail: refuse },
    identify: refuse,
    setLocale: nothing,
    fetchConfig: refuse,
    endSession: refuse,
    getState: () => shown,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    on: () => nothing,
    show(snapshot) {
      shown = { ...EMPTY, ...snapshot };
      for (const listener of listeners) listener();
    },
  };
}
