import Joi from 'joi';
import {
  lineOfText,
  locale,
  messageText,
  name,
  type Page,
  page,
  patterned,
  readable,
  time,
  uuid,
} from '../platform/http/fields';
import { pageAnswer } from '../platform/http/paging';
import {
  ATTACHMENT_TYPES,
  MAX_ATTACHMENT_BYTES,
  MAX_TOTAL_BYTES,
  type AttachmentType,
} from './files/settings';
import { MAX_ENTRIES } from './faq/entries';
import { isValidTimezone } from './opening-hours';
import { texts, type TextsBody } from './texts/schema';
import { ASSIGNMENTS, TENANT_STATUSES, type Assignment, type TenantStatus } from './tenant';

const MAX_GRACE_S = 604_800;
const MAX_ORIGINS = 100;
const MAX_SHIFTS = 50;
const MAX_HOLIDAYS = 366;
const MAX_TOPICS = 100;
const MAX_PHRASES = 50;
const MAX_RETENTION_DAYS = 3_650;
const MIN_TARGET_S = 10;
const MAX_TARGET_S = 604_800;

const text = (max: number) => messageText().max(max);
const listOf = (item: Joi.Schema, max: number) => Joi.array().items(item).max(max);

export interface WidgetBody {
  greeting?: string | null;
  theme?: { accent_color?: string | null; position?: 'left' | 'right' };
  cross_device?: boolean;
  ask_email?: boolean;
  share_page?: boolean;
}

const widget = Joi.object<WidgetBody>({
  greeting: text(500).allow(null),
  theme: Joi.object({
    accent_color: patterned(/^#[0-9a-f]{6}$/i, 'must be a colour, such as #0a7cff').allow(null),
    position: Joi.valid('left', 'right'),
  }),
  cross_device: Joi.boolean(),
  ask_email: Joi.boolean(),
  share_page: Joi.boolean(),
});

export interface BotModelBody {
  url?: string;
  api_key?: string | null;
  model?: string;
  min_overlap?: number;
}

export interface ProviderBody {
  url: string;
  api_key?: string | null;
  model: string;
}

const provider = { url: readable().max(2048), model: readable().max(200) };
const apiKey = patterned(/^[\x21-\x7e]+$/, 'must be of ASCII characters, without blanks')
  .max(1000)
  .allow(null);
const botModel = {
  ...provider,
  min_overlap: Joi.number().min(0).max(1),
};

export interface BotBody {
  kind?: 'none' | 'builtin' | 'tenant' | 'model';
  greeting?: string | null;
  display_name?: string | null;
  disclosure?: boolean;
  disclosure_reason?: string | null;
  confidence_threshold?: number;
  restricted_topics?: { phrases: string[]; reply?: string | null }[];
  faq?: { questions: string[]; answer: string; locale?: string | null }[];
  reply_timeout_s?: number;
  model?: BotModelBody | null;
  embeddings?: ProviderBody | null;
  daily_tokens?: number;
  translation?: boolean;
}

/** An entry without a locale answers in every language. */
export const faqEntryFields = {
  questions: listOf(text(500), MAX_PHRASES).min(1),
  answer: text(4000),
  locale: locale.allow(null),
};

export const bot = Joi.object<BotBody>({
  kind: Joi.valid('none', 'builtin', 'tenant', 'model'),
  greeting: text(500).allow(null),
  display_name: name.allow(null),
  disclosure: Joi.boolean(),
  disclosure_reason: lineOfText(500).allow(null),
  confidence_threshold: Joi.number().min(0).max(1),
  restricted_topics: listOf(
    Joi.object({
      phrases: listOf(text(200), MAX_PHRASES).min(1).required(),
      reply: text(4000).allow(null),
    }),
    MAX_TOPICS,
  ),
  faq: listOf(
    Joi.object({
      ...faqEntryFields,
      questions: faqEntryFields.questions.required(),
      answer: faqEntryFields.answer.required(),
    }),
    MAX_ENTRIES,
  ),
  reply_timeout_s: Joi.number().integer().min(5).max(300),
  model: Joi.object<BotModelBody>({
    ...botModel,
    api_key: apiKey,
  })
    .and('url', 'model')
    .with('api_key', 'url')
    .allow(null),
  embeddings: Joi.object<ProviderBody>({
    url: provider.url.required(),
    api_key: apiKey,
    model: provider.model.required(),
  }).allow(null),
  daily_tokens: Joi.number().integer().min(0).max(1_000_000_000),
  translation: Joi.boolean(),
});

export interface HoursBody {
  timezone: string;
  weekly: { day: number; from: string; to: string }[];
  holidays?: string[];
}

const timeOfDay = patterned(
  /^([01]\d|2[0-3]):[0-5]\d$/,
  'must be a time of the day, such as 09:30, from 00:00 to 23:59',
);

const timezone = Joi.string()
  .max(64)
  .custom((value: string, helpers) =>
    isValidTimezone(value) ? value : helpers.error('timezone.unknown'),
  )
  .messages({ 'timezone.unknown': 'must be a time zone of IANA, such as Europe/Paris' });

const calendarDay = patterned(
  /^\d{4}-\d{2}-\d{2}$/,
  'must be a day of the calendar, such as 2026-12-25',
).custom((value: string, helpers) => (isCalendarDay(value) ? value : helpers.error('date.base')));

/** `2026-02-30` parses as 2 March. */
function isCalendarDay(value: string): boolean {
  const ms = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(value);
}

const hours = Joi.object<HoursBody>({
  timezone: timezone.required(),
  weekly: listOf(
    Joi.object({
      day: Joi.number().integer().min(1).max(7).required(),
      from: timeOfDay.required(),
      to: timeOfDay.required(),
    }),
    MAX_SHIFTS,
  ).required(),
  holidays: listOf(calendarDay, MAX_HOLIDAYS),
});

export interface RetentionBody {
  messages_days: number | null;
}

const retention = Joi.object<RetentionBody>({
  messages_days: Joi.number().integer().min(1).max(MAX_RETENTION_DAYS).allow(null).required(),
});

export interface TargetsBody {
  first_answer_s?: number | null;
  wait_s?: number | null;
}

const target = Joi.number().integer().min(MIN_TARGET_S).max(MAX_TARGET_S).allow(null);
const targets = Joi.object<TargetsBody>({ first_answer_s: target, wait_s: target });

export interface AttachmentsBody {
  enabled?: boolean;
  types?: AttachmentType[];
  max_bytes?: number;
  max_total_bytes?: number;
}

const attachments = Joi.object<AttachmentsBody>({
  enabled: Joi.boolean(),
  types: Joi.array()
    .items(Joi.valid(...ATTACHMENT_TYPES))
    .unique(),
  max_bytes: Joi.number().integer().min(1).max(MAX_ATTACHMENT_BYTES),
  max_total_bytes: Joi.number().integer().min(0).max(MAX_TOTAL_BYTES),
});

/** What the caller has read of a tenant: a change of a later one is refused. */
export const version = Joi.number().integer().min(0);

/** The settings; a given object replaces the whole stored one, but for `faq`, `model`, `embeddings` and `daily_tokens` of `bot`, which stay if not given. */
export interface SettingsBody {
  tenant_name?: string;
  allowed_origins?: string[];
  callback_url_base?: string | null;
  default_locale?: string;
  widget?: WidgetBody;
  bot?: BotBody;
  hours?: HoursBody | null;
  retention?: RetentionBody;
  rating?: boolean;
  assignment?: Assignment;
  waiting_mail?: boolean;
  targets?: TargetsBody;
  attachments?: AttachmentsBody;
  texts?: TextsBody;
}

const settings = {
  tenant_name: name,
  allowed_origins: listOf(readable().max(300), MAX_ORIGINS),
  callback_url_base: readable().max(2048).allow(null),
  default_locale: locale,
  widget,
  bot,
  hours: hours.allow(null),
  retention,
  rating: Joi.boolean(),
  assignment: Joi.valid(...ASSIGNMENTS),
  waiting_mail: Joi.boolean(),
  targets,
  attachments,
  texts,
};

export interface CreateTenantBody extends SettingsBody {
  workspace_id: string;
  tenant_name: string;
  allowed_origins: string[];
  /** Whether the caller answers its visitors; true by default. */
  answer?: boolean;
}

export const createTenantBody = Joi.object<CreateTenantBody>({
  ...settings,
  workspace_id: uuid.required(),
  tenant_name: name.required(),
  allowed_origins: settings.allowed_origins.required(),
  answer: Joi.boolean(),
});

export interface UpdateTenantBody extends SettingsBody {
  tenant_id: string;
  version?: number;
}

export const updateTenantBody = Joi.object<UpdateTenantBody>({
  ...settings,
  tenant_id: uuid.required(),
  version,
});

export interface TenantIdFields {
  tenant_id: string;
}

export const tenantIdFields = Joi.object<TenantIdFields>({ tenant_id: uuid.required() });

export interface DeleteTenantBody extends TenantIdFields {
  tenant_name: string;
}

export const deleteTenantBody = Joi.object<DeleteTenantBody>({
  tenant_id: uuid.required(),
  tenant_name: name.required(),
});

export interface GraceBody extends TenantIdFields {
  grace_s?: number;
}

export const graceBody = Joi.object<GraceBody>({
  tenant_id: uuid.required(),
  grace_s: Joi.number().integer().min(0).max(MAX_GRACE_S),
});

export interface TenantsQuery extends Page {
  workspace_id: string;
  status?: TenantStatus;
}

export const tenantsQuery = Joi.object<TenantsQuery>({
  ...page,
  workspace_id: uuid.required(),
  status: Joi.valid(...TENANT_STATUSES),
});

/** No key is ever in a read. */
const botShape = bot.keys({
  model: Joi.object({
    url: botModel.url.allow(null).required(),
    model: botModel.model.allow(null).required(),
    api_key_set: Joi.boolean().required(),
    min_overlap: botModel.min_overlap.required(),
  })
    .allow(null)
    .required(),
  embeddings: Joi.object({
    url: provider.url.required(),
    model: provider.model.required(),
    api_key_set: Joi.boolean().required(),
  })
    .allow(null)
    .required(),
});

/** The *tenant* read, always without `tenant_secret`. */
const tenantShape = Joi.object({
  tenant_id: uuid.required(),
  workspace_id: uuid.required(),
  tenant_name: name.required(),
  widget_public_key: Joi.string().required(),
  allowed_origins: Joi.array().items(Joi.string()).required(),
  callback_url_base: Joi.string().allow(null).required(),
  default_locale: locale.required(),
  widget: widget.required(),
  bot: botShape.required(),
  hours: hours.allow(null).required(),
  retention: retention.required(),
  rating: Joi.boolean().required(),
  assignment: settings.assignment.required(),
  waiting_mail: Joi.boolean().required(),
  targets: targets.required(),
  attachments: attachments.required(),
  texts: Joi.object().required(),
  status: Joi.valid(...TENANT_STATUSES).required(),
  deletes_at: time.allow(null).required(),
  created_at: Joi.string().isoDate().required(),
  version: version.required(),
});

export const tenantAnswer = Joi.object({ tenant: tenantShape.required() });
export const tenantWithSecretAnswer = tenantAnswer.keys({
  tenant_secret: Joi.string().allow(null).required(),
});

export const tenantsAnswer = pageAnswer('tenants', tenantShape);
