import type { Refusal } from './relay/refusal';
import type { Rows } from './rows';
import type { CannedReply } from '@chat-relay/server/wire/conversations/inbox/canned-replies';
import type { MessageView } from '@chat-relay/widget-sdk/frames';
import type { Operator, Presence, PresenceSetting } from '@chat-relay/server/wire/operators';
import type { InboxTenant } from './wire';

/** The state of an operator's inbox. Screens may add fields of their own. */
export interface DeskState {
  me: {
    name: string;
    operatorIds: readonly string[];
    presence: Presence;
    /** The presence that the operator chose. While the feed is disconnected, the relay shows `offline`. */
    wanted: PresenceSetting;
  };
  tenants: Readonly<Record<string, InboxTenant>>;
  colleagues: readonly Operator[];
  canned: readonly CannedReply[];
  link: Link;
  rows: Rows;
  isLoaded: boolean;
  /** Grows with each change of `rows`. */
  revision: number;
  open: OpenConversation | null;
  /** Last `seq` that has reached the visitor's screen, by conversation. The relay reports each once. */
  delivered: Readonly<Record<string, number>>;
  /** Unsent texts, by conversation. */
  drafts: Readonly<Record<string, string>>;
  /** Files of unsent texts, by conversation. */
  files: Readonly<Record<string, readonly DraftFile[]>>;
  outgoing: readonly Outgoing[];
}

/** State of the live feed. While it is `away` (disconnected), the next attempt is due at `retryAtMs`. */
export type Link = { kind: 'connecting' } | { kind: 'live' } | { kind: 'away'; retryAtMs: number };

export interface OpenConversation {
  id: string;
  messages: readonly MessageView[];
  isLoaded: boolean;
  hasOlder: boolean;
  typing: { kind: MessageView['sender']['kind']; untilMs: number } | null;
  /** The part of an answer that the bot has written so far. */
  botDraft: { streamId: string; text: string } | null;
}

/** A file that is added to a reply. It can be sent once it has an `uploadId`. */
export interface DraftFile {
  key: string;
  name: string;
  bytes: number;
  /** Bytes that have arrived at the relay. */
  sentBytes: number;
  uploadId: string | null;
  /** Why it did not arrive; `gone`: neither this page nor the relay has its bytes any more. */
  problem: Refusal | 'gone' | null;
}

/** A reply that the relay has not confirmed yet. It keeps its id over all attempts. */
export interface Outgoing {
  clientMsgId: string;
  conversationId: string;
  content: string;
  files: readonly DraftFile[];
  queuedAtMs: number;
  isRetrying: boolean;
  /** Whether the feed has brought it before its own request was confirmed. */
  hasArrived: boolean;
  /** Why it is not sent again unless the operator asks for it. */
  refusal: Refusal | null;
}

/** Ids by which a message refers to its files. */
export function uploadIdsOf(files: readonly DraftFile[]): string[] {
  return files.flatMap(({ uploadId }) => uploadId ?? []);
}

/** The state before anything is fetched. */
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
    delivered: {},
    drafts: {},
    files: {},
    outgoing: [],
  };
}
