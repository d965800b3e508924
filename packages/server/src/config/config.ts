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

/** The steps that need no invitation: to register, and to create a workspace. */
export interface EntryPolicy {
  registration: 'open' | 'invited';
  createWorkspace: 'all' | 'admins';
}

/** The storage of messages' files: a folder, or a bucket with the key that signs its calls. */
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
  /** The path of a PEM file. */
  databaseCa: string | null;
  /** Whether tenants lie on different servers, so that no transaction may write rows of two. */
  isDatabaseSharded: boolean;
  attachments: AttachmentsConfig;
  /** In bytes: uploads are refused while the disk has less room than this. */
  uploadsMinFreeBytes: number;
  /** The service that scans files before anyone can open them; null: files are not scanned. */
  scanner: { url: string; secret: string } | null;
  redisUrl: string | null;
  /** Null: local mode stores one in `dataDir`. */
  masterKeys: KeyRing | null;
  /** Null: local mode stores one in `dataDir`; in production the break-glass routes respond with 404. */
  adminKey: string | null;
  systemAdmin: SystemAdminSeed | null;
  systemAdminEmails: string[];
  entry: EntryPolicy;
  mfa: 'always' | 'optional';
  consoleOrigins: string[];
  hasConsolePage: boolean;
  smtpUrl: string | null;
  mailFrom: string;
  authenticator: { url: string; tenantId: string; tenantSecret: string } | null;
  /** The language model for tenants without one of their own. */
  model: { url: string; apiKey: string; model: string } | null;
  /** The embedding model for tenants without one of their own. */
  embeddings: { url: string; apiKey: string; model: string } | null;
  /** The longest time that a model may take for one answer. */
  modelTimeoutMs: number;
  knowledgeMemoryBytes: number;
  /** The proxies for calls to services that the administrator chose. */
  proxies: Proxies;
  callbackAllowCidrs: string[];
  /** The proxy's address with user and password; null: callbacks are sent directly. */
  callbackProxy: string | null;
  callbacksInFlight: number;
  trustedProxies: string[];
  operatorAwayReleaseMs: number;
  waitingMailAfterMs: number;
  auditKeptMs: number;
  logLevel: string;
  limits: Limits;
}

/** The address of the SQLite file that is used if `DATABASE_URL` is not set. */
export function embeddedDatabaseUrl(dataDir: string): string {
  return `sqlite:${join(dataDir, 'relay.sqlite')}`;
}
