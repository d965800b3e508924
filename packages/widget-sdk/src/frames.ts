/**
 * The visitor socket's frames, as `docs/PROTOCOL.md` states them. The server imports these types;
 * a change here is a change of the protocol.
 */

/** The tenant's public configuration. Times are ISO 8601 UTC with milliseconds. */
export interface WidgetConfig {
  tenant_name: string;
  is_online: boolean;
  bot_enabled: boolean;
  locale: string;
  /** The tenant's language, used when the widget has no words in `locale`. An older relay leaves it out. */
  default_locale?: string;
  /** The tenant's own words for the widget, by key, in the language of `locale`. An older relay leaves it out. */
  texts?: Record<string, string>;
  greeting: string | null;
  theme: { accent_color: string | null; position: 'left' | 'right' };
  /** Visitors may rate a resolved conversation. An older relay leaves it out. */
  rating?: boolean;
  /** The widget asks for an e-mail address when no operator is online. An older relay leaves it out. */
  ask_email?: boolean;
  /** Whether the page sends `page` frames. An older relay leaves it out. */
  share_page?: boolean;
  limits: { content_chars: number; frame_bytes: number };
  /** The files that visitors may send. An older relay leaves it out. */
  attachments?: { enabled: boolean; types: string[]; max_bytes: number };
}

export type ConversationStatus = 'BOT' | 'WAITING' | 'ASSIGNED' | 'RESOLVED';
export type SenderKind = 'visitor' | 'bot' | 'agent' | 'system';
export type SessionMode = 'bot' | 'human';
export type TypingState = 'start' | 'stop';

/** The conversation as its visitor sees it. `queue_position` counts from 1 while `WAITING`, else null. */
export interface ConversationView {
  conversation_id: string;
  status: ConversationStatus;
  operator_display_name: string | null;
  queue_position: number | null;
  /** The visitor's rating, while the conversation is `RESOLVED`. */
  rating?: RatingView;
}

/** `rating` is 1 (bad) to 5 (good); `comment` has at most 1,000 characters. */
export interface RatingView {
  rating: number;
  comment: string | null;
}

/** One line of the conversation. `client_msg_id` is there on the visitor's own messages. */
export interface MessageView {
  message_id: string;
  seq: number;
  sender: { kind: SenderKind; display_name?: string };
  content: string;
  created_at: string;
  client_msg_id?: string;
  /** Id of the drafts that showed this answer before; only on a new message, never in a replay. */
  stream_id?: string;
  /** The documents that a bot's answer quotes, at most 3. */
  sources?: MessageSource[];
  /** Files, at most 5; left out where there are none. */
  attachments?: AttachmentView[];
  /** True of a removed message: it keeps its `seq`, and has no content, sources or files. */
  removed?: true;
}

/** `pending` and `infected` files have no address. */
export type ScanState = 'none' | 'pending' | 'clean' | 'infected';

/** A file of a message. The relay detects its type from the bytes. */
export interface AttachmentView {
  upload_id: string;
  name: string;
  type: string;
  bytes: number;
  /** The size in pixels, of images only. */
  width?: number;
  height?: number;
  sha256: string;
  scan: ScanState;
  /** Opens the file until `url_expires_at`. */
  url?: string;
  url_expires_at?: string;
}

/** A document that an answer quotes; `url` is null if it is not published. */
export interface MessageSource {
  title: string;
  url: string | null;
}

/** The text so far of an answer that the bot is still writing. It is not stored yet. */
export interface DraftView {
  stream_id: string;
  text: string;
}

export type VisitorFrame =
  | { type: 'msg'; client_msg_id: string; content: string; attachments?: string[] }
  | { type: 'typing'; state: TypingState }
  | { type: 'ping' }
  | { type: 'read'; seq: number }
  | { type: 'escalate' }
  /** `rating` is 1 to 5; `comment` has at most 1,000 characters. Answered by `rated` or `error`. */
  | { type: 'rate'; rating: number; comment?: string }
  | { type: 'sync'; since: number }
  | { type: 'auth'; token: string }
  | { type: 'contact'; email: string }
  | { type: 'page'; url: string; title: string };

export interface WelcomeFrame {
  type: 'welcome';
  protocol: 1;
  session: {
    session_id: string;
    expires_at: string;
    locale: string;
    mode: SessionMode;
    user_id: string | null;
    /** The visitor has left an e-mail address for answers. An older relay leaves it out. */
    has_contact?: boolean;
  };
  config: WidgetConfig;
  conversation: ConversationView | null;
  last_seq: number;
  read_seq: number;
  /** How far an operator has read. An older relay leaves it out. */
  agent_read_seq?: number;
  resume: {
    status: 'none' | 'ok' | 'truncated' | 'reset';
    /** First and last replayed `seq`; null when nothing is replayed. */
    from: number | null;
    to: number | null;
  };
  /** The `seq` of each message up to `since` that was removed, at most 200. An older relay leaves it out. */
  removed?: number[];
  /** The bot's answer that is being written, if there is one. An older relay leaves it out. */
  draft?: DraftView | null;
  heartbeat: { interval_ms: number; timeout_ms: number };
  token_expires_at: string;
  server_time: string;
}

export interface AckFrame {
  type: 'ack';
  client_msg_id: string;
  message_id: string;
  seq: number;
  created_at: string;
  /** The message's files, as every read of it has them. */
  attachments?: AttachmentView[];
  /** Set on the ack of a repeated `client_msg_id`. */
  duplicate?: true;
  /** Set if the message was removed in the meantime. */
  removed?: true;
}

export type MsgFrame = { type: 'msg' } & MessageView;

export type FrameErrorCode =
  | 'invalid_frame'
  | 'unknown_type'
  | 'content_too_long'
  | 'client_msg_id_conflict'
  | 'state_conflict'
  | 'attachment_invalid'
  | 'rate_limited'
  | 'token_invalid'
  | 'visitor_blocked'
  | 'storage_unavailable'
  | 'overloaded';

export interface ErrorFrame {
  type: 'error';
  code: FrameErrorCode;
  client_msg_id?: string;
  retry_after_ms?: number;
  retryable: boolean;
}

export interface ReceiptFrame {
  type: 'receipt';
  kind: 'delivered' | 'read';
  seq: number;
}

/** The next piece of an answer that the bot is writing. `at`: how many code points were sent before it. */
export interface DraftFrame {
  type: 'draft';
  stream_id: string;
  at: number;
  text: string;
}

/** The draft is over: its message follows, or it was discarded. */
export interface DraftEndFrame {
  type: 'draft_end';
  stream_id: string;
  outcome: 'message' | 'discarded';
}

export type ServerFrame =
  | WelcomeFrame
  | AckFrame
  | MsgFrame
  | { type: 'typing'; sender: { kind: SenderKind }; state: TypingState }
  | DraftFrame
  | DraftEndFrame
  | { type: 'pong' }
  | { type: 'auth_ok'; token_expires_at: string }
  | { type: 'rated' }
  | { type: 'contact_ok' }
  | { type: 'status'; conversation: ConversationView }
  | ReceiptFrame
  /** A message was removed: drop its content and files, and keep its place. */
  | { type: 'removed'; message_id: string; seq: number }
  /** A scan of a file has ended. Read the message again for its address. */
  | { type: 'attachment'; message_id: string; seq: number; upload_id: string; scan: ScanState }
  | ErrorFrame
  /** Ends a page of at most 200 messages that was requested by `sync`. */
  | { type: 'sync_end'; to: number; has_more: boolean }
  | { type: 'reconnect'; within_ms: number };
