import type { Refusal } from './relay/refusal';
import type { Rows } from './rows';
import type { CannedReply } from '@chat-relay/server/wire/conversations/inbox/canned-replies';
import type { MessageView } from '@chat-relay/widget-sdk/frames';
import type { Operator, Presence, PresenceSetting } from '@chat-relay/server/wire/operators';
import type { InboxTenant } from './wire';

/** What an operator's inbox knows, as one value. A screen adds to it what is its own. */
export interface DeskState {
  me: {
    name: string;
    operatorIds: readonly string[];
    presence: Presence;
    /** What the operator chose. The relay sets `offline` automatically while the feed is cut. */
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
  /** Up to which `seq` the visitor's screen has it, by conversation. The relay says it once. */
  delivered: Readonly<Record<string, number>>;
  /** What is written and not sent, by conversation. */
  drafts: Readonly<Record<string, string>>;
  /** Files of what is written, by conversation. */
  files: Readonly<Record<string, readonly DraftFile[]>>;
  outgoing: readonly Outgoing[];
}

/** The live feed. While it is `away`, it counts down to the next attempt. */
export type Link = { kind: 'connecting' } | { kind: 'live' } | { kind: 'away'; retryAtMs: number };

export interface OpenConversation {
  id: string;
  messages: readonly MessageView[];
  isLoaded: boolean;
  hasOlder: boolean;
  typing: { kind: MessageView['sender']['kind']; untilMs: number } | null;
  /** What the bot has written so far of an answer that it is still writing. */
  botDraft: { streamId: string; text: string } | null;
}

/** A file that is added to an answer. It can be sent once it has an `uploadId`. */
export interface DraftFile {
  key: string;
  name: string;
  bytes: number;
  /** How many of them have arrived. */
  sentBytes: number;
  uploadId: string | null;
  /** Why it did not arrive; `gone`: its bytes are neither here nor at the relay any more. */
  problem: Refusal | 'gone' | null;
}

/** An answer that the relay has not confirmed yet. It keeps its id over all attempts. */
export interface Outgoing {
  clientMsgId: string;
  conversationId: string;
  content: string;
  files: readonly DraftFile[];
  queuedAtMs: number;
  isRetrying: boolean;
  /** The feed has brought it before its own request was answered. */
  hasArrived: boolean;
  /** Why it will not be sent again unless the operator asks for it. */
  refusal: Refusal | null;
}

/** What a message names its files by. */
export function uploadIdsOf(files: readonly DraftFile[]): string[] {
  return files.flatMap(({ uploadId }) => uploadId ?? []);
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
    delivered: {},
    drafts: {},
    files: {},
    outgoing: [],
  };
}
