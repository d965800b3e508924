import type { AttachmentView, MessageView, WidgetConfig } from './frames';
import type { Language } from './languages';

/**
 * The responses of the visitors' HTTP routes, as `docs/PROTOCOL.md` states them. The server imports these types; a
 * change here is a change of the protocol. Times are ISO 8601 UTC with milliseconds.
 */

/** A token for a session. `expires_at` is the token's end, not the session's. */
export interface VisitorToken {
  session_id: string;
  visitor_token: string;
  expires_at: string;
}

export interface CreatedVisitorSession extends VisitorToken {
  widget_config: WidgetConfig;
}

/** The session's user. With a token, the chat continues in the earlier session of that user. */
export type IdentifiedVisitor =
  | { session_id: string; user_id: string }
  | (VisitorToken & { user_id: string });

/** A page of messages, the oldest first. `has_more`: there are more in the direction of the request. */
export interface MessageHistory {
  messages: MessageView[];
  has_more: boolean;
  last_seq: number;
}

/** The address for the bytes of an announced file, valid until `expires_at`. */
export interface CreatedUpload {
  upload_id: string;
  put: { url: string; headers: Record<string, string> };
  expires_at: string;
}

/** A file whose bytes are all sent. It has an address once it is in a message. */
export type FinishedUpload = Omit<AttachmentView, 'url' | 'url_expires_at'>;

/** The conversation as its visitor may keep it. */
export interface Transcript {
  tenant_name: string;
  /** Null before the first message. */
  conversation_id: string | null;
  locale: Language;
  /** The tenant's time zone, an IANA name; `UTC` if it has no opening hours. */
  timezone: string;
  started_at: string | null;
  /** False if the oldest messages are left out because the conversation is too long. */
  is_whole: boolean;
  messages: MessageView[];
}

/** The visitors' routes and the `data` of their responses. */
export interface VisitorResponses {
  'create/visitor-session': CreatedVisitorSession;
  'fetch/widget-config': { widget_config: WidgetConfig };
  'refresh/visitor-token': VisitorToken;
  'resume/visitor-session': VisitorToken;
  'identify/visitor': IdentifiedVisitor;
  'end/visitor-session': { session_id: string };
  'fetch/messages': MessageHistory;
  'rate/conversation': object;
  'set/contact': object;
  'fetch/transcript': { transcript: Transcript };
  'send/transcript': {
    /** Enough of the address to recognise it, such as `a***@c***.com`. */
    sent_to: string;
    /** The mail asks to confirm the address first, and has nothing of the conversation. */
    needs_confirmation: boolean;
  };
  'create/upload': CreatedUpload;
  'finish/upload': FinishedUpload;
  'cancel/upload': { upload_id: string };
}
