import type { SenderKind, TypingState } from '@chat-relay/widget-sdk/frames';
import type { Logger } from '../../platform/log';
import { createSignal, type Listen, type Signal } from '../../platform/signal';
import type { ConversationState, Message, SessionFacts } from '../rules/state';

/** A change of a conversation, for its listeners. */
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
  /** The session's position in its queue, from 1; null: further back than is counted. */
  | { kind: 'queue-position'; sessionId: string; position: number | null }
  | { kind: 'session-over'; sessionId: string }
  | { kind: 'tenant-changed'; tenantId: string }
  | { kind: 'console-session-over'; sessionId: string }
  | { kind: 'presence'; workspaceId: string; operatorId: string; status: string };

export interface Hub {
  /** Notifies every listener on this node, and those on other nodes over the bus. */
  publish(notice: Notice): void;
  /** Notifies only the listeners on this node. */
  publishHere(notice: Notice): void;
  watch: Listen<Notice>;
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
  const notices = createSignal<Notice>('notice', log);
  const bySession = new Map<string, Signal<Notice>>();

  const deliver = (notice: Notice): void => {
    notices.emit(notice);
    const sessionId = sessionIdOf(notice);
    if (sessionId !== null) bySession.get(sessionId)?.emit(notice);
  };
  bus?.receive((text) => deliver(JSON.parse(text) as Notice));

  return {
    publishHere: deliver,
    publish: (notice) => {
      deliver(notice);
      bus?.send(JSON.stringify({ ...notice, source: null }));
    },
    watch: notices.on,
    watchSession: (sessionId, listener) => {
      const ofSession = bySession.get(sessionId) ?? createSignal<Notice>('notice', log);
      bySession.set(sessionId, ofSession);
      const stop = ofSession.on(listener);
      return () => {
        stop();
        if (!ofSession.hasListeners()) bySession.delete(sessionId);
      };
    },
    isWatched: (sessionId) => bySession.has(sessionId),
  };
}

function sessionIdOf(notice: Notice): string | null {
  if (notice.kind === 'change') return notice.session.sessionId;
  return 'sessionId' in notice && notice.kind !== 'console-session-over' ? notice.sessionId : null;
}
