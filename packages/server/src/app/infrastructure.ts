import type { Config } from '../config/config';
import { keptAdminKey } from '../config/local-secrets';
import { createHub } from '../conversations/live/hub';
import { createNodeRegister } from '../conversations/live/node-register';
import { connectRedisBus } from '../conversations/live/redis-bus';
import type { Clock } from '../platform/clock';
import { createIdempotency } from '../platform/http/idempotency';
import { createRateLimiter } from '../platform/rate-limits/rate-limit';
import { createRunningWork } from '../platform/event-loop/running-work';
import { watchEventLoop } from '../platform/event-loop/watch';
import { newId } from '../platform/ids';
import type { Logger } from '../platform/log';
import { createMetrics } from '../platform/metrics/metrics';
import { createTokens } from '../platform/security/tokens';
import { createBudgets } from '../platform/storage/budgets';
import type { DatabaseLimits } from '../platform/storage/database';
import { createAudit } from '../audit/log';
import type { Lifecycle } from '../platform/tasks/lifecycle';
import { openStorage } from './open-storage';

export interface InfrastructureOptions {
  config: Config;
  log: Logger;
  clock: Clock;
  databaseLimits: Partial<DatabaseLimits>;
  lifecycle: Lifecycle;
}

export type Infrastructure = Awaited<ReturnType<typeof buildInfrastructure>>;

/**
 * Opens what features share: the database with its schema up to date, the keys, Redis if it is
 * configured, the hub, and counters of all kinds.
 * @throws {ConfigError} naming the database that can't be used, or that another relay uses
 * @throws {UnreachableError} when the database stays unreachable
 */
export async function buildInfrastructure(options: InfrastructureOptions) {
  const { config, log, clock, lifecycle } = options;
  const { database, keys } = await openStorage(config, log, options.databaseLimits);
  lifecycle.register({ name: 'database', stop: database.close });
  // A SQLite file belongs to one node, so there are no others to register with.
  const register = database.dialect === 'sqlite' ? null : createNodeRegister(database, clock);
  const bus =
    config.redisUrl === null
      ? null
      : await connectRedisBus(config.redisUrl, newId(), log, register);
  if (bus) lifecycle.register({ name: 'Redis', stop: bus.close });
  const metrics = createMetrics();
  const running = createRunningWork();
  lifecycle.register({ name: 'event loop', ...watchEventLoop({ log, metrics, running }) });

  return {
    config,
    log,
    clock,
    lifecycle,
    database,
    keys,
    adminKey: config.adminKey ?? (config.isLocal ? keptAdminKey(config.dataDir) : null),
    bus,
    nodes: bus ? register : null,
    hub: createHub(bus, log),
    metrics,
    running,
    audit: createAudit({ database, clock, log }),
    budgets: createBudgets({ database, clock }),
    rateLimiter: createRateLimiter(config.limits, bus),
    idempotency: createIdempotency({ database, clock }),
    tokens: createTokens({
      issuer: config.baseUrl,
      consoleKeys: keys.consoleJwt,
      visitorKeys: keys.visitorJwt,
      clock,
    }),
  };
}
