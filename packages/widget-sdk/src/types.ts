import type { ConversationStatus, ScanState, SenderKind, SessionMode } from './frames';
import type { ChatError, ChatErrorCode } from './errors';

/** The tenant's public configuration. */
export interface ChatConfig {
  readonly tenantName: string;
  /** True if an operator may be online now. */
  readonly isOnline: boolean;
  readonly botEnabled: boolean;
  readonly locale: string;
  /** The tenant's language, used when the widget has no words in `locale`. An older relay leaves it out. */
  readonly defaultLocale?: string;
  /** The tenant's own words for the widget, by key, in the language of `locale`. An older relay leaves it out. */
  readonly texts?: Readonly<Record<string, string>>;
  readonly greeting: string | null;
  /** The visitor may rate a resolved conversation. An older relay leaves it out. */
  readonly rating?: boolean;
  /** The widget asks for an e-mail address when no operator is online. An older relay leaves it out. */
  readonly askEmail?: boolean;
  readonly theme: { readonly accentColor: string | null; readonly position: 'left' | 'right' };
  /** Whether operators see which page the visitor is on. */
  readonly sharePage?: boolean;
  readonly limits: { readonly contentChars: number; readonly frameBytes: number };
  /** The files that the visitor may send. An older relay leaves it out. */
  readonly attachments?: {
    readonly enabled: boolean;
    readonly types: readonly string[];
    readonly maxBytes: number;
  };
}

/** A page of the tenant's site. */
export interface SharedPage {
  /** A URL of the chat's own origin. */
  readonly url: string;
  readonly title: string;
}

/** The visitor's session. */
export interface ChatSession {
  readonly sessionId: string;
  /** End of the session, ISO 8601 UTC. */
  readonly expiresAt: string;
  readonly locale: string;
  readonly mode: SessionMode;
  /** Set once the visitor is identified. */
  readonly userId: string | null;
  /** True if the visitor has left an e-mail address for answers. */
  readonly hasContact?: boolean;
}

/** The state of the conversation. */
export interface ChatConversation {
  readonly conversationId: string;
  readonly status: ConversationStatus;
  readonly operatorDisplayName: string | null;
  /** The position in the queue, from 1, while `WAITING`; else null. */
  readonly queuePosition: number | null;
  /** The visitor's rating, 1 (bad) to 5 (good), while the conversation is `RESOLVED`. */
  readonly rating?: { readonly rating: number; readonly comment: string | null };
}

/** A file of a message, or one that `chat.files.attach()` has uploaded for a message. */
export interface ChatAttachment {
  readonly uploadId: string;
  /** The name that the sender gave it. Its extension need not match `type`. */
  readonly name: string;
  /** The media type, which the relay detects from the bytes. */
  readonly type: string;
  readonly bytes: number;
  /** The size in pixels, of pictures only. */
  readonly width?: number;
  readonly height?: number;
  readonly sha256: string;
  /** The result of the virus scan. A `pending` or `infected` file has no `url`. */
  readonly scan: ScanState;
  /** Opens the file until `urlExpiresAt`; `chat.files.fetchAddress()` gives one that is valid. */
  readonly url?: string;
  readonly urlExpiresAt?: string;
}

/** How a file is uploaded. */
export interface AttachOptions {
  /** Cancels the upload, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called with the share that is sent, 0 to 1. Starts over when the upload does; without XMLHttpRequest, only 1. */
  onProgress?(share: number): void;
}

/** The parts of a message in addition to its text. */
export interface SendOptions {
  /** Files that `chat.files.attach()` has uploaded, at most 5. */
  readonly attachments?: readonly ChatAttachment[];
}

/** One line of the chat, stored by the relay or still on its way there. */
export interface ChatMessage {
  /** Stable from sending on: the key for lists and for `retry()`. */
  readonly id: string;
  /** Place in the conversation from 1, without gaps; null until the relay has stored it. */
  readonly seq: number | null;
  /** The relay's id; null until it has stored the message. */
  readonly messageId: string | null;
  readonly state: 'sent' | 'queued' | 'sending' | 'failed';
  /** The error's code if `state` is `failed`, else null. */
  readonly error: ChatErrorCode | null;
  readonly sender: { readonly kind: SenderKind; readonly displayName: string | null };
  readonly content: string;
  /** The documents that a bot's answer quotes; check a `url` before you show it as a link. */
  readonly sources: readonly { readonly title: string; readonly url: string | null }[];
  /** Its files, at most 5. */
  readonly attachments: readonly ChatAttachment[];
  /** True if the message was removed: `content` and `attachments` are empty. */
  readonly removed: boolean;
  /** ISO 8601 UTC. The relay's time once the message is stored, the device's before. */
  readonly createdAt: string;
}

/** The text so far of an answer that the bot is still writing. The whole message follows. */
export interface ChatDraft {
  /** Id of the answer; stable while it streams. */
  readonly id: string;
  readonly text: string;
}

/** Confirms that a message is stored permanently. */
export interface Ack {
  readonly id: string;
  readonly messageId: string;
  readonly seq: number;
  readonly createdAt: string;
}

export type ChatStatus = 'idle' | 'connecting' | 'online' | 'reconnecting' | 'stopped';

/** Everything a page shows, immutable: a new object on each change, the same one in between. */
export interface Snapshot {
  readonly status: ChatStatus;
  /** The reason if `status` is `stopped`: `user` after `stop()`, else the error's code. Null otherwise. */
  readonly reason: 'user' | ChatErrorCode | null;
  readonly session: ChatSession | null;
  readonly config: ChatConfig | null;
  readonly conversation: ChatConversation | null;
  /** Stored messages by `seq`, then those on their way in the order they were sent. */
  readonly messages: readonly ChatMessage[];
  /** The answer that the bot is writing, else null. It may be discarded: keep nothing of it. */
  readonly draft: ChatDraft | null;
  /** The kind of sender that is typing, else null. */
  readonly typing: SenderKind | null;
  /** The number of messages of the bot and of operators after `readSeq`. */
  readonly unread: number;
  /** The `seq` up to which the visitor has read. */
  readonly readSeq: number;
  /** The `seq` up to which the visitor's messages reached the other side; then, up to which they were read there. */
  readonly deliveredSeq: number;
  readonly readByAgentSeq: number;
  /** True if `loadHistory()` would return more. */
  readonly hasMoreHistory: boolean;
}

/** The address that a conversation was mailed to. */
export interface SentTranscript {
  /** Enough of the address to recognise it, such as `a***@c***.com`. */
  readonly sentTo: string;
  /** True if the mail only asks to confirm the address, and contains nothing of the conversation. */
  readonly needsConfirmation: boolean;
}

/** The events of `chat.on()` and their values. */
export interface ChatEvents {
  /** Any change of the snapshot. */
  state: Snapshot;
  /** A message that arrived over the socket, once each. Pages of history are not announced. */
  message: ChatMessage;
  ack: Ack;
  typing: SenderKind | null;
  receipt: { readonly kind: 'delivered' | 'read'; readonly seq: number };
  unread: number;
  /** The chat continues in this session; `isNew` if it was created just now. */
  session: { readonly sessionId: string; readonly isNew: boolean };
  error: ChatError;
  /** The session was deleted, here or in another tab: `reset` by `reset()`, `end` by `endSession()`. */
  reset: 'reset' | 'end';
  /** The chat stopped: `user` after `stop()`, else the code of an error that retrying can't help. */
  closed: { readonly reason: 'user' | ChatErrorCode };
}

/** The visitor's identity, as the tenant's backend has signed it. */
export interface Identity {
  readonly userId: string;
  /** HMAC-SHA256 of `userId` with the tenant's secret, in hex. Only the backend makes it, never the page. */
  readonly userSignature: string;
  readonly displayName?: string;
  readonly email?: string;
  /** Facts about the visitor. Operators see them marked as unverified. */
  readonly attributes?: Readonly<Record<string, unknown>>;
}

/** Files of messages, as `chat.files`. */
export interface ChatFiles {
  /**
   * Uploads a file for a message, and resolves once the relay has stored it and detected its type. Give it to
   * `chat.send()` within a day. Continues after outages, and starts the chat as `chat.send()` does. Rejects with a
   * `ChatError` if continuing can't help: `attachments_disabled`, `attachment_too_large`,
   * `attachment_type_not_allowed`, `attachment_invalid` if the file can't be read, or `rate_limited` if
   * `retryAfterMs` is longer than a minute.
   */
  attach(file: File, options?: AttachOptions): Promise<ChatAttachment>;
  /**
   * Returns an address that opens this file now: the known one, or a new one if that has expired. Rejects with
   * `not_found` if no shown message has the file, or if the file has no address.
   */
  fetchAddress(uploadId: string): Promise<string>;
}

/** The whole conversation, as `chat.transcript`. */
export interface ChatTranscript {
  /** Returns the conversation as text, in the visitor's language; rejects with a `ChatError`. */
  fetch(): Promise<string>;
  /**
   * Mails the conversation to the address that the visitor left. Until the visitor has confirmed the address, the
   * mail has a link for that, and nothing of the conversation. Rejects with `state_conflict` if the relay knows no
   * address or sends no mail, or with `rate_limited`.
   */
  mail(): Promise<SentTranscript>;
}

/**
 * A visitor's chat. A session and a socket are created by `start({ open: true })`, `send()`, `retry()`,
 * `files.attach()` and `escalate()`, and by `start()` alone if storage has a session or unsent messages. Until then a
 * page costs the relay nothing.
 */
export interface Chat {
  /**
   * Continues with the stored session, if there is one; with `open`, creates one otherwise.
   * @throws TypeError if there is no WebSocket or no origin, or after `destroy()`
   */
  start(options?: { open?: boolean }): void;
  /** Closes the socket and stays closed, whatever the page or the network does, until `start()`. */
  stop(): void;
  /** Ends this object permanently. Stored data stays for the next one. */
  destroy(): void;
  /** Deletes session, messages and identity, in every tab: for a logout. */
  reset(): void;
  /**
   * Sends a message and resolves once the relay has stored it, however long that takes; rejects with a
   * `ChatError` if only `retry()` can help. The snapshot shows the message at once. Starts the chat, unless `stop()`
   * was called last. With files, the text may be empty. `attachment_invalid` means that the relay no longer has one
   * of them: upload it again.
   */
  send(text: string, options?: SendOptions): Promise<Ack>;
  readonly files: ChatFiles;
  /** Sends a failed message again, with the same id, so that it is stored once. */
  retry(id: string): Promise<Ack>;
  /** Removes a message that was not sent. */
  discard(id: string): void;
  /** Reports that the visitor is typing, or has stopped. Call it on each key: the frames are throttled. */
  typing(isTyping: boolean): void;
  /** Reports that the visitor has read up to `seq` (default: all). Call it while the chat is visible. */
  markRead(seq?: number): void;
  /** Asks for a person. Repeated until the conversation is in the operators' queue or has an operator. */
  escalate(): void;
  /**
   * Rates the resolved conversation, 1 (bad) to 5 (good), with a comment of at most 1,000 characters. It may be
   * changed within a day, until the conversation reopens. Rejects with a `ChatError`: `state_conflict` if it can't
   * be rated now.
   */
  rate(rating: number, comment?: string): Promise<void>;
  /**
   * Shows operators which page the visitor is on, unless the tenant has switched it off; call it again when the
   * visitor is on another one. Query and fragment are never sent. `<chat-relay-widget>` calls it automatically.
   */
  sharePage(page: SharedPage): void;
  /** Loads the page of messages before the first one; rejects with a `ChatError`. */
  loadHistory(): Promise<void>;
  /**
   * Leaves an e-mail address: an operator's answer goes there once the visitor has left. Never require one, and say
   * that the mail's link opens the whole conversation once. Rejects with a `ChatError`.
   */
  leaveEmail(email: string): Promise<void>;
  /**
   * Continues the conversation of a mailed link, `#relay=<token>` in the page's address; remove it from there at
   * once. Call this when the visitor asks for it, not when the page loads: mail scanners load pages. It ends the
   * conversation everywhere else. Rejects with `session_expired` if the link was used or is too old.
   */
  resume(token: string): Promise<void>;
  readonly transcript: ChatTranscript;
  /**
   * Identifies the visitor: for the current session, otherwise for the next one. If the tenant allows it, the
   * chat then continues in the visitor's open conversation of another device. Rejects with
   * `identity_signature_invalid`, or `already_identified`: then call `reset()` first.
   */
  identify(identity: Identity): Promise<void>;
  /** Sets the language of later sessions and of later configuration. */
  setLocale(locale: string | undefined): void;
  /** Reads the tenant's public configuration, for a launcher; needs and creates no session. */
  fetchConfig(): Promise<ChatConfig>;
  /**
   * Ends the session, in every tab. The visitor stays identified in the next session. Rejects with a `ChatError` if
   * the relay could not be reached; the session has ended in this browser anyway.
   */
  endSession(): Promise<void>;
  /** The current snapshot, the same object until something changes. */
  getState(): Snapshot;
  /** Calls `listener` with each new snapshot; returns a function that removes it. */
  subscribe(listener: () => void): () => void;
  /** Calls `listener` with the value of each such event; returns a function that removes it. */
  on<K extends keyof ChatEvents>(event: K, listener: (value: ChatEvents[K]) => void): () => void;
}
