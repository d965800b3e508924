import { MINUTE, SECOND, type Clock } from '../platform/clock';
import type { Logger } from '../platform/log';
import type { Database } from '../platform/storage/database';
import { followTenantChanges, type FollowedChanges } from './follow-changes';
import { createLookupCache } from './lookup-cache';
import { toTenant, type TenantRow } from './model';
import { createSignal, type Listen } from '../platform/signal';
import { isLiveKey, type RetiredKey, type Tenant } from './tenant';

/** Tenants as the busy paths need them: every node sees a change within a second. */
export interface TenantDirectory {
  find(tenantId: string): Promise<Tenant | null>;
  /** The tenant, if pages may use this public key. */
  findByKey(tenantId: string, publicKey: string): Promise<Tenant | null>;
  /** After a change on this node: drops the cached tenant and notifies the listeners. */
  invalidate(tenantId: string): void;
  /** The id of a tenant that this node has changed, after the commit. */
  onChange: Listen<string>;
  /** Drops the cached tenant, so that the next look-up reads it. */
  forget(tenantId: string): void;
  /** Reports the changes of all nodes; while this runs, unchanged tenants are not read again. */
  follow(onChanged: (tenantId: string) => void): () => void;
}

const TTL_MS = SECOND;
const FOLLOWED_TTL_MS = MINUTE;
/** Unknown ids are cached too; a caller who tries many evicts entries and does not grow memory. */
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

const TENANT_COLUMNS = `
  tenant_id AS tenantId, workspace_id AS workspaceId, tenant_name AS tenantName,
  widget_public_key AS widgetPublicKey, allowed_origins AS allowedOrigins,
  callback_url_base AS callbackUrlBase, default_locale AS defaultLocale, widget, bot, hours, status,
  suspension_reason AS suspensionReason,
  deletes_at AS deletesAt, restores_to AS restoresTo, created_at AS createdAt, changed_at AS changedAt`;

/** As currently stored. */
export async function readTenant(database: Database, tenantId: string): Promise<Tenant | null> {
  const [[found], retiredKeys] = await Promise.all([
    database.read.rows<TenantRow>(`SELECT ${TENANT_COLUMNS} FROM tenants WHERE tenant_id = ?`, [
      tenantId,
    ]),
    database.read.rows<RetiredKey>(
      'SELECT widget_public_key AS `key`, retires_at AS retiresAt FROM retired_widget_keys WHERE tenant_id = ?',
      [tenantId],
    ),
  ]);
  return found ? toTenant(found, retiredKeys) : null;
}
