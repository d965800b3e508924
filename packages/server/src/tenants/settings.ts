import { AppError, invalidField } from '../platform/errors';
import { toAttachmentSettings } from './files/settings';
import type { TenantSettings } from './store';
import { canonicalOrigin } from './origin';
import type { AttachmentsBody, BotBody, HoursBody, SettingsBody, WidgetBody } from './wire';
import { DEFAULT_DAILY_TOKENS, type BotSettings, type WidgetSettings } from './tenant';
import type { Hours } from './opening-hours';

/** The default settings of a new tenant. */
export function defaultSettings(): Pick<
  TenantSettings,
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
> {
  return {
    callbackUrlBase: null,
    defaultLocale: 'fr',
    widget: toWidget({}),
    bot: toBot({}),
    hours: null,
    retention: { messagesDays: null },
    rating: false,
    assignment: 'off',
    waitingMail: true,
    targets: { firstAnswerS: null, waitS: null },
    attachments: toAttachmentSettings(),
    texts: {},
  };
}

/**
 * The settings in a body, with origins in their canonical form.
 * @throws {AppError} invalid_request for an invalid origin, or a bot that does not say what it is without a reason
 */
export function givenSettings(
  body: SettingsBody,
  options: { allowHttp: boolean },
): Partial<TenantSettings> {
  if (body.bot?.disclosure === false && !body.bot.disclosure_reason) {
    throw invalidField(
      'bot.disclosure_reason',
      'required',
      'is required when the bot does not say that it is one',
    );
  }
  return {
    ...(body.tenant_name !== undefined && { name: body.tenant_name }),
    ...(body.allowed_origins && {
      allowedOrigins: canonicalOrigins(body.allowed_origins, options),
    }),
    ...(body.callback_url_base !== undefined && { callbackUrlBase: body.callback_url_base }),
    ...(body.default_locale !== undefined && { defaultLocale: body.default_locale }),
    ...(body.widget && { widget: toWidget(body.widget) }),
    ...(body.bot && { bot: toBot(body.bot) }),
    ...(body.hours !== undefined && { hours: body.hours && toHours(body.hours) }),
    ...(body.rating !== undefined && { rating: body.rating }),
    ...(body.retention && { retention: { messagesDays: body.retention.messages_days } }),
    ...(body.assignment !== undefined && { assignment: body.assignment }),
    ...(body.waiting_mail !== undefined && { waitingMail: body.waiting_mail }),
    ...(body.targets && {
      targets: {
        firstAnswerS: body.targets.first_answer_s ?? null,
        waitS: body.targets.wait_s ?? null,
      },
    }),
    ...(body.attachments && { attachments: toAttachments(body.attachments) }),
    ...(body.texts && { texts: body.texts }),
  };
}

function canonicalOrigins(origins: string[], options: { allowHttp: boolean }): string[] {
  const canonical = origins.map((origin) => canonicalOrigin(origin, options));
  const details = canonical.flatMap((origin, index) =>
    origin === null ? [{ field: `allowed_origins.${index}`, code: 'origin_invalid' }] : [],
  );
  if (details.length > 0) throw new AppError('invalid_request', { details });
  return [...new Set(canonical as string[])]; // a null has just thrown
}

function toWidget(body: WidgetBody): WidgetSettings {
  return {
    greeting: body.greeting ?? null,
    theme: {
      accentColor: body.theme?.accent_color?.toLowerCase() ?? null,
      position: body.theme?.position ?? 'right',
    },
    crossDevice: body.cross_device ?? false,
    askEmail: body.ask_email ?? true,
    sharePage: body.share_page ?? true,
  };
}

/** Without `model` and `embeddings`; `faq` is empty without entries in the body. */
export function toBot(body: BotBody): BotSettings {
  return {
    kind: body.kind ?? 'builtin',
    greeting: body.greeting ?? null,
    displayName: body.display_name ?? null,
    disclosure: body.disclosure ?? true,
    disclosureReason: body.disclosure === false ? (body.disclosure_reason ?? null) : null,
    confidenceThreshold: body.confidence_threshold ?? 0.5,
    restrictedTopics: (body.restricted_topics ?? []).map(({ phrases, reply }) => ({
      phrases,
      reply: reply ?? null,
    })),
    faq: (body.faq ?? []).map((entry) => ({ ...entry, locale: entry.locale ?? null })),
    replyTimeoutS: body.reply_timeout_s ?? 30,
    model: null, // sealed when it is stored
    embeddings: null,
    dailyTokens: body.daily_tokens ?? DEFAULT_DAILY_TOKENS,
    translation: body.translation ?? false,
  };
}

function toAttachments(body: AttachmentsBody): TenantSettings['attachments'] {
  return toAttachmentSettings({
    ...(body.enabled !== undefined && { enabled: body.enabled }),
    ...(body.types && { types: body.types }),
    ...(body.max_bytes !== undefined && { maxBytes: body.max_bytes }),
    ...(body.max_total_bytes !== undefined && { maxTotalBytes: body.max_total_bytes }),
  });
}

function toHours({ timezone, weekly, holidays = [] }: HoursBody): Hours {
  return { timezone, weekly, holidays };
}
