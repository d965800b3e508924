import type { SenderKind, TypingState } from '@chat-relay/widget-sdk/frames';
import type { Logger } from '../../platform/log';
import type { ConversationState, Message, SessionFacts } from '../rules/state';

/** What has happened to a conversation, for whoever watches it. */
export type Notice =
  | {
      kind: 'change';
      session: SessionFacts;
      state: ConversationState;
      messages: Message[];
      receipts: { by: 'visitor' | 'agent'; seq: number }[];
      hasStatusChanged: boolean;
      /** The socket that caused it and has its answer already; never leaves this node. */
      source: object | null;
    }
  | {
      kind: 'typing';
      tenantId: string;
      sessionId: string;
      conversationId: string;
      sender: { kind: SenderKind; display_name?: string };
      state: TypingState;
      source: object | null;
    }
  /** The other side's client has the messages up to `seq`. */
  | {
      kind: 'delivered';
      tenantId: string;
      sessionId: string;
      conversationId: string;
      to: 'visitor' | 'agent';
      seq: number;
    }
  /** Where the session stands in its queue, from 1; null: further back than is counted. */
  | { kind: 'queue-position'; sessionId: string; position: number | null }
  | { kind: 'session-over'; sessionId: string }
  | { kind: 'tenant-changed'; tenantId: string }
  | { kind: 'console-session-over'; sessionId: string }
  | { kind: 'presence'; workspaceId: string; operatorId: string; status: string };

export interface Hub {
  /** Tells every watcher on this node, and through the bus those on other nodes. */
  publish(notice: Notice): void;
  /** Tells the watchers on this node alone. */
  publishHere(notice: Notice): void;
  watch(listener: (notice: Notice) => void): () => void;
  /** The notices of one visitor session. */
  watchSession(sessionId: string, listener: (notice: Notice) => void): () => void;
  isWatched(sessionId: string): boolean;
}

/** Carries notices to other nodes. Every notice is a hint: what was missed is read from the database. */
export interface Bus {
  send(text: string): void;
  receive(listener: (text: string) => void): void;
}

export function createHub(bus: Bus | null, log: Logger): Hub {
  const watchers = new Set<(notice: Notice) => void>();
  const bySession = new Map<string, Set<(notice: Notice) => void>>();

  // What is told has happened already: one watcher's failure is nobody else's.
  const tell = (watcher: (notice: Notice) => void, notice: Notice): void => {
    try {
      watcher(notice);
    } catch (error) {
      log.error({ err: error, notice: notice.kind }, 'a watcher failed');
    }
  };
  const deliver = (notice: Notice): void => {
    for (const watcher of watchers) tell(watcher, notice);
    const sessionId = sessionIdOf(notice);
    if (sessionId === null) return;
    for (const watcher of bySession.get(sessionId) ?? []) tell(watcher, notice);
  };
  bus?.receive((text) => deliver(JSON.parse(text) as Notice));

  return {
    publishHere: deliver,
    publish: (notice) => {
      deliver(notice);
      bus?.send(JSON.stringify({ ...notice, source: null }));
    },
    watch: (listener) => {
      watchers.add(listener);
      return () => watchers.delete(listener);
    },
    watchSession: (sessionId, listener) => {
      const listeners = bySession.get(sessionId) ?? new Set();
      bySession.set(sessionId, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) bySession.delete(sessionId);
      };
    },
    isWatched: (sessionId) => bySession.has(sessionId),
  };
}

function sessionIdOf(notice: Notice): string | null {
  if (notice.kind === 'change') return notice.session.sessionId;
  return 'sessionId' in notice && notice.kind !== 'console-session-over' ? notice.sessionId : null;
}
