/** The package for runtimes without `node:crypto`: Workers, Deno Deploy, Vercel's edge. */
export {
  createReceiver,
  createTenantClient,
  userSignature,
  verifySignedRequest,
} from './web/signing';
export { webHandler } from './adapters/web';
export type { Handler, ReceivedRequest, Receiver } from './receiver/receiver';
export type { ReceiverOptions } from './receiver/options';
export type { Answer, AnswerCode, CallbackResponse, ResponseCode } from './receiver/response';
export type { BotAction, BotAnswer } from './receiver/bot-actions';

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

export { MAX_BODY_BYTES, REPLAY_TTL_MS, TOLERANCE_MS } from './signature/verification';
export type {
  SecretsLookup,
  SecretsSource,
  VerifiedRequest,
  VerifyOptions,
} from './signature/verification';
export type { HeadersInput } from './signature/signature-headers';
export { VERIFICATION_CODES, VerificationError } from './signature/verification-error';
export type { VerificationCode } from './signature/verification-error';
export { SIGNATURE_HEADERS } from './signature/signature-recipe';
export { isForgeableUserId, UserIdError } from './signature/user-id';
export type { UserIdCode } from './signature/user-id';

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

export { EVENT_NAMES } from './events';
export type * from './events';
