export { createReceiver } from './receiver/create-receiver';
export type { Handler, ReceivedRequest, Receiver } from './receiver/receiver';
export type { ReceiverOptions } from './receiver/options';
export type { Answer, AnswerCode, CallbackResponse, ResponseCode } from './receiver/response';
export type { BotAction, BotAnswer } from './receiver/bot-actions';
export { nodeHandler } from './adapters/node';
export { expressHandler } from './adapters/express';
export type { ExpressRequest } from './adapters/express';
export { fastifyPlugin } from './adapters/fastify';
export type { FastifyScope } from './adapters/fastify';
export { koaHandler } from './adapters/koa';
export type { KoaContext } from './adapters/koa';
export { hapiPlugin } from './adapters/hapi';
export type { HapiPlugin, HapiServer } from './adapters/hapi';
export { webHandler } from './adapters/web';

export { memoryReplayStore } from './stores/replay-store';
export type { MemoryReplayStoreOptions, ReplayStore } from './stores/replay-store';
export { memoryIdempotencyStore } from './stores/idempotency-store';
export type {
  BeginResult,
  IdempotencyStore,
  MemoryIdempotencyStoreOptions,
} from './stores/idempotency-store';
export { redisIdempotencyStore, redisReplayStore } from './stores/redis';
export type { RedisClient, RedisIdempotencyStoreOptions, RedisStoreOptions } from './stores/redis';
export { sqlIdempotencyStore, sqlReplayStore } from './stores/sql';
export type { SqlIdempotencyStoreOptions, SqlStoreOptions } from './stores/sql';

export { verifySignedRequest } from './signature/verify';
export type {
  SecretsLookup,
  SecretsSource,
  VerifiedRequest,
  VerifyOptions,
} from './signature/verification';
export type { HeadersInput } from './signature/signature-headers';
export { VERIFICATION_CODES, VerificationError } from './signature/verification-error';
export type { VerificationCode } from './signature/verification-error';

export { signCallback } from './signature/sign-callback';
export type { SignCallbackInput, SignedCallback } from './signature/sign-callback';
export { userSignature } from './signature/user-signature';
export { UserIdError } from './signature/user-id';
export type { UserIdCode } from './signature/user-id';

export { createTenantClient } from './tenant-client/create-tenant-client';
export type { TenantClient, TenantClientOptions } from './tenant-client/tenant-client';
export type {
  Conversation,
  CreatedUpload,
  History,
  LastMessage,
  LinkedAttachment,
  Message,
  SentMessage,
  Session,
  TenantResponses,
  Visitor,
  VisitorRef,
} from './tenant-client/tenant-answers';
export { TenantApiError } from './tenant-client/tenant-errors';
export type { FieldProblem, TenantApiCode } from './tenant-client/tenant-errors';
export type { Gap } from './receiver/gap-watch';

export { createTestCallback } from './receiver/test-callback';
export { EVENT_NAMES } from './events';
export type * from './events';

export {
  /** @deprecated Import it from `@chat-relay/receiver-sdk/signature`; the next release drops it here. */
  isForgeableUserId,
  /** @deprecated Import it from `@chat-relay/receiver-sdk/signature`; the next release drops it here. */
  MAX_BODY_BYTES,
  /** @deprecated Import it from `@chat-relay/receiver-sdk/signature`; the next release drops it here. */
  REPLAY_TTL_MS,
  /** @deprecated Import it from `@chat-relay/receiver-sdk/signature`; the next release drops it here. */
  sha256Hex,
  /** @deprecated Import it from `@chat-relay/receiver-sdk/signature`; the next release drops it here. */
  SIGNATURE_HEADERS,
  /** @deprecated Import it from `@chat-relay/receiver-sdk/signature`; the next release drops it here. */
  signatureOf,
  /** @deprecated Import it from `@chat-relay/receiver-sdk/signature`; the next release drops it here. */
  signedHeaders,
  /** @deprecated Import it from `@chat-relay/receiver-sdk/signature`; the next release drops it here. */
  TOLERANCE_MS,
} from './signature';
export type {
  /** @deprecated Import it from `@chat-relay/receiver-sdk/signature`; the next release drops it here. */
  SignatureInput,
  /** @deprecated Import it from `@chat-relay/receiver-sdk/signature`; the next release drops it here. */
  SignedHeadersInput,
} from './signature';
