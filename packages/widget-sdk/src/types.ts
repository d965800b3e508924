import type { ConversationStatus, ScanState, SenderKind, SessionMode } from './frames';
import type { ChatError, ChatErrorCode } from './errors';

/** What a page may know about its tenant. */
export interface ChatConfig {
  readonly tenantName: string;
  /** An operator may be online now. */
  readonly isOnline: boolean;
  readonly botEnabled: boolean;
  readonly locale: string;
  /** The tenant's language, for a locale in which the widget has no words. An older relay leaves it out. */
  readonly defaultLocale?: string;
  /** The tenant's own words for the widget, by key, in the language of `locale`. An older relay leaves it out. */
  readonly texts?: Readonly<Record<string, string>>;
  readonly greeting: string | null;
  /** The visitor may rate a resolved conversation. An older relay leaves it out. */
  readonly rating?: boolean;
  /** Ask for an e-mail address when no one is there. An older relay leaves it out. */
  readonly askEmail?: boolean;
  readonly theme: { readonly accentColor: string | null; readonly position: 'left' | 'right' };
  /** Whether operators see which page the visitor is on. */
  readonly sharePage?: boolean;
  readonly limits: { readonly contentChars: number; readonly frameBytes: number };
  /** Which files the visitor may send. An older relay leaves it out. */
  readonly attachments?: {
    readonly enabled: boolean;
    readonly types: readonly string[];
    readonly maxBytes: number;
  };
}

/** A page of the tenant's site. */
export interface SharedPage {
  /** Of the chat's own origin. */
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
  /** The visitor has left an e-mail address for answers. */
  readonly hasContact?: boolean;
}

/** Who owns the conversation now. */
export interface ChatConversation {
  readonly conversationId: string;
  readonly status: ConversationStatus;
  readonly operatorDisplayName: string | null;
  /** From 1 while `WAITING`, else null. */
  readonly queuePosition: number | null;
  /** What the visitor gave, while it is `RESOLVED`. */
  readonly rating?: { readonly rating: number; readonly comment: string | null };
}

/** A file of a message, or one that `chat.files.attach()` has uploaded for a message. */
export interface ChatAttachment {
  readonly uploadId: string;
  /** As its sender called it. It may end in anything, whatever the type. */
  readonly name: string;
  /** The relay reads it from the bytes. */
  readonly type: string;
  readonly bytes: number;
  /** Of pictures, in pixels. */
  readonly width?: number;
  readonly height?: number;
  readonly sha256: string;
  /** `pending` and `infected` files have no address. */
  readonly scan: ScanState;
  /** Opens the file until `urlExpiresAt`; `chat.files.fetchAddress()` gives one that is valid. */
  readonly url?: string;
  readonly urlExpiresAt?: string;
}

/** How a file is uploaded. */
export interface AttachOptions {
  /** Cancels the upload, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** How much is sent, from 0 to 1. It starts over if the upload does; without XMLHttpRequest there is only 1. */
  onProgress?(share: number): void;
}

/** What a message has in addition to its text. */
export interface SendOptions {
  /** Files that `chat.files.attach()` has uploaded, at most 5. */
  readonly attachments?: readonly ChatAttachment[];
}

/** One line of the chat, stored by the relay or still on its way there. */
export interface ChatMessage {
  /** Stable from sending on; use it as the key of a list and for `retry()`. */
  readonly id: string;
  /** Place in the conversation from 1, without gaps; null until the relay has stored it. */
  readonly seq: number | null;
  /** The relay's id; null until it has stored the message. */
  readonly messageId: string | null;
  readonly state: 'sent' | 'queued' | 'sending' | 'failed';
  /** Why it failed, when it did. */
  readonly error: ChatErrorCode | null;
  readonly sender: { readonly kind: SenderKind; readonly displayName: string | null };
  readonly content: string;
  /** What a bot's answer quotes; check an address before you show it as a link. */
  readonly sources: readonly { readonly title: string; readonly url: string | null }[];
  /** Its files, at most 5. */
  readonly attachments: readonly ChatAttachment[];
  /** It was taken out of sight: `content` and `attachments` are empty. */
  readonly removed: boolean;
  /** ISO 8601 UTC; the relay's time once it is stored. */
  readonly createdAt: string;
}

/** What the bot has written so far of an answer that it is still writing. The whole message follows. */
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
  /** Why it is `stopped`: `user` for `stop()`, else the error's code; null otherwise. */
  readonly reason: 'user' | ChatErrorCode | null;
  readonly session: ChatSession | null;
  readonly config: ChatConfig | null;
  readonly conversation: ChatConversation | null;
  /** Stored messages by `seq`, then those on their way in the order they were sent. */
  readonly messages: readonly ChatMessage[];
  /** The answer that the bot is writing, if it shows one. It may be taken back: keep nothing of it. */
  readonly draft: ChatDraft | null;
  /** Who is typing, if anyone. */
  readonly typing: SenderKind | null;
  /** Messages of the bot and of operators after `readSeq`. */
  readonly unread: number;
  /** How far the visitor has read. */
  readonly readSeq: number;
  /** How far the visitor's messages reached the other side, and how far they were read there. */
  readonly deliveredSeq: number;
  readonly readByAgentSeq: number;
  /** `loadHistory()` would return more. */
  readonly hasMoreHistory: boolean;
}

/** Where a conversation was mailed. */
export interface SentTranscript {
  /** Enough of the address to recognise it, such as `a***@c***.com`. */
  readonly sentTo: string;
  /** The mail asks to confirm the address first, and has nothing of the conversation. */
  readonly needsConfirmation: boolean;
}

/** The events of `chat.on()` and their values. */
export interface ChatEvents {
  /** Any change of the snapshot. */
  state: Snapshot;
  /** A message that came in over the socket, once. Pages of history are not announced. */
  message: ChatMessage;
  ack: Ack;
  typing: SenderKind | null;
  receipt: { readonly kind: 'delivered' | 'read'; readonly seq: number };
  unread: number;
  /** The chat continues in this session; `isNew` if it was created just now. */
  session: { readonly sessionId: string; readonly isNew: boolean };
  error: ChatError;
  /** The session was deleted, here or in another tab: by `reset()` or, as an `end`, by `endSession()`. */
  reset: 'reset' | 'end';
  /** The chat stopped: by `stop()`, or because continuing can't help. */
  closed: { readonly reason: 'user' | ChatErrorCode };
}

/** Who the visitor is, according to the tenant's backend. */
export interface Identity {
  readonly userId: string;
  /** hex(hmac_sha256(tenant_secret, userId)), made by the tenant's backend, never in the page. */
  readonly userSignature: string;
  readonly displayName?: string;
  readonly email?: string;
  /** Shown to operators as unverified. */
  readonly attributes?: Readonly<Record<string, unknown>>;
}

/** Files of messages, as `chat.files`. */
export interface ChatFiles {
  /**
   * Uploads a file for a message, and resolves once the relay has stored it and read its type; within a day, give it to
   * `chat.send()`. Continues after outages, and rejects with a `ChatError` if that can't help: `attachments_disabled`,
   * `attachment_too_large`, `attachment_type_not_allowed`, `attachment_invalid` if the file can't be read, or
   * `rate_limited` if `retryAfterMs` is longer than a minute. Starts the chat, as `chat.send()` does.
   */
  attach(file: File, options?: AttachOptions): Promise<ChatAttachment>;
  /**
   * An address that opens this file of a message now: the known one, or a new one once that has expired. Rejects with
   * `not_found` if no shown message has the file, or if it has none.
   */
  fetchAddress(uploadId: string): Promise<string>;
}

/** The whole conversation, as `chat.transcript`. */
export interface ChatTranscript {
  /** The conversation as text, in the visitor's language; rejects with a `ChatError`. */
  fetch(): Promise<string>;
  /**
   * Mails the conversation to the address that the visitor left. Until its owner has followed a mailed link, which
   * proves that it is the visitor's own, the mail has such a link in place of the conversation. Rejects with
   * `state_conflict` if the relay knows no address or sends no mail, or `rate_limited`.
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
   * `ChatError` if only `retry()` can help. The snapshot shows it at once. Starts the chat, unless `stop()` was
   * called last. With files, the text may be empty. `attachment_invalid` means that the relay no longer has one of
   * them: upload it again.
   */
  send(text: string, options?: SendOptions): Promise<Ack>;
  /** The files of messages. */
  readonly files: ChatFiles;
  /** Sends a failed message again, under its first id. */
  retry(id: string): Promise<Ack>;
  /** Removes a message that was not sent. */
  discard(id: string): void;
  /** The visitor is typing, or has stopped; call it on each key, the frames are limited. */
  typing(isTyping: boolean): void;
  /** The visitor has read up to `seq` (default: all); call it while the chat is visible. */
  markRead(seq?: number): void;
  /** Asks for a person; kept until the conversation is in the operators' queue or has an operator. */
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
   * Continues the conversation of a mailed link, `#relay=<token>` in the page's address; remove it from there at once, and
   * call this when the visitor asks for it, not when the page loads: scanners of mails load pages. It ends the
   * conversation everywhere else. Rejects with `session_expired` if the link was used or is too old.
   */
  resume(token: string): Promise<void>;
  /** The whole conversation, to keep. */
  readonly transcript: ChatTranscript;
  /**
   * Identifies the visitor: for the current session, otherwise for the next one. If the tenant allows it, the
   * chat then continues in the visitor's open conversation of another device. Rejects with
   * `identity_signature_invalid`, or `already_identified`: then call `reset()` first.
   */
  identify(identity: Identity): Promise<void>;
  /** The language of later sessions and configuration. */
  setLocale(locale: string | undefined): void;
  /** Reads the tenant's public configuration, for a launcher; needs and creates no session. */
  fetchConfig(): Promise<ChatConfig>;
  /**
   * Ends the session, in every tab. The visitor stays identified, also in the next session. Rejects with a
   * `ChatError` if the relay could not be reached; here the session has ended anyway.
   */
  endSession(): Promise<void>;
  /** The current snapshot, the same object until something changes. */
  getState(): Snapshot;
  /** Calls `listener` with each new snapshot; returns a function that removes it. */
  subscribe(listener: () => void): () => void;
  /** Calls `listener` on each such event; returns a function that removes it. */
  on<K extends keyof ChatEvents>(event: K, listener: (value: ChatEvents[K]) => void): () => void;
}
