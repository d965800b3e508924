import { iso, isoOrNull } from '../platform/clock';
import { toWire } from '../platform/http/wire-case';
import { DEFAULT_BOT, DEFAULT_SETTINGS } from './settings';
import type { BotSettings, Tenant } from './tenant';
import type { BotSettings as BotView, Tenant as TenantView } from './wire';

/** The *tenant* of PROTOCOL, as its workspace may read it. The row contains no secrets. */
export function tenantView(tenant: Tenant): TenantView {
  return {
    tenant_id: tenant.tenantId,
    workspace_id: tenant.workspaceId,
    tenant_name: tenant.name,
    widget_public_key: tenant.widgetPublicKey,
    ...toWire(DEFAULT_SETTINGS, tenant),
    allowed_origins: tenant.allowedOrigins,
    bot: botView(tenant.bot),
    hours: tenant.hours,
    texts: tenant.texts,
    status: tenant.status,
    deletes_at: isoOrNull(tenant.deletesAt),
    created_at: iso(tenant.createdAt),
    version: tenant.version,
  };
}

function botView(bot: BotSettings): BotView {
  const { faq, model, embeddings } = bot;
  return {
    ...toWire(DEFAULT_BOT, bot),
    faq: faq.map(({ questions, answer, locale }) => ({ questions, answer, locale })),
    model: model && {
      url: model.url,
      model: model.model,
      api_key_set: model.sealedKey !== null,
      min_overlap: model.minOverlap,
    },
    embeddings: embeddings && {
      url: embeddings.url,
      model: embeddings.model,
      api_key_set: embeddings.sealedKey !== null,
    },
  };
}
