/** The package for runtimes without `node:crypto`: Workers, Deno Deploy, Vercel's edge. */
export {
  createReceiver,
  createTenantClient,
  userSignature,
  verifySignedRequest,
} from './web/signing';
export { webHandler } from './adapters/web';
export type { Handler, ReceivedRequest, Receiver } from './receiver';
export type { ReceiverOptions } from './options';
export type { Answer, AnswerCode } from './answer';
export type { BotAction, BotAnswer } from './bot-actions';

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

export { MAX_BODY_BYTES, REPLAY_TTL_MS, TOLERANCE_MS } from './verification';
export type { SecretsLookup, SecretsSource, VerifiedRequest, VerifyOptions } from './verification';
export type { HeadersInput } from './signature-headers';
export { VERIFICATION_CODES, VerificationError } from './verification-error';
export type { VerificationCode } from './verification-error';
export { SIGNATURE_HEADERS } from './signature-recipe';
export { isForgeableUserId, UserIdError } from './user-id';
export type { UserIdCode } from './user-id';

export type { TenantClient, TenantClientOptions } from './tenant-client';
export type { Conversation, History, Message, Session, VisitorRef } from './tenant-answers';
export { TenantApiError } from './tenant-errors';
export type { FieldProblem, TenantApiCode } from './tenant-errors';
export type { Gap } from './gap-watch';

export { EVENT_NAMES } from './events';
export type * from './events';
