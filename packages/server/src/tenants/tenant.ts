import { AppError } from '../platform/errors';
import type { Camel } from '../platform/http/wire-case';
import type * as wire from './wire';

export type TenantStatus = wire.Tenant['status'];
export const TENANT_STATUSES = [
  'active',
  'suspended',
  'deleting',
] as const satisfies readonly TenantStatus[];

export interface FaqEntry {
  /** Entries stored before entries had ids have none. */
  id?: string;
  questions: string[];
  answer: string;
  locale: string | null;
}

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

/** The settings of a bot that are stored as they are given. */
export type PlainBotSettings = Omit<wire.BotSettings, 'faq' | 'model' | 'embeddings'>;

/** Who answers first. */
export interface BotSettings extends Camel<PlainBotSettings> {
  /** An entry without a locale answers in every language. */
  faq: FaqEntry[];
  /** Null: the relay's. */
  model: BotModel | null;
  /** Null: the relay's, if a model words the answers. */
  embeddings: BotEmbeddings | null;
}

export type Retention = Camel<wire.Retention>;
export type AttachmentSettings = Camel<wire.AttachmentSettings>;

export type Assignment = wire.TenantSettings['assignment'];
export const ASSIGNMENTS = ['off', 'capacity'] as const satisfies readonly Assignment[];

/** The settings that differ from the wire's in the case of their names alone. */
export type PlainSettings = Omit<wire.TenantSettings, 'tenant_name' | 'bot' | 'texts'>;

/** The settings that a tenant's members can choose. */
export interface TenantSettings extends Camel<PlainSettings> {
  name: string;
  bot: BotSettings;
  /** The tenant's own words, in place of the widget's and the relay's; see `texts/keys.ts`. */
  texts: wire.TenantTexts;
}

export interface RetiredKey {
  key: string;
  /** Accepted until this time. */
  retiresAt: number;
}

export interface Tenant extends TenantSettings {
  tenantId: string;
  workspaceId: string;
  widgetPublicKey: string;
  retiredKeys: RetiredKey[];
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
