import type { PageResponse } from '../platform/http/wire';
import type { AttachmentType } from './files/settings';
import type { Language } from '@chat-relay/widget-sdk/languages';

/** The look and behaviour of the widget on the tenant's pages. */
export interface WidgetSettings {
  /** Shown before the visitor writes; null: the bot's greeting, if it has one. */
  greeting: string | null;
  /** `accent_color` is `#rrggbb`; null: the widget's own colour. */
  theme: { accent_color: string | null; position: 'left' | 'right' };
  /** Whether an identified user sees their open conversation on another device. */
  cross_device: boolean;
  /** Whether the widget asks for an e-mail address when no one is there. */
  ask_email: boolean;
  /** Whether operators see which page the visitor is on. */
  share_page: boolean;
}

/** Who answers first. */
export interface BotSettings {
  /**
   * `none`: no bot, every conversation waits for an operator. `tenant`: the tenant's backend. `model`: a language
   * model words what the built-in bot finds.
   */
  kind: 'none' | 'builtin' | 'tenant' | 'model';
  greeting: string | null;
  /** The name under which it writes; null: the relay's, in the visitor's language. */
  display_name: string | null;
  /** Whether the greeting says that a bot answers. */
  disclosure: boolean;
  /** Why it does not. */
  disclosure_reason: string | null;
  /** 0 to 1: below this value the built-in bot hands over. */
  confidence_threshold: number;
  /** `reply` is sent before handing over. */
  restricted_topics: { phrases: string[]; reply: string | null }[];
  /** An entry without a locale answers in every language. */
  faq: { questions: string[]; answer: string; locale: string | null }[];
  /** How long the tenant's backend may take to answer. */
  reply_timeout_s: number;
  /** Null: the relay's own. */
  model: BotModel | null;
  /** Null: the relay's own, if a model words the answers. */
  embeddings: BotEmbeddings | null;
  /** What the models may use in a day of UTC. */
  daily_tokens: number;
  /** Whether operators may have texts translated. */
  translation: boolean;
}

/** The model of a tenant's bot. Its key is never read. */
export interface BotModel {
  /** Null for the relay's own, as `model` is then. */
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

/** When a tenant's operators answer, in the local time of `timezone`. */
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

/** How long conversations are kept. */
export interface Retention {
  /** Days after the last message; null: permanently. */
  messages_days: number | null;
}

/** How soon visitors are to be answered. In seconds; null: no target. */
export interface Targets {
  /** From a conversation's first message to its first answer. */
  first_answer_s: number | null;
  /** From the queue to the claim. */
  wait_s: number | null;
}

/** Which files people may send. */
export interface AttachmentSettings {
  enabled: boolean;
  types: AttachmentType[];
  /** The largest file. */
  max_bytes: number;
  /** All files of the tenant together. */
  max_total_bytes: number;
}

/** Texts by language and key. */
export type TenantTexts = Partial<Record<Language, Record<string, string>>>;

/** The settings that members choose. */
export interface TenantSettings {
  tenant_name: string;
  allowed_origins: string[];
  callback_url_base: string | null;
  default_locale: string;
  widget: WidgetSettings;
  bot: BotSettings;
  /** Null: always open. */
  hours: Hours | null;
  retention: Retention;
  /** Whether visitors may rate what is resolved. */
  rating: boolean;
  /** `capacity`: the relay hands waiting conversations to the operator with the most room. */
  assignment: 'off' | 'capacity';
  /** Whether operators get a mail while a visitor waits and none of them is online. */
  waiting_mail: boolean;
  targets: Targets;
  attachments: AttachmentSettings;
  /** By language and key, in place of the relay's and the widget's own. */
  texts: TenantTexts;
}

export interface WidgetBody extends Partial<Omit<WidgetSettings, 'theme'>> {
  theme?: Partial<WidgetSettings['theme']>;
}

/** A given bot lacks nothing but `faq`, `model`, `embeddings` and `daily_tokens`: without them, the stored ones stay. */
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

/** Without `api_key`, the stored key stays if `url` does; null removes it. */
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

/** The settings that a request gives; a given object replaces the whole stored one. */
export interface SettingsBody extends Partial<
  Omit<TenantSettings, 'widget' | 'bot' | 'hours' | 'targets' | 'attachments'>
> {
  widget?: WidgetBody;
  bot?: BotBody;
  hours?: HoursBody | null;
  targets?: TargetsBody;
  attachments?: AttachmentsBody;
}

/** A tenant as its workspace reads it, always without its secrets. */
export interface Tenant extends TenantSettings {
  tenant_id: string;
  workspace_id: string;
  widget_public_key: string;
  /** `deleting`: treated as suspended, and erased unless it is restored. */
  status: 'active' | 'suspended' | 'deleting';
  /** When it is erased; null unless it is `deleting`. */
  deletes_at: string | null;
  created_at: string;
  /** Grows with each change: an update that sends another one is refused. */
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

/** An entry, and the version of its tenant. */
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
