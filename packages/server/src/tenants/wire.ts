import type { PageResponse } from '../platform/http/wire';
import type { AttachmentType } from './files/settings';
import type { Language } from '@chat-relay/widget-sdk/languages';

/** The look and behaviour of the widget on the tenant's pages. */
export interface WidgetSettings {
  /** Shown before the visitor writes; null for the bot's greeting, if it has one. */
  greeting: string | null;
  /** `accent_color` is `#rrggbb`; null for the widget's own colour. */
  theme: { accent_color: string | null; position: 'left' | 'right' };
  /** True if an identified user sees their open conversation on another device. */
  cross_device: boolean;
  /** True if the widget asks for an e-mail address when no operator is online. */
  ask_email: boolean;
  /** True if operators see which page the visitor is on. */
  share_page: boolean;
}

/** The settings of the bot that answers first. */
export interface BotSettings {
  /**
   * `none`: no bot, every conversation waits for an operator. `tenant`: the tenant's backend answers. `builtin`: the
   * relay's own bot. `model`: the same, but a language model words its answers.
   */
  kind: 'none' | 'builtin' | 'tenant' | 'model';
  greeting: string | null;
  /** The name of the bot; null for the relay's word in the visitor's language. */
  display_name: string | null;
  /** True if the greeting says that a bot answers. */
  disclosure: boolean;
  /** The reason if `disclosure` is false. */
  disclosure_reason: string | null;
  /** 0 to 1. Below this confidence the built-in bot hands over. */
  confidence_threshold: number;
  /** Topics that the bot does not answer. `reply` is sent before handing over. */
  restricted_topics: { phrases: string[]; reply: string | null }[];
  /** The entries of the FAQ. One without a locale is used for every language. */
  faq: { questions: string[]; answer: string; locale: string | null }[];
  /** In s. The time in which the tenant's backend must answer. */
  reply_timeout_s: number;
  /** Null for the relay's own. */
  model: BotModel | null;
  /** Null for the relay's own, which is used if a model words the answers. */
  embeddings: BotEmbeddings | null;
  /** The tokens that the models may use per day (UTC). */
  daily_tokens: number;
  /** True if operators may have texts translated. */
  translation: boolean;
}

/** The model of a tenant's bot. Its key can't be read. */
export interface BotModel {
  /** Null for the relay's own; `model` is null then, too. */
  url: string | null;
  model: string | null;
  api_key_set: boolean;
  min_overlap: number;
}

/** The embedding model of a tenant's bot. */
export interface BotEmbeddings {
  url: string;
  model: string;
  api_key_set: boolean;
}

/** The times at which a tenant's operators answer, in the local time of `timezone`. */
export interface Hours {
  timezone: string;
  weekly: Shift[];
  /** Local dates, such as `2026-12-25`, closed from midnight to midnight. */
  holidays: string[];
}

/** Day 1 is Monday. If `to` is not after `from`, it is on the next day. */
export interface Shift {
  day: number;
  from: string;
  to: string;
}

/** The time for which conversations are kept. */
export interface Retention {
  /** In days after the last message; null to keep them permanently. */
  messages_days: number | null;
}

/** In seconds. The times within which visitors are to be answered; null for no target. */
export interface Targets {
  /** The time between a conversation's first message and its first answer. */
  first_answer_s: number | null;
  /** The time between the queue and the claim. */
  wait_s: number | null;
}

/** The files that visitors and operators may send. */
export interface AttachmentSettings {
  enabled: boolean;
  types: AttachmentType[];
  /** The limit of one file. */
  max_bytes: number;
  /** The limit of all files of the tenant together. */
  max_total_bytes: number;
}

/** Texts by language and key. */
export type TenantTexts = Partial<Record<Language, Record<string, string>>>;

/** The settings that members can change. */
export interface TenantSettings {
  tenant_name: string;
  allowed_origins: string[];
  callback_url_base: string | null;
  default_locale: string;
  widget: WidgetSettings;
  bot: BotSettings;
  /** Null if the tenant is always open. */
  hours: Hours | null;
  retention: Retention;
  /** True if visitors may rate resolved conversations. */
  rating: boolean;
  /** `capacity`: the relay assigns waiting conversations to the operator with the most free capacity. */
  assignment: 'off' | 'capacity';
  /** True if operators get a mail when a visitor waits and none of them is online. */
  waiting_mail: boolean;
  targets: Targets;
  attachments: AttachmentSettings;
  /** Texts in place of the relay's and the widget's own. */
  texts: TenantTexts;
}

export interface WidgetBody extends Partial<Omit<WidgetSettings, 'theme'>> {
  theme?: Partial<WidgetSettings['theme']>;
}

/** The bot of a request. `faq`, `model`, `embeddings` and `daily_tokens` stay as stored if they are left out. */
export interface BotBody extends Partial<
  Omit<BotSettings, 'restricted_topics' | 'faq' | 'model' | 'embeddings'>
> {
  restricted_topics?: { phrases: string[]; reply?: string | null }[];
  faq?: { questions: string[]; answer: string; locale?: string | null }[];
  model?: BotModelBody | null;
  embeddings?: ProviderBody | null;
}

export interface BotModelBody extends Partial<ProviderBody> {
  min_overlap?: number;
}

/** A model's settings. Without `api_key`, the stored key stays if `url` is the same; null removes the key. */
export interface ProviderBody {
  url: string;
  model: string;
  api_key?: string | null;
}

export interface HoursBody extends Omit<Hours, 'holidays'> {
  holidays?: string[];
}

export type TargetsBody = Partial<Targets>;
export type AttachmentsBody = Partial<AttachmentSettings>;

/** The settings of a request. A given object replaces the stored one as a whole. */
export interface SettingsBody extends Partial<
  Omit<TenantSettings, 'widget' | 'bot' | 'hours' | 'targets' | 'attachments'>
> {
  widget?: WidgetBody;
  bot?: BotBody;
  hours?: HoursBody | null;
  targets?: TargetsBody;
  attachments?: AttachmentsBody;
}

/** A tenant as its workspace reads it, without its secrets. */
export interface Tenant extends TenantSettings {
  tenant_id: string;
  workspace_id: string;
  widget_public_key: string;
  /** `deleting`: treated as suspended, and erased unless it is restored. */
  status: 'active' | 'suspended' | 'deleting';
  /** The time of its erasure; null unless it is `deleting`. */
  deletes_at: string | null;
  created_at: string;
  /** Grows with each change. An update that sends another version is refused. */
  version: number;
}

export interface TenantResponse {
  tenant: Tenant;
}

export interface TenantWithSecret extends TenantResponse {
  /** Null in the response to a repeated request. */
  tenant_secret: string | null;
}

/** An entry of a tenant's FAQ. */
export interface FaqEntry {
  faq_entry_id: string;
  questions: string[];
  answer: string;
  locale: string | null;
}

/** An entry, with the version of its tenant. */
export interface FaqEntryResponse {
  faq_entry: FaqEntry;
  version: number;
}

export type FaqEntriesResponse = PageResponse<'faq_entries', FaqEntry> & { version: number };

export interface TenantResponses {
  'console/create/tenant': TenantWithSecret;
  'console/fetch/tenants': PageResponse<'tenants', Tenant>;
  'console/fetch/tenant': TenantResponse;
  'console/fetch/texts': { texts: Record<string, string> };
  'console/update/tenant': TenantResponse;
  'console/rotate/widget-key': TenantResponse;
  'console/rotate/tenant-secret': TenantWithSecret;
  'console/activate/tenant-secret': TenantResponse;
  'console/delete/tenant': TenantResponse;
  'console/restore/tenant': TenantResponse;
  'console/fetch/faq-entries': FaqEntriesResponse;
  'console/create/faq-entry': FaqEntryResponse;
  'console/update/faq-entry': FaqEntryResponse;
  'console/remove/faq-entry': FaqEntryResponse;
}
