import type { Attachment, EscalationReason } from '../events';
import type {
  Conversation,
  History,
  LinkedAttachment,
  SentMessage,
  Session,
  VisitorRef,
} from './tenant-answers';
import { createCalls } from './tenant-call';
import type { SignBody } from './tenant-call';

/** Options of `createTenantClient`. */
export interface TenantClientOptions {
  /** The relay's address, such as `https://chat.example`. */
  baseUrl: string;
  tenantId: string;
  secret: string;
  /** In ms. The limit of each attempt. Default 10,000. */
  timeoutMs?: number | undefined;
  /** The number of retries if there is no response, or after 429 and 5xx. Default 2. */
  retries?: number | undefined;
}

/** The calls of a tenant's backend. Every method rejects with a `TenantApiError`. */
export interface TenantClient {
  /**
   * Sends a message as the bot. Pass the event's `owner_epoch`: once a person has taken over, the message is refused
   * with `not_owner`. Retries have the same `client_msg_id`, so that the visitor gets the message once.
   */
  send(message: {
    conversation_id: string;
    /** The text; it may be empty in a message with files. */
    content: string;
    /** Ids of files that `upload` has sent, at most 5. A file can be in one message only. */
    attachments?: readonly string[] | undefined;
    client_msg_id?: string | undefined;
    owner_epoch?: number | undefined;
  }): Promise<SentMessage>;
  /**
   * Sends a file to the relay, for a message of this conversation. The relay detects its type from the bytes. An
   * attempt may take two minutes, or `timeoutMs` if that is longer.
   */
  upload(file: {
    conversation_id: string;
    name: string;
    bytes: Uint8Array<ArrayBuffer>;
  }): Promise<Attachment>;
  /**
   * Fetches a file of a message, with an address that opens it for 10 minutes. A file that is being scanned, or is
   * infected, has no address.
   */
  fetchAttachment(file: { upload_id: string }): Promise<LinkedAttachment>;
  /** Shows the visitor that an answer is being written. */
  typing(typing: { conversation_id: string; state: 'start' | 'stop' }): Promise<void>;
  /** Hands the conversation to the operators. Default reason: `user_requested`. */
  escalate(escalation: {
    conversation_id: string;
    reason?: Exclude<EscalationReason, 'direct'> | undefined;
  }): Promise<Conversation>;
  /** Closes a conversation that the bot owns. */
  resolve(conversation: { conversation_id: string }): Promise<Conversation>;
  fetchConversation(conversation: { conversation_id: string }): Promise<Conversation>;
  /** Fetches the last messages, or those before or after a `seq`. */
  fetchMessages(page: {
    conversation_id: string;
    before_seq?: number | undefined;
    after_seq?: number | undefined;
    limit?: number | undefined;
  }): Promise<History>;
  /** Fetches a user's visitor sessions, the newest first. */
  fetchSessions(user: { user_id: string }): Promise<Session[]>;
  /** Exports everything that the relay stores about a visitor, as one document. */
  exportVisitor(visitor: VisitorRef): Promise<Record<string, unknown>>;
  /** Erases a visitor permanently. */
  eraseVisitor(visitor: VisitorRef): Promise<{ erased_sessions: number }>;
}

/** Makes a client with any implementation of signing. @throws TypeError for an invalid option. */
export function tenantClientWith(sign: SignBody, options: TenantClientOptions): TenantClient {
  const { timeoutMs = 10_000, retries = 2 } = options;
  for (const name of ['tenantId', 'secret'] as const) {
    if (typeof options[name] === 'string' && options[name] !== '') continue;
    throw new TypeError(`${name} must be a non-empty string`);
  }
  if (!/^https?:$/.test(new URL(options.baseUrl).protocol)) {
    throw new TypeError('baseUrl must be an http address');
  }
  const baseUrl = options.baseUrl.replace(/(?<!\/)\/+$/, '');
  const { call, put } = createCalls({ baseUrl, sign, timeoutMs, retries });
  const conversation = async (
    op: `${'escalate' | 'resolve' | 'fetch'}/conversation`,
    fields: object,
  ): Promise<Conversation> => (await call(op, fields)).conversation;

  return {
    send: (message) =>
      call('send/message', {
        ...message,
        client_msg_id: message.client_msg_id ?? crypto.randomUUID(),
      }),
    upload: async ({ conversation_id, name, bytes }) => {
      const announced = { conversation_id, name, bytes: bytes.byteLength };
      const created = await call('create/upload', announced);
      await put(created.put, bytes);
      return call('finish/upload', { upload_id: created.upload_id });
    },
    fetchAttachment: async (file) => (await call('fetch/attachment', file)).attachment,
    typing: async (typing) => void (await call('send/typing', typing)),
    escalate: (escalation) => conversation('escalate/conversation', escalation),
    resolve: (which) => conversation('resolve/conversation', which),
    fetchConversation: (which) => conversation('fetch/conversation', which),
    fetchMessages: (page) => call('fetch/messages', page),
    fetchSessions: async (user) => (await call('fetch/sessions', user)).sessions,
    exportVisitor: async (visitor) => (await call('export/visitor', visitor)).export,
    eraseVisitor: (visitor) => call('erase/visitor', visitor),
  };
}
