import {
  createModels,
  createTurns,
  databaseTls,
  isNamed,
  retryConflicts,
  runTransaction
} from "./chunk-L2V2TQWC.js";
import {
  ConfigError,
  connectSqlite,
  embeddedDatabaseUrl,
  startProcess,
  startThread
} from "./chunk-TWHKTBGO.js";
import {
  AppError,
  DriverError,
  tooSlow
} from "./chunk-AUDIUNLG.js";

// src/platform/clock.ts
var systemClock = () => Date.now();
function iso(ms) {
  return new Date(ms).toISOString();
}
function isoOrNull(ms) {
  return ms === null ? null : iso(ms);
}
var SECOND = 1e3;
var MINUTE = 60 * SECOND;
var HOUR = 60 * MINUTE;
var DAY = 24 * HOUR;
async function within(deadlineMs, task) {
  let timer;
  const deadline = new Promise((resolve2) => {
    timer = setTimeout(resolve2, deadlineMs, false);
  });
  const done = task.then(
    () => true,
    () => false
  );
  try {
    return await Promise.race([done, deadline]);
  } finally {
    clearTimeout(timer);
  }
}

// src/config/parsers.ts
import { X509Certificate } from "crypto";
import { readFileSync } from "fs";
import { resolve } from "path";
import ipaddr from "ipaddr.js";

// src/platform/mail/email-address.ts
var LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
var DOMAIN_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
var ASCII = /^[\x20-\x7e]+$/;
var MAX_LENGTH = 254;
var MAX_LOCAL_LENGTH = 64;
var MAX_RAW_EMAIL_LENGTH = 2 * MAX_LENGTH;
function normalizeEmail(raw) {
  if (raw.length > MAX_RAW_EMAIL_LENGTH || !ASCII.test(raw)) return null;
  const email = raw.trim().toLowerCase();
  const at = email.lastIndexOf("@");
  if (email.length > MAX_LENGTH || at < 1 || at > MAX_LOCAL_LENGTH) return null;
  const isDomain = email.slice(at + 1).split(".").every((label) => DOMAIN_LABEL.test(label));
  return isDomain && LOCAL_PART.test(email.slice(0, at)) ? email : null;
}

// src/platform/security/keys.ts
import { hkdfSync } from "crypto";
var KEY_BYTES = 32;
var MIN_DISTINCT_BYTES = 16;
function parseMasterKeys(text2) {
  const [first, second, ...more] = text2.split(",").map((part) => parseMasterKey(part.trim()));
  for (const one of [first, second]) {
    if (one && one.problem !== null) return { keys: null, problem: one.problem };
  }
  if (!first?.key || more.length > 0) {
    return { keys: null, problem: "must be one key, or a new and an old one" };
  }
  if (!second?.key) return { keys: [first.key], problem: null };
  if (first.key.equals(second.key)) {
    return { keys: null, problem: "must not be the same key twice" };
  }
  return { keys: [first.key, second.key], problem: null };
}
function parseMasterKey(text2) {
  const key = Buffer.from(text2, "base64");
  if (key.length !== KEY_BYTES || !/^[A-Za-z0-9+/]{43}=?$/.test(text2)) {
    return { key: null, problem: "must be exactly 32 bytes, written as base64" };
  }
  if (new Set(key).size < MIN_DISTINCT_BYTES) {
    return { key: null, problem: "must be random: make one with `openssl rand -base64 32`" };
  }
  return { key, problem: null };
}
var KEY_LABELS = {
  consoleJwt: "jwt:console:v1",
  visitorJwt: "jwt:visitor:v1",
  tenantSecret: "tenant-secret:v1",
  otpPepper: "otp-pepper:v1",
  /** Encrypts queued mails: they contain codes. */
  mail: "mail:v1",
  /** Encrypts the text that identifies the database. */
  check: "master-key-check:v1",
  /** Hashes the network addresses from which accounts have signed in. */
  knownAddress: "known-address:v1"
};
function deriveKeys(masterKeys2) {
  const derive = (masterKey, label) => {
    if (masterKey.length !== KEY_BYTES) {
      throw new TypeError(`the master key must be ${KEY_BYTES} bytes, not ${masterKey.length}`);
    }
    return Buffer.from(hkdfSync("sha256", masterKey, Buffer.alloc(0), label, KEY_BYTES));
  };
  const [first, ...others] = masterKeys2;
  const rings = Object.entries(KEY_LABELS).map(([name, label]) => [
    name,
    [derive(first, label), ...others.map((key) => derive(key, label))]
  ]);
  return Object.fromEntries(rings);
}

// src/config/parsers.ts
var UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
var text = (given) => ({ value: given });
var folder = (given) => ({ value: resolve(given) });
function wholeNumber(min, max) {
  return (given) => {
    const value = /^\d{1,15}$/.test(given) ? Number(given) : Number.NaN;
    if (value >= min && value <= max) return { value };
    return { problem: `must be a whole number from ${min} to ${max}, not ${quoted(given)}` };
  };
}
function oneOf(...allowed) {
  return (given) => {
    const value = allowed.find((each) => each === given);
    if (value !== void 0) return { value };
    return { problem: `must be one of ${allowed.join(", ")}, not ${quoted(given)}` };
  };
}
function url(...protocols) {
  return (given) => {
    const isRight = URL.canParse(given) && protocols.includes(new URL(given).protocol);
    if (isRight) return { value: given };
    return { problem: `must be an address that starts with ${protocols.join("// or ")}//` };
  };
}
var baseUrl = (given) => {
  const parsed = url("http:", "https:")(given);
  if ("problem" in parsed) return parsed;
  const { username, password, search, hash } = new URL(given);
  if (`${username}${password}${search}${hash}` !== "") {
    return { problem: "must have no user, query or fragment" };
  }
  return { value: given.replace(/\/+$/, "") };
};
var host = (given) => /^[\w.:-]+$/.test(given) && URL.canParse(`http://${hostInUrl(given)}`) ? { value: given } : { problem: `${quoted(given)} is neither an address nor a name` };
function hostInUrl(name) {
  return name.includes(":") ? `[${name}]` : name;
}
var databaseUrl = (given) => {
  if (/^sqlite:.+/.test(given)) return { value: given };
  const problem = "must be sqlite:<path> or mysql://user:pass@host:port/database";
  if (!URL.canParse(given)) return { problem };
  const url2 = new URL(given);
  const { protocol, hostname, pathname } = url2;
  if (protocol !== "mysql:" || hostname === "" || pathname.length <= 1) return { problem };
  const tls = databaseTls(url2);
  if (tls === null) return { problem: "must say ?tls=verify or ?tls=off, or neither" };
  if (tls === "verify" && !isNamed(url2)) {
    return {
      problem: "must have a name for its host: a certificate is checked against one (or add ?tls=off)"
    };
  }
  return { value: given };
};
var certificates = (given) => {
  try {
    new X509Certificate(readFileSync(given));
    return { value: resolve(given) };
  } catch {
    return { problem: `${given} is not a readable file of certificates (PEM)` };
  }
};
var masterKeys = (given) => {
  const { keys, problem } = parseMasterKeys(given);
  return problem === null ? { value: keys } : { problem };
};
function atLeast(characters) {
  return (given) => given.length >= characters ? { value: given } : { problem: `must have at least ${characters} characters` };
}
function bytes(min, max = Infinity) {
  return (given) => {
    const length = Buffer.byteLength(given);
    if (length >= min && length <= max) return { value: given };
    return {
      problem: `must have ${max === Infinity ? `at least ${min}` : `${min} to ${max}`} bytes`
    };
  };
}
var uuid = (given) => UUID.test(given) ? { value: given } : { problem: "must be a UUID in lower case" };
var emailAddress = (given) => {
  const value = normalizeEmail(given);
  return value === null ? { problem: "is not an e-mail address" } : { value };
};
var sender = (given) => {
  const address = /<([^<>]*)>$/.exec(given)?.[1] ?? given;
  if (normalizeEmail(address) !== null) return { value: given };
  return { problem: "must be an address, or a name and an <address>" };
};
function listOf(what, item) {
  return (given) => {
    const items = given.split(",").map((each) => each.trim()).filter((each) => each !== "");
    const wrong = items.filter((each) => item(each) === null);
    if (wrong.length === 0) return { value: items.flatMap((each) => item(each) ?? []) };
    return { problem: `must be ${what}, not ${wrong.map(quoted).join(", ")}` };
  };
}
var emailAddresses = listOf("e-mail addresses", normalizeEmail);
var ranges = listOf(
  "ranges such as 10.0.0.0/8",
  (given) => ipaddr.isValidCIDR(given) ? given : null
);
var origins = listOf("origins such as https://console.example.com", (given) => {
  const origin = URL.canParse(given) ? new URL(given).origin : null;
  return origin === given.replace(/\/$/, "") ? origin : null;
});
function quoted(given) {
  return JSON.stringify(given);
}

// src/config/limits.ts
var limitNumber = wholeNumber(1, 1e9);
var LOCAL_FACTOR = 100;
function fixed(limit, doc) {
  return { parse: limitNumber, default: limit, doc };
}
function perMinute(limit, doc) {
  const defaults = { local: limit * LOCAL_FACTOR, production: limit };
  return { parse: limitNumber, default: defaults, doc };
}
var LIMIT_VARIABLES = {
  LIMIT_REGISTER_PER_IP: perMinute(10, "registrations"),
  LIMIT_LOGIN_PER_IP: perMinute(20, "logins"),
  LIMIT_VERIFY_PER_IP: perMinute(30, "codes asked for and checked"),
  LIMIT_CREATE_SESSION_PER_IP: perMinute(30, "new visitor sessions"),
  LIMIT_REFRESH_PER_IP: perMinute(60, "refreshed visitor tokens"),
  LIMIT_SOCKET_PER_IP: perMinute(60, "opened sockets, of visitors and operators"),
  LIMIT_CONSOLE_PER_IP: perMinute(300, "console calls"),
  LIMIT_WIDGET_CONFIG_PER_IP: perMinute(300, "reads of the widget's configuration"),
  LIMIT_VISITOR_PER_IP: perMinute(300, "all other visitor calls"),
  // One backend makes the calls for all of a tenant's visitors.
  LIMIT_TENANT_API_PER_IP: perMinute(6e3, "calls of tenants' backends"),
  LIMIT_CREATE_SESSION_PER_TENANT: perMinute(600, "new visitor sessions of one tenant"),
  LIMIT_TEST_BOT_PER_ACCOUNT: perMinute(30, "questions that one account asks a bot to try it"),
  LIMIT_SOCKET_MESSAGES_PER_S: fixed(5, "messages a second on one visitor socket"),
  LIMIT_SOCKET_MESSAGES_BURST: fixed(20, "messages at once on one visitor socket"),
  LIMIT_SESSION_MESSAGES_PER_S: fixed(
    10,
    "messages a second over all sockets of one session on a node"
  ),
  LIMIT_SESSION_MESSAGES_BURST: fixed(
    60,
    "messages at once over all sockets of one session on a node"
  ),
  LIMIT_SYNC_PER_S: fixed(1, "`sync` frames a second of one session on a node"),
  LIMIT_SYNC_BURST: fixed(5, "`sync` frames at once of one session on a node"),
  LIMIT_OPEN_SOCKETS_PER_IP: fixed(200, "visitors' open sockets on one node"),
  LIMIT_MESSAGES_PER_SESSION_DAY: fixed(2e3, "visitor messages of one session in 24 h"),
  LIMIT_WORKSPACES_PER_ACCOUNT: fixed(20, "workspaces that an account has created"),
  LIMIT_TENANTS_PER_WORKSPACE: fixed(100, "tenants of one workspace"),
  LIMIT_CANNED_REPLIES_PER_WORKSPACE: fixed(1e3, "canned replies of one workspace"),
  LIMIT_MAILS_PER_RECIPIENT_HOUR: fixed(5, "mails to one recipient in an hour, in each budget"),
  LIMIT_MAILS_PER_RECIPIENT_DAY: fixed(20, "mails to one recipient in a day, in each budget"),
  LIMIT_INVITATIONS_PER_WORKSPACE_DAY: fixed(
    50,
    "invitation mails of a workspace in a day; 10 on its first day unless set"
  ),
  LIMIT_INVITATIONS_PER_ACCOUNT_DAY: fixed(
    50,
    "invitation mails of an account in a day, over all its workspaces; 10 on its first day unless set"
  ),
  LIMIT_BODY_CONSOLE_BYTES: fixed(32 * 1024, "largest body of a console call"),
  LIMIT_BODY_TENANT_BYTES: fixed(256 * 1024, "largest body with a tenant's settings"),
  LIMIT_BODY_VISITOR_BYTES: fixed(16 * 1024, "largest body of a visitor's call"),
  LIMIT_BODY_ACCOUNT_BYTES: fixed(8 * 1024, "largest body of registration and login"),
  LIMIT_BODY_TENANT_API_BYTES: fixed(256 * 1024, "largest body of a tenant's signed call")
};
var FIRST_DAY_INVITATIONS = 10;
function limitsOf(values, isSet) {
  const variables = Object.keys(LIMIT_VARIABLES);
  const limits = Object.fromEntries(
    variables.map((variable) => [variable.slice("LIMIT_".length).toLowerCase(), values[variable]])
  );
  const onFirstDay = (variable) => isSet(variable) ? values[variable] : FIRST_DAY_INVITATIONS;
  return {
    ...limits,
    firstDay: {
      invitations_per_workspace_day: onFirstDay("LIMIT_INVITATIONS_PER_WORKSPACE_DAY"),
      invitations_per_account_day: onFirstDay("LIMIT_INVITATIONS_PER_ACCOUNT_DAY")
    }
  };
}

// src/config/variables.ts
var VARIABLES = {
  ENV: {
    parse: oneOf("local", "production"),
    default: "local",
    doc: "`local` or `production`"
  },
  HOST: { parse: host, default: "127.0.0.1", doc: "address to listen on" },
  PORT: { parse: wholeNumber(0, 65535), default: 8080, doc: "port to listen on" },
  BASE_URL: {
    parse: baseUrl,
    default: null,
    defaultText: "`http://HOST:PORT`",
    doc: "the public address, in mails, tokens and documents"
  },
  DATA_DIR: { parse: folder, default: "./data", doc: "embedded database, generated secrets" },
  DATABASE_URL: {
    parse: databaseUrl,
    default: null,
    defaultText: "a file in `DATA_DIR`",
    doc: "`sqlite:<path>` or `mysql://user:pass@host:port/database`, with `?tls=verify` or `?tls=off`"
  },
  DATABASE_CA: {
    parse: certificates,
    default: null,
    doc: "PEM file of a private authority that the database\u2019s certificate is checked against"
  },
  DATABASE_SHARDED: {
    parse: oneOf("no", "tenant"),
    default: "no",
    doc: "`tenant`: tenants lie on different shards, and what grows with visitors is written in transactions of one tenant ([ENGINES](ENGINES.md#sharding-by-tenant))"
  },
  REDIS_URL: {
    parse: url("redis:", "rediss:"),
    default: null,
    doc: "`redis://` or `rediss://`; set it when more than one node serves"
  },
  MASTER_KEY: {
    parse: masterKeys,
    default: null,
    defaultText: "local: generated",
    doc: "32 random bytes as base64; all other keys are derived from it. Two, the new one first and a comma between, [rotate it](#rotate-keys)",
    isSecret: true,
    isGenerated: true
  },
  ADMIN_KEY: {
    parse: atLeast(32),
    default: null,
    defaultText: "local: generated",
    doc: "break-glass key, at least 32 characters; unset in production: its routes answer 404",
    isSecret: true,
    isGenerated: true
  },
  SYSTEM_ADMIN_EMAIL: {
    parse: emailAddress,
    default: null,
    doc: "super-admin created at start-up; needs the password"
  },
  SYSTEM_ADMIN_PASSWORD: {
    parse: bytes(8, 512),
    default: null,
    doc: "8 to 512 bytes, in production no common one; only used if the account is new",
    isSecret: true,
    isVerbatim: true
  },
  SYSTEM_ADMIN_DISPLAY_NAME: {
    parse: text,
    default: "System administrator",
    doc: "name of that super-admin"
  },
  SYSTEM_ADMIN_EMAILS: {
    parse: emailAddresses,
    default: "",
    doc: "comma-separated; become super-admins when they verify or sign in"
  },
  CONSOLE_MFA: {
    parse: oneOf("always", "optional"),
    default: "always",
    doc: "`always`, or `optional`: accounts whose second factor is off sign in without; super-admins never"
  },
  CONSOLE_ORIGINS: {
    parse: origins,
    default: null,
    defaultText: "origin of `BASE_URL`",
    doc: "comma-separated; may call the console from a browser"
  },
  CONSOLE: {
    parse: oneOf("on", "off"),
    default: "on",
    doc: "`off`: the web console and `/` answer 404; the API stays, its sign-in by cookie too"
  },
  SMTP_URL: {
    parse: url("smtp:", "smtps:"),
    default: null,
    doc: "`smtp://` or `smtps://`; required in production"
  },
  MAIL_FROM: {
    parse: sender,
    default: "Chat Relay <no-reply@localhost>",
    defaultText: "local: a placeholder",
    doc: "sender of mails; required with `SMTP_URL` in production"
  },
  ALLOW_NO_MAIL: {
    parse: oneOf("true", "false"),
    default: "false",
    doc: "`true`: production without mail; no codes are sent"
  },
  AUTHENTICATOR_URL: {
    parse: url("http:", "https:"),
    default: null,
    doc: "external TOTP service (`examples/totp-authenticator`); all three or none"
  },
  AUTHENTICATOR_TENANT_ID: {
    parse: uuid,
    default: null,
    doc: "the relay's id there: a UUID in lower case"
  },
  AUTHENTICATOR_TENANT_SECRET: {
    parse: bytes(32),
    default: null,
    doc: "the secret that the relay signs its calls there with: at least 32 bytes",
    isSecret: true
  },
  CALLBACK_ALLOW_CIDRS: {
    parse: ranges,
    default: "",
    doc: "private ranges that callbacks may reach, comma-separated"
  },
  CALLBACKS_IN_FLIGHT: {
    parse: wholeNumber(16, 65536),
    default: 1024,
    doc: "callbacks in flight at once to receivers that answer slowly, all together, on this node; a quarter more is kept for quick ones"
  },
  TRUSTED_PROXIES: {
    parse: ranges,
    default: "",
    doc: "ranges whose `X-Forwarded-For` is trusted, comma-separated: the proxies' own addresses"
  },
  AUDIT_RETENTION_DAYS: {
    parse: wholeNumber(1, 3650),
    default: 400,
    doc: "entries of the audit log are deleted after this many days"
  },
  OPERATOR_AWAY_RELEASE_S: {
    parse: wholeNumber(1, 86400),
    default: 300,
    doc: "an operator's conversations return to the queue after this many seconds without a connection or request"
  },
  LOG_LEVEL: {
    parse: oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent"),
    default: "info",
    doc: "`fatal`, `error`, `warn`, `info`, `debug`, `trace`, `silent`"
  },
  ...LIMIT_VARIABLES
};
var ROWS = Object.entries(VARIABLES);
var SECRET_SETTINGS = ROWS.filter(([, { isSecret }]) => isSecret).flatMap(([name]) => [
  name,
  name.toLowerCase().replace(/_(\w)/g, (_, letter) => letter.toUpperCase())
]);
function defaultTextOf({ default: value, defaultText }) {
  if (defaultText !== void 0) return defaultText;
  if (value === null) return "unset";
  if (value === "") return "empty";
  if (typeof value !== "object") return `\`${value}\``;
  return `\`${value.production}\`, local \`${value.local}\``;
}

// src/platform/security/password.ts
import { availableParallelism } from "os";
import { setTimeout as wait } from "timers/promises";
import { dictionary } from "@zxcvbn-ts/language-common";

// src/platform/security/hash-threads.ts
import { once } from "events";
import { createRequire } from "module";
import { Worker } from "worker_threads";
var THREAD = `
const { readlinkSync } = require('node:fs');
const { setPriority } = require('node:os');
const { parentPort, workerData } = require('node:worker_threads');
const { hashSync, verifySync } = require(workerData.argon2);
try {
  setPriority(Number(readlinkSync('/proc/thread-self').split('/').pop()), 10);
} catch {}
parentPort.on('message', ({ password, options, stored }) => {
  try {
    const result = stored === undefined ? hashSync(password, options) : verifySync(stored, password);
    parentPort.postMessage({ result });
  } catch (error) {
    parentPort.postMessage({ problem: String(error) });
  }
});
`;
var idle = [];
async function runInHashThread(job) {
  const thread = idle.pop() ?? startThread2();
  thread.ref();
  thread.postMessage(job);
  const [answer] = await once(thread, "message");
  thread.unref();
  idle.push(thread);
  if ("problem" in answer) throw new Error(`Argon2 failed: ${answer.problem}`);
  return answer.result;
}
function startThread2() {
  const argon2 = createRequire(import.meta.url).resolve("@node-rs/argon2");
  return new Worker(THREAD, { eval: true, env: {}, execArgv: [], workerData: { argon2 } });
}

// src/platform/security/password.ts
var PASSWORD_MIN_BYTES = 8;
var ARGON2 = { memoryCost: 19456, timeCost: 2, parallelism: 1 };
async function hashPassword(password) {
  return String(await inTurn(() => runInHashThread({ password, options: ARGON2 })));
}
async function verifyPassword(stored, password) {
  return await inTurn(() => runInHashThread({ password, stored })) === true;
}
async function verifyAgainstNothing(password) {
  await hashPassword(password);
  return false;
}
var COMMON_COUNT = 1e4;
var commonPasswords = new Set(
  dictionary["passwords-common"].filter((password) => password.length >= PASSWORD_MIN_BYTES).slice(0, COMMON_COUNT)
);
function isCommonPassword(password, ownWords) {
  const lower = password.toLowerCase();
  if (commonPasswords.has(lower)) return true;
  const words = ownWords.flatMap((word) => [alphanumeric(word), ...word.toLowerCase().split(/[^\p{L}\p{N}]+/u)]).filter((word) => word.length >= 3).toSorted((a, b) => b.length - a.length);
  const bare = alphanumeric(password);
  const rest = words.reduce((text2, word) => text2.replaceAll(word, ""), bare);
  return rest !== bare && rest.replaceAll(/\p{N}/gu, "").length < 3;
}
function alphanumeric(text2) {
  return text2.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}
var MAX_THREADS = 4;
var CONCURRENCY = Math.min(MAX_THREADS, Math.max(1, availableParallelism() - 1));
var QUEUE_LIMIT = 32;
var MIN_PAUSE_MS = 500;
var MAX_PAUSE_MS = 1500;
var MAX_PAUSED = 1e3;
var running = 0;
var paused = 0;
var queue = [];
var isFull = () => running >= CONCURRENCY && queue.length >= QUEUE_LIMIT;
async function refuseIfOverloaded() {
  if (isFull()) await refuse();
}
async function refuse() {
  if (paused < MAX_PAUSED) {
    paused += 1;
    await wait(MIN_PAUSE_MS + Math.random() * (MAX_PAUSE_MS - MIN_PAUSE_MS));
    paused -= 1;
  }
  throw new AppError("overloaded", { retryAfterS: 2 });
}
async function inTurn(work) {
  if (isFull()) await refuse();
  if (running < CONCURRENCY) running += 1;
  else await new Promise((resolve2) => queue.push(resolve2));
  try {
    return await work();
  } finally {
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  }
}

// src/config/read-settings.ts
function readSettings(env) {
  const mode = env["ENV"]?.trim() === "production" ? "production" : "local";
  const problems = [];
  const valueOf = (name, row) => {
    const given = givenText(env[name], row);
    const parsed = given === null ? null : row.parse(given);
    if (parsed !== null && "value" in parsed) return parsed.value;
    if (parsed !== null) problems.push(`${name}: ${parsed.problem}`);
    return defaultOf(row, mode);
  };
  const values = Object.fromEntries(
    ROWS.map(([name, row]) => [name, valueOf(name, row)])
  );
  return {
    values: { ...values, ...derivedFrom(values) },
    isSet: (name) => Boolean(env[name]?.trim()),
    problems
  };
}
function givenText(text2, { isVerbatim }) {
  const trimmed = text2?.trim() || null;
  return trimmed !== null && isVerbatim ? text2 : trimmed;
}
function defaultOf(row, mode) {
  const { default: value } = row;
  if (value === null) return null;
  const text2 = String(typeof value === "object" ? value[mode] : value);
  const parsed = row.parse(text2);
  if ("value" in parsed) return parsed.value;
  throw new TypeError(`a default ${parsed.problem}`);
}
function derivedFrom(values) {
  const { HOST, PORT, DATA_DIR, CONSOLE_ORIGINS } = values;
  const baseUrl2 = values.BASE_URL ?? `http://${hostInUrl(HOST)}:${PORT}`;
  return {
    BASE_URL: baseUrl2,
    DATABASE_URL: values.DATABASE_URL ?? embeddedDatabaseUrl(DATA_DIR),
    CONSOLE_ORIGINS: CONSOLE_ORIGINS?.length ? CONSOLE_ORIGINS : [new URL(baseUrl2).origin]
  };
}

// src/config/read-config.ts
function readConfig(env) {
  const settings = readCheckedSettings(env);
  const { values } = settings;
  return {
    env: values.ENV,
    isLocal: values.ENV === "local",
    host: values.HOST,
    port: values.PORT,
    baseUrl: values.BASE_URL,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    databaseCa: values.DATABASE_CA,
    isDatabaseSharded: values.DATABASE_SHARDED === "tenant",
    redisUrl: values.REDIS_URL,
    masterKeys: values.MASTER_KEY,
    adminKey: values.ADMIN_KEY,
    systemAdmin: systemAdminOf(settings),
    systemAdminEmails: values.SYSTEM_ADMIN_EMAILS,
    mfa: values.CONSOLE_MFA,
    consoleOrigins: values.CONSOLE_ORIGINS,
    hasConsolePage: values.CONSOLE === "on",
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    authenticator: authenticatorOf(settings),
    callbackAllowCidrs: values.CALLBACK_ALLOW_CIDRS,
    callbacksInFlight: values.CALLBACKS_IN_FLIGHT,
    trustedProxies: values.TRUSTED_PROXIES,
    auditKeptMs: values.AUDIT_RETENTION_DAYS * DAY,
    operatorAwayReleaseMs: values.OPERATOR_AWAY_RELEASE_S * 1e3,
    logLevel: values.LOG_LEVEL,
    limits: limitsOf(values, settings.isSet)
  };
}
function readCheckedSettings(env) {
  const settings = readSettings(env);
  const problems = [
    ...settings.problems,
    ...masterKeyProblems(settings),
    ...databaseProblems(settings),
    ...systemAdminProblems(settings),
    ...authenticatorProblems(settings),
    ...mailProblems(settings)
  ];
  if (problems.length > 0) throw new ConfigError(problems);
  return settings;
}
function* masterKeyProblems({ values, isSet }) {
  if (values.ENV === "production" && !isSet("MASTER_KEY")) {
    yield "MASTER_KEY: is missing: make one with `openssl rand -base64 32`";
  }
}
function* databaseProblems({ values }) {
  const { DATABASE_CA: ca, DATABASE_URL: url2 } = values;
  if (ca === null || url2.startsWith("mysql:") && databaseTls(new URL(url2)) === "verify") return;
  yield "DATABASE_CA: is set, but DATABASE_URL uses no TLS: add ?tls=verify";
}
var SEED = ["SYSTEM_ADMIN_EMAIL", "SYSTEM_ADMIN_PASSWORD"];
function* systemAdminProblems({ values, isSet }) {
  const set = SEED.filter(isSet);
  if (set.length === 1) {
    const [missing] = SEED.filter((name) => !isSet(name));
    yield `${missing}: is missing, but ${set[0]} is set`;
  }
  const { SYSTEM_ADMIN_PASSWORD: password, SYSTEM_ADMIN_EMAIL: email } = values;
  if (values.ENV === "local" || password === null) return;
  if (isCommonPassword(password, [email ?? "", values.SYSTEM_ADMIN_DISPLAY_NAME])) {
    yield "SYSTEM_ADMIN_PASSWORD: is one of the most common passwords: choose another one";
  }
}
function systemAdminOf({ values }) {
  const { SYSTEM_ADMIN_EMAIL: email, SYSTEM_ADMIN_PASSWORD: password } = values;
  if (email === null || password === null) return null;
  return { email, password, displayName: values.SYSTEM_ADMIN_DISPLAY_NAME };
}
var AUTHENTICATOR = [
  "AUTHENTICATOR_URL",
  "AUTHENTICATOR_TENANT_ID",
  "AUTHENTICATOR_TENANT_SECRET"
];
function* authenticatorProblems({ isSet }) {
  const missing = AUTHENTICATOR.filter((name) => !isSet(name));
  if (missing.length === AUTHENTICATOR.length) return;
  for (const name of missing) yield `${name}: is missing: all three AUTHENTICATOR_* or none`;
}
function authenticatorOf({ values }) {
  const {
    AUTHENTICATOR_URL: url2,
    AUTHENTICATOR_TENANT_ID: tenantId,
    AUTHENTICATOR_TENANT_SECRET: tenantSecret
  } = values;
  if (url2 === null || tenantId === null || tenantSecret === null) return null;
  return { url: url2.replace(/\/+$/, ""), tenantId, tenantSecret };
}
function* mailProblems({ values, isSet }) {
  if (values.ENV === "local" || values.ALLOW_NO_MAIL === "true") return;
  if (!isSet("SMTP_URL")) {
    yield "SMTP_URL: is missing: without mail no account can sign in (or set ALLOW_NO_MAIL=true)";
  }
  if (isSet("SMTP_URL") && !isSet("MAIL_FROM")) {
    yield 'MAIL_FROM: is missing: the sender of mails, e.g. "Relay <relay@example.com>"';
  }
}

// src/platform/log.ts
import { pino } from "pino";

// src/platform/log-sampler.ts
var WINDOW_MS = 1e3;
function createLogSampler(windowMs = WINDOW_MS) {
  const windows = /* @__PURE__ */ new Map();
  const open = (kind, printed, last) => {
    const current = { printed, counted: 0, last };
    windows.set(kind, current);
    const close = () => {
      windows.delete(kind);
      if (current.counted === 0) return;
      current.last(current.counted);
      open(kind, Infinity, current.last);
    };
    setTimeout(close, windowMs).unref();
  };
  return {
    print: (kind, perSecond, print) => {
      const current = windows.get(kind);
      if (!current) {
        open(kind, 1, print);
        return print();
      }
      current.last = print;
      if (current.printed >= perSecond) current.counted++;
      else {
        current.printed++;
        print();
      }
    }
  };
}

// src/platform/tracing.ts
import {
  context,
  createContextKey,
  isSpanContextValid,
  SpanStatusCode,
  trace
} from "@opentelemetry/api";

// src/version.ts
import { createRequire as createRequire2 } from "module";
var require2 = createRequire2(import.meta.url);
var VERSION = require2("../package.json").version;

// src/platform/tracing.ts
var tracer = trace.getTracer("@chat-relay/server", VERSION);
function isTraced(span) {
  return isSpanContextValid(span.spanContext());
}
function failSpan(span, type) {
  span.setAttribute("error.type", type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
var IS_SUPPRESSED = createContextKey("OpenTelemetry SDK Context Key SUPPRESS_TRACING");
function untraced() {
  return context.active().setValue(IS_SUPPRESSED, true);
}
function traceFields() {
  const span = trace.getActiveSpan();
  if (span === void 0 || !isTraced(span)) return {};
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    trace_id: traceId,
    span_id: spanId,
    trace_flags: traceFlags.toString(16).padStart(2, "0")
  };
}

// src/platform/log.ts
function createLog({ level, isReadable, outageOf, secretFields = [] }, lines) {
  const options = {
    level,
    mixin: traceFields,
    redact: { paths: redactedPaths(secretFields), censor: "[redacted]" },
    ...outageOf && { hooks: { logMethod: createOutageFilter(outageOf) } }
  };
  if (!isReadable) return pino(options, lines ?? pino.destination({ fd: 2, sync: true }));
  return pino({
    ...options,
    transport: {
      target: "pino-pretty",
      options: { destination: 2, ignore: "pid,hostname", translateTime: "SYS:HH:MM:ss.l" }
    }
  });
}
function createOutageFilter(outageOf) {
  const sampler = createLogSampler();
  return function(args, method) {
    const [fields, message] = args;
    const err = typeof fields === "object" && fields !== null && "err" in fields && fields.err;
    const code = outageOf(err);
    if (typeof message !== "string" || code === null) return method.apply(this, args);
    const { err: _, ...rest } = fields;
    const { message: reason } = err;
    sampler.print(
      message,
      1,
      (more) => method.apply(this, [{ ...rest, code, reason, ...more && { more } }, message])
    );
  };
}
var SECRET_FIELDS = [
  "authorization",
  "password",
  "current_password",
  "otp",
  "dev_otp",
  "totp",
  "token",
  "console_token",
  "visitor_token",
  "challenge_token",
  "registration_token",
  "invite_token",
  "dev_invite_token",
  "tenant_secret",
  "user_signature",
  '["x-admin-key"]',
  '["x-service-signature"]'
];
var CODES = ["body.code", "payload.code"];
function redactedPaths(secretFields) {
  const fields = [...SECRET_FIELDS, ...secretFields].flatMap(
    (field) => field.startsWith("[") ? [field, `*${field}`] : [field, `*.${field}`]
  );
  return [...fields, ...CODES];
}

// src/platform/storage/sqlite/database.ts
import { mkdirSync } from "fs";
import { dirname } from "path";

// src/platform/storage/sqlite/handle.ts
function createHandle(connect) {
  let connecting;
  let opened;
  let isClosed = false;
  const current = async () => {
    if (isClosed) throw new DriverError("SQLITE_MISUSE", "the database is closed");
    if (opened?.isOpen) return opened;
    connecting ??= connect().finally(() => {
      connecting = void 0;
    });
    opened = await connecting;
    return opened;
  };
  return {
    current,
    sql: {
      dialect: "sqlite",
      rows: async (...statement) => (await current()).rows(...statement),
      run: async (...statement) => (await current()).run(...statement)
    },
    close: async () => {
      isClosed = true;
      await connecting?.catch(() => void 0);
      await opened?.close();
    }
  };
}

// src/platform/storage/sqlite/models.ts
function sqliteModels(read) {
  const options = { dialect: "sqlite", storage: "the handles of the relay" };
  return createModels(read, options, (newRoute) => {
    class Database {
      #route = newRoute();
      constructor(_storage, _mode, callback) {
        queueMicrotask(() => callback(null));
      }
      serialize(work) {
        work();
      }
      all(statement, ...rest) {
        const [params, callback] = partsOf(rest);
        const answer = async () => ({
          rows: await this.#route(statement)?.rows(statement, params) ?? [],
          changes: 0
        });
        settle(answer(), callback);
      }
      run(statement, ...rest) {
        const [params, callback] = partsOf(rest);
        const answer = async () => ({
          rows: [],
          changes: await this.#route(statement)?.run(statement, params) ?? 0
        });
        settle(answer(), callback);
      }
      close() {
      }
    }
    return { Database, OPEN_READWRITE: 2, OPEN_CREATE: 0 };
  });
}
function partsOf(rest) {
  if (rest.length === 2) return rest;
  return [[], rest[0] ?? (() => void 0)];
}
function settle(answer, callback) {
  answer.then(
    ({ rows, changes }) => callback.call({ changes }, null, rows),
    (error) => callback.call({ changes: 0 }, error)
  );
}

// src/platform/storage/sqlite/slow-reader.ts
function createSlowReader(handle, withinMs) {
  const oneAtATime = createTurns(1);
  const bounded = (read) => {
    const deadline = performance.now() + withinMs;
    return oneAtATime(async () => {
      const connection = await handle.current();
      const leftMs = deadline - performance.now();
      if (leftMs <= 0) throw tooSlow();
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        connection.kill();
      }, leftMs);
      try {
        return await read(connection);
      } catch (error) {
        throw isLate ? tooSlow(error) : error;
      } finally {
        clearTimeout(timer);
      }
    });
  };
  return {
    dialect: "sqlite",
    rows: (...statement) => bounded((connection) => connection.rows(...statement)),
    run: (...statement) => bounded((connection) => connection.run(...statement))
  };
}

// src/platform/storage/sqlite/wal-upkeep.ts
function createWalUpkeep({
  checkpointer,
  whileIdle,
  onFailure,
  pauseMs = 250,
  retryMs = 5e3,
  maxFrames = 16e3
}) {
  let timer = null;
  let running2 = Promise.resolve();
  let hasNews = false;
  let isToBeEmptied = false;
  let notBefore = 0;
  let isStopped = false;
  const checkpoint = async () => {
    const frames = await passive(checkpointer);
    if (isToBeEmptied && performance.now() >= notBefore) {
      isToBeEmptied = !await whileIdle(() => truncate(checkpointer));
      notBefore = performance.now() + retryMs;
    } else if (frames > maxFrames) {
      await whileIdle(() => passive(checkpointer));
    }
  };
  const schedule = () => {
    timer = setTimeout(() => {
      hasNews = false;
      running2 = checkpoint().catch(onFailure).then(() => {
        timer = null;
        hasNews ||= isToBeEmptied;
        if (hasNews && !isStopped) schedule();
      });
    }, pauseMs);
    timer.unref();
  };
  const written = () => {
    hasNews = true;
    if (!timer && !isStopped) schedule();
  };
  return {
    written,
    empty: () => {
      isToBeEmptied = true;
      notBefore = 0;
      written();
    },
    stop: async () => {
      isStopped = true;
      if (timer) clearTimeout(timer);
      await running2;
    }
  };
}
async function truncate(sql) {
  const [row] = await sql.rows("PRAGMA wal_checkpoint(TRUNCATE)");
  return row?.busy === 0;
}
async function passive(sql) {
  const [row] = await sql.rows("PRAGMA wal_checkpoint(PASSIVE)");
  return row?.log ?? 0;
}

// src/platform/storage/sqlite/database.ts
async function openSqlite(path, log, limits) {
  mkdirSync(dirname(path), { recursive: true });
  const onThread = (pragmas) => createHandle(() => connectSqlite(startThread(), path, pragmas));
  const writer = onThread([
    "journal_mode = WAL",
    "synchronous = FULL",
    "cache_size = -65536",
    "wal_autocheckpoint = 0",
    // Deleted data is overwritten: erased text must not stay in the file.
    "secure_delete = ON"
  ]);
  const reader = onThread(["query_only = ON"]);
  const slowReader = createHandle(() => connectSqlite(startProcess(), path, ["query_only = ON"]));
  const checkpointer = onThread(["busy_timeout = 100"]);
  const handles = [checkpointer, writer, reader, slowReader];
  const writing = createTurns(1);
  const wal = createWalUpkeep({
    checkpointer: checkpointer.sql,
    whileIdle: writing,
    onFailure: (error) => log.warn(
      { event: "database.checkpoint_failed", err: error },
      "the write-ahead log was not checkpointed"
    )
  });
  const close = async () => {
    await wal.stop();
    await writing(async () => {
      for (const handle of handles) await handle.close();
    });
  };
  try {
    await writer.current();
    await reader.current();
  } catch (error) {
    await close();
    throw error;
  }
  const models = sqliteModels(reader.sql);
  const transaction = async (work, options = {}) => {
    const result = await writing(
      () => retryConflicts(limits.statementMs, async () => {
        const connection = await writer.current();
        return runTransaction({
          sql: connection,
          begin: options.isOneStatement ? null : "BEGIN IMMEDIATE",
          joinModels: () => models.join(connection),
          work
        });
      })
    );
    wal.written();
    return result;
  };
  return {
    dialect: "sqlite",
    isSharded: false,
    sequelize: models.sequelize,
    limits,
    read: reader.sql,
    slowRead: createSlowReader(slowReader, limits.slowReadMs),
    transaction,
    forgetDeleted: wal.empty,
    abandon: () => void 0,
    // no statement here waits for a network
    close
  };
}

// src/platform/storage/database.ts
var DATABASE_LIMITS = { statementMs: 1e4, slowReadMs: 2e3 };
var SQLITE = "sqlite:";
async function openDatabase(url2, log, { ca, isSharded = false, ...changed } = {}) {
  const limits = { ...DATABASE_LIMITS, ...changed };
  if (url2.startsWith(SQLITE)) return openSqlite(url2.slice(SQLITE.length), log, limits);
  const { openMysql } = await import("./database-MBF5VEU7.js");
  return { ...await openMysql(url2, log, limits, ca), isSharded };
}

export {
  systemClock,
  iso,
  isoOrNull,
  SECOND,
  MINUTE,
  HOUR,
  DAY,
  within,
  hashPassword,
  verifyPassword,
  verifyAgainstNothing,
  isCommonPassword,
  refuseIfOverloaded,
  MAX_RAW_EMAIL_LENGTH,
  normalizeEmail,
  KEY_BYTES,
  parseMasterKeys,
  deriveKeys,
  VARIABLES,
  ROWS,
  SECRET_SETTINGS,
  defaultTextOf,
  readSettings,
  readConfig,
  readCheckedSettings,
  VERSION,
  SQLITE,
  openDatabase,
  createLogSampler,
  tracer,
  isTraced,
  failSpan,
  untraced,
  createLog
};
//# sourceMappingURL=chunk-Z4SM6NPI.js.map