import { MINUTE, SECOND, type Clock } from '../platform/clock';
import type { Logger } from '../platform/log';
import type { Database } from '../platform/storage/database';
import { followTenantChanges, type FollowedChanges } from './follow-changes';
import { createLookupCache } from './lookup-cache';
import { createSignal, type Listen } from '../platform/signal';
import { readTenant } from './store';
import { isLiveKey, type Tenant } from './tenant';

/** Tenants in a cache, for paths that are called often. Every node sees a change within a second. */
export interface TenantDirectory {
  find(tenantId: string): Promise<Tenant | null>;
  /** Finds the tenant, if this public key of it is in use. */
  findByKey(tenantId: string, publicKey: string): Promise<Tenant | null>;
  /** Drops the cached tenant and notifies the listeners. Call it after a change on this node. */
  invalidate(tenantId: string): void;
  /** The id of a tenant that this node has changed, after the commit. */
  onChange: Listen<string>;
  /** Drops the cached tenant, so that the next look-up reads it. */
  forget(tenantId: string): void;
  /** Reports the changes of all nodes. While this runs, unchanged tenants stay in the cache. */
  follow(onChanged: (tenantId: string) => void): () => void;
}

const TTL_MS = SECOND;
const FOLLOWED_TTL_MS = MINUTE;
/** Unknown ids are cached too, so that a caller who tries many evicts entries instead of using memory. */
const MAX_ENTRIES = 10_000;

export function createTenantDirectory(deps: {
  database: Database;
  clock: Clock;
  log: Logger;
}): TenantDirectory {
  const { database, clock, log } = deps;
  const changes = createSignal<string>('tenant.changed', log);
  let followed: FollowedChanges | null = null;
  const cache = createLookupCache({
    load: (tenantId) => readTenant(database, tenantId),
    ttlMs: () => (followed?.isCurrent() ? FOLLOWED_TTL_MS : TTL_MS),
    maxEntries: MAX_ENTRIES,
  });
  return {
    find: cache.get,
    findByKey: async (tenantId, publicKey) => {
      const tenant = await cache.get(tenantId);
      return tenant && isLiveKey(tenant, publicKey, clock()) ? tenant : null;
    },
    invalidate: (tenantId) => {
      cache.forget(tenantId);
      changes.emit(tenantId);
    },
    onChange: changes.on,
    forget: cache.forget,
    follow: (onChanged) => {
      followed = followTenantChanges({ database, clock, log, onChanged });
      return followed.stop;
    },
  };
}
