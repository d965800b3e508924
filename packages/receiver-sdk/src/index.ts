export { createReceiver } from './create-receiver';
export type { Handler, ReceivedRequest, Receiver } from './receiver';
export type { ReceiverOptions } from './options';
export type { Answer, AnswerCode } from './answer';
export type { BotAction, BotAnswer } from './bot-actions';
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

export { memoryReplayStore } from './replay-store';
export type { MemoryReplayStoreOptions, ReplayStore } from './replay-store';
export { memoryIdempotencyStore } from './idempotency-store';
export type {
  BeginResult,
  IdempotencyStore,
  MemoryIdempotencyStoreOptions,
} from './idempotency-store';
export { redisIdempotencyStore, redisReplayStore } from './stores/redis';
export type { RedisClient, RedisIdempotencyStoreOptions, RedisStoreOptions } from './stores/redis';
export { sqlIdempotencyStore, sqlReplayStore } from './stores/sql';
export type { SqlIdempotencyStoreOptions, SqlStoreOptions } from './stores/sql';

export { verifySignedRequest } from './verify';
export { MAX_BODY_BYTES, REPLAY_TTL_MS, TOLERANCE_MS } from './verification';
export type { SecretsLookup, SecretsSource, VerifiedRequest, VerifyOptions } from './verification';
export type { HeadersInput } from './signature-headers';
export { VERIFICATION_CODES, VerificationError } from './verification-error';
export type { VerificationCode } from './verification-error';

export { SIGNATURE_HEADERS } from './signature-recipe';
export { sha256Hex, signatureOf, signedHeaders } from './signature';
export type { SignatureInput, SignedHeadersInput } from './signature';
export { signCallback } from './sign-callback';
export type { SignCallbackInput, SignedCallback } from './sign-callback';
export { userSignature } from './user-signature';
export { isForgeableUserId, UserIdError } from './user-id';
export type { UserIdCode } from './user-id';

export { createTenantClient } from './create-tenant-client';
export type { TenantClient, TenantClientOptions } from './tenant-client';
export type { Conversation, History, Message, Session, VisitorRef } from './tenant-answers';
export { TenantApiError } from './tenant-errors';
export type { FieldProblem, TenantApiCode } from './tenant-errors';
export type { Gap } from './gap-watch';

export { createTestCallback } from './test-callback';
export { EVENT_NAMES } from './events';
export type * from './events';
