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
  /** Missing in entries that were stored before entries had ids. */
  id?: string;
  questions: string[];
  answer: string;
  locale: string | null;
}

export interface BotModel {
  /** Null if the model is the relay's own; `model` is null then, too. */
  url: string | null;
  model: string | null;
  sealedKey: string | null;
  /** 0 to 1: see `GroundOptions`. */
  minOverlap: number;
}

export interface BotEmbeddings {
  url: string;
  model: string;
  sealedKey: string | null;
}

/** The settings of a bot that are stored as they are given. */
export type PlainBotSettings = Omit<wire.BotSettings, 'faq' | 'model' | 'embeddings'>;

export interface BotSettings extends Camel<PlainBotSettings> {
  /** The entries of the FAQ. One without a locale is used for every language. */
  faq: FaqEntry[];
  /** Null if the model is the relay's own. */
  model: BotModel | null;
  /** Null if it is the relay's own, which is used if a model words the answers. */
  embeddings: BotEmbeddings | null;
}

export type Retention = Camel<wire.Retention>;
export type AttachmentSettings = Camel<wire.AttachmentSettings>;

export type Assignment = wire.TenantSettings['assignment'];
export const ASSIGNMENTS = ['off', 'capacity'] as const satisfies readonly Assignment[];

/** The settings whose names differ from the wire's only in their case. */
export type PlainSettings = Omit<wire.TenantSettings, 'tenant_name' | 'bot' | 'texts'>;

/** The settings that a tenant's members can change. */
export interface TenantSettings extends Camel<PlainSettings> {
  name: string;
  bot: BotSettings;
  /** The tenant's own texts, in place of the widget's and the relay's; see `texts/keys.ts`. */
  texts: wire.TenantTexts;
}

export interface RetiredKey {
  key: string;
  /** The time until which it is accepted. */
  retiresAt: number;
}

export interface Tenant extends TenantSettings {
  tenantId: string;
  workspaceId: string;
  widgetPublicKey: string;
  retiredKeys: RetiredKey[];
  status: TenantStatus;
  /** The time of its erasure; null unless it is `deleting`. */
  deletesAt: number | null;
  createdAt: number;
  /** True if visitors are blocked; otherwise no look-up of blocks is needed. */
  hasBlocks: boolean;
  /** Grows with each change of what a read of the tenant shows. */
  version: number;
}

/**
 * @throws {AppError} state_conflict for a tenant that is being deleted, which can only be read, exported and restored
 */
export function requireWritable({ status }: Pick<Tenant, 'status'>): void {
  if (status !== 'deleting') return;
  throw new AppError('state_conflict', {
    message: 'This tenant is being deleted. Restore it first.',
  });
}

/** True if this public key of the tenant may be used by pages, including in its grace period. */
export function isLiveKey(tenant: Tenant, publicKey: string, now: number): boolean {
  if (tenant.widgetPublicKey === publicKey) return true;
  return tenant.retiredKeys.some(({ key, retiresAt }) => key === publicKey && retiresAt > now);
}
