import {
  databaseUrl,
  embeddingsUrl,
  modelUrl,
  proxyUrl,
  publicUrl,
  redisUrl,
  serviceUrl,
  smtpUrl,
} from './addresses';
import { attachmentsUrl } from './attachments-address';
import { host } from './hosts';
import {
  accessKeyId,
  bytes,
  certificates,
  displayName,
  emailAddress,
  emailAddresses,
  folder,
  headerText,
  hostList,
  masterKeys,
  oneOf,
  origins,
  ranges,
  sender,
  text,
  uuid,
} from './parsers';
import { LIMIT_VARIABLES } from '../platform/settings/limits';
import { wholeNumber } from '../platform/settings/whole-number';
import type { ValueOf, Variable } from '../platform/settings/variable';

const MIB = 1024 * 1024;

/** Every setting. The reader, the documentation, `--help` and `--print-config` come from this table. */
export const VARIABLES = {
  ENV: {
    parse: oneOf('local', 'production'),
    default: 'local',
    doc: '`local` or `production`',
  },
  HOST: { parse: host, default: '127.0.0.1', doc: 'address to listen on' },
  PORT: { parse: wholeNumber(0, 65_535), default: 8080, doc: 'port to listen on' },
  BASE_URL: {
    parse: publicUrl,
    default: null,
    defaultText: '`http://HOST:PORT`',
    doc: 'the public address, in mails, tokens and documents: without a path',
  },
  DATA_DIR: { parse: folder, default: './data', doc: 'embedded database, generated secrets' },
  DATABASE_URL: {
    parse: databaseUrl,
    default: null,
    defaultText: 'a file in `DATA_DIR`',
    doc: '`sqlite:<path>` or `mysql://user:pass@host:port/database`, with `?tls=verify` or `?tls=off`',
  },
  DATABASE_CA: {
    parse: certificates,
    default: null,
    doc: 'PEM file of a private authority that the database’s certificate is checked against',
  },
  DATABASE_SHARDED: {
    parse: oneOf('no', 'tenant'),
    default: 'no',
    doc: '`tenant`: tenants lie on different shards, and what grows with visitors is written in transactions of one tenant ([ENGINES](ENGINES.md#sharding-by-tenant))',
  },
  ATTACHMENTS_URL: {
    parse: attachmentsUrl,
    default: null,
    defaultText: 'a folder in `DATA_DIR`',
    doc: 'where [files of messages](#files-that-people-send) are: `file:<path>`, or `s3://<bucket>?endpoint=<address>&region=<region>`',
  },
  UPLOADS_MIN_FREE_BYTES: {
    parse: wholeNumber(0, 1_000_000_000_000),
    default: 512 * 1024 * 1024,
    doc: 'below so many free bytes on the disk of those files, uploads answer 503; messages continue',
  },
  ATTACHMENTS_ACCESS_KEY_ID: {
    parse: accessKeyId,
    default: null,
    doc: 'the key of that bucket; both or none',
  },
  ATTACHMENTS_SECRET_ACCESS_KEY: {
    parse: bytes(1, 1000),
    default: null,
    doc: 'its secret',
    isSecret: true,
  },
  SCAN_URL: {
    parse: serviceUrl,
    default: null,
    doc: 'a service that [looks into files](#look-into-files) before anyone can open them; with `SCAN_SECRET`, or none of them',
  },
  SCAN_SECRET: {
    parse: bytes(32),
    default: null,
    doc: 'the secret that the relay signs its calls there with: at least 32 bytes',
    isSecret: true,
  },
  REDIS_URL: {
    parse: redisUrl,
    default: null,
    doc: '`redis://` or `rediss://`; set it when more than one node serves',
  },
  MASTER_KEY: {
    parse: masterKeys,
    default: null,
    defaultText: 'local: generated',
    doc: '32 random bytes as base64; all other keys are derived from it. Two, the new one first and a comma between, [rotate it](#rotate-keys)',
    isSecret: true,
    isGenerated: true,
  },
  ADMIN_KEY: {
    parse: headerText(32, 1000),
    default: null,
    defaultText: 'local: generated',
    doc: 'break-glass key, at least 32 characters; unset in production: its routes answer 404',
    isSecret: true,
    isGenerated: true,
  },
  SYSTEM_ADMIN_EMAIL: {
    parse: emailAddress,
    default: null,
    doc: 'super-admin created at start-up; needs the password',
  },
  SYSTEM_ADMIN_PASSWORD: {
    parse: bytes(8, 512),
    default: null,
    doc: '8 to 512 bytes, in production no common one; only used if the account is new',
    isSecret: true,
    isVerbatim: true,
  },
  SYSTEM_ADMIN_DISPLAY_NAME: {
    parse: displayName,
    default: 'System administrator',
    doc: 'name of that super-admin',
  },
  SYSTEM_ADMIN_EMAILS: {
    parse: emailAddresses,
    default: '',
    doc: 'comma-separated; become super-admins when they verify or sign in',
  },
  REGISTRATION: {
    parse: oneOf('open', 'invited'),
    default: 'open',
    doc: 'who may [create an account](#who-may-come-in): everyone, or with `invited` those who have an invitation',
  },
  CREATE_WORKSPACE: {
    parse: oneOf('all', 'admins'),
    default: 'all',
    doc: 'who may create a workspace: every account, or with `admins` super-admins alone',
  },
  CONSOLE_MFA: {
    parse: oneOf('always', 'optional'),
    default: 'always',
    doc: '`always`, or `optional`: accounts whose second factor is off sign in without; super-admins never',
  },
  CONSOLE_ORIGINS: {
    parse: origins,
    default: null,
    defaultText: 'origin of `BASE_URL`',
    doc: 'comma-separated; may call the console from a browser',
  },
  CONSOLE: {
    parse: oneOf('on', 'off'),
    default: 'on',
    doc: '`off`: the web console and `/` answer 404; the API stays, its sign-in by cookie too',
  },
  SMTP_URL: {
    parse: smtpUrl,
    default: null,
    doc: '`smtp://` or `smtps://`; required in production',
  },
  MAIL_FROM: {
    parse: sender,
    default: 'Chat Relay <no-reply@localhost>',
    defaultText: 'local: a placeholder',
    doc: 'sender of mails; required with `SMTP_URL` in production',
  },
  ALLOW_NO_MAIL: {
    parse: oneOf('true', 'false'),
    default: 'false',
    doc: '`true`: production without mail; no codes are sent',
  },
  AUTHENTICATOR_URL: {
    parse: serviceUrl,
    default: null,
    doc: 'external TOTP service (`examples/totp-authenticator`); all three or none',
  },
  AUTHENTICATOR_TENANT_ID: {
    parse: uuid,
    default: null,
    doc: "the relay's id there: a UUID in lower case",
  },
  AUTHENTICATOR_TENANT_SECRET: {
    parse: bytes(32),
    default: null,
    doc: 'the secret that the relay signs its calls there with: at least 32 bytes',
    isSecret: true,
  },
  LLM_URL: {
    parse: modelUrl,
    default: null,
    doc: 'an OpenAI-compatible language model for `bot.kind: model`; `/chat/completions` is appended. With `LLM_API_KEY` and `LLM_MODEL`, or none of them',
  },
  LLM_API_KEY: {
    parse: headerText(1, 1000),
    default: null,
    doc: 'its key; any text for a model that needs none',
    isSecret: true,
  },
  LLM_MODEL: { parse: text, default: null, doc: 'its name' },
  LLM_TIMEOUT_S: {
    parse: wholeNumber(1, 60),
    default: 20,
    doc: 'a model may take this many seconds for an answer, then the built-in bot answers',
  },
  EMBEDDINGS_URL: {
    parse: embeddingsUrl,
    default: null,
    doc: 'an OpenAI-compatible embedding model, which finds passages by their meaning for `bot.kind: model`; `/embeddings` is appended. With `EMBEDDINGS_API_KEY` and `EMBEDDINGS_MODEL`, or none of them',
  },
  EMBEDDINGS_API_KEY: {
    parse: headerText(1, 1000),
    default: null,
    doc: 'its key; any text for a model that needs none',
    isSecret: true,
  },
  EMBEDDINGS_MODEL: { parse: text, default: null, doc: 'its name' },
  HTTPS_PROXY: {
    parse: proxyUrl,
    default: null,
    doc: 'the [proxy](#behind-an-outgoing-proxy) for calls to `https://`: `http://host:port`; without it, `HTTP_PROXY`',
    hasLowerCaseName: true,
  },
  HTTP_PROXY: {
    parse: proxyUrl,
    default: null,
    doc: 'the proxy for calls to `http://`',
    hasLowerCaseName: true,
  },
  NO_PROXY: {
    parse: hostList,
    default: '',
    doc: 'hosts that are called without a proxy, comma-separated, with the names below them; `*` for all',
    hasLowerCaseName: true,
  },
  CALLBACK_ALLOW_CIDRS: {
    parse: ranges,
    default: '',
    doc: 'private ranges that callbacks may reach, comma-separated',
  },
  CALLBACK_PROXY: {
    parse: proxyUrl,
    default: null,
    doc: 'the [proxy](#a-proxy-for-callbacks) for addresses that tenants chose, those of callbacks and of their own models and embeddings: `http://user:password@host:port`',
  },
  CALLBACKS_IN_FLIGHT: {
    parse: wholeNumber(16, 65_536),
    default: 1024,
    doc: 'callbacks in flight at once to receivers that answer slowly, all together, on this node; a quarter more is kept for quick ones',
  },
  KNOWLEDGE_MEMORY_BYTES: {
    parse: wholeNumber(16 * MIB, 64 * 1024 * MIB),
    default: 256 * MIB,
    doc: 'memory for the [indexes](BOT.md#what-it-costs) of documents that bots answer from, of all tenants on this node; the least used are dropped',
  },
  TRUSTED_PROXIES: {
    parse: ranges,
    default: '',
    doc: "ranges whose `X-Forwarded-For` is trusted, comma-separated: the proxies' own addresses",
  },
  AUDIT_RETENTION_DAYS: {
    parse: wholeNumber(1, 3_650),
    default: 400,
    doc: 'entries of the audit log are deleted after this many days',
  },
  OPERATOR_AWAY_RELEASE_S: {
    parse: wholeNumber(1, 86_400),
    default: 300,
    doc: 'an operator is absent, and their conversations return to the queue, after this many seconds without a connection or request',
  },
  WAITING_MAIL_AFTER_S: {
    parse: wholeNumber(10, 86_400),
    default: 120,
    doc: 'operators get a mail when a visitor has waited this many seconds and none of them is online',
  },
  LOG_LEVEL: {
    parse: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    default: 'info',
    doc: '`fatal`, `error`, `warn`, `info`, `debug`, `trace`, `silent`',
  },
  ...LIMIT_VARIABLES,
} as const satisfies Record<string, Variable>;

export type VariableName = keyof typeof VARIABLES;
export type Values = { [Name in VariableName]: ValueOf<(typeof VARIABLES)[Name]> };

/** The rows in the order of the documentation. */
export const ROWS = Object.entries(VARIABLES) as readonly (readonly [VariableName, Variable])[];

/** The names of the secrets, as variables and as fields in code. */
export const SECRET_SETTINGS = ROWS.filter(([, { isSecret }]) => isSecret).flatMap(([name]) => [
  name,
  name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
]);

/** The default as the documentation words it. */
export function defaultTextOf({ default: value, defaultText }: Variable): string {
  if (defaultText !== undefined) return defaultText;
  if (value === null) return 'unset';
  if (value === '') return 'empty';
  if (typeof value !== 'object') return `\`${value}\``;
  return `\`${value.production}\`, local \`${value.local}\``;
}
