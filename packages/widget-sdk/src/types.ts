import type { ConversationStatus, SenderKind, SessionMode } from './frames';
import type { ChatError, ChatErrorCode } from './errors';

/** What a page may know of its tenant. */
export interface ChatConfig {
  readonly tenantName: string;
  /** An operator can be there now. */
  readonly isOnline: boolean;
  readonly botEnabled: boolean;
  readonly locale: string;
  readonly greeting: string | null;
  readonly theme: { readonly accentColor: string | null; readonly position: 'left' | 'right' };
  readonly limits: { readonly contentChars: number; readonly frameBytes: number };
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
}

/** Who holds the conversation now. */
export interface ChatConversation {
  readonly conversationId: string;
  readonly status: ConversationStatus;
  readonly operatorDisplayName: string | null;
  /** From 1 while `WAITING`, else null. */
  readonly queuePosition: number | null;
}

/** One line of the chat, stored by the relay or still on its way there. */
export interface ChatMessage {
  /** Stable from the moment of sending on; use it as the key of a list and for `retry()`. */
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
  /** ISO 8601 UTC; the relay's time once it is stored. */
  readonly createdAt: string;
}

/** The relay's word that a message is stored for good. */
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
  /** Who is typing, if anybody. */
  readonly typing: SenderKind | null;
  /** Messages of the bot and of operators after `readSeq`. */
  readonly unread: number;
  /** How far the visitor has read. */
  readonly readSeq: number;
  /** How far the visitor's messages reached the other side, and how far they were read there. */
  readonly deliveredSeq: number;
  readonly readByAgentSeq: number;
  /** `loadHistory()` would bring more. */
  readonly hasMoreHistory: boolean;
}

/** The events of `chat.on()` and what each carries. */
export interface ChatEvents {
  /** Any change of the snapshot. */
  state: Snapshot;
  /** A message that came in over the socket, once. Pages of history are not announced. */
  message: ChatMessage;
  ack: Ack;
  typing: SenderKind | null;
  receipt: { readonly kind: 'delivered' | 'read'; readonly seq: number };
  unread: number;
  /** The chat goes on in this session; `isNew` when it was created just now. */
  session: { readonly sessionId: string; readonly isNew: boolean };
  error: ChatError;
  /** The session was forgotten, here or in another tab: by `reset()` or, as an `end`, by `endSession()`. */
  reset: 'reset' | 'end';
  /** The chat stopped: by `stop()`, or because going on can't help. */
  closed: { readonly reason: 'user' | ChatErrorCode };
}

/** Who the visitor is, as the tenant's backend says. */
export interface Identity {
  readonly userId: string;
  /** hex(hmac_sha256(tenant_secret, userId)), made by the tenant's backend, never in the page. */
  readonly userSignature: string;
  readonly displayName?: string;
  readonly email?: string;
  /** Shown to operators as unverified. */
  readonly attributes?: Readonly<Record<string, unknown>>;
}

/**
 * A visitor's chat. A session and a socket are made by `start({ open: true })`, `send()`,
 * `retry()` and `escalate()`, and by a bare `start()` when storage holds a session or unsent
 * messages; until then a page costs the relay nothing.
 */
export interface Chat {
  /**
   * Goes on with the stored session, if there is one; with `open`, creates one otherwise.
   * @throws TypeError where there is no WebSocket, or no origin is known, or after `destroy()`
   */
  start(options?: { open?: boolean }): void;
  /** Closes the socket and stays closed, whatever the page or the network does, until `start()`. */
  stop(): void;
  /** Ends this object for good. What is stored stays for the next one. */
  destroy(): void;
  /** Forgets session, messages and identity, in every tab: for a logout. */
  reset(): void;
  /**
   * Sends a message and resolves once the relay has stored it, however long that takes; rejects
   * with a `ChatError` when it never will without `retry()`. The snapshot shows it at once. Starts
   * the chat, unless `stop()` was the last word.
   */
  send(text: string): Promise<Ack>;
  /** Sends a failed message again, under its first id. */
  retry(id: string): Promise<Ack>;
  /** Removes a message that was not sent. */
  discard(id: string): void;
  /** The visitor types, or stopped; call it on each key, it is thinned out. */
  typing(isTyping: boolean): void;
  /** The visitor has read up to `seq` (default: all); call it while the chat is seen. */
  markRead(seq?: number): void;
  /** Asks for a human; kept until the conversation is in a human's hands or queue. */
  escalate(): void;
  /** Brings the page of messages before the first one; rejects with a `ChatError`. */
  loadHistory(): Promise<void>;
  /**
   * Says who the visitor is: to the session there is, else to the one that will be. Where the tenant
   * allows it, the chat then goes on in the visitor's open conversation of another device. Rejects with
   * `identity_signature_invalid`, or `already_identified`: then `reset()` comes first.
   */
  identify(identity: Identity): Promise<void>;
  /** The language of sessions and configuration asked for from now on. */
  setLocale(locale: string): void;
  /** Reads the tenant's public configuration, for a launcher; needs and makes no session. */
  fetchConfig(): Promise<ChatConfig>;
  /**
   * Ends the session, in every tab; who the visitor is stays known, and the next session is theirs.
   * Rejects with a `ChatError` when the relay could not be told; here it is over all the same.
   */
  endSession(): Promise<void>;
  /** The current snapshot, the same object until something changes. */
  getState(): Snapshot;
  /** Calls `listener` on each new snapshot; gives the function that ends it. */
  subscribe(listener: () => void): () => void;
  /** Calls `listener` on each such event; gives the function that ends it. */
  on<K extends keyof ChatEvents>(event: K, listener: (value: ChatEvents[K]) => void): () => void;
}
