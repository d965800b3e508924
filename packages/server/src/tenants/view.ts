import { iso, isoOrNull } from '../platform/clock';
import type { BotSettings, Tenant, WidgetSettings } from './tenant';
import type {
  BotSettings as BotView,
  Tenant as TenantView,
  WidgetSettings as WidgetView,
} from './wire';

/** The *tenant* read: what its workspace may see. The row contains no secrets. */
export function tenantView(tenant: Tenant): TenantView {
  return {
    tenant_id: tenant.tenantId,
    workspace_id: tenant.workspaceId,
    tenant_name: tenant.name,
    widget_public_key: tenant.widgetPublicKey,
    allowed_origins: tenant.allowedOrigins,
    callback_url_base: tenant.callbackUrlBase,
    default_locale: tenant.defaultLocale,
    widget: widgetView(tenant.widget),
    bot: botView(tenant.bot),
    hours: tenant.hours,
    retention: { messages_days: tenant.retention.messagesDays },
    rating: tenant.rating,
    assignment: tenant.assignment,
    waiting_mail: tenant.waitingMail,
    targets: { first_answer_s: tenant.targets.firstAnswerS, wait_s: tenant.targets.waitS },
    attachments: {
      enabled: tenant.attachments.enabled,
      types: tenant.attachments.types,
      max_bytes: tenant.attachments.maxBytes,
      max_total_bytes: tenant.attachments.maxTotalBytes,
    },
    texts: tenant.texts,
    status: tenant.status,
    deletes_at: isoOrNull(tenant.deletesAt),
    created_at: iso(tenant.createdAt),
    version: tenant.version,
  };
}

function widgetView({
  greeting,
  theme,
  crossDevice,
  askEmail,
  sharePage,
}: WidgetSettings): WidgetView {
  return {
    greeting,
    theme: { accent_color: theme.accentColor, position: theme.position },
    cross_device: crossDevice,
    ask_email: askEmail,
    share_page: sharePage,
  };
}

function botView(bot: BotSettings): BotView {
  return {
    kind: bot.kind,
    greeting: bot.greeting,
    display_name: bot.displayName,
    disclosure: bot.disclosure,
    disclosure_reason: bot.disclosureReason,
    confidence_threshold: bot.confidenceThreshold,
    restricted_topics: bot.restrictedTopics,
    faq: bot.faq.map(({ questions, answer, locale }) => ({ questions, answer, locale })),
    reply_timeout_s: bot.replyTimeoutS,
    model: bot.model && {
      url: bot.model.url,
      model: bot.model.model,
      api_key_set: bot.model.sealedKey !== null,
      min_overlap: bot.model.minOverlap,
    },
    embeddings: bot.embeddings && {
      url: bot.embeddings.url,
      model: bot.embeddings.model,
      api_key_set: bot.embeddings.sealedKey !== null,
    },
    daily_tokens: bot.dailyTokens,
    translation: bot.translation,
  };
}
