import type { Attachment, EscalationReason, Rating } from '../events';

/** A message in the form that the relay returns. */
export interface Message {
  message_id: string;
  seq: number;
  sender: { kind: 'visitor' | 'bot' | 'agent' | 'system'; display_name?: string };
  content: string;
  created_at: string;
  client_msg_id?: string;
  /** The documents that a bot's answer quotes, at most 3; `url` is null for one that is not published. */
  sources?: { title: string; url: string | null }[];
  /** Left out if the message has no files. */
  attachments?: Attachment[];
  /** Set if an admin removed the message: it has no content, sources or files any more. */
  removed?: true;
}

/** A file of a message, and an address that opens it until `url_expires_at`. */
export interface LinkedAttachment extends Attachment {
  url?: string;
  url_expires_at?: string;
}

/** A conversation in the form that the relay returns. */
export interface Conversation {
  conversation_id: string;
  tenant_id: string;
  visitor_session_id: string;
  status: 'BOT' | 'WAITING' | 'ASSIGNED' | 'RESOLVED';
  owner: 'bot' | 'human';
  owner_epoch: number;
  operator_id: string | null;
  operator_display_name: string | null;
  escalation_reason: EscalationReason | null;
  claim_count: number;
  claimed_at: string | null;
  released_at: string | null;
  resolved_at: string | null;
  waiting_since: string | null;
  /** The latest rating. It stays after the conversation is reopened. */
  rating: Rating | null;
  /** The time by which the tenant's targets want an answer or a claim; null if no target applies now. */
  due_at: string | null;
  routing_key: string | null;
  mode: 'bot' | 'human';
  locale: string;
  origin: string;
  last_seq: number;
  visitor_read_seq: number;
  agent_read_seq: number;
  started_at: string;
  last_message_at: string | null;
  /** Data that the page gave when it created the session. It is not verified. */
  metadata: Record<string, unknown>;
  /** The latest message of a visitor, bot or operator. */
  last_message: LastMessage | null;
  /** The number of the visitor's messages that no operator has read. */
  unread: number;
  /** Ids of operators who have marked the conversation as unread for themselves. */
  marked_unread_by: string[];
  /** The time until which operators' lists leave the conversation out. */
  snoozed_until: string | null;
  visitor: Visitor;
}

/** The message that a list shows. `preview` has at most 140 characters, on one line. */
export interface LastMessage {
  kind: 'visitor' | 'bot' | 'agent';
  preview: string;
  at: string;
  /** The message's first file. */
  attachment?: { name: string; type: string };
}

/** The visitor of a conversation. */
export interface Visitor {
  /** The tenant's own user, once identified. */
  user_id: string | null;
  is_identified: boolean;
  /** The address that the visitor left for answers. */
  contact_email: string | null;
  /** True if the visitor opened a link mailed to that address. Otherwise, anyone may have entered it. */
  contact_proven: boolean;
  /** Data that the page or the visitor gave. It is not verified. */
  unverified: {
    display_name: string | null;
    email: string | null;
    attributes: Record<string, unknown> | null;
  };
}

/** A visitor session of a user. */
export interface Session {
  session_id: string;
  tenant_id: string;
  user_id: string;
  mode: 'bot' | 'human';
  locale: string;
  routing_key: string | null;
  origin: string;
  conversation_id: string | null;
  status: Conversation['status'] | null;
  created_at: string;
  expires_at: string;
  ended_at: string | null;
}

/** A page of a conversation's messages, the oldest first. */
export interface History {
  messages: Message[];
  has_more: boolean;
  last_seq: number;
}

/** The address for the bytes of an announced file, until `expires_at`. */
export interface CreatedUpload {
  upload_id: string;
  put: { url: string; headers: Record<string, string> };
  expires_at: string;
}

/** The response to `send/message`. `duplicate` is set if the `client_msg_id` was used before. */
export interface SentMessage {
  message: Message;
  duplicate?: true;
}

/** A visitor to export or erase: one session, or a user with all of their sessions. */
export type VisitorRef =
  | { session_id: string; user_id?: undefined }
  | { user_id: string; session_id?: undefined };

/** The operations of the tenant API and the `data` of their responses. */
export interface TenantResponses {
  'send/message': SentMessage;
  'send/typing': object;
  'escalate/conversation': { conversation: Conversation };
  'resolve/conversation': { conversation: Conversation };
  'fetch/conversation': { conversation: Conversation };
  'fetch/messages': History;
  'create/upload': CreatedUpload;
  'finish/upload': Attachment;
  'fetch/attachment': { attachment: LinkedAttachment };
  'fetch/sessions': { sessions: Session[] };
  'export/visitor': { export: Record<string, unknown> };
  'erase/visitor': { erased_sessions: number };
}
