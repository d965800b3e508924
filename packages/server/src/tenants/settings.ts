import { AppError, invalidField } from '../platform/errors';
import { fromWire } from '../platform/http/wire-case';
import { ATTACHMENT_TYPES } from './files/settings';
import { canonicalOrigin } from './origin';
import type { BotSettings, PlainBotSettings, PlainSettings, TenantSettings } from './tenant';
import type { BotBody, HoursBody, SettingsBody } from './wire';

const MIB = 1024 * 1024;

/** The settings of a new tenant. A given object gets the fields that it lacks from here. */
export const DEFAULT_SETTINGS: Omit<PlainSettings, 'allowed_origins' | 'hours'> = {
  callback_url_base: null,
  default_locale: 'fr',
  widget: {
    greeting: null,
    theme: { accent_color: null, position: 'right' },
    cross_device: false,
    ask_email: true,
    share_page: true,
  },
  retention: { messages_days: null },
  rating: false,
  assignment: 'off',
  waiting_mail: true,
  targets: { first_answer_s: null, wait_s: null },
  attachments: {
    enabled: false,
    types: [...ATTACHMENT_TYPES],
    max_bytes: 10 * MIB,
    max_total_bytes: 5 * 1024 * MIB,
  },
};

/** The settings of a new bot. A given bot gets the fields that it lacks from here. */
export const DEFAULT_BOT: PlainBotSettings = {
  kind: 'builtin',
  greeting: null,
  display_name: null,
  disclosure: true,
  disclosure_reason: null,
  confidence_threshold: 0.5,
  restricted_topics: [],
  reply_timeout_s: 30,
  daily_tokens: 200_000,
  translation: false,
};

export function defaultSettings(): Omit<TenantSettings, 'name' | 'allowedOrigins'> {
  return { ...fromWire(DEFAULT_SETTINGS), bot: toBot({}), hours: null, texts: {} };
}

/**
 * Reads the settings of a body, with origins in their canonical form.
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
  const settings: Partial<TenantSettings> = {
    ...fromWire(givenOf(DEFAULT_SETTINGS, body)),
    ...(body.tenant_name !== undefined && { name: body.tenant_name }),
    ...(body.allowed_origins && {
      allowedOrigins: canonicalOrigins(body.allowed_origins, options),
    }),
    ...(body.bot && { bot: toBot(body.bot) }),
    ...(body.hours !== undefined && { hours: body.hours && toHours(body.hours) }),
    ...(body.texts && { texts: body.texts }),
  };
  const { theme } = settings.widget ?? {};
  if (theme?.accentColor) theme.accentColor = theme.accentColor.toLowerCase();
  return settings;
}

/** Returns the given fields of `defaults`. A given object is completed from its default. */
function givenOf<Wire extends object>(defaults: Wire, given: object): Partial<Wire> {
  const found = Object.entries(defaults).flatMap(([name, byDefault]: [string, unknown]) => {
    const value = (given as Record<string, unknown>)[name];
    return value === undefined ? [] : [[name, whole(byDefault, value)]];
  });
  return Object.fromEntries(found) as Partial<Wire>; // its own fields
}

function whole(byDefault: unknown, given: unknown): unknown {
  const isObject = typeof byDefault === 'object' && byDefault !== null && !Array.isArray(byDefault);
  if (!isObject) return given;
  return { ...byDefault, ...givenOf(byDefault, given as object) };
}

function canonicalOrigins(origins: string[], options: { allowHttp: boolean }): string[] {
  const canonical = origins.map((origin) => canonicalOrigin(origin, options));
  const details = canonical.flatMap((origin, index) =>
    origin === null ? [{ field: `allowed_origins.${index}`, code: 'origin_invalid' }] : [],
  );
  if (details.length > 0) throw new AppError('invalid_request', { details });
  return [...new Set(canonical as string[])]; // a null has just thrown
}

/** Reads a bot, without `model` and `embeddings`; `faq` is empty if the body has no entries. */
export function toBot(body: BotBody): BotSettings {
  const plain = fromWire({ ...DEFAULT_BOT, ...givenOf(DEFAULT_BOT, body) });
  return {
    ...plain,
    disclosureReason: plain.disclosure ? null : plain.disclosureReason,
    restrictedTopics: (body.restricted_topics ?? []).map(({ phrases, reply }) => ({
      phrases,
      reply: reply ?? null,
    })),
    faq: (body.faq ?? []).map((entry) => ({ ...entry, locale: entry.locale ?? null })),
    model: null, // sealed when it is stored
    embeddings: null,
  };
}

function toHours({ timezone, weekly, holidays = [] }: HoursBody): TenantSettings['hours'] {
  return { timezone, weekly, holidays };
}
