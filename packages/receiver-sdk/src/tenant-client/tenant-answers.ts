import type { Attachment, EscalationReason } from '../events';

/** A message as the relay shows it. */
export interface Message {
  message_id: string;
  seq: number;
  sender: { kind: 'visitor' | 'bot' | 'agent' | 'system'; display_name?: string };
  content: string;
  created_at: string;
  client_msg_id?: string;
  /** Left out without files. */
  attachments?: Attachment[];
}

/** A file of a message, and where it is opened until `url_expires_at`. */
export interface LinkedAttachment extends Attachment {
  url?: string;
  url_expires_at?: string;
}

/** A conversation as the relay shows it. */
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
  routing_key: string | null;
  mode: 'bot' | 'human';
  locale: string;
  origin: string;
  last_seq: number;
  started_at: string;
  last_message_at: string | null;
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

/** A page of a conversation, in order. */
export interface History {
  messages: Message[];
  has_more: boolean;
  last_seq: number;
}

/** Names a visitor: by a session, or by a user, with all of their sessions. */
export type VisitorRef =
  | { session_id: string; user_id?: undefined }
  | { user_id: string; session_id?: undefined };
