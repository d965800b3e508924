import { join, resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { normalizeEmail } from './email';
import { createLimits, DEFAULT_LIMITS, type Limits } from './limits';
import { parseMasterKey } from './security/keys';
import { isCommonPassword } from './security/password';

export interface SystemAdminSeed {
  email: string;
  password: string;
  displayName: string;
}

/** What the process was told. Every value has been checked. */
export interface Config {
  env: 'local' | 'production';
  isLocal: boolean;
  host: string;
  port: number;
  /** Without a trailing slash. */
  baseUrl: string;
  dataDir: string;
  databaseUrl: string;
  redisUrl: string | null;
  /** Null: local mode keeps one in `dataDir`. */
  masterKey: Buffer | null;
  /** Null: local mode keeps one in `dataDir`; in production the break-glass routes answer 404. */
  adminKey: string | null;
  systemAdmin: SystemAdminSeed | null;
  systemAdminEmails: string[];
  mfa: 'always' | 'optional';
  consoleOrigins: string[];
  smtpUrl: string | null;
  mailFrom: string;
  authenticator: { url: string; tenantId: string; tenantSecret: string } | null;
  callbackAllowCidrs: string[];
  callbacksInFlight: number;
  trustedProxies: string[];
  operatorAwayReleaseMs: number;
  logLevel: string;
  limits: Limits;
}

/** One line per wrong or missing variable; its cause, if any, is what came of using one. */
export class ConfigError extends Error {
  readonly problems: string[];
  constructor(problems: string[], options?: ErrorOptions) {
    super(problems.join('\n'), options);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const DEFAULT_HOST = '127.0.0.1';
const MIN_ADMIN_KEY_LENGTH = 32;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** One line for each setting that works, and is probably not what was meant. */
export function configWarnings(env: Record<string, string | undefined>, config: Config): string[] {
  const warnings = Object.keys(env)
    .filter((name) => name.startsWith('LIMIT_') && !Object.hasOwn(DEFAULT_LIMITS, limitOf(name)))
    .map((name) => `${name}: there is no such limit, so it changes nothing`);
  const { protocol, hostname } = new URL(config.baseUrl);
  if (!config.isLocal && protocol === 'http:' && isPublicHost(hostname)) {
    warnings.push('BASE_URL: tokens and codes would cross the network unencrypted: use https://');
  }
  return warnings;
}

/** A name of one label is one of a private network. */
function isPublicHost(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (!ipaddr.isValid(address)) return hostname.includes('.') && !hostname.endsWith('.localhost');
  return ipaddr.process(address).range() === 'unicast';
}

function limitOf(variable: string): string {
  return variable.slice('LIMIT_'.length).toLowerCase();
}

/** @throws {ConfigError} naming every variable that is wrong, not just the first */
export function readConfig(env: Record<string, string | undefined>): Config {
  const problems: string[] = [];
  const wrong = (name: string, what: string) => void problems.push(`${name}: ${what}`);
  const text = (name: string): string | null => env[name]?.trim() || null;
  const integer = (name: string, fallback: number, min: number, max: number): number => {
    const value = text(name);
    if (value === null) return fallback;
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= min && number <= max) return number;
    wrong(name, `must be a whole number from ${min} to ${max}, not "${value}"`);
    return fallback;
  };
  const oneOf = <T extends string>(name: string, allowed: readonly T[], fallback: T): T => {
    const value = text(name);
    if (value === null) return fallback;
    if ((allowed as readonly string[]).includes(value)) return value as T;
    wrong(name, `must be one of ${allowed.join(', ')}, not "${value}"`);
    return fallback;
  };
  const url = (name: string, protocols: string[]): string | null => {
    const value = text(name);
    if (value === null) return null;
    const parsed = URL.canParse(value) ? new URL(value) : null;
    if (parsed && protocols.includes(parsed.protocol)) return value;
    wrong(name, `must be an address that starts with ${protocols.join('// or ')}//`);
    return null;
  };
  const list = (name: string): string[] =>
    (env[name] ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  const cidrs = (name: string): string[] => {
    const ranges = list(name);
    for (const range of ranges) {
      if (!ipaddr.isValidCIDR(range)) wrong(name, `"${range}" is not a range such as 10.0.0.0/8`);
    }
    return ranges;
  };

  const name = oneOf('ENV', ['local', 'production'], 'local');
  const isLocal = name === 'local';
  const host = readHost();
  const port = integer('PORT', 8080, 0, 65_535);
  const dataDir = resolve(text('DATA_DIR') ?? './data');

  const config: Config = {
    env: name,
    isLocal,
    host,
    port,
    baseUrl: (readBaseUrl() ?? `http://${hostInUrl(host)}:${port}`).replace(/\/+$/, ''),
    dataDir,
    databaseUrl: readDatabaseUrl(),
    redisUrl: url('REDIS_URL', ['redis:', 'rediss:']),
    masterKey: readMasterKey(),
    adminKey: readAdminKey(),
    systemAdmin: readSystemAdmin(),
    systemAdminEmails: readAllowlist(),
    mfa: oneOf('CONSOLE_MFA', ['always', 'optional'], 'always'),
    consoleOrigins: [],
    smtpUrl: url('SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: readMailFrom(),
    authenticator: readAuthenticator(),
    callbackAllowCidrs: cidrs('CALLBACK_ALLOW_CIDRS'),
    callbacksInFlight: integer('CALLBACKS_IN_FLIGHT', 1024, 16, 65_536),
    trustedProxies: cidrs('TRUSTED_PROXIES'),
    operatorAwayReleaseMs: integer('OPERATOR_AWAY_RELEASE_S', 300, 1, 86_400) * 1000,
    logLevel: oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    limits: createLimits((limit) => {
      const variable = `LIMIT_${limit.toUpperCase()}`;
      const fallback = DEFAULT_LIMITS[limit];
      return text(variable) === null ? null : integer(variable, fallback, 1, 1_000_000_000);
    }, isLocal),
  };
  config.consoleOrigins = readConsoleOrigins(config.baseUrl);
  checkMail(config);
  if (problems.length > 0) throw new ConfigError(problems);
  return config;

  function readHost(): string {
    const value = text('HOST') ?? DEFAULT_HOST;
    if (/^[\w.:-]+$/.test(value) && URL.canParse(`http://${hostInUrl(value)}`)) return value;
    wrong('HOST', `"${value}" is neither an address nor a name`);
    return DEFAULT_HOST;
  }

  function readBaseUrl(): string | null {
    const value = url('BASE_URL', ['http:', 'https:']);
    if (value === null) return null;
    const { username, password, search, hash } = new URL(value);
    if (`${username}${password}${search}${hash}` === '') return value;
    wrong('BASE_URL', 'must have no user, query or fragment');
    return null;
  }

  function readMailFrom(): string {
    const value = text('MAIL_FROM') ?? 'Chat Relay <no-reply@localhost>';
    const address = /<([^<>]*)>$/.exec(value)?.[1] ?? value;
    if (normalizeEmail(address) === null) {
      wrong('MAIL_FROM', 'must be an address, or a name and an <address>');
    }
    return value;
  }

  function readDatabaseUrl(): string {
    const value = text('DATABASE_URL');
    if (value === null) return embeddedDatabaseUrl(dataDir);
    if (/^sqlite:.+/.test(value)) return value;
    if (URL.canParse(value)) {
      const { protocol, hostname, pathname } = new URL(value);
      if (protocol === 'mysql:' && hostname !== '' && pathname.length > 1) return value;
    }
    wrong('DATABASE_URL', 'must be sqlite:<path> or mysql://user:pass@host:port/database');
    return '';
  }

  function readMasterKey(): Buffer | null {
    const value = text('MASTER_KEY');
    if (value === null) {
      if (!isLocal) {
        wrong('MASTER_KEY', 'is missing: make one with `openssl rand -base64 32`');
      }
      return null;
    }
    const { key, problem } = parseMasterKey(value);
    if (problem !== null) wrong('MASTER_KEY', problem);
    return key;
  }

  function readAdminKey(): string | null {
    const value = text('ADMIN_KEY');
    if (value !== null && value.length < MIN_ADMIN_KEY_LENGTH) {
      wrong('ADMIN_KEY', `must have at least ${MIN_ADMIN_KEY_LENGTH} characters`);
    }
    return value;
  }

  function readSystemAdmin(): SystemAdminSeed | null {
    const given = text('SYSTEM_ADMIN_EMAIL');
    // In its stored form: in any other it would name an account that nobody can sign in to.
    const email = normalizeEmail(given ?? '');
    const password = env['SYSTEM_ADMIN_PASSWORD'] || null;
    if (given === null && password === null) return null;
    if (given === null) wrong('SYSTEM_ADMIN_EMAIL', 'is missing, but SYSTEM_ADMIN_PASSWORD is set');
    if (password === null) {
      wrong('SYSTEM_ADMIN_PASSWORD', 'is missing, but SYSTEM_ADMIN_EMAIL is set');
    }
    if (given !== null && email === null) wrong('SYSTEM_ADMIN_EMAIL', 'is not an e-mail address');
    const bytes = Buffer.byteLength(password ?? '');
    if (password !== null && (bytes < 8 || bytes > 512)) {
      wrong('SYSTEM_ADMIN_PASSWORD', 'must have 8 to 512 bytes');
    }
    const displayName = text('SYSTEM_ADMIN_DISPLAY_NAME') ?? 'System administrator';
    if (!isLocal && password !== null && isCommonPassword(password, [email ?? '', displayName])) {
      wrong('SYSTEM_ADMIN_PASSWORD', 'is one of those that are guessed first: choose another one');
    }
    return { email: email ?? '', password: password ?? '', displayName };
  }

  function readAllowlist(): string[] {
    return list('SYSTEM_ADMIN_EMAILS').flatMap((given) => {
      const email = normalizeEmail(given);
      if (email === null) wrong('SYSTEM_ADMIN_EMAILS', `"${given}" is not an e-mail address`);
      return email ?? [];
    });
  }

  function readAuthenticator(): Config['authenticator'] {
    const names = [
      'AUTHENTICATOR_URL',
      'AUTHENTICATOR_TENANT_ID',
      'AUTHENTICATOR_TENANT_SECRET',
    ] as const;
    const missing = names.filter((variable) => text(variable) === null);
    if (missing.length === names.length) return null;
    for (const variable of missing)
      wrong(variable, 'is missing: all three AUTHENTICATOR_* or none');
    const address = url('AUTHENTICATOR_URL', ['http:', 'https:']);
    const secret = text('AUTHENTICATOR_TENANT_SECRET') ?? '';
    if (secret !== '' && Buffer.byteLength(secret) < 32) {
      wrong('AUTHENTICATOR_TENANT_SECRET', 'must have at least 32 bytes');
    }
    const tenantId = text('AUTHENTICATOR_TENANT_ID') ?? '';
    if (tenantId !== '' && !UUID.test(tenantId)) {
      wrong('AUTHENTICATOR_TENANT_ID', 'must be a UUID in lower case');
    }
    return { url: (address ?? '').replace(/\/+$/, ''), tenantId, tenantSecret: secret };
  }

  function readConsoleOrigins(baseUrl: string): string[] {
    const origins = list('CONSOLE_ORIGINS');
    if (origins.length === 0) return [new URL(baseUrl).origin];
    return origins.map((origin) => {
      if (URL.canParse(origin) && new URL(origin).origin === origin.replace(/\/$/, '')) {
        return new URL(origin).origin;
      }
      wrong('CONSOLE_ORIGINS', `"${origin}" is not an origin such as https://console.example.com`);
      return origin;
    });
  }

  function checkMail(settings: Config): void {
    const allowNoMail = oneOf('ALLOW_NO_MAIL', ['true', 'false'], 'false') === 'true';
    if (isLocal || allowNoMail) return;
    if (settings.smtpUrl === null && text('SMTP_URL') === null) {
      wrong(
        'SMTP_URL',
        'is missing: nobody could sign in without mail (or set ALLOW_NO_MAIL=true)',
      );
    }
    if (settings.smtpUrl !== null && text('MAIL_FROM') === null) {
      wrong('MAIL_FROM', 'is missing: the sender of mails, e.g. "Relay <relay@example.com>"');
    }
  }
}

/** Where the database is when nobody says otherwise. */
export function embeddedDatabaseUrl(dataDir: string): string {
  return `sqlite:${join(dataDir, 'relay.sqlite')}`;
}

function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
