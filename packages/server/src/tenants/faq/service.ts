import type { AuditAction } from '../../audit/actions';
import type { Audit } from '../../audit/log';
import type { Clock } from '../../platform/clock';
import { AppError } from '../../platform/errors';
import type { Page } from '../../platform/http/fields';
import { readCursor, toPage, type PageOf } from '../../platform/http/paging';
import type { Database } from '../../platform/storage/database';
import type { Caller } from '../../workspaces/principal';
import type { Roles } from '../../workspaces/roles';
import type { TenantDirectory } from '../directory';
import { markChanged, readBot, readTenant, settingsRow } from '../store';
import { requireWritable, type FaqEntry, type Tenant } from '../tenant';
import { identified, newEntryId, requireRoom, tenantIdOf, type IdentifiedEntry } from './entries';

export interface FaqDeps {
  database: Database;
  directory: Pick<TenantDirectory, 'invalidate'>;
  clock: Clock;
  roles: Roles;
  audit: Audit;
}

/** An entry, with the version of its tenant. */
export interface FaqChange {
  entry: IdentifiedEntry;
  version: number;
}

/** Changes single entries of `bot.faq`, for owners and admins. `version` is checked as in an update of the tenant. */
export interface Faq {
  list(
    accountId: string,
    tenantId: string,
    page: Page,
  ): Promise<PageOf<IdentifiedEntry> & { version: number }>;
  create(
    caller: Caller,
    tenantId: string,
    entry: FaqEntry,
    version: number | undefined,
  ): Promise<FaqChange>;
  update(
    caller: Caller,
    entryId: string,
    changes: Partial<FaqEntry>,
    version: number | undefined,
  ): Promise<FaqChange>;
  remove(caller: Caller, entryId: string, version: number | undefined): Promise<FaqChange>;
}

export function createFaq({ database, directory, clock, roles, audit }: FaqDeps): Faq {
  const managed = async (accountId: string, tenantId: string): Promise<Tenant> => {
    const tenant = await readTenant(database, tenantId);
    if (!tenant) throw new AppError('not_found');
    await roles.requireRole(accountId, tenant.workspaceId, 'admin');
    return tenant;
  };

  /** @param edit returns the new entries, and the entry that was changed */
  const change = async (
    caller: Caller,
    {
      tenantId,
      version,
      action,
    }: { tenantId: string; version: number | undefined; action: AuditAction },
    edit: (faq: IdentifiedEntry[]) => { faq: IdentifiedEntry[]; entry: IdentifiedEntry },
  ): Promise<FaqChange> => {
    const tenant = await managed(caller.accountId, tenantId);
    requireWritable(tenant);
    const changed = await database.transaction(async (tx) => {
      const newVersion = await markChanged(tx, tenantId, clock(), version);
      const bot = await readBot(tx, tenantId);
      const { faq, entry } = edit(identified(tenantId, bot.faq));
      requireRoom(faq);
      await tx.run('UPDATE tenants SET bot = ? WHERE tenant_id = ?', [
        settingsRow({ bot: { ...bot, faq } }).bot ?? null,
        tenantId,
      ]);
      await audit.record(tx, {
        workspaceId: tenant.workspaceId,
        action,
        actor: caller,
        ip: caller.ip,
        subject: tenantId,
        details: { faq_entry_id: entry.id },
      });
      return { entry, version: newVersion };
    });
    directory.invalidate(tenantId);
    return changed;
  };

  return {
    list: async (accountId, tenantId, { limit, cursor }) => {
      const tenant = await managed(accountId, tenantId);
      const [from] = readCursor(cursor, 'number') ?? [0];
      const rows = identified(tenantId, tenant.bot.faq).map((entry, place) => ({ entry, place }));
      const page = toPage(rows.slice(from, from + limit + 1), limit, ({ place }) => [place + 1]);
      const entries = page.rows.map(({ entry }) => entry);
      return { rows: entries, nextCursor: page.nextCursor, version: tenant.version };
    },

    create: (caller, tenantId, given, version) =>
      change(caller, { tenantId, version, action: 'faq_entry.created' }, (faq) => {
        const entry = { ...given, id: newEntryId(tenantId) };
        return { faq: [...faq, entry], entry };
      }),

    update: (caller, entryId, changes, version) =>
      change(
        caller,
        { tenantId: tenantIdOf(entryId), version, action: 'faq_entry.updated' },
        (faq) => {
          const entry = { ...requireEntry(faq, entryId), ...changes };
          return { faq: faq.map((other) => (other.id === entryId ? entry : other)), entry };
        },
      ),

    remove: (caller, entryId, version) =>
      change(
        caller,
        { tenantId: tenantIdOf(entryId), version, action: 'faq_entry.removed' },
        (faq) => ({
          faq: faq.filter(({ id }) => id !== entryId),
          entry: requireEntry(faq, entryId),
        }),
      ),
  };
}

function requireEntry(faq: readonly IdentifiedEntry[], entryId: string): IdentifiedEntry {
  const entry = faq.find(({ id }) => id === entryId);
  if (!entry) throw new AppError('not_found');
  return entry;
}
