// src/platform/errors.ts
var ERRORS = {
  bad_json: { status: 400, message: "The body is not valid JSON." },
  invalid_credentials: { status: 401, message: "Wrong e-mail or password." },
  unauthenticated: { status: 401, message: 'Sign in first: send "Authorization: Bearer <token>".' },
  token_invalid: { status: 401, message: "The token is not valid here." },
  session_revoked: { status: 401, message: "This session has been signed out. Sign in again." },
  challenge_invalid: { status: 401, message: "This sign-in has ended. Start again." },
  otp_invalid: { status: 401, message: "Wrong or expired code." },
  totp_invalid: { status: 401, message: "Wrong or expired authenticator code." },
  invalid_admin_key: { status: 401, message: "Wrong admin key." },
  signature_invalid: { status: 401, message: "The request signature is not valid." },
  account_pending: {
    status: 403,
    message: "Confirm the registration with the code sent by e-mail first."
  },
  not_system_admin: { status: 403, message: "Only a super-admin may do this." },
  insufficient_role: { status: 403, message: "Your role in this workspace does not allow this." },
  origin_not_allowed: {
    status: 403,
    message: "This origin is not in the tenant's allowed_origins."
  },
  confirmation_required: {
    status: 403,
    message: "Confirm your password first: call console/confirm/password."
  },
  tenant_suspended: { status: 403, message: "This tenant is suspended." },
  identity_signature_invalid: {
    status: 403,
    message: "The user_signature does not match the user_id."
  },
  not_found: { status: 404, message: "Not found." },
  session_expired: { status: 404, message: "This visitor session has ended. Create a new one." },
  method_not_allowed: { status: 405, message: "This route does not support this method." },
  already_identified: { status: 409, message: "This session already belongs to another user." },
  account_not_active: { status: 409, message: "This account is not active yet." },
  conversation_already_claimed: { status: 409, message: "Another operator has this conversation." },
  not_assignee: {
    status: 409,
    message: "Only the operator who has this conversation may do this."
  },
  not_owner: { status: 409, message: "The bot no longer owns this conversation." },
  last_owner: { status: 409, message: "A workspace needs at least one owner." },
  last_system_admin: { status: 409, message: "The platform needs at least one super-admin." },
  client_msg_id_conflict: {
    status: 409,
    message: "This client_msg_id was used for a message with another content."
  },
  insecure_origin: {
    status: 409,
    message: "A browser keeps the session cookie over https or on this machine only."
  },
  state_conflict: { status: 409, message: "This is not possible in the current state." },
  payload_too_large: { status: 413, message: "The body is too large for this route." },
  unsupported_media_type: { status: 415, message: "Send the body as application/json." },
  invalid_request: { status: 422, message: "Some fields are not valid." },
  weak_password: { status: 422, message: "This password is too easy to guess.", field: "password" },
  invitation_invalid: {
    status: 422,
    message: "This invitation is not valid or has ended.",
    field: "invite_token"
  },
  callback_url_forbidden: {
    status: 422,
    message: "Callbacks may not be sent to this address.",
    field: "callback_url_base"
  },
  idempotency_key_reused: {
    status: 422,
    message: "This Idempotency-Key was used with another body.",
    field: "Idempotency-Key"
  },
  rate_limited: { status: 429, message: "Too many requests. Try again later." },
  too_many_attempts: { status: 429, message: "Too many attempts. Try again later." },
  resend_cooldown: { status: 429, message: "A code was sent a moment ago. Try again later." },
  internal_error: { status: 500, message: "Something went wrong on our side." },
  overloaded: { status: 503, message: "The relay is overloaded. Try again shortly." },
  storage_unavailable: { status: 503, message: "The database does not answer. Try again shortly." },
  totp_unavailable: {
    status: 503,
    message: "The authenticator does not answer. Use the e-mail code instead."
  },
  shutting_down: { status: 503, message: "This relay is restarting. Try again shortly." }
};
var AppError = class extends Error {
  code;
  details;
  data;
  retryAfterS;
  constructor(code, options = {}) {
    const details = options.details ?? refusedField(code);
    super(options.message ?? messageFor(code, details), { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.details = details;
    this.data = options.data;
    this.retryAfterS = options.retryAfterS;
  }
  get status() {
    return ERRORS[this.code].status;
  }
};
function invalidField(field, code) {
  return new AppError("invalid_request", { details: [{ field, code }] });
}
function messageFor(code, [first] = []) {
  if (code !== "invalid_request" || !first) return ERRORS[code].message;
  return `Some fields are not valid: ${first.field || "the body"} (${first.code}).`;
}
function refusedField(code) {
  const { field } = ERRORS[code];
  return field === void 0 ? void 0 : [{ field, code }];
}

// src/platform/storage/driver-error.ts
var DriverError = class extends Error {
  name = "DriverError";
  code;
  constructor(code, message, options) {
    super(message, options);
    this.code = code;
  }
};

// src/platform/storage/failures.ts
function codeOf(error) {
  const code = ofError(error, "code");
  return typeof code === "string" ? code : "";
}
function ofError(error, property) {
  if (!(error instanceof Error)) return void 0;
  const { parent, original, cause, [property]: value } = error;
  return value ?? ofError(parent ?? original ?? cause, property);
}
var CONFLICT_NUMBERS = /* @__PURE__ */ new Set([8002, 8022, 9007]);
var CONFLICTS = /* @__PURE__ */ new Set(["ER_LOCK_DEADLOCK", "ER_LOCK_WAIT_TIMEOUT", "SQLITE_BUSY"]);
function isConflict(error) {
  return CONFLICTS.has(codeOf(error)) || CONFLICT_NUMBERS.has(ofError(error, "errno")) || isOfVitess(error, "Aborted");
}
function isOfVitess(error, kind) {
  return ofError(error, "errno") === 1105 && messageOf(error).includes(`code = ${kind}`);
}
function newConflict(message) {
  return new DriverError("ER_LOCK_DEADLOCK", message);
}
var NOT_PREPARED = 1047;
function isNotPrepared(error) {
  return ofError(error, "errno") === NOT_PREPARED;
}
var STATEMENT_TIMEOUT = "PROTOCOL_SEQUENCE_TIMEOUT";
function isTimeout(error) {
  return codeOf(error) === STATEMENT_TIMEOUT;
}
var TIME_LIMIT_NUMBERS = /* @__PURE__ */ new Set([1969, 3024]);
function isTimeLimit(error) {
  return TIME_LIMIT_NUMBERS.has(ofError(error, "errno"));
}
var DEMOTIONS = /* @__PURE__ */ new Set([
  NOT_PREPARED,
  1053,
  // the server is shutting down
  1180,
  // Galera: the node was cut off during the commit
  1290,
  // read_only
  1317,
  // interrupted, as at a shutdown
  1792,
  // read-only transactions
  1836,
  // read-only mode
  3100,
  // group replication: hook failed
  3101,
  // group replication: rolled back
  9001,
  // TiDB: its placement driver or a store doesn't answer, up to 9005
  9002,
  9003,
  9004,
  9005
]);
function isDemotion(error) {
  return DEMOTIONS.has(ofError(error, "errno")) || isOfVitess(error, "Unavailable");
}
function isDuplicate(error) {
  const code = codeOf(error);
  if (code === "ER_DUP_ENTRY") return true;
  return code === "SQLITE_CONSTRAINT" && /UNIQUE|PRIMARY KEY/.test(messageOf(error));
}
var UNAVAILABLE = /^(ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|PROTOCOL_|ER_CON_COUNT|ER_SERVER_SHUTDOWN|ER_TOO_MANY|SQLITE_(FULL|IOERR|CANTOPEN|READONLY|NOMEM|BUSY|MISUSE|CONNECTION_LOST))/;
function isUnavailable(error) {
  if (!(error instanceof Error)) return false;
  if (/^Sequelize(Connection|HostNot|AccessDenied|InvalidConnection)/.test(error.name)) return true;
  if (ofError(error, "fatal") === true) return true;
  return isConflict(error) || isDemotion(error) || UNAVAILABLE.test(codeOf(error));
}
function unavailability(error) {
  return isUnavailable(error) ? codeOf(error) || error.name : null;
}
function tooSlow(cause) {
  return new AppError("overloaded", {
    message: "This request takes too long. Narrow it to one tenant, one status or state, longer words or a shorter time span.",
    retryAfterS: 1,
    cause
  });
}
function messageOf(error) {
  if (!(error instanceof Error)) return "";
  const { parent, original } = error;
  return `${error.message} ${messageOf(parent ?? original)}`;
}

export {
  ERRORS,
  AppError,
  invalidField,
  DriverError,
  codeOf,
  isConflict,
  newConflict,
  isNotPrepared,
  STATEMENT_TIMEOUT,
  isTimeout,
  isTimeLimit,
  isDemotion,
  isDuplicate,
  isUnavailable,
  unavailability,
  tooSlow
};
//# sourceMappingURL=chunk-AUDIUNLG.js.map