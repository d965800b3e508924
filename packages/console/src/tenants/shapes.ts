/** The *tenant* read, as docs/PROTOCOL.md has it. Times are ISO 8601 in UTC. */
export interface Tenant {
  tenant_id: string;
  workspace_id: string;
  tenant_name: string;
  widget_public_key: string;
  allowed_origins: string[];
  callback_url_base: string | null;
  default_locale: string;
  widget: WidgetSettings;
  bot: BotSettings & { faq?: unknown };
  hours: Hours | null;
  /** In days after the last message; null: permanently. */
  retention: { messages_days: number | null };
  /** Visitors may rate what is resolved. */
  rating: boolean;
  /** `capacity`: the relay hands waiting conversations to the operator with the most room. */
  assignment: 'off' | 'capacity';
  /** Operators get a mail while a visitor waits and none of them is online. */
  waiting_mail: boolean;
  /** In seconds; null: none. */
  targets: { first_answer_s: number | null; wait_s: number | null };
  /** The files that visitors and operators may send. */
  attachments: {
    enabled: boolean;
    types: readonly string[];
    max_bytes: number;
    max_total_bytes: number;
  };
  /** By language and key, in place of the relay's and the widget's own. */
  texts: Texts;
  status: TenantStatus;
  deletes_at: string | null;
  created_at: string;
  /** Grows with each change: an update that sends another one is refused. */
  version: number;
}

export type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

export type TenantStatus = 'active' | 'suspended' | 'deleting';

export interface WidgetSettings {
  greeting: string | null;
  theme: { accent_color: string | null; position: 'left' | 'right' };
  cross_device: boolean;
  ask_email: boolean;
  share_page: boolean;
}

export interface BotSettings {
  kind: 'none' | 'builtin' | 'tenant' | 'model';
  greeting: string | null;
  /** Null for the relay's own, in the visitor's language. */
  display_name: string | null;
  disclosure: boolean;
  disclosure_reason: string | null;
  confidence_threshold: number;
  restricted_topics: { phrases: string[]; reply: string | null }[];
  reply_timeout_s: number;
  /** Null for the relay's own model. */
  model: BotModel | null;
  /** Null: none of the tenant's own. An older relay leaves it out. */
  embeddings?: BotProvider | null;
  /** Per UTC day. */
  daily_tokens: number;
  /** Whether operators may have texts translated. An older relay leaves it out. */
  translation?: boolean;
}

/** Where a model of the tenant's own answers. */
export interface BotProvider {
  url: string;
  model: string;
  /** Only in reads. */
  api_key_set?: boolean;
  /** Only in writes. Null removes the stored key; without it that key stays, if `url` does. */
  api_key?: string | null;
}

export interface BotModel extends Pick<BotProvider, 'api_key_set' | 'api_key'> {
  /** Null for the relay's own model, as `model` is then. */
  url?: string | null;
  model?: string | null;
  min_overlap: number;
}

export interface Hours {
  timezone: string;
  /** Day 1 is Monday. If `to` is not after `from`, it is on the next day. */
  weekly: Shift[];
  /** Such as `2026-12-25`, closed from midnight to midnight. */
  holidays: string[];
}

export interface Shift {
  day: number;
  from: string;
  to: string;
}

/** What `update/tenant` takes; a given object replaces the whole stored one. */
export type TenantSettings = Pick<
  Tenant,
  | 'tenant_name'
  | 'allowed_origins'
  | 'callback_url_base'
  | 'default_locale'
  | 'widget'
  | 'bot'
  | 'hours'
  | 'retention'
  | 'rating'
  | 'assignment'
  | 'waiting_mail'
  | 'targets'
  | 'attachments'
  | 'texts'
>;
