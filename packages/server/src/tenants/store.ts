import { AppError } from '../platform/errors';
import { gatherPage, type PageOf } from '../platform/http/paging';
import type { Database, Tx } from '../platform/storage/database';
import { forUpdate } from '../platform/storage/sql';
import { listColumns, type RowOf } from '../platform/storage/table';
import { RETIRED_WIDGET_KEYS, TENANTS, type TenantRow } from './model';
import { defaultSettings } from './settings';
import type { BotSettings, RetiredKey, Tenant, TenantSettings } from './tenant';

/** Reads a tenant from the database, not from the cache. */
export async function readTenant(database: Database, tenantId: string): Promise<Tenant | null> {
  const [[found], retired] = await Promise.all([
    database.read.rows<TenantRow & { has_blocks: number }>(
      `SELECT ${listColumns(TENANTS)},
         EXISTS (SELECT 1 FROM visitor_blocks b WHERE b.tenant_id = tenants.tenant_id) AS has_blocks
       FROM tenants WHERE tenant_id = ?`,
      [tenantId],
    ),
    database.read.rows<RowOf<typeof RETIRED_WIDGET_KEYS>>(
      `SELECT ${listColumns(RETIRED_WIDGET_KEYS)} FROM retired_widget_keys WHERE tenant_id = ?`,
      [tenantId],
    ),
  ]);
  const retiredKeys = retired.map((row) => ({
    key: row.widget_public_key,
    retiresAt: row.retires_at,
  }));
  return found ? toTenant(found, retiredKeys, Number(found.has_blocks) > 0) : null;
}

/** Converts a row without checks, because only `settingsRow` writes it. */
function toTenant(row: TenantRow, retiredKeys: RetiredKey[], hasBlocks = true): Tenant {
  return {
    tenantId: row.tenant_id,
    workspaceId: row.workspace_id,
    widgetPublicKey: row.widget_public_key,
    retiredKeys,
    ...settingsOf(row),
    status: row.status,
    deletesAt: row.deletes_at,
    createdAt: row.created_at,
    hasBlocks,
    version: row.changed_at,
  };
}

/** Reads a page of tenants by their ids, because the settings of each can be half a megabyte. */
export async function pageOfTenants(
  limit: number,
  after: string,
  read: (after: string, limit: number) => Promise<{ get(): TenantRow }[]>,
): Promise<PageOf<Tenant>> {
  const { rows, nextCursor } = await gatherPage<TenantRow>({
    limit,
    read: async (last, count) =>
      (await read(last?.tenant_id ?? after, count)).map((row) => row.get()),
    bytesOf: ({ bot, allowed_origins, texts }) =>
      bot.length + allowed_origins.length + (texts?.length ?? 0),
    keyOf: ({ tenant_id }) => [tenant_id],
  });
  return { rows: rows.map((row) => toTenant(row, [])), nextCursor };
}

/** How a setting is stored in the row. */
interface Stored<Value> {
  read(row: TenantRow): Value;
  write(value: Value): Partial<TenantRow>;
}

const asIs = <Name extends keyof TenantRow>(column: Name): Stored<TenantRow[Name]> => ({
  read: (row) => row[column],
  write: (value) => ({ [column]: value }),
});

const asFlag = (column: 'rating' | 'waiting_mail'): Stored<boolean> => ({
  read: (row) => row[column] === 1,
  write: (value) => ({ [column]: value ? 1 : 0 }),
});

/** @param byDefault the value of fields that an earlier version did not store */
const asJson = <Value>(
  column: 'allowed_origins' | 'widget' | 'bot' | 'hours' | 'attachments' | 'texts',
  byDefault: Value,
): Stored<Value> => ({
  read: (row) => {
    const json = row[column];
    if (json === null) return byDefault;
    const value = JSON.parse(json) as Value; // only `write` stores it
    return Array.isArray(value) ? value : { ...byDefault, ...value };
  },
  write: (value) => ({ [column]: value === null ? null : JSON.stringify(value) }),
});

const DEFAULTS = defaultSettings();

const STORED: { readonly [Name in keyof TenantSettings]: Stored<TenantSettings[Name]> } = {
  name: asIs('tenant_name'),
  allowedOrigins: asJson('allowed_origins', []),
  callbackUrlBase: asIs('callback_url_base'),
  defaultLocale: asIs('default_locale'),
  widget: asJson('widget', DEFAULTS.widget),
  bot: asJson('bot', DEFAULTS.bot),
  hours: asJson('hours', DEFAULTS.hours),
  retention: {
    read: (row) => ({ messagesDays: row.retention_days }),
    write: ({ messagesDays }) => ({ retention_days: messagesDays }),
  },
  rating: asFlag('rating'),
  assignment: asIs('assignment'),
  waitingMail: asFlag('waiting_mail'),
  targets: {
    read: (row) => ({ firstAnswerS: row.target_first_answer_s, waitS: row.target_wait_s }),
    write: ({ firstAnswerS, waitS }) => ({
      target_first_answer_s: firstAnswerS,
      target_wait_s: waitS,
    }),
  },
  attachments: asJson('attachments', DEFAULTS.attachments),
  texts: asJson('texts', DEFAULTS.texts),
};

function settingsOf(row: TenantRow): TenantSettings {
  const entries = Object.entries(STORED).map(([name, { read }]) => [name, read(row)]);
  return Object.fromEntries(entries) as TenantSettings; // each as its row of the table reads it
}

/** Makes the columns of the given settings. */
export function settingsRow(settings: Partial<TenantSettings>): Partial<TenantRow> {
  const row: Partial<TenantRow> = {};
  for (const name of Object.keys(STORED) as (keyof TenantSettings)[]) {
    const { write } = STORED[name] as Stored<unknown>;
    if (settings[name] !== undefined) Object.assign(row, write(settings[name]));
  }
  return row;
}

/** Locks a tenant, so that changes of its keys and secrets wait for each other. */
export async function lockTenant(tx: Tx, tenantId: string): Promise<void> {
  await tx.rows(`SELECT tenant_id FROM tenants WHERE tenant_id = ?${forUpdate(tx.dialect)}`, [
    tenantId,
  ]);
}

/** Reads the bot in this transaction. */
export async function readBot(tx: Tx, tenantId: string): Promise<BotSettings> {
  const [row] = await tx.rows<TenantRow>(
    `SELECT ${listColumns(TENANTS)} FROM tenants WHERE tenant_id = ?`,
    [tenantId],
  );
  if (!row) throw new AppError('not_found');
  return STORED.bot.read(row);
}

/**
 * Records that the tenant has changed, for the other nodes. Other changes of it wait for the end of the transaction.
 * @param version the version that the caller has read; without it, nothing is compared
 * @returns the new version
 * @throws {AppError} state_conflict if the tenant has changed since that version
 */
export async function markChanged(
  tx: Tx,
  tenantId: string,
  now: number,
  version?: number,
): Promise<number> {
  const isAsRead = version === undefined ? '' : ' AND changed_at = ?';
  const marked = await tx.run(
    `UPDATE tenants SET changed_at = CASE WHEN changed_at >= ? THEN changed_at + 1 ELSE ? END
     WHERE tenant_id = ?${isAsRead}`,
    [now, now, tenantId, ...(version === undefined ? [] : [version])],
  );
  if (marked === 0 && version !== undefined) {
    throw new AppError('state_conflict', {
      message: 'The tenant has changed since this version. Read it again, then repeat your change.',
    });
  }
  const [row] = await tx.rows<Pick<TenantRow, 'changed_at'>>(
    'SELECT changed_at FROM tenants WHERE tenant_id = ?',
    [tenantId],
  );
  return row?.changed_at ?? now;
}
