/**
 * Every code the wire may carry, with its status. Codes are API: added, never renamed.
 */
export const ERROR_STATUS = {
  bad_json: 400,
  invalid_credentials: 401,
  unauthenticated: 401,
  token_invalid: 401,
  session_revoked: 401,
  challenge_invalid: 401,
  otp_invalid: 401,
  totp_invalid: 401,
  invalid_admin_key: 401,
  signature_invalid: 401,
  account_pending: 403,
  not_system_admin: 403,
  insufficient_role: 403,
  origin_not_allowed: 403,
  tenant_suspended: 403,
  identity_signature_invalid: 403,
  not_found: 404,
  session_expired: 404,
  method_not_allowed: 405,
  already_identified: 409,
  account_not_active: 409,
  conversation_already_claimed: 409,
  not_assignee: 409,
  not_owner: 409,
  last_owner: 409,
  last_system_admin: 409,
  client_msg_id_conflict: 409,
  state_conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  invalid_request: 422,
  weak_password: 422,
  invitation_invalid: 422,
  callback_url_forbidden: 422,
  idempotency_key_reused: 422,
  rate_limited: 429,
  too_many_attempts: 429,
  resend_cooldown: 429,
  internal_error: 500,
  overloaded: 503,
  storage_unavailable: 503,
  totp_unavailable: 503,
  shutting_down: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** One field that was refused: `field` is a dotted path, `code` says what was wrong with it. */
export interface FieldProblem {
  field: string;
  code: string;
}

export interface AppErrorOptions {
  /** For people; the code is for programs. */
  message?: string;
  /** Refused fields, on 422. */
  details?: FieldProblem[];
  /** Further facts the contract puts beside the code, such as who has claimed a conversation. */
  data?: Record<string, unknown>;
  /** On 429 and 503; also sent as `Retry-After`. */
  retryAfterS?: number;
  /** Never leaves the process. */
  cause?: unknown;
}

/** What the world got wrong. A programmer's mistake is a TypeError instead, and becomes `internal_error`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: FieldProblem[] | undefined;
  readonly data: Record<string, unknown> | undefined;
  readonly retryAfterS: number | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    const details = options.details ?? refusedField(code);
    super(options.message ?? messageFor(code, details), { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = details;
    this.data = options.data;
    this.retryAfterS = options.retryAfterS;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** A 422 for one field. */
export function invalidField(field: string, code: string): AppError {
  return new AppError('invalid_request', { details: [{ field, code }] });
}

/** Whoever shows but the message, such as a page's console, still tells which field it was. */
function messageFor(code: ErrorCode, [first]: FieldProblem[] = []): string {
  if (code !== 'invalid_request' || !first) return DEFAULT_MESSAGES[code];
  return `Some fields are not valid: ${first.field || 'the body'} (${first.code}).`;
}

/** Each 422 names what was refused: where nobody says more, the one field that its code is about. */
function refusedField(code: ErrorCode): FieldProblem[] | undefined {
  const field = FIELD_OF_CODE[code];
  return field === undefined ? undefined : [{ field, code }];
}

const FIELD_OF_CODE: Partial<Record<ErrorCode, string>> = {
  weak_password: 'password',
  invitation_invalid: 'invite_token',
  callback_url_forbidden: 'callback_url_base',
  idempotency_key_reused: 'Idempotency-Key',
};

const DEFAULT_MESSAGES: Record<ErrorCode, string> = {
  bad_json: 'The body is not valid JSON.',
  invalid_credentials: 'Wrong e-mail or password.',
  unauthenticated: 'Sign in first: send "Authorization: Bearer <token>".',
  token_invalid: 'The token is not valid here.',
  session_revoked: 'This session has been signed out. Sign in again.',
  challenge_invalid: 'This sign-in is over. Start again.',
  otp_invalid: 'Wrong or expired code.',
  totp_invalid: 'Wrong or expired authenticator code.',
  invalid_admin_key: 'Wrong admin key.',
  signature_invalid: 'The request signature is not valid.',
  account_pending: 'Confirm the registration with the code sent by e-mail first.',
  not_system_admin: 'Only a super-admin may do this.',
  insufficient_role: 'Your role in this workspace does not allow this.',
  origin_not_allowed: "This origin is not in the tenant's allowed_origins.",
  tenant_suspended: 'This tenant is suspended.',
  identity_signature_invalid: 'The user_signature does not match the user_id.',
  not_found: 'Not found.',
  session_expired: 'This visitor session is over. Create a new one.',
  method_not_allowed: 'This route does not answer to this method.',
  already_identified: 'This session already belongs to another user.',
  account_not_active: 'This account is not active yet.',
  conversation_already_claimed: 'Another operator has this conversation.',
  not_assignee: 'Only the operator who has this conversation may do this.',
  not_owner: 'The bot does not own this conversation any more.',
  last_owner: 'A workspace needs at least one owner.',
  last_system_admin: 'The platform needs at least one super-admin.',
  client_msg_id_conflict: 'This client_msg_id was used for another content.',
  state_conflict: 'Not possible in the current state.',
  payload_too_large: 'The body is too large for this route.',
  unsupported_media_type: 'Send the body as application/json.',
  invalid_request: 'Some fields are not valid.',
  weak_password: 'This password is too easy to guess.',
  invitation_invalid: 'This invitation is not valid (any more).',
  callback_url_forbidden: 'Callbacks may not be sent to this address.',
  idempotency_key_reused: 'This Idempotency-Key was used for another body.',
  rate_limited: 'Too many requests. Try again later.',
  too_many_attempts: 'Too many attempts. Try again later.',
  resend_cooldown: 'A code was sent a moment ago. Try again later.',
  internal_error: 'Something went wrong on our side.',
  overloaded: 'Too much to do right now. Try again shortly.',
  storage_unavailable: 'The database does not answer. Try again shortly.',
  totp_unavailable: 'The authenticator does not answer. Use the e-mail code instead.',
  shutting_down: 'This server is restarting. Try again shortly.',
};
