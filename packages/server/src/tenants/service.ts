import type { AuditAction } from '../audit/actions';
import { Op } from 'sequelize';
import type { Audit } from '../audit/log';
import { SECOND, type Clock } from '../platform/clock';
import { AppError, invalidField } from '../platform/errors';
import type { Page } from '../platform/http/fields';
import { readCursor, type PageOf } from '../platform/http/paging';
import { newId } from '../platform/ids';
import type { KeyRing } from '../platform/security/keys';
import { randomToken } from '../platform/security/tokens';
import type { Database, Tx } from '../platform/storage/database';
import { modelOf } from '../platform/storage/models';
import { requireQuota } from '../platform/storage/quota';
import { requireConfirmed, type Caller } from '../workspaces/principal';
import type { Roles } from '../workspaces/roles';
import type { TenantDirectory } from './directory';
import { givenEmbeddings, givenModel } from './bot/bot-model';
import { replaceEntries } from './faq/entries';
import { TENANTS, type TenantRow } from './model';
import type { CreateTenantBody } from './schemas';
import { DEFAULT_GRACE_S, type TenantSecrets } from './secrets';
import { defaultSettings, givenSettings } from './settings';
import { markChanged, pageOfTenants, readBot, readTenant, settingsRow } from './store';
import {
  requireWritable,
  type BotSettings,
  type Retention,
  type Tenant,
  type TenantSettings,
  type TenantStatus,
} from './tenant';
import { replaceWidgetKey } from './widget-keys';
import type { SettingsBody } from './wire';

/** Checks a callback address. The reason is shown to the tenant's developer. */
type CheckCallbackUrl = (url: string) => { ok: true } | { ok: false; reason: string };

export interface TenantsDeps {
  maxPerWorkspace: number;
  database: Database;
  directory: TenantDirectory;
  secrets: TenantSecrets;
  clock: Clock;
  /** True with `ENV=local`: pages may then use `http:`. */
  isLocal: boolean;
  roles: Roles;
  audit: Audit;
  checkCallbackUrl: CheckCallbackUrl;
  /** Keys that seal the API keys of tenants' models. */
  keys: KeyRing;
  /** True if the relay has a model for tenants without one. */
  hasModel: boolean;
  /** The tenants that an operator answers for, which are the only ones that it sees. */
  tenantIdsServedBy(accountId: string, workspaceId: string): Promise<string[]>;
  /** Makes the creator of a tenant one of its operators. */
  answerFor(
    tx: Tx,
    caller: Caller,
    tenant: Pick<Tenant, 'tenantId' | 'workspaceId'>,
  ): Promise<void>;
}

export interface Tenants {
  create(caller: Caller, body: CreateTenantBody): Promise<{ tenant: Tenant; secret: string }>;
  list(
    accountId: string,
    query: Page & { workspaceId: string; status?: TenantStatus | undefined },
  ): Promise<PageOf<Tenant>>;
  get(accountId: string, tenantId: string): Promise<Tenant>;
  /**
   * Changes settings.
   * @param version the version that the caller has read; without it, the tenant is changed in any case
   * @throws {AppError} state_conflict if the tenant has changed since that version
   */
  update(caller: Caller, tenantId: string, body: SettingsBody, version?: number): Promise<Tenant>;
  /** Creates a new public key for pages; the old one works until the grace period ends. */
  rotateWidgetKey(caller: Caller, tenantId: string, graceS?: number): Promise<Tenant>;
  /** Creates a pending secret, which the tenant deploys before it is activated. */
  rotateSecret(caller: Caller, tenantId: string): Promise<{ tenant: Tenant; secret: string }>;
  activateSecret(caller: Caller, tenantId: string, graceS?: number): Promise<Tenant>;
  /**
   * Suspends or reactivates a tenant; the system console calls it, and has checked the account. Repeating it is no
   * error. `alongside` runs in the same transaction if the status changes.
   * @throws {AppError} not_found, state_conflict for a tenant that is being deleted
   */
  setStatus(
    tenantId: string,
    status: Exclude<TenantStatus, 'deleting'>,
    reason: string | null,
    alongside?: (tx: Tx) => Promise<void>,
  ): Promise<Tenant>;
}

export function createTenants(deps: TenantsDeps): Tenants {
  const { database, directory, secrets, clock, roles, audit } = deps;
  const model = modelOf(database, TENANTS);
  const allowHttp = deps.isLocal;

  const current = async (tenantId: string): Promise<Tenant> => {
    const tenant = await readTenant(database, tenantId);
    if (!tenant) throw new AppError('not_found');
    return tenant;
  };

  /** Reads a tenant that the caller may manage. One of another workspace gets the response of an unknown one. */
  const managed = async ({ accountId }: Caller, tenantId: string): Promise<Tenant> => {
    const tenant = await current(tenantId);
    await roles.requireRole(accountId, tenant.workspaceId, 'admin');
    requireWritable(tenant);
    return tenant;
  };

  const changed = (tenantId: string): Promise<Tenant> => {
    directory.invalidate(tenantId);
    return current(tenantId);
  };

  const record = (
    tx: Tx,
    actor: Caller,
    action: AuditAction,
    { tenantId, workspaceId }: Pick<Tenant, 'tenantId' | 'workspaceId'>,
    details: Record<string, unknown> = {},
  ): Promise<void> =>
    audit.record(tx, { workspaceId, action, actor, ip: actor.ip, subject: tenantId, details });

  const checkUrl = (field: string, url: string | null | undefined): void => {
    if (url === null || url === undefined) return;
    const check = deps.checkCallbackUrl(url);
    if (check.ok) return;
    throw new AppError('callback_url_forbidden', {
      details: [{ field, code: check.reason }],
    });
  };

  /**
   * Completes the bot of a body with the stored keys of its models.
   * @param stored null for a new tenant
   * @throws {AppError} invalid_request for a bot that needs a model and has none
   */
  const withModels = (
    tenantId: string,
    body: SettingsBody,
    bot: BotSettings,
    stored: BotSettings | null,
  ): BotSettings => {
    const of = { keys: deps.keys, tenantId };
    const model = givenModel(of, body.bot?.model, stored?.model ?? null);
    const embeddings = givenEmbeddings(of, body.bot?.embeddings, stored?.embeddings ?? null);
    const needsModel = bot.kind === 'model' || bot.translation;
    if (needsModel && !deps.hasModel && !model?.url) {
      throw invalidField(
        'bot.model',
        'required',
        'is required: this relay has no model of its own',
      );
    }
    return { ...bot, model, embeddings };
  };

  const checkAddresses = (body: SettingsBody): void => {
    checkUrl('callback_url_base', body.callback_url_base);
    checkUrl('bot.model.url', body.bot?.model?.url);
    checkUrl('bot.embeddings.url', body.bot?.embeddings?.url);
  };

  /** Completes the bot of a body: entries, models and their limit stay as stored if the body does not have them. */
  const botToStore = async (
    tx: Tx,
    tenantId: string,
    body: SettingsBody,
    given: BotSettings,
  ): Promise<BotSettings> => {
    const stored = await readBot(tx, tenantId);
    const faq = body.bot?.faq ? replaceEntries(tenantId, stored.faq, given.faq) : stored.faq;
    const dailyTokens = body.bot?.daily_tokens ?? stored.dailyTokens;
    return withModels(tenantId, body, { ...given, faq, dailyTokens }, stored);
  };

  /** The tenants that the account may see; null for all of the workspace. */
  const visibleIds = async (accountId: string, workspaceId: string): Promise<string[] | null> => {
    const role = await roles.requireRole(accountId, workspaceId, 'operator');
    return role === 'operator' ? deps.tenantIdsServedBy(accountId, workspaceId) : null;
  };

  return {
    create: async (caller, body) => {
      const { workspace_id: workspaceId, answer: answers = true } = body;
      await roles.requireRole(caller.accountId, workspaceId, 'admin');
      checkAddresses(body);
      const tenantId = newId();
      const given = { ...defaultSettings(), ...givenSettings(body, { allowHttp }) };
      const settings = { ...given, bot: withModels(tenantId, body, given.bot, null) };
      const secret = await database.transaction(async (tx) => {
        await requireQuota(tx, {
          owner: 'SELECT workspace_id FROM workspaces WHERE workspace_id = ?',
          count: 'SELECT COUNT(*) AS n FROM tenants WHERE workspace_id = ?',
          id: workspaceId,
          max: deps.maxPerWorkspace,
        });
        const row = {
          ...settingsRow(settings),
          tenant_id: tenantId,
          workspace_id: workspaceId,
          widget_public_key: randomToken('pk_'),
          status: 'active',
          suspension_reason: null,
          created_at: clock(),
          changed_at: clock(),
        };
        await model.create(row as TenantRow, { transaction: await tx.forModels() }); // the schema requires every field without a default
        const details = disclosureDetails(settings);
        await record(tx, caller, 'tenant.created', { tenantId, workspaceId }, details);
        if (answers) await deps.answerFor(tx, caller, { tenantId, workspaceId });
        return secrets.issue(tx, tenantId);
      });
      return { tenant: await changed(tenantId), secret };
    },

    list: async (accountId, { workspaceId, status, limit, cursor }) => {
      const visible = await visibleIds(accountId, workspaceId);
      const [after] = readCursor(cursor, 'string') ?? [''];
      return pageOfTenants(limit, after, (last, count) =>
        model.findAll({
          where: {
            workspace_id: workspaceId,
            tenant_id: { [Op.gt]: last, ...(visible && { [Op.in]: visible }) },
            ...(status && { status }),
          },
          order: [['tenant_id', 'ASC']],
          limit: count,
        }),
      );
    },

    get: async (accountId, tenantId) => {
      const tenant = await current(tenantId);
      const visible = await visibleIds(accountId, tenant.workspaceId);
      if (visible && !visible.includes(tenantId)) throw new AppError('not_found');
      return tenant;
    },

    update: async (caller, tenantId, body, version) => {
      const tenant = await managed(caller, tenantId);
      const settings = givenSettings(body, { allowHttp });
      checkAddresses(body);
      const { callbackUrlBase = tenant.callbackUrlBase, retention = tenant.retention } = settings;
      const isOtherAddress = callbackUrlBase !== tenant.callbackUrlBase;
      if (isOtherAddress || isShorter(retention, tenant.retention)) requireConfirmed(caller);
      await database.transaction(async (tx) => {
        await markChanged(tx, tenantId, clock(), version);
        const bot = settings.bot && { bot: await botToStore(tx, tenantId, body, settings.bot) };
        await model.update(settingsRow({ ...settings, ...bot }), {
          where: { tenant_id: tenantId },
          transaction: await tx.forModels(),
        });
        await record(tx, caller, 'tenant.updated', tenant, {
          fields: Object.keys(body),
          ...disclosureDetails(settings),
        });
      });
      return changed(tenantId);
    },

    rotateWidgetKey: async (caller, tenantId, graceS = DEFAULT_GRACE_S) => {
      const tenant = await managed(caller, tenantId);
      await database.transaction(async (tx) => {
        await replaceWidgetKey(tx, tenantId, randomToken('pk_'), clock(), graceS * SECOND);
        await markChanged(tx, tenantId, clock());
        await record(tx, caller, 'tenant.widget_key_rotated', tenant, { grace_s: graceS });
      });
      return changed(tenantId);
    },

    rotateSecret: async (caller, tenantId) => {
      const tenant = await managed(caller, tenantId);
      requireConfirmed(caller);
      const secret = await database.transaction(async (tx) => {
        await record(tx, caller, 'tenant.secret_rotated', tenant);
        return secrets.rotate(tx, tenantId);
      });
      return { tenant, secret };
    },

    activateSecret: async (caller, tenantId, graceS = DEFAULT_GRACE_S) => {
      const tenant = await managed(caller, tenantId);
      requireConfirmed(caller);
      await database.transaction(async (tx) => {
        await secrets.activate(tx, tenantId, graceS);
        await record(tx, caller, 'tenant.secret_activated', tenant, { grace_s: graceS });
      });
      return changed(tenantId);
    },

    setStatus: async (tenantId, status, reason, alongside) => {
      await database.transaction(async (tx) => {
        const switched = await tx.run(
          "UPDATE tenants SET status = ?, suspension_reason = ? WHERE tenant_id = ? AND status NOT IN (?, 'deleting')",
          [status, status === 'suspended' ? reason : null, tenantId, status],
        );
        if (switched === 0) return;
        await markChanged(tx, tenantId, clock());
        await alongside?.(tx);
      });
      const tenant = await changed(tenantId);
      requireWritable(tenant);
      return tenant;
    },
  };
}

function isShorter(one: Retention, other: Retention): boolean {
  return (one.messagesDays ?? Infinity) < (other.messagesDays ?? Infinity);
}

/** The reason for a bot that does not say what it is, for the audit log. */
function disclosureDetails({ bot }: Partial<TenantSettings>): Record<string, unknown> {
  return bot?.disclosure === false ? { disclosure_reason: bot.disclosureReason } : {};
}
