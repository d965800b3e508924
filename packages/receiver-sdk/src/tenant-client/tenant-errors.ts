/**
 * The reason why a call of the tenant API failed: the relay's own codes, and two of this client, `unreachable` (no
 * response in time) and `answer_malformed` (a response that is not the relay's).
 */
export type TenantApiCode =
  | 'bad_json'
  | 'signature_invalid'
  | 'tenant_suspended'
  | 'not_found'
  | 'not_owner'
  | 'client_msg_id_conflict'
  | 'attachments_disabled'
  | 'attachment_too_large'
  | 'attachment_type_not_allowed'
  | 'state_conflict'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'invalid_request'
  | 'rate_limited'
  | 'internal_error'
  | 'overloaded'
  | 'storage_unavailable'
  | 'shutting_down'
  | 'unreachable'
  | 'answer_malformed';

/** A field that was refused. Comes with `invalid_request`. */
export interface FieldProblem {
  field: string;
  code: string;
}

/**
 * An error for a call of the tenant API that failed.
 *
 * @example
 * if (error instanceof TenantApiError && error.code === 'not_owner') return; // a person has taken over
 */
export class TenantApiError extends Error {
  override readonly name = 'TenantApiError';
  readonly code: TenantApiCode;
  /** The status of the response; null if there was none. */
  readonly status: number | null;
  readonly details: readonly FieldProblem[];
  /** The id of the request in the relay's log. */
  readonly requestId: string | null;

  constructor(
    code: TenantApiCode,
    message: string,
    facts: {
      status?: number;
      details?: readonly FieldProblem[];
      requestId?: string | null;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: facts.cause });
    this.code = code;
    this.status = facts.status ?? null;
    this.details = facts.details ?? [];
    this.requestId = facts.requestId ?? null;
  }
}
