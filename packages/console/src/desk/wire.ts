import type { Operator as ServerOperator } from '@chat-relay/server/wire/operators';
import type { Tenant as ServerTenant } from '@chat-relay/server/wire/tenants';

/** What the relay sends to operators, as far as the inbox uses it. Times are ISO 8601 UTC. */

export type Status = 'BOT' | 'WAITING' | 'ASSIGNED' | 'RESOLVED';
/** What an operator sets. */
export type PresenceSetting = ServerOperator['presence_set'];
/** What that comes to: `absent` is online and silent. */
export type Presence = ServerOperator['presence'];

/** A conversation in the inbox. The optional fields are those that an older relay does not send. */
export interface Row {
  conversation_id: string;
  tenant_id: string;
  visitor_session_id: string;
  status: Status;
  owner_epoch: number;
  operator_id: string | null;
  operator_display_name: string | null;
  escalation_reason: string | null;
  claim_count: number;
  claimed_at: string | null;
  waiting_since: string | null;
  /** By when the tenant's targets want an answer or a claim. */
  due_at?: string | null;
  routing_key: string | null;
  locale: string;
  last_seq: number;
  visitor_read_seq: number;
  agent_read_seq: number;
  last_message_at: string | null;
  started_at?: string | null;
  resolved_at?: string | null;
  /** The origin of the page that the visitor wrote from. */
  origin?: string | null;
  /** What the page stated about the visitor when the session began. Not verified. */
  metadata?: Readonly<Record<string, unknown>>;
  /** The page that the visitor is on. */
  page?: Page | null;
  /**
   * The latest message of a visitor, bot or operator; `preview` has at most 140 characters. `attachment` is its
   * first file.
   */
  last_message?: {
    kind: 'visitor' | 'bot' | 'agent';
    preview: string;
    at: string;
    attachment?: { name: string; type: string };
  } | null;
  /** What the visitor gave last, also before a resolved conversation was reopened. */
  rating?: { score: number; comment: string | null; rated_at: string } | null;
  /** Messages of the visitor that no operator has read. */
  unread?: number;
  /** Operators who want to look at it again. */
  marked_unread_by?: readonly string[];
  /** It is left out of the lists until then. */
  snoozed_until?: string | null;
  /** What operators sort it by. */
  tags?: readonly string[];
  /** In the answer to a search alone. */
  match?: Match | null;
  /** What the bot would have said. An update without it leaves it as it is. */
  suggestion?: Suggestion | null;
  visitor: {
    user_id: string | null;
    is_identified: boolean;
    /** Left for answers. An older relay leaves it out. */
    contact_email?: string | null;
    /** Whether a link that was mailed there has been opened. */
    contact_proven?: boolean;
    unverified: {
      display_name: string | null;
      email: string | null;
      attributes?: Readonly<Record<string, unknown>> | null;
    };
  };
}

/** Why a search found a conversation. */
export interface Match {
  field: 'message' | 'name' | 'email' | 'contact_email' | 'user_id' | 'attributes' | 'metadata';
  /** One line. */
  excerpt: string;
  /** Where the excerpt has what was searched for, in UTF-16 code units. */
  marks: readonly (readonly [from: number, to: number])[];
  /** The message. */
  seq?: number;
}

/** An answer of the bot that was not sent. */
export interface Suggestion {
  content: string;
  at: string;
  /** Codes of what it failed. */
  reasons: readonly string[];
}

/** A page of the tenant's site that a visitor was on. */
export interface Page {
  url: string;
  title: string | null;
  at: string;
}

/** One line of a conversation. */
export interface Message {
  message_id: string;
  seq: number;
  sender: { kind: 'visitor' | 'bot' | 'agent' | 'system'; display_name?: string };
  content: string;
  created_at: string;
  /** What a bot's answer quotes. */
  sources?: { title: string; url: string | null }[];
  /** Its files, at most 5. */
  attachments?: readonly Attachment[];
  /** It was taken out of sight: nothing of it is left. */
  removed?: true;
}

/** A file of a message. Its name is what the sender calls it, its type is read from its bytes. */
export interface Attachment {
  upload_id: string;
  name: string;
  type: string;
  bytes: number;
  /** Of pictures. */
  width?: number;
  height?: number;
  sha256: string;
  /** `pending` and `infected` files have no address. */
  scan: 'none' | 'pending' | 'clean' | 'infected';
  /** Opens the file until `url_expires_at`. */
  url?: string;
  url_expires_at?: string;
}

/** Where the bytes of an announced file go. */
export interface CreatedUpload {
  upload_id: string;
  put: { url: string; headers: Readonly<Record<string, string>> };
}

/** `presence_since` is null where the feed has just brought the presence. */
export type Operator = Omit<ServerOperator, 'presence_since'> & { presence_since: string | null };

/** A tenant as the inbox names it. */
export type Tenant = Pick<
  ServerTenant,
  'tenant_id' | 'tenant_name' | 'workspace_id' | 'attachments'
> & { bot: Pick<ServerTenant['bot'], 'translation'> };

/** A prepared answer of a workspace; without a `locale` it is for every language. */
export interface CannedReply {
  canned_reply_id: string;
  workspace_id: string;
  shortcut: string;
  content: string;
  locale?: string;
}

/** What an operator wrote for colleagues, about a conversation. */
export interface Note {
  note_id: string;
  operator_id: string;
  operator_display_name: string;
  content: string;
  created_at: string;
}

/** A list of a workspace that pages read once. */
export type ChangedList = 'operators' | 'members' | 'canned_replies' | 'tenants' | 'settings';

/** What the live feed sends. */
export type Update =
  | { type: 'conversation'; conversation: Row }
  | { type: 'message'; conversation_id: string; message: Message; last_seq: number }
  | {
      type: 'typing';
      conversation_id: string;
      sender: { kind: Message['sender']['kind'] };
      state: 'start' | 'stop';
    }
  /** The next piece of an answer that the bot is writing. `at`: the code points before it. */
  | { type: 'draft'; conversation_id: string; stream_id: string; at: number; text: string }
  | {
      type: 'draft_end';
      conversation_id: string;
      stream_id: string;
      outcome: 'message' | 'discarded';
    }
  | { type: 'note'; conversation_id: string; note: Note }
  | { type: 'page'; conversation_id: string; page: Page }
  | { type: 'note_removed'; conversation_id: string; note_id: string }
  | { type: 'suggestion'; conversation_id: string; suggestion: Suggestion | null }
  /** A note names this operator. */
  | { type: 'mention'; conversation_id: string; note_id: string }
  /** What the scan of a file has found. */
  | {
      type: 'attachment';
      conversation_id: string;
      seq: number;
      upload_id: string;
      scan: Attachment['scan'];
    }
  /** A message was taken out of sight. */
  | { type: 'removed'; conversation_id: string; seq: number }
  | { type: 'receipt'; conversation_id: string; kind: 'delivered' | 'read'; seq: number }
  | { type: 'presence'; operator_id: string; status: Presence }
  /**
   * The list has changed; `id` is the operator, account, canned reply or tenant. `members` with one's own id:
   * one's role or profile. `settings` without an id: the workspace itself.
   */
  | { type: 'changed'; what: ChangedList; id?: string }
  /** An operator never came for what this one gave to them: it is back in the queue. */
  | {
      type: 'transfer_returned';
      conversation_id: string;
      operator_id: string;
      operator_display_name: string;
    };

const TYPES: readonly string[] = [
  'conversation',
  'message',
  'typing',
  'draft',
  'draft_end',
  'note',
  'note_removed',
  'suggestion',
  'mention',
  'page',
  'attachment',
  'removed',
  'receipt',
  'presence',
  'transfer_returned',
  'changed',
];

/** The update, or null for a type that a later relay may add. */
export function readUpdate(value: unknown): Update | null {
  if (typeof value !== 'object' || value === null || !('type' in value)) return null;
  return TYPES.includes(String(value.type)) ? (value as Update) : null; // the relay's own words
}
