import type { Refusal } from './relay/refusal';
import type { Rows } from './rows';
import type { CannedReply, Message, Operator, Presence, Tenant } from './wire';

/** What an operator's inbox knows, as one value. A screen adds to it what is its own. */
export interface DeskState {
  me: {
    name: string;
    operatorIds: readonly string[];
    presence: Presence;
    /** What the operator chose. The relay sets `offline` automatically while the feed is cut. */
    wanted: Presence;
  };
  tenants: Readonly<Record<string, Tenant>>;
  colleagues: readonly Operator[];
  canned: readonly CannedReply[];
  link: Link;
  rows: Rows;
  isLoaded: boolean;
  /** Grows with each change of `rows`. */
  revision: number;
  open: OpenConversation | null;
  /** What is written and not sent, by conversation. */
  drafts: Readonly<Record<string, string>>;
  outgoing: readonly Outgoing[];
}

/** The live feed. While it is `away`, it counts down to the next attempt. */
export type Link = { kind: 'connecting' } | { kind: 'live' } | { kind: 'away'; retryAtMs: number };

export interface OpenConversation {
  id: string;
  messages: readonly Message[];
  isLoaded: boolean;
  hasOlder: boolean;
  typing: { kind: Message['sender']['kind']; untilMs: number } | null;
  deliveredSeq: number;
  /** What the bot has written so far of an answer that it is still writing. */
  botDraft: { streamId: string; text: string } | null;
}

/** An answer that the relay has not confirmed yet. It keeps its id over all attempts. */
export interface Outgoing {
  clientMsgId: string;
  conversationId: string;
  content: string;
  queuedAtMs: number;
  isRetrying: boolean;
  /** The feed has brought it before its own request was answered. */
  hasArrived: boolean;
  /** Why it will not be sent again unless the operator asks for it. */
  refusal: Refusal | null;
}

/** The desk before anything is known. */
export function initialDesk(start: { name: string }): DeskState {
  return {
    me: { name: start.name, operatorIds: [], presence: 'offline', wanted: 'online' },
    tenants: {},
    colleagues: [],
    canned: [],
    link: { kind: 'connecting' },
    rows: new Map(),
    isLoaded: false,
    revision: 0,
    open: null,
    drafts: {},
    outgoing: [],
  };
}
