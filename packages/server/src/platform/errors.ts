import { tellProblems, type FieldProblem } from './field-problems';

interface ErrorRecord {
  status: number;
  /** The default sentence for people; a thrown error may have a more precise one. */
  message: string;
  /** The one field that the code is about, on 422. */
  field?: string;
}

/** Every error code on the wire. Codes are API: added, never renamed. */
export const ERRORS = {
  bad_json: { status: 400, message: 'The body is not valid JSON.' },
  invalid_credentials: { status: 401, message: 'Wrong e-mail or password.' },
  unauthenticated: { status: 401, message: 'Sign in first: send "Authorization: Bearer <token>".' },
  token_invalid: { status: 401, message: 'The token is not valid here.' },
  session_revoked: { status: 401, message: 'This session has been signed out. Sign in again.' },
  challenge_invalid: { status: 401, message: 'This sign-in has ended. Start again.' },
  otp_invalid: { status: 401, message: 'Wrong or expired code.' },
  totp_invalid: { status: 401, message: 'Wrong or expired authenticator code.' },
  invalid_admin_key: { status: 401, message: 'Wrong admin key.' },
  signature_invalid: { status: 401, message: 'The request signature is not valid.' },
  account_pending: {
    status: 403,
    message: 'Confirm the registration with the code sent by e-mail first.',
  },
  registration_closed: {
    status: 403,
    message: 'Accounts are created by invitation here. Ask a person of your workspace for one.',
  },
  not_system_admin: { status: 403, message: 'Only a super-admin may do this.' },
  insufficient_role: { status: 403, message: 'Your role in this workspace does not allow this.' },
  origin_not_allowed: {
    status: 403,
    message: "This origin is not in the tenant's allowed_origins.",
  },
  link_invalid: { status: 403, message: 'This address has ended, or was changed.' },
  attachments_disabled: { status: 403, message: 'This tenant takes no files.' },
  confirmation_required: {
    status: 403,
    message: 'Confirm your password first: call console/confirm/password.',
  },
  tenant_suspended: { status: 403, message: 'This tenant is suspended.' },
  // Neutral on purpose: the visitor does not learn who blocked them, or why.
  visitor_blocked: { status: 403, message: 'This chat is not available.' },
  identity_signature_invalid: {
    status: 403,
    message: 'The user_signature does not match the user_id.',
  },
  not_found: { status: 404, message: 'Not found.' },
  session_expired: { status: 404, message: 'This visitor session has ended. Create a new one.' },
  method_not_allowed: { status: 405, message: 'This route does not support this method.' },
  already_identified: { status: 409, message: 'This session already belongs to another user.' },
  account_not_active: { status: 409, message: 'This account is not active yet.' },
  conversation_already_claimed: { status: 409, message: 'Another operator has this conversation.' },
  operator_not_available: {
    status: 409,
    message: 'This operator is not online. Send force: true to hand it over all the same.',
  },
  not_assignee: {
    status: 409,
    message: 'Only the operator who has this conversation may do this.',
  },
  not_owner: { status: 409, message: 'The bot no longer owns this conversation.' },
  last_owner: { status: 409, message: 'A workspace needs at least one owner.' },
  last_system_admin: { status: 409, message: 'The platform needs at least one super-admin.' },
  client_msg_id_conflict: {
    status: 409,
    message: 'This client_msg_id was used for a message with another content.',
  },
  insecure_origin: {
    status: 409,
    message: 'A browser keeps the session cookie over https or on this machine only.',
  },
  state_conflict: { status: 409, message: 'This is not possible in the current state.' },
  payload_too_large: { status: 413, message: 'The body is too large for this route.' },
  attachment_too_large: { status: 413, message: 'The file is too large.' },
  unsupported_media_type: { status: 415, message: 'Send the body as application/json.' },
  attachment_type_not_allowed: {
    status: 415,
    message: 'Files of this type are not allowed, or the file is damaged.',
  },
  invalid_request: { status: 422, message: 'Some fields are not valid.' },
  weak_password: { status: 422, message: 'This password is too easy to guess.', field: 'password' },
  invitation_invalid: {
    status: 422,
    message: 'This invitation is not valid or has ended.',
    field: 'invite_token',
  },
  callback_url_forbidden: {
    status: 422,
    message: 'Callbacks may not be sent to this address.',
    field: 'callback_url_base',
  },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was used with another body.',
    field: 'Idempotency-Key',
  },
  rate_limited: { status: 429, message: 'Too many requests. Try again later.' },
  too_many_attempts: { status: 429, message: 'Too many attempts. Try again later.' },
  resend_cooldown: { status: 429, message: 'A code was sent a moment ago. Try again later.' },
  internal_error: { status: 500, message: 'Something went wrong on our side.' },
  overloaded: { status: 503, message: 'The relay is overloaded. Try again shortly.' },
  storage_unavailable: { status: 503, message: 'The database does not answer. Try again shortly.' },
  totp_unavailable: {
    status: 503,
    message: 'The authenticator does not answer. Use the e-mail code instead.',
  },
  shutting_down: { status: 503, message: 'This relay is restarting. Try again shortly.' },
} as const satisfies Record<string, ErrorRecord>;

export type ErrorCode = keyof typeof ERRORS;

export interface AppErrorOptions {
  /** A sentence for people, instead of the code's own. */
  message?: string;
  /** Refused fields, on 422. */
  details?: FieldProblem[];
  /** Additional fields next to the code, such as who has claimed a conversation. */
  data?: Record<string, unknown>;
  /** On 429 and 503; also sent as `Retry-After`. */
  retryAfterS?: number;
  /** Never leaves the process. */
  cause?: unknown;
}

/** Codes with one sentence for all their uses. `state_conflict` has many reasons, so each throw names its own. */
export type PlainCode = Exclude<ErrorCode, 'state_conflict'>;

/** A failure that is not a bug. A programmer's mistake is a TypeError instead, and becomes `internal_error`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: FieldProblem[] | undefined;
  readonly data: Record<string, unknown> | undefined;
  readonly retryAfterS: number | undefined;

  constructor(code: PlainCode, options?: AppErrorOptions);
  constructor(code: 'state_conflict', options: AppErrorOptions & { message: string });
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
    return ERRORS[this.code].status;
  }
}

/** A 422 for one field. @param told what people read behind the field's name, unless the code says it all */
export function invalidField(field: string, code: string, told?: string): AppError {
  const details = [{ field, code }];
  return new AppError('invalid_request', {
    details,
    ...(told !== undefined && { message: tellProblems([{ field, code, told }]) }),
  });
}

/** Names the refused fields in the message, too: some clients show nothing else. */
function messageFor(code: ErrorCode, details: FieldProblem[] = []): string {
  if (code !== 'invalid_request' || details.length === 0) return ERRORS[code].message;
  return tellProblems(details);
}

/** The details of a 422 without any: the one field that its code is about. */
function refusedField(code: ErrorCode): FieldProblem[] | undefined {
  const { field }: ErrorRecord = ERRORS[code];
  return field === undefined ? undefined : [{ field, code }];
}
