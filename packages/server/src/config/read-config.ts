import { DAY } from '../platform/clock';
import type { Proxies } from '../platform/http/service-agent';
import { isCommonPassword } from '../platform/security/password';
import { databaseTls } from '../platform/storage/mysql/tls';
import { parseAttachmentsAddress } from './attachments-address';
import type { AttachmentsConfig, Config, SystemAdminSeed } from './config';
import { ConfigError } from './config-error';
import { limitsOf } from '../platform/settings/limits';
import { readSettings, type Environment, type Settings } from './read-settings';

/**
 * @param known problems that were found before
 * @throws {ConfigError} naming every variable that is wrong, not just the first
 */
export function readConfig(env: Environment, known: readonly string[] = []): Config {
  const settings = readCheckedSettings(env, known);
  const { values } = settings;
  return {
    env: values.ENV,
    isLocal: values.ENV === 'local',
    host: values.HOST,
    port: values.PORT,
    baseUrl: values.BASE_URL,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    databaseCa: values.DATABASE_CA,
    isDatabaseSharded: values.DATABASE_SHARDED === 'tenant',
    attachments: attachmentsOf(settings),
    uploadsMinFreeBytes: values.UPLOADS_MIN_FREE_BYTES,
    scanner: scannerOf(settings),
    redisUrl: values.REDIS_URL,
    masterKeys: values.MASTER_KEY,
    adminKey: values.ADMIN_KEY,
    systemAdmin: systemAdminOf(settings),
    systemAdminEmails: values.SYSTEM_ADMIN_EMAILS,
    entry: { registration: values.REGISTRATION, createWorkspace: values.CREATE_WORKSPACE },
    mfa: values.CONSOLE_MFA,
    consoleOrigins: values.CONSOLE_ORIGINS,
    hasConsolePage: values.CONSOLE === 'on',
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    authenticator: authenticatorOf(settings),
    model: modelOf(settings),
    embeddings: embeddingsOf(settings),
    modelTimeoutMs: values.LLM_TIMEOUT_S * 1000,
    knowledgeMemoryBytes: values.KNOWLEDGE_MEMORY_BYTES,
    proxies: proxiesOf(settings),
    callbackAllowCidrs: values.CALLBACK_ALLOW_CIDRS,
    callbackProxy: values.CALLBACK_PROXY,
    callbacksInFlight: values.CALLBACKS_IN_FLIGHT,
    trustedProxies: values.TRUSTED_PROXIES,
    auditKeptMs: values.AUDIT_RETENTION_DAYS * DAY,
    operatorAwayReleaseMs: values.OPERATOR_AWAY_RELEASE_S * 1000,
    waitingMailAfterMs: values.WAITING_MAIL_AFTER_S * 1000,
    logLevel: values.LOG_LEVEL,
    limits: limitsOf(values, settings.isSet),
  };
}

/** @throws {ConfigError} naming every variable that is wrong, not just the first */
export function readCheckedSettings(env: Environment, known: readonly string[]): Settings {
  const settings = readSettings(env);
  const problems = [
    ...known,
    ...settings.problems,
    ...masterKeyProblems(settings),
    ...databaseProblems(settings),
    ...attachmentsProblems(settings),
    ...scannerProblems(settings),
    ...systemAdminProblems(settings),
    ...authenticatorProblems(settings),
    ...modelProblems(settings),
    ...embeddingsProblems(settings),
    ...mailProblems(settings),
  ];
  if (problems.length > 0) throw new ConfigError(firstOfEach(problems));
  return settings;
}

/** Keeps one line for each variable: the first problem found is the more precise one. */
function firstOfEach(problems: readonly string[]): string[] {
  const variableOf = (line = '') => line.split(':', 1)[0];
  const variables = problems.map(variableOf);
  return problems.filter((line, index) => variables.indexOf(variableOf(line)) === index);
}

function* masterKeyProblems({ values, isSet }: Settings): Generator<string> {
  if (values.ENV === 'production' && !isSet('MASTER_KEY')) {
    yield 'MASTER_KEY: is missing: make one with `openssl rand -base64 32`';
  }
}

function* databaseProblems({ values, isWrong }: Settings): Generator<string> {
  if (isWrong('DATABASE_URL')) return;
  const { DATABASE_CA: ca, DATABASE_URL: url, DATABASE_SHARDED: sharded } = values;
  const tls = url.startsWith('mysql:') ? databaseTls(new URL(url)) : null;
  // Anyone who names an authority expects TLS.
  if (ca !== null && tls !== 'verify') {
    yield 'DATABASE_CA: is set, but DATABASE_URL uses no TLS: add ?tls=verify';
  }
  if (sharded !== 'no' && tls === null) {
    yield 'DATABASE_SHARDED: is set, but DATABASE_URL is not mysql://…: unset one of them';
  }
}

const BUCKET_KEYS = ['ATTACHMENTS_ACCESS_KEY_ID', 'ATTACHMENTS_SECRET_ACCESS_KEY'] as const;

export function* attachmentsProblems({ values, isSet, isWrong }: Settings): Generator<string> {
  if (isWrong('ATTACHMENTS_URL')) return;
  const isBucket = 'bucket' in parseAttachmentsAddress(values.ATTACHMENTS_URL);
  for (const name of BUCKET_KEYS) {
    if (isBucket && !isSet(name)) yield `${name}: is missing, but ATTACHMENTS_URL names a bucket`;
    if (!isBucket && isSet(name)) yield `${name}: is set, but ATTACHMENTS_URL names no bucket`;
  }
}

export function attachmentsOf({ values }: Settings): AttachmentsConfig {
  const address = parseAttachmentsAddress(values.ATTACHMENTS_URL);
  if ('folder' in address) return address;
  const { ATTACHMENTS_ACCESS_KEY_ID: accessKeyId, ATTACHMENTS_SECRET_ACCESS_KEY: secretAccessKey } =
    values;
  if ('problem' in address || accessKeyId === null || secretAccessKey === null) {
    throw new TypeError('settings are checked before');
  }
  return { ...address, accessKeyId, secretAccessKey };
}

export function proxiesOf({ values }: Settings): Proxies {
  const { HTTPS_PROXY: https, HTTP_PROXY: http, NO_PROXY: exceptions } = values;
  return { https, http, exceptions };
}

const SCANNER = ['SCAN_URL', 'SCAN_SECRET'] as const;

function* scannerProblems({ isSet }: Settings): Generator<string> {
  const missing = SCANNER.filter((name) => !isSet(name));
  if (missing.length !== 1) return;
  yield `${missing[0]}: is missing: SCAN_URL and SCAN_SECRET, or none of them`;
}

function scannerOf({
  values: { SCAN_URL: url, SCAN_SECRET: secret },
}: Settings): Config['scanner'] {
  return url === null || secret === null ? null : { url, secret };
}

const SEED = ['SYSTEM_ADMIN_EMAIL', 'SYSTEM_ADMIN_PASSWORD'] as const;

function* systemAdminProblems({ values, isSet }: Settings): Generator<string> {
  const set = SEED.filter(isSet);
  if (set.length === 1) {
    const [missing] = SEED.filter((name) => !isSet(name));
    yield `${missing}: is missing, but ${set[0]} is set`;
  }
  const { SYSTEM_ADMIN_PASSWORD: password, SYSTEM_ADMIN_EMAIL: email } = values;
  if (values.ENV === 'local' || password === null) return;
  if (isCommonPassword(password, [email ?? '', values.SYSTEM_ADMIN_DISPLAY_NAME])) {
    yield 'SYSTEM_ADMIN_PASSWORD: is one of the most common passwords: choose another one';
  }
}

function systemAdminOf({ values }: Settings): SystemAdminSeed | null {
  const { SYSTEM_ADMIN_EMAIL: email, SYSTEM_ADMIN_PASSWORD: password } = values;
  if (email === null || password === null) return null;
  return { email, password, displayName: values.SYSTEM_ADMIN_DISPLAY_NAME };
}

const AUTHENTICATOR = [
  'AUTHENTICATOR_URL',
  'AUTHENTICATOR_TENANT_ID',
  'AUTHENTICATOR_TENANT_SECRET',
] as const;

function* authenticatorProblems({ isSet }: Settings): Generator<string> {
  const missing = AUTHENTICATOR.filter((name) => !isSet(name));
  if (missing.length === AUTHENTICATOR.length) return;
  for (const name of missing) yield `${name}: is missing: all three AUTHENTICATOR_* or none`;
}

function authenticatorOf({ values }: Settings): Config['authenticator'] {
  const {
    AUTHENTICATOR_URL: url,
    AUTHENTICATOR_TENANT_ID: tenantId,
    AUTHENTICATOR_TENANT_SECRET: tenantSecret,
  } = values;
  if (url === null || tenantId === null || tenantSecret === null) return null;
  return { url, tenantId, tenantSecret };
}

const MODEL = ['LLM_URL', 'LLM_API_KEY', 'LLM_MODEL'] as const;

function* modelProblems({ isSet }: Settings): Generator<string> {
  const missing = MODEL.filter((name) => !isSet(name));
  if (missing.length === MODEL.length) return;
  for (const name of missing) {
    yield `${name}: is missing: LLM_URL, LLM_API_KEY and LLM_MODEL, or none of them`;
  }
}

const EMBEDDINGS = ['EMBEDDINGS_URL', 'EMBEDDINGS_API_KEY', 'EMBEDDINGS_MODEL'] as const;

function* embeddingsProblems({ isSet }: Settings): Generator<string> {
  const missing = EMBEDDINGS.filter((name) => !isSet(name));
  if (missing.length === EMBEDDINGS.length) return;
  for (const name of missing) yield `${name}: is missing: all three EMBEDDINGS_* or none`;
}

function embeddingsOf({ values }: Settings): Config['embeddings'] {
  const { EMBEDDINGS_URL: url, EMBEDDINGS_API_KEY: apiKey, EMBEDDINGS_MODEL: model } = values;
  return url === null || apiKey === null || model === null ? null : { url, apiKey, model };
}

function modelOf({ values }: Settings): Config['model'] {
  const { LLM_URL: url, LLM_API_KEY: apiKey, LLM_MODEL: model } = values;
  return url === null || apiKey === null || model === null ? null : { url, apiKey, model };
}

function* mailProblems({ values, isSet }: Settings): Generator<string> {
  if (values.ENV === 'local') return;
  if (!isSet('SMTP_URL') && values.ALLOW_NO_MAIL === 'false') {
    yield 'SMTP_URL: is missing: without mail no account can sign in (or set ALLOW_NO_MAIL=true)';
  }
  if (isSet('SMTP_URL') && !isSet('MAIL_FROM')) {
    yield 'MAIL_FROM: is missing: the sender of mails, e.g. "Relay <relay@example.com>"';
  }
}
