import type { ScanState, SenderKind, TypingState } from '@chat-relay/widget-sdk/frames';
import type { Logger } from '../../platform/log';
import type { Presence } from '../../operators/wire';
import { createSignal, type Listen, type Signal } from '../../platform/signal';
import type { VisitedPage } from '../../visitors/pages/pages';
import type { Following } from './channels';
import type { ListChange } from './list-changes';
import type { ConversationState, Message, SessionFacts } from '../rules/state';
import type { Note, Suggestion } from '../wire';

/** A change that listeners on all nodes are notified of. */
export type Notice =
  /** A conversation has changed: for clients that have it open. */
  | {
      kind: 'change';
      session: SessionFacts;
      state: ConversationState;
      messages: Message[];
      receipts: { by: 'visitor' | 'agent'; seq: number }[];
      hasStatusChanged: boolean;
      /** Socket that caused it and has its ack already; never leaves this node. */
      source: object | null;
    }
  /** The same change without its messages: for the tenant's inbox and, if the status has changed, for its queue. */
  | {
      kind: 'state';
      session: SessionFacts;
      state: ConversationState;
      hasStatusChanged: boolean;
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
  /** The next piece of an answer that the bot is writing. */
  | {
      kind: 'draft';
      tenantId: string;
      sessionId: string;
      conversationId: string;
      streamId: string;
      /** The conversation's epoch when the bot was asked: once it has grown, the draft is outdated. */
      ownerEpoch: number;
      /** Number of code points before this piece. */
      at: number;
      text: string;
    }
  | {
      kind: 'draft-end';
      tenantId: string;
      sessionId: string;
      conversationId: string;
      streamId: string;
      outcome: 'message' | 'discarded';
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
  /** A note was written (or removed, below), for operators who have the conversation open; visitors ignore both. */
  | {
      kind: 'note';
      tenantId: string;
      sessionId: string;
      conversationId: string;
      note: Note;
    }
  | {
      kind: 'note-removed';
      tenantId: string;
      sessionId: string;
      conversationId: string;
      noteId: string;
    }
  /** The bot's suggestion has changed: for operators who have the conversation open. */
  | {
      kind: 'suggestion';
      tenantId: string;
      sessionId: string;
      conversationId: string;
      /** Null: the suggestion was removed. */
      suggestion: Suggestion | null;
    }
  /** The visitor is on another page: for operators who have the conversation open. */
  | {
      kind: 'page';
      tenantId: string;
      sessionId: string;
      conversationId: string;
      page: VisitedPage;
    }
  /** A message was removed. */
  | {
      kind: 'removed';
      tenantId: string;
      sessionId: string;
      conversationId: string;
      messageId: string;
      seq: number;
    }
  /** A scan has found out whether a file may be opened. */
  | {
      kind: 'attachment';
      tenantId: string;
      sessionId: string;
      conversationId: string;
      messageId: string;
      seq: number;
      uploadId: string;
      scan: ScanState;
    }
  /** A note names these operators. */
  | {
      kind: 'mention';
      tenantId: string;
      workspaceId: string;
      conversationId: string;
      /** Routing key of the conversation: an operator of other queues may not see it. */
      routingKey: string | null;
      noteId: string;
      operatorIds: string[];
    }
  /** A conversation is back in the queue, because the operator to whom it was transferred never came. */
  | {
      kind: 'transfer-returned';
      tenantId: string;
      workspaceId: string;
      conversationId: string;
      /** Routing key of the conversation, as in a mention. */
      routingKey: string | null;
      operatorId: string;
      displayName: string;
      /** Operator who transferred the conversation. */
      givenBy: string;
    }
  /** A conversation has entered the tenant's queue or left it, on another node. */
  | { kind: 'queue-moved'; tenantId: string }
  /** The session's position in its queue, from 1; null: further back than is counted. */
  | { kind: 'queue-position'; sessionId: string; position: number | null }
  | { kind: 'session-over'; sessionId: string }
  /** The session's tokens of earlier versions have ended. */
  | { kind: 'session-taken-over'; sessionId: string; tokenVersion: number }
  /** The session's visitor was found to be blocked. */
  | { kind: 'session-blocked'; sessionId: string }
  | { kind: 'tenant-changed'; tenantId: string }
  | { kind: 'console-session-over'; sessionId: string }
  | { kind: 'presence'; workspaceId: string; operatorId: string; status: Presence }
  | ({ kind: 'list-changed' } & ListChange);

export interface Hub {
  /** Notifies every listener on this node, and over the bus those on other nodes that follow its topic. */
  publish(notice: Notice): void;
  publishHere(notice: Notice): void;
  /** Listens to all notices of this node, and to those of other nodes whose topics this node follows. */
  watch: Listen<Notice>;
  /** The notices of one visitor session, from all nodes. */
  watchSession(sessionId: string, listener: (notice: Notice) => void): Following;
  /** Makes `watch` receive the session's notices of other nodes. */
  followSession(sessionId: string): Following;
  /** Makes `watch` receive other nodes' changes in the tenant's inbox. */
  followTenant(tenantId: string): Following;
  /** Makes `watch` receive a notice when other nodes move the tenant's queue, which not every message does. */
  followQueue(tenantId: string): Following;
  isWatched(sessionId: string): boolean;
}

/** Carries notices to other nodes. Every notice is a hint: what was missed is read from the database. */
export interface Bus {
  /** Sends to the nodes that follow the topic; null: to all nodes. */
  send(topic: string | null, text: string): void;
  receive(listener: (text: string) => void): void;
  follow(topic: string): Following;
}

const ALONE: Following = { ready: Promise.resolve(), stop: () => undefined };

export function createHub(bus: Bus | null, log: Logger): Hub {
  const notices = createSignal<Notice>('notice', log);
  const bySession = new Map<string, Signal<Notice>>();

  const deliver = (notice: Notice): void => {
    notices.emit(notice);
    const sessionId = sessionIdOf(notice);
    if (sessionId !== null) bySession.get(sessionId)?.emit(notice);
  };
  const deliverAll = (notice: Notice): void => {
    deliver(notice);
    if (notice.kind === 'change') deliver(stateOf(notice));
  };
  // A change is not split here: its sender also sends its state, under the topic of the tenant.
  bus?.receive((text) => deliver(JSON.parse(text) as Notice));
  const send = (topic: string | null, notice: Notice): void =>
    bus?.send(topic, JSON.stringify({ ...notice, source: null }));
  const follow = (topic: string): Following => bus?.follow(topic) ?? ALONE;

  return {
    publishHere: deliverAll,
    publish: (notice) => {
      deliverAll(notice);
      if (!bus) return;
      send(topicOf(notice), notice);
      if (notice.kind !== 'change') return;
      const { tenantId } = notice.session;
      send(tenantId, stateOf(notice));
      if (notice.hasStatusChanged) send(queueOf(tenantId), { kind: 'queue-moved', tenantId });
    },
    watch: notices.on,
    watchSession: (sessionId, listener) => {
      const ofSession = bySession.get(sessionId) ?? createSignal<Notice>('notice', log);
      bySession.set(sessionId, ofSession);
      const unwatch = ofSession.on(listener);
      const following = follow(sessionId);
      return {
        ready: following.ready,
        stop: () => {
          following.stop();
          unwatch();
          if (!ofSession.hasListeners()) bySession.delete(sessionId);
        },
      };
    },
    followSession: follow,
    followTenant: follow,
    followQueue: (tenantId) => follow(queueOf(tenantId)),
    isWatched: (sessionId) => bySession.has(sessionId),
  };
}

function queueOf(tenantId: string): string {
  return `queue:${tenantId}`;
}

function stateOf({
  session,
  state,
  hasStatusChanged,
}: Extract<Notice, { kind: 'change' }>): Notice {
  return { kind: 'state', session, state, hasStatusChanged };
}

/**
 * Topic of a notice; null: it goes to all nodes. The end of a session or its tokens goes to all, because a socket that
 * is being opened may not follow the session yet.
 */
function topicOf(notice: Notice): string | null {
  if (notice.kind === 'mention' || notice.kind === 'transfer-returned') return notice.tenantId;
  const isForAll = notice.kind === 'session-over' || notice.kind === 'session-taken-over';
  return isForAll ? null : sessionIdOf(notice);
}

/** Session whose listeners the notice is for; null: it is for other listeners. */
function sessionIdOf(notice: Notice): string | null {
  switch (notice.kind) {
    case 'change':
      return notice.session.sessionId;
    case 'typing':
    case 'draft':
    case 'draft-end':
    case 'delivered':
    case 'note':
    case 'note-removed':
    case 'suggestion':
    case 'page':
    case 'removed':
    case 'attachment':
    case 'queue-position':
    case 'session-over':
    case 'session-taken-over':
    case 'session-blocked':
      return notice.sessionId;
    default:
      return null;
  }
}
