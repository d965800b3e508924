import type { Clock } from '../clock';
import type { Database } from '../storage/database';
import { createLookupCache } from './lookup-cache';
import { tenantModel, toTenant } from './model';
import { createSignal } from './signal';
import { isLiveKey, type RetiredKey, type Tenant } from './tenant';

/** Tenants as the busy paths need them: a change is seen by every node within a second. */
export interface TenantDirectory {
  find(tenantId: string): Promise<Tenant | null>;
  /** The tenant, if pages may use this public key of it. */
  findByKey(tenantId: string, publicKey: string): Promise<Tenant | null>;
  /** Forgets what was read, and tells the listeners that something has changed. */
  invalidate(tenantId: string): void;
  onChange(listener: (tenantId: string) => void): () => void;
}

const TTL_MS = 1000;
/** Unknown ids are remembered, too; whoever tries many pushes out entries, not memory. */
const MAX_ENTRIES = 10_000;

export function createTenantDirectory(deps: { database: Database; clock: Clock }): TenantDirectory {
  const { database, clock } = deps;
  const changes = createSignal<string>();
  const cache = createLookupCache({
    load: (tenantId) => readTenant(database, tenantId),
    ttlMs: TTL_MS,
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
  };
}

/** As it is stored now. */
export async function readTenant(database: Database, tenantId: string): Promise<Tenant | null> {
  const [found, retiredKeys] = await Promise.all([
    tenantModel(database.sequelize).findByPk(tenantId),
    database.read.rows<RetiredKey>(
      'SELECT widget_public_key AS `key`, retires_at AS retiresAt FROM retired_widget_keys WHERE tenant_id = ?',
      [tenantId],
    ),
  ]);
  return found ? toTenant(found.get(), retiredKeys) : null;
}
