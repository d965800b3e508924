/** How a request is signed, for programs that sign one, or check one without a receiver. */
export { SIGNATURE_HEADERS } from './signature/signature-recipe';
export { sha256Hex, signatureOf, signedHeaders } from './signature/signature';
export type { SignatureInput, SignedHeadersInput } from './signature/signature';
export { MAX_BODY_BYTES, REPLAY_TTL_MS, TOLERANCE_MS } from './signature/verification';
export { isForgeableUserId, UserIdError } from './signature/user-id';
export type { UserIdCode } from './signature/user-id';
