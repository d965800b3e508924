import { join } from 'node:path';
import type { Proxies } from '../platform/http/service-agent';
import type { KeyRing } from '../platform/security/keys';
import type { Bucket } from './attachments-address';
import type { Limits } from '../platform/settings/limits';

export interface SystemAdminSeed {
  email: string;
  password: string;
  displayName: string;
}

/** Who may come in without an invitation. */
export interface EntryPolicy {
  registration: 'open' | 'invited';
  createWorkspace: 'all' | 'admins';
}

/** Where files of messages are: a folder, or a bucket and what signs its calls. */
export type AttachmentsConfig =
  | { folder: string }
  | (Bucket & { accessKeyId: string; secretAccessKey: string });

/** The settings in force. All values have been checked. */
export interface Config {
  env: 'local' | 'production';
  isLocal: boolean;
  host: string;
  port: number;
  /** Without a trailing slash. */
  baseUrl: string;
  dataDir: string;
  databaseUrl: string;
  /** A PEM file. */
  databaseCa: string | null;
  /** By tenant. */
  isDatabaseSharded: boolean;
  attachments: AttachmentsConfig;
  /** On the disk of files, in bytes. */
  uploadsMinFreeBytes: number;
  /** What looks into files before they can be opened; null: nothing does. */
  scanner: { url: string; secret: string } | null;
  redisUrl: string | null;
  /** Null: local mode stores one in `dataDir`. */
  masterKeys: KeyRing | null;
  /** Null: local mode stores one in `dataDir`; in production the break-glass routes answer 404. */
  adminKey: string | null;
  systemAdmin: SystemAdminSeed | null;
  systemAdminEmails: string[];
  entry: EntryPolicy;
  mfa: 'always' | 'optional';
  consoleOrigins: string[];
  /** Whether the web console is served. */
  hasConsolePage: boolean;
  smtpUrl: string | null;
  mailFrom: string;
  authenticator: { url: string; tenantId: string; tenantSecret: string } | null;
  /** The language model for tenants without one of their own. */
  model: { url: string; apiKey: string; model: string } | null;
  /** The embedding model for tenants without one of their own. */
  embeddings: { url: string; apiKey: string; model: string } | null;
  /** For one answer of a model. */
  modelTimeoutMs: number;
  knowledgeMemoryBytes: number;
  /** For calls to services that the administrator chose. */
  proxies: Proxies;
  callbackAllowCidrs: string[];
  /** With its user and password. */
  callbackProxy: string | null;
  callbacksInFlight: number;
  trustedProxies: string[];
  operatorAwayReleaseMs: number;
  waitingMailAfterMs: number;
  /** Entries of the audit log. */
  auditKeptMs: number;
  logLevel: string;
  limits: Limits;
}

/** The database without `DATABASE_URL`. */
export function embeddedDatabaseUrl(dataDir: string): string {
  return `sqlite:${join(dataDir, 'relay.sqlite')}`;
}
