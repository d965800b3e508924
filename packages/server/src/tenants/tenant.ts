import { AppError } from '../platform/errors';
import type { Language } from '@chat-relay/widget-sdk/languages';
import type { AttachmentSettings } from './files/settings';
import type { Hours } from './opening-hours';

/** `deleting`: treated as suspended, and erased unless it is restored. */
export const TENANT_STATUSES = ['active', 'suspended', 'deleting'] as const;
export type TenantStatus = (typeof TENANT_STATUSES)[number];

/** The look and behaviour of the widget on the tenant's pages. */
export interface WidgetSettings {
  /** Shown before the visitor writes; null: the bot's greeting, if it has one. */
  greeting: string | null;
  theme: {
    /** `#rrggbb`; null: the widget's own colour. */
    accentColor: string | null;
    position: 'left' | 'right';
  };
  /** Whether an identified user sees their open conversation on another device. */
  crossDevice: boolean;
  /** Whether the widget asks for an e-mail address when no one is there. */
  askEmail: boolean;
  /** Whether operators see which page the visitor is on. */
  sharePage: boolean;
}

export interface FaqEntry {
  /** Entries stored before entries had ids have none. */
  id?: string;
  questions: string[];
  answer: string;
  locale: string | null;
}

export const DEFAULT_DAILY_TOKENS = 200_000;

/** The model of a tenant's bot. */
export interface BotModel {
  /** Null, like `model`: the relay's own. */
  url: string | null;
  model: string | null;
  sealedKey: string | null;
  /** 0 to 1: see `GroundOptions`. */
  minOverlap: number;
}

/** The embedding model of a tenant's bot. */
export interface BotEmbeddings {
  url: string;
  model: string;
  sealedKey: string | null;
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
  displayName: string | null;
  /** Whether the greeting says that a bot answers. */
  disclosure: boolean;
  /** Why it does not. */
  disclosureReason: string | null;
  /** 0 to 1: below this value the built-in bot hands over. */
  confidenceThreshold: number;
  /** `reply` is sent before handing over. */
  restrictedTopics: { phrases: string[]; reply: string | null }[];
  /** An entry without a locale answers in every language. */
  faq: FaqEntry[];
  /** How long the tenant's backend may take to answer. */
  replyTimeoutS: number;
  /** Null: the relay's. */
  model: BotModel | null;
  /** Null: the relay's, if a model words the answers. */
  embeddings: BotEmbeddings | null;
  /** What the models may use in a day of UTC. */
  dailyTokens: number;
  /** Whether operators may let the model translate. */
  translation: boolean;
}

/** How long conversations are kept. */
export interface Retention {
  /** Days after the last message; null: permanently. */
  messagesDays: number | null;
}

/** Whether the relay hands waiting conversations to operators: `capacity` means to the one with the most room. */
export const ASSIGNMENTS = ['off', 'capacity'] as const;
export type Assignment = (typeof ASSIGNMENTS)[number];

/** How soon visitors are to be answered. In seconds; null: no target. */
export interface Targets {
  /** From a conversation's first message to its first answer. */
  firstAnswerS: number | null;
  /** From the queue to the claim. */
  waitS: number | null;
}

/** Texts by language and key; see `texts/keys.ts`. */
export type TenantTexts = Partial<Record<Language, Record<string, string>>>;

export interface RetiredKey {
  key: string;
  /** Accepted until this time. */
  retiresAt: number;
}

export interface Tenant {
  tenantId: string;
  workspaceId: string;
  name: string;
  widgetPublicKey: string;
  retiredKeys: RetiredKey[];
  /** Canonical. */
  allowedOrigins: string[];
  callbackUrlBase: string | null;
  defaultLocale: string;
  widget: WidgetSettings;
  bot: BotSettings;
  /** Null: always open. */
  hours: Hours | null;
  retention: Retention;
  /** Whether visitors may rate what is resolved. */
  rating: boolean;
  assignment: Assignment;
  /** Whether operators get a mail while a visitor waits and none of them is online. */
  waitingMail: boolean;
  targets: Targets;
  attachments: AttachmentSettings;
  /** The tenant's own words, in place of the widget's and the relay's. */
  texts: TenantTexts;
  status: TenantStatus;
  /** When it is erased; null unless it is `deleting`. */
  deletesAt: number | null;
  createdAt: number;
  /** Whether visitors are blocked; without any, nothing is looked up. */
  hasBlocks: boolean;
  /** Grows with each change that a read of the tenant shows. */
  version: number;
}

/** @throws {AppError} state_conflict for a tenant that can only be read, exported and restored */
export function requireWritable({ status }: Pick<Tenant, 'status'>): void {
  if (status !== 'deleting') return;
  throw new AppError('state_conflict', {
    message: 'This tenant is being deleted. Restore it first.',
  });
}

/** Whether pages may use this public key of the tenant, now or in its grace period. */
export function isLiveKey(tenant: Tenant, publicKey: string, now: number): boolean {
  if (tenant.widgetPublicKey === publicKey) return true;
  return tenant.retiredKeys.some(({ key, retiresAt }) => key === publicKey && retiresAt > now);
}
