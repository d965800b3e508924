import { createEmbedders } from './embedders';
import { createNearPassages } from './near-passages';
import { createVectorLists } from './vector-lists';
import { createVectorMaking } from './vector-making';
import { createVectorQueue } from './vector-queue';
import { readProgress } from './vector-progress';
import type { TokenBudget } from '../providers/token-budget';
import { SECOND } from '../../platform/clock';
import { createLookupCache } from '../../tenants/lookup-cache';
import type { AddressGuard } from '../../callbacks/delivery/address-guard';
import type { CallbackProxy } from '../../callbacks/delivery/callback-proxy';
import type { Config } from '../../config/config';
import type { Hub } from '../../conversations/live/hub';
import type { Clock } from '../../platform/clock';
import type { Logger } from '../../platform/log';
import type { Metrics } from '../../platform/metrics/metrics';
import type { Keys } from '../../platform/security/keys';
import type { Database } from '../../platform/storage/database';
import type { Lifecycle } from '../../platform/tasks/lifecycle';
import type { TenantDirectory } from '../../tenants/directory';

export interface EmbeddingsDeps {
  config: Pick<Config, 'embeddings' | 'proxies'>;
  keys: Pick<Keys, 'tenantSecret'>;
  database: Database;
  clock: Clock;
  log: Logger;
  hub: Pick<Hub, 'watch'>;
  metrics: Metrics;
  lifecycle: Pick<Lifecycle, 'register'>;
  guard: AddressGuard;
  callbackProxy: CallbackProxy | null;
  directory: TenantDirectory;
  tokens: TokenBudget;
}

/** Limit of a call that embeds a few passages in the background; no visitor waits for it. */
const PASSAGES_TIMEOUT_MS = 30 * SECOND;
/** How long a tenant's progress is cached, and so how late other nodes' vectors are seen. */
const PROGRESS_TTL_MS = SECOND;
const MAX_TENANTS = 10_000;

/** Vectors of passages, made in the background, and the search by them. */
export function buildEmbeddings(deps: EmbeddingsDeps) {
  const { config, keys, database, clock, log, hub, metrics, lifecycle } = deps;
  const { guard, callbackProxy, directory, tokens } = deps;
  const requests = metrics.counter(
    'relay_embeddings_requests_total',
    'Requests to embedding models, by what for and how they ended',
    ['purpose', 'outcome'],
  );
  const embedders = createEmbedders({
    relays: config.embeddings,
    proxies: config.proxies,
    guard,
    proxy: callbackProxy,
    keys: keys.tenantSecret,
    clock,
    tokens,
    log,
    requests,
  });
  const progressOf = createLookupCache({
    load: (tenantId) => readProgress(database.read, tenantId),
    ttlMs: PROGRESS_TTL_MS,
    maxEntries: MAX_TENANTS,
  });
  const make = createVectorMaking({
    database,
    clock,
    directory,
    embedders,
    timeoutMs: PASSAGES_TIMEOUT_MS,
    onMade: progressOf.forget,
  });
  const queue = createVectorQueue({ make, clock, log });
  metrics.gauge(
    'relay_embeddings_waiting',
    'Tenants whose passages this node looks through for missing vectors',
    queue.waiting,
  );
  const unwatch = hub.watch((notice) => {
    if (notice.kind === 'tenant-changed') queue.want(notice.tenantId);
  });
  lifecycle.register({
    name: 'embeddings',
    stop: async () => {
      unwatch();
      await queue.stop();
      await embedders.close();
    },
  });
  const lists = createVectorLists({ read: database.read });
  return {
    /** Call this after a change of the tenant's documents. */
    changed: (tenantId: string) => {
      progressOf.forget(tenantId);
      queue.want(tenantId);
    },
    near: createNearPassages({
      database,
      embedders,
      lists,
      progressOf,
      log,
      requests,
      onMissing: queue.want,
    }),
  };
}
