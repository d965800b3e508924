import { attempt } from './attempt';
import type { ChatEvents, Snapshot } from './types';

/** The part of the snapshot that belongs to a session, as it is without one. */
const NO_SESSION = {
  session: null,
  conversation: null,
  readSeq: 0,
  deliveredSeq: 0,
  readByAgentSeq: 0,
  draft: null,
} satisfies Partial<Snapshot>;

const INITIAL: Snapshot = {
  ...NO_SESSION,
  status: 'idle',
  reason: null,
  config: null,
  messages: [],
  typing: null,
  unread: 0,
  hasMoreHistory: false,
};

export interface Store {
  get(): Snapshot;
  /** Makes a new snapshot if the patch changes anything. */
  set(patch: Partial<Snapshot>): void;
  /** Drops the data of the session. */
  reset(): void;
  on<K extends keyof ChatEvents>(event: K, listener: (value: ChatEvents[K]) => void): () => void;
  emit<K extends keyof ChatEvents>(event: K, value: ChatEvents[K]): void;
  /** Removes all listeners. */
  clear(): void;
}

/** The current snapshot and its listeners. */
export function createStore(): Store {
  type Listener = (value: never) => void;
  const listeners = new Map<Listener, keyof ChatEvents>();
  let snapshot = INITIAL;

  function set(patch: Partial<Snapshot>) {
    const before = snapshot;
    const after = { ...before, ...patch };
    const changed = (Object.keys(patch) as (keyof Snapshot)[]).filter(
      (key) => before[key] !== after[key],
    );
    if (changed.length === 0) return;
    snapshot = after;
    emit('state', after);
    if (changed.includes('unread')) emit('unread', after.unread);
    if (changed.includes('typing')) emit('typing', after.typing);
  }

  function emit<K extends keyof ChatEvents>(event: K, value: ChatEvents[K]) {
    for (const [listener, wanted] of new Map(listeners)) {
      if (wanted !== event) continue;
      attempt(() => listener(value as never)); // registered for this event, so it takes this value
    }
  }

  return {
    get: () => snapshot,
    set,
    reset: () => set(NO_SESSION),
    on(event, listener) {
      // A function of its own, so that the same listener may be registered twice.
      const entry: Listener = (value) => listener(value);
      listeners.set(entry, event);
      return () => void listeners.delete(entry);
    },
    emit,
    clear: () => listeners.clear(),
  };
}
