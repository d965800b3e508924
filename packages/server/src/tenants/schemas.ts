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
import { ATTACHMENT_TYPES, MAX_ATTACHMENT_BYTES, MAX_TOTAL_BYTES } from './files/settings';
import { MAX_ENTRIES } from './faq/entries';
import { isValidTimezone } from './hours/opening-hours';
import { texts } from './texts/schema';
import { ASSIGNMENTS, TENANT_STATUSES, type TenantStatus } from './tenant';
import type {
  AttachmentsBody,
  AttachmentSettings,
  BotBody,
  BotEmbeddings,
  BotModel,
  BotModelBody,
  BotSettings,
  Hours,
  HoursBody,
  ProviderBody,
  Retention,
  SettingsBody,
  Shift,
  Targets,
  TargetsBody,
  Tenant,
  TenantResponse,
  TenantTexts,
  TenantWithSecret,
  WidgetBody,
  WidgetSettings,
} from './wire';

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

const widgetFields = {
  greeting: text(500).allow(null),
  theme: Joi.object({
    accent_color: patterned(/^#[0-9a-f]{6}$/i, 'must be a colour, such as #0a7cff').allow(null),
    position: Joi.string().valid('left', 'right'),
  }),
  cross_device: Joi.boolean(),
  ask_email: Joi.boolean(),
  share_page: Joi.boolean(),
};

const provider = { url: readable().max(2048), model: readable().max(200) };
const apiKey = patterned(/^[\x21-\x7e]+$/, 'must be of ASCII characters, without blanks')
  .max(1000)
  .allow(null);
const minOverlap = Joi.number().min(0).max(1);

/** The fields of an FAQ entry. One without a locale is used for every language. */
export const faqEntryFields = {
  questions: listOf(text(500), MAX_PHRASES).min(1),
  answer: text(4000),
  locale: locale.allow(null),
};

const botFields = {
  kind: Joi.string().valid('none', 'builtin', 'tenant', 'model'),
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
  daily_tokens: Joi.number().integer().min(0).max(1_000_000_000),
  translation: Joi.boolean(),
};

export const bot = Joi.object<BotBody, true>({
  ...botFields,
  model: Joi.object<BotModelBody, true>({ ...provider, min_overlap: minOverlap, api_key: apiKey })
    .and('url', 'model')
    .with('api_key', 'url')
    .allow(null),
  embeddings: Joi.object<ProviderBody, true>({
    url: provider.url.required(),
    api_key: apiKey,
    model: provider.model.required(),
  }).allow(null),
}).id('BotBody');

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

/** False for days such as `2026-02-30`, which parses as 2 March. */
function isCalendarDay(value: string): boolean {
  const ms = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(value);
}

const hours = Joi.object<HoursBody, true>({
  timezone: timezone.required(),
  weekly: listOf(
    Joi.object<Shift, true>({
      day: Joi.number().integer().min(1).max(7).required(),
      from: timeOfDay.required(),
      to: timeOfDay.required(),
    }),
    MAX_SHIFTS,
  ).required(),
  holidays: listOf(calendarDay, MAX_HOLIDAYS),
});

const retention = Joi.object<Retention, true>({
  messages_days: Joi.number().integer().min(1).max(MAX_RETENTION_DAYS).allow(null).required(),
});

const target = Joi.number().integer().min(MIN_TARGET_S).max(MAX_TARGET_S).allow(null);
const targetFields = { first_answer_s: target, wait_s: target };

const attachmentFields = {
  enabled: Joi.boolean(),
  types: Joi.array()
    .items(Joi.string().valid(...ATTACHMENT_TYPES))
    .unique(),
  max_bytes: Joi.number().integer().min(1).max(MAX_ATTACHMENT_BYTES),
  max_total_bytes: Joi.number().integer().min(0).max(MAX_TOTAL_BYTES),
};

/** The version of the tenant that the caller has read. The change is refused if there is a newer one. */
export const version = Joi.number().integer().min(0);

const settings = {
  tenant_name: name,
  allowed_origins: listOf(readable().max(300), MAX_ORIGINS),
  callback_url_base: readable().max(2048).allow(null),
  default_locale: locale,
  widget: Joi.object<WidgetBody, true>(widgetFields).id('WidgetBody'),
  bot,
  hours: hours.id('HoursBody').allow(null),
  retention,
  rating: Joi.boolean(),
  assignment: Joi.string().valid(...ASSIGNMENTS),
  waiting_mail: Joi.boolean(),
  targets: Joi.object<TargetsBody, true>(targetFields),
  attachments: Joi.object<AttachmentsBody, true>(attachmentFields).id('AttachmentsBody'),
  texts,
};

export interface CreateTenantBody extends SettingsBody {
  workspace_id: string;
  tenant_name: string;
  allowed_origins: string[];
  /** True, the default, makes the caller an operator of the tenant. */
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

const botShape = Joi.object<BotSettings, true>({
  ...botFields,
  model: Joi.object<BotModel, true>({
    url: provider.url.allow(null),
    model: provider.model.allow(null),
    min_overlap: minOverlap,
    api_key_set: Joi.boolean(),
  })
    .allow(null)
    .id('BotModel'),
  embeddings: Joi.object<BotEmbeddings, true>({ ...provider, api_key_set: Joi.boolean() })
    .allow(null)
    .id('BotEmbeddings'),
});

const tenantShape = Joi.object<Tenant, true>({
  ...settings,
  widget: Joi.object<WidgetSettings, true>(widgetFields).id('WidgetSettings'),
  bot: botShape.id('BotSettings'),
  hours: (hours as Joi.ObjectSchema<Hours>).allow(null).id('Hours'),
  targets: Joi.object<Targets, true>(targetFields).id('Targets'),
  attachments: Joi.object<AttachmentSettings, true>(attachmentFields).id('AttachmentSettings'),
  texts: Joi.object<TenantTexts>(),
  tenant_id: uuid,
  workspace_id: uuid,
  widget_public_key: Joi.string(),
  status: Joi.string().valid(...TENANT_STATUSES),
  deletes_at: time.allow(null),
  created_at: time,
  version,
})
  .options({ presence: 'required' })
  .id('Tenant');

export const tenantAnswer = Joi.object<TenantResponse, true>({ tenant: tenantShape.required() });
export const tenantWithSecretAnswer = tenantAnswer.append<TenantWithSecret>({
  tenant_secret: Joi.string().allow(null).required(),
});

export const tenantsAnswer = pageAnswer('tenants', tenantShape);
