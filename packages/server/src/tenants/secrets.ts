import { Op } from 'sequelize';
import { DAY, SECOND, type Clock } from '../platform/clock';
import { AppError } from '../platform/errors';
import { newId } from '../platform/ids';
import type { KeyRing } from '../platform/security/keys';
import { open, seal } from '../platform/security/secret-box';
import { randomToken } from '../platform/security/tokens';
import type { Database, Tx } from '../platform/storage/database';
import { modelOf } from '../platform/storage/models';
import { listColumns, pickColumns, type RowOf } from '../platform/storage/table';
import type { TenantDirectory } from './directory';
import { createLookupCache } from './lookup-cache';
import { TENANT_SECRETS } from './model';
import { lockTenant } from './store';

export const DEFAULT_GRACE_S = DAY / SECOND;

/**
 * The keys of a tenant's HMACs. In a rotation the receiver is first: a pending secret is shown once, and the tenant
 * deploys it next to the old one. Activating it makes the relay sign with it; the old one is accepted for a while.
 */
export interface TenantSecrets {
  /** Returns the secret that signs what the relay sends. */
  activeSecret(tenantId: string): Promise<string>;
  /** Returns the secrets that are accepted from outside: the active one, and retired ones in their grace period. */
  liveSecrets(tenantId: string): Promise<string[]>;
  /** Creates the first secret of a new tenant. */
  issue(tx: Tx, tenantId: string): Promise<string>;
  /** Creates a pending secret, in place of one that was never activated. */
  rotate(tx: Tx, tenantId: string): Promise<string>;
  /**
   * Activates the pending secret. The caller invalidates the directory after the commit.
   * @throws {AppError} state_conflict if no secret is pending
   */
  activate(tx: Tx, tenantId: string, graceS: number): Promise<void>;
}

interface Secret {
  secret: string;
  isActive: boolean;
  retiresAt: number | null;
}

const USABLE = pickColumns(TENANT_SECRETS, 'sealed_secret', 'state', 'retires_at');
const TTL_MS = 1000;
const MAX_ENTRIES = 10_000;

export function createTenantSecrets(deps: {
  database: Database;
  directory: TenantDirectory;
  /** `keys.tenantSecret`. */
  keys: KeyRing;
  clock: Clock;
}): TenantSecrets {
  const { database, directory, keys, clock } = deps;
  const cache = createLookupCache({ load: readUsable, ttlMs: TTL_MS, maxEntries: MAX_ENTRIES });
  directory.onChange(cache.forget);
  const model = modelOf(database, TENANT_SECRETS);

  async function readUsable(tenantId: string): Promise<Secret[]> {
    const rows = await database.read.rows<RowOf<typeof USABLE>>(
      `SELECT ${listColumns(USABLE)} FROM tenant_secrets WHERE tenant_id = ? AND state <> 'pending'`,
      [tenantId],
    );
    return rows.map((row) => ({
      secret: open(keys, row.sealed_secret, tenantId),
      isActive: row.state === 'active',
      retiresAt: row.retires_at,
    }));
  }

  async function insert(tx: Tx, tenantId: string, state: 'pending' | 'active'): Promise<string> {
    const secret = randomToken('ts_');
    await model.create(
      {
        tenant_id: tenantId,
        secret_id: newId(),
        sealed_secret: seal(keys, secret, tenantId),
        state,
        retires_at: null,
        created_at: clock(),
      },
      { transaction: await tx.forModels() },
    );
    return secret;
  }

  return {
    activeSecret: async (tenantId) => {
      const active = (await cache.get(tenantId)).find(({ isActive }) => isActive);
      if (!active) throw new AppError('not_found');
      return active.secret;
    },

    liveSecrets: async (tenantId) =>
      (await cache.get(tenantId))
        .filter(({ isActive, retiresAt }) => isActive || (retiresAt ?? 0) > clock())
        .map(({ secret }) => secret),

    issue: (tx, tenantId) => insert(tx, tenantId, 'active'),

    rotate: async (tx, tenantId) => {
      await lockTenant(tx, tenantId);
      await model.destroy({
        where: { tenant_id: tenantId, state: 'pending' },
        transaction: await tx.forModels(),
      });
      return insert(tx, tenantId, 'pending');
    },

    activate: async (tx, tenantId, graceS) => {
      const now = clock();
      await lockTenant(tx, tenantId);
      const transaction = await tx.forModels();
      const secretsIn = (state: 'active' | 'pending') => ({
        where: { tenant_id: tenantId, state },
        transaction,
      });
      const retired = { state: 'retired', retires_at: now + graceS * SECOND } as const;
      await model.update(retired, secretsIn('active'));
      const [activated] = await model.update({ state: 'active' }, secretsIn('pending'));
      // Thrown inside the transaction, so that the active secret does not change.
      if (activated !== 1)
        throw new AppError('state_conflict', {
          message: 'No secret is pending. Create one first.',
        });
      await model.destroy({
        where: { tenant_id: tenantId, state: 'retired', retires_at: { [Op.lte]: now } },
        transaction,
      });
    },
  };
}
