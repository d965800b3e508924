import { DataTypes, type Model, type ModelStatic, type Sequelize } from 'sequelize';
import type { Tx } from '../platform/storage/database';
import { forUpdate } from '../platform/storage/sql';
import type { Hours } from './opening-hours';
import type { BotSettings, RetiredKey, Tenant, TenantStatus, WidgetSettings } from './tenant';

/** JSON columns are text: never queried into, never merged. */
export interface TenantRow {
  tenantId: string;
  workspaceId: string;
  tenantName: string;
  widgetPublicKey: string;
  allowedOrigins: string;
  callbackUrlBase: string | null;
  defaultLocale: string;
  widget: string;
  bot: string;
  hours: string | null;
  status: TenantStatus;
  suspensionReason: string | null;
  deletesAt: number | null;
  /** The status before it was deleted; null once it can't be restored. */
  restoresTo: TenantStatus | null;
  createdAt: number;
  /** Grows with each change; 0: not changed since counting began. */
  changedAt: number;
}

export type TenantModel = ModelStatic<Model<TenantRow>>;

export function tenantModel(sequelize: Sequelize): TenantModel {
  if (sequelize.isDefined('Tenant')) return sequelize.model('Tenant') as TenantModel;
  return sequelize.define<Model<TenantRow>>(
    'Tenant',
    {
      tenantId: { type: DataTypes.CHAR(36), primaryKey: true },
      workspaceId: DataTypes.CHAR(36),
      tenantName: DataTypes.STRING(80),
      widgetPublicKey: DataTypes.STRING(64),
      allowedOrigins: DataTypes.TEXT,
      callbackUrlBase: DataTypes.STRING(2048),
      defaultLocale: DataTypes.STRING(35),
      widget: DataTypes.TEXT,
      bot: DataTypes.TEXT,
      hours: DataTypes.TEXT,
      status: DataTypes.STRING(10),
      suspensionReason: DataTypes.STRING(500),
      deletesAt: DataTypes.BIGINT,
      restoresTo: DataTypes.STRING(10),
      createdAt: DataTypes.BIGINT,
      changedAt: DataTypes.BIGINT,
    },
    { tableName: 'tenants' },
  );
}

/** Read without checks: only `settingsRow` writes it. */
export function toTenant(row: TenantRow, retiredKeys: RetiredKey[]): Tenant {
  return {
    tenantId: row.tenantId,
    workspaceId: row.workspaceId,
    name: row.tenantName,
    widgetPublicKey: row.widgetPublicKey,
    retiredKeys,
    allowedOrigins: JSON.parse(row.allowedOrigins) as string[],
    callbackUrlBase: row.callbackUrlBase,
    defaultLocale: row.defaultLocale,
    widget: JSON.parse(row.widget) as WidgetSettings,
    bot: JSON.parse(row.bot) as BotSettings,
    hours: row.hours === null ? null : (JSON.parse(row.hours) as Hours),
    status: row.status,
    deletesAt: row.deletesAt,
    createdAt: row.createdAt,
  };
}

/** The settings that a tenant's members can choose. */
export type TenantSettings = Pick<
  Tenant,
  'name' | 'allowedOrigins' | 'callbackUrlBase' | 'defaultLocale' | 'widget' | 'bot' | 'hours'
>;

/** The columns of the given settings. */
export function settingsRow(settings: Partial<TenantSettings>): Partial<TenantRow> {
  const { name, allowedOrigins, callbackUrlBase, defaultLocale, widget, bot, hours } = settings;
  return {
    ...(name !== undefined && { tenantName: name }),
    ...(allowedOrigins && { allowedOrigins: JSON.stringify(allowedOrigins) }),
    ...(callbackUrlBase !== undefined && { callbackUrlBase }),
    ...(defaultLocale !== undefined && { defaultLocale }),
    ...(widget && { widget: JSON.stringify(widget) }),
    ...(bot && { bot: JSON.stringify(bot) }),
    ...(hours !== undefined && { hours: hours === null ? null : JSON.stringify(hours) }),
  };
}

/** Makes changes of one tenant's keys and secrets wait for each other. */
export async function lockTenant(tx: Tx, tenantId: string): Promise<void> {
  await tx.rows(`SELECT tenant_id FROM tenants WHERE tenant_id = ?${forUpdate(tx.dialect)}`, [
    tenantId,
  ]);
}

/** Lets the other nodes see that the tenant has changed. */
export async function markChanged(tx: Tx, tenantId: string, now: number): Promise<void> {
  await tx.run(
    `UPDATE tenants SET changed_at = CASE WHEN changed_at >= ? THEN changed_at + 1 ELSE ? END
     WHERE tenant_id = ?`,
    [now, now, tenantId],
  );
}
