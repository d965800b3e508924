export { createReceiver } from './receiver';
export type { Handler, ReceivedRequest, Receiver } from './receiver';
export type { ReceiverOptions } from './options';
export type { Answer, AnswerCode } from './answer';
export { nodeHandler } from './adapters/node';
export { expressHandler } from './adapters/express';
export type { ExpressRequest } from './adapters/express';

export { memoryReplayStore } from './replay-store';
export type { MemoryReplayStoreOptions, ReplayStore } from './replay-store';
export { memoryIdempotencyStore } from './idempotency-store';
export type {
  BeginResult,
  IdempotencyStore,
  MemoryIdempotencyStoreOptions,
} from './idempotency-store';

export { MAX_BODY_BYTES, REPLAY_TTL_MS, TOLERANCE_MS, verifySignedRequest } from './verify';
export type { SecretsLookup, SecretsSource, VerifiedRequest, VerifyOptions } from './verify';
export type { HeadersInput } from './signature-headers';
export { VERIFICATION_CODES, VerificationError } from './verification-error';
export type { VerificationCode } from './verification-error';

export { SIGNATURE_HEADERS, sha256Hex, signatureOf, signedHeaders } from './signature';
export type { SignatureInput, SignedHeadersInput } from './signature';
export { signCallback } from './sign-callback';
export type { SignCallbackInput, SignedCallback } from './sign-callback';
export { isForgeableUserId, UserIdError, userSignature } from './user-signature';
export type { UserIdCode } from './user-signature';

export { EVENT_NAMES } from './events';
export type * from './events';
