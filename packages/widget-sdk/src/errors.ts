/**
 * The reason of a failure. Codes are stable: switch on them, never on the message.
 *
 * From the relay: `origin_not_allowed`, `tenant_suspended`, `visitor_blocked`, `not_found`, `session_expired`,
 * `token_invalid`, `invalid_request`, `rate_limited`, `already_identified`,
 * `identity_signature_invalid`, `overloaded`, `storage_unavailable`, `shutting_down`,
 * `internal_error`, `payload_too_large`, `content_too_long`, `client_msg_id_conflict`, `invalid_frame`,
 * `unknown_type`, `state_conflict`, `attachment_invalid`, `attachment_too_large`,
 * `attachment_type_not_allowed`, `attachments_disabled`, `link_invalid`.
 *
 * From this client: `network` (no usable response), `http_error` (a response that is not the relay's),
 * `forbidden` (closed with 4403: suspended, or the origin is no longer allowed), `replaced` (closed with 4409: the
 * session has newer sockets), `refused` (the relay closed the socket because of a frame), `expired` (unsent for
 * 48 h), `outbox_full` (50 messages wait already), `reset` and `destroyed` (the page ended the chat first).
 */
export type ChatErrorCode =
  | 'origin_not_allowed'
  | 'tenant_suspended'
  | 'visitor_blocked'
  | 'not_found'
  | 'session_expired'
  | 'token_invalid'
  | 'invalid_request'
  | 'rate_limited'
  | 'already_identified'
  | 'identity_signature_invalid'
  | 'overloaded'
  | 'storage_unavailable'
  | 'shutting_down'
  | 'internal_error'
  | 'payload_too_large'
  | 'content_too_long'
  | 'client_msg_id_conflict'
  | 'attachment_invalid'
  | 'attachment_too_large'
  | 'attachment_type_not_allowed'
  | 'attachments_disabled'
  | 'link_invalid'
  | 'invalid_frame'
  | 'unknown_type'
  | 'state_conflict'
  | 'network'
  | 'http_error'
  | 'forbidden'
  | 'replaced'
  | 'refused'
  | 'expired'
  | 'outbox_full'
  | 'reset'
  | 'destroyed';

/** The only error that this client raises for failures; misuse is a `TypeError`. */
export class ChatError extends Error {
  override readonly name = 'ChatError';
  /** The reason; see {@link ChatErrorCode}. */
  declare readonly code: ChatErrorCode;
  /** Retrying may help. */
  declare readonly retryable: boolean;
  /** In ms. The time that the relay asks to wait, if it does. */
  declare readonly retryAfterMs: number | undefined;

  constructor(code: ChatErrorCode, details: ChatErrorDetails = {}) {
    super(details.message || code, details);
    this.code = code;
    this.retryable = !!details.retryable;
    this.retryAfterMs = details.retryAfterMs;
  }
}

export interface ChatErrorDetails {
  message?: string | undefined;
  retryable?: boolean | undefined;
  retryAfterMs?: number | undefined;
  cause?: unknown;
}

/** Advice for developers when no relay has responded. */
export const WHERE_TO_LOOK = 'Is baseUrl right, the relay up, and in connect-src?';

/** An ordinary network failure: no usable response this time. */
export function networkError(cause?: unknown): ChatError {
  return new ChatError('network', { cause, message: WHERE_TO_LOOK, retryable: true });
}

/** The token or the session has ended, so another one must be used. */
export function isOutlived({ code }: ChatError): boolean {
  return code === 'token_invalid' || code === 'session_expired';
}
