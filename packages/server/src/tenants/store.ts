import { AppError } from '../platform/errors';
import { gatherPage, type PageOf } from '../platform/http/paging';
import type { Database, Tx } from '../platform/storage/database';
import { forUpdate } from '../platform/storage/sql';
import { listColumns, type RowOf } from '../platform/storage/table';
import { toAttachmentSettings, type AttachmentSettings } from './files/settings';
import { RETIRED_WIDGET_KEYS, TENANTS, type TenantRow } from './model';
import type { Hours } from './opening-hours';
import {
  DEFAULT_DAILY_TOKENS,
  type BotSettings,
  type RetiredKey,
  type Tenant,
  type TenantTexts,
  type WidgetSettings,
} from './tenant';

/** As currently stored. */
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

/** Read without checks: only `settingsRow` writes it. */
function toTenant(row: TenantRow, retiredKeys: RetiredKey[], hasBlocks = true): Tenant {
  return {
    tenantId: row.tenant_id,
    workspaceId: row.workspace_id,
    name: row.tenant_name,
    widgetPublicKey: row.widget_public_key,
    retiredKeys,
    allowedOrigins: JSON.parse(row.allowed_origins) as string[],
    callbackUrlBase: row.callback_url_base,
    defaultLocale: row.default_locale,
    widget: toWidgetSettings(row.widget),
    bot: toBotSettings(row.bot),
    hours: row.hours === null ? null : (JSON.parse(row.hours) as Hours),
    retention: { messagesDays: row.retention_days },
    rating: row.rating === 1,
    assignment: row.assignment,
    waitingMail: row.waiting_mail === 1,
    targets: { firstAnswerS: row.target_first_answer_s, waitS: row.target_wait_s },
    attachments: toAttachmentSettings(
      row.attachments === null ? {} : (JSON.parse(row.attachments) as AttachmentSettings),
    ),
    texts: row.texts === null ? {} : (JSON.parse(row.texts) as TenantTexts),
    status: row.status,
    deletesAt: row.deletes_at,
    createdAt: row.created_at,
    hasBlocks,
    version: row.changed_at,
  };
}

/** A page of tenants by their ids. The settings of each can be half a megabyte. */
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

/** The settings that a tenant's members can choose. */
export type TenantSettings = Pick<
  Tenant,
  | 'name'
  | 'allowedOrigins'
  | 'callbackUrlBase'
  | 'defaultLocale'
  | 'widget'
  | 'bot'
  | 'hours'
  | 'retention'
  | 'rating'
  | 'assignment'
  | 'waitingMail'
  | 'targets'
  | 'attachments'
  | 'texts'
>;

/** The columns of the given settings. */
export function settingsRow(settings: Partial<TenantSettings>): Partial<TenantRow> {
  const { name, allowedOrigins, callbackUrlBase, defaultLocale } = settings;
  const { widget, bot, hours, retention, rating, assignment, waitingMail } = settings;
  const { targets, attachments, texts } = settings;
  return {
    ...(name !== undefined && { tenant_name: name }),
    ...(allowedOrigins && { allowed_origins: JSON.stringify(allowedOrigins) }),
    ...(callbackUrlBase !== undefined && { callback_url_base: callbackUrlBase }),
    ...(defaultLocale !== undefined && { default_locale: defaultLocale }),
    ...(widget && { widget: JSON.stringify(widget) }),
    ...(bot && { bot: JSON.stringify(bot) }),
    ...(hours !== undefined && { hours: hours === null ? null : JSON.stringify(hours) }),
    ...(retention && { retention_days: retention.messagesDays }),
    ...(rating !== undefined && { rating: rating ? 1 : 0 }),
    ...(assignment !== undefined && { assignment }),
    ...(waitingMail !== undefined && { waiting_mail: waitingMail ? 1 : 0 }),
    ...(targets && {
      target_first_answer_s: targets.firstAnswerS,
      target_wait_s: targets.waitS,
    }),
    ...(texts && { texts: JSON.stringify(texts) }),
    ...(attachments && { attachments: JSON.stringify(attachments) }),
  };
}

/** Makes changes of one tenant's keys and secrets wait for each other. */
export async function lockTenant(tx: Tx, tenantId: string): Promise<void> {
  await tx.rows(`SELECT tenant_id FROM tenants WHERE tenant_id = ?${forUpdate(tx.dialect)}`, [
    tenantId,
  ]);
}

/** The bot as this transaction sees it. */
export async function readBot(tx: Tx, tenantId: string): Promise<BotSettings> {
  const [row] = await tx.rows<Pick<TenantRow, 'bot'>>(
    'SELECT bot FROM tenants WHERE tenant_id = ?',
    [tenantId],
  );
  if (!row) throw new AppError('not_found');
  return toBotSettings(row.bot);
}

/** Settings that were stored by an earlier version lack the later ones. */
function toWidgetSettings(json: string): WidgetSettings {
  const added = { askEmail: true, sharePage: true };
  return { ...added, ...(JSON.parse(json) as Omit<WidgetSettings, keyof typeof added>) };
}

/** Bots that were stored by an earlier version get the defaults of later settings. */
function toBotSettings(json: string): BotSettings {
  const added = {
    displayName: null,
    disclosure: true,
    disclosureReason: null,
    model: null,
    embeddings: null,
    dailyTokens: DEFAULT_DAILY_TOKENS,
    translation: false,
  };
  return { ...added, ...(JSON.parse(json) as BotSettings) };
}

/**
 * Lets the other nodes see that the tenant has changed. Other changes of it wait for the end of the transaction.
 * @param version what the caller has read of it; without, whatever it is now
 * @returns the new version
 * @throws {AppError} state_conflict if it has changed since that version
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
