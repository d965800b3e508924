import {
  DAY,
  HOUR,
  KEY_BYTES,
  MAX_RAW_EMAIL_LENGTH,
  MINUTE,
  SECOND,
  SQLITE,
  VERSION,
  createLog,
  createLogSampler,
  deriveKeys,
  failSpan,
  hashPassword,
  isCommonPassword,
  isTraced,
  iso,
  isoOrNull,
  normalizeEmail,
  openDatabase,
  parseMasterKeys,
  readConfig,
  refuseIfOverloaded,
  systemClock,
  tracer,
  untraced,
  verifyAgainstNothing,
  verifyPassword,
  within
} from "./chunk-Z4SM6NPI.js";
import {
  createTurns,
  modelOf
} from "./chunk-L2V2TQWC.js";
import {
  Unreachable,
  claimSqlite,
  explainDatabaseFailure,
  explainListenFailure,
  migrate,
  readSchema
} from "./chunk-AEAUA5V6.js";
import {
  ConfigError,
  OBJECT_ID,
  UUID_V7,
  firstIdAt,
  newId,
  newObjectId,
  timeOfId
} from "./chunk-TWHKTBGO.js";
import {
  bytes,
  defineTable,
  dropColumns,
  forUpdate,
  forUpdateSkipLocked,
  hasTable,
  incoming,
  insertAbsentRows,
  insertIfAbsent,
  insertRows,
  integer,
  keyIn,
  listColumns,
  lockInOrderOf,
  onConflict,
  orNull,
  pickColumns,
  placeholders,
  text,
  upsertRows,
  writeInOrder
} from "./chunk-EECO5ECD.js";
import {
  AppError,
  ERRORS,
  codeOf,
  invalidField,
  isDuplicate,
  isUnavailable,
  newConflict
} from "./chunk-AUDIUNLG.js";

// src/platform/http/built-files.ts
import { createHash } from "crypto";
import { existsSync, readdirSync, readFileSync } from "fs";
import { extname, join } from "path";
import { fileURLToPath } from "url";
import { promisify } from "util";
import { brotliCompress, gzip } from "zlib";
import accept from "@hapi/accept";
var IMMUTABLE = "public, max-age=31536000, immutable";
var CODINGS = ["br", "gzip", "identity"];
var TYPES = {
  ".css": "text/css",
  ".html": "text/html",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript",
  ".json": "application/json",
  ".mp3": "audio/mpeg",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain",
  ".wav": "audio/wav",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2"
};
var TEXT = [".css", ".html", ".js", ".json", ".svg", ".txt", ".webmanifest"];
function buildFolder(name2) {
  const isSource = import.meta.url.endsWith("/src/platform/http/built-files.ts");
  return fileURLToPath(new URL(isSource ? SOURCES[name2] : `${name2}/`, import.meta.url));
}
var SOURCES = {
  console: "../../../../console/dist/",
  widget: "../../../../widget-sdk/dist/"
};
function readBuiltFiles(folder) {
  if (!existsSync(folder)) return null;
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return new Map(
    paths.filter((path) => extname(path) in TYPES).map((path) => [path.replaceAll("\\", "/"), builtFile(join(folder, path))])
  );
}
function builtFile(path) {
  return builtFileOf(path, readFileSync(path));
}
function builtFileOf(name2, bytes2) {
  const extension = extname(name2);
  const compressed = /* @__PURE__ */ new Map([["identity", Promise.resolve(bytes2)]]);
  return {
    type: TYPES[extension],
    // readBuiltFiles leaves others out
    content: bytes2,
    hash: createHash("sha256").update(bytes2).digest("base64url"),
    isText: TEXT.includes(extension),
    // At the first request for it, so that the start does not wait.
    bytes: (coding) => {
      const known = compressed.get(coding) ?? COMPRESS[coding](bytes2);
      compressed.set(coding, known);
      return known;
    }
  };
}
var gzipped = promisify(gzip);
var COMPRESS = {
  br: promisify(brotliCompress),
  gzip: (bytes2) => gzipped(bytes2, { level: 9 }),
  identity: async (bytes2) => bytes2
};
async function sendBuiltFile(request2, h, file) {
  const accepted = request2.headers["accept-encoding"];
  const coding = file.isText ? accept.encoding(accepted, CODINGS) : "identity";
  const response = h.response(await file.bytes(coding)).type(file.type);
  if (file.isText) response.vary("Accept-Encoding");
  if (coding !== "identity") response.header("content-encoding", coding);
  return response.etag(`${file.hash}-${coding}`, { vary: false, weak: false });
}

// src/console-page/routes.ts
var CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'"
].join("; ");
var PAGE_HEADERS = {
  "content-security-policy": CONTENT_SECURITY_POLICY,
  "cross-origin-opener-policy": "same-origin"
};
var DOCUMENTS = '</openapi.json>; rel="service-desc", </docs>; rel="service-doc"';
function registerConsolePage(server, folder) {
  const files = readBuiltFiles(folder);
  const page2 = files?.get("index.html");
  const options = { auth: false, plugins: {} };
  for (const path of ["/", "/console"]) {
    server.route({
      method: "GET",
      path,
      options,
      handler: ({ url }, h) => h.redirect(`/console/${url.search}`).header("link", DOCUMENTS)
    });
  }
  server.route({
    method: "GET",
    path: "/console/{path*}",
    options,
    handler: async (request2, h) => {
      const { path = "" } = request2.params;
      if (!page2) {
        throw new AppError("not_found", { message: "The console has not been built." });
      }
      const file = files?.get(path);
      const isAsset = path.startsWith("assets/");
      if (isAsset && !file) throw new AppError("not_found");
      const response = await sendBuiltFile(request2, h, file ?? page2);
      response.header("cache-control", isAsset ? IMMUTABLE : "no-cache");
      response.header("cross-origin-resource-policy", "same-origin");
      if ((file ?? page2).type === "text/html") {
        for (const [name2, value] of Object.entries(PAGE_HEADERS)) response.header(name2, value);
      }
      return response;
    }
  });
}

// src/platform/mail/message.ts
function compose(wording, highlight = null) {
  const parts = [wording.fr, wording.en];
  const shown = highlight === null ? [] : [highlight];
  return {
    subject: oneLine(parts.map(({ subject }) => subject).join(" / ")),
    text: [...shown, ...parts.map(({ lines }) => lines.join("\n"))].join("\n\n") + "\n",
    html: [
      '<!doctype html><html><body style="font-family:sans-serif;line-height:1.5">',
      ...shown.map((line) => `<p style="font-size:1.5em"><strong>${escapeHtml(line)}</strong></p>`),
      ...wrap("fr", wording.fr),
      "<hr>",
      ...wrap("en", wording.en),
      "</body></html>"
    ].join("\n")
  };
}
function wrap(lang, { lines }) {
  return [`<div lang="${lang}">`, ...lines.map((line) => `<p>${htmlOf(line)}</p>`), "</div>"];
}
function htmlOf(line) {
  const text4 = escapeHtml(line);
  return /^https?:\/\/\S+$/.test(line) ? `<a href="${text4}">${text4}</a>` : text4;
}
var ENTITIES = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
};
function escapeHtml(text4) {
  return text4.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]);
}
function oneLine(text4) {
  return text4.replaceAll(/[\u0000-\u001f\u007f\u2028\u2029]+/gu, " ");
}
var MAX_NAME = 80;
var LINK_LIKE = /:\/\/|www\.|@|[^\s.。][.。][\p{L}\p{M}]{2}|\d+\.\d+\.\d+\.\d+/iu;
function safeName(name2, otherwise) {
  const plain = oneLine(name2).trim().slice(0, MAX_NAME);
  const seen = plain.normalize("NFKC").replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "");
  return seen.trim() === "" || LINK_LIKE.test(seen) ? otherwise : plain;
}

// src/platform/mail/messages-of-changes.ts
function passwordChanged({ at, ip }) {
  return compose({
    fr: {
      subject: "Votre mot de passe a \xE9t\xE9 chang\xE9",
      lines: [
        `Le mot de passe de votre compte a \xE9t\xE9 chang\xE9 le ${at} (adresse ${ip}). Les autres sessions sont ferm\xE9es.`,
        "Si ce n\u2019est pas vous, demandez aussit\xF4t un nouveau mot de passe."
      ]
    },
    en: {
      subject: "Your password was changed",
      lines: [
        `The password of your account was changed at ${at} (address ${ip}). Other sessions have been signed out.`,
        "If this was not you, reset your password at once."
      ]
    }
  });
}
function accountDeleted({ at, ip }) {
  return compose({
    fr: {
      subject: "Votre compte a \xE9t\xE9 supprim\xE9",
      lines: [
        `Votre compte a \xE9t\xE9 supprim\xE9 le ${at} (adresse ${ip}).`,
        "Si ce n\u2019est pas vous, pr\xE9venez aussit\xF4t les propri\xE9taires de vos espaces."
      ]
    },
    en: {
      subject: "Your account was deleted",
      lines: [
        `Your account was deleted at ${at} (address ${ip}).`,
        "If this was not you, warn the owners of your workspaces at once."
      ]
    }
  });
}
var WHAT = {
  totp_on: {
    fr: "Une application d\u2019authentification a \xE9t\xE9 ajout\xE9e \xE0 votre compte",
    en: "An authenticator app was added to your account"
  },
  totp_off: {
    fr: "L\u2019application d\u2019authentification a \xE9t\xE9 retir\xE9e de votre compte",
    en: "The authenticator app was removed from your account"
  },
  mfa_on: {
    fr: "La connexion en deux \xE9tapes a \xE9t\xE9 activ\xE9e pour votre compte",
    en: "Two-step sign-in was switched on for your account"
  },
  mfa_off: {
    fr: "La connexion en deux \xE9tapes a \xE9t\xE9 d\xE9sactiv\xE9e pour votre compte",
    en: "Two-step sign-in was switched off for your account"
  }
};
function secondFactorChanged(change, { at, ip }) {
  const what = WHAT[change];
  return compose({
    fr: {
      subject: what.fr,
      lines: [
        `${what.fr}, le ${at} (adresse ${ip}).`,
        "Si ce n\u2019est pas vous, changez aussit\xF4t votre mot de passe."
      ]
    },
    en: {
      subject: what.en,
      lines: [
        `${what.en}, at ${at} (address ${ip}).`,
        "If this was not you, change your password at once."
      ]
    }
  });
}

// src/accounts/model.ts
var flag = integer;
var ACCOUNTS = defineTable("accounts", ["account_id"], {
  account_id: text(),
  email: text(),
  password_hash: text(),
  display_name: text(),
  status: text(),
  is_system: flag(),
  mfa_enabled: flag(),
  totp_enabled: flag(),
  last_totp_step: orNull(integer()),
  created_at: integer()
});
var CONSOLE_SESSIONS = defineTable("console_sessions", ["session_id"], {
  session_id: text(),
  account_id: text(),
  amr: text(),
  ip: text(),
  user_agent: text(),
  kind: text(),
  created_at: integer(),
  last_seen_at: integer(),
  idle_ends_at: orNull(integer()),
  confirmed_at: integer(),
  expires_at: integer(),
  revoked_at: orNull(integer())
});
var CHALLENGES = defineTable("challenges", ["challenge_id"], {
  challenge_id: text(),
  kind: text(),
  token_hash: text(),
  continues: orNull(text()),
  account_id: orNull(text()),
  email: text(),
  address_hmac: text(),
  details: text(),
  code_hmac: orNull(text()),
  code_put_at: orNull(integer()),
  code_expires_at: orNull(integer()),
  evaluations: integer(),
  given_back: integer(),
  state: text(),
  created_at: integer(),
  expires_at: integer()
});
var LOCKOUTS = defineTable("lockouts", ["email", "network"], {
  email: text(),
  network: text(),
  failures: integer(),
  lock_count: integer(),
  locked_until: integer(),
  last_failure_at: integer()
});
var KNOWN_ADDRESSES = defineTable("known_addresses", ["account_id", "address_hmac"], {
  account_id: text(),
  address_hmac: text(),
  last_used_at: integer()
});

// src/accounts/account.ts
var PUBLIC_ACCOUNT = pickColumns(
  ACCOUNTS,
  "account_id",
  "email",
  "display_name",
  "status",
  "is_system",
  "mfa_enabled",
  "totp_enabled",
  "created_at"
);
var ACCOUNT_COLUMNS = listColumns(PUBLIC_ACCOUNT);
async function findAccount(sql, accountId) {
  const [row2] = await sql.rows(
    `SELECT ${ACCOUNT_COLUMNS} FROM accounts WHERE account_id = ?`,
    [accountId]
  );
  return row2 ?? null;
}
async function findAccountByEmail(sql, email2) {
  const [row2] = await sql.rows(
    `SELECT ${ACCOUNT_COLUMNS}, password_hash FROM accounts WHERE email = ?`,
    [email2]
  );
  return row2 ?? null;
}
async function lockAccount(tx, accountId) {
  const [row2] = await tx.rows(
    `SELECT ${ACCOUNT_COLUMNS}, password_hash FROM accounts WHERE account_id = ?${forUpdate(tx.dialect)}`,
    [accountId]
  );
  return row2 ?? null;
}
function insertAccount(tx, account) {
  return insertIfAbsent(tx, ACCOUNTS, {
    account_id: newId(),
    email: account.email,
    password_hash: account.passwordHash,
    display_name: account.displayName,
    status: account.status,
    is_system: account.isSystem ? 1 : 0,
    mfa_enabled: 1,
    totp_enabled: 0,
    last_totp_step: null,
    created_at: account.createdAt
  });
}

// src/accounts/system-admins.ts
function lockSystemAdmins(tx) {
  return tx.rows(
    `SELECT account_id FROM accounts WHERE is_system = 1 ORDER BY account_id${forUpdate(tx.dialect)}`
  );
}
function createSystemAdmins(options) {
  const { database, clock, audit, challenges, lockout } = options;
  const accounts = modelOf(database, ACCOUNTS);
  const record2 = (tx, action, email2, ip, by) => audit.record(tx, {
    workspaceId: null,
    action: `system_admin.${action}`,
    actor: null,
    ip,
    subject: email2,
    details: { by }
  });
  const accountOf2 = async (tx, email2) => {
    const account = await findAccountByEmail(tx, email2);
    if (!account) throw new AppError("not_found");
    const { password_hash: _hidden, ...rest } = account;
    return rest;
  };
  const setSystem = async (tx, accountId, isSystem) => {
    const [changed] = await accounts.update(
      { is_system: isSystem ? 1 : 0 },
      {
        where: { account_id: accountId, is_system: isSystem ? 0 : 1 },
        transaction: await tx.forModels()
      }
    );
    return changed === 1;
  };
  const takeOverPending = async (tx, seed, hash) => {
    const [taken] = await accounts.update(
      { status: "ACTIVE", is_system: 1, password_hash: hash, display_name: seed.displayName },
      { where: { email: seed.email, status: "PENDING" }, transaction: await tx.forModels() }
    );
    if (taken === 1) await challenges.replaceOpen(tx, "registration", seed.email);
    return taken === 1;
  };
  const createOrTakeOver = async (tx, seed, hash) => await insertAccount(tx, {
    email: seed.email,
    displayName: seed.displayName,
    passwordHash: hash,
    status: "ACTIVE",
    isSystem: true,
    createdAt: clock()
  }) || takeOverPending(tx, seed, hash);
  return {
    seed: async (seed, ip) => {
      const existing = await findAccountByEmail(database.read, seed.email);
      const hash = existing?.status === "ACTIVE" ? null : await hashPassword(seed.password);
      return database.transaction(async (tx) => {
        let outcome = "unchanged";
        if (hash !== null && await createOrTakeOver(tx, seed, hash)) outcome = "created";
        const account = await accountOf2(tx, seed.email);
        if (await setSystem(tx, account.account_id, true)) outcome = "promoted";
        await lockout.clear(tx, seed.email);
        if (outcome !== "unchanged") await record2(tx, outcome, seed.email, ip, "seed");
        return { account: await accountOf2(tx, seed.email), outcome };
      });
    },
    promote: (email2, ip) => database.transaction(async (tx) => {
      const account = await accountOf2(tx, email2);
      if (account.status !== "ACTIVE") throw new AppError("account_not_active");
      if (await setSystem(tx, account.account_id, true)) {
        await record2(tx, "promoted", email2, ip, "break-glass");
      }
      await lockout.clear(tx, email2);
      return accountOf2(tx, email2);
    }),
    demote: (email2, ip) => database.transaction(async (tx) => {
      const admins = await lockSystemAdmins(tx);
      const account = await accountOf2(tx, email2);
      if (account.is_system === 0) return account;
      if (admins.length < 2) throw new AppError("last_system_admin");
      await setSystem(tx, account.account_id, false);
      await record2(tx, "demoted", email2, ip, "break-glass");
      return accountOf2(tx, email2);
    })
  };
}

// src/accounts/account-deletion.ts
var ACCOUNT_TABLES = [
  "console_sessions",
  "challenges",
  "known_addresses",
  "idempotency_keys",
  "accounts"
];
function createAccountDeletion(deps) {
  const { database, clock, log, audit, mailer, members, passwordCheck, authenticator } = deps;
  const erase = async (tx, caller) => {
    const { accountId, email: email2, ip, displayName } = caller;
    await members.leaveAll(tx, caller);
    await tx.run("UPDATE workspaces SET created_by = NULL WHERE created_by = ?", [accountId]);
    await tx.run("DELETE FROM challenges WHERE email = ?", [email2]);
    for (const table2 of ACCOUNT_TABLES) {
      await tx.run(`DELETE FROM ${table2} WHERE account_id = ?`, [accountId]);
    }
    await mailer.enqueue(tx, email2, accountDeleted({ at: iso(clock()), ip }), DAY);
    await audit.record(tx, {
      workspaceId: null,
      action: "account.deleted",
      actor: { accountId, displayName },
      ip,
      subject: accountId
    });
  };
  return async (caller, password2) => {
    const verified = await passwordCheck.confirm(caller, password2);
    await database.transaction(async (tx) => {
      const admins = await lockSystemAdmins(tx);
      const account = await passwordCheck.hold(tx, verified);
      if (account.is_system === 1 && admins.length < 2) throw new AppError("last_system_admin");
      await erase(tx, caller);
    });
    if (verified.totp_enabled !== 1) return;
    await authenticator?.disable(caller.accountId).catch(
      (err) => log.warn(
        { event: "account.totp_not_disabled", err },
        "the authenticator keeps the secret of a deleted account"
      )
    );
  };
}

// src/platform/security/one-time-code.ts
import { createHmac, randomInt } from "crypto";

// src/platform/security/tokens.ts
import { createHash as createHash2, randomBytes, timingSafeEqual } from "crypto";
import { errors, jwtVerify, SignJWT } from "jose";
function randomToken(prefix) {
  return prefix + randomBytes(32).toString("base64url");
}
function tokenHash(token2) {
  return createHash2("sha256").update(token2).digest("hex");
}
function safeEqual(a, b) {
  const digest = (text4) => createHash2("sha256").update(text4).digest();
  return timingSafeEqual(digest(a), digest(b));
}
var CONSOLE_TOKEN_TTL_MS = 7 * DAY;
var VISITOR_TOKEN_TTL_MS = HOUR;
function createTokens(options) {
  const { issuer, clock } = options;
  const consoleTokens = createKind({
    issuer,
    clock,
    keys: options.consoleKeys,
    ttlMs: CONSOLE_TOKEN_TTL_MS,
    typ: "relay-console+jwt",
    audience: "relay:console",
    kind: "tenant_admin",
    required: { sub: isText, sid: isText, amr: isTextList }
  });
  const visitorTokens = createKind({
    issuer,
    clock,
    keys: options.visitorKeys,
    ttlMs: VISITOR_TOKEN_TTL_MS,
    typ: "relay-visitor+jwt",
    audience: "relay:visitor",
    kind: "visitor",
    required: { sub: isText, tid: isText, wpk: isText, org: isText, ver: Number.isSafeInteger }
  });
  return {
    signConsoleToken: consoleTokens.sign,
    verifyConsoleToken: (token2, { allowExpired = false } = {}) => consoleTokens.verify(token2, allowExpired),
    signVisitorToken: visitorTokens.sign,
    verifyVisitorToken: (token2, { allowExpired = false } = {}) => visitorTokens.verify(token2, allowExpired)
  };
}
var MAX_TOKEN_BYTES = 4096;
var EXP_LEEWAY_S = 5;
var IAT_LEEWAY_S = 60;
function createKind(kind) {
  if (kind.keys.some((key) => key.length < KEY_BYTES)) {
    throw new TypeError("a token key must be at least 32 bytes");
  }
  const [newest, ...others] = [
    importKey(kind.keys[0]),
    ...kind.keys.slice(1).map(importKey)
  ];
  const names = Object.keys(kind.required);
  async function sign(claims) {
    const iat = Math.floor(kind.clock() / SECOND);
    const exp = iat + kind.ttlMs / SECOND;
    const token2 = await new SignJWT({ ...claims, kind: kind.kind }).setProtectedHeader({ alg: "HS256", typ: kind.typ }).setIssuer(kind.issuer).setAudience(kind.audience).setIssuedAt(iat).setExpirationTime(exp).setJti(newId()).sign(await newest);
    return { token: token2, expiresAtMs: exp * SECOND };
  }
  async function verify(token2, allowExpired) {
    if (token2.length > MAX_TOKEN_BYTES) return { ok: false };
    let read3 = await readPayload(token2, newest);
    for (const key of others) read3 ??= await readPayload(token2, key);
    if (!read3 || read3.expired && !allowExpired) return { ok: false };
    const { payload } = read3;
    if (payload["kind"] !== kind.kind) return { ok: false };
    if (names.some((name2) => !kind.required[name2](payload[name2]))) return { ok: false };
    if (payload.iat > kind.clock() / SECOND + IAT_LEEWAY_S) return { ok: false };
    const entries = names.map((name2) => [name2, payload[name2]]);
    const claims = Object.fromEntries(entries);
    return { ok: true, claims, expiresAtMs: payload.exp * SECOND, expired: read3.expired };
  }
  async function readPayload(token2, key) {
    try {
      const { payload } = await jwtVerify(token2, await key, {
        algorithms: ["HS256"],
        issuer: kind.issuer,
        audience: kind.audience,
        typ: kind.typ,
        requiredClaims: ["iat", "exp", "jti", "kind", ...names],
        currentDate: new Date(kind.clock()),
        clockTolerance: EXP_LEEWAY_S
      });
      return { payload, expired: false };
    } catch (error) {
      if (error instanceof errors.JWTExpired) return { payload: error.payload, expired: true };
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  }
  return { sign, verify };
}
function importKey(key) {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", new Uint8Array(key), algorithm, false, ["sign", "verify"]);
}
function isText(value) {
  return typeof value === "string" && value !== "";
}
function isTextList(value) {
  return Array.isArray(value) && value.every(isText);
}

// src/platform/security/one-time-code.ts
var DIGITS = 6;
function newCode() {
  return randomInt(10 ** DIGITS).toString().padStart(DIGITS, "0");
}
function codeHmac([pepper], purpose, attemptId, code) {
  return hmac(pepper, purpose, attemptId, code);
}
function hmac(pepper, purpose, attemptId, code) {
  return createHmac("sha256", pepper).update(`${purpose}\0${attemptId}\0${code}`).digest("hex");
}
function matches(stored, peppers, purpose, attemptId, code) {
  return peppers.some((pepper) => safeEqual(stored, hmac(pepper, purpose, attemptId, code)));
}

// src/accounts/sign-in/challenge.ts
var READ = pickColumns(
  CHALLENGES,
  "challenge_id",
  "kind",
  "account_id",
  "email",
  "details",
  "code_hmac",
  "code_put_at",
  "code_expires_at",
  "expires_at"
);
var MAX_EVALUATIONS = 5;
var CHALLENGE_COLUMNS = listColumns(READ);
var IS_LIVE = `state = 'open' AND evaluations < ${MAX_EVALUATIONS} AND expires_at > ?`;

// src/accounts/sign-in/challenge-answers.ts
var MAX_GIVEN_BACK = 20;
var NotConfirmed = class extends Error {
};
function createChallengeAnswers(options) {
  const { database, clock, peppers } = options;
  const takeEvaluation = async (challenge) => {
    const [row2] = await database.transaction(async (tx) => {
      const taken = await tx.run(
        `UPDATE challenges SET evaluations = evaluations + 1 WHERE challenge_id = ? AND ${IS_LIVE}`,
        [challenge.challenge_id, clock()]
      );
      if (taken !== 1) throw new AppError("challenge_invalid");
      return tx.rows(
        `SELECT ${CHALLENGE_COLUMNS} FROM challenges WHERE challenge_id = ?`,
        [challenge.challenge_id]
      );
    });
    return row2;
  };
  const giveEvaluationBack = ({ challenge_id }) => database.transaction(
    (tx) => tx.run(
      `UPDATE challenges SET evaluations = evaluations - 1, given_back = given_back + 1
         WHERE challenge_id = ? AND evaluations > 0 AND given_back < ${MAX_GIVEN_BACK}`,
      [challenge_id]
    )
  );
  const consume2 = async (tx, { challenge_id }) => {
    const consumed = await tx.run(
      `UPDATE challenges SET state = 'used' WHERE challenge_id = ? AND state = 'open'`,
      [challenge_id]
    );
    if (consumed !== 1) throw new AppError("challenge_invalid");
  };
  const answer3 = async (found, evaluation) => {
    const challenge = await takeEvaluation(found);
    let confirm;
    try {
      confirm = await evaluation.check(challenge);
    } catch (error) {
      await giveEvaluationBack(challenge);
      throw error;
    }
    if (!confirm) {
      await evaluation.onWrong?.(challenge);
      throw new AppError(evaluation.refusal);
    }
    try {
      return await database.transaction(async (tx) => {
        await consume2(tx, challenge);
        if (!await confirm(tx)) throw new NotConfirmed();
        return evaluation.complete(tx, challenge);
      });
    } catch (error) {
      if (!(error instanceof NotConfirmed)) throw error;
      await evaluation.onWrong?.(challenge);
      throw new AppError(evaluation.refusal);
    }
  };
  return {
    answer: answer3,
    checkCode: ({ challenge_id, kind, code_hmac, code_expires_at }, code) => {
      if (code_hmac === null || code_expires_at === null || code_expires_at <= clock()) return null;
      if (!matches(code_hmac, peppers, kind, challenge_id, code)) return null;
      return async (tx) => {
        const [row2] = await tx.rows(
          "SELECT code_hmac FROM challenges WHERE challenge_id = ?",
          [challenge_id]
        );
        return row2?.code_hmac === code_hmac;
      };
    }
  };
}

// src/accounts/sign-in/challenges.ts
function unguessableCode() {
  return randomToken("");
}
var CODE_TTL_MS = 10 * MINUTE;
var TTL_MS = {
  registration: HOUR,
  login: 10 * MINUTE,
  reset: 10 * MINUTE
};
var PREFIX = {
  registration: "reg_",
  login: "chl_",
  reset: "chl_"
};
function createChallenges(options) {
  const { database, clock, peppers } = options;
  const hmacOf = (kind, challengeId, code) => codeHmac(peppers, kind, challengeId, code);
  const find2 = async (token2, kind) => {
    const [row2] = await database.read.rows(
      `SELECT ${CHALLENGE_COLUMNS} FROM challenges WHERE challenge_id =
         (SELECT COALESCE(continues, challenge_id) FROM challenges WHERE token_hash = ? AND kind = ?)
       AND ${IS_LIVE}`,
      [tokenHash(token2), kind, clock()]
    );
    if (!row2) throw new AppError("challenge_invalid");
    return row2;
  };
  const insert = async (tx, row2) => {
    const token2 = randomToken(PREFIX[row2.kind]);
    const stored = {
      token_hash: tokenHash(token2),
      continues: null,
      account_id: null,
      code_hmac: null,
      code_put_at: null,
      code_expires_at: null,
      evaluations: 0,
      given_back: 0,
      state: "open",
      created_at: clock(),
      ...row2
    };
    await insertRows(tx, CHALLENGES, [stored]);
    return token2;
  };
  return {
    ...createChallengeAnswers(options),
    find: find2,
    open: async (tx, { kind, email: email2, accountId, details = {}, code, addressHmac }) => {
      const challengeId = newId();
      const now = clock();
      const codeExpiresAt = now + CODE_TTL_MS;
      const expiresAt = now + TTL_MS[kind];
      const token2 = await insert(tx, {
        challenge_id: challengeId,
        kind,
        account_id: accountId,
        email: email2,
        address_hmac: addressHmac,
        details: JSON.stringify(details),
        code_hmac: code === void 0 ? null : hmacOf(kind, challengeId, code),
        code_put_at: code === void 0 ? null : now,
        code_expires_at: code === void 0 ? null : codeExpiresAt,
        expires_at: expiresAt
      });
      return { token: token2, expiresAt, codeExpiresAt };
    },
    continueNewest: async (tx, { kind, email: email2, addressHmacs }) => {
      const [row2] = await tx.rows(
        `SELECT ${CHALLENGE_COLUMNS} FROM challenges
         WHERE email = ? AND kind = ? AND address_hmac IN ${placeholders(1, addressHmacs.length)}
           AND continues IS NULL AND ${IS_LIVE}
         ORDER BY challenge_id DESC LIMIT 1`,
        [email2, kind, ...addressHmacs, clock()]
      );
      if (!row2) return null;
      const token2 = await insert(tx, {
        challenge_id: newId(),
        kind,
        continues: row2.challenge_id,
        email: email2,
        address_hmac: addressHmacs[0],
        details: "{}",
        expires_at: row2.expires_at
      });
      return { token: token2, expiresAt: row2.expires_at, codeExpiresAt: row2.expires_at };
    },
    putCode: async (tx, challenge, code, minAgeMs = 0) => {
      const now = clock();
      const { challenge_id, kind, expires_at } = challenge;
      const codeExpiresAt = Math.min(now + CODE_TTL_MS, expires_at);
      const put = await tx.run(
        `UPDATE challenges SET
           code_hmac = COALESCE(?, code_hmac), code_expires_at = COALESCE(?, code_expires_at),
           code_put_at = ?
         WHERE challenge_id = ? AND (code_put_at IS NULL OR code_put_at <= ?) AND ${IS_LIVE}`,
        [
          code === null ? null : hmacOf(kind, challenge_id, code),
          code === null ? null : codeExpiresAt,
          now,
          challenge_id,
          now - minAgeMs,
          now
        ]
      );
      if (put === 1) return codeExpiresAt;
      const [row2] = await tx.rows(
        `SELECT ${CHALLENGE_COLUMNS} FROM challenges WHERE challenge_id = ? AND ${IS_LIVE}`,
        [challenge_id, now]
      );
      const leftMs = (row2?.code_put_at ?? 0) + minAgeMs - now;
      if (leftMs <= 0) throw new AppError("challenge_invalid");
      throw new AppError("resend_cooldown", { retryAfterS: Math.ceil(leftMs / SECOND) });
    },
    replaceOpen: async (tx, kind, email2) => {
      await tx.run(
        `UPDATE challenges SET state = 'replaced' WHERE email = ? AND kind = ? AND state = 'open'`,
        [email2, kind]
      );
    },
    deleteExpired: async () => {
      await database.transaction(
        (tx) => tx.run("DELETE FROM challenges WHERE expires_at <= ?", [clock() - 24 * HOUR])
      );
    }
  };
}

// src/accounts/sessions/session-life.ts
var IDLE_MS = {
  bearer: null,
  cookie: 12 * HOUR,
  remembered: 3 * DAY
};
var CONFIRMED_MS = 5 * MINUTE;

// src/accounts/sessions/confirmation.ts
function createConfirmation(options) {
  const { clock, passwordCheck, attempts, sessions } = options;
  return async (caller, password2) => {
    try {
      await passwordCheck.confirm(caller, password2, "confirmations");
    } catch (error) {
      if (!await attempts.areSpent(caller.sessionId, "confirmations")) throw error;
      await sessions.endOwn(caller);
      throw new AppError("session_revoked", { cause: error });
    }
    return clock() + CONFIRMED_MS;
  };
}

// src/accounts/sessions/console-auth.ts
var TOUCH_EVERY_MS = MINUTE;
function createConsoleAuth(options) {
  const { database, tokens, clock, log, knownAddresses } = options;
  const touch = async (sessionId3, row2, now) => {
    await database.transaction(async (tx) => {
      const touched = await tx.run(
        "UPDATE console_sessions SET last_seen_at = ? WHERE session_id = ? AND last_seen_at <= ?",
        [now, sessionId3, now - TOUCH_EVERY_MS]
      );
      if (touched !== 1) return;
      const account = { accountId: row2.account_id, email: row2.email };
      await knownAddresses.remember(tx, account, row2.ip);
    });
  };
  const postponeIdleEnd = (sessionId3, endsAt, now) => database.transaction(
    (tx) => tx.run(
      "UPDATE console_sessions SET idle_ends_at = ? WHERE session_id = ? AND idle_ends_at > ? AND idle_ends_at < ?",
      [endsAt, sessionId3, now, endsAt]
    )
  );
  const noteUse = async (sessionId3, row2, isBackground) => {
    const now = clock();
    const idleMs = IDLE_MS[row2.kind];
    const endsAt = idleMs === null || isBackground ? row2.idle_ends_at : now + idleMs;
    try {
      if (row2.last_seen_at <= now - TOUCH_EVERY_MS) await touch(sessionId3, row2, now);
      if (endsAt === null || endsAt < (row2.idle_ends_at ?? 0) + TOUCH_EVERY_MS) {
        return row2.idle_ends_at;
      }
      await postponeIdleEnd(sessionId3, endsAt, now);
      return endsAt;
    } catch (error) {
      log.warn(
        { event: "console_session.touch_failed", err: error },
        "could not store the last use of a login"
      );
      return row2.idle_ends_at;
    }
  };
  const sessionOf2 = (row2, idleEndsAt) => {
    if (row2.kind === "bearer") {
      return { kind: row2.kind, idleEndsAt: null, confirmedUntil: null, isConfirmed: true };
    }
    const confirmedUntil = row2.confirmed_at + CONFIRMED_MS;
    return { kind: row2.kind, idleEndsAt, confirmedUntil, isConfirmed: clock() < confirmedUntil };
  };
  return {
    authenticate: async ({ token: token2, by, isBackground }) => {
      if (token2 === "") throw new AppError("unauthenticated");
      const isCookie = by === "cookie";
      const verified = await tokens.verifyConsoleToken(token2, { allowExpired: isCookie });
      if (!verified.ok) throw new AppError("token_invalid");
      const { sid, sub } = verified.claims;
      const [row2] = await database.read.rows(
        `SELECT a.account_id, a.email, a.display_name, a.is_system, s.amr, s.ip, s.kind,
           s.last_seen_at, s.idle_ends_at, s.confirmed_at, s.revoked_at
         FROM console_sessions s JOIN accounts a ON a.account_id = s.account_id
         WHERE s.session_id = ?`,
        [sid]
      );
      if (row2 && row2.kind === "bearer" === isCookie) throw new AppError("token_invalid");
      const isIdle = row2 && row2.idle_ends_at !== null && row2.idle_ends_at <= clock();
      const isOver2 = !row2 || row2.revoked_at !== null || verified.expired || isIdle;
      if (isOver2) throw new AppError("session_revoked");
      if (row2.account_id !== sub) throw new AppError("token_invalid");
      const idleEndsAt = await noteUse(sid, row2, isBackground);
      return {
        accountId: row2.account_id,
        sessionId: sid,
        email: row2.email,
        displayName: row2.display_name,
        // A login without a second factor gets no super-admin rights, even if its account has them now.
        isSystem: row2.is_system === 1 && row2.amr !== "pwd",
        session: sessionOf2(row2, idleEndsAt)
      };
    }
  };
}

// src/accounts/sign-in/factors.ts
function createEmailFactor(challenges) {
  return {
    name: "email",
    method: "email_otp",
    refusal: "otp_invalid",
    isOfferedTo: () => true,
    check: (challenge, code) => challenges.checkCode(challenge, code)
  };
}
var noTotpFactor = {
  name: "totp",
  method: "totp",
  refusal: "totp_invalid",
  isOfferedTo: () => false,
  check: () => null
};

// src/accounts/protection/known-addresses.ts
import { createHmac as createHmac2 } from "crypto";

// src/platform/rate-limits/client-address.ts
import { isIP } from "net";
import proxyAddr from "@fastify/proxy-addr";
import ipaddr from "ipaddr.js";
function createClientAddress(trusted) {
  const isTrusted = createProxyTrust(trusted);
  return (remoteAddress, xForwardedFor) => {
    const hops = proxyAddr.all(requestOf(remoteAddress, xForwardedFor), isTrusted);
    return hops.map(addressOfHop).findLast((address) => address !== null) ?? remoteAddress;
  };
}
function createProxyTrust(trusted) {
  const isInRange = proxyAddr.compile(trusted.flatMap(halvesOfAll));
  return (hop) => {
    const address = addressOfHop(hop);
    return address !== null && isInRange(address, 0);
  };
}
function halvesOfAll(range2) {
  if (!range2.endsWith("/0")) return [range2];
  return range2.includes(":") ? ["::/1", "8000::/1"] : ["0.0.0.0/1", "128.0.0.0/1"];
}
function requestOf(remoteAddress, xForwardedFor) {
  const headers = { "x-forwarded-for": xForwardedFor };
  return { headers, socket: { remoteAddress } };
}
function rateKey(address) {
  const plain = unwrap(address);
  if (isIP(plain) !== 6) return plain;
  const network = ipaddr.IPv6.parse(plain).parts.map((part, i) => i < 4 ? part : 0);
  return `${new ipaddr.IPv6(network).toString()}/64`;
}
function unwrap(address) {
  if (isIP(address) !== 6) return address;
  const parsed2 = ipaddr.IPv6.parse(address.replace(/%.*$/, ""));
  return parsed2.isIPv4MappedAddress() ? parsed2.toIPv4Address().toString() : parsed2.toString();
}
function addressOfHop(hop) {
  const address = hop.replace(/^\[([^\]]*)\](?::\d+)?$/, "$1").replace(/^([\d.]+):\d+$/, "$1");
  return isIP(address) === 0 ? null : unwrap(address);
}

// src/accounts/protection/known-addresses.ts
var KNOWN_FOR_MS = 90 * DAY;
function createKnownAddresses(options) {
  const { database, clock, keys } = options;
  const hmacsOf = (email2, ip) => {
    const hmacWith = (key) => createHmac2("sha256", key).update(`${email2}|${rateKey(ip)}`).digest("hex");
    const [newest, ...others] = keys;
    return [hmacWith(newest), ...others.map(hmacWith)];
  };
  const isKnown = async (sql, email2, ip) => {
    const hmacs = hmacsOf(email2, ip);
    const rows = await sql.rows(
      `SELECT account_id FROM known_addresses
       WHERE address_hmac IN ${placeholders(1, hmacs.length)} AND last_used_at > ?`,
      [...hmacs, clock() - KNOWN_FOR_MS]
    );
    return rows.length > 0;
  };
  return {
    hmacsOf,
    isKnown,
    mailBudgetFor: async (email2, ip) => await isKnown(database.read, email2, ip) ? "known_address" : "anyone",
    remember: async (tx, { accountId, email: email2 }, ip) => {
      await upsertRows(tx, KNOWN_ADDRESSES, [
        { account_id: accountId, address_hmac: hmacsOf(email2, ip)[0], last_used_at: clock() }
      ]);
    },
    deleteExpired: async () => {
      await database.transaction(
        (tx) => tx.run("DELETE FROM known_addresses WHERE last_used_at <= ?", [clock() - KNOWN_FOR_MS])
      );
    }
  };
}

// src/accounts/protection/lockout.ts
var MAX_FAILURES = 10;
var FIRST_LOCK_MS = 15 * MINUTE;
var NEXT_LOCK_MS = HOUR;
var FORGET_AFTER_MS = DAY;
var PAIR = "email = ? AND network = ?";
var failuresOfStrangers = (email2) => ({
  key: `failures-of-strangers:${email2}`,
  limit: 100,
  windowMs: DAY
});
function createLockout(options) {
  const { database, clock, budgets, knownAddresses } = options;
  const pairOf = ({ email: email2, ip }) => [email2, rateKey(ip)];
  return {
    isLocked: async (tx, origin) => {
      const [row2] = await tx.rows(
        `SELECT locked_until FROM lockouts WHERE ${PAIR}${forUpdate(tx.dialect)}`,
        pairOf(origin)
      );
      return row2 !== void 0 && row2.locked_until > clock();
    },
    needsMailedCode: async (sql, { email: email2, ip }) => await budgets.isSpent(sql, failuresOfStrangers(email2)) && !await knownAddresses.isKnown(sql, email2, ip),
    recordFailure: async (origin) => {
      const [email2, network] = pairOf(origin);
      const isKnown = await knownAddresses.isKnown(database.read, email2, origin.ip);
      await database.transaction(async (tx) => {
        const now = clock();
        const forgotten = now - FORGET_AFTER_MS;
        await insertIfAbsent(tx, LOCKOUTS, {
          email: email2,
          network,
          failures: 0,
          lock_count: 0,
          locked_until: 0,
          last_failure_at: now
        });
        const counted = await tx.run(
          `UPDATE lockouts SET
             failures = CASE WHEN last_failure_at <= ? THEN 1 ELSE failures + 1 END,
             lock_count = CASE WHEN last_failure_at <= ? THEN 0 ELSE lock_count END,
             last_failure_at = ?
           WHERE ${PAIR} AND locked_until <= ?`,
          [forgotten, forgotten, now, email2, network, now]
        );
        if (counted === 0) return;
        await tx.run(
          `UPDATE lockouts SET
             locked_until = ? + CASE lock_count WHEN 0 THEN ? ELSE ? END,
             lock_count = lock_count + 1,
             failures = 0
           WHERE ${PAIR} AND failures >= ?`,
          [now, FIRST_LOCK_MS, NEXT_LOCK_MS, email2, network, MAX_FAILURES]
        );
        if (!isKnown) await budgets.take(tx, failuresOfStrangers(email2));
      });
    },
    reset: async (tx, origin) => {
      await tx.run(`DELETE FROM lockouts WHERE ${PAIR}`, pairOf(origin));
    },
    clear: async (tx, email2) => {
      await tx.run("DELETE FROM lockouts WHERE email = ?", [email2]);
    },
    deleteExpired: async () => {
      await database.transaction(
        (tx) => tx.run("DELETE FROM lockouts WHERE last_failure_at <= ?", [clock() - FORGET_AFTER_MS])
      );
    }
  };
}

// src/platform/mail/address.ts
import Joi from "joi";
var emailAddress = Joi.string().min(3).max(MAX_RAW_EMAIL_LENGTH).custom((raw, refuse4) => normalizeEmail(raw) ?? refuse4.error("string.email")).messages({ "string.email": "must be an e-mail address" });
function maskEmail(email2) {
  const [local = "", domain = ""] = email2.split("@");
  const [host = "", ...rest] = domain.split(".");
  return `${local.slice(0, 1)}***@${[`${host.slice(0, 1)}***`, ...rest.slice(-1)].join(".")}`;
}

// src/platform/mail/messages.ts
function registrationCode(code, validMinutes) {
  return compose(
    {
      fr: {
        subject: "Votre code d\u2019inscription",
        lines: [
          `Saisissez ce code pour confirmer votre inscription. Il est valable ${validMinutes} minutes.`,
          "Si vous n\u2019avez rien demand\xE9, ignorez ce message\xA0: aucun compte ne sera activ\xE9."
        ]
      },
      en: {
        subject: "Your registration code",
        lines: [
          `Enter this code to confirm your registration. It is valid for ${validMinutes} minutes.`,
          "If you did not ask for it, ignore this message: no account will be activated."
        ]
      }
    },
    code
  );
}
function loginCode(code, validMinutes) {
  return compose(
    {
      fr: {
        subject: "Votre code de connexion",
        lines: [
          `Saisissez ce code pour vous connecter. Il est valable ${validMinutes} minutes. Ne le donnez \xE0 personne.`,
          "Si ce n\u2019est pas vous, quelqu\u2019un conna\xEEt votre mot de passe\xA0: changez-le."
        ]
      },
      en: {
        subject: "Your sign-in code",
        lines: [
          `Enter this code to sign in. It is valid for ${validMinutes} minutes. Do not share it.`,
          "If this was not you, someone knows your password. Change it."
        ]
      }
    },
    code
  );
}
function resetCode(code, validMinutes) {
  return compose(
    {
      fr: {
        subject: "Votre code de r\xE9initialisation",
        lines: [
          `Saisissez ce code pour choisir un nouveau mot de passe. Il est valable ${validMinutes} minutes.`,
          "Si vous n\u2019avez rien demand\xE9, ignorez ce message\xA0: votre mot de passe reste le m\xEAme."
        ]
      },
      en: {
        subject: "Your password reset code",
        lines: [
          `Enter this code to choose a new password. It is valid for ${validMinutes} minutes.`,
          "If you did not ask for it, ignore this message: your password stays the same."
        ]
      }
    },
    code
  );
}
function alreadyRegistered() {
  return compose({
    fr: {
      subject: "Vous avez d\xE9j\xE0 un compte",
      lines: [
        "Quelqu\u2019un a voulu cr\xE9er un compte avec votre adresse. Vous en avez d\xE9j\xE0 un\xA0: connectez-vous, ou r\xE9initialisez votre mot de passe.",
        "Si ce n\u2019\xE9tait pas vous, vous n\u2019avez rien \xE0 faire."
      ]
    },
    en: {
      subject: "You already have an account",
      lines: [
        "Someone tried to create an account with your address. You already have one. Sign in, or reset your password.",
        "If this was not you, there is nothing to do."
      ]
    }
  });
}
function invitation(words) {
  const { inviterEmail, token: token2, baseUrl, validDays } = words;
  const link = words.acceptUrl === null ? [] : [`${words.acceptUrl}#${token2}`];
  const fr = {
    who: safeName(words.inviterName, "Quelqu\u2019un"),
    where: safeName(words.workspaceName, "un espace de travail")
  };
  const en = {
    who: safeName(words.inviterName, "Someone"),
    where: safeName(words.workspaceName, "a workspace")
  };
  return compose(
    {
      fr: {
        subject: `Invitation \xE0 rejoindre ${fr.where}`,
        lines: [
          `${fr.who} (${inviterEmail}) vous invite \xE0 rejoindre ${fr.where} sur ${baseUrl}.`,
          `Utilisez ce code d\u2019invitation en cr\xE9ant votre compte, ou acceptez-le une fois connect\xE9. Il est valable ${validDays} jours, une seule fois.`,
          ...link
        ]
      },
      en: {
        subject: `Invitation to join ${en.where}`,
        lines: [
          `${en.who} (${inviterEmail}) invites you to join ${en.where} on ${baseUrl}.`,
          `Use this invitation token when you create your account, or accept it once signed in. It is valid for ${validDays} days, once.`,
          ...link
        ]
      }
    },
    token2
  );
}
function callbacksFailing(words) {
  const fr = safeName(words.tenantName, "votre site");
  const en = safeName(words.tenantName, "your site");
  return compose({
    fr: {
      subject: `Vos callbacks n\u2019arrivent plus\xA0: ${fr}`,
      lines: [
        `Depuis le ${words.since}, aucun callback de ${fr} n\u2019a \xE9t\xE9 accept\xE9 par votre serveur.`,
        "Rien n\u2019est perdu\xA0: la file attend et repart dans l\u2019ordre d\xE8s que votre serveur r\xE9pond. Le journal des callbacks montre chaque tentative."
      ]
    },
    en: {
      subject: `Your callbacks are failing: ${en}`,
      lines: [
        `Since ${words.since} your server has accepted no callback of ${en}.`,
        "Nothing is lost: the queue is sent in order as soon as your server answers. The callback log shows every attempt."
      ]
    }
  });
}
function callbacksWaiting(words) {
  const fr = safeName(words.tenantName, "votre site");
  const en = safeName(words.tenantName, "your site");
  return compose({
    fr: {
      subject: `Vos callbacks prennent du retard\xA0: ${fr}`,
      lines: [
        `${words.queued} callbacks de ${fr} attendent, le premier depuis le ${words.since}\xA0: votre serveur les prend plus lentement qu\u2019ils n\u2019arrivent.`,
        "Rien n\u2019est perdu\xA0: ils partent dans l\u2019ordre. R\xE9pondez 2xx d\xE8s que l\u2019\xE9v\xE9nement est enregistr\xE9, et traitez-le ensuite."
      ]
    },
    en: {
      subject: `Your callbacks are late: ${en}`,
      lines: [
        `${words.queued} callbacks of ${en} are queued, the first since ${words.since}: your server accepts them more slowly than they arrive.`,
        "Nothing is lost: they are sent in order. Answer 2xx as soon as the event is stored, and handle it afterwards."
      ]
    }
  });
}
function newSignIn(words) {
  const device = safeName(words.userAgent, "?");
  return compose({
    fr: {
      subject: "Nouvelle connexion \xE0 votre compte",
      lines: [
        `Votre compte a \xE9t\xE9 ouvert depuis un nouvel appareil, le ${words.at} (adresse ${words.ip}, ${device}).`,
        "Si ce n\u2019est pas vous, r\xE9voquez cette session et changez votre mot de passe."
      ]
    },
    en: {
      subject: "New sign-in to your account",
      lines: [
        `A new device signed in to your account at ${words.at} (address ${words.ip}, ${device}).`,
        "If this was not you, revoke that session and change your password."
      ]
    }
  });
}

// src/accounts/sign-in/login.ts
function createLogin(options) {
  const { database, challenges, mailBudgets, lockout, passwordCheck, sessions, factors } = options;
  const isOffered = async (sql, factor, account, ip) => factor.isOfferedTo(account) && (factor.name === "email" || !await lockout.needsMailedCode(sql, { email: account.email, ip }));
  const offeredTo = async (tx, account, ip) => {
    const names = [];
    for (const factor of Object.values(factors)) {
      if (await isOffered(tx, factor, account, ip)) names.push(factor.name);
    }
    return names;
  };
  const needsSecondFactor = (account) => options.mfa === "always" || account.mfa_enabled === 1 || account.is_system === 1 || options.systemAdminEmails.includes(account.email);
  return {
    start: async (email2, password2, device, remember) => {
      const origin = { email: email2, ip: device.ip };
      const verified = await passwordCheck.verify(origin, password2);
      return database.transaction(async (tx) => {
        if (await lockout.isLocked(tx, origin)) throw new AppError("invalid_credentials");
        const account = await passwordCheck.hold(tx, verified);
        if (account.status === "PENDING") throw new AppError("account_pending");
        if (!needsSecondFactor(account)) {
          if (await lockout.needsMailedCode(tx, origin)) throw new AppError("invalid_credentials");
          const session2 = await sessions.issue(tx, account, ["pwd"], kept(device, remember));
          return { needsSecondFactor: false, session: session2 };
        }
        const opened = await challenges.open(tx, {
          kind: "login",
          email: email2,
          accountId: account.account_id,
          details: { remember },
          addressHmac: options.knownAddresses.hmacsOf(email2, device.ip)[0]
        });
        return {
          needsSecondFactor: true,
          challengeToken: opened.token,
          factors: await offeredTo(tx, account, device.ip),
          expiresAt: opened.expiresAt
        };
      });
    },
    sendCode: async (challengeToken2, ip) => {
      const challenge = await challenges.find(challengeToken2, "login");
      const { email: email2 } = challenge;
      const code = newCode();
      const expiresAt = await database.transaction(async (tx) => {
        if (await lockout.isLocked(tx, { email: email2, ip })) throw new AppError("challenge_invalid");
        const retryAfterS = options.revealsCodes ? 0 : await mailBudgets.take(tx, email2, "sign_in");
        if (retryAfterS > 0) throw new AppError("resend_cooldown", { retryAfterS });
        const message = loginCode(code, CODE_TTL_MS / MINUTE);
        await options.mailer.enqueue(tx, email2, message, CODE_TTL_MS);
        return challenges.putCode(tx, challenge, code);
      });
      return {
        expiresAt,
        resendAfterS: mailBudgets.cooldownS,
        maskedEmail: maskEmail(email2),
        devOtp: options.revealsCodes ? code : null
      };
    },
    verify: async (challengeToken2, factorName, answer3, device) => {
      const factor = factors[factorName];
      const challenge = await challenges.find(challengeToken2, "login");
      const account = await findAccount(database.read, challenge.account_id ?? "");
      if (!account) throw new AppError("challenge_invalid");
      return challenges.answer(challenge, {
        check: async (current) => await isOffered(database.read, factor, account, device.ip) ? factor.check(current, answer3) : null,
        refusal: factor.refusal,
        onWrong: ({ email: email2 }) => lockout.recordFailure({ email: email2, ip: device.ip }),
        complete: async (tx, { email: email2 }) => {
          const isRefused = await lockout.isLocked(tx, { email: email2, ip: device.ip }) || !await isOffered(tx, factor, account, device.ip);
          if (isRefused) throw new AppError(factor.refusal);
          const { remember } = JSON.parse(challenge.details);
          return sessions.issue(tx, account, ["pwd", factor.method], kept(device, remember));
        }
      });
    }
  };
}
function kept(device, remember = false) {
  return remember && device.kind === "cookie" ? { ...device, kind: "remembered" } : device;
}

// src/accounts/protection/password-check.ts
function createPasswordCheck(options) {
  const { database, lockout, attempts, sessions } = options;
  const compare3 = async (email2, password2) => {
    await refuseIfOverloaded();
    const account = await findAccountByEmail(database.read, email2);
    const isRight = account ? await verifyPassword(account.password_hash, password2) : await verifyAgainstNothing(password2);
    return isRight ? account : null;
  };
  return {
    verify: async (origin, password2) => {
      const account = await compare3(origin.email, password2);
      if (account) return account;
      await lockout.recordFailure(origin);
      throw new AppError("invalid_credentials");
    },
    confirm: async ({ sessionId: sessionId3, email: email2 }, password2, count7 = "secrets") => {
      const account = await attempts.judge(sessionId3, () => compare3(email2, password2), count7);
      if (!account) throw new AppError("invalid_credentials");
      await sessions.confirm(sessionId3);
      return account;
    },
    hold: async (tx, { account_id, password_hash }) => {
      const account = await lockAccount(tx, account_id);
      if (account?.password_hash !== password_hash) throw new AppError("invalid_credentials");
      return account;
    }
  };
}

// src/accounts/protection/password-policy.ts
function createPasswordPolicy(options) {
  return (password2, ownWords) => {
    if (!isCommonPassword(password2, ownWords)) return;
    if (!options.isLocal) throw new AppError("weak_password");
    options.log.warn(
      { event: "account.weak_password_accepted" },
      "a weak password was accepted, because this is local mode"
    );
  };
}

// src/accounts/sign-in/passwords.ts
function createPasswords(options) {
  const { database, clock, challenges, knownAddresses, lockout, mailBudgets, mailer } = options;
  const { passwordCheck, refuseWeakPassword, revealsCodes, sessions } = options;
  const replacePassword = async (tx, change) => {
    const { account, passwordHash, action, ip } = change;
    const { account_id: accountId, email: email2, display_name: displayName } = account;
    await tx.run("UPDATE accounts SET password_hash = ? WHERE account_id = ?", [
      passwordHash,
      accountId
    ]);
    await challenges.replaceOpen(tx, "login", email2);
    await challenges.replaceOpen(tx, "reset", email2);
    const ended = await sessions.endAll(tx, accountId, change.keptSessionId);
    await mailer.enqueue(tx, email2, passwordChanged({ at: iso(clock()), ip }), DAY);
    await options.audit.record(tx, {
      workspaceId: null,
      action,
      actor: { accountId, displayName },
      ip,
      subject: accountId
    });
    return ended;
  };
  return {
    forgot: async (email2, ip) => {
      const code = newCode();
      const budget = await knownAddresses.mailBudgetFor(email2, ip);
      const addressHmacs = knownAddresses.hmacsOf(email2, ip);
      return database.transaction(async (tx) => {
        const maySend = revealsCodes || await mailBudgets.take(tx, email2, budget) === 0;
        const sent = (opened2, devOtp) => ({
          challengeToken: opened2.token,
          expiresAt: opened2.expiresAt,
          resendAfterS: mailBudgets.cooldownS,
          devOtp
        });
        const origin = { kind: "reset", email: email2 };
        const continued = maySend ? null : await challenges.continueNewest(tx, { ...origin, addressHmacs });
        if (continued) return sent(continued, null);
        const account = await findAccountByEmail(tx, email2);
        const owner = maySend && account?.status === "ACTIVE" ? account : null;
        const opened = await challenges.open(tx, {
          ...origin,
          addressHmac: addressHmacs[0],
          accountId: owner?.account_id ?? null,
          code: owner ? code : unguessableCode()
        });
        if (owner) {
          await mailer.enqueue(tx, email2, resetCode(code, CODE_TTL_MS / MINUTE), CODE_TTL_MS);
        }
        return sent(opened, owner && revealsCodes ? code : null);
      });
    },
    reset: async ({ challengeToken: challengeToken2, otp: otp2, password: password2, ip }) => {
      const challenge = await challenges.find(challengeToken2, "reset");
      const { email: email2 } = challenge;
      refuseWeakPassword(password2, [email2]);
      const passwordHash = await hashPassword(password2);
      const ended = await challenges.answer(challenge, {
        check: (current) => challenges.checkCode(current, otp2),
        refusal: "otp_invalid",
        complete: async (tx, current) => {
          const account = await findAccount(tx, current.account_id);
          if (!account) throw new AppError("challenge_invalid");
          refuseWeakPassword(password2, [email2, account.display_name]);
          await lockout.clear(tx, email2);
          const action = "account.password_reset";
          return replacePassword(tx, { account, passwordHash, action, ip, keptSessionId: null });
        }
      });
      sessions.reportRevoked(ended);
    },
    change: async (caller, current, password2) => {
      refuseWeakPassword(password2, [caller.email, caller.displayName]);
      const verified = await passwordCheck.confirm(caller, current);
      const passwordHash = await hashPassword(password2);
      const ended = await database.transaction(
        async (tx) => replacePassword(tx, {
          account: await passwordCheck.hold(tx, verified),
          passwordHash,
          action: "account.password_changed",
          ip: caller.ip,
          keptSessionId: caller.sessionId
        })
      );
      sessions.reportRevoked(ended);
    }
  };
}

// src/accounts/sign-in/registration.ts
function createRegistration(options) {
  const { database, clock, challenges, knownAddresses, mailBudgets, sessions } = options;
  const mailCode = async (tx, to, code) => {
    const { email: email2, isActive, budget } = to;
    if (options.revealsCodes) return true;
    if (await mailBudgets.take(tx, email2, budget) > 0) return false;
    const message = isActive ? alreadyRegistered() : registrationCode(code, CODE_TTL_MS / MINUTE);
    await options.mailer.enqueue(tx, email2, message, CODE_TTL_MS);
    return true;
  };
  const sentCode = (code, expiresAt) => ({
    expiresAt,
    resendAfterS: mailBudgets.cooldownS,
    devOtp: options.revealsCodes ? code : null
  });
  const keepPending = async (tx, email2, { passwordHash, displayName }) => {
    await insertAccount(tx, {
      email: email2,
      passwordHash,
      displayName,
      status: "PENDING",
      isSystem: false,
      createdAt: clock()
    });
    await tx.run(
      `UPDATE accounts SET password_hash = ?, display_name = ? WHERE email = ? AND status = 'PENDING'`,
      [passwordHash, displayName, email2]
    );
    const account = await findAccountByEmail(tx, email2);
    return account;
  };
  const activate = async (tx, challenge) => {
    const details = JSON.parse(challenge.details);
    const activated = await tx.run(
      `UPDATE accounts SET status = 'ACTIVE', password_hash = ?, display_name = ? WHERE account_id = ? AND status = 'PENDING'`,
      [details.passwordHash, details.displayName, challenge.account_id]
    );
    if (activated !== 1) throw new AppError("challenge_invalid");
    const account = await findAccount(tx, challenge.account_id);
    return account;
  };
  const joinWorkspace = async (tx, account, challenge, ip) => {
    const { invitationId: invitationId2, organizationName } = JSON.parse(challenge.details);
    const actor = { accountId: account.account_id, displayName: account.display_name };
    if (invitationId2 !== null) {
      await options.invitations.consume(tx, invitationId2, { ...actor, email: account.email }, ip);
      return;
    }
    const name2 = organizationName ?? account.display_name;
    const workspace2 = await options.workspaces.createOwned(tx, name2, account.account_id);
    await options.audit.record(tx, {
      workspaceId: workspace2.workspace_id,
      action: "workspace.created",
      actor,
      ip,
      subject: workspace2.workspace_id,
      details: { name: name2 }
    });
  };
  return {
    register: async (request2, ip) => {
      const { email: email2, displayName, join: join3 } = request2;
      const organization = "organizationName" in join3 ? [join3.organizationName] : [];
      options.refuseWeakPassword(request2.password, [email2, displayName, ...organization]);
      const invitation2 = "inviteToken" in join3 ? await options.invitations.findOpen(join3.inviteToken, email2) : null;
      const details = {
        passwordHash: await hashPassword(request2.password),
        displayName,
        organizationName: "organizationName" in join3 ? join3.organizationName : null,
        invitationId: invitation2?.invitation_id ?? null
      };
      const code = newCode();
      const budget = await knownAddresses.mailBudgetFor(email2, ip);
      const opened = await database.transaction(async (tx) => {
        const account = await keepPending(tx, email2, details);
        const isActive = account.status === "ACTIVE";
        await challenges.replaceOpen(tx, "registration", email2);
        const isMailed = await mailCode(tx, { email: email2, isActive, budget }, code);
        return challenges.open(tx, {
          kind: "registration",
          email: email2,
          details,
          accountId: isActive ? null : account.account_id,
          // A code that was not mailed must not be guessable.
          code: isMailed && !isActive ? code : unguessableCode(),
          addressHmac: knownAddresses.hmacsOf(email2, ip)[0]
        });
      });
      return { registrationToken: opened.token, ...sentCode(code, opened.codeExpiresAt) };
    },
    resend: async (registrationToken2, ip) => {
      const challenge = await challenges.find(registrationToken2, "registration");
      const { email: email2 } = challenge;
      const isActive = challenge.account_id === null;
      const code = newCode();
      const budget = await knownAddresses.mailBudgetFor(email2, ip);
      const expiresAt = await database.transaction(async (tx) => {
        const isMailed = await mailCode(tx, { email: email2, isActive, budget }, code);
        const put = isActive ? unguessableCode() : code;
        const minAgeMs = mailBudgets.cooldownS * SECOND;
        return challenges.putCode(tx, challenge, isMailed ? put : null, minAgeMs);
      });
      return sentCode(code, expiresAt);
    },
    verify: async (registrationToken2, otp2, device) => {
      const challenge = await challenges.find(registrationToken2, "registration");
      return challenges.answer(challenge, {
        check: (current) => challenges.checkCode(current, otp2),
        refusal: "otp_invalid",
        complete: async (tx, current) => {
          const account = await activate(tx, current);
          await joinWorkspace(tx, account, current, device.ip);
          return sessions.issueFirst(tx, account, ["pwd", "email_otp"], device);
        }
      });
    }
  };
}

// src/accounts/protection/session-attempts.ts
var WINDOW_MS = { secrets: 15 * MINUTE, confirmations: 7 * DAY };
function budgetOf(sessionId3, count7) {
  return { key: `session-${count7}:${sessionId3}`, limit: 5, windowMs: WINDOW_MS[count7] };
}
function createSessionAttempts(options) {
  const { database, budgets } = options;
  return {
    judge: async (sessionId3, check, count7 = "secrets") => {
      const budget = budgetOf(sessionId3, count7);
      const retryAfterS = await database.transaction((tx) => budgets.take(tx, budget));
      if (retryAfterS > 0) throw new AppError("too_many_attempts", { retryAfterS });
      let result;
      try {
        result = await check();
      } catch (error) {
        await database.transaction((tx) => budgets.giveBack(tx, budget));
        throw error;
      }
      if (result !== null) await database.transaction((tx) => budgets.clear(tx, budget));
      return result;
    },
    areSpent: (sessionId3, count7) => budgets.isSpent(database.read, budgetOf(sessionId3, count7))
  };
}

// src/platform/http/paging.ts
import Joi2 from "joi";
function readCursor(cursor, ...kinds) {
  if (cursor === void 0) return null;
  const values = parse(cursor);
  const fits = Array.isArray(values) && values.length === kinds.length && kinds.every((kind, index) => typeof values[index] === kind);
  if (!fits) throw invalidField("cursor", "invalid");
  return values;
}
function parse(cursor) {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    return null;
  }
}
function toPage(rows, limit, keyOf4) {
  const last2 = rows[limit - 1];
  if (rows.length <= limit || last2 === void 0) return { rows, nextCursor: null };
  const nextCursor = Buffer.from(JSON.stringify(keyOf4(last2))).toString("base64url");
  return { rows: rows.slice(0, limit), nextCursor };
}
function pageAnswer(plural, item) {
  return Joi2.object({
    [plural]: Joi2.array().items(item).required(),
    next_cursor: Joi2.string().allow(null).required()
  });
}

// src/platform/signal.ts
function createSignal(name2, log) {
  const { on, listeners } = createListeners();
  return {
    on,
    emit: (value) => {
      for (const listener of listeners) {
        try {
          listener(value);
        } catch (error) {
          log.error(
            { event: "relay.listener_failed", err: error, signal: name2 },
            "a listener failed"
          );
        }
      }
    },
    hasListeners: () => listeners.size > 0
  };
}
function createAwaitedSignal() {
  const { on, listeners } = createListeners();
  return {
    on,
    emit: async (value) => {
      for (const listener of listeners) await listener(value);
    }
  };
}
function createListeners() {
  const listeners = /* @__PURE__ */ new Set();
  const on = (listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return { on, listeners };
}

// src/accounts/sessions/sessions.ts
var LISTED = pickColumns(
  CONSOLE_SESSIONS,
  "session_id",
  "ip",
  "user_agent",
  "amr",
  "created_at",
  "last_seen_at",
  "expires_at"
);
var MAX_USER_AGENT = 255;
var NOTICE_TTL_MS = DAY;
var DEVICE_MEMORY_MS = 30 * DAY;
var OTHER = "session_id <> ?";
var LIVE = "account_id = ? AND revoked_at IS NULL AND expires_at > ? AND (idle_ends_at IS NULL OR idle_ends_at > ?)";
function createSessions(options) {
  const { database, clock, tokens, mailer, audit } = options;
  const revoked = createSignal("console_session.revoked", options.log);
  const tellOfNewDevice = async (tx, account, device) => {
    const seen = await tx.rows(
      "SELECT user_agent, ip FROM console_sessions WHERE account_id = ?",
      [account.account_id]
    );
    const isKnown = seen.some((s) => s.ip === device.ip && s.user_agent === device.userAgent);
    if (isKnown) return;
    const { ip, userAgent } = device;
    const message = newSignIn({ at: iso(clock()), ip, userAgent });
    await mailer.enqueue(tx, account.email, message, NOTICE_TTL_MS);
  };
  const promoteIfListed = async (tx, account, ip) => {
    if (account.is_system === 1 || !options.systemAdminEmails.includes(account.email)) return;
    const promoted = await tx.run(
      "UPDATE accounts SET is_system = 1 WHERE account_id = ? AND is_system = 0",
      [account.account_id]
    );
    if (promoted !== 1) return;
    await audit.record(tx, {
      workspaceId: null,
      action: "system_admin.promoted",
      actor: { accountId: account.account_id, displayName: account.display_name },
      ip,
      subject: account.email,
      details: { by: "allowlist" }
    });
  };
  const endWhere = async (tx, condition, accountId, sessionId3) => {
    const now = clock();
    const rows = await tx.rows(
      `SELECT session_id FROM console_sessions WHERE ${LIVE} AND ${condition}`,
      [accountId, now, now, sessionId3]
    );
    for (const { session_id } of rows) {
      await tx.run("UPDATE console_sessions SET revoked_at = ? WHERE session_id = ?", [
        now,
        session_id
      ]);
    }
    return rows.map(({ session_id }) => session_id);
  };
  const reportRevoked = (sessionIds) => {
    for (const sessionId3 of sessionIds) revoked.emit(sessionId3);
  };
  const revokeWhere = async (condition, { accountId }, sessionId3) => {
    const ended = await database.transaction((tx) => endWhere(tx, condition, accountId, sessionId3));
    reportRevoked(ended);
    return ended;
  };
  const cut2 = (device) => ({
    ...device,
    userAgent: device.userAgent.slice(0, MAX_USER_AGENT)
  });
  const issueFirst = async (tx, account, amr, device) => {
    const sessionId3 = newId();
    const now = clock();
    const { ip, userAgent, kind } = cut2(device);
    const idleMs = IDLE_MS[kind];
    const row2 = {
      session_id: sessionId3,
      account_id: account.account_id,
      amr: amr.join(" "),
      ip,
      user_agent: userAgent,
      kind,
      created_at: now,
      last_seen_at: now,
      idle_ends_at: idleMs === null ? null : now + idleMs,
      confirmed_at: now,
      expires_at: now + CONSOLE_TOKEN_TTL_MS,
      revoked_at: null
    };
    await insertRows(tx, CONSOLE_SESSIONS, [row2]);
    const { account_id: accountId, email: email2 } = account;
    await options.lockout.reset(tx, { email: email2, ip });
    await options.knownAddresses.remember(tx, { accountId, email: email2 }, ip);
    await promoteIfListed(tx, account, ip);
    const current = await findAccount(tx, account.account_id);
    return { sessionId: sessionId3, account: current, amr, kind };
  };
  return {
    issue: async (tx, account, amr, device) => {
      await tellOfNewDevice(tx, account, cut2(device));
      return issueFirst(tx, account, amr, device);
    },
    issueFirst,
    reportRevoked,
    onRevoked: revoked.on,
    // No id is empty.
    endAll: (tx, accountId, exceptSessionId) => endWhere(tx, OTHER, accountId, exceptSessionId ?? ""),
    sign: ({ sessionId: sessionId3, account, amr }) => tokens.signConsoleToken({ sub: account.account_id, sid: sessionId3, amr }),
    list: async (accountId, { limit, cursor }) => {
      const now = clock();
      const [before] = readCursor(cursor, "string") ?? [null];
      const rows = await database.read.rows(
        `SELECT ${listColumns(LISTED)}
         FROM console_sessions WHERE ${LIVE} ${before === null ? "" : "AND session_id < ?"}
         ORDER BY session_id DESC LIMIT ?`,
        [accountId, now, now, ...before === null ? [] : [before], limit + 1]
      );
      return toPage(rows, limit, ({ session_id }) => [session_id]);
    },
    revoke: async (caller, sessionId3) => {
      const ended = await revokeWhere("session_id = ?", caller, sessionId3);
      if (ended.length === 0) throw new AppError("not_found");
    },
    confirm: async (sessionId3) => {
      await database.transaction(
        (tx) => tx.run("UPDATE console_sessions SET confirmed_at = ? WHERE session_id = ?", [
          clock(),
          sessionId3
        ])
      );
    },
    endOwn: async (caller) => {
      await revokeWhere("session_id = ?", caller, caller.sessionId);
    },
    revokeOthers: (caller) => revokeWhere(OTHER, caller, caller.sessionId),
    deleteExpired: async () => {
      await database.transaction(
        (tx) => tx.run("DELETE FROM console_sessions WHERE expires_at <= ?", [
          clock() - DEVICE_MEMORY_MS + CONSOLE_TOKEN_TTL_MS
        ])
      );
    }
  };
}

// src/platform/http/route.ts
import accept2 from "@hapi/accept";
import Joi3 from "joi";

// src/platform/http/body.ts
var UNREAD_BODY = {
  parse: false,
  output: "stream",
  maxBytes: Number.MAX_SAFE_INTEGER
};
var ARRIVES_WITHIN_MS = 5e3;
var REST_WITHIN_MS = 1e3;
async function readBody(request2, maxBytes) {
  const type = mediaType(request2.headers["content-type"]);
  const encoding = request2.headers["content-encoding"] ?? "identity";
  const declaredBytes = Number(request2.headers["content-length"] ?? 0);
  const { bytes: bytes2, size, isWhole } = await receive(request2.raw.req, maxBytes, declaredBytes);
  if ((type ?? "application/json") !== "application/json" || encoding !== "identity") {
    throw new AppError("unsupported_media_type");
  }
  if (Math.max(size, declaredBytes) > maxBytes) throw new AppError("payload_too_large");
  if (!isWhole) throw new AppError("bad_json", { message: "The body did not arrive in time." });
  if (type === void 0 && size > 0) throw new AppError("unsupported_media_type");
  return bytes2;
}
function parseJson(bytes2) {
  if (bytes2.length === 0) return void 0;
  try {
    const text4 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes2);
    return JSON.parse(text4, refusePrototype);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("bad_json", { cause: error });
  }
}
function refusePrototype(key, value) {
  if (key === "__proto__") throw invalidField(key, "forbidden_key");
  return value;
}
function mediaType(header) {
  return header?.split(";", 1)[0]?.trim().toLowerCase();
}
async function receive(stream, maxBytes, declaredBytes) {
  const chunks = [];
  let size = 0;
  let timer;
  const isWhole = await new Promise((resolve3) => {
    const waitFor = (ms) => {
      clearTimeout(timer);
      timer = setTimeout(resolve3, ms, false);
    };
    waitFor(declaredBytes > maxBytes ? REST_WITHIN_MS : ARRIVES_WITHIN_MS);
    stream.on("data", (chunk) => {
      const wasTooLarge = Math.max(size, declaredBytes) > maxBytes;
      size += chunk.length;
      if (size <= maxBytes) return void chunks.push(chunk);
      chunks.length = 0;
      if (!wasTooLarge) waitFor(REST_WITHIN_MS);
    });
    stream.once("end", () => resolve3(true));
    stream.once("close", () => resolve3(false));
  });
  clearTimeout(timer);
  return { bytes: Buffer.concat(chunks), size, isWhole };
}

// src/platform/http/envelope.ts
function envelope(status2, data, message = "OK") {
  return { status_code: status2, data, message };
}

// src/platform/http/route.ts
var API_PREFIX = "/api/v1";
function routesFor(strategy) {
  return (spec) => ({ ...spec, strategy });
}
var publicRoute = routesFor(null);
var BODY_LIMIT = {
  account: "body_account_bytes",
  console: "body_console_bytes",
  system: "body_console_bytes",
  visitor: "body_visitor_bytes",
  tenant: "body_tenant_api_bytes"
};
var STRICT = { convert: false, abortEarly: false };
var NO_BODY = Joi3.object({});
function toHapiRoute(route, services) {
  const status2 = route.status ?? 200;
  const maxBytes = services.limits[route.bodyLimit ?? BODY_LIMIT[route.area]];
  const bodySchema = (route.body?.required() ?? NO_BODY).options(STRICT);
  const options = {
    auth: route.strategy ?? false,
    description: route.summary,
    plugins: { relay: { route } },
    ext: {
      // Before authentication, so that guessed tokens count too.
      onPreAuth: {
        method: async (request2, h) => {
          if (route.startsSession) services.checkSignIn(request2);
          await services.rateLimiter.consume(route.rateLimit, services.clientIp(request2));
          return h.continue;
        }
      },
      ...route.method === "POST" && {
        onPostAuth: {
          method: async (request2, h) => {
            const body = route.isBodySigned ? request2.payload : parseJson(await readBody(request2, maxBytes));
            const { error, value } = bodySchema.validate(body);
            if (error) return refuseInput(request2, h, error);
            request2.payload = value;
            return h.continue;
          }
        }
      }
    },
    validate: {
      query: (route.query ?? Joi3.object()).options({ stripUnknown: true, abortEarly: false }),
      failAction: refuseInput
    },
    handler: async (request2, h) => {
      const headers = [];
      const perform2 = () => route.handle({
        body: request2.payload,
        query: request2.query,
        principal: route.strategy === null ? null : request2.auth.credentials,
        ip: services.clientIp(request2),
        request: request2,
        header: (name2, value) => void headers.push([name2, value])
      });
      const key = route.idempotent && request2.headers["idempotency-key"];
      const data = route.idempotent && key ? await services.idempotency.run(
        {
          principal: request2.auth.credentials,
          route: route.path,
          key,
          body: request2.payload,
          secrets: route.idempotent.secrets
        },
        perform2
      ) : await perform2();
      const response = route.csv && prefersCsv(request2) ? csvResponse(h, route.csv(data)) : h.response(envelope(status2, data, route.message)).code(status2);
      if (route.csv) response.vary("Accept");
      for (const [name2, value] of headers) response.header(name2, value);
      return response;
    },
    ...route.method === "POST" && { payload: UNREAD_BODY }
  };
  return { method: route.method, path: API_PREFIX + route.path, options };
}
function prefersCsv({ headers }) {
  const accepted = headers["accept"];
  const types = accept2.mediaTypes(accepted, [JSON_TYPE, CSV_TYPE]);
  return types[0] === CSV_TYPE;
}
var JSON_TYPE = "application/json";
var CSV_TYPE = "text/csv";
function csvResponse(h, { name: name2, text: text4 }) {
  return h.response(text4).type(`${CSV_TYPE}; charset=utf-8; header=present`).header("content-disposition", `attachment; filename="${name2}"`);
}
function refuseInput(_request, _h, error) {
  if (!Joi3.isError(error)) throw error ?? new AppError("invalid_request");
  throw new AppError("invalid_request", { details: error.details.map(toProblem) });
}
function toProblem(detail) {
  return { field: detail.path.join("."), code: FIELD_CODES[detail.type] ?? plainCode(detail.type) };
}
var FIELD_CODES = {
  "any.required": "required",
  "object.unknown": "unknown_field",
  "object.missing": "required",
  "object.xor": "exactly_one_of"
};
function plainCode(type) {
  return type.replace(/[^A-Za-z]+/g, "_").toLowerCase();
}

// src/workspaces/principal.ts
function requireConfirmed({ session: session2 }) {
  if (!session2.isConfirmed) throw new AppError("confirmation_required");
}
var consoleRoute = routesFor("console");
function callerOf(call) {
  return { ...call.principal, ip: call.ip };
}

// src/accounts/settings.ts
function createSettings(options) {
  const { database, clock, audit, mailer } = options;
  const accounts = modelOf(database, ACCOUNTS);
  const setMfa = async (tx, { accountId, email: email2, ip }, isOn) => {
    const account = await lockAccount(tx, accountId);
    const mustStayOn = options.mfa === "always" || account?.is_system === 1;
    if (!isOn && mustStayOn) throw new AppError("state_conflict");
    const [changed] = await accounts.update(
      { mfa_enabled: isOn ? 1 : 0 },
      {
        where: { account_id: accountId, mfa_enabled: isOn ? 0 : 1 },
        transaction: await tx.forModels()
      }
    );
    if (changed !== 1) return;
    const change = isOn ? "mfa_on" : "mfa_off";
    await mailer.enqueue(tx, email2, secondFactorChanged(change, { at: iso(clock()), ip }), DAY);
  };
  return {
    update: (caller, { displayName, mfaEnabled }) => database.transaction(async (tx) => {
      const { accountId, ip } = caller;
      if (mfaEnabled !== void 0) requireConfirmed(caller);
      if (mfaEnabled !== void 0) await setMfa(tx, caller, mfaEnabled);
      if (displayName !== void 0) {
        await accounts.update(
          { display_name: displayName },
          { where: { account_id: accountId }, transaction: await tx.forModels() }
        );
      }
      await audit.record(tx, {
        workspaceId: null,
        action: "account.updated",
        actor: { accountId, displayName: caller.displayName },
        ip,
        subject: accountId,
        details: {
          ...displayName !== void 0 && { display_name: displayName },
          ...mfaEnabled !== void 0 && { mfa_enabled: mfaEnabled }
        }
      });
      const account = await findAccount(tx, accountId);
      if (!account) throw new AppError("not_found");
      return account;
    })
  };
}

// src/accounts/sign-in/totp.ts
var IS_NEW_STEP = "account_id = ? AND (last_totp_step IS NULL OR last_totp_step < ?)";
function createTotpFactor(authenticator) {
  return {
    name: "totp",
    method: "totp",
    refusal: "totp_invalid",
    isOfferedTo: (account) => account.totp_enabled === 1,
    check: async ({ account_id: accountId, challenge_id }, code) => {
      if (accountId === null) return null;
      const outcome = await authenticator.verify(accountId, code, challenge_id);
      if (!outcome.isValid) return null;
      const { timeStep } = outcome;
      return async (tx) => {
        const claimed = await tx.run(
          `UPDATE accounts SET last_totp_step = ? WHERE ${IS_NEW_STEP} AND totp_enabled = 1`,
          [timeStep, accountId, timeStep]
        );
        return claimed === 1;
      };
    }
  };
}
function createTotp(options) {
  const { database, clock, audit, mailer, attempts, passwordCheck, authenticator } = options;
  const configured = () => {
    if (authenticator) return authenticator;
    throw new AppError("state_conflict", { message: "No authenticator is configured." });
  };
  const refuseWhenOn = (account) => {
    if (account?.totp_enabled !== 1) return;
    throw new AppError("state_conflict", { message: "The authenticator app is on already." });
  };
  const tell = async (tx, caller, change) => {
    const { accountId, displayName, email: email2, ip } = caller;
    await mailer.enqueue(tx, email2, secondFactorChanged(change, { at: iso(clock()), ip }), DAY);
    await audit.record(tx, {
      workspaceId: null,
      action: change === "totp_on" ? "account.totp_enabled" : "account.totp_disabled",
      actor: { accountId, displayName },
      ip,
      subject: accountId
    });
  };
  return {
    enroll: async (caller, password2) => {
      const service = configured();
      const verified = await passwordCheck.confirm(caller, password2);
      const account = await database.transaction((tx) => passwordCheck.hold(tx, verified));
      refuseWhenOn(account);
      return service.enroll(account.account_id);
    },
    activate: async (caller, code) => {
      const { accountId, sessionId: sessionId3 } = caller;
      const service = configured();
      refuseWhenOn(await findAccount(database.read, accountId));
      const right = await attempts.judge(sessionId3, async () => {
        const outcome = await service.activate(accountId, code);
        if (outcome.isValid) return outcome;
        if (outcome.reason !== "not_enrolled") return null;
        throw new AppError("state_conflict", { message: "Enrol an authenticator app first." });
      });
      if (!right) throw new AppError("totp_invalid");
      const { timeStep } = right;
      await database.transaction(async (tx) => {
        const activated = await tx.run(
          `UPDATE accounts SET totp_enabled = 1, last_totp_step = ? WHERE ${IS_NEW_STEP} AND totp_enabled = 0`,
          [timeStep, accountId, timeStep]
        );
        if (activated !== 1) throw new AppError("totp_invalid");
        await tell(tx, caller, "totp_on");
      });
    },
    disable: async (caller, password2) => {
      const verified = await passwordCheck.confirm(caller, password2);
      await database.transaction((tx) => passwordCheck.hold(tx, verified));
      await authenticator?.disable(caller.accountId);
      await database.transaction(async (tx) => {
        const disabled = await tx.run(
          "UPDATE accounts SET totp_enabled = 0 WHERE account_id = ? AND totp_enabled = 1",
          [caller.accountId]
        );
        if (disabled === 1) await tell(tx, caller, "totp_off");
      });
    }
  };
}

// src/accounts/accounts.ts
function createAccounts(options) {
  const { database, clock, log, audit, mailer, mailBudgets, budgets, tokens } = options;
  const { isLocal, authenticator } = options;
  const revealsCodes = isLocal && !mailer.isConfigured;
  const challenges = createChallenges({ database, clock, peppers: options.otpPepper });
  const knownAddresses = createKnownAddresses({ database, clock, keys: options.knownAddressKeys });
  const lockout = createLockout({ database, clock, budgets, knownAddresses });
  const sessions = createSessions({
    database,
    clock,
    log,
    tokens,
    mailer,
    audit,
    lockout,
    knownAddresses,
    systemAdminEmails: options.systemAdminEmails
  });
  const attempts = createSessionAttempts({ database, budgets });
  const passwordCheck = createPasswordCheck({ database, lockout, attempts, sessions });
  const refuseWeakPassword = createPasswordPolicy({ isLocal, log });
  const shared = {
    database,
    clock,
    audit,
    mailer,
    challenges,
    mailBudgets,
    knownAddresses,
    attempts,
    lockout,
    sessions,
    passwordCheck,
    refuseWeakPassword,
    revealsCodes
  };
  return {
    registration: createRegistration({
      ...shared,
      workspaces: options.workspaces,
      invitations: options.invitations
    }),
    login: createLogin({
      ...shared,
      mfa: options.mfa,
      systemAdminEmails: options.systemAdminEmails,
      factors: {
        email: createEmailFactor(challenges),
        totp: authenticator ? createTotpFactor(authenticator) : noTotpFactor
      }
    }),
    passwords: createPasswords(shared),
    settings: createSettings({ ...shared, mfa: options.mfa }),
    totp: createTotp({ ...shared, authenticator }),
    confirmPassword: createConfirmation(shared),
    deleteAccount: createAccountDeletion({
      ...shared,
      log,
      members: options.members,
      authenticator
    }),
    sessions,
    consoleAuth: createConsoleAuth({ database, tokens, clock, log, knownAddresses }),
    systemAdmins: createSystemAdmins({ database, clock, audit, challenges, lockout }),
    deleteExpired: async () => {
      for (const part of [challenges, lockout, knownAddresses, sessions, mailBudgets, budgets]) {
        await part.deleteExpired();
      }
    }
  };
}

// src/accounts/sign-in/authenticator.ts
import { sha256Hex, signedHeaders, verifySignedRequest } from "@chat-relay/receiver-sdk";
import { request } from "undici";
var ATTEMPT_TIMEOUTS_MS = [2 * SECOND, SECOND];
var ANSWER_TOLERANCE_MS = 60 * SECOND;
var MAX_ANSWER_BYTES = 4096;
var RETRY_AFTER_S = 5;
var REASONS = ["wrong", "replayed", "locked", "not_enrolled"];
function createAuthenticator(options) {
  const { url, tenantId, tenantSecret: secret, clock, log } = options;
  let lastTimestampMs = 0;
  const freshTimestamp = () => {
    lastTimestampMs = Math.max(clock(), lastTimestampMs + 1);
    return lastTimestampMs;
  };
  const ask = async (op, body, timeoutMs) => {
    const timestampMs = freshTimestamp();
    const {
      statusCode,
      headers,
      body: stream
    } = await request(`${url}/api/v1/totp/${op}`, {
      method: "POST",
      headers: {
        ...signedHeaders({ tenantId, secret, timestampMs, body }),
        "content-type": "application/json",
        "accept-encoding": "identity"
      },
      body,
      signal: AbortSignal.timeout(timeoutMs)
      // over headers and body
    });
    const bytes2 = await readAnswer(stream);
    if (statusCode !== 200) throw new Error(`status ${statusCode}`);
    await verifySignedRequest({
      headers,
      body: bytes2,
      secrets: [secret],
      tenantId,
      nowMs: clock(),
      toleranceMs: ANSWER_TOLERANCE_MS,
      maxBodyBytes: MAX_ANSWER_BYTES
    });
    const text4 = new TextDecoder("utf-8", { fatal: true }).decode(bytes2);
    if (text4 === body) throw new Error("the answer is our own request");
    return asAnswer(JSON.parse(text4));
  };
  const call = async (op, subject, more, read3) => {
    const requestId2 = newId();
    const body = JSON.stringify({ op, request_id: requestId2, subject, ...more });
    let failure;
    for (const timeoutMs of ATTEMPT_TIMEOUTS_MS) {
      try {
        const answer3 = await ask(op, body, timeoutMs);
        if (answer3["request_id"] !== requestId2 || answer3["subject"] !== subject) {
          throw new Error("the answer belongs to another request");
        }
        return read3(answer3);
      } catch (error) {
        failure = error;
        const fields2 = { err: error, operation: op, request_id: requestId2 };
        log.warn(
          { event: "authenticator.unreachable", ...fields2 },
          "the authenticator gave no valid answer"
        );
      }
    }
    throw new AppError("totp_unavailable", { retryAfterS: RETRY_AFTER_S, cause: failure });
  };
  return {
    enroll: (subject) => call("enroll", subject, {}, readUri),
    activate: (subject, code) => call("activate", subject, { code }, readOutcome),
    verify: (subject, code, challengeId) => call("verify", subject, { code, challenge_ref: sha256Hex(challengeId) }, readOutcome),
    disable: (subject) => call("disable", subject, {}, () => void 0)
  };
}
async function readAnswer(stream) {
  const chunks = [];
  let bytes2 = 0;
  for await (const chunk of stream) {
    bytes2 += chunk.length;
    if (bytes2 > MAX_ANSWER_BYTES) throw new Error(`more than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
function asAnswer(value) {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new Error("the answer is not an object");
}
function readUri({ otpauth_uri: uri }) {
  if (typeof uri === "string" && uri.startsWith("otpauth://totp/")) return uri;
  throw new Error("no otpauth_uri");
}
function readOutcome({ valid, time_step: timeStep, reason }) {
  if (valid === false) {
    return { isValid: false, reason: REASONS.find((known) => known === reason) ?? "wrong" };
  }
  if (valid === true && isTimeStep(timeStep)) return { isValid: true, timeStep };
  throw new Error("no result");
}
function isTimeStep(value) {
  return Number.isSafeInteger(value) && value >= 0;
}

// src/platform/mail/model.ts
var MAILS = defineTable("mails", ["mail_id"], {
  mail_id: text(),
  recipient: text(),
  sealed_content: text(),
  attempts: integer(),
  due_at: integer(),
  expires_at: integer()
});
var MAIL_BUDGETS = defineTable("mail_budgets", ["recipient", "budget"], {
  recipient: text(),
  budget: text(),
  sent_at: integer(),
  hour_started_at: integer(),
  sent_in_hour: integer(),
  day_started_at: integer(),
  sent_in_day: integer()
});

// src/platform/mail/budgets.ts
function createMailBudgets(options) {
  const { database, clock, limits } = options;
  const cooldownMs = options.isLocal ? 0 : MINUTE;
  const perHour = limits.mails_per_recipient_hour;
  const perDay = limits.mails_per_recipient_day;
  const nextAllowedAt = (row2) => Math.max(
    row2.sent_at + cooldownMs,
    row2.sent_in_hour < perHour ? 0 : row2.hour_started_at + HOUR,
    row2.sent_in_day < perDay ? 0 : row2.day_started_at + DAY
  );
  return {
    cooldownS: cooldownMs / SECOND,
    take: async (tx, recipient, budget) => {
      const now = clock();
      const [hourAgo, dayAgo] = [now - HOUR, now - DAY];
      await insertIfAbsent(tx, MAIL_BUDGETS, {
        recipient,
        budget,
        sent_at: 0,
        hour_started_at: 0,
        sent_in_hour: 0,
        day_started_at: 0,
        sent_in_day: 0
      });
      const taken = await tx.run(
        `UPDATE mail_budgets SET
           sent_in_hour = CASE WHEN hour_started_at <= ? THEN 1 ELSE sent_in_hour + 1 END,
           hour_started_at = CASE WHEN hour_started_at <= ? THEN ? ELSE hour_started_at END,
           sent_in_day = CASE WHEN day_started_at <= ? THEN 1 ELSE sent_in_day + 1 END,
           day_started_at = CASE WHEN day_started_at <= ? THEN ? ELSE day_started_at END,
           sent_at = ?
         WHERE recipient = ? AND budget = ? AND sent_at <= ?
           AND (sent_in_hour < ? OR hour_started_at <= ?)
           AND (sent_in_day < ? OR day_started_at <= ?)`,
        [
          hourAgo,
          hourAgo,
          now,
          dayAgo,
          dayAgo,
          now,
          now,
          recipient,
          budget,
          now - cooldownMs,
          perHour,
          hourAgo,
          perDay,
          dayAgo
        ]
      );
      if (taken === 1) return 0;
      const [row2] = await tx.rows(
        `SELECT sent_at, hour_started_at, sent_in_hour, day_started_at, sent_in_day
         FROM mail_budgets WHERE recipient = ? AND budget = ?`,
        [recipient, budget]
      );
      const leftMs = (row2 ? nextAllowedAt(row2) : now) - now;
      return Math.max(1, Math.ceil(leftMs / SECOND));
    },
    deleteExpired: async () => {
      await database.transaction(
        (tx) => tx.run("DELETE FROM mail_budgets WHERE sent_at <= ?", [clock() - DAY])
      );
    }
  };
}

// src/platform/security/secret-box.ts
import { createCipheriv, createDecipheriv, randomBytes as randomBytes2 } from "crypto";
var VERSION2 = "v1.";
var IV_BYTES = 12;
var TAG_BYTES = 16;
function seal([key], plaintext, aad) {
  const iv = randomBytes2(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(aad));
  const body = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()]);
  return VERSION2 + Buffer.concat([iv, body, cipher.getAuthTag()]).toString("base64url");
}
function open(ring, sealed, aad) {
  for (const key of ring.slice(0, -1)) {
    try {
      return openWith(key, sealed, aad);
    } catch {
    }
  }
  return openWith(ring.at(-1) ?? ring[0], sealed, aad);
}
function isSealedWithNewest([newest], sealed, aad) {
  try {
    openWith(newest, sealed, aad);
    return true;
  } catch {
    return false;
  }
}
function openWith(key, sealed, aad) {
  const bytes2 = Buffer.from(sealed.slice(VERSION2.length), "base64url");
  if (!sealed.startsWith(VERSION2) || bytes2.length < IV_BYTES + TAG_BYTES) {
    throw new Error("not a sealed secret");
  }
  const iv = bytes2.subarray(0, IV_BYTES);
  const body = bytes2.subarray(IV_BYTES, -TAG_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(aad)).setAuthTag(bytes2.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
}

// src/platform/mail/mailer.ts
function createMailer({ isConfigured, keys, clock }) {
  return {
    isConfigured,
    enqueue: async (tx, recipient, message, ttlMs) => {
      if (!isConfigured) return;
      const mailId = newId();
      const now = clock();
      const sealed = seal(keys, JSON.stringify(message), sealedFor(mailId, recipient));
      await insertRows(tx, MAILS, [
        {
          mail_id: mailId,
          recipient,
          sealed_content: sealed,
          attempts: 0,
          due_at: now,
          expires_at: now + ttlMs
        }
      ]);
    }
  };
}
function sealedFor(mailId, recipient) {
  return `mail|${mailId}|${recipient}`;
}

// src/platform/mail/worker.ts
import { createTransport } from "nodemailer";
var BATCH = 10;
var LEASE_MS = 2 * MINUTE;
var RETRY_AFTER_MS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR];
var SMTP_TIMEOUT_MS = 20 * SECOND;
var STOP_MS = 5 * SECOND;
function createMailWorker(options) {
  const { database, keys, clock, log, from, pollMs = SECOND } = options;
  const transport = createTransport({
    url: options.smtpUrl,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
    // A mail is text: nothing in it may make the server read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true
  });
  let timer;
  let isRunning = false;
  let hasStopped = false;
  let round = Promise.resolve();
  const runRound = async () => {
    let waitMs = pollMs;
    try {
      const mails = await claim2();
      await Promise.all(mails.map(send));
      if (mails.length === BATCH) waitMs = 0;
    } catch (error) {
      log.error({ event: "mail.outbox_unreadable", err: error }, "could not read the mail outbox");
    }
    if (isRunning) timer = setTimeout(next, waitMs);
  };
  const next = () => {
    round = runRound();
  };
  const claim2 = async () => {
    const now = clock();
    const due = await database.read.rows(
      `SELECT mail_id, recipient, sealed_content, attempts, due_at FROM mails WHERE due_at <= ? ORDER BY due_at LIMIT ${BATCH}`,
      [now]
    );
    if (due.length === 0) return [];
    return database.transaction(async (tx) => {
      await tx.run("DELETE FROM mails WHERE expires_at <= ?", [now]);
      const claimed = [];
      for (const mail of due) {
        const won = await tx.run(
          "UPDATE mails SET due_at = ?, attempts = attempts + 1 WHERE mail_id = ? AND due_at = ?",
          [now + LEASE_MS, mail.mail_id, mail.due_at]
        );
        if (won === 1) claimed.push(mail);
      }
      return claimed;
    });
  };
  const send = async (mail) => {
    try {
      const aad = sealedFor(mail.mail_id, mail.recipient);
      const message = JSON.parse(open(keys, mail.sealed_content, aad));
      await transport.sendMail({
        from,
        to: { name: "", address: mail.recipient },
        subject: message.subject,
        text: message.text,
        html: message.html,
        headers: { "Auto-Submitted": "auto-generated" }
      });
    } catch (error) {
      const fields2 = { err: error, mail_id: mail.mail_id, attempts: mail.attempts + 1 };
      log.warn({ event: "mail.not_sent", ...fields2 }, "mail not sent");
      if (!hasStopped) await retryLater(mail);
      return;
    }
    await database.transaction(
      (tx) => tx.run("DELETE FROM mails WHERE mail_id = ?", [mail.mail_id])
    );
  };
  const retryLater = async (mail) => {
    const wait6 = RETRY_AFTER_MS[mail.attempts] ?? RETRY_AFTER_MS.at(-1);
    await database.transaction(
      (tx) => tx.run("UPDATE mails SET due_at = ? WHERE mail_id = ?", [clock() + wait6, mail.mail_id])
    );
  };
  return {
    start: () => {
      isRunning = true;
      next();
    },
    verify: () => transport.verify(),
    stop: async () => {
      isRunning = false;
      clearTimeout(timer);
      await within(STOP_MS, round);
      hasStopped = true;
      transport.close();
    }
  };
}

// src/workspaces/invitation-budget.ts
function createInvitationBudget(options) {
  const { clock, budgets, mailBudgets, limits } = options;
  const take = async (tx, key, name2, createdAt) => {
    const isFirstDay = clock() < createdAt + DAY;
    const limit = isFirstDay ? limits.firstDay[name2] : limits[name2];
    const retryAfterS = await budgets.take(tx, { key, limit, windowMs: DAY });
    if (retryAfterS > 0) throw new AppError("rate_limited", { retryAfterS });
  };
  return {
    take: async (tx, { workspaceId, accountId, recipient }) => {
      const [made] = await tx.rows(
        `SELECT w.created_at AS workspace, a.created_at AS account
         FROM workspaces w JOIN accounts a ON a.account_id = ? WHERE w.workspace_id = ?`,
        [accountId, workspaceId]
      );
      if (!made) throw new AppError("not_found");
      const [ofWorkspace, ofAccount] = [
        `invitations-of-workspace:${workspaceId}`,
        `invitations-of-account:${accountId}`
      ];
      await take(tx, ofWorkspace, "invitations_per_workspace_day", made.workspace);
      await take(tx, ofAccount, "invitations_per_account_day", made.account);
      const retryAfterS = await mailBudgets.take(tx, recipient, "anyone");
      if (retryAfterS > 0) throw new AppError("resend_cooldown", { retryAfterS });
    }
  };
}

// src/workspaces/model.ts
var WORKSPACES = defineTable("workspaces", ["workspace_id"], {
  workspace_id: text(),
  workspace_name: text(),
  created_by: orNull(text()),
  created_at: integer()
});
var MEMBERSHIPS = defineTable("memberships", ["workspace_id", "account_id"], {
  workspace_id: text(),
  account_id: text(),
  role: text(),
  created_at: integer()
});
var INVITATIONS = defineTable("invitations", ["invitation_id"], {
  invitation_id: text(),
  workspace_id: text(),
  email: text(),
  role: text(),
  token_hash: text(),
  invited_by: text(),
  /** JSON with the operator's settings; null for a member who is no operator. */
  operator_details: orNull(text()),
  created_at: integer(),
  expires_at: integer(),
  accepted_at: orNull(integer()),
  revoked_at: orNull(integer())
});

// src/workspaces/invitation.ts
var READ2 = pickColumns(
  INVITATIONS,
  "invitation_id",
  "workspace_id",
  "email",
  "role",
  "invited_by",
  "operator_details",
  "created_at",
  "expires_at",
  "accepted_at",
  "revoked_at"
);
var INVITATION_COLUMNS = listColumns(READ2);
var IS_OPEN = "accepted_at IS NULL AND revoked_at IS NULL";

// src/workspaces/roles.ts
var ROLES = ["owner", "admin", "operator"];
var RANK = { owner: 3, admin: 2, operator: 1 };
function isAtLeast(role, needed) {
  return RANK[role] >= RANK[needed];
}
function mayManage(actor, target) {
  return isAtLeast(actor, "admin") && isAtLeast(actor, target);
}
function createRoles({ database }) {
  return {
    requireRole: async (accountId, workspaceId, needed) => {
      const role = await roleOf(database.read, accountId, workspaceId);
      if (role === null) throw new AppError("not_found");
      if (!isAtLeast(role, needed)) throw new AppError("insufficient_role");
      return role;
    }
  };
}
async function roleOf(sql, accountId, workspaceId) {
  const [row2] = await sql.rows(
    "SELECT role FROM memberships WHERE workspace_id = ? AND account_id = ?",
    [workspaceId, accountId]
  );
  return row2?.role ?? null;
}

// src/workspaces/invitation-acceptance.ts
function createInvitationAcceptance(options) {
  const { database, clock, audit } = options;
  const acceptances = createAwaitedSignal();
  const consume2 = async (tx, invitationId2, account, ip) => {
    const now = clock();
    const used = await tx.run(
      `UPDATE invitations SET accepted_at = ? WHERE invitation_id = ? AND email = ? AND expires_at > ? AND ${IS_OPEN}`,
      [now, invitationId2, account.email, now]
    );
    if (used !== 1) throw new AppError("invitation_invalid");
    const [row2] = await tx.rows(
      `SELECT ${INVITATION_COLUMNS} FROM invitations WHERE invitation_id = ?`,
      [invitationId2]
    );
    if (!row2) throw new AppError("invitation_invalid");
    const inviterRole = await roleOf(tx, row2.invited_by, row2.workspace_id);
    if (inviterRole === null || !mayManage(inviterRole, row2.role)) {
      throw new AppError("invitation_invalid");
    }
    await insertIfAbsent(tx, MEMBERSHIPS, {
      workspace_id: row2.workspace_id,
      account_id: account.accountId,
      role: row2.role,
      created_at: now
    });
    await acceptances.emit({
      tx,
      invitationId: invitationId2,
      workspaceId: row2.workspace_id,
      role: row2.role,
      invitedBy: row2.invited_by,
      operatorDetails: row2.operator_details === null ? null : JSON.parse(row2.operator_details),
      account
    });
    await audit.record(tx, {
      workspaceId: row2.workspace_id,
      action: "invitation.accepted",
      actor: account,
      ip,
      subject: row2.email,
      details: { invitation_id: invitationId2, role: row2.role }
    });
  };
  const findOpen2 = async (token2, email2) => {
    const [row2] = await database.read.rows(
      `SELECT ${INVITATION_COLUMNS} FROM invitations WHERE token_hash = ? AND email = ? AND expires_at > ? AND ${IS_OPEN}`,
      [tokenHash(token2), email2, clock()]
    );
    if (!row2) throw new AppError("invitation_invalid");
    return row2;
  };
  return {
    findOpen: findOpen2,
    consume: consume2,
    onAccepted: acceptances.on,
    accept: async (caller, token2) => {
      const { invitation_id, workspace_id } = await findOpen2(token2, caller.email);
      return database.transaction(async (tx) => {
        await consume2(tx, invitation_id, caller, caller.ip);
        const [membership] = await tx.rows(
          `SELECT w.workspace_id, w.workspace_name, w.created_at, m.role
           FROM memberships m JOIN workspaces w ON w.workspace_id = m.workspace_id
           WHERE m.workspace_id = ? AND m.account_id = ?`,
          [workspace_id, caller.accountId]
        );
        return membership;
      });
    }
  };
}

// src/workspaces/members.ts
function createMembers(options) {
  const { database, audit, roles } = options;
  const memberships = modelOf(database, MEMBERSHIPS);
  const removals = createAwaitedSignal();
  const lockTarget = async (tx, caller, workspaceId, accountId) => {
    await lockWorkspace(tx, workspaceId);
    const actorRole = await roleOf(tx, caller.accountId, workspaceId);
    if (actorRole === null) throw new AppError("not_found");
    if (!mayManage(actorRole, "operator")) throw new AppError("insufficient_role");
    const targetRole = await roleOf(tx, accountId, workspaceId);
    if (targetRole === null) throw new AppError("not_found");
    if (!mayManage(actorRole, targetRole)) throw new AppError("insufficient_role");
    return targetRole;
  };
  return {
    list: async (caller, workspaceId, { limit, cursor }) => {
      await roles.requireRole(caller.accountId, workspaceId, "admin");
      const [after] = readCursor(cursor, "string") ?? [""];
      const rows = await membersOf(
        database.read,
        workspaceId,
        "AND m.account_id > ? ORDER BY m.account_id LIMIT ?",
        [after, limit + 1]
      );
      return toPage(rows, limit, ({ account_id }) => [account_id]);
    },
    update: async (caller, workspaceId, accountId, role) => {
      const actorRole = await roles.requireRole(caller.accountId, workspaceId, "admin");
      if (!mayManage(actorRole, role)) throw new AppError("insufficient_role");
      return database.transaction(async (tx) => {
        const before = await lockTarget(tx, caller, workspaceId, accountId);
        if (role === "owner") requireConfirmed(caller);
        if (before === "owner" && role !== "owner") await keepOneOwner(tx, workspaceId);
        if (before !== role) {
          await memberships.update(
            { role },
            {
              where: { workspace_id: workspaceId, account_id: accountId },
              transaction: await tx.forModels()
            }
          );
          await audit.record(tx, {
            workspaceId,
            action: "member.updated",
            actor: caller,
            ip: caller.ip,
            subject: accountId,
            details: { from: before, to: role }
          });
        }
        const [member2] = await membersOf(tx, workspaceId, "AND m.account_id = ?", [accountId]);
        return member2;
      });
    },
    remove: (caller, workspaceId, accountId) => database.transaction(async (tx) => {
      const role = await lockTarget(tx, caller, workspaceId, accountId);
      if (role === "owner") await keepOneOwner(tx, workspaceId);
      await memberships.destroy({
        where: { workspace_id: workspaceId, account_id: accountId },
        transaction: await tx.forModels()
      });
      await removals.emit({ tx, workspaceId, accountId });
      await audit.record(tx, {
        workspaceId,
        action: "member.removed",
        actor: caller,
        ip: caller.ip,
        subject: accountId,
        details: { role }
      });
    }),
    leaveAll: async (tx, caller) => {
      const { accountId, ip } = caller;
      const workspaces = await lockWorkspacesOf(tx, accountId);
      const withoutOwner = await ownedAlone(tx, accountId);
      if (withoutOwner.length > 0) {
        throw new AppError("last_owner", { data: { details: withoutOwner } });
      }
      for (const { workspace_id: workspaceId } of workspaces) {
        await removals.emit({ tx, workspaceId, accountId });
        const entry2 = { workspaceId, action: "member.removed", actor: caller, ip };
        await audit.record(tx, {
          ...entry2,
          subject: accountId,
          details: { account_deleted: true }
        });
      }
      await tx.run("DELETE FROM memberships WHERE account_id = ?", [accountId]);
    },
    onRemoved: removals.on
  };
}
async function lockWorkspace(tx, workspaceId) {
  const [workspace2] = await tx.rows(
    `SELECT workspace_name FROM workspaces WHERE workspace_id = ?${forUpdate(tx.dialect)}`,
    [workspaceId]
  );
  if (!workspace2) throw new AppError("not_found");
  return workspace2.workspace_name;
}
function lockWorkspacesOf(tx, accountId) {
  return tx.rows(
    `SELECT workspace_id FROM workspaces WHERE workspace_id IN
     (SELECT workspace_id FROM memberships WHERE account_id = ?)
     ORDER BY workspace_id${forUpdate(tx.dialect)}`,
    [accountId]
  );
}
function ownedAlone(tx, accountId) {
  return tx.rows(
    `SELECT w.workspace_id, w.workspace_name
     FROM memberships m JOIN workspaces w ON w.workspace_id = m.workspace_id
     WHERE m.account_id = ? AND m.role = 'owner' AND NOT EXISTS (
       SELECT 1 FROM memberships o
       WHERE o.workspace_id = m.workspace_id AND o.role = 'owner' AND o.account_id <> m.account_id)
     ORDER BY w.workspace_id`,
    [accountId]
  );
}
async function keepOneOwner(tx, workspaceId) {
  const owners = await tx.rows(
    `SELECT account_id FROM memberships WHERE workspace_id = ? AND role = 'owner' LIMIT 2`,
    [workspaceId]
  );
  if (owners.length < 2) throw new AppError("last_owner");
}
function membersOf(sql, workspaceId, rest, params) {
  return sql.rows(
    `SELECT m.workspace_id, m.account_id, a.email, a.display_name, m.role, m.created_at
     FROM memberships m JOIN accounts a ON a.account_id = m.account_id
     WHERE m.workspace_id = ? ${rest}`,
    [workspaceId, ...params]
  );
}

// src/workspaces/invitations.ts
var VALID_DAYS = 7;
var VALID_MS = VALID_DAYS * DAY;
var KEPT_AFTER_EXPIRY_MS = 90 * DAY;
function createInvitations(options) {
  const { database, clock, audit, roles, mailer, budget } = options;
  const acceptance = createInvitationAcceptance({ database, clock, audit });
  const mail = async (tx, row2, token2, from) => {
    const [workspace2] = await tx.rows(
      "SELECT workspace_name FROM workspaces WHERE workspace_id = ?",
      [row2.workspace_id]
    );
    const message = invitation({
      inviterName: from.displayName,
      inviterEmail: from.email,
      workspaceName: workspace2?.workspace_name ?? "",
      token: token2,
      baseUrl: options.baseUrl,
      acceptUrl: options.hasConsolePage ? `${options.baseUrl}/console/invitation` : null,
      validDays: VALID_DAYS
    });
    await mailer.enqueue(tx, row2.email, message, VALID_MS);
  };
  const record2 = (tx, action, row2, actor) => audit.record(tx, {
    workspaceId: row2.workspace_id,
    action,
    actor,
    ip: actor.ip,
    subject: row2.email,
    details: { invitation_id: row2.invitation_id, role: row2.role }
  });
  const findManaged = async (caller, invitationId2) => {
    const [row2] = await database.read.rows(
      `SELECT ${INVITATION_COLUMNS} FROM invitations WHERE invitation_id = ?`,
      [invitationId2]
    );
    if (!row2) throw new AppError("not_found");
    const role = await roles.requireRole(caller.accountId, row2.workspace_id, "admin");
    if (!mayManage(role, row2.role)) throw new AppError("insufficient_role");
    return row2;
  };
  const sent = (invitation2, token2) => ({
    invitation: invitation2,
    devInviteToken: options.revealsTokens ? token2 : null
  });
  return {
    ...acceptance,
    createInvitation: async ({ workspaceId, role, operatorDetails, invitedBy, ...request2 }) => {
      const email2 = normalizeEmail(request2.email);
      if (email2 === null) throw new TypeError("an invitation needs a normalised e-mail");
      const actorRole = await roles.requireRole(invitedBy.accountId, workspaceId, "admin");
      if (!mayManage(actorRole, role)) throw new AppError("insufficient_role");
      if (role === "owner") requireConfirmed(invitedBy);
      const token2 = randomToken("inv_");
      const now = clock();
      const row2 = {
        invitation_id: newId(),
        workspace_id: workspaceId,
        email: email2,
        role,
        invited_by: invitedBy.accountId,
        operator_details: operatorDetails ? JSON.stringify(operatorDetails) : null,
        created_at: now,
        expires_at: now + VALID_MS,
        accepted_at: null,
        revoked_at: null
      };
      await database.transaction(async (tx) => {
        await lockWorkspace(tx, workspaceId);
        const members = await tx.rows(
          "SELECT a.account_id FROM accounts a JOIN memberships m ON m.account_id = a.account_id WHERE a.email = ? AND m.workspace_id = ?",
          [email2, workspaceId]
        );
        if (members.length > 0) throw new AppError("state_conflict");
        await budget.take(tx, { workspaceId, accountId: invitedBy.accountId, recipient: email2 });
        await tx.run(
          `UPDATE invitations SET revoked_at = ? WHERE workspace_id = ? AND email = ? AND ${IS_OPEN}`,
          [now, workspaceId, email2]
        );
        await insertRows(tx, INVITATIONS, [{ ...row2, token_hash: tokenHash(token2) }]);
        await mail(tx, row2, token2, invitedBy);
        await record2(tx, "invitation.created", row2, invitedBy);
      });
      return sent(row2, token2);
    },
    list: async (caller, workspaceId, { limit, cursor }) => {
      await roles.requireRole(caller.accountId, workspaceId, "admin");
      const [createdAt, id] = readCursor(cursor, "number", "string") ?? [null, null];
      const rows = await database.read.rows(
        `SELECT ${INVITATION_COLUMNS} FROM invitations
         WHERE workspace_id = ? ${createdAt === null ? "" : "AND (created_at < ? OR (created_at = ? AND invitation_id < ?))"}
         ORDER BY created_at DESC, invitation_id DESC LIMIT ?`,
        [workspaceId, ...createdAt === null ? [] : [createdAt, createdAt, id], limit + 1]
      );
      return toPage(rows, limit, (row2) => [row2.created_at, row2.invitation_id]);
    },
    resend: async (caller, invitationId2) => {
      const row2 = await findManaged(caller, invitationId2);
      const token2 = randomToken("inv_");
      const expiresAt = clock() + VALID_MS;
      await database.transaction(async (tx) => {
        const changed = await tx.run(
          `UPDATE invitations SET token_hash = ?, expires_at = ? WHERE invitation_id = ? AND ${IS_OPEN}`,
          [tokenHash(token2), expiresAt, invitationId2]
        );
        if (changed !== 1) throw new AppError("state_conflict");
        const { workspace_id: workspaceId, email: recipient } = row2;
        await budget.take(tx, { workspaceId, accountId: caller.accountId, recipient });
        await mail(tx, row2, token2, caller);
        await record2(tx, "invitation.resent", row2, caller);
      });
      return sent({ ...row2, expires_at: expiresAt }, token2);
    },
    revoke: async (caller, invitationId2) => {
      const row2 = await findManaged(caller, invitationId2);
      if (row2.revoked_at !== null) return row2;
      const now = clock();
      await database.transaction(async (tx) => {
        const changed = await tx.run(
          `UPDATE invitations SET revoked_at = ? WHERE invitation_id = ? AND ${IS_OPEN}`,
          [now, invitationId2]
        );
        if (changed !== 1) throw new AppError("state_conflict");
        await record2(tx, "invitation.revoked", row2, caller);
      });
      return { ...row2, revoked_at: now };
    },
    deleteExpired: async () => {
      await database.transaction(
        (tx) => tx.run("DELETE FROM invitations WHERE expires_at <= ?", [clock() - KEPT_AFTER_EXPIRY_MS])
      );
    }
  };
}

// src/workspaces/workspace-deletion.ts
var WORKSPACE_TABLES = ["canned_replies", "operators", "invitations", "memberships"];
function createWorkspaceDeletion(deps) {
  const { database, roles, audit } = deps;
  return async (caller, workspaceId, name2) => {
    await roles.requireRole(caller.accountId, workspaceId, "owner");
    await database.transaction(async (tx) => {
      const workspaceName = await lockWorkspace(tx, workspaceId);
      if (name2 !== workspaceName) throw invalidField("name", "any_only");
      requireConfirmed(caller);
      const tenants = await tx.rows("SELECT 1 FROM tenants WHERE workspace_id = ? LIMIT 1", [
        workspaceId
      ]);
      if (tenants.length > 0) {
        throw new AppError("state_conflict", {
          message: "The workspace has tenants. Delete them first; each is erased after 7 days."
        });
      }
      await tx.run(
        `DELETE FROM operator_tenants WHERE operator_id IN
         (SELECT operator_id FROM operators WHERE workspace_id = ?)`,
        [workspaceId]
      );
      for (const table2 of [...WORKSPACE_TABLES, "workspaces"]) {
        await tx.run(`DELETE FROM ${table2} WHERE workspace_id = ?`, [workspaceId]);
      }
      await audit.record(tx, {
        workspaceId,
        action: "workspace.deleted",
        actor: caller,
        ip: caller.ip,
        subject: workspaceId,
        details: { name: name2 }
      });
    });
  };
}

// src/platform/storage/quota.ts
var RETRY_AFTER_S2 = 3600;
async function requireQuota(tx, { owner, count: count7, id, max }) {
  const owners = await tx.rows(`${owner}${forUpdate(tx.dialect)}`, [id]);
  if (owners.length === 0) throw new AppError("not_found");
  const [row2] = await tx.rows(count7, [id]);
  if (Number(row2?.n) >= max) throw new AppError("rate_limited", { retryAfterS: RETRY_AFTER_S2 });
}

// src/workspaces/workspaces.ts
var NAMED_WORKSPACE = pickColumns(
  WORKSPACES,
  "workspace_id",
  "workspace_name",
  "created_at"
);
function createWorkspaces(options) {
  const { database, clock, audit, roles, maxPerAccount } = options;
  const createOwned = async (tx, name2, ownerId) => {
    const workspaceId = newId();
    const now = clock();
    await insertRows(tx, WORKSPACES, [
      { workspace_id: workspaceId, workspace_name: name2, created_at: now, created_by: ownerId }
    ]);
    await insertRows(tx, MEMBERSHIPS, [
      { workspace_id: workspaceId, account_id: ownerId, role: "owner", created_at: now }
    ]);
    return { workspace_id: workspaceId, workspace_name: name2, created_at: now, role: "owner" };
  };
  return {
    createOwned,
    create: (caller, name2) => database.transaction(async (tx) => {
      await requireQuota(tx, {
        owner: "SELECT account_id FROM accounts WHERE account_id = ?",
        count: "SELECT COUNT(*) AS n FROM workspaces WHERE created_by = ?",
        id: caller.accountId,
        max: maxPerAccount
      });
      const workspace2 = await createOwned(tx, name2, caller.accountId);
      await audit.record(tx, {
        workspaceId: workspace2.workspace_id,
        action: "workspace.created",
        actor: caller,
        ip: caller.ip,
        subject: workspace2.workspace_id,
        details: { name: name2 }
      });
      return workspace2;
    }),
    update: async (caller, workspaceId, name2) => {
      await roles.requireRole(caller.accountId, workspaceId, "admin");
      return database.transaction(async (tx) => {
        await modelOf(database, WORKSPACES).update(
          { workspace_name: name2 },
          { where: { workspace_id: workspaceId }, transaction: await tx.forModels() }
        );
        await audit.record(tx, {
          workspaceId,
          action: "workspace.updated",
          actor: caller,
          ip: caller.ip,
          subject: workspaceId,
          details: { name: name2 }
        });
        const [workspace2] = await membershipsOf(tx, caller.accountId, "AND m.workspace_id = ?", [
          workspaceId
        ]);
        return workspace2;
      });
    },
    list: async (accountId, { limit, cursor }) => {
      const [after] = readCursor(cursor, "string") ?? [""];
      const rows = await membershipsOf(
        database.read,
        accountId,
        "AND m.workspace_id > ? ORDER BY m.workspace_id LIMIT ?",
        [after, limit + 1]
      );
      return toPage(rows, limit, ({ workspace_id }) => [workspace_id]);
    },
    workspacesOf: (accountId) => membershipsOf(database.read, accountId, "ORDER BY m.workspace_id", [])
  };
}
function membershipsOf(sql, accountId, rest, params) {
  return sql.rows(
    `SELECT w.workspace_id, w.workspace_name, w.created_at, m.role
     FROM memberships m JOIN workspaces w ON w.workspace_id = m.workspace_id
     WHERE m.account_id = ? ${rest}`,
    [accountId, ...params]
  );
}

// src/app/accounts.ts
async function buildAccounts(infrastructure) {
  const { config, database, keys, clock, log, audit, budgets, tokens } = infrastructure;
  const { limits, isLocal, smtpUrl } = config;
  const mailer = createMailer({ isConfigured: smtpUrl !== null, keys: keys.mail, clock });
  const mailBudgets = createMailBudgets({ database, clock, limits, isLocal });
  const mailWorker = smtpUrl === null ? null : createMailWorker({ database, keys: keys.mail, clock, log, smtpUrl, from: config.mailFrom });
  const roles = createRoles({ database });
  const workspaces = createWorkspaces({
    database,
    clock,
    audit,
    roles,
    maxPerAccount: limits.workspaces_per_account
  });
  const invitations = createInvitations({
    database,
    clock,
    audit,
    roles,
    mailer,
    budget: createInvitationBudget({ clock, budgets, mailBudgets, limits }),
    baseUrl: config.baseUrl,
    hasConsolePage: config.hasConsolePage,
    revealsTokens: isLocal && !mailer.isConfigured
  });
  const members = createMembers({ database, audit, roles });
  const accounts = createAccounts({
    database,
    clock,
    log,
    audit,
    mailer,
    mailBudgets,
    budgets,
    tokens,
    workspaces,
    members,
    invitations,
    otpPepper: keys.otpPepper,
    knownAddressKeys: keys.knownAddress,
    isLocal,
    mfa: config.mfa,
    systemAdminEmails: config.systemAdminEmails,
    authenticator: config.authenticator && createAuthenticator({ ...config.authenticator, clock, log })
  });
  if (config.systemAdmin) {
    const { outcome } = await accounts.systemAdmins.seed(config.systemAdmin, null);
    log.info({ event: "account.super_admin_seeded", outcome }, "super-admin seeded");
  }
  const deleteWorkspace = createWorkspaceDeletion({ database, roles, audit });
  return {
    mailer,
    mailWorker,
    roles,
    workspaces,
    deleteWorkspace,
    invitations,
    members,
    accounts
  };
}

// src/platform/storage/batch-erasure.ts
import { setTimeout as wait } from "timers/promises";
var FIRST_BATCH = 50;
var MIN_BATCH = 20;
var MAX_BATCH = 500;
var AIM_MS = 15;
function createPace(database) {
  const pace = {
    rows: FIRST_BATCH,
    transaction: async (work, options) => {
      let startedAt = 0;
      const result = await database.transaction((tx) => {
        startedAt = performance.now();
        return work(tx);
      }, options);
      const heldMs = performance.now() - startedAt;
      pace.rows = nextBatchSize(pace.rows, heldMs);
      await wait(heldMs);
      return result;
    }
  };
  return pace;
}
async function eraseInBatches(database, { table: table2, key, where, params }, isStopped, pace = createPace(database)) {
  let erased = 0;
  while (!isStopped()) {
    const rows = await database.read.rows(
      `SELECT ${key.join(", ")} FROM ${table2} WHERE ${where} ORDER BY ${key.join(", ")} LIMIT ?`,
      [...params, pace.rows]
    );
    if (rows.length === 0) break;
    const keys = rows.map((row2) => key.map((column) => row2[column] ?? null));
    erased += await pace.transaction(
      (tx) => tx.run(`DELETE FROM ${table2} WHERE ${keyIn(tx.dialect, key, keys)}`, keys.flat()),
      { isOneStatement: true }
    );
  }
  return erased;
}
function nextBatchSize(size, heldMs) {
  const wanted = heldMs > AIM_MS ? size * AIM_MS / heldMs : heldMs < AIM_MS / 2 ? size * 1.25 : size;
  return Math.min(MAX_BATCH, Math.max(MIN_BATCH, Math.floor(wanted)));
}

// src/audit/retention.ts
function createAuditRetention(deps) {
  const { database, clock, keptMs } = deps;
  return async () => {
    const before = clock() - keptMs;
    const table2 = "audit_entries";
    const where = "entry_id < ? AND created_at < ?";
    const params = [firstIdAt(before), before];
    await eraseInBatches(database, { table: table2, key: ["entry_id"], where, params }, () => false);
  };
}

// src/callbacks/events/model.ts
var CALLBACK_EVENTS = defineTable(
  "callback_events",
  ["tenant_id", "conversation_id", "sequence"],
  {
    tenant_id: text(),
    conversation_id: text(),
    sequence: integer(),
    event_id: text(),
    event: text(),
    body: bytes(),
    body_sha256: text(),
    state: text(),
    attempts: integer(),
    last_timestamp: integer(),
    outcome: orNull(text()),
    due_at: orNull(integer()),
    failing_since: orNull(integer()),
    replay_of: orNull(text()),
    created_at: integer(),
    settled_at: orNull(integer())
  }
);
var CALLBACK_LANES = defineTable("callback_lanes", ["tenant_id", "conversation_id"], {
  tenant_id: text(),
  conversation_id: text(),
  head: integer(),
  tail: integer(),
  due_at: integer(),
  head_due_at: integer(),
  side_due_at: orNull(integer()),
  lease_owner: orNull(text())
});
var CALLBACK_ATTEMPTS = defineTable(
  "callback_attempts",
  ["tenant_id", "conversation_id", "sequence", "timestamp_ms"],
  {
    tenant_id: text(),
    conversation_id: text(),
    sequence: integer(),
    timestamp_ms: integer(),
    /** JSON of an `AttemptRecord`. */
    record: text()
  }
);
var TENANT_HEALTH = defineTable("callback_troubles", ["tenant_id"], {
  tenant_id: text(),
  failing_since: integer(),
  failures: integer(),
  first_conversation_id: text(),
  is_spread: integer(),
  probes: integer(),
  probing_since: orNull(integer()),
  resumes_at: integer(),
  mails_sent: integer()
});
var CALLBACK_RESULTS = defineTable("callback_results", ["tenant_id"], {
  tenant_id: text(),
  delivered_at: orNull(integer()),
  failed_at: orNull(integer()),
  failure_status: orNull(integer()),
  failure_reason: orNull(text())
});
var BLOCKED_EVENT_TYPES = defineTable("callback_stops", ["tenant_id", "event"], {
  tenant_id: text(),
  event: text(),
  address: text()
});
var QUEUE_NOTICES = defineTable("callback_queue_notices", ["tenant_id"], {
  tenant_id: text(),
  noticed_at: integer()
});

// src/callbacks/health/owner-mails.ts
var MAIL_TTL_MS = DAY;
async function mailToOwners(tx, mailer, workspaceId, message) {
  const owners = await tx.rows(
    `SELECT account.email FROM memberships member
     JOIN accounts account ON account.account_id = member.account_id
     WHERE member.workspace_id = ? AND member.role = 'owner'`,
    [workspaceId]
  );
  for (const { email: email2 } of owners) await mailer.enqueue(tx, email2, message, MAIL_TTL_MS);
}

// src/callbacks/health/queue-mails.ts
var LONG_QUEUE = 1e5;
var LONG_WAIT_MS = DAY;
var NOTICE_MS = DAY;
function createQueueMails({ database, clock, mailer }) {
  return async () => {
    const now = clock();
    const queues = await longQueues(database.read, now);
    await forgetOthers(new Set(queues.map(({ tenantId }) => tenantId)), now);
    for (const queue2 of queues) await notice(queue2, now);
  };
  async function notice(queue2, now) {
    const { tenantId, tenantName, workspaceId, oldest } = queue2;
    const queued = Number(queue2.queued);
    await database.transaction(async (tx) => {
      const row2 = { tenant_id: tenantId, noticed_at: now };
      if (!await insertIfAbsent(tx, QUEUE_NOTICES, row2)) return;
      const message = callbacksWaiting({ tenantName, queued, since: iso(oldest) });
      await mailToOwners(tx, mailer, workspaceId, message);
    });
  }
  async function forgetOthers(long, now) {
    const noticed = await database.read.rows(
      "SELECT tenant_id AS tenantId FROM callback_queue_notices WHERE noticed_at <= ?",
      [now - NOTICE_MS]
    );
    const over = noticed.filter(({ tenantId }) => !long.has(tenantId));
    if (over.length === 0) return;
    const keys = over.map(({ tenantId }) => [tenantId]);
    await database.transaction(
      (tx) => tx.run(
        `DELETE FROM callback_queue_notices WHERE ${keyIn(tx.dialect, ["tenant_id"], keys)}`,
        keys.flat()
      )
    );
  }
}
function longQueues(sql, now) {
  return sql.rows(
    `SELECT lane.tenant_id AS tenantId, tenant.tenant_name AS tenantName,
       tenant.workspace_id AS workspaceId, SUM(lane.tail - lane.head + 1) AS queued,
       MIN(event.created_at) AS oldest
     FROM callback_lanes lane
     JOIN tenants tenant ON tenant.tenant_id = lane.tenant_id AND tenant.status = 'active'
     JOIN callback_events event ON event.tenant_id = lane.tenant_id
       AND event.conversation_id = lane.conversation_id AND event.sequence = lane.head
     WHERE lane.head <= lane.tail AND NOT EXISTS (
       SELECT 1 FROM callback_troubles trouble
       WHERE trouble.tenant_id = lane.tenant_id AND trouble.mails_sent > 0
     )
     GROUP BY lane.tenant_id, tenant.tenant_name, tenant.workspace_id
     HAVING SUM(lane.tail - lane.head + 1) > ? OR MIN(event.created_at) <= ?`,
    [LONG_QUEUE, now - LONG_WAIT_MS]
  );
}

// src/callbacks/health/failing-mails.ts
var MAIL_AFTER_MS = [HOUR, DAY];
var SWEEP_MS = 3e4;
function createFailingMails({ database, clock, mailer }) {
  return async () => {
    const now = clock();
    for (const [mailsSent, afterMs] of MAIL_AFTER_MS.entries()) {
      const tenants = await database.read.rows(
        `SELECT tenant.tenant_id AS tenantId, tenant.tenant_name AS tenantName,
           tenant.workspace_id AS workspaceId, trouble.failing_since AS failingSince,
           trouble.mails_sent AS mailsSent
         FROM callback_troubles trouble JOIN tenants tenant ON tenant.tenant_id = trouble.tenant_id
         WHERE trouble.mails_sent = ? AND trouble.failing_since <= ? AND trouble.failures > 0
           AND tenant.status = 'active'`,
        [mailsSent, now - afterMs]
      );
      for (const tenant of tenants) await mailOwners(tenant);
    }
  };
  async function mailOwners(tenant) {
    const { tenantId, tenantName, workspaceId, failingSince, mailsSent } = tenant;
    await database.transaction(async (tx) => {
      const isOurs = await tx.run(
        `UPDATE callback_troubles SET mails_sent = ?
         WHERE tenant_id = ? AND mails_sent = ? AND failing_since = ?`,
        [mailsSent + 1, tenantId, mailsSent, failingSince]
      );
      if (isOurs !== 1) return;
      const message = callbacksFailing({ tenantName, since: iso(failingSince) });
      await mailToOwners(tx, mailer, workspaceId, message);
    });
  }
}
function startFailingMails(options) {
  const sweep = createFailingMails(options);
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(sweep).catch(
      (error) => options.log.warn(
        { event: "callback.owners_not_notified", err: error },
        "could not queue mails to owners about failing callbacks"
      )
    );
  }, SWEEP_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return running;
  };
}

// src/platform/storage/ranges.ts
var MAX_TERMS = 400;
function firstOfRanges(query) {
  const { dialect, columns, from, index, join: join3 = "", ranges: ranges2, order, limit } = query;
  const select = `SELECT ${columns} FROM ${from}${throughIndex(dialect, index)} ${join3}`;
  const end = `ORDER BY ${order} LIMIT ${limit}`;
  const merge = (selects) => {
    const [only] = selects;
    if (only !== void 0 && selects.length === 1) return only;
    const terms = selects.length > MAX_TERMS ? inParts(selects).map(merge) : selects;
    return `SELECT * FROM (${unionAll(dialect, terms)}) ranged ${end}`;
  };
  return {
    sql: merge(ranges2.map(({ where }) => `${select} WHERE ${where} ${end}`)),
    params: ranges2.flatMap(({ params }) => params)
  };
}
function allOf(conditions) {
  return {
    where: conditions.map(({ where }) => where).join(" AND "),
    params: conditions.flatMap(({ params }) => params)
  };
}
function equal(column, value) {
  return { where: `${column} = ?`, params: [value] };
}
function among(column, values) {
  return { where: `${column} IN ${placeholders(1, values.length)}`, params: values };
}
function throughIndex(dialect, index) {
  if (dialect === "sqlite") {
    const isNamed = typeof index === "string";
    return ` INDEXED BY ${isNamed ? index : `sqlite_autoindex_${index.primaryKeyOf}_1`}`;
  }
  return ` FORCE INDEX (${typeof index === "string" ? index : "PRIMARY"})`;
}
function unionAll(dialect, selects) {
  return selects.map((select) => dialect === "sqlite" ? `SELECT * FROM (${select})` : `(${select})`).join(" UNION ALL ");
}
function inParts(selects) {
  const parts = [];
  for (let start = 0; start < selects.length; start += MAX_TERMS) {
    parts.push(selects.slice(start, start + MAX_TERMS));
  }
  return parts;
}

// src/callbacks/worker/retention.ts
var KEPT_MS = 30 * DAY;
var BATCH2 = 500;
var TENANTS = 500;
function createCallbackRetention(deps) {
  const { database, clock } = deps;
  return async () => {
    for (let after = ""; ; ) {
      const tenants = await database.read.rows(
        `SELECT tenant_id AS tenantId FROM tenants WHERE tenant_id > ? ORDER BY tenant_id LIMIT ${TENANTS}`,
        [after]
      );
      for (const { tenantId } of tenants) await purge(tenantId);
      const last2 = tenants.at(-1);
      if (!last2 || tenants.length < TENANTS) return;
      after = last2.tenantId;
    }
  };
  async function purge(tenantId) {
    for (; ; ) {
      const before = clock() - KEPT_MS;
      const rows = await database.read.rows(
        `SELECT conversation_id, sequence
         FROM callback_events${throughIndex(database.dialect, "callback_events_id")}
         WHERE tenant_id = ? AND event_id < ? AND state IN ('delivered', 'dead') AND settled_at < ?
         ORDER BY tenant_id, event_id LIMIT ${BATCH2}`,
        [tenantId, firstIdAt(before), before]
      );
      if (rows.length === 0) return;
      const keys = rows.map((row2) => [tenantId, row2.conversation_id, row2.sequence]);
      await database.transaction(async (tx) => {
        const ofEvents = keyIn(tx.dialect, ["tenant_id", "conversation_id", "sequence"], keys);
        await tx.run(
          `DELETE FROM callback_events WHERE state IN ('delivered', 'dead') AND ${ofEvents}`,
          keys.flat()
        );
        await tx.run(`DELETE FROM callback_attempts WHERE ${ofEvents}`, keys.flat());
      });
      if (rows.length < BATCH2) return;
    }
  }
}

// src/search/documents.ts
import { randomInt as randomInt2 } from "crypto";

// src/search/model.ts
var SEARCH_DOCUMENTS = defineTable("search_documents", ["tenant_id", "conversation_id"], {
  tenant_id: text(),
  conversation_id: text(),
  /** Its name in the index. */
  document_no: integer(),
  /** Messages up to this one are in the index. */
  indexed_seq: integer(),
  /** Every word, each after a space. */
  words: text()
});
var SEARCH_PROGRESS = defineTable("search_progress", ["name"], {
  name: text(),
  /** Conversations without a message since then were in the index. */
  caught_up_to: integer()
});
var SEARCH_TERMS = {
  name: "search_terms",
  columns: ["tenant_id", "term", "document_no"]
};
function hasWords(column, words) {
  return {
    where: words.map(() => `INSTR(${column}, ?) > 0`).join(" AND "),
    params: words.map((word) => ` ${word}`)
  };
}

// src/search/fts5-index.ts
var fts5Index = {
  add: async (tx, documents) => {
    if (documents.length === 0) return;
    await tx.run(
      `INSERT INTO search_words (rowid, words) VALUES ${placeholders(documents.length, 2)}`,
      documents.flatMap((document) => [document.documentNo, scopedText(document)])
    );
  },
  remove: async (tx, documents) => {
    for (const document of documents) {
      if (document.words.length === 0) continue;
      await tx.run(
        "INSERT INTO search_words (search_words, rowid, words) VALUES ('delete', ?, ?)",
        [document.documentNo, scopedText(document)]
      );
    }
  },
  find: async (sql, { tenantIds, words, limit }) => {
    const ofTenant = (tenantId) => `(${words.map((word) => `"${scopeOf(tenantId)}${word}" *`).join(" AND ")})`;
    const found = await sql.rows(
      `SELECT d.tenant_id, d.conversation_id
       FROM search_words CROSS JOIN search_documents d ON d.document_no = search_words.rowid
       WHERE search_words MATCH ? AND d.tenant_id IN ${placeholders(1, tenantIds.length)}
       LIMIT ?`,
      [tenantIds.map(ofTenant).join(" OR "), ...tenantIds, limit + 1]
    );
    return found.length > limit ? null : found;
  }
};
function scopedText({ tenantId, words }) {
  const scope = scopeOf(tenantId);
  return words.map((word) => scope + word).join(" ");
}
function scopeOf(tenantId) {
  return tenantId.replaceAll("-", "");
}

// src/search/term-table.ts
var ROWS_A_STATEMENT = 500;
var LAST_CHARACTER = "\u{10FFFF}";
var termTable = {
  add: async (tx, documents) => {
    for (const rows of inParts2(rowsOf(documents))) await insertAbsentRows(tx, SEARCH_TERMS, rows);
  },
  remove: async (tx, documents) => {
    for (const rows of inParts2(rowsOf(documents))) {
      const keys = rows.map((row2) => [row2.tenant_id, row2.term, row2.document_no]);
      await tx.run(
        `DELETE FROM search_terms WHERE ${keyIn(tx.dialect, SEARCH_TERMS.columns, keys)}`,
        keys.flat()
      );
    }
  },
  find: async (sql, query) => {
    const words = query.words.toSorted((a, b) => b.length - a.length);
    for (const word of words) {
      const found = await documentsWith(sql, word, query);
      if (found === null) continue;
      const others = words.filter((other) => other !== word);
      return found.length === 0 ? [] : conversationsOf(sql, found, others);
    }
    return null;
  }
};
async function documentsWith(sql, word, { tenantIds, limit }) {
  const maxRows = limit * 4;
  const ofTenant = `SELECT tenant_id, document_no FROM search_terms
    WHERE tenant_id = ? AND term >= ? AND term < ? LIMIT ${maxRows + 1}`;
  const rows = await sql.rows(
    `${unionAll(
      sql.dialect,
      tenantIds.map(() => ofTenant)
    )} LIMIT ${maxRows + 1}`,
    tenantIds.flatMap((tenantId) => [tenantId, word, word + LAST_CHARACTER])
  );
  if (rows.length > maxRows) return null;
  const found = new Map(rows.map((row2) => [`${row2.tenant_id} ${row2.document_no}`, row2]));
  return found.size > limit ? null : [...found.values()];
}
function conversationsOf(sql, documents, words) {
  const keys = documents.map(({ tenant_id, document_no }) => [tenant_id, document_no]);
  const others = words.length > 0 ? [hasWords("words", words)] : [];
  return sql.rows(
    `SELECT tenant_id, conversation_id FROM search_documents
     WHERE ${[keyIn(sql.dialect, ["tenant_id", "document_no"], keys), ...others.map(({ where }) => where)].join(" AND ")}`,
    [...keys.flat(), ...others.flatMap(({ params }) => params)]
  );
}
function rowsOf(documents) {
  const rows = documents.flatMap(
    ({ tenantId, documentNo, words }) => words.map((term) => ({ tenant_id: tenantId, term, document_no: documentNo }))
  );
  return rows.toSorted(
    (a, b) => compare(a.tenant_id, b.tenant_id) || compare(a.term, b.term) || a.document_no - b.document_no
  );
}
function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}
function* inParts2(rows) {
  for (let start = 0; start < rows.length; start += ROWS_A_STATEMENT) {
    yield rows.slice(start, start + ROWS_A_STATEMENT);
  }
}

// src/search/search-index.ts
function searchIndexOf(dialect) {
  return dialect === "sqlite" ? fts5Index : termTable;
}

// src/search/words.ts
var MAX_WORDS_A_MESSAGE = 500;
var MAX_WORD_LENGTH = 32;
var MAX_DIGIT_GROUPS = 8;
var DROPPED = /[\u0300-\u036f]|[\u0591-\u05c7]|[\u0610-\u061a]|\u0640|[\u064b-\u065f]|\u0670|[\u06d6-\u06ed]/g;
var REPLACED = {
  \u00DF: "ss",
  \u00E6: "ae",
  \u0153: "oe",
  \u00F8: "o",
  \u0142: "l",
  \u0111: "d",
  \u00F0: "d",
  \u00FE: "th",
  \u0131: "i",
  \u0649: "\u064A",
  \u06CC: "\u064A",
  \u0629: "\u0647",
  \u06A9: "\u0643"
};
var REPLACEABLE = new RegExp(`[${Object.keys(REPLACED).join("")}]`, "g");
var ARABIC_DIGIT = /[\u0660-\u0669\u06f0-\u06f9]/g;
var UNSPACED = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\u30FC]";
var WORD = new RegExp(`(${UNSPACED}+)|(?:(?!${UNSPACED})[\\p{L}\\p{N}\\p{M}])+`, "gu");
var DIGIT_GROUPS = /\d+(?:[ .\-/]\d+)+/g;
var ARTICLE = "\u0627\u0644";
function wordsOf(text4) {
  const folded = fold(text4);
  const words = /* @__PURE__ */ new Set();
  const add2 = (word) => {
    if (words.size < MAX_WORDS_A_MESSAGE) words.add(shorten(word));
  };
  for (const [word, unspaced] of folded.matchAll(WORD)) {
    if (unspaced !== void 0) for (const pair of pairsOf(word)) add2(pair);
    else if (word.length > 1) {
      add2(word);
      if (hasArticle(word)) add2(word.slice(ARTICLE.length));
    }
  }
  for (const [digits] of folded.matchAll(DIGIT_GROUPS)) {
    const groups = digits.split(/\D/).slice(0, MAX_DIGIT_GROUPS);
    for (let first = 0; first < groups.length - 1; first++) add2(groups.slice(first).join(""));
  }
  return words;
}
function wordsOfQuery(query) {
  const text4 = fold(query).replace(DIGIT_GROUPS, (digits) => digits.replace(/\D/g, ""));
  const long = /* @__PURE__ */ new Set();
  const short = /* @__PURE__ */ new Set();
  for (const [word, unspaced] of text4.matchAll(WORD)) {
    if (unspaced !== void 0) {
      const pairs = pairsOf(word);
      for (const pair of pairs.length > 1 ? pairs.slice(0, -1) : pairs) long.add(pair);
    } else if (word.length === 1) short.add(word);
    else long.add(shorten(hasArticle(word) ? word.slice(ARTICLE.length) : word));
  }
  return [...long.size > 0 ? long : short];
}
function fold(text4) {
  return text4.normalize("NFKD").toLowerCase().replace(DROPPED, "").replace(REPLACEABLE, (letter) => REPLACED[letter] ?? letter).replace(ARABIC_DIGIT, (digit) => String(digit.charCodeAt(0) & 15));
}
function pairsOf(text4) {
  const characters = Array.from(text4);
  return characters.map((character, index) => character + (characters[index + 1] ?? ""));
}
function hasArticle(word) {
  return word.startsWith(ARTICLE) && word.length >= ARTICLE.length + 3;
}
function shorten(word) {
  if (word.length <= MAX_WORD_LENGTH) return word;
  return Array.from(word).slice(0, MAX_WORD_LENGTH).join("");
}

// src/search/documents.ts
var MAX_WORDS = 5e3;
var MESSAGES_A_READ = 100;
var ROWS_A_DOCUMENT = 20;
var RANDOM_NUMBERS = 2 ** 20;
var KEY = SEARCH_DOCUMENTS.key;
var SESSION_KEY = ["c.tenant_id", "c.session_id"];
async function indexSessions(tx, sessions) {
  const keys = await tx.rows(
    `SELECT c.tenant_id, c.conversation_id FROM conversations c WHERE ${keyIn(tx.dialect, SESSION_KEY, keysOf(sessions))}`,
    keysOf(sessions).flat()
  );
  if (keys.length === 0) return [];
  const documents = await lockDocuments(tx, keys);
  const found = await readConversations(tx, documents);
  const gone = documents.filter((document) => !found.has(document.conversation_id));
  await removeDocuments(tx, gone);
  const known = documents.filter((document) => found.has(document.conversation_id));
  const messages = await readMessages(tx, known, found);
  const added = [];
  const unfinished = [];
  const changed = known.map((document) => {
    const { texts, ...session2 } = found.get(document.conversation_id);
    const said = messages.get(document.conversation_id) ?? [];
    const words = newWords(document.words, [...texts, ...said.map(({ content: content2 }) => content2)]);
    if (words.length > 0) added.push({ ...nameOf(document), words });
    if (said.length === MESSAGES_A_READ) unfinished.push(session2);
    return {
      ...document,
      indexed_seq: said.at(-1)?.seq ?? document.indexed_seq,
      words: document.words + words.map((word) => ` ${word}`).join("")
    };
  });
  await upsertRows(tx, SEARCH_DOCUMENTS, changed);
  await searchIndexOf(tx.dialect).add(tx, added);
  return unfinished;
}
async function forgetWords(tx, tenantId, conversationIds) {
  if (conversationIds.length === 0) return;
  const keys = conversationIds.map((id) => ({ tenant_id: tenantId, conversation_id: id }));
  await removeDocuments(tx, await lockDocuments(tx, keys));
}
async function forgetTenant(database, tenantId, isStopped) {
  const pace = createPace(database);
  while (!isStopped()) {
    const rows = await database.read.rows(
      `SELECT conversation_id FROM search_documents WHERE tenant_id = ?
       ORDER BY tenant_id, conversation_id LIMIT ?`,
      [tenantId, Math.ceil(pace.rows / ROWS_A_DOCUMENT)]
    );
    if (rows.length === 0) return;
    const ids = rows.map((row2) => row2.conversation_id);
    await pace.transaction((tx) => forgetWords(tx, tenantId, ids));
  }
}
async function lockDocuments(tx, keys) {
  const values = keys.map((key) => [key.tenant_id, key.conversation_id]);
  await insertAbsentRows(
    tx,
    SEARCH_DOCUMENTS,
    keys.map((key) => ({
      ...key,
      document_no: numberFor(key.conversation_id),
      indexed_seq: 0,
      words: ""
    }))
  );
  return tx.rows(
    `SELECT ${listColumns(SEARCH_DOCUMENTS)} FROM search_documents
     WHERE ${keyIn(tx.dialect, KEY, values)} ${lockInOrderOf(tx.dialect, KEY.join(", "))}`,
    values.flat()
  );
}
async function removeDocuments(tx, documents) {
  if (documents.length === 0) return;
  await searchIndexOf(tx.dialect).remove(
    tx,
    documents.map((document) => ({ ...nameOf(document), words: listOf(document.words) }))
  );
  const keys = documents.map(({ tenant_id, conversation_id }) => [tenant_id, conversation_id]);
  await tx.run(`DELETE FROM search_documents WHERE ${keyIn(tx.dialect, KEY, keys)}`, keys.flat());
}
async function readConversations(tx, documents) {
  if (documents.length === 0) return /* @__PURE__ */ new Map();
  const keys = documents.map(({ tenant_id, conversation_id }) => [tenant_id, conversation_id]);
  const rows = await tx.rows(
    `SELECT c.tenant_id, c.session_id, c.conversation_id, s.user_id, s.visitor_name
     FROM conversations c
     JOIN visitor_sessions s ON s.tenant_id = c.tenant_id AND s.session_id = c.session_id
     WHERE ${keyIn(tx.dialect, ["c.tenant_id", "c.conversation_id"], keys)}`,
    keys.flat()
  );
  return new Map(
    rows.map((row2) => [
      row2.conversation_id,
      {
        tenantId: row2.tenant_id,
        sessionId: row2.session_id,
        texts: [row2.user_id, row2.visitor_name].filter((text4) => text4 !== null)
      }
    ])
  );
}
async function readMessages(tx, documents, found) {
  if (documents.length === 0) return /* @__PURE__ */ new Map();
  const ofOne = `SELECT ? AS conversation_id, seq, content FROM messages
    WHERE tenant_id = ? AND session_id = ? AND seq > ? ORDER BY seq LIMIT ${MESSAGES_A_READ}`;
  const rows = await tx.rows(
    unionAll(
      tx.dialect,
      documents.map(() => ofOne)
    ),
    documents.flatMap(({ tenant_id, conversation_id, indexed_seq }) => [
      conversation_id,
      tenant_id,
      found.get(conversation_id)?.sessionId ?? "",
      indexed_seq
    ])
  );
  const messages = /* @__PURE__ */ new Map();
  for (const { conversation_id, seq: seq2, content: content2 } of rows.toSorted((a, b) => a.seq - b.seq)) {
    const said = messages.get(conversation_id) ?? [];
    messages.set(conversation_id, said);
    said.push({ seq: seq2, content: content2 });
  }
  return messages;
}
function newWords(known, texts) {
  const words = new Set(listOf(known));
  const added = [];
  for (const text4 of texts) {
    for (const word of wordsOf(text4)) {
      if (words.has(word) || words.size >= MAX_WORDS) continue;
      words.add(word);
      added.push(word);
    }
  }
  return added;
}
var listOf = (words) => words.split(" ").filter((word) => word !== "");
function nameOf({ tenant_id, document_no }) {
  return { tenantId: tenant_id, documentNo: document_no };
}
var keysOf = (sessions) => sessions.map(({ tenantId, sessionId: sessionId3 }) => [tenantId, sessionId3]);
function numberFor(conversationId) {
  return Number.parseInt(conversationId.slice(0, 8), 16) * RANDOM_NUMBERS + randomInt2(RANDOM_NUMBERS);
}

// src/compliance/model.ts
var REMOVED_CONVERSATIONS = defineTable(
  "removed_conversations",
  ["tenant_id", "session_id"],
  { tenant_id: text(), session_id: text(), conversation_id: text() }
);

// src/compliance/sweeps.ts
function startSweeps(everyMs, sweep, onFailure) {
  let isStopped = false;
  let isBusy = false;
  let running = Promise.resolve();
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    running = sweep(() => isStopped).catch(onFailure).finally(() => isBusy = false);
  }, everyMs);
  timer.unref();
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await running;
  };
}

// src/compliance/retention.ts
var SWEEP_MS2 = MINUTE;
var CLAIM = { key: "retention", limit: 1, windowMs: 55 * SECOND };
var WORK_MS = 50 * SECOND;
var TENANTS_A_ROUND = 20;
var MAX_CONVERSATIONS = 100;
function createRetention(options) {
  const { database, clock, budgets, hub, onDeleted } = options;
  const removalPace = createPace(database);
  const rowsPace = createPace(database);
  return async (isStopped) => {
    let tenants = await dueTenants2();
    if (tenants.length === 0) return 0;
    if (await database.transaction((tx) => budgets.take(tx, CLAIM)) > 0) return 0;
    const endsAt = performance.now() + WORK_MS;
    const isOver2 = () => isStopped() || performance.now() > endsAt;
    let removed = 0;
    for (; tenants.length > 0 && !isOver2(); tenants = await dueTenants2()) {
      for (const { tenantId, days } of tenants) {
        if (isOver2()) break;
        if (days !== null) removed += await removeSome(tenantId, clock() - days * DAY);
        await deleteRest(tenantId, isOver2);
      }
    }
    if (removed > 0) database.forgetDeleted();
    return removed;
  };
  function dueTenants2() {
    return database.read.rows(
      `SELECT t.tenant_id AS tenantId, t.retention_days AS days
       FROM tenants t${throughIndex(database.dialect, "tenants_retention")}
       WHERE t.retention_days IS NOT NULL AND (
         SELECT s.kept_from
         FROM visitor_sessions s${throughIndex(database.dialect, "visitor_sessions_age")} WHERE s.tenant_id = t.tenant_id
         ORDER BY s.tenant_id, s.kept_from LIMIT 1) < ? - t.retention_days * ${DAY}
       UNION SELECT tenant_id, NULL FROM removed_conversations
       LIMIT ${TENANTS_A_ROUND}`,
      [clock()]
    );
  }
  async function removeSome(tenantId, before) {
    const rows = await database.read.rows(
      `SELECT session_id FROM visitor_sessions WHERE tenant_id = ? AND kept_from < ?
       ORDER BY tenant_id, kept_from LIMIT ?`,
      [tenantId, before, Math.min(removalPace.rows, MAX_CONVERSATIONS)]
    );
    if (rows.length === 0) return 0;
    const sessionIds = rows.map((row2) => row2.session_id);
    const now = clock();
    const removed = await removalPace.transaction(
      (tx) => removeConversations(tx, { tenantId, sessionIds, before, now })
    );
    onDeleted("conversations", removed.length);
    onDeleted("visitor_sessions", removed.length);
    for (const { session_id: sessionId3, isOpen: isOpen2 } of removed) {
      if (isOpen2) hub.publish({ kind: "session-over", sessionId: sessionId3 });
    }
    return removed.length;
  }
  async function deleteRest(tenantId, isOver2) {
    const removed = await database.read.rows(
      `SELECT session_id, conversation_id FROM removed_conversations WHERE tenant_id = ?
       ORDER BY session_id LIMIT ${MAX_CONVERSATIONS}`,
      [tenantId]
    );
    if (removed.length === 0) return;
    const inList = `IN ${placeholders(1, removed.length)}`;
    const sessions = { where: `tenant_id = ? AND session_id ${inList}`, params: [tenantId] };
    sessions.params.push(...removed.map((row2) => row2.session_id));
    const conversations = {
      where: `tenant_id = ? AND conversation_id ${inList}`,
      params: [tenantId]
    };
    conversations.params.push(...removed.map((row2) => row2.conversation_id));
    const parts = [
      { table: "messages", key: ["tenant_id", "session_id", "seq"], ...sessions },
      { table: "tickets", key: ["tenant_id", "ticket_id"], ...conversations },
      {
        table: "callback_attempts",
        key: ["tenant_id", "conversation_id", "sequence", "timestamp_ms"],
        ...conversations,
        where: `${conversations.where} AND EXISTS (SELECT 1 FROM callback_events e
          WHERE e.tenant_id = callback_attempts.tenant_id
            AND e.conversation_id = callback_attempts.conversation_id
            AND e.sequence = callback_attempts.sequence AND e.state IN ${UNSETTLED})`
      },
      {
        table: "callback_events",
        key: ["tenant_id", "conversation_id", "sequence"],
        ...conversations,
        where: `${conversations.where} AND state IN ${UNSETTLED}`
      }
    ];
    for (const part of parts) {
      onDeleted(part.table, await eraseInBatches(database, part, isOver2, rowsPace));
    }
    if (isOver2()) return;
    await rowsPace.transaction(
      (tx) => tx.run(`DELETE FROM removed_conversations WHERE ${sessions.where}`, sessions.params),
      { isOneStatement: true }
    );
  }
}
var UNSETTLED = "('pending', 'aside')";
async function removeConversations(tx, given) {
  const { tenantId, sessionIds, before, now } = given;
  const found = await tx.rows(
    `SELECT s.session_id, s.expires_at, s.ended_at, c.conversation_id,
       COALESCE(c.last_said_at, c.started_at) AS said_at
     FROM visitor_sessions s
     LEFT JOIN conversations c ON c.tenant_id = s.tenant_id AND c.session_id = s.session_id
     WHERE s.tenant_id = ? AND s.session_id IN ${placeholders(1, sessionIds.length)}
     ${lockInOrderOf(tx.dialect, "s.tenant_id, s.session_id")}`,
    [tenantId, ...sessionIds]
  );
  const removed = [];
  const kept2 = [];
  for (const { session_id, conversation_id, said_at, expires_at, ended_at } of found) {
    if (conversation_id === null || said_at === null || said_at >= before) kept2.push(session_id);
    else
      removed.push({ session_id, conversation_id, isOpen: ended_at === null && expires_at > now });
  }
  if (kept2.length > 0) await lookLater(tx, tenantId, kept2, now);
  if (removed.length === 0) return [];
  const inList = `IN ${placeholders(1, removed.length)}`;
  const ofSessions = [tenantId, ...removed.map((row2) => row2.session_id)];
  await insertRows(
    tx,
    REMOVED_CONVERSATIONS,
    removed.map(({ session_id, conversation_id }) => ({
      tenant_id: tenantId,
      session_id,
      conversation_id
    }))
  );
  for (const table2 of ["conversations", "visitor_sessions"]) {
    await tx.run(`DELETE FROM ${table2} WHERE tenant_id = ? AND session_id ${inList}`, ofSessions);
  }
  await forgetWords(
    tx,
    tenantId,
    removed.map((row2) => row2.conversation_id)
  );
  await tx.run(`DELETE FROM callback_lanes WHERE tenant_id = ? AND conversation_id ${inList}`, [
    tenantId,
    ...removed.map((row2) => row2.conversation_id)
  ]);
  return removed;
}
async function lookLater(tx, tenantId, sessionIds, now) {
  await tx.run(
    `UPDATE visitor_sessions SET kept_from = COALESCE(
       (SELECT COALESCE(c.last_said_at, c.started_at) FROM conversations c
        WHERE c.tenant_id = visitor_sessions.tenant_id AND c.session_id = visitor_sessions.session_id), ?)
     WHERE tenant_id = ? AND session_id IN ${placeholders(1, sessionIds.length)}`,
    [now, tenantId, ...sessionIds]
  );
}
function startRetention({
  metrics,
  log,
  ...options
}) {
  const deleted = metrics.counter(
    "relay_retention_deleted_rows_total",
    "Rows of conversations that their tenants keep no longer",
    ["table"]
  );
  const sweep = createRetention({
    ...options,
    onDeleted: (table2, rows) => deleted.inc({ table: table2 }, rows)
  });
  return startSweeps(
    SWEEP_MS2,
    sweep,
    (err) => log.warn({ event: "retention.failed", err }, "could not delete old conversations yet")
  );
}

// src/compliance/tenant-erasure.ts
var TENANT_TABLES = {
  messages: ["tenant_id", "session_id", "seq"],
  callback_attempts: ["tenant_id", "conversation_id", "sequence", "timestamp_ms"],
  callback_events: ["tenant_id", "conversation_id", "sequence"],
  callback_lanes: ["tenant_id", "conversation_id"],
  tickets: ["tenant_id", "ticket_id"],
  conversations: ["tenant_id", "session_id"],
  visitor_sessions: ["tenant_id", "session_id"],
  // The entries first: what is added up meanwhile is in the totals.
  report_entries: ["tenant_id", "began_at", "entry_id"],
  report_totals: ["tenant_id", "began_at"],
  removed_conversations: ["tenant_id", "session_id"],
  widget_sightings: ["tenant_id", "outcome", "origin"],
  callback_troubles: ["tenant_id"],
  callback_results: ["tenant_id"],
  callback_stops: ["tenant_id", "event"],
  callback_queue_notices: ["tenant_id"],
  operator_tenants: ["tenant_id", "operator_id"],
  replay_claims: ["tenant_id", "signature"],
  retired_widget_keys: ["tenant_id", "widget_public_key"],
  tenant_secrets: ["tenant_id", "secret_id"]
};
var TENANTS_A_SWEEP = 20;
var SWEEP_MS3 = 20 * SECOND;
function createTenantErasure({ database, directory, clock, audit }) {
  return async (isStopped) => {
    const due = await database.read.rows(
      `SELECT tenant_id AS tenantId, workspace_id AS workspaceId FROM tenants
       WHERE deletes_at <= ? ORDER BY deletes_at LIMIT ${TENANTS_A_SWEEP}`,
      [clock()]
    );
    let erased = 0;
    for (const tenant of due) {
      if (isStopped()) break;
      if (await begin(tenant)) erased += await erase(tenant, isStopped) ? 1 : 0;
    }
    if (erased > 0) database.forgetDeleted();
    return erased;
  };
  async function begin({ tenantId }) {
    await database.transaction(
      (tx) => tx.run(
        `UPDATE tenants SET restores_to = NULL
         WHERE tenant_id = ? AND deletes_at <= ? AND restores_to IS NOT NULL`,
        [tenantId, clock()]
      )
    );
    const rows = await database.read.rows(
      `SELECT 1 FROM tenants WHERE tenant_id = ? AND status = 'deleting' AND restores_to IS NULL`,
      [tenantId]
    );
    return rows.length > 0;
  }
  async function erase(tenant, isStopped) {
    const { tenantId, workspaceId } = tenant;
    for (const [table2, key] of Object.entries(TENANT_TABLES)) {
      const rows = { table: table2, key, where: "tenant_id = ?", params: [tenantId] };
      await eraseInBatches(database, rows, isStopped);
    }
    await forgetTenant(database, tenantId, isStopped);
    if (isStopped()) return false;
    const isLast = await database.transaction(async (tx) => {
      const gone = await tx.run("DELETE FROM tenants WHERE tenant_id = ?", [tenantId]);
      if (gone === 0) return false;
      const entry2 = { workspaceId, action: "tenant.erased", actor: null, ip: null };
      await audit.record(tx, { ...entry2, subject: tenantId });
      return true;
    });
    directory.invalidate(tenantId);
    return isLast;
  }
}
function startTenantErasure({ log, ...options }) {
  return startSweeps(
    SWEEP_MS3,
    createTenantErasure(options),
    (err) => log.warn({ event: "tenant.erasure_failed", err }, "could not erase a deleted tenant yet")
  );
}

// src/conversations/inbox/auto-release.ts
var MAX_INTERVAL_MS = 5e3;
function startAutoRelease(options) {
  const { clock, log, journal, store: store2, awayReleaseMs } = options;
  const releaseSilent = async () => {
    const assignees = await store2.assignees();
    const silent = await options.silentSince(assignees, clock() - awayReleaseMs);
    for (const operatorId of silent) await releaseAllOf(operatorId);
  };
  const releaseAllOf = async (operatorId) => {
    for (const { session: session2, state } of await store2.assignedTo(operatorId)) {
      const tenant = await options.directory.find(session2.tenantId);
      if (!tenant) continue;
      try {
        await journal.submit({
          session: session2,
          // As the operator: refused if another node was first, or another operator has it now.
          command: {
            type: "release",
            actor: { operator: { operatorId, displayName: "" }, isAdmin: false }
          },
          surroundings: await options.surroundingsOf(tenant, session2.locale)
        });
      } catch (error) {
        if (!(error instanceof AppError) || error.status !== 409) throw error;
        const { conversationId } = state;
        log.debug(
          { event: "operator.released_elsewhere", conversation_id: conversationId },
          "another node released the conversation"
        );
      }
    }
  };
  let isRunning = false;
  const round = async () => {
    if (isRunning) return;
    isRunning = true;
    await releaseSilent().catch(
      (error) => log.warn(
        { event: "operator.release_failed", err: error },
        "could not release conversations of absent operators"
      )
    );
    isRunning = false;
  };
  const timer = setInterval(() => void round(), Math.min(MAX_INTERVAL_MS, awayReleaseMs / 2));
  timer.unref();
  return () => clearInterval(timer);
}

// src/config/master-key.ts
import { randomBytes as randomBytes4 } from "crypto";

// src/config/local-secrets.ts
import { randomBytes as randomBytes3 } from "crypto";
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync as readFileSync2,
  rmSync,
  writeSync
} from "fs";
import { join as join2 } from "path";
function keptAdminKey(dataDir) {
  return keptSecret(dataDir, "admin.key", () => randomBytes3(32).toString("base64url"));
}
function keptSecret(dataDir, file, make) {
  const path = join2(dataDir, file);
  try {
    const kept2 = read(path);
    if (kept2 !== null || make === null) return kept2;
    write(dataDir, path, make());
    return read(path);
  } catch (error) {
    const line = `DATA_DIR: can't store ${file} there (${codeOf(error)})`;
    throw new ConfigError([line], { cause: error });
  }
}
function read(path) {
  try {
    return readFileSync2(path, "utf8").trim() || null;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}
function write(dataDir, path, secret) {
  mkdirSync(dataDir, { recursive: true });
  const unfinished = `${path}.${randomBytes3(6).toString("hex")}`;
  try {
    const file = openSync(unfinished, "wx", 384);
    writeSync(file, secret);
    fsyncSync(file);
    closeSync(file);
    if (read(path) === null) rmSync(path, { force: true });
    linkSync(unfinished, path);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
  const folder = openSync(dataDir, "r");
  fsyncSync(folder);
  closeSync(folder);
}

// src/config/master-key.ts
var CHECK = "master_key_check";
var MASTER_KEY_CHECK = defineTable(CHECK, ["id"], { id: integer(), sealed: text() });
async function openKeys(config, database) {
  const schema = await readSchema(database);
  const keys = deriveKeys(config.masterKeys ?? [keptMasterKey(config.dataDir, schema === null)]);
  if (schema !== null) await assertOpens(database, keys);
  return keys;
}
function keptMasterKey(dataDir, isDatabaseNew) {
  const make = () => randomBytes4(KEY_BYTES).toString("base64");
  const kept2 = isDatabaseNew ? keptSecret(dataDir, "master.key", make) : keptSecret(dataDir, "master.key", null);
  if (kept2 === null) {
    throw wrongKey(`is missing, and so is master.key in ${dataDir}: set the database's own key`);
  }
  const { keys, problem } = parseMasterKeys(kept2);
  if (problem !== null) throw wrongKey(`master.key in ${dataDir} ${problem}`);
  return keys[0];
}
async function bindKeys(database, keys) {
  await database.transaction(
    (tx) => insertIfAbsent(tx, MASTER_KEY_CHECK, { id: 1, sealed: seal(keys.check, CHECK, CHECK) })
  );
  await assertOpens(database, keys);
}
async function resealCheck(database, { check }, now) {
  const [row2] = await database.read.rows(`SELECT sealed FROM ${CHECK}`);
  if (!row2) return null;
  if (isSealedWithNewest(check, row2.sealed, CHECK)) {
    const [, rotatedAt] = open(check, row2.sealed, CHECK).split("|");
    return rotatedAt === void 0 ? null : Number(rotatedAt);
  }
  await database.transaction(
    (tx) => tx.run(`UPDATE ${CHECK} SET sealed = ? WHERE sealed = ?`, [
      seal(check, `${CHECK}|${now}`, CHECK),
      row2.sealed
    ])
  );
  return now;
}
async function readSealed({ read: read3 }) {
  if (await hasTable(read3, CHECK)) {
    const [row3] = await read3.rows(`SELECT sealed FROM ${CHECK}`);
    if (row3) return { key: "check", sealed: row3.sealed, aad: CHECK };
  }
  if (!await hasTable(read3, "tenant_secrets")) return null;
  const [row2] = await read3.rows(
    "SELECT tenant_id, sealed_secret FROM tenant_secrets LIMIT 1"
  );
  return row2 ? { key: "tenantSecret", sealed: row2.sealed_secret, aad: row2.tenant_id } : null;
}
async function assertOpens(database, keys) {
  const found = await readSealed(database);
  if (!found) return;
  try {
    open(keys[found.key], found.sealed, found.aad);
  } catch (error) {
    throw wrongKey("can't decrypt the database: set the key that it was created with", error);
  }
}
function wrongKey(what, cause) {
  return new ConfigError([`MASTER_KEY: ${what}`], { cause });
}

// src/config/resealing.ts
var ROWS = 100;
var MARGIN_MS = HOUR;
function createResealing(options) {
  const { database, keys, clock, columns } = options;
  const pace = createPace(database);
  const isRotating = keys.check.length > 1;
  let remaining = isRotating ? 1 : 0;
  async function reseal({ table: table2, key, column, keys: ring, more = [], aad }) {
    let failed = 0;
    const selected = [...key, ...more, column].join(", ");
    const order = key.join(", ");
    for (let after = key.map(() => ""); ; ) {
      const rows = await database.read.rows(
        `SELECT ${selected} FROM ${table2} WHERE (${order}) > (${key.map(() => "?").join(", ")})
         ORDER BY ${order} LIMIT ${ROWS}`,
        after
      );
      const changes = [];
      for (const row2 of rows) {
        const sealed = row2[column] ?? "";
        if (isSealedWithNewest(ring, sealed, aad(row2))) continue;
        try {
          const again2 = seal(ring, open(ring, sealed, aad(row2)), aad(row2));
          changes.push([again2, ...key.map((name2) => row2[name2] ?? ""), sealed]);
        } catch {
          failed++;
        }
      }
      const where = [...key, column].map((name2) => `${name2} = ?`).join(" AND ");
      if (changes.length > 0) {
        await pace.transaction(async (tx) => {
          for (const change of changes) {
            await tx.run(`UPDATE ${table2} SET ${column} = ? WHERE ${where}`, change);
          }
        });
      }
      const last2 = rows.at(-1);
      if (!last2 || rows.length < ROWS) return failed;
      after = key.map((name2) => last2[name2] ?? "");
    }
  }
  async function oldLogins(rotatedAt) {
    const [row2] = await database.read.rows(
      `SELECT COUNT(*) AS n FROM console_sessions
       WHERE revoked_at IS NULL AND expires_at > ? AND created_at < ?`,
      [clock(), rotatedAt + MARGIN_MS]
    );
    return Number(row2?.n);
  }
  return {
    remaining: () => remaining,
    run: async () => {
      if (!isRotating) return;
      let failed = 0;
      for (const column of columns) failed += await reseal(column);
      const rotatedAt = await resealCheck(database, keys, clock());
      remaining = failed + (rotatedAt === null ? 0 : await oldLogins(rotatedAt));
    }
  };
}

// src/app/lifecycle.ts
function createLifecycle(log) {
  const stages = [];
  const running = /* @__PURE__ */ new Set();
  let starting = null;
  let stopping = null;
  const startAll = async () => {
    for (const part of stages.flat()) {
      if (stopping) return;
      running.add(part);
      await part.start?.();
    }
  };
  const stopAll = async () => {
    await starting?.catch(() => void 0);
    const failures = [];
    for (const stage of stages.toReversed()) {
      const parts = stage.filter((part) => running.has(part));
      const ends = await Promise.allSettled(parts.map(async (part) => part.stop?.()));
      for (const [index, end] of ends.entries()) {
        if (end.status === "fulfilled") continue;
        failures.push(end.reason);
        log.error(
          { event: "relay.part_not_stopped", err: end.reason, part: parts[index]?.name },
          "a part of the relay did not stop"
        );
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, "some parts did not stop");
  };
  const stop = () => stopping ??= stopAll();
  return {
    register: (...parts) => {
      stages.push(parts);
      for (const part of parts) if (!part.start) running.add(part);
    },
    start: async () => {
      starting = startAll();
      try {
        await starting;
      } catch (error) {
        await stop().catch(() => void 0);
        throw error;
      }
    },
    stop,
    isStopping: () => stopping !== null
  };
}
function task(name2, run) {
  let end;
  return {
    name: name2,
    start: () => {
      end = run();
    },
    stop: () => end?.()
  };
}

// src/app/maintenance.ts
var INTERVAL_MS = 10 * MINUTE;
function startMaintenance(log, tasks) {
  let isStopped = false;
  const run = async () => {
    for (const task2 of tasks) {
      if (isStopped) return;
      await task2().catch(
        (error) => log.warn({ event: "maintenance.failed", err: error }, "maintenance failed")
      );
    }
  };
  let running = run();
  const timer = setInterval(() => {
    running = running.then(run);
  }, INTERVAL_MS);
  timer.unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
    return running;
  };
}

// src/app/background.ts
function registerBackground(infrastructure, { mailer, mailWorker, accounts, invitations }, { directory, presence: presence2 }, visitors, callbacks, { writing, bots, folding, indexSize }, { replayClaims }) {
  const {
    config,
    keys,
    database,
    clock,
    log,
    audit,
    hub,
    idempotency,
    budgets,
    metrics,
    lifecycle
  } = infrastructure;
  const followTenants = () => directory.follow((tenantId) => hub.publishHere({ kind: "tenant-changed", tenantId }));
  const autoRelease = {
    ...writing,
    silentSince: presence2.silentSince,
    awayReleaseMs: config.operatorAwayReleaseMs
  };
  const resealing = createResealing({
    database,
    keys,
    clock,
    columns: [
      {
        table: "tenant_secrets",
        key: ["tenant_id", "secret_id"],
        column: "sealed_secret",
        keys: keys.tenantSecret,
        aad: ({ tenant_id = "" }) => tenant_id
      },
      {
        table: "mails",
        key: ["mail_id"],
        column: "sealed_content",
        keys: keys.mail,
        more: ["recipient"],
        aad: ({ mail_id = "", recipient = "" }) => sealedFor(mail_id, recipient)
      }
    ]
  });
  metrics.gauge(
    "relay_sealed_with_old_key",
    "Rows that still need the older one of two master keys",
    resealing.remaining
  );
  const deletions = [
    accounts.deleteExpired,
    invitations.deleteExpired,
    idempotency.deleteExpired,
    replayClaims.deleteExpired,
    createCallbackRetention({ database, clock }),
    createAuditRetention({ database, clock, keptMs: config.auditKeptMs }),
    resealing.run,
    createQueueMails({ database, clock, mailer }),
    async () => void await visitors.sessions.purgeExpired(clock()),
    visitors.sightings.deleteExpired,
    folding.fold,
    folding.deleteExpired,
    indexSize.measure
  ];
  lifecycle.register(
    { name: "callback worker", start: callbacks.worker.start, stop: callbacks.worker.stop },
    ...mailWorker ? [{ name: "mail worker", ...mailWorker }] : [],
    { name: "bots", start: bots.start, stop: bots.stop },
    task("tenant changes", followTenants),
    task("auto-release", () => startAutoRelease(autoRelease)),
    task(
      "mails about failing callbacks",
      () => startFailingMails({ database, clock, log, mailer })
    ),
    task(
      "erasure of tenants",
      () => startTenantErasure({ database, directory, clock, audit, log })
    ),
    task("retention", () => startRetention({ database, clock, log, budgets, hub, metrics })),
    task("maintenance", () => startMaintenance(log, deletions))
  );
}

// src/callbacks/console/redelivery.ts
import { sha256Hex as sha256Hex2 } from "@chat-relay/receiver-sdk";

// src/callbacks/console/event-ranges.ts
import { EVENT_NAMES as EVENT_NAMES2 } from "@chat-relay/receiver-sdk";

// src/callbacks/console/schemas.ts
import { EVENT_NAMES } from "@chat-relay/receiver-sdk";
import Joi5 from "joi";

// src/platform/http/fields.ts
import Joi4 from "joi";

// src/platform/message-text.ts
var MAX_CONTENT_CHARS = 4e3;
var UNSTORABLE = /[\0\p{Cs}]/u;
function isTooLong(content2) {
  if (content2.length <= MAX_CONTENT_CHARS) return false;
  return content2.length > MAX_CONTENT_CHARS * 2 || Array.from(content2).length > MAX_CONTENT_CHARS;
}

// src/platform/http/fields.ts
var UNREADABLE = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]|^[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]*$/u;
function readable() {
  return Joi4.string().pattern(UNREADABLE, { invert: true });
}
function lineOfText(max) {
  return readable().custom((text4) => text4.trim()).max(max);
}
function messageText() {
  return Joi4.string().pattern(UNSTORABLE, { invert: true });
}
var name = lineOfText(80);
var userId = readable().max(128, "utf8");
var uuid = Joi4.string().pattern(UUID_V7);
var objectId = Joi4.string().pattern(OBJECT_ID);
var locale = Joi4.string().max(35).pattern(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/);
var password = Joi4.string().min(8, "utf8").max(512, "utf8");
var time = Joi4.string().isoDate();
var clientMsgId = Joi4.string().min(1).max(64).pattern(/^[\x20-\x7e]+$/);
var content = messageText().max(MAX_CONTENT_CHARS * 2).custom(
  (value, joi) => isTooLong(value) ? joi.error("string.max", { limit: MAX_CONTENT_CHARS }) : value
);
var page = {
  limit: Joi4.number().integer().min(1).max(200).default(50),
  cursor: Joi4.string().max(512)
};

// src/callbacks/console/schemas.ts
var CALLBACK_STATES = ["pending", "aside", "delivered", "dead"];
var REPLAYED_STATES = ["delivered", "dead"];
var callbacksQuery = Joi5.object({
  tenant_id: uuid.required(),
  state: Joi5.valid(...CALLBACK_STATES),
  event: Joi5.valid(...EVENT_NAMES),
  conversation_id: objectId,
  since: time,
  until: time,
  order: Joi5.valid("asc", "desc").default("desc"),
  bodies: Joi5.boolean().default(false),
  ...page
});
var callbackQuery = Joi5.object({ event_id: uuid.required() });
var resendBody = Joi5.object({
  event_id: uuid.required(),
  force: Joi5.boolean()
});
var replayBody = Joi5.object({
  tenant_id: uuid.required(),
  since: time.required(),
  until: time.required(),
  event: Joi5.valid(...EVENT_NAMES),
  state: Joi5.valid(...REPLAYED_STATES),
  dry_run: Joi5.boolean()
});
var tenantBody = Joi5.object({ tenant_id: uuid.required() });
var nullable = (schema) => schema.allow(null).required();
var count = Joi5.number().integer().min(0);
var callbackFields = {
  event_id: uuid.required(),
  tenant_id: uuid.required(),
  conversation_id: objectId.required(),
  event: Joi5.string().required(),
  sequence: Joi5.number().integer().required(),
  state: Joi5.valid(...CALLBACK_STATES).required(),
  attempt_count: count.required(),
  outcome: nullable(Joi5.string()),
  replay_of: nullable(uuid),
  created_at: time.required(),
  next_attempt_at: nullable(time),
  settled_at: nullable(time)
};
var callbacksAnswer = pageAnswer(
  "callbacks",
  Joi5.object({ ...callbackFields, body_text: Joi5.string() })
);
var callbackAnswer = Joi5.object({ callback: Joi5.object(callbackFields).required() });
var attempt = Joi5.object({
  attempted_at: time.required(),
  status: nullable(Joi5.number().integer()),
  outcome: Joi5.string().required(),
  duration_ms: count.required(),
  answer: Joi5.string().allow("").required(),
  clock_skew_ms: nullable(Joi5.number().integer())
});
var callbackDetailAnswer = Joi5.object({
  callback: Joi5.object({
    ...callbackFields,
    body: Joi5.object().unknown().required(),
    attempts: Joi5.array().items(attempt).required()
  }).required()
});
var callbackHealthAnswer = Joi5.object({
  pending: count.required(),
  dead: count.required(),
  oldest_pending_at: nullable(time),
  paused_until: nullable(time),
  probing_since: nullable(time),
  last_delivered_at: nullable(time),
  last_failure: nullable(
    Joi5.object({
      at: time.required(),
      status: nullable(Joi5.number().integer()),
      reason: Joi5.string().required()
    })
  ),
  stopped_events: Joi5.array().items(Joi5.string()).required()
});
var replayAnswer = Joi5.object({
  matched: count.required(),
  replayed: count.required()
});
var resumeAnswer = Joi5.object({ waiting: count.required() });
var testAnswer = Joi5.object({
  test: Joi5.object({
    url: Joi5.string().required(),
    dns: Joi5.object({
      host: Joi5.string().required(),
      addresses: Joi5.array().items(Joi5.string()).required(),
      error: nullable(Joi5.string())
    }).required(),
    tls: nullable(
      Joi5.object({
        protocol: nullable(Joi5.string()),
        issuer: nullable(Joi5.string()),
        valid_to: nullable(time),
        error: nullable(Joi5.string())
      })
    ),
    delivered: Joi5.boolean().required(),
    acknowledged: Joi5.boolean().required(),
    status: nullable(Joi5.number().integer()),
    outcome: Joi5.string().required(),
    duration_ms: count.required(),
    answer: Joi5.string().allow("").required(),
    clock_skew_ms: nullable(Joi5.number().integer())
  }).required()
});

// src/callbacks/console/event-ranges.ts
function eventRanges({ tenantId, conversationId, states, event }, rest) {
  const ofTenant = equal("tenant_id", tenantId);
  if (conversationId === void 0 && states === void 0 && event === void 0) {
    return { index: "callback_events_id", ranges: [allOf([ofTenant, ...rest])] };
  }
  if (conversationId !== void 0) {
    const conditions = [ofTenant, equal("conversation_id", conversationId)];
    if (states) conditions.push(among("state", states));
    if (event !== void 0) conditions.push(equal("event", event));
    return {
      index: { primaryKeyOf: "callback_events" },
      ranges: [allOf([...conditions, ...rest])]
    };
  }
  const events = event === void 0 ? EVENT_NAMES2 : [event];
  return {
    index: "callback_events_state",
    ranges: (states ?? CALLBACK_STATES).flatMap(
      (state) => events.map((name2) => allOf([ofTenant, equal("state", state), equal("event", name2), ...rest]))
    )
  };
}

// src/callbacks/worker/pull-forward.ts
var BATCH3 = 500;
async function pullForward(tx, tenantId, now) {
  for (let after = ""; ; ) {
    const rows = await tx.rows(
      `SELECT conversation_id AS conversationId, head FROM callback_lanes
       WHERE tenant_id = ? AND conversation_id > ? AND lease_owner IS NULL AND head <= tail
         AND head_due_at > ?
       ORDER BY tenant_id, conversation_id LIMIT ${BATCH3}${forUpdate(tx.dialect)}`,
      [tenantId, after, now]
    );
    if (rows.length === 0) return;
    const events = rows.map(({ conversationId, head }) => [tenantId, conversationId, head]);
    await tx.run(
      `UPDATE callback_events SET due_at = ? WHERE due_at > ? AND ` + keyIn(tx.dialect, ["tenant_id", "conversation_id", "sequence"], events),
      [now, now, ...events.flat()]
    );
    const lanes = rows.map(({ conversationId }) => [tenantId, conversationId]);
    await tx.run(
      "UPDATE callback_lanes SET head_due_at = ?, due_at = ? WHERE " + keyIn(tx.dialect, ["tenant_id", "conversation_id"], lanes),
      [now, now, ...lanes.flat()]
    );
    after = rows.at(-1)?.conversationId ?? "";
  }
}

// src/callbacks/events/event-time.ts
var ID_LAG_MS = MINUTE;
function happenedBetween(range2) {
  const { since: since2, until } = range2;
  const conditions = [];
  if (since2 !== void 0) {
    conditions.push(["event_id >= ? AND created_at >= ?", firstIdAt(since2), since2]);
  }
  if (until !== void 0) {
    conditions.push(["event_id < ? AND created_at < ?", firstIdAt(until + ID_LAG_MS), until]);
  }
  return conditions;
}

// src/callbacks/health/tenant-health.ts
var FAILURES_TO_OPEN = 5;
var FIRST_PROBE_MS = 30 * SECOND;
var MAX_PROBE_MS = 10 * MINUTE;
function afterFailure(health, report, now, random = Math.random()) {
  const before = health ?? {
    tenantId: report.tenantId,
    failingSince: now,
    failures: 0,
    firstConversationId: report.conversationId,
    isSpread: false,
    probes: 0,
    probingSince: null,
    resumesAt: 0,
    mailsSent: 0
  };
  const failures = before.failures + 1;
  const isSpread = before.isSpread || before.firstConversationId !== report.conversationId;
  const isOut = failures >= FAILURES_TO_OPEN && (isSpread || report.isUnreachable);
  const probes = before.probes === 0 ? isOut ? 1 : 0 : before.probes + (report.isProbe ? 1 : 0);
  const waitsLonger = probes > before.probes;
  const probeAt = waitsLonger ? now + probeWaitMs(probes, random) : 0;
  const resumesAt = Math.max(before.resumesAt, probeAt, report.pauseUntil ?? 0);
  const probingSince = probes > 0 ? before.probingSince ?? now : null;
  return { ...before, failures, isSpread, probes, probingSince, resumesAt };
}
function afterSuccess(health, now) {
  if (!health || health.probes > 0 || health.resumesAt <= now) return null;
  return { ...health, failingSince: now, failures: 0, isSpread: false, mailsSent: 0 };
}
function probeWaitMs(probes, random) {
  const wait6 = Math.min(FIRST_PROBE_MS * 2 ** (probes - 1), MAX_PROBE_MS);
  return Math.round(wait6 * (0.8 + 0.4 * random));
}
async function updateHealth(tx, reports, now) {
  if (reports.length === 0) return { failing: /* @__PURE__ */ new Map(), recovered: [] };
  const tenantIds = [...new Set(reports.map(({ tenantId }) => tenantId))].sort();
  const before = await lockHealth(tx, tenantIds);
  const after = new Map(before);
  for (const report of reports) {
    const health = after.get(report.tenantId) ?? null;
    const next = report.isSuccess ? afterSuccess(health, now) : afterFailure(health, report, now);
    if (next) after.set(report.tenantId, next);
    else after.delete(report.tenantId);
  }
  await upsertRows(tx, TENANT_HEALTH, [...after.values()].map(rowOf));
  const over = [...before.values()].filter(({ tenantId }) => !after.has(tenantId));
  await forget(
    tx,
    over.map(({ tenantId }) => tenantId)
  );
  return {
    failing: new Map([...after].map(([tenantId, { resumesAt }]) => [tenantId, resumesAt])),
    recovered: over.filter(({ probes }) => probes > 0).map(({ tenantId }) => tenantId)
  };
}
async function forget(tx, tenantIds) {
  if (tenantIds.length === 0) return;
  await tx.run(
    `DELETE FROM callback_troubles WHERE tenant_id IN ${placeholders(1, tenantIds.length)}`,
    tenantIds
  );
}
async function lockHealth(tx, tenantIds) {
  const rows = await tx.rows(
    `SELECT ${listColumns(TENANT_HEALTH)} FROM callback_troubles
     WHERE tenant_id IN ${placeholders(1, tenantIds.length)}${forUpdate(tx.dialect)}`,
    tenantIds
  );
  return new Map(
    rows.map((row2) => [
      row2.tenant_id,
      {
        tenantId: row2.tenant_id,
        failingSince: row2.failing_since,
        failures: row2.failures,
        firstConversationId: row2.first_conversation_id,
        isSpread: Boolean(row2.is_spread),
        probes: row2.probes,
        probingSince: row2.probing_since,
        resumesAt: row2.resumes_at,
        mailsSent: row2.mails_sent
      }
    ])
  );
}
function rowOf(health) {
  return {
    tenant_id: health.tenantId,
    failing_since: health.failingSince,
    failures: health.failures,
    first_conversation_id: health.firstConversationId,
    is_spread: health.isSpread ? 1 : 0,
    probes: health.probes,
    probing_since: health.probingSince,
    resumes_at: health.resumesAt,
    mails_sent: health.mailsSent
  };
}

// src/callbacks/console/redelivery.ts
var COPIES = dropColumns(CALLBACK_EVENTS, "outcome", "failing_since", "settled_at");
var BATCH4 = 200;
function createRedelivery(options) {
  const { database, clock, wake } = options;
  const conditionsOf = (range2) => [
    ...happenedBetween(range2).map(([where, ...params]) => ({ where, params })),
    { where: "sequence > 0", params: [] }
    // copies were requested by a person already
  ];
  return {
    resend: async (row2, { isForced }) => {
      const eventId = await database.transaction(
        (tx) => isForced ? copy(tx, row2, clock()) : again(tx, row2, clock())
      );
      wake();
      return eventId;
    },
    count: async (range2) => {
      const { index, ranges: ranges2 } = eventRanges(range2, conditionsOf(range2));
      const from = `callback_events${throughIndex(database.dialect, index)}`;
      const counts = ranges2.map(
        ({ where }) => `SELECT COUNT(*) AS count FROM ${from} WHERE ${where}`
      );
      const rows = await database.slowRead.rows(
        unionAll(database.dialect, counts),
        ranges2.flatMap(({ params }) => params)
      );
      return rows.reduce((total, { count: count7 }) => total + count7, 0);
    },
    replay: async (range2) => {
      const until = Math.min(range2.until, clock() + 1);
      let replayed = 0;
      for (let after = ""; ; ) {
        const conditions = conditionsOf({ ...range2, until });
        const page2 = firstOfRanges({
          dialect: database.dialect,
          columns: "conversation_id, sequence, event_id",
          from: "callback_events",
          ...eventRanges(range2, [{ where: "event_id > ?", params: [after] }, ...conditions]),
          order: "event_id",
          limit: BATCH4
        });
        const rows = await database.read.rows(
          page2.sql,
          page2.params
        );
        const last2 = rows.at(-1);
        if (!last2) return replayed;
        replayed += await database.transaction(
          (tx) => putAside(tx, range2.tenantId, rows, range2.states, clock())
        );
        wake();
        after = last2.event_id;
      }
    },
    resume: async (tenantId) => {
      await database.transaction(async (tx) => {
        await pullForward(tx, tenantId, clock());
        await forget(tx, [tenantId]);
        await tx.run("DELETE FROM callback_stops WHERE tenant_id = ?", [tenantId]);
      });
      wake();
    }
  };
}
async function again(tx, row2, now) {
  const { tenant_id: tenantId } = row2;
  const isSettled = row2.state === "delivered" || row2.state === "dead";
  if (isSettled || row2.state === "aside") {
    const states = ["delivered", "dead", "aside"];
    if (await putAside(tx, tenantId, [row2], states, now) === 0) throw new AppError("not_found");
    return row2.event_id;
  }
  await tx.run(
    `UPDATE callback_events SET due_at = ? WHERE tenant_id = ? AND event_id = ? AND due_at > ?`,
    [now, tenantId, row2.event_id, now]
  );
  await tx.run(
    `UPDATE callback_lanes SET head_due_at = ?, due_at = ?
     WHERE tenant_id = ? AND conversation_id = ? AND head = ? AND lease_owner IS NULL AND due_at > ?`,
    [now, now, tenantId, row2.conversation_id, row2.sequence, now]
  );
  return row2.event_id;
}
async function copy(tx, row2, now) {
  const { tenant_id: tenantId, conversation_id: conversationId } = row2;
  await openLanes(tx, tenantId, [conversationId], now);
  const [lowest] = await tx.rows(
    "SELECT MIN(sequence) AS sequence FROM callback_events WHERE tenant_id = ? AND conversation_id = ?",
    [tenantId, conversationId]
  );
  const eventId = newId();
  const original = JSON.parse(row2.body.toString());
  const body = Buffer.from(
    JSON.stringify({ ...original, event_id: eventId, replay_of: row2.event_id })
  );
  const values = {
    tenant_id: tenantId,
    conversation_id: conversationId,
    sequence: Math.min(lowest?.sequence ?? 0, 0) - 1,
    event_id: eventId,
    event: row2.event,
    body,
    body_sha256: sha256Hex2(body),
    state: "aside",
    attempts: 0,
    last_timestamp: 0,
    due_at: now,
    replay_of: row2.event_id,
    created_at: now
  };
  await insertRows(tx, COPIES, [values]);
  return eventId;
}
async function putAside(tx, tenantId, events, states, now) {
  const conversationIds = [...new Set(events.map((event) => event.conversation_id))].sort();
  await openLanes(tx, tenantId, conversationIds, now);
  const keys = events.map((event) => [tenantId, event.conversation_id, event.sequence]);
  return tx.run(
    `UPDATE callback_events SET due_at = ?, attempts = 0, failing_since = NULL,
       settled_at = CASE WHEN state = 'dead' THEN NULL ELSE settled_at END, state = 'aside'
     WHERE state IN ${placeholders(1, states.length)}
       AND ${keyIn(tx.dialect, ["tenant_id", "conversation_id", "sequence"], keys)}`,
    [now, ...states, ...keys.flat()]
  );
}
async function openLanes(tx, tenantId, conversationIds, now) {
  const rows = await tx.rows(
    `SELECT conversation_id, last_event_sequence FROM conversations
     WHERE tenant_id = ? AND conversation_id IN ${placeholders(1, conversationIds.length)}
     ORDER BY session_id${forUpdate(tx.dialect)}`,
    [tenantId, ...conversationIds]
  );
  if (rows.length < conversationIds.length) throw new AppError("not_found");
  const lanes = rows.toSorted((a, b) => a.conversation_id < b.conversation_id ? -1 : 1).map(({ conversation_id, last_event_sequence: last2 }) => [
    tenantId,
    conversation_id,
    last2 + 1,
    last2,
    now,
    now,
    now
  ]);
  const due = incoming(tx.dialect, "due_at");
  await tx.run(
    `INSERT INTO callback_lanes (tenant_id, conversation_id, head, tail, due_at, head_due_at, side_due_at) VALUES ${placeholders(lanes.length, 7)} ` + onConflict(tx.dialect, ["tenant_id", "conversation_id"], {
      side_due_at: incoming(tx.dialect, "side_due_at"),
      due_at: `CASE WHEN lease_owner IS NULL THEN ${due} ELSE callback_lanes.due_at END`
    }),
    lanes.flat()
  );
}

// src/callbacks/console/test-call.ts
import { isIP as isIP2 } from "net";
import { setTimeout as wait2 } from "timers/promises";
import { connect } from "tls";
import { signedHeaders as signedHeaders3 } from "@chat-relay/receiver-sdk";

// src/callbacks/delivery/attempt-log.ts
var MAX_ANSWER_BYTES2 = 4096;
function recordOf(attempt2, timestampMs, nowMs) {
  const { durationMs } = attempt2;
  const outcome = outcomeCode(attempt2);
  if (attempt2.kind === "failed") {
    const answer3 = printable(attempt2.message);
    return { timestampMs, status: null, outcome, durationMs, answer: answer3, clockSkewMs: null };
  }
  return {
    timestampMs,
    status: attempt2.status,
    outcome,
    durationMs,
    answer: printable(attempt2.bodyText),
    clockSkewMs: skewOf(attempt2.headers.date, nowMs)
  };
}
function outcomeCode(attempt2) {
  return attempt2.kind === "answered" ? `status_${attempt2.status}` : attempt2.reason;
}
function printable(text4) {
  if (text4.length <= MAX_ANSWER_BYTES2 && PLAIN.test(text4)) return text4;
  const cut2 = text4.slice(0, MAX_ANSWER_BYTES2).replaceAll(UNPRINTABLE, "\uFFFD").toWellFormed();
  const bytes2 = Buffer.from(cut2);
  if (bytes2.length <= MAX_ANSWER_BYTES2) return cut2;
  return new TextDecoder().decode(bytes2.subarray(0, MAX_ANSWER_BYTES2), { stream: true });
}
var PLAIN = /^[\x20-\x7e\n\t]*$/;
var UNPRINTABLE = /[^\P{C}\n\t]/gu;
function skewOf(date, nowMs) {
  const at = date === void 0 ? Number.NaN : Date.parse(date);
  if (Number.isNaN(at)) return null;
  const ahead = at - nowMs;
  return ahead > 0 ? ahead : Math.min(0, ahead + 999);
}
async function logAttempts(tx, attempts) {
  const rows = attempts.map(({ tenantId, conversationId, sequence, record: record2 }) => ({
    tenant_id: tenantId,
    conversation_id: conversationId,
    sequence,
    timestamp_ms: record2.timestampMs,
    record: JSON.stringify(record2)
  }));
  await insertRows(tx, CALLBACK_ATTEMPTS, rows);
}
async function readAttempts(sql, { tenantId, conversationId, sequence }) {
  const rows = await sql.rows(
    `SELECT record FROM callback_attempts
     WHERE tenant_id = ? AND conversation_id = ? AND sequence = ? ORDER BY timestamp_ms`,
    [tenantId, conversationId, sequence]
  );
  return rows.map(({ record: record2 }) => JSON.parse(record2));
}

// src/callbacks/delivery/delivery.ts
import { context as context2, propagation } from "@opentelemetry/api";
import { signedHeaders as signedHeaders2 } from "@chat-relay/receiver-sdk";

// src/callbacks/delivery/answer-lines.ts
var NDJSON = "application/x-ndjson";
var MAX_STREAM_MS = 60 * SECOND;
var FIRST_LINE_MS = 10 * SECOND;
var BETWEEN_LINES_MS = 20 * SECOND;
function streamedAnswer(body, maxBytes) {
  const guard = setTimeout(() => body.destroy(), MAX_STREAM_MS);
  guard.unref();
  body.on("error", () => void 0);
  body.on("close", () => clearTimeout(guard));
  async function* lines({ signal, totalMs }) {
    const cut2 = () => void body.destroy(new Error("the streamed answer was cut off"));
    if (signal.aborted) cut2();
    signal.addEventListener("abort", cut2, { once: true });
    const total = setTimeout(cut2, Math.min(totalMs, MAX_STREAM_MS));
    let next = setTimeout(cut2, FIRST_LINE_MS);
    const decoder = new TextDecoder();
    let size = 0;
    let rest = "";
    try {
      for await (const chunk of body) {
        size += chunk.length;
        if (size > maxBytes) throw new Error(`the streamed answer has more than ${maxBytes} bytes`);
        const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
        rest = parts.pop() ?? "";
        for (const line of parts) {
          if (line.trim() === "") continue;
          clearTimeout(next);
          next = setTimeout(cut2, BETWEEN_LINES_MS);
          yield line;
        }
      }
      if (rest.trim() !== "") yield rest;
    } finally {
      clearTimeout(total);
      clearTimeout(next);
      signal.removeEventListener("abort", cut2);
      body.destroy();
    }
  }
  return { lines, cancel: () => void body.destroy() };
}

// src/callbacks/delivery/attempt-span.ts
import { context, ROOT_CONTEXT, SpanKind, trace } from "@opentelemetry/api";
function inAttemptSpan(event, url, cause, attempt2) {
  const parent = cause ? trace.setSpanContext(ROOT_CONTEXT, cause) : ROOT_CONTEXT;
  const span = tracer.startSpan(
    `callback ${event.event}`,
    {
      kind: SpanKind.CLIENT,
      attributes: {
        "url.full": url,
        "http.request.resend_count": event.attempts,
        "chat_relay.tenant_id": event.tenantId,
        "chat_relay.conversation_id": event.conversationId,
        "chat_relay.event_id": event.eventId
      }
    },
    parent
  );
  const end = (outcome) => {
    if ("code" in outcome) span.setAttribute("chat_relay.outcome", outcome.code);
    if (outcome.kind !== "delivered") failSpan(span, outcome.kind);
    span.end();
    return outcome;
  };
  return context.with(trace.setSpan(parent, span), attempt2).then(end, (error) => {
    failSpan(span, "internal_error");
    span.end();
    throw error;
  });
}

// src/callbacks/delivery/retry-schedule.ts
var DELAYS_MS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  ...[1, 2, 4, 8, 12, 20, 24].map((hours2) => hours2 * HOUR)
];
var JITTER = 0.2;
var MAX_PAUSE_MS = HOUR;
function nextDelayMs(failedAttempts, random = Math.random) {
  const delay = DELAYS_MS[failedAttempts - 1];
  return delay === void 0 ? null : Math.round(delay * (1 - JITTER + 2 * JITTER * random()));
}
function retryAfterMs(header, nowMs) {
  const value = header?.trim() ?? "";
  if (/^\d+$/.test(value)) return Math.min(Number(value) * SECOND, MAX_PAUSE_MS);
  if (!HTTP_DATE.test(value)) return null;
  const until = Date.parse(value);
  return Number.isNaN(until) ? null : Math.min(Math.max(until - nowMs, 0), MAX_PAUSE_MS);
}
var HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

// src/callbacks/delivery/outcome.ts
var UNREACHABLE = /* @__PURE__ */ new Set(["connect", "dns", "tls", "forbidden_address"]);
function outcomeOf(attempt2, facts2) {
  const { timestampMs, failedBefore, nowMs, random } = facts2;
  const code = outcomeCode(attempt2);
  if (isSuccess(attempt2)) return { kind: "delivered", code, timestampMs };
  if (isGone(attempt2)) return { kind: "dead", code, timestampMs };
  const delayMs = nextDelayMs(failedBefore + 1, random);
  if (delayMs === null) return { kind: "dead", code, timestampMs };
  const dueAt = Math.max(nowMs + delayMs, pauseUntil(attempt2, nowMs) ?? 0);
  return { kind: "retry", code, timestampMs, dueAt };
}
function healthOf(attempt2, { nowMs, address, records }) {
  return {
    records,
    isUnreachable: attempt2.kind === "failed" && UNREACHABLE.has(attempt2.reason),
    pauseUntil: pauseUntil(attempt2, nowMs),
    gone: isGone(attempt2) ? address : null
  };
}
function isSuccess(attempt2) {
  return attempt2.kind === "answered" && attempt2.status >= 200 && attempt2.status < 300;
}
function isGone(attempt2) {
  return attempt2.kind === "answered" && attempt2.status === 410;
}
function pauseUntil(attempt2, nowMs) {
  if (attempt2.kind !== "answered" || ![429, 503].includes(attempt2.status)) return null;
  const pauseMs = retryAfterMs(attempt2.headers["retry-after"], nowMs);
  return pauseMs === null ? null : nowMs + pauseMs;
}

// src/callbacks/delivery/delivery.ts
var ON_ANSWER_MS = 5 * SECOND;
var ATTEMPT_MS = 10 * SECOND + ON_ANSWER_MS + 2 * SECOND;
var RECHECK_MS = 5 * SECOND;
function createDelivery(options) {
  const { sender, targetOf, activeSecret, traces, clock, log, random } = options;
  const answers2 = createAwaitedSignal();
  const streams = createSignal("streamed answer", log);
  const deliver = async (lane) => {
    const { event, tenantId } = lane;
    if (!event) return { kind: "dead", code: "erased", timestampMs: null };
    const startedAt = clock();
    const isAhead = event.dueAt !== null && event.dueAt > startedAt;
    if (isAhead && !lane.probeOf) return { kind: "overdue", dueAt: event.dueAt ?? startedAt };
    const target = await targetOf(tenantId);
    if (target?.status !== "active") return { kind: "postponed", dueAt: startedAt + RECHECK_MS };
    const address = target.callbackUrlBase;
    if (!address) return { kind: "dead", code: "no_address", timestampMs: null };
    if (event.blockedAddress === address) {
      return { kind: "dead", code: "stopped", timestampMs: null };
    }
    const url = callbackUrl(address, event.event);
    return inAttemptSpan(
      event,
      url,
      traces.of(event.eventId),
      () => attemptOnce(lane, event, address, startedAt)
    );
  };
  async function attemptOnce(lane, event, address, startedAt) {
    const records = [];
    let lastTimestamp = event.lastTimestamp;
    const send = async () => {
      const timestampMs = Math.max(clock(), lastTimestamp + 1);
      if (Math.max(timestampMs, clock() + ATTEMPT_MS) >= lane.leaseUntil) return null;
      lastTimestamp = timestampMs;
      const attempt3 = await post(event, address, timestampMs);
      records.push(recordOf(attempt3, timestampMs, clock()));
      return attempt3;
    };
    let attempt2 = await send();
    if (!attempt2) {
      return { kind: "postponed", dueAt: Math.max(startedAt, lastTimestamp + 1) };
    }
    if (attempt2.kind === "failed" && attempt2.isStaleConnection) attempt2 = await send() ?? attempt2;
    const nowMs = clock();
    const facts2 = { timestampMs: lastTimestamp, failedBefore: event.attempts, nowMs };
    const outcome = outcomeOf(attempt2, { ...facts2, ...random && { random } });
    const answerText = attempt2.kind === "answered" ? attempt2.bodyText : "";
    const stream = attempt2.kind === "answered" ? attempt2.stream : void 0;
    if (outcome.kind === "delivered" && answerText !== "" && !event.isRepeat) {
      await report({ event, text: answerText });
    }
    if (stream && !event.isRepeat && streams.hasListeners()) {
      streams.emit({ event, answer: stream });
    } else {
      stream?.cancel();
    }
    return { ...outcome, health: healthOf(attempt2, { nowMs, address, records }) };
  }
  async function post(event, address, timestampMs) {
    const { tenantId, bodySha256, body } = event;
    const secret = await activeSecret(tenantId);
    const mayStream = event.event === "message-received" && streams.hasListeners();
    const headers = {
      "content-type": "application/json",
      ...mayStream && { accept: `application/json, ${NDJSON}` },
      "user-agent": "chat-relay",
      ...signedHeaders2({ tenantId, secret, timestampMs, bodySha256 })
    };
    propagation.inject(context2.active(), headers);
    const url = callbackUrl(address, event.event);
    return context2.with(untraced(), () => sender.post({ url, headers, body, mayStream }));
  }
  async function report(answer3) {
    const { tenantId, eventId } = answer3.event;
    let timer;
    const limit = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error("took too long")), ON_ANSWER_MS);
    });
    try {
      await Promise.race([answers2.emit(answer3), limit]);
    } catch (err) {
      const fields2 = { err, tenant_id: tenantId, event_id: eventId };
      log.error(
        { event: "callback.answer_failed", ...fields2 },
        "could not apply a callback's answer"
      );
    } finally {
      clearTimeout(timer);
    }
  }
  return { deliver, onAnswer: answers2.on, onStream: streams.on };
}
function callbackUrl(base, event) {
  return `${base.replace(/\/+$/, "")}/api/v1/chat-callbacks/${event}`;
}

// src/callbacks/console/test-call.ts
var TEST_EVENT = "test";
var LOOK_MS = 3 * SECOND;
var LEADS_NOWHERE_AFTER_MS = 300;
function createTestCall({ guard, sender, targetOf, activeSecret, clock }) {
  return async (tenantId) => {
    const target = await targetOf(tenantId);
    if (!target) throw new AppError("not_found");
    if (target.callbackUrlBase === null) {
      throw new AppError("state_conflict", { message: "This tenant has no callback_url_base." });
    }
    const url = callbackUrl(target.callbackUrlBase, TEST_EVENT);
    const { hostname, protocol, port } = new URL(url);
    const nowhereAt = wait2(LEADS_NOWHERE_AFTER_MS);
    const dns2 = await look(hostname);
    if (dns2.error !== null) {
      await nowhereAt;
      return { url, dns: dns2, ...LEADS_NOWHERE };
    }
    const isReachable = guard.checkUrl(url).ok;
    const tls = protocol === "https:" && isReachable ? await handshake(hostname, Number(port) || 443) : null;
    const body = Buffer.from(JSON.stringify(testEvent(tenantId)));
    const secret = await activeSecret(tenantId);
    const timestampMs = clock();
    const headers = {
      "content-type": "application/json",
      "user-agent": "chat-relay",
      ...signedHeaders3({ tenantId, secret, timestampMs, body })
    };
    const attempt2 = await sender.post({ url, headers, body });
    const { status: status2, outcome, durationMs, answer: answer3, clockSkewMs } = recordOf(
      attempt2,
      timestampMs,
      clock()
    );
    const isDelivered = status2 !== null && status2 >= 200 && status2 < 300;
    return {
      url,
      dns: dns2,
      tls,
      delivered: isDelivered,
      acknowledged: isDelivered && isAcknowledgement(answer3),
      status: status2,
      outcome,
      duration_ms: durationMs,
      answer: answer3,
      clock_skew_ms: clockSkewMs
    };
  };
  function testEvent(tenantId) {
    return {
      event_id: newId(),
      event: TEST_EVENT,
      schema_version: "1",
      occurred_at: iso(clock()),
      sequence: 0,
      tenant_id: tenantId,
      conversation_id: null,
      visitor_session_id: null,
      user_id: null
    };
  }
  function look(hostname) {
    const host = hostname.replace(/^\[(.*)\]$/, "$1");
    if (isIP2(host) !== 0) return Promise.resolve({ host, addresses: [host], error: null });
    return new Promise((resolve3) => {
      guard.lookup(host, { all: true }, (error, found) => {
        const isFound = !error && Array.isArray(found);
        const addresses = isFound ? found.map(({ address }) => address) : [];
        resolve3({ host, addresses, error: isFound ? null : "ENOTFOUND" });
      });
    });
  }
  function handshake(hostname, port) {
    const host = hostname.replace(/^\[(.*)\]$/, "$1");
    const isName = isIP2(host) === 0;
    return new Promise((resolve3) => {
      const socket = connect({
        host,
        port,
        lookup: guard.lookup,
        ALPNProtocols: ["http/1.1"],
        ...isName && { servername: host }
      });
      const done = (seen) => {
        socket.destroy();
        resolve3(seen);
      };
      const failed = (error) => done({ protocol: null, issuer: null, valid_to: null, error });
      socket.setTimeout(LOOK_MS, () => failed("timeout"));
      socket.on("error", (error) => failed(error.code ?? error.message));
      socket.on("connect", () => {
        if (!guard.isAllowedAddress(socket.remoteAddress ?? "")) failed("forbidden_address");
      });
      socket.on(
        "secureConnect",
        () => done({ protocol: socket.getProtocol(), ...certificateView(socket.getPeerCertificate()) })
      );
    });
  }
}
var LEADS_NOWHERE = {
  tls: null,
  delivered: false,
  acknowledged: false,
  status: null,
  outcome: "dns",
  duration_ms: 0,
  answer: "the name has no address that callbacks may be sent to",
  clock_skew_ms: null
};
function certificateView({ issuer, valid_to }) {
  const name2 = [issuer?.O ?? issuer?.CN].flat()[0];
  const until = Date.parse(valid_to);
  return {
    issuer: name2 === void 0 ? null : printable(name2),
    valid_to: Number.isNaN(until) ? null : iso(until),
    error: null
  };
}
function isAcknowledgement(answer3) {
  try {
    return JSON.parse(answer3)?.received === true;
  } catch {
    return false;
  }
}

// src/callbacks/health/callback-health.ts
var FAILURE_SHOWN_MS = DAY;
function createCallbackHealth(options) {
  const { database, clock, lastResults } = options;
  const { read: read3, slowRead } = database;
  return async (tenantId) => {
    const now = clock();
    const [counts, [trouble], stops, results] = await Promise.all([
      slowRead.rows(
        `SELECT state, COUNT(*) AS events, MIN(event_id) AS oldest FROM callback_events
         WHERE tenant_id = ? AND state IN ('pending', 'aside', 'dead') GROUP BY state`,
        [tenantId]
      ),
      read3.rows(
        `SELECT resumes_at AS resumesAt, probing_since AS probingSince FROM callback_troubles
         WHERE tenant_id = ?`,
        [tenantId]
      ),
      read3.rows(
        `SELECT stop.event FROM callback_stops stop
         JOIN tenants ON tenants.tenant_id = stop.tenant_id
           AND tenants.callback_url_base = stop.address
         WHERE stop.tenant_id = ? ORDER BY stop.event`,
        [tenantId]
      ),
      lastResults.read(tenantId)
    ]);
    const pending = counts.filter(({ state }) => state !== "dead");
    const oldest = pending.map((row2) => timeOfId(row2.oldest));
    const { failure } = results;
    return {
      pending: pending.reduce((sum, { events }) => sum + events, 0),
      dead: counts.find(({ state }) => state === "dead")?.events ?? 0,
      oldestPendingAt: oldest.length > 0 ? Math.min(...oldest) : null,
      pausedUntil: trouble && trouble.resumesAt > now ? trouble.resumesAt : null,
      probingSince: trouble?.probingSince ?? null,
      lastDeliveredAt: results.deliveredAt,
      lastFailure: failure && failure.at > now - FAILURE_SHOWN_MS ? failure : null,
      stoppedEvents: stops.map(({ event }) => event)
    };
  };
}

// src/callbacks/health/last-results.ts
var WRITE_EVERY_MS = 5 * SECOND;
var TENANTS_A_COMMIT = 500;
var NOTHING = { deliveredAt: null, failure: null };
function createLastResults({
  database,
  log
}) {
  let noted = /* @__PURE__ */ new Map();
  let timer;
  let writing = Promise.resolve();
  const merge = (tenantId, result) => void noted.set(tenantId, newerOf(noted.get(tenantId) ?? NOTHING, result));
  const write2 = async () => {
    const taken = noted;
    noted = /* @__PURE__ */ new Map();
    const all = [...taken].sort(([a], [b]) => a < b ? -1 : 1);
    for (let start = 0; start < all.length; start += TENANTS_A_COMMIT) {
      const some = all.slice(start, start + TENANTS_A_COMMIT);
      await database.transaction((tx) => store(tx, some)).catch((err) => {
        for (const [tenantId, result] of some) merge(tenantId, result);
        log.warn(
          { event: "callback.results_not_stored", err },
          "could not store the last results of callbacks yet"
        );
      });
    }
  };
  const writeNext = () => writing = writing.then(write2);
  return {
    note: (tenantId, outcome) => {
      const result = resultOf(outcome);
      if (result) merge(tenantId, result);
    },
    read: async (tenantId) => {
      const [stored] = await readStored(database.read, [tenantId], "");
      return newerOf(stored?.[1] ?? NOTHING, noted.get(tenantId) ?? NOTHING);
    },
    start: () => {
      timer = setInterval(() => {
        if (noted.size > 0) void writeNext();
      }, WRITE_EVERY_MS);
      timer.unref();
    },
    stop: () => {
      clearInterval(timer);
      return writeNext();
    }
  };
}
function resultOf(outcome) {
  if (outcome.kind !== "delivered" && outcome.kind !== "retry" && outcome.kind !== "dead") {
    return null;
  }
  const last2 = outcome.health?.records.at(-1);
  if (!last2) return null;
  const at = last2.timestampMs + last2.durationMs;
  if (outcome.kind === "delivered") return { deliveredAt: at, failure: null };
  return { deliveredAt: null, failure: { at, status: last2.status, reason: last2.outcome } };
}
function newerOf(one, other) {
  const isLater = (other.failure?.at ?? 0) > (one.failure?.at ?? 0);
  return {
    deliveredAt: Math.max(one.deliveredAt ?? 0, other.deliveredAt ?? 0) || null,
    failure: isLater ? other.failure : one.failure
  };
}
async function store(tx, results) {
  const ids = results.map(([tenantId]) => tenantId);
  const stored = new Map(
    await readStored(tx, ids, lockInOrderOf(tx.dialect, CALLBACK_RESULTS.key.join(", ")))
  );
  const rows = results.map(([tenantId, result]) => {
    const { deliveredAt, failure } = newerOf(stored.get(tenantId) ?? NOTHING, result);
    return {
      tenant_id: tenantId,
      delivered_at: deliveredAt,
      failed_at: failure?.at ?? null,
      failure_status: failure?.status ?? null,
      failure_reason: failure?.reason ?? null
    };
  });
  await upsertRows(tx, CALLBACK_RESULTS, rows);
}
async function readStored(sql, tenantIds, lock) {
  const rows = await sql.rows(
    `SELECT ${listColumns(CALLBACK_RESULTS)} FROM callback_results
     WHERE tenant_id IN ${placeholders(1, tenantIds.length)} ${lock}`,
    tenantIds
  );
  return rows.map((row2) => {
    const { failed_at: at, failure_status: status2, failure_reason: reason } = row2;
    const failure = at === null || reason === null ? null : { at, status: status2, reason };
    return [row2.tenant_id, { deliveredAt: row2.delivered_at, failure }];
  });
}

// src/callbacks/delivery/sender.ts
import { Pool } from "undici";

// src/callbacks/delivery/guarded-connect.ts
import { buildConnector } from "undici";

// src/callbacks/delivery/address-guard.ts
import dns from "dns";
import { isIP as isIP3 } from "net";
import ipaddr3 from "ipaddr.js";

// src/callbacks/delivery/address-ranges.ts
import ipaddr2 from "ipaddr.js";
var ALWAYS_REFUSED = ranges(
  "169.254.0.0/16",
  // link-local; the metadata of most clouds
  "168.63.129.16/32",
  // Azure's platform, at a public address
  "100.100.100.200/32",
  // Alibaba's metadata
  "192.0.0.192/32",
  // Oracle's metadata
  "fd00:ec2::/32",
  // Amazon's metadata, name servers and clocks
  "fd20:ce::254/128",
  // Google's metadata
  "fe80::/10"
  // link-local
);
var LOOPBACK = ranges("127.0.0.0/8", "::1/128");
function isInside(address, list2) {
  return list2.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network, bits)
  );
}
function isGlobal(address) {
  if (address.kind() === "ipv4") return !isInside(address, SPECIAL_IPV4);
  return isInside(address, GLOBAL_IPV6) && !isInside(address, SPECIAL_IPV6);
}
function embeddedIPv4(address) {
  return EMBEDDINGS.filter(({ prefix }) => isInside(address, [prefix])).flatMap(
    ({ read: read3 }) => read3(address.toByteArray()).map((octets) => new ipaddr2.IPv4(octets))
  );
}
var SPECIAL_IPV4 = ranges(
  "0.0.0.0/8",
  // this network
  "10.0.0.0/8",
  // private
  "100.64.0.0/10",
  // carrier-grade NAT
  "127.0.0.0/8",
  // loopback
  "169.254.0.0/16",
  // link-local
  "172.16.0.0/12",
  // private
  "192.0.0.0/24",
  // protocol assignments
  "192.0.2.0/24",
  // documentation
  "192.31.196.0/24",
  // AS112
  "192.52.193.0/24",
  // AMT
  "192.88.99.0/24",
  // 6to4 relays
  "192.168.0.0/16",
  // private
  "192.175.48.0/24",
  // AS112
  "198.18.0.0/15",
  // benchmarks
  "198.51.100.0/24",
  // documentation
  "203.0.113.0/24",
  // documentation
  "224.0.0.0/4",
  // multicast
  "240.0.0.0/4"
  // reserved, broadcast
);
var GLOBAL_IPV6 = ranges("2000::/3");
var SPECIAL_IPV6 = ranges(
  "2001::/23",
  // protocol assignments, Teredo, ORCHID
  "2001:db8::/32",
  // documentation
  "2002::/16",
  // 6to4
  "2620:4f:8000::/48",
  // AS112
  "3fff::/20"
  // documentation
);
var last = (bytes2) => [bytes2.slice(12)];
var EMBEDDINGS = [
  { prefix: range("::/96"), read: last },
  // compatible, deprecated
  { prefix: range("::ffff:0:0/96"), read: last },
  // mapped
  { prefix: range("::ffff:0:0:0/96"), read: last },
  // translated, RFC 2765
  { prefix: range("64:ff9b::/96"), read: last },
  // NAT64
  {
    // A network's own NAT64 prefix (RFC 8215): a /48, /56, /64 or /96 of it; byte 8 is skipped, RFC 6052 2.2
    prefix: range("64:ff9b:1::/48"),
    read: (bytes2) => [
      [6, 7, 9, 10],
      [7, 9, 10, 11],
      [9, 10, 11, 12],
      [12, 13, 14, 15]
    ].map((places) => places.map((place) => bytes2[place]))
  },
  { prefix: range("2002::/16"), read: (bytes2) => [bytes2.slice(2, 6)] },
  // 6to4
  {
    // Teredo: the server, and the client with its bits flipped
    prefix: range("2001::/32"),
    read: (bytes2) => [bytes2.slice(4, 8), bytes2.slice(12).map((byte) => byte ^ 255)]
  }
];
function ranges(...cidrs) {
  return cidrs.map(range);
}
function range(cidr) {
  return ipaddr2.parseCIDR(cidr);
}

// src/callbacks/delivery/address-guard.ts
var ForbiddenAddressError = class extends Error {
  code = "forbidden_address";
  constructor(host) {
    super(`callbacks may not be sent to ${host}`);
    this.name = "ForbiddenAddressError";
  }
};
var MAX_URL_CHARS = 2048;
function createAddressGuard(options) {
  const { isLocal } = options;
  const resolve3 = sharing(options.resolve ?? dns.lookup);
  const allowed = options.allowCidrs.map((cidr) => ipaddr3.parseCIDR(cidr));
  function isAllowedAddress(address) {
    const plain = address.replace(/%.*$/, "");
    if (isIP3(plain) === 0) return false;
    const parsed2 = ipaddr3.parse(plain);
    if ([parsed2, ...embeddedIPv4(parsed2)].some((one) => isInside(one, ALWAYS_REFUSED)))
      return false;
    if (isInside(parsed2, allowed)) return true;
    if (isLocal && isInside(parsed2, LOOPBACK)) return true;
    return isGlobal(parsed2);
  }
  function isAllowedHost(host) {
    if (/(^|\.)localhost$/.test(host)) return isAllowedAddress("127.0.0.1");
    const literal = host.replace(/^\[(.*)\]$/, "$1");
    return isIP3(literal) === 0 || isAllowedAddress(literal);
  }
  function checkUrl(text4) {
    if (text4.length > MAX_URL_CHARS) return refuse("too_long");
    if (/[\s\\\p{C}]/u.test(text4) || !/^[a-z]+:\/\/[^/]/i.test(text4)) return refuse("malformed");
    if (!URL.canParse(text4)) return refuse("malformed");
    const url = new URL(text4);
    if (url.protocol !== "https:" && !(isLocal && url.protocol === "http:")) {
      return refuse("scheme_not_allowed");
    }
    if (url.username !== "" || url.password !== "" || /^[^:]+:\/\/[^/?#]*@/.test(text4)) {
      return refuse("user_info_not_allowed");
    }
    if (/[?#]/.test(text4)) return refuse("query_not_allowed");
    if (!isAllowedPort(url.port)) return refuse("port_not_allowed");
    if (url.hostname.split(".").includes("")) return refuse("host_not_canonical");
    if (!isAllowedHost(url.hostname)) return refuse("address_not_allowed");
    return { ok: true, url };
  }
  const lookup = (hostname, lookupOptions, callback) => {
    resolve3(hostname, lookupOptions, (error, addresses) => {
      if (error) return callback(error, []);
      const [first] = addresses;
      if (!first || addresses.some(({ address }) => !isAllowedAddress(address))) {
        return callback(new ForbiddenAddressError(hostname), []);
      }
      if (lookupOptions.all) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };
  return { checkUrl, isAllowedAddress, lookup };
}
function sharing(resolve3) {
  const waiting = /* @__PURE__ */ new Map();
  return (hostname, options, resolved) => {
    const key = `${hostname} ${options.family ?? 0}`;
    const others = waiting.get(key);
    if (others) return void others.push(resolved);
    const all = [resolved];
    waiting.set(key, all);
    resolve3(hostname, { ...options, all: true }, (error, addresses) => {
      waiting.delete(key);
      for (const one of all) one(error, addresses);
    });
  };
}
function isAllowedPort(port) {
  return port === "" || port === "80" || port === "443" || Number(port) >= 1024;
}
function refuse(reason) {
  return { ok: false, reason };
}

// src/callbacks/delivery/guarded-connect.ts
function createGuardedConnect(options) {
  const { guard, timeoutMs, maxReadBytes } = options;
  const connect2 = buildConnector({ timeout: timeoutMs, lookup: guard.lookup, allowH2: false });
  return (target, callback) => connect2(target, (error, socket) => {
    if (error) return callback(error, null);
    if (!guard.isAllowedAddress(socket.remoteAddress ?? "")) {
      socket.destroy();
      return callback(new ForbiddenAddressError(target.hostname), null);
    }
    limitReading(socket, maxReadBytes);
    callback(null, socket);
  });
}
function limitReading(socket, maxBytes) {
  let written = 0;
  let allowed = maxBytes;
  socket.on("readable", () => {
    if (socket.bytesWritten > written) {
      written = socket.bytesWritten;
      allowed = socket.bytesRead + maxBytes;
    } else if (socket.bytesRead > allowed) {
      socket.destroy(new Error(`the answer has more than ${maxBytes} bytes`));
    }
  });
}

// src/callbacks/delivery/send-failure.ts
function failureReason(error) {
  const { code = "", syscall = "" } = error;
  if (code === "forbidden_address") return "forbidden_address";
  if (syscall === "getaddrinfo") return "dns";
  if (CONNECT.test(code)) return "connect";
  if (RESET.test(code)) return "reset";
  if (TLS.test(code)) return "tls";
  return "protocol";
}
var CONNECT = /^(UND_ERR_CONNECT_TIMEOUT|ECONNREFUSED|ETIMEDOUT|E(HOST|NET)(UNREACH|DOWN)|EADDRNOTAVAIL)$/;
var RESET = /^(ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET|UND_ERR_DESTROYED|UND_ERR_CLOSED)$/;
var TLS = /^(ERR_SSL_|ERR_TLS_|EPROTO$|CERT_|CRL_|UNABLE_TO_|(DEPTH_ZERO_)?SELF_SIGNED_|HOSTNAME_MISMATCH$|INVALID_)/;

// src/callbacks/delivery/sender.ts
var KEEP_ALIVE_MS = 3e4;
var MAX_ORIGINS = 256;
var OVERHEAD = 16;
function createSender(options) {
  const { guard, timeoutMs = 1e4, connectTimeoutMs = 3e3 } = options;
  const { maxAnswerBytes = 65536 } = options;
  const connect2 = createGuardedConnect({
    guard,
    timeoutMs: connectTimeoutMs,
    maxReadBytes: OVERHEAD * maxAnswerBytes
  });
  const pools = /* @__PURE__ */ new Map();
  function poolOf(origin) {
    const pool = pools.get(origin) ?? new Pool(origin, {
      connect: connect2,
      // Tenants may share an origin, and one that hangs must leave room for the others: the caller limits the
      // requests in flight.
      connections: null,
      pipelining: 1,
      // a broken socket must fail only one request
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      // undici's own timeouts are between bytes: a slow trickle would never end.
      headersTimeout: 0,
      bodyTimeout: 0
    });
    pools.delete(origin);
    pools.set(origin, pool);
    const [oldest] = pools.keys();
    if (pools.size > MAX_ORIGINS && oldest !== void 0) retire(oldest);
    return pool;
  }
  function retire(origin) {
    void pools.get(origin)?.close();
    pools.delete(origin);
  }
  async function post({ url: text4, headers, body, mayStream = false }) {
    const startedAt = performance.now();
    const durationMs = () => Math.round(performance.now() - startedAt);
    const checked = guard.checkUrl(text4);
    if (!checked.ok) {
      const message = `callbacks may not be sent to this address: ${checked.reason}`;
      return { kind: "failed", reason: "forbidden_address", message, durationMs: 0 };
    }
    const abort = new AbortController();
    const deadline = setTimeout(() => abort.abort(), timeoutMs);
    let isAnswering = false;
    try {
      const answer3 = await poolOf(checked.url.origin).request({
        method: "POST",
        path: checked.url.pathname,
        headers: { ...headers, "accept-encoding": "identity" },
        body,
        signal: abort.signal
      });
      isAnswering = true;
      const { statusCode: status2 } = answer3;
      const kept2 = pickHeaders(answer3.headers);
      if (mayStream && isOk(status2) && kept2["content-type"]?.startsWith(NDJSON)) {
        const stream = streamedAnswer(answer3.body, maxAnswerBytes);
        const answered = { kind: "answered", status: status2, headers: kept2 };
        return { ...answered, bodyText: "", durationMs: durationMs(), stream };
      }
      const bodyText = await readText(answer3.body, maxAnswerBytes);
      return { kind: "answered", status: status2, bodyText, headers: kept2, durationMs: durationMs() };
    } catch (error) {
      const reason = abort.signal.aborted ? "timeout" : failureReason(error);
      const message = reason === "timeout" ? `no answer within ${timeoutMs} ms` : messageOf(error);
      const isStale = reason === "reset" && !isAnswering && hadAnswers(error);
      return {
        kind: "failed",
        reason,
        message,
        durationMs: durationMs(),
        ...isStale && { isStaleConnection: true }
      };
    } finally {
      clearTimeout(deadline);
    }
  }
  async function close2() {
    await Promise.all([...pools.values()].map((pool) => pool.destroy()));
    pools.clear();
  }
  return { post, close: close2 };
}
function isOk(status2) {
  return status2 >= 200 && status2 < 300;
}
function hadAnswers(error) {
  const { socket } = error;
  return (socket?.bytesRead ?? 0) > 0;
}
function messageOf(error) {
  const { message, code } = error;
  return message || code || String(error);
}
async function readText(body, maxBytes) {
  body.on("error", () => {
  });
  const chunks = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) break;
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxBytes));
}
var KEPT_HEADERS = ["retry-after", "date", "location", "content-type"];
function pickHeaders(headers) {
  const picked = {};
  for (const name2 of KEPT_HEADERS) {
    const value = [headers[name2]].flat()[0];
    if (value !== void 0) picked[name2] = value;
  }
  return picked;
}

// src/callbacks/outbox/outbox.ts
import { sha256Hex as sha256Hex3 } from "@chat-relay/receiver-sdk";

// src/callbacks/events/event-traces.ts
var MAX_EVENTS = 1e4;
function createEventTraces() {
  const traces = /* @__PURE__ */ new Map();
  return {
    remember: (eventId, trace3) => {
      traces.set(eventId, trace3);
      const [oldest] = traces.keys();
      if (traces.size > MAX_EVENTS && oldest !== void 0) traces.delete(oldest);
    },
    of: (eventId) => traces.get(eventId)
  };
}

// src/callbacks/outbox/outbox.ts
function createOutbox(log) {
  const queued = createSignal("outbox.queued", log);
  return {
    write: async (tx, events) => {
      if (events.length === 0) return;
      const sorted2 = events.toSorted(byKey);
      await writeInOrder(tx, [
        () => insertRows(tx, NEW_EVENTS, sorted2.map(eventRow)),
        () => queue(tx, sorted2)
      ]);
    },
    reportQueued: () => queued.emit(),
    onQueued: queued.on,
    traces: createEventTraces()
  };
}
var NEW_EVENTS = dropColumns(
  CALLBACK_EVENTS,
  "outcome",
  "due_at",
  "failing_since",
  "replay_of",
  "settled_at"
);
function eventRow(event) {
  const body = Buffer.from(JSON.stringify(event.body));
  return {
    tenant_id: event.tenantId,
    conversation_id: event.conversationId,
    sequence: event.sequence,
    event_id: event.eventId,
    event: event.event,
    body,
    body_sha256: sha256Hex3(body),
    state: "pending",
    attempts: 0,
    last_timestamp: 0,
    created_at: event.createdAt
  };
}
async function queue(tx, sorted2) {
  const lanes = /* @__PURE__ */ new Map();
  for (const event of sorted2) {
    const key = `${event.tenantId}:${event.conversationId}`;
    lanes.set(key, { first: lanes.get(key)?.first ?? event, last: event });
  }
  const rows = [...lanes.values()].map(({ first, last: last2 }) => [
    first.tenantId,
    first.conversationId,
    first.sequence,
    last2.sequence,
    first.createdAt,
    first.createdAt
  ]);
  await tx.run(
    `INSERT INTO callback_lanes (tenant_id, conversation_id, head, tail, due_at, head_due_at) VALUES ${placeholders(rows.length, 6)} ` + onConflict(tx.dialect, ["tenant_id", "conversation_id"], {
      // Before the tail, because MySQL assigns in this order and would use the new one.
      due_at: `CASE WHEN callback_lanes.head > callback_lanes.tail AND lease_owner IS NULL THEN ${incoming(tx.dialect, "due_at")} ELSE callback_lanes.due_at END`,
      tail: incoming(tx.dialect, "tail")
    }),
    rows.flat()
  );
}
function byKey(a, b) {
  return compare2(a.tenantId, b.tenantId) || compare2(a.conversationId, b.conversationId) || a.sequence - b.sequence;
}
function compare2(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

// src/callbacks/worker/backlog.ts
var STANDINGS = ["well", "failing", "suspended"];
var FAILING_STATES = ["retried", "paused", "probed"];
var MAX_NAMED = 100;
async function readBacklog(sql, now) {
  const [lanes, failing, probed] = await Promise.all([
    sql.rows(
      `SELECT CASE WHEN tenant.status <> 'active' THEN 'suspended'
           WHEN trouble.tenant_id IS NULL THEN 'well' ELSE 'failing' END AS standing,
         SUM(lane.tail - lane.head + 1) AS queued, COUNT(lane.side_due_at) AS aside,
         MIN(event.created_at) AS oldest
       FROM callback_lanes lane
       JOIN tenants tenant ON tenant.tenant_id = lane.tenant_id
       LEFT JOIN callback_troubles trouble ON trouble.tenant_id = lane.tenant_id
       LEFT JOIN callback_events event ON event.tenant_id = lane.tenant_id
         AND event.conversation_id = lane.conversation_id AND event.sequence = lane.head
         AND lane.head <= lane.tail
       GROUP BY standing`
    ),
    sql.rows(
      `SELECT CASE WHEN probes > 0 THEN 'probed' WHEN resumes_at > ? THEN 'paused'
         ELSE 'retried' END AS state, COUNT(*) AS tenants
       FROM callback_troubles GROUP BY state`,
      [now]
    ),
    sql.rows(
      `SELECT tenant_id AS tenantId, probes FROM callback_troubles
       WHERE probes > 0 ORDER BY failing_since LIMIT ${MAX_NAMED}`
    )
  ]);
  const sum = (of) => lanes.reduce((total, lane) => total + Number(lane[of]), 0);
  const ageOf = (standing) => {
    const oldest = lanes.find((lane) => lane.standing === standing)?.oldest ?? now;
    return Math.max(0, now - oldest);
  };
  return {
    queued: sum("queued"),
    aside: sum("aside"),
    oldestMs: record(STANDINGS, ageOf),
    failingTenants: record(
      FAILING_STATES,
      (state) => failing.find((found) => found.state === state)?.tenants ?? 0
    ),
    probes: Object.fromEntries(probed.map(({ tenantId, probes }) => [tenantId, probes]))
  };
}
function record(keys, valueOf) {
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)]));
}
var FRESH_MS = 1e3;
function createBacklog({ database, clock }) {
  let reading = null;
  return () => {
    const at = performance.now();
    if (!reading || at >= reading.at + FRESH_MS) {
      reading = { backlog: readBacklog(database.read, clock()), at };
      reading.backlog.catch(() => reading = null);
    }
    return reading.backlog;
  };
}

// src/callbacks/worker/metrics.ts
var ATTEMPT_BUCKETS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
function measureSender(metrics, sender) {
  const answers2 = metrics.counter(
    "relay_callback_answers_total",
    "Requests to receivers by answer",
    ["answer"]
  );
  const durations = metrics.histogram(
    "relay_callback_request_duration_seconds",
    "Time from a request to a receiver to the end of its answer",
    ATTEMPT_BUCKETS_S
  );
  return {
    ...sender,
    post: async (post) => {
      const attempt2 = await sender.post(post);
      answers2.inc({ answer: answerOf(attempt2) });
      durations.observe(attempt2.durationMs / SECOND);
      return attempt2;
    }
  };
}
function answerOf(attempt2) {
  if (attempt2.kind === "failed") return attempt2.reason;
  const hundreds = Math.floor(attempt2.status / 100);
  return hundreds <= 5 ? `${hundreds}xx` : "other";
}
function measureCallbacks(metrics, { stats, backlog }) {
  metrics.gauge(
    "relay_callbacks_queued",
    "Queued callbacks, over all nodes",
    async () => (await backlog()).queued
  );
  metrics.gauge(
    "relay_callbacks_aside",
    "Conversations with a deferred callback, over all nodes",
    async () => (await backlog()).aside
  );
  metrics.gauge(
    "relay_callbacks_oldest_seconds",
    "Age of the oldest queued callback, over all nodes, by the health of its tenant",
    async () => {
      const { well, failing, suspended } = (await backlog()).oldestMs;
      return { well: well / SECOND, failing: failing / SECOND, suspended: suspended / SECOND };
    },
    "tenant"
  );
  metrics.gauge(
    "relay_callback_tenants",
    "Tenants whose last callback failed, over all nodes, by state",
    async () => (await backlog()).failingTenants,
    "state"
  );
  metrics.gauge(
    "relay_callback_probes",
    "Failed probes by tenant, of the 100 that have been probed longest",
    async () => (await backlog()).probes,
    "tenant_id"
  );
  metrics.gauge(
    "relay_callbacks_in_flight",
    "Conversations whose callbacks this node is delivering",
    () => stats().inFlight
  );
  metrics.total(
    "relay_callback_attempts_total",
    "Attempts of this node by outcome",
    () => {
      const { delivered, retried, dead, postponed, lost } = stats();
      return { delivered, retried, dead, postponed, lost };
    },
    "outcome"
  );
}

// src/callbacks/worker/worker.ts
import { setTimeout as wait3 } from "timers/promises";

// src/callbacks/worker/lane.ts
var LEASE_MS2 = 30 * SECOND;
function keyOf({ tenantId, conversationId }) {
  return `${tenantId}:${conversationId}`;
}
var EVENT_COLUMNS = "tenant_id, conversation_id, sequence, event_id, event, body, body_sha256, attempts, last_timestamp, due_at, failing_since, settled_at, (SELECT stop.address FROM callback_stops stop WHERE stop.tenant_id = callback_events.tenant_id AND stop.event = callback_events.event) AS blocked_address";
async function loadEvents(sql, places) {
  const inOrder = places.filter(({ isAside }) => !isAside);
  const events = await loadHeads(sql, inOrder);
  for (const place of places) {
    const event = place.isAside ? await loadAside(sql, place) : null;
    if (event) events.set(keyOf(place), event);
  }
  return events;
}
async function loadHeads(sql, places) {
  if (places.length === 0) return /* @__PURE__ */ new Map();
  const keys = places.map((place) => [place.tenantId, place.conversationId, place.head]);
  const rows = await sql.rows(
    `SELECT ${EVENT_COLUMNS} FROM callback_events WHERE ` + keyIn(sql.dialect, ["tenant_id", "conversation_id", "sequence"], keys),
    keys.flat()
  );
  const events = rows.map(toQueuedEvent);
  return new Map(events.map((event) => [keyOf(event), event]));
}
async function loadAside(sql, { tenantId, conversationId }) {
  const [row2] = await sql.rows(
    `SELECT ${EVENT_COLUMNS} FROM callback_events
     WHERE tenant_id = ? AND conversation_id = ? AND state = 'aside'
     ORDER BY due_at, sequence LIMIT 1`,
    [tenantId, conversationId]
  );
  return row2 ? toQueuedEvent(row2) : null;
}
function toQueuedEvent(row2) {
  return {
    tenantId: row2.tenant_id,
    conversationId: row2.conversation_id,
    sequence: row2.sequence,
    eventId: row2.event_id,
    event: row2.event,
    body: row2.body,
    bodySha256: row2.body_sha256,
    attempts: row2.attempts,
    lastTimestamp: row2.last_timestamp,
    dueAt: row2.due_at,
    failingSince: row2.failing_since,
    isRepeat: row2.settled_at !== null,
    blockedAddress: row2.blocked_address
  };
}

// src/callbacks/worker/lease.ts
var LANE_COLUMNS = "tenant_id, conversation_id, head, tail, head_due_at, side_due_at";
var LANE_KEY = ["tenant_id", "conversation_id"];
async function lease(tx, shares, stamp) {
  if (shares.length === 0) return [];
  const rows = tx.dialect === "sqlite" ? await leaseOnSqlite(tx, shares, stamp) : await leaseOnMysql(tx, shares, stamp);
  return rows.map((row2) => ({ ...placeOf(row2, stamp.now), probeOf: null }));
}
function leaseOnSqlite(tx, shares, { owner, now }) {
  const due = unionAll(
    tx.dialect,
    shares.map(() => dueLanes("rowid"))
  );
  return tx.rows(
    `UPDATE callback_lanes SET lease_owner = ?, due_at = ? WHERE rowid IN (${due}) RETURNING ${LANE_COLUMNS}`,
    [owner, now + LEASE_MS2, ...shares.flatMap(({ tenantId, room }) => [tenantId, now, room])]
  );
}
async function leaseOnMysql(tx, shares, { owner, now }) {
  const due = `${dueLanes(LANE_KEY.join(", "))}${forUpdateSkipLocked(tx.dialect)}`;
  const lanes = await tx.rows(
    unionAll(
      tx.dialect,
      shares.map(() => due)
    ),
    shares.flatMap(({ tenantId, room }) => [tenantId, now, room])
  );
  if (lanes.length === 0) return [];
  const keys = lanes.map((lane) => [lane.tenant_id, lane.conversation_id]);
  const ofLanes = keyIn(tx.dialect, LANE_KEY, keys);
  await tx.run(
    `UPDATE callback_lanes SET lease_owner = ?, due_at = ? WHERE ${ofLanes} AND due_at <= ?`,
    [owner, now + LEASE_MS2, ...keys.flat(), now]
  );
  return tx.rows(
    `SELECT ${LANE_COLUMNS} FROM callback_lanes WHERE ${ofLanes} AND lease_owner = ?`,
    [...keys.flat(), owner]
  );
}
function dueLanes(columns) {
  return `SELECT ${columns} FROM callback_lanes WHERE tenant_id = ? AND due_at <= ? ORDER BY tenant_id, due_at LIMIT ?`;
}
async function leaseProbe(tx, tenantId, { owner, now }) {
  const isFree = "(lease_owner IS NULL OR due_at <= ?)";
  const [row2] = await tx.rows(
    `SELECT ${LANE_COLUMNS}, due_at FROM callback_lanes WHERE tenant_id = ? AND ${isFree}
     ORDER BY tenant_id, due_at LIMIT 1${forUpdate(tx.dialect)}`,
    [tenantId, now]
  );
  if (!row2) return null;
  const granted = await tx.run(
    `UPDATE callback_troubles SET resumes_at = ?
     WHERE tenant_id = ? AND probes > 0 AND resumes_at <= ?`,
    [now + LEASE_MS2, tenantId, now]
  );
  if (granted !== 1) return null;
  const leased = await tx.run(
    `UPDATE callback_lanes SET lease_owner = ?, due_at = ?
     WHERE tenant_id = ? AND conversation_id = ? AND ${isFree}`,
    [owner, now + LEASE_MS2, tenantId, row2.conversation_id, now]
  );
  return leased === 1 ? { ...placeOf(row2, now), probeOf: { dueAt: row2.due_at } } : null;
}
function placeOf(row2, now) {
  const { head, tail, head_due_at: headDueAt, side_due_at: sideDueAt } = row2;
  const isAside = sideDueAt !== null && (head > tail || sideDueAt <= now && sideDueAt <= headDueAt);
  return { tenantId: row2.tenant_id, conversationId: row2.conversation_id, head, isAside };
}
async function release(tx, owner) {
  await tx.run(
    `UPDATE callback_lanes SET lease_owner = NULL, due_at = CASE
       WHEN head > tail OR side_due_at < head_due_at THEN side_due_at ELSE head_due_at END
     WHERE lease_owner = ?`,
    [owner]
  );
}

// src/callbacks/worker/claim.ts
function createClaim({ database, clock }) {
  let unconfirmed = null;
  return async (shareOut) => {
    await giveBackUnconfirmed();
    const asOf = clock();
    const [tenants, leasesOf] = await Promise.all([
      dueTenants(database.read, asOf),
      countLeases(database.read, asOf)
    ]);
    const shares = shareOut(
      tenants.map((tenant) => ({ ...tenant, leased: leasesOf.get(tenant.tenantId) ?? 0 }))
    );
    if (shares.length === 0) return [];
    return take(shares, new Map(tenants.map((tenant) => [tenant.tenantId, tenant])));
  };
  async function take(shares, dueOf) {
    const owner = newId();
    unconfirmed = owner;
    const parts = database.isSharded ? shares.map((share) => [share]) : [shares];
    const lanes = [];
    for (const part of parts) lanes.push(...await takeTogether(part, owner, dueOf));
    unconfirmed = null;
    return lanes;
  }
  function takeTogether(shares, owner, dueOf) {
    return database.transaction(async (tx) => {
      const now = clock();
      const stamp = { owner, now };
      const isProbed = ({ tenantId }) => dueOf.get(tenantId)?.isProbed ?? false;
      const inOrder = shares.filter((share) => !isProbed(share));
      const places = await lease(tx, inOrder, stamp);
      for (const { tenantId } of shares.filter(isProbed)) {
        const probe = await leaseProbe(tx, tenantId, stamp);
        if (probe) places.push(probe);
      }
      const events = await loadEvents(tx, places);
      return places.map((place) => ({
        ...place,
        workspaceId: dueOf.get(place.tenantId)?.workspaceId ?? "",
        event: events.get(keyOf(place)) ?? null,
        isFailing: dueOf.get(place.tenantId)?.isFailing ?? false,
        owner,
        leaseUntil: now + LEASE_MS2,
        heldSince: now
      }));
    });
  }
  async function giveBackUnconfirmed() {
    const owner = unconfirmed;
    if (owner === null) return;
    await database.transaction((tx) => release(tx, owner));
    unconfirmed = null;
  }
}
async function dueTenants(sql, now) {
  const rows = await sql.rows(
    `${EARLIEST_OF_TENANTS[sql.dialect]}
      SELECT earliest.tenant_id AS tenantId, tenants.workspace_id AS workspaceId,
        trouble.probes AS probes
      FROM earliest
      JOIN tenants ON tenants.tenant_id = earliest.tenant_id AND tenants.status = 'active'
      LEFT JOIN callback_troubles trouble ON trouble.tenant_id = earliest.tenant_id
      WHERE (earliest.due_at <= ? OR trouble.probes > 0)
        AND (trouble.tenant_id IS NULL OR trouble.resumes_at <= ?)
      ORDER BY earliest.due_at`,
    [now, now]
  );
  return rows.map(({ tenantId, workspaceId, probes }) => ({
    tenantId,
    workspaceId,
    isProbed: (probes ?? 0) > 0,
    isFailing: probes !== null
  }));
}
async function countLeases(sql, now) {
  const rows = await sql.rows(
    "SELECT tenant_id AS tenantId FROM callback_lanes WHERE lease_owner > '' AND due_at > ?",
    [now]
  );
  const counts = /* @__PURE__ */ new Map();
  for (const { tenantId } of rows) counts.set(tenantId, (counts.get(tenantId) ?? 0) + 1);
  return counts;
}
var EARLIEST_OF_TENANTS = {
  mysql: `WITH earliest AS (
    SELECT tenant_id, MIN(due_at) AS due_at FROM callback_lanes GROUP BY tenant_id
  )`,
  sqlite: `WITH RECURSIVE busy (tenant_id) AS (
    SELECT MIN(tenant_id) FROM callback_lanes
    UNION ALL
    SELECT (SELECT MIN(lane.tenant_id) FROM callback_lanes lane WHERE lane.tenant_id > busy.tenant_id)
    FROM busy WHERE busy.tenant_id IS NOT NULL
  ), earliest AS (
    SELECT busy.tenant_id,
      (SELECT MIN(lane.due_at) FROM callback_lanes lane WHERE lane.tenant_id = busy.tenant_id) AS due_at
    FROM busy WHERE busy.tenant_id IS NOT NULL
  )`
};

// src/callbacks/worker/paces.ts
var SLOW_MS = SECOND;
var REMEMBERED_ATTEMPTS = 8;
var FIRST_WINDOW = 2;
var MAX_TENANTS = 1e4;
function createPaces({ maxPerTenant, now = () => performance.now() }) {
  const entries = /* @__PURE__ */ new Map();
  function touch(tenantId) {
    const entry2 = entries.get(tenantId) ?? {
      recent: [],
      running: /* @__PURE__ */ new Set(),
      window: Math.min(FIRST_WINDOW, maxPerTenant)
    };
    entries.delete(tenantId);
    entries.set(tenantId, entry2);
    if (entries.size > MAX_TENANTS) forgetOldest();
    return entry2;
  }
  function forgetOldest() {
    for (const [tenantId, { running }] of entries) {
      if (running.size === 0) return void entries.delete(tenantId);
    }
  }
  return {
    paceOf: (tenantId) => {
      const entry2 = entries.get(tenantId);
      if (!entry2) return "new";
      const startedBefore = now() - SLOW_MS;
      const late = [...entry2.running].filter(({ at }) => at < startedBefore);
      const known = [...entry2.recent, ...late.map(() => Number.POSITIVE_INFINITY)];
      if (known.length === 0) return "new";
      return median(known.slice(-REMEMBERED_ATTEMPTS)) > SLOW_MS ? "slow" : "quick";
    },
    windowOf: (tenantId) => entries.get(tenantId)?.window ?? Math.min(FIRST_WINDOW, maxPerTenant),
    begin: (tenantId) => {
      const entry2 = touch(tenantId);
      const attempt2 = { at: now() };
      entry2.running.add(attempt2);
      return (ended) => {
        entry2.running.delete(attempt2);
        if (!ended) return;
        const { durationMs, isSuccess: isSuccess2 } = ended;
        entry2.recent = [...entry2.recent, durationMs].slice(-REMEMBERED_ATTEMPTS);
        if (durationMs > SLOW_MS) entry2.window = Math.max(1, Math.floor(entry2.window / 2));
        else if (isSuccess2) entry2.window = Math.min(maxPerTenant, entry2.window + 1);
      };
    }
  };
}
function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

// src/platform/storage/group-commit.ts
function createGroupCommit(options) {
  const { database, maxBatch, maxQueued, keyOf: keyOf4, shardOf, apply, maxPerKey = maxBatch } = options;
  const maxInFlight = database.dialect === "sqlite" ? 1 : options.maxInFlight;
  const waitMs = database.limits.statementMs;
  let waiting = [];
  const running = /* @__PURE__ */ new Set();
  let expiry;
  const busyKeys = /* @__PURE__ */ new Set();
  let inFlight = 0;
  let isScheduled = false;
  let idleWaiters = [];
  const submit = (job) => {
    if (waiting.length >= maxQueued) {
      return Promise.reject(new AppError("overloaded", { retryAfterS: 1 }));
    }
    return new Promise((resolve3, reject) => {
      waiting.push({
        job,
        key: keyOf4(job),
        shard: database.isSharded ? shardOf(job) : "",
        since: performance.now(),
        resolve: resolve3,
        reject
      });
      schedule();
      expiry ??= setTimeout(expire, waitMs);
    });
  };
  const schedule = () => {
    if (isScheduled || inFlight >= maxInFlight) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      startBatches();
    });
  };
  const startBatches = () => {
    while (inFlight < maxInFlight) {
      const batch = takeBatch();
      if (batch.length === 0) break;
      inFlight++;
      for (const entry2 of batch) {
        running.add(entry2);
        busyKeys.add(entry2.key);
      }
      void runBatch(batch).finally(() => {
        inFlight--;
        for (const entry2 of batch) {
          running.delete(entry2);
          busyKeys.delete(entry2.key);
        }
        if (waiting.length > 0) schedule();
        else if (inFlight === 0) settleIdle();
      });
    }
  };
  const expire = () => {
    const latest = performance.now() - waitMs;
    const isLate = ({ since: since2 }) => since2 <= latest;
    const late = [...running, ...waiting].filter(isLate);
    waiting = waiting.filter((entry2) => !isLate(entry2));
    rejectAll(late, new AppError("storage_unavailable", { retryAfterS: 1 }));
    const next = [...running, ...waiting].find((entry2) => !isLate(entry2));
    expiry = next && setTimeout(expire, next.since - latest);
    if (waiting.length === 0 && inFlight === 0) settleIdle();
  };
  const takeBatch = () => {
    const batch = [];
    const rest = [];
    const taken = /* @__PURE__ */ new Map();
    let next = 0;
    for (; next < waiting.length && batch.length < maxBatch; next++) {
      const entry2 = waiting[next];
      const ofKey = taken.get(entry2.key) ?? 0;
      const isOfShard = batch.length === 0 || batch[0]?.shard === entry2.shard;
      const isTaken = isOfShard && ofKey < maxPerKey && !busyKeys.has(entry2.key);
      (isTaken ? batch : rest).push(entry2);
      if (isTaken) taken.set(entry2.key, ofKey + 1);
    }
    waiting = rest.concat(waiting.slice(next));
    return batch;
  };
  const runBatch = async (batch) => {
    const batchJobs = batch.map(({ job }) => job);
    let results;
    try {
      results = await database.transaction((tx) => apply(tx, batchJobs));
    } catch (error) {
      if (batch.length === 1 || isUnavailable(error)) return rejectAll(batch, error);
      for (const entry2 of batch) await runBatch([entry2]);
      return;
    }
    try {
      options.onCommitted?.(batchJobs, results);
    } catch (error) {
      return rejectAll(batch, error);
    }
    batch.forEach(({ resolve: resolve3, reject }, index) => {
      const result = results[index];
      if (result instanceof Error) reject(result);
      else resolve3(result);
    });
  };
  const rejectAll = (batch, error) => {
    for (const { reject } of batch) reject(error);
  };
  const settleIdle = () => {
    clearTimeout(expiry);
    expiry = void 0;
    const waiters = idleWaiters;
    idleWaiters = [];
    for (const resolve3 of waiters) resolve3();
  };
  return {
    submit,
    drain: () => inFlight === 0 && waiting.length === 0 ? Promise.resolve() : new Promise((resolve3) => idleWaiters.push(resolve3)),
    depth: () => waiting.length + running.size,
    oldestMs: () => {
      const [entry2] = waiting;
      const since2 = [...entry2 ? [entry2] : [], ...running].map((job) => job.since);
      return since2.length === 0 ? 0 : performance.now() - Math.min(...since2);
    }
  };
}

// src/callbacks/worker/lane-state.ts
var MAX_BLOCK_MS = 15 * MINUTE;
var RECHECK_MS2 = MINUTE;
function checkAt(failingSince, dueAt, now) {
  const overdueAt = failingSince + MAX_BLOCK_MS;
  return Math.min(dueAt, overdueAt > now ? overdueAt : now + RECHECK_MS2);
}
function isOverdue(event, now) {
  return event.failingSince !== null && event.failingSince + MAX_BLOCK_MS <= now;
}
function isEarly({ probeOf, event }, now) {
  return probeOf !== null && event?.dueAt !== null && event?.dueAt !== void 0 && event.dueAt > now;
}
function nextState(lane, outcome, { tail, headDueAt: headWasDueAt }, { now, isKept, sideDueAt }) {
  if (lane.isAside) {
    const sideAt = outcome.kind === "postponed" ? outcome.dueAt : sideDueAt;
    return released({ head: lane.head, tail, headDueAt: headWasDueAt, sideDueAt: sideAt });
  }
  if (outcome.kind === "postponed") {
    return released({ head: lane.head, tail, headDueAt: outcome.dueAt, sideDueAt });
  }
  if (outcome.kind === "retry") {
    const failingSince = lane.event?.failingSince ?? now;
    const headDueAt = isEarly(lane, now) ? lane.probeOf?.dueAt ?? now : checkAt(failingSince, outcome.dueAt, now);
    return released({ head: lane.head, tail, headDueAt, sideDueAt });
  }
  const head = lane.head + 1;
  const hasNext = head <= tail;
  if (isKept && hasNext && (sideDueAt === null || sideDueAt > now)) {
    return { head, tail, headDueAt: now, sideDueAt, dueAt: now + LEASE_MS2, owner: lane.owner };
  }
  return released({ head, tail, headDueAt: now, sideDueAt });
}
function released(state) {
  const { head, tail, headDueAt, sideDueAt } = state;
  if (head > tail && sideDueAt === null) return null;
  const dueAt = head > tail ? sideDueAt ?? headDueAt : Math.min(headDueAt, sideDueAt ?? headDueAt);
  return { ...state, dueAt, owner: null };
}

// src/callbacks/worker/settled-events.ts
var EVENT_KEY = ["tenant_id", "conversation_id", "sequence"];
async function settleEvents(tx, settled, now) {
  const groups = /* @__PURE__ */ new Map();
  for (const { lane, outcome } of settled) {
    if (outcome.kind === "postponed") continue;
    if (outcome.kind === "aside") await setAside(tx, lane, outcome.dueAt);
    else if (outcome.kind === "retry") await keepForLater(tx, lane, outcome, now);
    else {
      const key = `${outcome.kind}:${outcome.code}`;
      const group = groups.get(key) ?? { outcome, of: [] };
      group.of.push({ lane, outcome });
      groups.set(key, group);
    }
  }
  for (const { outcome, of } of groups.values()) {
    const keys = of.map(({ lane }) => keyOfEvent(lane));
    const latest = Math.max(...of.map((entry2) => entry2.outcome.timestampMs ?? 0));
    await tx.run(
      `UPDATE callback_events SET state = ?, outcome = ?, settled_at = ?, attempts = attempts + ?, last_timestamp = CASE WHEN last_timestamp > ? THEN last_timestamp ELSE ? END WHERE ${keyIn(tx.dialect, EVENT_KEY, keys)}`,
      [
        outcome.kind,
        outcome.code,
        now,
        outcome.timestampMs === null ? 0 : 1,
        latest,
        latest,
        ...keys.flat()
      ]
    );
  }
}
async function keepForLater(tx, lane, { code, timestampMs, dueAt }, now) {
  const isCounted = !isEarly(lane, now);
  await tx.run(
    `UPDATE callback_events SET outcome = ?, attempts = attempts + ?, due_at = ?,
       failing_since = COALESCE(failing_since, ?), last_timestamp = ?
     WHERE ${keyIn(tx.dialect, EVENT_KEY, [keyOfEvent(lane)])}`,
    [
      code,
      isCounted ? 1 : 0,
      isCounted ? dueAt : lane.event?.dueAt ?? dueAt,
      now,
      timestampMs,
      ...keyOfEvent(lane)
    ]
  );
}
async function setAside(tx, lane, dueAt) {
  await tx.run(
    `UPDATE callback_events SET state = 'aside', due_at = ? WHERE ${keyIn(tx.dialect, EVENT_KEY, [keyOfEvent(lane)])}`,
    [dueAt, ...keyOfEvent(lane)]
  );
}
function keyOfEvent({ tenantId, conversationId, head, event }) {
  return [tenantId, conversationId, event?.sequence ?? head];
}
async function nextAsideAt(tx, { tenantId, conversationId }) {
  const [row2] = await tx.rows(
    `SELECT MIN(due_at) AS dueAt FROM callback_events
     WHERE tenant_id = ? AND conversation_id = ? AND state = 'aside'`,
    [tenantId, conversationId]
  );
  return row2?.dueAt ?? null;
}
var MAX_QUEUED_MS = HOUR;
async function othersGetThrough(tx, { tenantId, conversationId }, since2) {
  const rows = await tx.rows(
    `SELECT 1 FROM callback_events WHERE tenant_id = ? AND event_id >= ?
       AND state = 'delivered' AND settled_at >= ? AND conversation_id <> ?
     ORDER BY tenant_id, event_id DESC LIMIT 1`,
    [tenantId, firstIdAt(since2 - MAX_QUEUED_MS), since2, conversationId]
  );
  return rows.length > 0;
}
async function blockEventTypes(tx, settled) {
  const rows = settled.flatMap(({ lane, outcome }) => {
    const gone = "health" in outcome ? outcome.health?.gone ?? null : null;
    return gone === null || !lane.event ? [] : [{ tenant_id: lane.tenantId, event: lane.event.event, address: gone }];
  });
  await upsertRows(tx, BLOCKED_EVENT_TYPES, rows);
}

// src/callbacks/worker/settlement.ts
function createSettlement({ database, clock }) {
  const failing = /* @__PURE__ */ new Map();
  const commits = createGroupCommit({
    database,
    maxBatch: 256,
    maxQueued: Number.POSITIVE_INFINITY,
    // the worker's slots bound it
    maxInFlight: 2,
    keyOf: ({ lane }) => keyOf(lane),
    shardOf: ({ lane }) => lane.tenantId,
    apply: (tx, batch) => settleBatch(tx, batch, { now: clock(), failing })
  });
  return { settle: commits.submit };
}
async function settleBatch(tx, batch, { now, failing }) {
  const states = await lockLanes(tx, batch);
  const held = [];
  const keptBefore = [];
  for (const settling of batch) {
    const { lane } = settling;
    const state = states.get(keyOf(lane));
    if (!state || state.owner !== lane.owner) continue;
    if (state.head !== lane.head) {
      keptBefore.push({ ...lane, head: state.head, leaseUntil: state.dueAt });
      continue;
    }
    const outcome = settling.outcome.kind === "overdue" ? await overdueOutcome(tx, lane, settling.outcome.dueAt, now) : settling.outcome;
    held.push({ ...settling, state, outcome, next: null });
  }
  await settleEvents(tx, held, now);
  await logAttempts(tx, held.flatMap(attemptsOf));
  await blockEventTypes(tx, held);
  await recordHealth(tx, held, { now, failing });
  for (const entry2 of held) {
    const { lane, outcome, state } = entry2;
    const isPaused = (failing.get(lane.tenantId) ?? 0) > now;
    const hasMoved = lane.isAside || outcome.kind === "aside";
    entry2.next = nextState(lane, outcome, state, {
      now,
      isKept: entry2.isKept && !isPaused,
      sideDueAt: hasMoved ? await nextAsideAt(tx, lane) : state.sideDueAt
    });
  }
  await writeLanes(tx, held, { now, failing });
  return answers(tx, batch, held, keptBefore);
}
async function lockLanes(tx, batch) {
  const keys = batch.map(({ lane }) => [lane.tenantId, lane.conversationId]);
  const rows = await tx.rows(
    "SELECT tenant_id AS tenantId, conversation_id AS conversationId, head, tail, due_at AS dueAt, head_due_at AS headDueAt, side_due_at AS sideDueAt, lease_owner AS owner FROM callback_lanes WHERE " + keyIn(tx.dialect, CALLBACK_LANES.key, keys) + forUpdate(tx.dialect),
    keys.flat()
  );
  return new Map(rows.map((row2) => [keyOf(row2), row2]));
}
async function overdueOutcome(tx, lane, dueAt, now) {
  const { event } = lane;
  const failingSince = event?.failingSince ?? now;
  const isAside = event && isOverdue(event, now) && await othersGetThrough(tx, lane, failingSince);
  return isAside ? { kind: "aside", dueAt } : { kind: "postponed", dueAt: checkAt(failingSince, dueAt, now) };
}
function attemptsOf({ lane, outcome }) {
  const { tenantId, conversationId, event } = lane;
  if (!event || !("health" in outcome)) return [];
  const { sequence } = event;
  return (outcome.health?.records ?? []).map((record2) => ({
    tenantId,
    conversationId,
    sequence,
    record: record2
  }));
}
async function recordHealth(tx, held, { now, failing }) {
  const failedNow = new Set(
    held.flatMap(({ lane, outcome }) => isFailure(outcome) ? [lane.tenantId] : [])
  );
  const reports = held.flatMap(({ lane, outcome }) => {
    const { tenantId, conversationId, isFailing, probeOf } = lane;
    if (!("health" in outcome) || !outcome.health) return [];
    if (!isFailing && !failing.has(tenantId) && !failedNow.has(tenantId)) return [];
    const { isUnreachable, pauseUntil: pauseUntil2 } = outcome.health;
    const isProbe = probeOf !== null;
    const isSuccess2 = !isFailure(outcome);
    return [{ tenantId, conversationId, isSuccess: isSuccess2, isUnreachable, pauseUntil: pauseUntil2, isProbe }];
  });
  const changes = await updateHealth(tx, reports, now);
  for (const { tenantId } of reports) failing.delete(tenantId);
  for (const [tenantId, resumesAt] of changes.failing) failing.set(tenantId, resumesAt);
  for (const tenantId of changes.recovered) await pullForward(tx, tenantId, now);
}
function isFailure(outcome) {
  if (outcome.kind === "retry") return true;
  return outcome.kind === "dead" && outcome.timestampMs !== null && !outcome.health?.gone;
}
async function writeLanes(tx, held, { now }) {
  const rows = [];
  const empty = [];
  const kept2 = [];
  for (const { lane, state, next } of held) {
    const key = [lane.tenantId, lane.conversationId];
    if (!next) empty.push(key);
    else if (next.owner && next.sideDueAt === state.sideDueAt) kept2.push(key);
    else {
      const { head, tail, dueAt, headDueAt, sideDueAt, owner } = next;
      rows.push({
        tenant_id: lane.tenantId,
        conversation_id: lane.conversationId,
        head,
        tail,
        due_at: dueAt,
        head_due_at: headDueAt,
        side_due_at: sideDueAt,
        lease_owner: owner
      });
    }
  }
  await upsertRows(tx, CALLBACK_LANES, rows);
  if (kept2.length > 0) {
    await tx.run(
      `UPDATE callback_lanes SET head = head + 1, due_at = ? WHERE ${keyIn(tx.dialect, CALLBACK_LANES.key, kept2)}`,
      [now + LEASE_MS2, ...kept2.flat()]
    );
  }
  if (empty.length === 0) return;
  await tx.run(
    `DELETE FROM callback_lanes WHERE ${keyIn(tx.dialect, CALLBACK_LANES.key, empty)}`,
    empty.flat()
  );
}
async function answers(tx, batch, held, keptBefore) {
  const isSettled = new Set([...held.map(({ lane }) => lane), ...keptBefore].map(keyOf));
  const keptNow = held.flatMap(
    ({ lane, next }) => next?.owner ? [{ ...lane, head: next.head, leaseUntil: next.dueAt }] : []
  );
  const kept2 = [...keptNow, ...keptBefore].map((lane) => ({
    ...lane,
    isAside: false,
    probeOf: null
  }));
  const events = await loadEvents(tx, kept2);
  const lanes = new Map(
    kept2.map((lane) => [keyOf(lane), { ...lane, event: events.get(keyOf(lane)) ?? null }])
  );
  return batch.map(({ lane }) => {
    const key = keyOf(lane);
    if (!isSettled.has(key)) return { kind: "lost" };
    const next = lanes.get(key);
    return next ? { kind: "kept", lane: next } : { kind: "released" };
  });
}

// src/callbacks/worker/slots.ts
var MAX_CLAIMED = 256;
function createSlots({ slowSlots, maxPerTenant, paces }) {
  const quickSlots = Math.ceil(slowSlots / 4);
  const slowSlotsOfWorkspace = Math.ceil(slowSlots / 4);
  const allSlots = slowSlots + quickSlots;
  const held = /* @__PURE__ */ new Map();
  let inFlight = 0;
  function shareOut(waiting) {
    const now = countByPace();
    const isShort = inFlight >= allSlots / 2;
    const roomOf = ({ tenantId, isProbed, leased }) => {
      const count7 = Math.max(leased, held.get(tenantId)?.count ?? 0);
      if (isProbed) return Math.min(1 - count7, 1);
      return (isShort ? paces.windowOf(tenantId) : maxPerTenant) - count7;
    };
    const asking = { quick: [], new: [], slow: [] };
    for (const tenant of waiting) {
      const { tenantId, workspaceId } = tenant;
      const count7 = held.get(tenantId)?.count ?? 0;
      const pace = paces.paceOf(tenantId);
      asking[pace].push({ tenantId, workspaceId, room: roomOf(tenant), held: count7 });
    }
    let free = Math.min(MAX_CLAIMED, allSlots - inFlight);
    const shares = [];
    const give = (pace, slots, heldOf = /* @__PURE__ */ new Map(), most) => {
      const given2 = shareFairly(asking[pace], Math.min(free, slots), heldOf, most);
      for (const { room } of given2) free -= room;
      shares.push(...given2);
      return given2;
    };
    give("quick", free);
    const given = give("new", slowSlots + quickSlots / 2 - now.new - now.slow);
    const unproven = given.reduce((sum, { room }) => sum + room, now.new + now.slow);
    const slowFree = Math.min(slowSlots - now.slow, slowSlots + quickSlots / 2 - unproven);
    give("slow", slowFree, now.slowOfWorkspace, slowSlotsOfWorkspace);
    return shares;
  }
  function countByPace() {
    const counts = { quick: 0, new: 0, slow: 0, slowOfWorkspace: /* @__PURE__ */ new Map() };
    for (const [tenantId, { workspaceId, count: count7 }] of held) {
      const pace = paces.paceOf(tenantId);
      counts[pace] += count7;
      if (pace === "slow") add(counts.slowOfWorkspace, workspaceId, count7);
    }
    return counts;
  }
  return {
    shareOut,
    hold: ({ tenantId, workspaceId }) => {
      inFlight += 1;
      held.set(tenantId, { workspaceId, count: (held.get(tenantId)?.count ?? 0) + 1 });
    },
    giveBack: ({ tenantId, workspaceId }) => {
      inFlight -= 1;
      const count7 = (held.get(tenantId)?.count ?? 0) - 1;
      if (count7 > 0) held.set(tenantId, { workspaceId, count: count7 });
      else held.delete(tenantId);
    },
    isFull: () => inFlight >= allSlots
  };
}
function shareFairly(tenants, free, heldOfWorkspace = /* @__PURE__ */ new Map(), mostOfWorkspace = Number.POSITIVE_INFINITY) {
  const workspaces = /* @__PURE__ */ new Map();
  const asking = tenants.map(({ tenantId, workspaceId, room, held }) => {
    const workspace2 = workspaces.get(workspaceId) ?? {
      held: heldOfWorkspace.get(workspaceId) ?? 0
    };
    workspaces.set(workspaceId, workspace2);
    return { tenantId, workspace: workspace2, room, held, given: 0 };
  });
  for (let left = free; left >= 1; left--) {
    let next = null;
    for (const tenant of asking) {
      if (tenant.given >= tenant.room || tenant.workspace.held >= mostOfWorkspace) continue;
      if (!next || hasFewer(tenant, next)) next = tenant;
    }
    if (!next) break;
    next.given += 1;
    next.held += 1;
    next.workspace.held += 1;
  }
  return asking.flatMap(({ tenantId, given }) => given > 0 ? [{ tenantId, room: given }] : []);
}
function hasFewer(a, b) {
  if (a.workspace.held !== b.workspace.held) return a.workspace.held < b.workspace.held;
  return a.held < b.held;
}
function add(counts, key, count7) {
  counts.set(key, (counts.get(key) ?? 0) + count7);
}

// src/callbacks/worker/worker.ts
var TURN_MS = SECOND;
var STOP_MS2 = 5 * SECOND;
var COUNTED_AS = {
  delivered: "delivered",
  retry: "retry",
  dead: "dead",
  postponed: "postponed",
  overdue: "postponed"
};
var SETTLE_AGAIN_MS = 500;
var DELIVER_AGAIN_MS = 5 * SECOND;
function createCallbackWorker(options) {
  const { database, clock, log, deliver } = options;
  const { slowSlots = 1024, maxPerTenant = 8, pollMs = 500 } = options;
  const paces = createPaces({ maxPerTenant });
  const slots = createSlots({ slowSlots, maxPerTenant, paces });
  const claim2 = createClaim({ database, clock });
  const { settle } = createSettlement({ database, clock });
  const counts = { delivered: 0, retry: 0, dead: 0, postponed: 0, lost: 0 };
  const runs = /* @__PURE__ */ new Set();
  let state = "idle";
  let poll;
  let isWoken = false;
  let isFailing = false;
  let claiming = null;
  function wake() {
    isWoken = true;
    if (claiming || state !== "running" || slots.isFull()) return;
    claiming = claimAll().finally(() => {
      claiming = null;
      if (isWoken) wake();
    });
  }
  async function claimAll() {
    try {
      while (isWoken && state === "running" && !slots.isFull()) {
        await new Promise(setImmediate);
        isWoken = false;
        const lanes = await claim2(slots.shareOut);
        isFailing = false;
        for (const lane of lanes) launch(lane);
        if (lanes.length > 0) isWoken = true;
      }
    } catch (err) {
      isWoken = false;
      if (!isFailing)
        log.error({ event: "callback.claim_failed", err }, "could not claim callbacks");
      isFailing = true;
    }
  }
  function launch(lane) {
    slots.hold(lane);
    const run = runLane(lane).catch(
      (err) => log.error({ event: "callback.lane_dropped", err }, "a lane of callbacks was dropped")
    ).finally(() => {
      slots.giveBack(lane);
      runs.delete(run);
      wake();
    });
    runs.add(run);
  }
  async function runLane(claimed) {
    let lane = claimed;
    while (lane) {
      const outcome = state === "running" ? await attempt2(lane) : { kind: "postponed", dueAt: clock() };
      const settled = await settleFirmly(lane, outcome);
      counts[settled.kind === "lost" ? "lost" : COUNTED_AS[outcome.kind]]++;
      if (settled.kind !== "lost") options.lastResults?.note(lane.tenantId, outcome);
      if (settled.kind === "lost") {
        const { tenantId, conversationId } = lane;
        const fields2 = { tenant_id: tenantId, conversation_id: conversationId };
        log.debug(
          { event: "callback.lane_taken_over", ...fields2 },
          "another node took over a lane"
        );
      }
      lane = settled.kind === "kept" ? settled.lane : null;
    }
  }
  async function attempt2(lane) {
    const end = paces.begin(lane.tenantId);
    let outcome = null;
    try {
      return outcome = await deliver(lane);
    } catch (err) {
      const { tenantId, conversationId } = lane;
      const fields2 = { err, tenant_id: tenantId, conversation_id: conversationId };
      log.error({ event: "callback.prepare_failed", ...fields2 }, "could not prepare a callback");
      return { kind: "postponed", dueAt: clock() + DELIVER_AGAIN_MS };
    } finally {
      end(endOf(outcome));
    }
  }
  async function settleFirmly(lane, outcome) {
    for (; ; ) {
      const isKept = state === "running" && clock() < lane.heldSince + TURN_MS;
      try {
        return await settle({ lane, outcome, isKept });
      } catch (err) {
        if (state === "stopped" || clock() >= lane.leaseUntil) throw err;
        log.warn({ event: "callback.settle_failed", err }, "could not settle an attempt yet");
        await wait3(SETTLE_AGAIN_MS);
      }
    }
  }
  options.outbox.onQueued(wake);
  return {
    wake,
    start: () => {
      if (state !== "idle") throw new TypeError("the callback worker was started before");
      state = "running";
      poll = setInterval(wake, pollMs);
      wake();
    },
    stop: async () => {
      state = "stopping";
      clearInterval(poll);
      const limit = new AbortController();
      await Promise.race([
        Promise.resolve(claiming).then(() => Promise.all(runs)),
        wait3(STOP_MS2, void 0, { signal: limit.signal }).catch(() => void 0)
      ]);
      limit.abort();
      state = "stopped";
    },
    stats: () => ({
      inFlight: runs.size,
      delivered: counts.delivered,
      retried: counts.retry,
      dead: counts.dead,
      postponed: counts.postponed,
      lost: counts.lost
    })
  };
}
function endOf(outcome) {
  const health = outcome && "health" in outcome ? outcome.health : void 0;
  const last2 = health?.records.at(-1);
  if (!last2) return null;
  return { durationMs: last2.durationMs, isSuccess: outcome?.kind === "delivered" };
}

// src/app/callbacks.ts
function buildCallbacks({ config, database, clock, log, metrics, lifecycle }, { guard, directory, secrets }) {
  const sender = measureSender(metrics, createSender({ guard }));
  lifecycle.register({ name: "callback connections", stop: sender.close });
  const target = { targetOf: directory.find, activeSecret: secrets.activeSecret };
  const outbox = createOutbox(log);
  const delivery = createDelivery({ sender, ...target, traces: outbox.traces, clock, log });
  const lastResults = createLastResults({ database, log });
  lifecycle.register({ name: "results of callbacks", ...lastResults });
  const worker = createCallbackWorker({
    database,
    clock,
    log,
    outbox,
    slowSlots: config.callbacksInFlight,
    deliver: delivery.deliver,
    lastResults
  });
  measureCallbacks(metrics, { stats: worker.stats, backlog: createBacklog({ database, clock }) });
  return {
    delivery,
    worker,
    outbox,
    readHealth: createCallbackHealth({ database, clock, lastResults }),
    redelivery: createRedelivery({ database, clock, wake: worker.wake }),
    testCall: createTestCall({ guard, sender, ...target, clock })
  };
}

// src/bots/bot-runner.ts
var SWEEP_MS4 = SECOND;
var LEFT_BEHIND_MS = 5 * SECOND;
function createBotRunner(options) {
  const { clock, log, journal, store: store2 } = options;
  const running = /* @__PURE__ */ new Set();
  let timer;
  const submit = async (session2, tenant, command) => {
    const surroundings = await options.surroundingsOf(tenant, session2.locale);
    try {
      await journal.submit({ session: session2, command, surroundings });
    } catch (error) {
      const isTooLate = error instanceof AppError && error.status < 500;
      if (!isTooLate) throw error;
    }
  };
  const answer3 = async (session2, state, message) => {
    const tenant = await options.directory.find(session2.tenantId);
    if (tenant?.status !== "active" || tenant.bot.kind !== "builtin") return;
    const { decision } = await options.builtin(tenant, message.content, session2.locale);
    const { ownerEpoch } = state;
    const clientMsgId2 = `auto:${message.messageId}`;
    const command = decision.kind === "reply" ? { type: "bot-message", content: decision.content, clientMsgId: clientMsgId2, ownerEpoch } : {
      type: "escalate",
      by: "bot",
      reason: decision.reason,
      ownerEpoch,
      ...decision.reply !== void 0 && {
        explanation: { clientMsgId: clientMsgId2, content: decision.reply }
      }
    };
    await submit(session2, tenant, command);
  };
  const rescue = async ({ session: session2, state }) => {
    const tenant = await options.directory.find(session2.tenantId);
    if (tenant?.status !== "active") return;
    const waitedMs = clock() - (state.awaitingBotSince ?? clock());
    if (tenant.bot.kind === "builtin") {
      const message = await store2.lastVisitorMessage(session2);
      if (message) await answer3(session2, state, message);
    } else if (waitedMs >= tenant.bot.replyTimeoutS * SECOND) {
      await submit(session2, tenant, {
        type: "escalate",
        by: "bot",
        reason: "low_confidence",
        ownerEpoch: state.ownerEpoch,
        isBotSilent: true
      });
    }
  };
  const sweep = async (olderThanMs) => {
    for await (const page2 of store2.awaitingBot(clock() - olderThanMs)) {
      for (const conversation2 of page2) await rescue(conversation2);
    }
  };
  const track = (work) => {
    const tracked = work.catch(
      (error) => log.error({ event: "bot.failed", err: error }, "the built-in bot could not answer")
    ).finally(() => running.delete(tracked));
    running.add(tracked);
  };
  const sweepLater = () => {
    timer = setTimeout(() => {
      track(sweep(LEFT_BEHIND_MS).finally(sweepLater));
    }, SWEEP_MS4);
    timer.unref();
  };
  journal.onCommitted(({ command, session: session2, state, message, change }) => {
    if (!change || !message || command.type !== "visitor-message") return;
    if (state?.status === "BOT") track(answer3(session2, state, message));
  });
  return {
    start: () => {
      track(sweep(0));
      sweepLater();
    },
    stop: async () => {
      clearTimeout(timer);
      await Promise.all(running);
      clearTimeout(timer);
    }
  };
}

// src/bots/knowledge/keep-by-value.ts
var MAX_KEPT = 500;
function keepByValue(build) {
  const kept2 = /* @__PURE__ */ new Map();
  const known = /* @__PURE__ */ new WeakMap();
  return (settings2) => {
    const recent = known.get(settings2);
    if (recent !== void 0) return recent;
    const key = JSON.stringify(settings2);
    const built = kept2.get(key) ?? build(settings2);
    kept2.delete(key);
    kept2.set(key, built);
    known.set(settings2, built);
    const [oldest] = kept2.keys();
    if (kept2.size > MAX_KEPT && oldest !== void 0) kept2.delete(oldest);
    return built;
  };
}

// src/bots/language.ts
import snowball from "snowball-stemmers";

// src/bots/language-stop-words.ts
var FRENCH = `
  a ai ainsi alors as au aucun aujourd aura aussi autre aux avais combien avait avant avec avez avoir avons
  bah beaucoup ben bien bonjour bonsoir bref c ca car ce ceci cela celle celui ces cet cette ceux chez
  ci coucou comme comment concernant d dans de deja depuis des desole deux dire dites dis donc donner
  dont du elle elles en encore ensuite entre es est et etait ete etes etre eu euh eux exactement
  fait faire fais faites faut fois font h hello hui ici il ils j je juste l la laquelle le lequel les
  leur leurs lors lui m ma maintenant mais me mes merci mettre moi moins mon monsieur madame n ne ni
  non nos notre nous on ont ou oui par parce pas permettez peu peut peux plait plus point possible
  pour pourquoi pourrais pourrait pouvez pouvoir pouvons puis qu quand que quel quelle quelles quels
  quelque quelques question qui quoi renseignement renseigner s sa sais salut sans savoir savez se ses
  si simplement soit sommes son sont souhaite souhaiterais suis sur svp stp t ta te tes toi ton toujours
  tous tout toute toutes tres tu un une va vais veut veux vers voila voir voudrais voulais voulu vos
  votre vous vraiment vs y expliquer info infos information informations
`;
var ENGLISH = `
  about actually all also am an and any anyone are as asking at be because been before being but by can
  could did do does doing done else exactly ever for from get give go going good got had happen
  happens has have having he hello help her hey hi him his how i if in info information into is isn it
  its just kindly know let like ll long looking m many may me might mine more much must my need no not
  now of off okay ok on one only or our out over own please possible question quick re really s she
  should so some something sorry still such sure t tell than thank thanks that the their them then there
  these they thing this those to too u up us use ve very want wanted was way we well were what when
  where which while who whom why will wish with wonder wondering would yet you your yours aren couldn didn doesn don hasn haven shouldn wasn weren won wouldn
`;
var STOP_WORDS = new Set(
  `${FRENCH} ${ENGLISH}`.split(/\s+/).filter(Boolean)
);

// src/bots/language.ts
function fold2(text4) {
  return text4.toLowerCase().replaceAll("\u0153", "oe").replaceAll("\xE6", "ae").normalize("NFD").replaceAll(/\p{M}/gu, "");
}
function wordsOf2(text4) {
  const runs = text4.normalize("NFC").toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return runs.flatMap((run) => UNSPACED2.test(run) ? segment(run) : [run]).map((word) => ({ text: fold2(word), stems: stemsOf(word) }));
}
function contentWordsOf(text4) {
  const words = wordsOf2(text4);
  const content2 = words.filter((word) => !STOP_WORDS.has(word.text));
  return content2.length > 0 ? content2 : words;
}
function stemsIn(words) {
  return words.flatMap(({ stems }) => stems).join(" ");
}
function isSameWord(a, b) {
  return a.stems.some((stem) => b.stems.includes(stem));
}
function containsPhrase(words, phrase) {
  if (phrase.length === 0) return false;
  return words.some(
    (_, start) => phrase.every((word, i) => {
      const candidate = words[start + i];
      return candidate !== void 0 && isSameWord(candidate, word);
    })
  );
}
var french = snowball.newStemmer("french");
var english = snowball.newStemmer("english");
function stemsOf(word) {
  const plain = fold2(word);
  const stems = [french.stem(word), french.stem(plain), english.stem(plain)].map(fold2);
  return [...new Set(stems)];
}
var UNSPACED2 = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/u;
var segmenter = new Intl.Segmenter("en", { granularity: "word" });
function segment(run) {
  return [...segmenter.segment(run)].map(({ segment: word }) => word);
}

// src/bots/wants-person.ts
function wantsPerson(text4) {
  const words = ` ${(fold2(text4).match(/[a-z0-9]+/g) ?? []).join(" ")} `;
  const meant = DECLINED.reduce((rest, pattern) => rest.replaceAll(pattern, " _ "), words);
  return REQUESTS.some((pattern) => pattern.test(meant));
}
var PERSON_FR = "(?:humain|etre humain|personne|quelqu un|conseiller|conseillere|teleconseiller|teleconseillere|agent|operateur|operatrice|responsable|vendeur|vendeuse|technicien|technicienne|interlocuteur|collegue|employe|employee|representant|service client|service clients|service clientele|sav|equipe|gerant|patron)s?";
var PERSON_EN = "(?:human|human being|person|people|someone|somebody|agent|representative|rep|operator|advisor|adviser|assistant manager|manager|supervisor|associate|colleague|staff|staff member|customer service|customer support|support team|support agent|salesperson|team|support)s?";
var ONLY_PERSON_FR = "(?:humain|etre humain|conseiller|conseillere|teleconseiller|operateur|operatrice|vraie personne|personne humaine|personne reelle|vraie? humain)";
var ONLY_PERSON_EN = "(?:human|human being|human agent|human person|(?:real|actual|live|living) (?:human|human being|person|agent|operator|representative|advisor|adviser)|representative|customer service agent|support agent)";
var ALONE = "(?:humain|etre humain|conseiller|conseillere|agent|operateur|operatrice|responsable|quelqu un|service client|sav|human|human being|person|someone|representative|rep|operator|advisor|adviser|manager|supervisor|customer service|customer support)";
var UP_TO_3 = "(?:\\w+ ){0,3}";
var POLITE = "(?:s il vous plait|s il te plait|svp|stp|merci|please|pls|plz|thanks|thank you|now|maintenant|vite|tout de suite|asap)";
var REQUESTS = [
  // parler à un humain, discuter avec quelqu'un, échanger avec votre équipe
  `(?:parler|discuter|echanger|dialoguer|communiquer|causer|converser|chatter|tchatter|m entretenir) (?:directement |plutot )?(?:a|au|avec|aux) ${UP_TO_3}${PERSON_FR} `,
  // passez-moi un conseiller, mettez-moi en relation avec quelqu'un, transférez-moi vers un agent
  `(?:passez|passe|passer|mettez|mets|mettre|transferez|transfere|transferer|redirigez|rediriger|connectez|connecter|basculez) (?:moi |nous )?(?:en (?:relation|contact|communication) )?(?:a|au|avec|vers|sur|le|la|un|une) ${UP_TO_3}${PERSON_FR} `,
  `(?:mise en relation|etre mis en relation|etre mise en relation|entrer en contact|prendre contact) avec ${UP_TO_3}${PERSON_FR} `,
  // joindre, contacter, avoir un conseiller
  `(?:joindre|contacter|appeler) (?:directement )?(?:un|une|le|la|votre|vos|quelqu) (?:\\w+ )?${PERSON_FR} `,
  `(?:joindre|contacter|avoir|appeler) quelqu un (?:au telephone |de chez vous |en ligne |$)`,
  `(?:avoir|obtenir|veux|voudrais|aimerais|souhaite|souhaiterais|prefere|prefererais|exige|demande|veut|donnez moi|besoin d|faut) (?:un|une|l aide d un|de l aide d un) (?:vrai |vraie )?${ONLY_PERSON_FR} `,
  `(?:veux|voudrais|aimerais|souhaite|prefere|avoir|exige) (?:un|une) (?:vrai |vraie )?(?:agent|personne)(?: ${POLITE})? $`,
  // il y a quelqu'un ?, y a-t-il un conseiller disponible ?
  `(?:y a t il|il y a|y a|est ce qu il y a) (?:quelqu un|un humain|une vraie personne|un conseiller|une conseillere)(?: disponible| de disponible| la| en ligne| pour m(?: \\w+){1,2}| qui peut m(?: \\w+){1,2}| ${POLITE})? $`,
  `(?:etre rappele|etre rappelee|etre contacte|etre contactee) par (?:un|une|quelqu|votre|le) `,
  `(?:passer|passez moi|passe moi|envoyez moi) quelqu un `,
  // parler conseiller, contacter service client
  `(?:parler|contacter|joindre) (?:conseiller|conseillere|humain|agent|service client|sav) `,
  // un agent peut-il m'aider, qu'un conseiller me rappelle, l'aide d'un humain
  `(?:un|une) (?:vrai |vraie )?(?:humain|conseiller|conseillere|agent|operateur|operatrice) (?:peut|pourrait|me rappelle|me contacte|me reponde) `,
  `(?:aide|assistance|support) (?:humaine|humain|d un humain|d une conseillere|d un conseiller) `,
  // talk to a human, speak with someone, chat with your team
  `(?:talk|talking|speak|speaking|chat|chatting|escalate) (?:directly )?(?:to|with) ${UP_TO_3}${PERSON_EN} `,
  `(?:someone|somebody|anyone|anybody|a person|a human) (?:real |human )?(?:that |who )?(?:i|we) can (?:talk|speak|chat) (?:to|with) `,
  // connect me with an agent, put me through to someone
  `(?:connect|transfer|put|pass|forward|switch|redirect|escalate) (?:me|us|this) (?:through |over )?(?:to |with |on to )?${UP_TO_3}${PERSON_EN} `,
  `(?:reach|contact|call) (?:(?:a|an|your|the|some) )?(?:\\w+ )?${PERSON_EN} `,
  `(?:want|need|prefer|like|get me|give me|get|have|request) (?:a|an|some) ${ONLY_PERSON_EN} `,
  `(?:want|need|get me|give me|prefer) (?:a|an|to (?:see|have) an?|some) (?:agent|person|operator|advisor|adviser|manager|supervisor)(?: ${POLITE})? $`,
  `(?:is|are) (?:there )?(?:a |any )?(?:someone|anyone|anybody|somebody|human|humans|real person)(?: there| here| available| around| online| at the other end)? $`,
  // can a human help me, human support
  `(?:can|could|may) (?:a|an) (?:real |live )?(?:human|person|agent|representative|operator|advisor|adviser) `,
  `human (?:support|help|assistance) `,
  `(?:call|phone|ring) me back `,
  // real person please; un humain svp; agent
  `^ (?:${POLITE} )?(?:(?:un|une|a|an|the|le|votre|your) )?(?:vrai |vraie |real |live |actual )?(?:une personne|${ALONE}|${ONLY_PERSON_FR}|${ONLY_PERSON_EN})(?: (?:reel|reelle|humain|humaine|physique|agent|person))?(?: ${POLITE}){0,2} $`,
  `(?:${ONLY_PERSON_EN}|un (?:vrai )?humain|une vraie personne) ${POLITE} $`,
  // not to a robot but to a person
  `(?:mais|but) (?:a|avec|to|with) (?:un|une|a|an) (?:vrai |vraie |real )?(?:humain|personne|conseiller|human|person|agent) `,
  // pas un robot !
  `(?:humain|personne|conseiller|human|person|agent|someone) (?:et |and )?(?:pas|not|instead of|plutot qu) (?:a |an |avec |to |with )?(?:un |une |a )?(?:robot|bot|machine|chatbot|ia|ai) `
].map(toPattern);
var DECLINED = [
  `(?:veux pas|souhaite pas|voudrais pas|pas besoin de|inutile de|sans) (?:\\w+ ){0,2}(?:parler|discuter|echanger|contacter|joindre) (?:(?:a|avec) )?(?:un |une )?`,
  `pas besoin d un (?:humain|conseiller|agent) `,
  `(?:do not|don t|dont|no need to|without|didn t) (?:want to |need to |have to |wish to )?(?:talk|talking|speak|speaking|chat|contact|reach|call) (?:(?:to|with) )?(?:a |an )?`,
  `(?:do not|don t|dont) (?:want|need) (?:a|an) (?:human|agent|person|representative) `,
  `(?:are you|is this|am i (?:talking|speaking|chatting) (?:to|with)|etes vous|es tu|est ce que je parle a|suis je en train de parler a|je parle a) (?:a|an|un|une) (?:\\w+ )?(?:human|person|agent|bot|humain|personne|robot) `
].map((source) => new RegExp(` ${source}`, "g"));
function toPattern(source) {
  return new RegExp(source.startsWith("^") ? source : ` ${source}`);
}

// src/bots/builtin.ts
function createBuiltinBot({ retrieve }) {
  const handOverOf = createHandOver();
  return async (tenant, text4, locale3) => {
    const passages = await retrieve(tenant, text4, locale3);
    const decision = handOverOf(tenant.bot, text4) ?? quote(passages, tenant.bot);
    return { decision, passages };
  };
}
function createHandOver() {
  const topicsOf = keepByValue(
    (topics) => topics.map(({ phrases, reply }) => ({ phrases: phrases.map(wordsOf2), reply }))
  );
  return ({ restrictedTopics }, text4) => {
    const words = wordsOf2(text4);
    const topic = topicsOf(restrictedTopics).find(
      ({ phrases }) => phrases.some((one) => containsPhrase(words, one))
    );
    if (topic) {
      const { reply } = topic;
      return { kind: "escalate", reason: "restricted_topic", ...reply && { reply } };
    }
    return wantsPerson(text4) ? { kind: "escalate", reason: "user_requested" } : null;
  };
}
function quote([best], bot2) {
  if (!best || best.confidence < bot2.confidenceThreshold) {
    return { kind: "escalate", reason: "low_confidence" };
  }
  return { kind: "reply", content: best.text, confidence: best.confidence };
}

// src/tenants/faq/entries.ts
import { createHash as createHash3, randomBytes as randomBytes5 } from "crypto";
var MAX_ENTRIES = 500;
var MAX_FAQ_BYTES = 256 * 1024;
var PREFIX2 = "faq_";
var TENANT_BYTES = 16;
var OWN_BYTES = 8;
var FAQ_ENTRY_ID = /^faq_[\w-]{32}$/;
function newEntryId(tenantId) {
  return packId(tenantId, randomBytes5(OWN_BYTES));
}
function tenantIdOf(entryId2) {
  const hex = Buffer.from(entryId2.slice(PREFIX2.length), "base64url").subarray(0, TENANT_BYTES).toString("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
function packId(tenantId, own) {
  const tenant = Buffer.from(tenantId.replaceAll("-", ""), "hex");
  return PREFIX2 + Buffer.concat([tenant, own]).toString("base64url");
}
function identified(tenantId, faq) {
  return faq.map((entry2, place) => ({ ...entry2, id: entry2.id ?? idByPlace(tenantId, place) }));
}
function idByPlace(tenantId, place) {
  const digest = createHash3("sha256").update(`faq entry ${place}`).digest();
  return packId(tenantId, digest.subarray(0, OWN_BYTES));
}
function replaceEntries(tenantId, stored, given) {
  const known = identified(tenantId, stored);
  return given.map((entry2) => {
    const place = known.findIndex((other) => wordingOf(other) === wordingOf(entry2));
    const [same] = place === -1 ? [] : known.splice(place, 1);
    return { ...entry2, id: same?.id ?? newEntryId(tenantId) };
  });
}
function wordingOf({ questions: questions2, answer: answer3, locale: locale3 }) {
  return JSON.stringify([questions2, answer3, locale3]);
}
function requireRoom(faq) {
  const isFull = faq.length > MAX_ENTRIES || Buffer.byteLength(JSON.stringify(faq)) > MAX_FAQ_BYTES;
  if (!isFull) return;
  throw new AppError("state_conflict", {
    message: `A FAQ has at most ${MAX_ENTRIES} entries and 256 KiB. Remove or shorten some first.`
  });
}

// src/bots/knowledge/faq-search.ts
import MiniSearch from "minisearch";

// src/bots/knowledge/relevance.ts
var IN_ANSWER = 0.5;
var ALIKE = 0.85;
var SHARE_OF_COVERAGE = 0.5;
function createRelevance(corpus) {
  const places = /* @__PURE__ */ new Map();
  for (const [place, words] of corpus.entries()) {
    for (const stem of words.flatMap(({ stems }) => stems)) {
      const known = places.get(stem) ?? /* @__PURE__ */ new Set();
      places.set(stem, known.add(place));
    }
  }
  function weightOf(word) {
    const found = new Set(word.stems.flatMap((stem) => [...places.get(stem) ?? []]));
    return Math.sqrt(Math.log((1 + corpus.length) / Math.max(found.size, 1)) + 1);
  }
  return function relevance(asked, candidate) {
    const known = coverage(
      asked,
      (word) => Math.max(
        bestMatch(word, candidate.words),
        IN_ANSWER * bestMatch(word, candidate.answerWords)
      )
    );
    const used = coverage(candidate.words, (word) => bestMatch(word, asked));
    if (used === 0) return 0;
    return known * (1 - SHARE_OF_COVERAGE + SHARE_OF_COVERAGE * used);
  };
  function coverage(words, match) {
    let total = 0;
    let matched = 0;
    for (const word of words) {
      const weight = weightOf(word);
      total += weight;
      matched += weight * match(word);
    }
    return total === 0 ? 0 : matched / total;
  }
}
function bestMatch(word, others) {
  if (others.some((other) => isSameWord(word, other))) return 1;
  return others.some((other) => isAlike(word.text, other.text)) ? ALIKE : 0;
}
function isAlike(a, b) {
  const shorter = Math.min(a.length, b.length);
  if (shorter < 5) return false;
  let common = 0;
  while (common < shorter && a[common] === b[common]) common += 1;
  if (common >= 5 && common >= shorter - 2) return true;
  return Math.abs(a.length - b.length) <= 1 && isOneEditApart(a, b);
}
function isOneEditApart(a, b) {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  let i = 0;
  while (i < short.length && long[i] === short[i]) i += 1;
  if (long.length > short.length) return long.slice(i + 1) === short.slice(i);
  if (long.slice(i + 1) === short.slice(i + 1)) return true;
  const isSwap = long[i] === short[i + 1] && long[i + 1] === short[i];
  return isSwap && long.slice(i + 2) === short.slice(i + 2);
}

// src/bots/knowledge/faq-search.ts
var MAX_CANDIDATES = 20;
var MAX_ASKED_WORDS = 50;
function createFaqSearch(faq) {
  const questions2 = faq.flatMap((entry2, place) => {
    const answerWords = contentWordsOf(entry2.answer);
    return entry2.questions.map((text4) => ({ place, words: contentWordsOf(text4), answerWords }));
  }).map((question, id) => ({ id, ...question }));
  const index = new MiniSearch({
    fields: ["words", "answerWords"],
    extractField: (question, field2) => field2 === "id" ? String(question.id) : stemsIn(field2 === "words" ? question.words : question.answerWords),
    tokenize: (text4) => text4.split(" "),
    processTerm: (term) => term,
    searchOptions: {
      boost: { words: 4 },
      fuzzy: (term) => term.length > 4 ? 1 : false,
      prefix: (term) => term.length > 4
    }
  });
  index.addAll(questions2);
  const relevance = createRelevance(questions2.map(({ words }) => words));
  return (text4) => {
    const asked = contentWordsOf(text4).slice(0, MAX_ASKED_WORDS);
    const rated = index.search(stemsIn(asked)).slice(0, MAX_CANDIDATES).map(({ id }) => questions2[Number(id)]).map((question) => ({ question, confidence: relevance(asked, question) })).toSorted((a, b) => b.confidence - a.confidence || a.question.id - b.question.id).map(({ question: { place }, confidence: confidence2 }) => ({ place, confidence: confidence2 }));
    const bestOf = new Map(rated.toReversed().map((candidate) => [candidate.place, candidate]));
    return rated.filter((candidate) => bestOf.get(candidate.place) === candidate);
  };
}

// src/bots/knowledge/retrieval.ts
function createRetrieval() {
  const searchOf = keepByValue(createFaqSearch);
  const faqPassages = ({ tenantId, bot: { faq } }, question) => {
    const entries = identified(tenantId, faq);
    return searchOf(faq)(question).map(({ place, confidence: confidence2 }) => {
      const { id, questions: questions2, answer: answer3, locale: locale3 } = entries[place];
      const [title = ""] = questions2;
      return {
        passageId: id,
        source: "faq",
        sourceId: id,
        title,
        url: null,
        text: answer3,
        locale: locale3,
        confidence: confidence2
      };
    });
  };
  return (tenant, question, locale3) => Promise.resolve(ranked(faqPassages(tenant, question), tenant, locale3));
}
function ranked(passages, tenant, locale3) {
  const preferred = [languageOf(locale3), languageOf(tenant.defaultLocale)];
  const groupOf = (passage) => {
    if (passage.confidence < tenant.bot.confidenceThreshold) return preferred.length + 1;
    if (passage.locale === null) return 0;
    const place = preferred.indexOf(languageOf(passage.locale));
    return place === -1 ? preferred.length : place;
  };
  return passages.toSorted((a, b) => groupOf(a) - groupOf(b) || b.confidence - a.confidence);
}
function languageOf(locale3) {
  return locale3.toLowerCase().split(/[-_]/)[0] ?? "";
}

// src/bots/tenant-actions.ts
import Joi7 from "joi";

// src/conversations/inbox/schemas.ts
import Joi6 from "joi";

// src/conversations/rules/state.ts
var CONVERSATION_STATUSES = [
  "BOT",
  "WAITING",
  "ASSIGNED",
  "RESOLVED"
];
var dedupeKeys = {
  visitor: (clientMsgId2) => `${clientMsgId2}${VISITOR_ROOM}`,
  agent: (operatorId, clientMsgId2) => `${clientMsgId2}|agent:${operatorId}`,
  bot: (clientMsgId2) => `${clientMsgId2}|bot`
};
var VISITOR_ROOM = "|visitor";
function visitorClientMsgId(dedupeKey) {
  return dedupeKey?.endsWith(VISITOR_ROOM) ? dedupeKey.slice(0, -VISITOR_ROOM.length) : null;
}
function ownerOf(status2) {
  return status2 === "BOT" ? "bot" : "human";
}

// src/operators/routing-key.ts
var routingKey = readable().max(128).pattern(/^\S(.*\S)?$/u);

// src/conversations/inbox/schemas.ts
var TICKET_STATUSES = ["OPEN", "ASSIGNED", "RESOLVED"];
var REASONS2 = ["user_requested", "restricted_topic", "low_confidence", "direct"];
var seq = Joi6.number().integer().min(0).max(Number.MAX_SAFE_INTEGER);
var conversationBody = Joi6.object({
  conversation_id: objectId.required()
});
var transferBody = Joi6.object({
  conversation_id: objectId.required(),
  operator_id: uuid.required()
});
var messageBody = Joi6.object({
  conversation_id: objectId.required(),
  client_msg_id: clientMsgId.required(),
  content: content.required()
});
var readBody2 = Joi6.object({
  conversation_id: objectId.required(),
  seq: seq.required()
});
var typingBody = Joi6.object({
  conversation_id: objectId.required(),
  state: Joi6.valid("start", "stop").required()
});
var conversationsQuery = Joi6.object({
  tenant_id: uuid,
  status: Joi6.valid(...CONVERSATION_STATUSES),
  routing_key: routingKey,
  assigned: Joi6.valid("me", "none"),
  user_id: userId,
  q: Joi6.string().min(2).max(64),
  ...page
});
var conversationQuery = Joi6.object({
  conversation_id: objectId.required()
});
var history = { before_seq: seq, after_seq: seq, limit: page.limit };
var historyQuery = Joi6.object(history);
var conversationHistoryQuery = Joi6.object({
  conversation_id: objectId.required(),
  ...history
});
var ticketsQuery = Joi6.object({
  tenant_id: uuid,
  status: Joi6.valid(...TICKET_STATUSES),
  ...page
});
var text2 = Joi6.string();
var nullable2 = (schema) => schema.allow(null).required();
var messageShape = Joi6.object({
  message_id: uuid.required(),
  seq: seq.required(),
  sender: Joi6.object({
    kind: Joi6.valid("visitor", "bot", "agent", "system").required(),
    display_name: text2
  }).required(),
  content: text2.required(),
  created_at: time.required(),
  client_msg_id: clientMsgId
});
var historyAnswer = Joi6.object({
  messages: Joi6.array().items(messageShape).required(),
  has_more: Joi6.boolean().required(),
  last_seq: seq.required()
});
var inboxRowShape = Joi6.object({
  conversation_id: objectId.required(),
  tenant_id: uuid.required(),
  visitor_session_id: text2.required(),
  status: Joi6.valid(...CONVERSATION_STATUSES).required(),
  owner: Joi6.valid("bot", "human").required(),
  owner_epoch: Joi6.number().integer().required(),
  operator_id: nullable2(uuid),
  operator_display_name: nullable2(text2),
  escalation_reason: Joi6.valid(...REASONS2, null).required(),
  claim_count: Joi6.number().integer().required(),
  claimed_at: nullable2(time),
  released_at: nullable2(time),
  resolved_at: nullable2(time),
  waiting_since: nullable2(time),
  routing_key: nullable2(text2),
  mode: Joi6.valid("bot", "human").required(),
  locale: text2.required(),
  origin: text2.required(),
  last_seq: seq.required(),
  visitor_read_seq: seq.required(),
  agent_read_seq: seq.required(),
  started_at: time.required(),
  last_message_at: nullable2(time),
  metadata: Joi6.object().unknown().required(),
  page: Joi6.object({
    url: text2.required(),
    title: text2.required(),
    at: time.required()
  }).allow(null).required(),
  last_message: Joi6.object({
    kind: Joi6.valid("visitor", "bot", "agent").required(),
    preview: text2.allow("").required(),
    at: time.required()
  }).allow(null).required(),
  unread: Joi6.number().integer().required(),
  visitor: Joi6.object({
    user_id: nullable2(text2),
    is_identified: Joi6.boolean().required(),
    unverified: Joi6.object({
      display_name: nullable2(text2),
      email: nullable2(text2),
      attributes: nullable2(Joi6.object().unknown())
    }).required()
  }).required()
});
var conversationAnswer = Joi6.object({ conversation: inboxRowShape.required() });
var messageAnswer = Joi6.object({
  message: messageShape.required(),
  duplicate: Joi6.boolean()
});
var ticketShape = Joi6.object({
  ticket_id: uuid.required(),
  tenant_id: uuid.required(),
  conversation_id: objectId.required(),
  status: Joi6.valid(...TICKET_STATUSES).required(),
  escalation_reason: Joi6.valid(...REASONS2, null).required(),
  operator_id: nullable2(uuid),
  operator_display_name: nullable2(text2),
  created_at: time.required(),
  assigned_at: nullable2(time),
  resolved_at: nullable2(time)
});
var queueSummaryQuery = Joi6.object({
  workspace_id: uuid.required()
});
var count2 = Joi6.number().integer().required();
var queueSummaryAnswer = Joi6.object({
  tenants: Joi6.array().items(
    Joi6.object({
      tenant_id: uuid.required(),
      bot: count2,
      waiting: count2,
      assigned: count2,
      mine: count2,
      longest_wait_s: count2.allow(null)
    })
  ).required(),
  operators: Joi6.object({ online: count2, away: count2 }).required()
});
var emptyAnswer = Joi6.object({});

// src/bots/tenant-actions.ts
var MAX_ACTIONS = 5;
var FIELDS = {
  reply: Joi7.object({ content: messageBody.extract("content") }),
  typing: Joi7.object({ state: Joi7.valid("start", "stop").required() }),
  escalate: Joi7.object({
    reason: Joi7.valid("user_requested", "restricted_topic", "low_confidence").default(
      "user_requested"
    )
  }),
  resolve: Joi7.object()
};
function readActions(answerText) {
  const listed = listedActions(answerText);
  const actions = listed.slice(0, MAX_ACTIONS).flatMap((given, index) => {
    const action = readAction(given);
    return action ? [{ index, action }] : [];
  });
  return { actions, ignored: listed.length - actions.length };
}
function readAction(given) {
  const { type = "" } = given ?? {};
  if (typeof type !== "string" || !Object.hasOwn(FIELDS, type)) return null;
  const fields2 = FIELDS[type];
  const { value, error } = fields2.unknown().validate(given, { convert: false });
  return error ? null : value;
}
function readLine(line, said) {
  let given;
  try {
    given = JSON.parse(line);
  } catch {
    return null;
  }
  const { type, text: text4, content: content2 } = given ?? {};
  if (type === "delta") return typeof text4 === "string" ? { type, text: text4 } : null;
  const isSaid = type === "reply" && content2 === void 0;
  const action = readAction(isSaid ? { type, content: said } : given);
  return action && { type: "action", action };
}
function listedActions(answerText) {
  if (!answerText.includes('"actions"')) return [];
  try {
    const answer3 = JSON.parse(answerText);
    return Array.isArray(answer3?.actions) ? answer3.actions : [];
  } catch {
    return [];
  }
}

// src/bots/tenant-bot.ts
function createTenantBot({ api, directory, log }) {
  return async ({ event, text: text4 }) => {
    if (event.event !== "message-received") return;
    const { actions, ignored } = readActions(text4);
    const { tenantId, eventId } = event;
    if (ignored > 0) {
      const fields2 = { tenant_id: tenantId, event_id: eventId, ignored };
      log.warn({ event: "bot.actions_ignored", ...fields2 }, "bot actions were ignored");
    }
    if (actions.length === 0) return;
    const tenant = await directory.find(tenantId);
    if (tenant?.status !== "active") return;
    for (const placed of actions) {
      try {
        await perform(api, tenant, event, placed);
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        const fields2 = { tenant_id: tenantId, event_id: eventId, code: error.code };
        log.info({ event: "bot.action_too_late", ...fields2 }, "a bot action came too late");
        return;
      }
    }
  };
}
function perform(api, tenant, { conversationId, eventId, body }, { action, index }, streamId) {
  const { owner_epoch: ownerEpoch } = JSON.parse(body.toString());
  switch (action.type) {
    case "reply": {
      const clientMsgId2 = `inline:${eventId}:${index}`;
      return api.send(tenant, conversationId, {
        clientMsgId: clientMsgId2,
        content: action.content,
        ownerEpoch,
        ...streamId !== void 0 && { streamId }
      });
    }
    case "typing":
      return api.type(tenant, conversationId, action.state, ownerEpoch);
    case "escalate":
      return api.escalate(tenant, conversationId, action.reason, ownerEpoch);
    case "resolve":
      return api.resolve(tenant, conversationId, ownerEpoch);
  }
}

// src/bots/tenant-stream.ts
function createTenantStream(options) {
  const { api, directory, log, streams } = options;
  return (given) => {
    const { event, answer: answer3 } = given;
    const fields2 = { tenant_id: event.tenantId, event_id: event.eventId };
    start(given).catch((error) => {
      answer3.cancel();
      const isTooLate = error instanceof AppError && error.status < 500;
      if (isTooLate) {
        const late = { event: "bot.action_too_late", ...fields2, code: error.code };
        return log.info(late, "a bot action came too late");
      }
      log.warn({ event: "bot.stream_failed", err: error, ...fields2 }, "a streamed answer failed");
    });
  };
  async function start(given) {
    const { event, answer: answer3 } = given;
    const tenant = await directory.find(event.tenantId);
    const asked = JSON.parse(event.body.toString());
    if (tenant?.status !== "active" || asked.owner !== "bot") return answer3.cancel();
    const stream = streams.open({
      tenantId: event.tenantId,
      sessionId: asked.visitor_session_id,
      conversationId: event.conversationId,
      ownerEpoch: asked.owner_epoch,
      seq: asked.message.seq
    });
    if (!stream) throw new Error("too many answers are being written");
    try {
      await follow(given, tenant, stream);
    } catch (error) {
      if (error instanceof AppError || !stream.signal.aborted) throw error;
    } finally {
      stream.discard();
    }
  }
  async function follow({ event, answer: answer3 }, tenant, stream) {
    let index = 0;
    let hasReplied = false;
    let ignored = 0;
    const totalMs = tenant.bot.replyTimeoutS * SECOND;
    for await (const text4 of answer3.lines({ signal: stream.signal, totalMs })) {
      const line = readLine(text4, stream.text);
      if (line?.type === "delta" && !hasReplied) {
        if (!stream.push(line.text)) return;
      } else if (line?.type === "action" && index < MAX_ACTIONS) {
        const { action } = line;
        const isFirstReply = action.type === "reply" && !hasReplied;
        if (isFirstReply) stream.flush();
        hasReplied ||= isFirstReply;
        const placed = { action, index: index++ };
        await perform(api, tenant, event, placed, isFirstReply ? stream.id : void 0);
      } else {
        ignored++;
      }
    }
    if (ignored === 0) return;
    const fields2 = { tenant_id: event.tenantId, event_id: event.eventId, ignored };
    log.warn({ event: "bot.actions_ignored", ...fields2 }, "bot actions were ignored");
  }
}

// src/visitors/model.ts
var VISITOR_SESSIONS = defineTable("visitor_sessions", ["tenant_id", "session_id"], {
  tenant_id: text(),
  session_id: text(),
  widget_public_key: text(),
  origin: text(),
  locale: text(),
  mode: text(),
  routing_key: orNull(text()),
  metadata: text(),
  user_id: orNull(text()),
  visitor_name: orNull(text()),
  visitor_email: orNull(text()),
  visitor_attributes: orNull(text()),
  created_at: integer(),
  expires_at: integer(),
  /** When an unused session is deleted; null once it has a conversation. */
  purge_at: orNull(integer()),
  /** Never later than the last message: whatever is older than this may be due for deletion. */
  kept_from: integer(),
  ended_at: orNull(integer()),
  erased_at: orNull(integer())
});
var WIDGET_SIGHTINGS = defineTable(
  "widget_sightings",
  ["tenant_id", "outcome", "origin"],
  {
    tenant_id: text(),
    outcome: text(),
    origin: text(),
    seen: integer(),
    first_seen_at: integer(),
    last_seen_at: integer(),
    widget_version: orNull(text())
  }
);

// src/conversations/journal/model.ts
var CONVERSATIONS = defineTable("conversations", ["tenant_id", "session_id"], {
  tenant_id: text(),
  session_id: text(),
  conversation_id: text(),
  routing_key: orNull(text()),
  status: text(),
  owner_epoch: integer(),
  operator_id: orNull(text()),
  operator_display_name: orNull(text()),
  escalation_reason: orNull(text()),
  claim_count: integer(),
  claimed_at: orNull(integer()),
  released_at: orNull(integer()),
  resolved_at: orNull(integer()),
  waiting_since: orNull(integer()),
  awaiting_bot_since: orNull(integer()),
  last_seq: integer(),
  last_event_sequence: integer(),
  visitor_read_seq: integer(),
  agent_read_seq: integer(),
  ticket_id: orNull(text()),
  started_at: integer(),
  last_message_at: orNull(integer()),
  last_said_by: orNull(text()),
  last_said_at: orNull(integer()),
  last_said_preview: orNull(text()),
  unread: integer(),
  counted_since: orNull(integer()),
  counted_messages: integer(),
  unanswered_since: orNull(integer())
});
var TICKETS = defineTable("tickets", ["tenant_id", "ticket_id"], {
  tenant_id: text(),
  ticket_id: text(),
  conversation_id: text(),
  status: text(),
  escalation_reason: orNull(text()),
  operator_id: orNull(text()),
  operator_display_name: orNull(text()),
  created_at: integer(),
  assigned_at: orNull(integer()),
  resolved_at: orNull(integer())
});
var MESSAGES = defineTable("messages", ["tenant_id", "session_id", "seq"], {
  tenant_id: text(),
  session_id: text(),
  seq: integer(),
  message_id: text(),
  sender: text(),
  sender_name: orNull(text()),
  dedupe_key: orNull(text()),
  content: text(),
  created_at: integer()
});
var SITUATION_TABLES = `
  visitor_sessions s
  LEFT JOIN conversations c ON c.tenant_id = s.tenant_id AND c.session_id = s.session_id
  LEFT JOIN tickets t ON t.tenant_id = c.tenant_id AND t.ticket_id = c.ticket_id`;
var OF_SESSION = pickColumns(
  VISITOR_SESSIONS,
  "session_id",
  "tenant_id",
  "origin",
  "locale",
  "mode",
  "routing_key",
  "metadata",
  "user_id",
  "visitor_name",
  "visitor_email",
  "visitor_attributes",
  "expires_at",
  "ended_at",
  "erased_at"
);
var SHARED = ["tenant_id", "session_id", "routing_key"];
var OF_TICKET = dropColumns(TICKETS, "tenant_id", "ticket_id", "conversation_id");
var SITUATION_COLUMNS = [
  listColumns(OF_SESSION, "s"),
  listColumns(dropColumns(CONVERSATIONS, ...SHARED, "ticket_id"), "c"),
  "t.ticket_id",
  ...OF_TICKET.columns.map((column) => `t.${column} AS ticket_${column}`)
].join(", ");
function sessionOf(row2) {
  return {
    sessionId: row2.session_id,
    tenantId: row2.tenant_id,
    origin: row2.origin,
    locale: row2.locale,
    mode: row2.mode,
    routingKey: row2.routing_key,
    metadata: row2.metadata,
    userId: row2.user_id,
    visitorName: row2.visitor_name,
    visitorEmail: row2.visitor_email,
    visitorAttributes: row2.visitor_attributes,
    expiresAt: row2.expires_at,
    endedAt: row2.ended_at,
    isErased: row2.erased_at !== null
  };
}
function conversationOf(row2) {
  if (row2.conversation_id === null) return null;
  return {
    conversationId: row2.conversation_id,
    status: row2.status,
    ownerEpoch: row2.owner_epoch,
    operator: row2.operator_id === null ? null : { operatorId: row2.operator_id, displayName: row2.operator_display_name ?? "" },
    escalationReason: row2.escalation_reason,
    claimCount: row2.claim_count,
    claimedAt: row2.claimed_at,
    releasedAt: row2.released_at,
    resolvedAt: row2.resolved_at,
    waitingSince: row2.waiting_since,
    awaitingBotSince: row2.awaiting_bot_since,
    lastSeq: row2.last_seq,
    lastEventSequence: row2.last_event_sequence,
    visitorReadSeq: row2.visitor_read_seq,
    agentReadSeq: row2.agent_read_seq,
    ticket: ticketOf(row2),
    startedAt: row2.started_at,
    lastMessageAt: row2.last_message_at,
    lastSaid: lastSaidOf(row2),
    unread: row2.unread,
    countedSince: row2.counted_since,
    countedMessages: row2.counted_messages,
    unansweredSince: row2.unanswered_since
  };
}
function lastSaidOf(row2) {
  const { last_said_by: kind, last_said_at: at, last_said_preview: preview } = row2;
  return kind === null || at === null ? null : { kind, preview: preview ?? "", at };
}
function ticketOf(row2) {
  if (row2.ticket_id === null) return null;
  return {
    ticketId: row2.ticket_id,
    status: row2.ticket_status,
    escalationReason: row2.ticket_escalation_reason,
    operatorId: row2.ticket_operator_id,
    operatorDisplayName: row2.ticket_operator_display_name,
    createdAt: row2.ticket_created_at,
    assignedAt: row2.ticket_assigned_at,
    resolvedAt: row2.ticket_resolved_at
  };
}
function conversationRow(session2, state) {
  return {
    tenant_id: session2.tenantId,
    session_id: session2.sessionId,
    conversation_id: state.conversationId,
    routing_key: session2.routingKey,
    status: state.status,
    owner_epoch: state.ownerEpoch,
    operator_id: state.operator?.operatorId ?? null,
    operator_display_name: state.operator?.displayName ?? null,
    escalation_reason: state.escalationReason,
    claim_count: state.claimCount,
    claimed_at: state.claimedAt,
    released_at: state.releasedAt,
    resolved_at: state.resolvedAt,
    waiting_since: state.waitingSince,
    awaiting_bot_since: state.awaitingBotSince,
    last_seq: state.lastSeq,
    last_event_sequence: state.lastEventSequence,
    visitor_read_seq: state.visitorReadSeq,
    agent_read_seq: state.agentReadSeq,
    ticket_id: state.ticket?.ticketId ?? null,
    started_at: state.startedAt,
    last_message_at: state.lastMessageAt,
    last_said_by: state.lastSaid?.kind ?? null,
    last_said_at: state.lastSaid?.at ?? null,
    last_said_preview: state.lastSaid?.preview ?? null,
    unread: state.unread,
    counted_since: state.countedSince,
    counted_messages: state.countedMessages,
    unanswered_since: state.unansweredSince
  };
}
function ticketRow(tenantId, conversationId, ticket2) {
  return {
    tenant_id: tenantId,
    ticket_id: ticket2.ticketId,
    conversation_id: conversationId,
    status: ticket2.status,
    escalation_reason: ticket2.escalationReason,
    operator_id: ticket2.operatorId,
    operator_display_name: ticket2.operatorDisplayName,
    created_at: ticket2.createdAt,
    assigned_at: ticket2.assignedAt,
    resolved_at: ticket2.resolvedAt
  };
}
function messageRow({ tenantId, sessionId: sessionId3 }, message) {
  return {
    tenant_id: tenantId,
    session_id: sessionId3,
    seq: message.seq,
    message_id: message.messageId,
    sender: message.sender,
    sender_name: message.senderName,
    dedupe_key: message.dedupeKey,
    content: message.content,
    created_at: message.createdAt
  };
}
function messageOf2(row2) {
  return {
    messageId: row2.message_id,
    seq: row2.seq,
    sender: row2.sender,
    senderName: row2.sender_name,
    dedupeKey: row2.dedupe_key,
    content: row2.content,
    createdAt: row2.created_at
  };
}

// src/conversations/journal/list.ts
async function listConversations(sql, filter) {
  if (filter.tenantIds.length === 0 || filter.words?.length === 0) return [];
  const found = await find(sql, filter);
  if (found?.length === 0) return [];
  const page2 = firstOfRanges({
    dialect: sql.dialect,
    columns: "c.tenant_id, c.conversation_id AS conversation_id, c.last_message_at",
    ...found ? { from: "conversations c", index: INDEX_BY_ID[sql.dialect], ranges: foundIn(found, filter) } : { ...sourceOf(filter), ranges: rangesOf(filter) },
    order: "last_message_at DESC, conversation_id DESC",
    limit: filter.limit
  });
  return sql.rows(
    `SELECT ${SITUATION_COLUMNS} FROM (${page2.sql}) page JOIN ${SITUATION_TABLES}
     WHERE c.tenant_id = page.tenant_id AND c.conversation_id = page.conversation_id
     ORDER BY page.last_message_at DESC, page.conversation_id DESC`,
    page2.params
  );
}
var MAX_SORTED = 1e3;
var INDEX_BY_ID = { sqlite: "sqlite_autoindex_conversations_2", mysql: "tenant_id" };
async function find(sql, { words, tenantIds, userId: userId2 }) {
  if (words === void 0 || userId2 !== void 0) return null;
  return searchIndexOf(sql.dialect).find(sql, { tenantIds, words, limit: MAX_SORTED });
}
function foundIn(found, filter) {
  const { status: status2, operatorIds = [] } = filter;
  const { words: _found, ...unfound } = filter;
  const rest = restOf(unfound);
  if (status2 !== void 0) rest.push(equal("c.status", status2));
  if (operatorIds.length > 0) rest.push(among("c.operator_id", operatorIds));
  const byTenant = /* @__PURE__ */ new Map();
  for (const { tenant_id, conversation_id } of found) {
    byTenant.set(tenant_id, [...byTenant.get(tenant_id) ?? [], conversation_id]);
  }
  return [...byTenant].map(
    ([tenantId, ids]) => allOf([equal("c.tenant_id", tenantId), among("c.conversation_id", ids), ...rest])
  );
}
var SAME_SESSION = "s.tenant_id = c.tenant_id AND s.session_id = c.session_id";
var SAME_CONVERSATION = "d.tenant_id = c.tenant_id AND d.conversation_id = c.conversation_id";
function sourceOf({ userId: userId2, operatorIds, words }) {
  const ofWords = words ? ` JOIN search_documents d ON ${SAME_CONVERSATION}` : "";
  if (userId2 !== void 0) {
    return {
      from: "visitor_sessions s",
      index: "visitor_sessions_user",
      join: `JOIN conversations c ON ${SAME_SESSION}${ofWords}`
    };
  }
  return {
    from: "conversations c",
    index: operatorIds?.length ? "conversations_operator" : "conversations_recent",
    join: ofWords
  };
}
function rangesOf(filter) {
  const { tenantIds, userId: userId2, operatorIds = [] } = filter;
  const rest = restOf(filter);
  const statuses = filter.status === void 0 ? CONVERSATION_STATUSES : [filter.status];
  const hasOperators = operatorIds.length > 0;
  if (userId2 !== void 0) {
    const ofUser = [equal("s.user_id", userId2), among("c.status", statuses)];
    if (hasOperators) ofUser.push(among("c.operator_id", operatorIds));
    return tenantIds.map((id) => allOf([equal("s.tenant_id", id), ...ofUser, ...rest]));
  }
  const starts = hasOperators ? operatorIds.map((id) => [equal("c.operator_id", id), among("c.tenant_id", tenantIds)]) : tenantIds.map((id) => [equal("c.tenant_id", id)]);
  return statuses.flatMap(
    (status2) => starts.map((start) => allOf([equal("c.status", status2), ...start, ...rest]))
  );
}
function restOf({ routingKey: routingKey2, operatorIds, words, before }) {
  const rest = [];
  const add2 = (where, ...params) => rest.push({ where, params });
  if (routingKey2 !== void 0) add2("c.routing_key = ?", routingKey2);
  if (operatorIds?.length === 0) add2("c.operator_id IS NULL");
  if (words) rest.push(hasWords("d.words", words));
  if (before) {
    const { at, conversationId } = before;
    add2(
      "c.last_message_at <= ? AND (c.last_message_at, c.conversation_id) < (?, ?)",
      at,
      at,
      conversationId
    );
  }
  return rest;
}

// src/conversations/journal/store.ts
var MESSAGE_COLUMNS = listColumns(MESSAGES);
var MAX_QUEUE_SHOWN = 1e3;
var AWAITING_PAGE = 200;
var TENANTS_A_READ = 500;
var OF_ANY_STATUS = `c.status IN ${placeholders(1, CONVERSATION_STATUSES.length)}`;
function createConversationStore(sql) {
  const select = async (where, params) => {
    const rows = await sql.rows(
      `SELECT ${SITUATION_COLUMNS} FROM ${SITUATION_TABLES} WHERE c.conversation_id IS NOT NULL AND ${where}`,
      params
    );
    return rows.flatMap(storedOf);
  };
  return {
    ofSession: async ({ tenantId, sessionId: sessionId3 }) => {
      const [found] = await select("s.tenant_id = ? AND s.session_id = ?", [tenantId, sessionId3]);
      return found?.state ?? null;
    },
    find: async (tenantIds, conversationId) => {
      if (tenantIds.length === 0) return null;
      const [found] = await select(
        `c.tenant_id IN ${placeholders(1, tenantIds.length)} AND c.conversation_id = ?`,
        [...tenantIds, conversationId]
      );
      return found ?? null;
    },
    list: async (filter) => (await listConversations(sql, filter)).flatMap(storedOf),
    changedSince: (tenantIds, moment3) => inParts3(
      tenantIds,
      (some) => select(
        `c.tenant_id IN ${placeholders(1, some.length)} AND ${OF_ANY_STATUS}
           AND c.last_message_at >= ?`,
        [...some, ...CONVERSATION_STATUSES, moment3]
      )
    ),
    endedSince: (tenantIds, moment3) => inParts3(tenantIds, async (some) => {
      const rows = await sql.rows(
        `SELECT session_id FROM visitor_sessions
           WHERE tenant_id IN ${placeholders(1, some.length)} AND ended_at >= ?`,
        [...some, moment3]
      );
      return rows.map((row2) => row2.session_id);
    }),
    messages: async ({ tenantId, sessionId: sessionId3 }, { afterSeq, beforeSeq, limit }) => {
      const isForward = afterSeq !== void 0;
      const rows = await sql.rows(
        `SELECT ${MESSAGE_COLUMNS} FROM messages
         WHERE tenant_id = ? AND session_id = ? AND seq > ? AND seq < ?
         ORDER BY seq ${isForward ? "ASC" : "DESC"} LIMIT ?`,
        [tenantId, sessionId3, afterSeq ?? 0, beforeSeq ?? Number.MAX_SAFE_INTEGER, limit]
      );
      const messages = rows.map(messageOf2);
      return isForward ? messages : messages.reverse();
    },
    queue: async (tenantId) => {
      const rows = await sql.rows(
        `SELECT session_id FROM conversations WHERE tenant_id = ? AND status = 'WAITING'
         ORDER BY waiting_since, session_id LIMIT ${MAX_QUEUE_SHOWN}`,
        [tenantId]
      );
      return rows.map((row2) => row2.session_id);
    },
    awaitingBot: async function* (until) {
      let last2 = [0, "", ""];
      for (; ; ) {
        const page2 = await select(
          `c.awaiting_bot_since BETWEEN ? AND ?
           AND (c.awaiting_bot_since, c.tenant_id, c.session_id) > (?, ?, ?)
           ORDER BY c.awaiting_bot_since, c.tenant_id, c.session_id LIMIT ${AWAITING_PAGE}`,
          [last2[0], until, ...last2]
        );
        if (page2.length > 0) yield page2;
        const end = page2.at(-1);
        if (!end || page2.length < AWAITING_PAGE) return;
        const { tenantId, sessionId: sessionId3 } = end.session;
        last2 = [end.state.awaitingBotSince ?? until, tenantId, sessionId3];
      }
    },
    assignees: async () => {
      const rows = await sql.rows(
        `SELECT DISTINCT operator_id FROM conversations
         WHERE status = 'ASSIGNED' AND operator_id IS NOT NULL`
      );
      return rows.map((row2) => row2.operator_id);
    },
    assignedTo: (operatorId) => select("c.operator_id = ? AND c.status = 'ASSIGNED'", [operatorId]),
    visitorSeqs: async ({ tenantId, sessionId: sessionId3 }, after, upTo) => {
      const rows = await sql.rows(
        `SELECT seq FROM messages
         WHERE tenant_id = ? AND session_id = ? AND seq > ? AND seq <= ? AND sender = 'visitor'`,
        [tenantId, sessionId3, after, upTo]
      );
      return rows.map(({ seq: seq2 }) => seq2);
    },
    lastVisitorMessage: async ({ tenantId, sessionId: sessionId3 }) => {
      const [row2] = await sql.rows(
        `SELECT ${MESSAGE_COLUMNS} FROM messages
         WHERE tenant_id = ? AND session_id = ? AND sender = 'visitor'
         ORDER BY seq DESC LIMIT 1`,
        [tenantId, sessionId3]
      );
      return row2 ? messageOf2(row2) : null;
    }
  };
}
function storedOf(row2) {
  const state = conversationOf(row2);
  return state ? [{ session: sessionOf(row2), state }] : [];
}
async function inParts3(ids, read3) {
  const rows = [];
  for (let start = 0; start < ids.length; start += TENANTS_A_READ) {
    rows.push(...await read3(ids.slice(start, start + TENANTS_A_READ)));
  }
  return rows;
}

// src/compliance/erasure.ts
async function eraseSessions(tx, { tenantId, sessionIds, now }) {
  if (sessionIds.length === 0) return [];
  const inSessions = `tenant_id = ? AND session_id IN ${placeholders(1, sessionIds.length)}`;
  const params = [tenantId, ...sessionIds];
  await tx.rows(
    `SELECT session_id FROM visitor_sessions WHERE ${inSessions} ${lockInOrderOf(tx.dialect, "tenant_id, session_id")}`,
    params
  );
  await tx.run(
    `UPDATE visitor_sessions SET ended_at = COALESCE(ended_at, ?), erased_at = COALESCE(erased_at, ?),
       metadata = '{}', user_id = NULL, visitor_name = NULL, visitor_email = NULL,
       visitor_attributes = NULL
     WHERE ${inSessions}`,
    [now, now, ...params]
  );
  await tx.run(`UPDATE messages SET content = '', dedupe_key = NULL WHERE ${inSessions}`, params);
  const conversations = await tx.rows(
    `SELECT session_id AS sessionId, conversation_id AS conversationId FROM conversations
     WHERE ${inSessions} ORDER BY conversation_id`,
    params
  );
  if (conversations.length === 0) return [];
  await tx.run(`UPDATE conversations SET last_said_preview = '' WHERE ${inSessions}`, params);
  await forgetWords(
    tx,
    tenantId,
    conversations.map(({ conversationId }) => conversationId)
  );
  await close(tx, inSessions, params, now);
  await eraseOfConversations(tx, tenantId, conversations, now);
  return conversations;
}
async function close(tx, inSessions, params, now) {
  await tx.run(
    `UPDATE conversations SET status = 'RESOLVED', owner_epoch = owner_epoch + 1, resolved_at = ?,
       operator_id = NULL, operator_display_name = NULL, waiting_since = NULL,
       awaiting_bot_since = NULL
     WHERE ${inSessions} AND status <> 'RESOLVED'`,
    [now, ...params]
  );
}
async function eraseOfConversations(tx, tenantId, conversations, now) {
  const ids = conversations.map(({ conversationId }) => conversationId);
  const ofConversations = `tenant_id = ? AND conversation_id IN ${placeholders(1, ids.length)}`;
  await tx.run(
    `UPDATE tickets SET status = 'RESOLVED', resolved_at = ?
     WHERE ${ofConversations} AND status <> 'RESOLVED'`,
    [now, tenantId, ...ids]
  );
  await tx.run(`DELETE FROM callback_lanes WHERE ${ofConversations}`, [tenantId, ...ids]);
  await tx.run(`DELETE FROM callback_events WHERE ${ofConversations}`, [tenantId, ...ids]);
  await tx.run(`DELETE FROM callback_attempts WHERE ${ofConversations}`, [tenantId, ...ids]);
}

// src/visitors/session.ts
var SESSION_TTL_MS = 30 * DAY;
function isOver(session2, now) {
  return session2.endedAt !== null || session2.expiresAt <= now;
}
function toSession(row2) {
  return {
    sessionId: row2.session_id,
    tenantId: row2.tenant_id,
    widgetPublicKey: row2.widget_public_key,
    origin: row2.origin,
    locale: row2.locale,
    mode: row2.mode,
    routingKey: row2.routing_key,
    metadata: row2.metadata,
    userId: row2.user_id,
    visitorName: row2.visitor_name,
    visitorEmail: row2.visitor_email,
    attributes: row2.visitor_attributes === null ? null : JSON.parse(row2.visitor_attributes),
    // checked on arrival
    createdAt: row2.created_at,
    expiresAt: row2.expires_at,
    endedAt: row2.ended_at
  };
}

// src/compliance/export.ts
var EXPORTED_EVENT = pickColumns(
  CALLBACK_EVENTS,
  "event_id",
  "event",
  "sequence",
  "state",
  "attempts",
  "outcome",
  "body",
  "created_at",
  "settled_at"
);
var MESSAGES_A_READ2 = 1e3;
async function readSession(sql, store2, key) {
  const [row2] = await sql.rows(
    `SELECT ${listColumns(VISITOR_SESSIONS)} FROM visitor_sessions WHERE tenant_id = ? AND session_id = ?`,
    [key.tenantId, key.sessionId]
  );
  if (!row2) return null;
  const session2 = toSession(row2);
  const state = await store2.ofSession(key);
  const conversation2 = state && await readConversation(sql, store2, session2, state);
  return { session: session2, erasedAt: row2.erased_at, conversation: conversation2 };
}
async function readConversation(sql, store2, session2, state) {
  const ofConversation = [session2.tenantId, state.conversationId];
  const [messages, tickets, callbacks] = await Promise.all([
    readMessages2(store2, session2),
    sql.rows(
      `SELECT ${listColumns(TICKETS)} FROM tickets
       WHERE tenant_id = ? AND conversation_id = ? ORDER BY created_at, ticket_id`,
      ofConversation
    ),
    sql.rows(
      `SELECT ${listColumns(EXPORTED_EVENT)} FROM callback_events
       WHERE tenant_id = ? AND conversation_id = ? ORDER BY sequence`,
      ofConversation
    )
  ]);
  return { state, messages, tickets, callbacks };
}
async function readMessages2(store2, session2) {
  const messages = [];
  for (; ; ) {
    const afterSeq = messages.at(-1)?.seq ?? 0;
    const more = await store2.messages(session2, { afterSeq, limit: MESSAGES_A_READ2 });
    messages.push(...more);
    if (more.length < MESSAGES_A_READ2) return messages;
  }
}

// src/compliance/session-lookup.ts
async function findSessionIds(sql, tenantId, ref, { after, limit }) {
  const rows = await sql.rows(
    `SELECT session_id FROM visitor_sessions
     WHERE tenant_id = ? AND session_id > ?
     AND ${"sessionId" in ref ? "session_id = ?" : "user_id = ? AND LENGTH(user_id) = LENGTH(?)"}
     ORDER BY session_id LIMIT ?`,
    [tenantId, after, ..."sessionId" in ref ? [ref.sessionId] : [ref.userId, ref.userId], limit]
  );
  return rows.map((row2) => row2.session_id);
}

// src/conversations/journal/tickets.ts
async function listTickets(sql, filter) {
  const { tenantIds, status: status2, before, limit } = filter;
  if (tenantIds.length === 0) return [];
  const rest = [];
  if (status2 !== void 0) rest.push({ where: "status = ?", params: [status2] });
  if (before) {
    const where = "created_at <= ? AND (created_at, ticket_id) < (?, ?)";
    rest.push({ where, params: [before[0], ...before] });
  }
  const page2 = firstOfRanges({
    dialect: sql.dialect,
    columns: listColumns(TICKETS),
    from: "tickets",
    index: status2 === void 0 ? "tickets_recent" : "tickets_status",
    ranges: tenantIds.map((id) => allOf([{ where: "tenant_id = ?", params: [id] }, ...rest])),
    order: "created_at DESC, ticket_id DESC",
    limit
  });
  return sql.rows(page2.sql, page2.params);
}
function ticketView(row2) {
  return {
    ticket_id: row2.ticket_id,
    tenant_id: row2.tenant_id,
    conversation_id: row2.conversation_id,
    status: row2.status,
    escalation_reason: row2.escalation_reason,
    operator_id: row2.operator_id,
    operator_display_name: row2.operator_display_name,
    created_at: iso(row2.created_at),
    assigned_at: isoOrNull(row2.assigned_at),
    resolved_at: isoOrNull(row2.resolved_at)
  };
}

// src/conversations/journal/views.ts
function messageView(message) {
  const clientMsgId2 = visitorClientMsgId(message.dedupeKey);
  return {
    message_id: message.messageId,
    seq: message.seq,
    sender: {
      kind: message.sender,
      ...message.senderName !== null && { display_name: message.senderName }
    },
    content: message.content,
    created_at: iso(message.createdAt),
    ...clientMsgId2 !== null && { client_msg_id: clientMsgId2 },
    ...message.streamId !== void 0 && { stream_id: message.streamId }
  };
}
function conversationView(state, queuePosition) {
  return {
    conversation_id: state.conversationId,
    status: state.status,
    operator_display_name: state.operator?.displayName ?? null,
    queue_position: state.status === "WAITING" ? queuePosition : null
  };
}
function inboxRow(session2, state) {
  return {
    conversation_id: state.conversationId,
    tenant_id: session2.tenantId,
    visitor_session_id: session2.sessionId,
    status: state.status,
    owner: ownerOf(state.status),
    owner_epoch: state.ownerEpoch,
    operator_id: state.operator?.operatorId ?? null,
    operator_display_name: state.operator?.displayName ?? null,
    escalation_reason: state.escalationReason,
    claim_count: state.claimCount,
    claimed_at: isoOrNull(state.claimedAt),
    released_at: isoOrNull(state.releasedAt),
    resolved_at: isoOrNull(state.resolvedAt),
    waiting_since: isoOrNull(state.waitingSince),
    routing_key: session2.routingKey,
    mode: session2.mode,
    locale: session2.locale,
    origin: session2.origin,
    last_seq: state.lastSeq,
    visitor_read_seq: state.visitorReadSeq,
    agent_read_seq: state.agentReadSeq,
    started_at: iso(state.startedAt),
    last_message_at: isoOrNull(state.lastMessageAt),
    /** What the page gave when it made the session. */
    metadata: JSON.parse(session2.metadata),
    /** The page that the visitor is on; null while no page tells. */
    page: null,
    last_message: state.lastSaid && { ...state.lastSaid, at: iso(state.lastSaid.at) },
    unread: state.unread,
    visitor: {
      user_id: session2.userId,
      is_identified: session2.userId !== null,
      unverified: {
        display_name: session2.visitorName,
        email: session2.visitorEmail,
        attributes: session2.visitorAttributes === null ? null : JSON.parse(session2.visitorAttributes)
      }
    }
  };
}

// src/compliance/view.ts
function sessionRecordView({ session: session2, erasedAt, conversation: conversation2 }) {
  return {
    session_id: session2.sessionId,
    origin: session2.origin,
    locale: session2.locale,
    mode: session2.mode,
    routing_key: session2.routingKey,
    created_at: iso(session2.createdAt),
    expires_at: iso(session2.expiresAt),
    ended_at: isoOrNull(session2.endedAt),
    erased_at: isoOrNull(erasedAt),
    identity: {
      user_id: session2.userId,
      unverified: {
        display_name: session2.visitorName,
        email: session2.visitorEmail,
        attributes: session2.attributes
      }
    },
    metadata: JSON.parse(session2.metadata),
    conversation: conversation2 && conversationRecordView(conversation2)
  };
}
function conversationRecordView(record2) {
  const { state } = record2;
  return {
    conversation_id: state.conversationId,
    status: state.status,
    escalation_reason: state.escalationReason,
    operator_id: state.operator?.operatorId ?? null,
    operator_display_name: state.operator?.displayName ?? null,
    claim_count: state.claimCount,
    visitor_read_seq: state.visitorReadSeq,
    agent_read_seq: state.agentReadSeq,
    started_at: iso(state.startedAt),
    claimed_at: isoOrNull(state.claimedAt),
    released_at: isoOrNull(state.releasedAt),
    resolved_at: isoOrNull(state.resolvedAt),
    last_message_at: isoOrNull(state.lastMessageAt),
    messages: record2.messages.map(messageView),
    tickets: record2.tickets.map(ticketView),
    callbacks: record2.callbacks.map(callbackView)
  };
}
function callbackView(row2) {
  return {
    event_id: row2.event_id,
    event: row2.event,
    sequence: row2.sequence,
    state: row2.state,
    attempts: row2.attempts,
    outcome: row2.outcome,
    created_at: iso(row2.created_at),
    settled_at: isoOrNull(row2.settled_at),
    body: JSON.parse(row2.body.toString("utf8"))
  };
}

// src/compliance/visitor.ts
function auditSubject(tenantId, ref) {
  return "sessionId" in ref ? ref.sessionId : tenantId;
}

// src/compliance/service.ts
var SESSIONS_A_READ = 100;
var SESSIONS_AN_ERASURE = 20;
function createCompliance(deps) {
  const { database, clock, audit, directory, store: store2, hub } = deps;
  const slowStore = createConversationStore(database.slowRead);
  const tenantOf = async (tenantId) => {
    const tenant = await directory.find(tenantId);
    if (!tenant) throw new AppError("not_found");
    return tenant;
  };
  const auditEvent = (action, { tenantId, workspaceId }, ref, by, sessions) => ({
    workspaceId,
    action,
    ...by,
    subject: auditSubject(tenantId, ref),
    details: { tenant_id: tenantId, by: "sessionId" in ref ? "session_id" : "user_id", sessions }
  });
  const eraseSome = (tenant, ref, by, after) => database.transaction(async (tx) => {
    const { tenantId } = tenant;
    const range2 = { after, limit: SESSIONS_AN_ERASURE };
    const sessionIds = await findSessionIds(tx, tenantId, ref, range2);
    if ("sessionId" in ref && after === "" && sessionIds.length === 0) {
      throw new AppError("not_found");
    }
    const erased = await eraseSessions(tx, { tenantId, sessionIds, now: clock() });
    if (after === "" || sessionIds.length > 0) {
      await audit.record(tx, auditEvent("visitor.erased", tenant, ref, by, sessionIds.length));
    }
    return { sessionIds, erased };
  });
  const tell = async (tenantId, sessionIds, erased) => {
    for (const sessionId3 of sessionIds) hub.publish({ kind: "session-over", sessionId: sessionId3 });
    for (const { conversationId } of erased) {
      const found = await store2.find([tenantId], conversationId);
      if (!found) continue;
      hub.publish({
        kind: "change",
        ...found,
        messages: [],
        receipts: [],
        hasStatusChanged: true,
        source: null
      });
    }
  };
  return {
    exportVisitor: async (tenantId, ref, by) => {
      const tenant = await tenantOf(tenantId);
      const sessions = [];
      for (let after = ""; ; ) {
        const range2 = { after, limit: SESSIONS_A_READ };
        const sessionIds = await findSessionIds(database.slowRead, tenantId, ref, range2);
        for (const sessionId3 of sessionIds) {
          const record2 = await readSession(database.slowRead, slowStore, { tenantId, sessionId: sessionId3 });
          if (record2) sessions.push(sessionRecordView(record2));
        }
        const last2 = sessionIds.at(-1);
        if (last2 === void 0 || sessionIds.length < SESSIONS_A_READ) break;
        after = last2;
      }
      if ("sessionId" in ref && sessions.length === 0) throw new AppError("not_found");
      await audit.record(null, auditEvent("visitor.exported", tenant, ref, by, sessions.length));
      return {
        schema_version: "1",
        exported_at: iso(clock()),
        tenant: { tenant_id: tenantId, tenant_name: tenant.name },
        sessions
      };
    },
    eraseVisitor: async (tenantId, ref, by) => {
      const tenant = await tenantOf(tenantId);
      for (let after = "", sessions = 0; ; ) {
        const { sessionIds, erased } = await eraseSome(tenant, ref, by, after);
        await tell(tenantId, sessionIds, erased);
        sessions += sessionIds.length;
        const last2 = sessionIds.at(-1);
        if (last2 === void 0 || sessionIds.length < SESSIONS_AN_ERASURE) {
          database.forgetDeleted();
          return { sessions };
        }
        after = last2;
      }
    }
  };
}

// src/conversations/inbox/canned-replies/service.ts
import { Op } from "sequelize";

// src/conversations/inbox/canned-replies/model.ts
var CANNED_REPLIES = defineTable("canned_replies", ["canned_reply_id"], {
  canned_reply_id: text(),
  workspace_id: text(),
  /** What an operator types to insert it; unique in its workspace. */
  shortcut: text(),
  content: text(),
  /** Null: for every language. */
  locale: orNull(text()),
  created_at: integer()
});

// src/conversations/inbox/canned-replies/service.ts
function createCannedReplies(deps) {
  const { database, clock, audit, roles } = deps;
  const replies = modelOf(database, CANNED_REPLIES);
  const find2 = async (cannedReplyId, transaction = null) => {
    const found = await replies.findByPk(cannedReplyId, { transaction });
    if (!found) throw new AppError("not_found");
    return found.get();
  };
  const own = async ({ accountId }, cannedReplyId) => {
    const reply = await find2(cannedReplyId);
    await roles.requireRole(accountId, reply.workspace_id, "operator");
    return reply;
  };
  const write2 = (work) => database.transaction(work).catch((error) => {
    throw isDuplicate(error) ? new AppError("state_conflict", { cause: error }) : error;
  });
  const record2 = (tx, actor, action, reply) => audit.record(tx, {
    workspaceId: reply.workspace_id,
    action: `canned_reply.${action}`,
    actor,
    ip: actor.ip,
    subject: reply.canned_reply_id,
    details: { shortcut: reply.shortcut }
  });
  return {
    create: async (caller, body) => {
      await roles.requireRole(caller.accountId, body.workspace_id, "operator");
      const reply = {
        canned_reply_id: newId(),
        workspace_id: body.workspace_id,
        shortcut: body.shortcut,
        content: body.content,
        locale: body.locale ?? null,
        created_at: clock()
      };
      return write2(async (tx) => {
        await requireQuota(tx, {
          owner: "SELECT workspace_id FROM workspaces WHERE workspace_id = ?",
          count: "SELECT COUNT(*) AS n FROM canned_replies WHERE workspace_id = ?",
          id: reply.workspace_id,
          max: deps.maxPerWorkspace
        });
        await replies.create(reply, { transaction: await tx.forModels() });
        await record2(tx, caller, "created", reply);
        return reply;
      });
    },
    list: async (accountId, workspaceId, { limit, cursor }) => {
      await roles.requireRole(accountId, workspaceId, "operator");
      const [after] = readCursor(cursor, "string") ?? [""];
      const found = await replies.findAll({
        where: { workspace_id: workspaceId, shortcut: { [Op.gt]: after } },
        order: [["shortcut", "ASC"]],
        limit: limit + 1
      });
      const rows = found.map((reply) => reply.get());
      return toPage(rows, limit, ({ shortcut: shortcut2 }) => [shortcut2]);
    },
    update: async (caller, { canned_reply_id: cannedReplyId, ...changes }) => {
      await own(caller, cannedReplyId);
      return write2(async (tx) => {
        const transaction = await tx.forModels();
        await replies.update(changes, { where: { canned_reply_id: cannedReplyId }, transaction });
        const reply = await find2(cannedReplyId, transaction);
        await record2(tx, caller, "updated", reply);
        return reply;
      });
    },
    remove: async (caller, cannedReplyId) => {
      const reply = await own(caller, cannedReplyId);
      return write2(async (tx) => {
        const removed = await replies.destroy({
          where: { canned_reply_id: cannedReplyId },
          transaction: await tx.forModels()
        });
        if (removed === 0) throw new AppError("not_found");
        await record2(tx, caller, "removed", reply);
        return reply;
      });
    }
  };
}

// src/operators/operator.ts
var DEFAULT_CAPACITY = 10;
function mayServe(operator, tenantId, routingKey2) {
  if (!operator.tenantIds.includes(tenantId)) return false;
  const { routingKeys } = operator;
  return routingKey2 === null || routingKeys.length === 0 || routingKeys.includes(routingKey2);
}

// src/tenants/tenant.ts
var TENANT_STATUSES = ["active", "suspended", "deleting"];
function requireWritable({ status: status2 }) {
  if (status2 !== "deleting") return;
  throw new AppError("state_conflict", {
    message: "This tenant is being deleted. Restore it first."
  });
}
function isLiveKey(tenant, publicKey2, now) {
  if (tenant.widgetPublicKey === publicKey2) return true;
  return tenant.retiredKeys.some(({ key, retiresAt }) => key === publicKey2 && retiresAt > now);
}

// src/conversations/inbox/service.ts
function createInbox(options) {
  const { journal, store: store2, hub } = options;
  const open2 = async (principal, conversationId) => {
    const scope = await options.scopeOf(principal.accountId);
    const found = await store2.find(scope.tenantIds(), conversationId);
    if (!found || !scope.maySee(found.session.tenantId, found.session.routingKey)) {
      throw new AppError("not_found");
    }
    return { found, tenantScope: scope.tenant(found.session.tenantId) };
  };
  const submit = async (found, command) => {
    const { session: session2 } = found;
    const tenant = await options.directory.find(session2.tenantId);
    if (!tenant) throw new AppError("not_found");
    requireWritable(tenant);
    if (tenant.status === "suspended") throw new AppError("tenant_suspended");
    const surroundings = await options.surroundingsOf(tenant, session2.locale);
    return journal.submit({ session: session2, command, surroundings });
  };
  const act = async (principal, conversationId, commandFor) => {
    const { found, tenantScope } = await open2(principal, conversationId);
    const committed = await submit(found, await commandFor(tenantScope));
    return { session: committed.session, state: committed.state ?? found.state };
  };
  return {
    scopeOf: (principal) => options.scopeOf(principal.accountId),
    find: async (principal, conversationId) => (await open2(principal, conversationId)).found,
    claim: (principal, conversationId) => act(principal, conversationId, (scope) => ({ type: "claim", operator: operatorOf(scope) })),
    release: (principal, conversationId) => act(principal, conversationId, (scope) => ({ type: "release", actor: actorOf(scope) })),
    transfer: (principal, conversationId, operatorId) => act(principal, conversationId, async (scope) => ({
      type: "transfer",
      actor: actorOf(scope),
      to: await receiver(scope, operatorId)
    })),
    resolve: (principal, conversationId) => act(principal, conversationId, (scope) => ({ type: "resolve", actor: actorOf(scope) })),
    send: async (principal, conversationId, message) => {
      const { found, tenantScope } = await open2(principal, conversationId);
      return submit(found, { type: "agent-message", actor: actorOf(tenantScope), ...message });
    },
    read: async (principal, conversationId, seq2) => {
      const { found } = await open2(principal, conversationId);
      const { agentReadSeq, lastSeq } = found.state;
      const readUpTo = Math.min(seq2, lastSeq);
      const visitorSeqs = readUpTo > agentReadSeq ? await store2.visitorSeqs(found.session, agentReadSeq, readUpTo) : [];
      const command = { type: "read", by: "agent", seq: readUpTo, visitorSeqs };
      const committed = await submit(found, command);
      return { session: committed.session, state: committed.state ?? found.state };
    },
    type: async (principal, conversationId, state) => {
      const { found, tenantScope } = await open2(principal, conversationId);
      const assignee = found.state.operator?.operatorId;
      if (assignee === void 0 || assignee !== tenantScope.operator?.operatorId) {
        throw new AppError("not_assignee");
      }
      hub.publish({
        kind: "typing",
        tenantId: found.session.tenantId,
        sessionId: found.session.sessionId,
        conversationId,
        sender: { kind: "agent", display_name: tenantScope.operator.displayName },
        state,
        source: null
      });
    }
  };
  async function receiver(scope, operatorId) {
    const operator = await options.findOperator(operatorId);
    const isOurs = operator?.workspaceId === scope.workspaceId;
    if (!operator || !isOurs || !mayServe(operator, scope.tenantId, null)) {
      throw new AppError("not_found");
    }
    return { operatorId: operator.operatorId, displayName: operator.displayName };
  }
}
function actorOf(scope) {
  return { operator: scope.operator, isAdmin: isAtLeast(scope.role, "admin") };
}
function operatorOf(scope) {
  if (scope.operator) return scope.operator;
  throw new AppError("insufficient_role", {
    message: "Only an operator of this tenant can claim conversations. Make this account an operator first."
  });
}

// src/reports/histogram.ts
var FIRST_MS = SECOND / 10;
var GROWTH = 1.1;
var LONGEST_MS = 100 * DAY;
var BOUNDS_MS = Array.from(
  { length: Math.ceil(Math.log(LONGEST_MS / FIRST_MS) / Math.log(GROWTH)) },
  (_, index) => Math.round(FIRST_MS * GROWTH ** index)
);
function addDuration(histogram, ms) {
  const next = BOUNDS_MS.findIndex((bound) => ms < bound);
  const index = next === -1 ? BOUNDS_MS.length : next;
  histogram.set(index, (histogram.get(index) ?? 0) + 1);
}
function percentile(histogram, share) {
  let total = 0;
  for (const count7 of histogram.values()) total += count7;
  if (total === 0) return null;
  let left = Math.ceil(share * total);
  for (const [index, count7] of [...histogram].toSorted(([a], [b]) => a - b)) {
    left -= count7;
    if (left <= 0) return rounded(middleMs(index) / SECOND);
  }
  return null;
}
function middleMs(index) {
  const upper = BOUNDS_MS[index] ?? LONGEST_MS;
  const lower = BOUNDS_MS[index - 1];
  return lower === void 0 ? upper / 2 : Math.sqrt(lower * upper);
}
function rounded(seconds2) {
  return seconds2 < 10 ? Math.round(seconds2 * 10) / 10 : Math.round(seconds2);
}

// src/reports/figures.ts
var COUNTS = [
  "conversations",
  "visitorMessages",
  "botMessages",
  "agentMessages",
  "resolvedByBot",
  "resolvedByAgent"
];
function noFigures() {
  return {
    conversations: 0,
    visitorMessages: 0,
    botMessages: 0,
    agentMessages: 0,
    resolvedByBot: 0,
    resolvedByAgent: 0,
    escalations: /* @__PURE__ */ new Map(),
    firstAnswers: /* @__PURE__ */ new Map(),
    waits: /* @__PURE__ */ new Map()
  };
}
function isNothing(figures2) {
  const { escalations, firstAnswers, waits } = figures2;
  return COUNTS.every((name2) => figures2[name2] === 0) && [escalations, firstAnswers, waits].every(({ size }) => size === 0);
}
function count3(figures2, counted) {
  for (const name2 of COUNTS) figures2[name2] += counted[name2];
  const { escalation, firstAnswerMs, waitMs } = counted;
  if (escalation !== null) addTo(figures2.escalations, escalation, 1);
  if (firstAnswerMs !== null) addDuration(figures2.firstAnswers, firstAnswerMs);
  if (waitMs !== null) addDuration(figures2.waits, waitMs);
}
function addFigures(figures2, more) {
  for (const name2 of COUNTS) figures2[name2] += more[name2];
  for (const [reason, n] of more.escalations) addTo(figures2.escalations, reason, n);
  for (const [index, n] of more.firstAnswers) addTo(figures2.firstAnswers, index, n);
  for (const [index, n] of more.waits) addTo(figures2.waits, index, n);
}
function addTo(counts, key, n) {
  counts.set(key, (counts.get(key) ?? 0) + n);
}

// src/reports/model.ts
var FIGURES = {
  conversations: integer(),
  visitor_messages: integer(),
  bot_messages: integer(),
  agent_messages: integer(),
  resolved_by_bot: integer(),
  resolved_by_agent: integer(),
  // Counts by reason or by class of a histogram: `low_confidence:2,user_requested:1`, `57:3,60:1`. Several of
  // them after each other, with a comma between them, are their sum.
  escalations: text(),
  first_answers: text(),
  waits: text()
};
var REPORT_ENTRIES = defineTable("report_entries", ["tenant_id", "began_at", "entry_id"], {
  tenant_id: text(),
  began_at: integer(),
  entry_id: text(),
  ...FIGURES
});
var REPORT_TOTALS = defineTable("report_totals", ["tenant_id", "began_at"], {
  tenant_id: text(),
  began_at: integer(),
  ...FIGURES
});
var COLUMNS = dropColumns(REPORT_TOTALS, "tenant_id", "began_at");
var FIGURES_COLUMNS = COLUMNS.columns;
function figuresRow(figures2) {
  return {
    conversations: figures2.conversations,
    visitor_messages: figures2.visitorMessages,
    bot_messages: figures2.botMessages,
    agent_messages: figures2.agentMessages,
    resolved_by_bot: figures2.resolvedByBot,
    resolved_by_agent: figures2.resolvedByAgent,
    escalations: joined(figures2.escalations),
    first_answers: joined(figures2.firstAnswers),
    waits: joined(figures2.waits)
  };
}
function figuresOf(row2) {
  return {
    conversations: row2.conversations,
    visitorMessages: row2.visitor_messages,
    botMessages: row2.bot_messages,
    agentMessages: row2.agent_messages,
    resolvedByBot: row2.resolved_by_bot,
    resolvedByAgent: row2.resolved_by_agent,
    escalations: parsed(row2.escalations, (reason) => reason),
    // written above
    firstAnswers: parsed(row2.first_answers, Number),
    waits: parsed(row2.waits, Number)
  };
}
function joined(counts) {
  return [...counts].map(([key, n]) => `${key}:${n}`).join(",");
}
function parsed(text4, keyOf4) {
  const counts = /* @__PURE__ */ new Map();
  for (const part of text4.split(",")) {
    const colon = part.indexOf(":");
    if (colon === -1) continue;
    const key = keyOf4(part.slice(0, colon));
    counts.set(key, (counts.get(key) ?? 0) + Number(part.slice(colon + 1)));
  }
  return counts;
}

// src/reports/entries.ts
var QUARTER_MS = 15 * MINUTE;
function startCounting(now) {
  const tenants = /* @__PURE__ */ new Map();
  return {
    add: (tenantId, counted) => {
      let figures2 = tenants.get(tenantId);
      if (!figures2) tenants.set(tenantId, figures2 = noFigures());
      count3(figures2, counted);
    },
    write: async (tx) => {
      const rows = [...tenants].filter(([, figures2]) => !isNothing(figures2)).map(([tenantId, figures2]) => ({
        tenant_id: tenantId,
        began_at: now - now % QUARTER_MS,
        entry_id: newId(),
        ...figuresRow(figures2)
      }));
      await insertRows(tx, REPORT_ENTRIES, rows);
    }
  };
}

// src/callbacks/events/events.ts
var FIELDS2 = {
  "conversation-started": ({ session: session2, conversation: conversation2 }) => ({
    mode: session2.mode,
    locale: session2.locale,
    routing_key: session2.routingKey,
    origin: session2.origin,
    metadata: JSON.parse(session2.metadata),
    started_at: iso(conversation2.startedAt)
  }),
  "message-received": ({ conversation: conversation2 }, cause) => {
    const message = must(cause.message, "message");
    return {
      message: {
        message_id: message.messageId,
        client_msg_id: message.clientMsgId,
        seq: message.seq,
        content: message.content,
        created_at: iso(message.createdAt)
      },
      status: conversation2.status,
      owner: conversation2.status === "BOT" ? "bot" : "human",
      owner_epoch: conversation2.ownerEpoch
    };
  },
  "escalation-triggered": ({ conversation: conversation2 }, cause) => ({
    escalation_reason: must(conversation2.escalationReason, "escalation reason"),
    triggered_at: iso(cause.at)
  }),
  "ticket-created": ticketFields,
  "ticket-assigned": ticketFields,
  "ticket-resolved": ticketFields,
  "agent-assigned": (subject, cause) => ({
    ...agentFields(subject, cause),
    operator_display_name: must(cause.operator, "operator").displayName
  }),
  "agent-released": agentFields,
  "agent-resolved": agentFields
};
function createEvent(event, subject, cause, ids) {
  const { tenantId, sessionId: sessionId3, userId: userId2 } = subject.session;
  const { conversationId } = subject.conversation;
  return {
    tenantId,
    conversationId,
    sequence: ids.sequence,
    eventId: ids.eventId,
    event,
    createdAt: cause.at,
    body: {
      event_id: ids.eventId,
      event,
      schema_version: "1",
      occurred_at: iso(cause.at),
      sequence: ids.sequence,
      tenant_id: tenantId,
      conversation_id: conversationId,
      visitor_session_id: sessionId3,
      user_id: userId2,
      ...FIELDS2[event](subject, cause)
    }
  };
}
function ticketFields(subject) {
  const ticket2 = must(subject.conversation.ticket, "ticket");
  return {
    ticket: {
      ticket_id: ticket2.ticketId,
      status: ticket2.status,
      escalation_reason: ticket2.escalationReason,
      operator_id: ticket2.operatorId,
      operator_display_name: ticket2.operatorDisplayName,
      created_at: iso(ticket2.createdAt),
      assigned_at: isoOrNull(ticket2.assignedAt),
      resolved_at: isoOrNull(ticket2.resolvedAt)
    }
  };
}
function agentFields({ conversation: conversation2 }, cause) {
  const { status: status2, escalationReason: escalationReason2, claimCount, claimedAt, releasedAt, resolvedAt } = conversation2;
  if (status2 === "BOT") throw new TypeError("an agent event of a conversation that the bot has");
  return {
    status: status2,
    operator_id: must(cause.operator, "operator").operatorId,
    escalation_reason: escalationReason2,
    claim_count: claimCount,
    claimed_at: isoOrNull(claimedAt),
    released_at: isoOrNull(releasedAt),
    resolved_at: isoOrNull(resolvedAt)
  };
}
function must(value, what) {
  if (value === null || value === void 0) throw new TypeError(`this event needs a ${what}`);
  return value;
}

// src/tenants/local-time.ts
function localDay(ms, timezone2) {
  return Math.floor(localTime(ms, timezone2) / DAY);
}
function instantOf(local, timezone2) {
  const before = local - offsetAt(local - DAY, timezone2);
  if (localTime(before, timezone2) === local) return before;
  const after = local - offsetAt(local + DAY, timezone2);
  if (localTime(after, timezone2) === local) return after;
  let jump = before;
  while (localTime(jump - MINUTE, timezone2) >= local) jump -= MINUTE;
  return jump;
}
function offsetAt(ms, timezone2) {
  return localTime(ms, timezone2) - ms;
}
function localTime(ms, timezone2) {
  const parts = {};
  for (const { type, value } of formatterOf(timezone2).formatToParts(ms))
    parts[type] = Number(value);
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  const shown = Date.UTC(year, month - 1, day, hour, minute, second);
  return shown + (ms % SECOND + SECOND) % SECOND;
}
var formatters = /* @__PURE__ */ new Map();
function formatterOf(timezone2) {
  const known = formatters.get(timezone2);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat("en-US", {
    timeZone: timezone2,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric"
  });
  formatters.set(timezone2, formatter);
  return formatter;
}

// src/tenants/opening-hours.ts
function isOpen(hours2, nowMs) {
  if (!hours2) return true;
  const today = localDay(nowMs, hours2.timezone);
  return [...shiftsOn(today - 1, hours2), ...shiftsOn(today, hours2)].some(
    (shift) => shift.start <= nowMs && nowMs < shift.end
  );
}
function nextOpening(hours2, nowMs) {
  if (isOpen(hours2, nowMs)) return nowMs;
  const today = localDay(nowMs, hours2.timezone);
  for (let day = today; day <= today + HORIZON_DAYS; day += 1) {
    const starts = shiftsOn(day, hours2).map((shift) => shift.start).filter((start) => start > nowMs);
    if (starts.length > 0) return Math.min(...starts);
  }
  return null;
}
function isValidTimezone(name2) {
  if (!/^[A-Za-z]/.test(name2)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: name2 }));
  } catch {
    return false;
  }
}
var HORIZON_DAYS = 400;
function shiftsOn(day, hours2) {
  if (isHoliday(day, hours2)) return [];
  const weekday = (day + 3) % 7 + 1;
  const at = (onDay, time2) => instantOf(onDay * DAY + time2, hours2.timezone);
  return hours2.weekly.filter((rule) => rule.day === weekday).map(({ from, to }) => {
    const isOvernight = timeOf(to) <= timeOf(from);
    if (!isOvernight) return { start: at(day, timeOf(from)), end: at(day, timeOf(to)) };
    const end = isHoliday(day + 1, hours2) ? at(day + 1, 0) : at(day + 1, timeOf(to));
    return { start: at(day, timeOf(from)), end };
  });
}
function isHoliday(day, { holidays }) {
  return holidays.includes(new Date(day * DAY).toISOString().slice(0, 10));
}
function timeOf(text4) {
  const [hour = 0, minute = 0] = text4.split(":").map(Number);
  return (hour * 60 + minute) * MINUTE;
}

// src/conversations/rules/preview.ts
var MAX_CODE_POINTS = 140;
var LINE_BREAKS = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;
var graphemes = new Intl.Segmenter();
function previewOf(content2) {
  const line = content2.replace(LINE_BREAKS, " ");
  if (line.length <= MAX_CODE_POINTS) return line;
  const codePoints = Array.from(line.slice(0, 2 * MAX_CODE_POINTS + 2));
  if (codePoints.length <= MAX_CODE_POINTS) return line;
  const beginning = codePoints.slice(0, MAX_CODE_POINTS + 1).join("");
  const cut2 = codePoints.slice(0, MAX_CODE_POINTS).join("").length;
  let end = 0;
  for (const { index, segment: segment2 } of graphemes.segment(beginning)) {
    if (index + segment2.length > cut2) break;
    end = index + segment2.length;
  }
  return beginning.slice(0, end);
}

// src/conversations/rules/system-lines.ts
function resolveLocale(requested, tenantDefault) {
  return supported(requested) ?? supported(tenantDefault) ?? "fr";
}
function systemLine(key, locale3, ...params) {
  return LINES[locale3][key](...params);
}
var LINES = {
  fr: {
    waiting: () => "Un conseiller va vous r\xE9pondre. Merci de patienter un instant.",
    waiting_offline: ({ nextOpenAt, timezone: timezone2 }) => nextOpenAt === null ? "Personne n\u2019est disponible pour le moment. Laissez-nous votre message\u202F: nous vous r\xE9pondrons d\xE8s que possible." : `Personne n\u2019est disponible pour le moment. Un conseiller vous r\xE9pondra \xE0 partir du ${moment("fr-FR", nextOpenAt, timezone2)}. Vous pouvez d\xE9j\xE0 nous laisser votre message.`,
    joined: ({ name: name2 }) => `${name2} a rejoint la conversation.`,
    left: () => "Votre conseiller a quitt\xE9 la conversation. Un autre conseiller va prendre le relais.",
    transferred: ({ name: name2 }) => `La conversation a \xE9t\xE9 transf\xE9r\xE9e \xE0 ${name2}.`,
    resolved: () => "Cette conversation est termin\xE9e. N\u2019h\xE9sitez pas \xE0 nous \xE9crire \xE0 nouveau si besoin.",
    bot_unavailable: () => "Notre assistant automatique n\u2019est pas disponible pour le moment. Nous vous mettons en relation avec un conseiller."
  },
  en: {
    waiting: () => "An advisor will be with you shortly. Thank you for your patience.",
    waiting_offline: ({ nextOpenAt, timezone: timezone2 }) => nextOpenAt === null ? "No one is available right now. Leave us your message and we will get back to you as soon as possible." : `No one is available right now. An advisor will reply from ${moment("en-GB", nextOpenAt, timezone2)}. You can already leave us your message.`,
    joined: ({ name: name2 }) => `${name2} has joined the conversation.`,
    left: () => "Your advisor has left the conversation. Another advisor will take over.",
    transferred: ({ name: name2 }) => `The conversation has been transferred to ${name2}.`,
    resolved: () => "This conversation is closed. Feel free to write again if you need anything.",
    bot_unavailable: () => "Our automatic assistant is not available right now. We are putting you through to an advisor."
  }
};
function moment(language, ms, timezone2) {
  return new Intl.DateTimeFormat(language, {
    timeZone: timezone2,
    weekday: "long",
    day: "numeric",
    month: "long",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short"
  }).format(ms);
}
function supported(locale3) {
  const language = locale3?.toLowerCase().split(/[-_]/)[0];
  return language === "fr" || language === "en" ? language : void 0;
}

// src/conversations/rules/draft.ts
var Draft = class _Draft {
  state;
  messages = [];
  events = [];
  receipts = [];
  #situation;
  #env;
  constructor(situation, env, state) {
    this.#situation = situation;
    this.#env = env;
    this.state = state;
  }
  /** Continues the existing conversation. */
  static of(situation, env) {
    const { conversation: conversation2 } = situation;
    if (!conversation2) throw new TypeError("there is no conversation yet");
    return new _Draft(situation, env, { ...conversation2 });
  }
  static opened(situation, env) {
    const draft = new _Draft(situation, env, {
      conversationId: env.newObjectId(),
      status: "BOT",
      ownerEpoch: 1,
      operator: null,
      escalationReason: null,
      claimCount: 0,
      claimedAt: null,
      releasedAt: null,
      resolvedAt: null,
      waitingSince: null,
      awaitingBotSince: null,
      unansweredSince: null,
      lastSeq: 0,
      lastEventSequence: 0,
      visitorReadSeq: 0,
      agentReadSeq: 0,
      ticket: null,
      startedAt: env.now,
      lastMessageAt: null,
      lastSaid: null,
      unread: 0,
      countedSince: null,
      countedMessages: 0
    });
    draft.event("conversation-started");
    return draft;
  }
  /** A resolved conversation continues; who answers first is decided as for a new one. */
  static reopened(situation, env) {
    const draft = _Draft.of(situation, env);
    Object.assign(draft.state, {
      status: "BOT",
      ownerEpoch: draft.state.ownerEpoch + 1,
      escalationReason: null,
      claimedAt: null,
      releasedAt: null,
      resolvedAt: null
    });
    return draft;
  }
  say(sender, content2, more = {}) {
    const message = {
      messageId: this.#env.newId(),
      seq: ++this.state.lastSeq,
      sender,
      senderName: more.senderName ?? null,
      dedupeKey: more.dedupeKey ?? null,
      content: content2,
      createdAt: this.#env.now,
      ...more.streamId !== void 0 && { streamId: more.streamId }
    };
    this.state.lastMessageAt = this.#env.now;
    if (sender === "visitor" && this.state.lastSaid === null) {
      this.state.unansweredSince = this.#env.now;
    }
    if (sender === "bot" || sender === "agent") this.state.unansweredSince = null;
    if (sender !== "system") {
      this.state.lastSaid = { kind: sender, preview: previewOf(content2), at: this.#env.now };
    }
    if (sender === "visitor") this.state.unread++;
    this.messages.push(message);
    return message;
  }
  /** Operators have read up to here; so many of the visitor's messages come after it. */
  readByAgent(seq2, unread) {
    this.state.agentReadSeq = seq2;
    this.state.unread = unread;
    this.receipts.push({ by: "agent", seq: seq2 });
  }
  sayLine(key, ...params) {
    this.say("system", systemLine(key, this.#situation.surroundings.locale, ...params));
  }
  tellToWait() {
    const { hours: hours2, isOperatorAvailable } = this.#situation.surroundings;
    const isOpenNow = isOpen(hours2, this.#env.now);
    if (isOpenNow && isOperatorAvailable) return this.sayLine("waiting");
    this.sayLine("waiting_offline", {
      nextOpenAt: hours2 && !isOpenNow ? nextOpening(hours2, this.#env.now) : null,
      timezone: hours2?.timezone ?? "UTC"
    });
  }
  event(event, cause = {}) {
    const { session: session2, surroundings } = this.#situation;
    if (!surroundings.hasCallbacks) return;
    this.events.push(
      createEvent(
        event,
        { session: session2, conversation: this.state },
        { at: this.#env.now, ...cause },
        { eventId: this.#env.newId(), sequence: ++this.state.lastEventSequence }
      )
    );
  }
  enterQueue(reason) {
    this.state.status = "WAITING";
    this.state.escalationReason = reason;
    this.state.waitingSince = this.#env.now;
    this.state.awaitingBotSince = null;
  }
  openTicket() {
    this.state.ticket = {
      ticketId: this.#env.newId(),
      status: "OPEN",
      escalationReason: this.state.escalationReason,
      operatorId: null,
      operatorDisplayName: null,
      createdAt: this.#env.now,
      assignedAt: null,
      resolvedAt: null
    };
    this.event("ticket-created");
  }
  assign(operator) {
    const { now } = this.#env;
    Object.assign(this.state, {
      status: "ASSIGNED",
      operator,
      claimCount: this.state.claimCount + 1,
      claimedAt: now,
      releasedAt: null,
      resolvedAt: null,
      waitingSince: null,
      awaitingBotSince: null
    });
    const hasTicket = this.#changeOpenTicket({
      status: "ASSIGNED",
      operatorId: operator.operatorId,
      operatorDisplayName: operator.displayName,
      assignedAt: now
    });
    this.event("agent-assigned", { operator });
    if (hasTicket) this.event("ticket-assigned");
  }
  unassign() {
    Object.assign(this.state, {
      status: "WAITING",
      operator: null,
      releasedAt: this.#env.now,
      waitingSince: this.#env.now
    });
    this.#changeOpenTicket({
      status: "OPEN",
      operatorId: null,
      operatorDisplayName: null,
      assignedAt: null
    });
  }
  close() {
    Object.assign(this.state, {
      status: "RESOLVED",
      operator: null,
      resolvedAt: this.#env.now,
      waitingSince: null,
      awaitingBotSince: null,
      unansweredSince: null
    });
  }
  resolveTicket() {
    const hadTicket = this.#changeOpenTicket({ status: "RESOLVED", resolvedAt: this.#env.now });
    if (hadTicket) this.event("ticket-resolved");
  }
  finish(message) {
    const { state, messages, events, receipts } = this;
    return { kind: "change", state, messages, events, receipts, message };
  }
  #changeOpenTicket(change) {
    const { ticket: ticket2 } = this.state;
    if (!ticket2 || ticket2.status === "RESOLVED") return false;
    this.state.ticket = { ...ticket2, ...change };
    return true;
  }
};

// src/conversations/rules/message-quota.ts
var MAX_WAIT_MS = HOUR;
function countMessage(before, now) {
  const since2 = before?.countedSince ?? null;
  if (!before || since2 === null || now >= since2 + DAY) {
    return { countedSince: now, countedMessages: 1 };
  }
  return { countedSince: since2, countedMessages: before.countedMessages + 1 };
}
function quotaWaitMs({ countedSince }, now) {
  return Math.min(MAX_WAIT_MS, (countedSince ?? now) + DAY - now);
}

// src/conversations/rules/conversation.ts
function decide(situation, command, env) {
  switch (command.type) {
    case "visitor-message":
      return visitorWrites(situation, command, env);
    case "bot-message":
      return botWrites(situation, command, env);
    case "agent-message":
      return agentWrites(situation, command, env);
    case "escalate":
      return escalate(situation, command, env);
    case "claim":
      return claim(situation, command.operator, env);
    case "release":
      return release2(situation, command.actor, env);
    case "transfer":
      return transfer(situation, command, env);
    case "resolve":
      return resolve(situation, command, env);
    case "read":
      return read2(situation, command, env);
  }
}
function visitorWrites(situation, { clientMsgId: clientMsgId2, content: content2 }, env) {
  const { conversation: conversation2, surroundings } = situation;
  const count7 = countMessage(conversation2, env.now);
  if (count7.countedMessages > env.messagesPerDay) {
    const retryAfterS = Math.ceil(quotaWaitMs(count7, env.now) / 1e3);
    return { kind: "refusal", code: "rate_limited", retryAfterS };
  }
  const draft = openOrContinue(situation, env);
  Object.assign(draft.state, count7);
  const message = draft.say("visitor", content2, { dedupeKey: dedupeKeys.visitor(clientMsgId2) });
  draft.event("message-received", {
    message: { ...message, clientMsgId: clientMsgId2 }
  });
  if (draft.state.status === "BOT" && surroundings.hasBot) {
    draft.state.awaitingBotSince ??= env.now;
  }
  const hasEnteredQueue = draft.state.status === "WAITING" && conversation2?.status !== "WAITING";
  if (hasEnteredQueue) draft.tellToWait();
  return draft.finish(message);
}
function openOrContinue(situation, env) {
  const { conversation: conversation2, session: session2, surroundings } = situation;
  const isForHuman = session2.mode === "human" || !surroundings.hasBot;
  const draft = !conversation2 ? Draft.opened(situation, env) : conversation2.status === "RESOLVED" ? Draft.reopened(situation, env) : Draft.of(situation, env);
  if (isForHuman && draft.state.status === "BOT") {
    if (conversation2?.status === "BOT") draft.state.ownerEpoch++;
    draft.enterQueue("direct");
    draft.openTicket();
  }
  return draft;
}
function botWrites(situation, { content: content2, clientMsgId: clientMsgId2, ownerEpoch, streamId }, env) {
  if (!botOwns(situation.conversation, ownerEpoch)) return refuse2("not_owner");
  const draft = Draft.of(situation, env);
  draft.state.awaitingBotSince = null;
  const message = draft.say("bot", content2, {
    dedupeKey: dedupeKeys.bot(clientMsgId2),
    ...streamId !== void 0 && { streamId }
  });
  return draft.finish(message);
}
function agentWrites(situation, { actor, content: content2, clientMsgId: clientMsgId2 }, env) {
  const { conversation: conversation2 } = situation;
  if (!conversation2) return refuse2("not_found");
  const writer = actor.operator ?? conversation2.operator;
  if (conversation2.status !== "ASSIGNED" || !mayAct(conversation2, actor) || !writer) {
    return refuse2("not_assignee");
  }
  const draft = Draft.of(situation, env);
  const message = draft.say("agent", content2, {
    senderName: writer.displayName,
    dedupeKey: dedupeKeys.agent(writer.operatorId, clientMsgId2)
  });
  draft.readByAgent(message.seq, 0);
  return draft.finish(message);
}
function escalate(situation, { by, reason, ownerEpoch, explanation, isBotSilent }, env) {
  const { conversation: conversation2 } = situation;
  if (by === "bot" && !botOwns(conversation2, ownerEpoch)) return refuse2("not_owner");
  if (conversation2?.status === "WAITING" || conversation2?.status === "ASSIGNED") {
    return { kind: "unchanged", state: conversation2 };
  }
  const draft = beginEscalation(situation, env);
  if (explanation) {
    draft.say("bot", explanation.content, { dedupeKey: dedupeKeys.bot(explanation.clientMsgId) });
  }
  draft.enterQueue(reason);
  draft.event("escalation-triggered");
  draft.openTicket();
  if (isBotSilent) draft.sayLine("bot_unavailable");
  draft.tellToWait();
  return draft.finish(null);
}
function beginEscalation(situation, env) {
  const { conversation: conversation2 } = situation;
  if (!conversation2) return Draft.opened(situation, env);
  if (conversation2.status === "RESOLVED") return Draft.reopened(situation, env);
  const draft = Draft.of(situation, env);
  draft.state.ownerEpoch++;
  return draft;
}
function claim(situation, operator, env) {
  const { conversation: conversation2 } = situation;
  if (!conversation2) return refuse2("not_found");
  if (conversation2.operator?.operatorId === operator.operatorId) {
    return { kind: "unchanged", state: conversation2 };
  }
  if (conversation2.operator) {
    return refuse2("conversation_already_claimed", {
      operator_id: conversation2.operator.operatorId,
      operator_display_name: conversation2.operator.displayName,
      claimed_at: new Date(conversation2.claimedAt ?? env.now).toISOString()
    });
  }
  const draft = Draft.of(situation, env);
  draft.state.ownerEpoch++;
  draft.assign(operator);
  draft.sayLine("joined", { name: operator.displayName });
  return draft.finish(null);
}
function release2(situation, actor, env) {
  const { conversation: conversation2 } = situation;
  if (!conversation2) return refuse2("not_found");
  const assignee = conversation2.operator;
  if (!assignee || !mayAct(conversation2, actor)) return refuse2("not_assignee");
  const draft = Draft.of(situation, env);
  draft.state.ownerEpoch++;
  draft.unassign();
  draft.event("agent-released", { operator: actor.operator ?? assignee });
  draft.sayLine("left");
  return draft.finish(null);
}
function transfer(situation, { actor, to }, env) {
  const { conversation: conversation2 } = situation;
  if (!conversation2) return refuse2("not_found");
  if (!conversation2.operator || !mayAct(conversation2, actor)) return refuse2("not_assignee");
  if (conversation2.operator.operatorId === to.operatorId) {
    return { kind: "unchanged", state: conversation2 };
  }
  const draft = Draft.of(situation, env);
  draft.assign(to);
  draft.sayLine("transferred", { name: to.displayName });
  return draft.finish(null);
}
function resolve(situation, { actor, ownerEpoch = null }, env) {
  const { conversation: conversation2 } = situation;
  if (!conversation2) return refuse2("not_found");
  if (actor === "bot") {
    if (!botOwns(conversation2, ownerEpoch)) return refuse2("not_owner");
    return closed(situation, env).finish(null);
  }
  if (conversation2.status === "RESOLVED") return { kind: "unchanged", state: conversation2 };
  const doer = actor.operator ?? conversation2.operator;
  if (!doer || !mayAct(conversation2, actor)) return refuse2("not_assignee");
  const draft = closed(situation, env);
  draft.event("agent-resolved", { operator: doer });
  draft.resolveTicket();
  return draft.finish(null);
}
function closed(situation, env) {
  const draft = Draft.of(situation, env);
  draft.state.ownerEpoch++;
  draft.close();
  draft.sayLine("resolved");
  return draft;
}
function read2(situation, command, env) {
  const { conversation: conversation2 } = situation;
  if (!conversation2) return { kind: "unchanged", state: null };
  const position = command.by === "visitor" ? "visitorReadSeq" : "agentReadSeq";
  const readUpTo = Math.min(command.seq, conversation2.lastSeq);
  if (readUpTo <= conversation2[position]) return { kind: "unchanged", state: conversation2 };
  const draft = Draft.of(situation, env);
  if (command.by === "agent") {
    draft.readByAgent(readUpTo, unreadAfter(conversation2, command));
  } else {
    draft.state.visitorReadSeq = readUpTo;
    draft.receipts.push({ by: "visitor", seq: readUpTo });
  }
  return draft.finish(null);
}
function unreadAfter({ agentReadSeq, unread }, { visitorSeqs }) {
  return Math.max(0, unread - visitorSeqs.filter((seq2) => seq2 > agentReadSeq).length);
}
function botOwns(conversation2, ownerEpoch) {
  if (conversation2?.status !== "BOT") return false;
  return ownerEpoch === null || ownerEpoch === conversation2.ownerEpoch;
}
function mayAct(conversation2, actor) {
  if (actor.isAdmin) return true;
  return conversation2.operator !== null && conversation2.operator.operatorId === actor.operator?.operatorId;
}
function refuse2(code, data) {
  return { kind: "refusal", code, ...data && { data } };
}

// src/conversations/rules/counting.ts
function countChange(command, before, { state, messages }, now) {
  const isAnswered = messages.some(({ sender }) => sender === "bot" || sender === "agent");
  const isResolved = state.status === "RESOLVED" && before?.status !== "RESOLVED";
  const isByBot = command.type === "resolve" && command.actor === "bot";
  const written = (by) => messages.filter(({ sender }) => sender === by).length;
  return {
    conversations: before === null ? 1 : 0,
    visitorMessages: written("visitor"),
    botMessages: written("bot"),
    agentMessages: written("agent"),
    resolvedByBot: isResolved && isByBot ? 1 : 0,
    resolvedByAgent: isResolved && !isByBot ? 1 : 0,
    escalation: escalationOf(before, state),
    firstAnswerMs: isAnswered ? since(before?.unansweredSince, now) : null,
    waitMs: state.status === "ASSIGNED" ? since(before?.waitingSince, now) : null
  };
}
function escalationOf(before, { ticket: ticket2 }) {
  const reason = ticket2?.escalationReason ?? null;
  const isNew = ticket2?.ticketId !== before?.ticket?.ticketId;
  return isNew && reason !== "direct" ? reason : null;
}
function since(moment3, now) {
  return moment3 === null || moment3 === void 0 ? null : Math.max(0, now - moment3);
}

// src/conversations/journal/submission.ts
function keyOf2({ tenantId, sessionId: sessionId3 }) {
  return `${tenantId} ${sessionId3}`;
}

// src/conversations/journal/batch.ts
var SESSION_KEY2 = ["tenant_id", "session_id"];
async function applyBatch(tx, submissions, { clock, outbox, messagesPerDay }) {
  const sessions = await loadSessions(tx, submissions);
  await loadWritten(tx, submissions, sessions);
  const env = {
    now: clock(),
    newId,
    newObjectId: () => newObjectId(env.now),
    messagesPerDay
  };
  const messages = [];
  const events = [];
  const counting = startCounting(env.now);
  const results = submissions.map((submission) => {
    const entry2 = sessions.get(keyOf2(submission.session));
    if (!entry2)
      return new AppError(isFromStaff(submission.command) ? "not_found" : "session_expired");
    const result = applyOne(submission, entry2, env);
    if (result instanceof Error || !result.change) return result;
    for (const message of result.change.messages) {
      messages.push(messageRow(submission.session, message));
    }
    events.push(...result.change.events);
    const counted = countChange(submission.command, result.before, result.change, env.now);
    counting.add(submission.session.tenantId, counted);
    return result;
  });
  const changed = [...sessions.values()].filter((entry2) => entry2.hasChanged);
  const conversations = changed.flatMap(
    ({ session: session2, state }) => state ? [conversationRow(session2, state)] : []
  );
  const tickets = changed.flatMap(
    (entry2) => [...entry2.tickets.values()].map(
      (ticket2) => ticketRow(entry2.session.tenantId, entry2.state?.conversationId ?? "", ticket2)
    )
  );
  await writeInOrder(tx, [
    () => keepSessions(tx, changed),
    () => insertRows(tx, MESSAGES, messages),
    () => outbox.write(tx, events),
    () => upsertRows(tx, CONVERSATIONS, conversations),
    () => upsertRows(tx, TICKETS, tickets),
    () => counting.write(tx)
  ]);
  return results;
}
function applyOne({ command, surroundings, source }, entry2, env) {
  const { session: session2 } = entry2;
  const isOver2 = session2.endedAt !== null || session2.expiresAt <= env.now;
  if (session2.isErased || isOver2 && !isFromStaff(command)) return new AppError("session_expired");
  const committed = {
    command,
    session: session2,
    before: entry2.state,
    state: entry2.state,
    change: null,
    message: null,
    isDuplicate: false,
    source: source ?? null
  };
  const dedupeKey = dedupeKeyOf(command, entry2.state);
  const earlier = dedupeKey === null ? void 0 : entry2.written.get(dedupeKey);
  if (earlier) {
    if (earlier.content !== contentOf(command)) return new AppError("client_msg_id_conflict");
    return { ...committed, message: earlier, isDuplicate: true };
  }
  const decision = decide({ session: session2, conversation: entry2.state, surroundings }, command, env);
  if (decision.kind === "refusal") {
    const { code, data, retryAfterS } = decision;
    return new AppError(code, {
      ...data && { data },
      ...retryAfterS !== void 0 && { retryAfterS }
    });
  }
  if (decision.kind === "unchanged") return committed;
  const { state } = decision;
  if (state.ticket && state.ticket !== entry2.state?.ticket) {
    entry2.tickets.set(state.ticket.ticketId, state.ticket);
  }
  entry2.state = state;
  entry2.hasChanged = true;
  for (const message of decision.messages) noteWritten(entry2, message);
  return { ...committed, state, change: decision, message: decision.message };
}
async function loadSessions(tx, submissions) {
  const sessions = new Map(submissions.map(({ session: session2 }) => [keyOf2(session2), session2]));
  const keys = [...sessions.values()].map(({ tenantId, sessionId: sessionId3 }) => [tenantId, sessionId3]);
  const rows = await tx.rows(
    `SELECT ${SITUATION_COLUMNS} FROM ${SITUATION_TABLES}
     WHERE ${keyIn(
      tx.dialect,
      SESSION_KEY2.map((column) => `s.${column}`),
      keys
    )}
     ${lockInOrderOf(tx.dialect, "s.tenant_id, s.session_id")}`,
    keys.flat()
  );
  return new Map(
    rows.map((row2) => {
      const session2 = sessionOf(row2);
      const state = conversationOf(row2);
      const hadConversation = state !== null;
      return [
        keyOf2(session2),
        {
          session: session2,
          state,
          hadConversation,
          hasChanged: false,
          written: /* @__PURE__ */ new Map(),
          tickets: /* @__PURE__ */ new Map()
        }
      ];
    })
  );
}
async function loadWritten(tx, submissions, sessions) {
  const wanted = submissions.flatMap(({ session: session2, command }) => {
    const entry2 = sessions.get(keyOf2(session2));
    const key = entry2 ? dedupeKeyOf(command, entry2.state) : null;
    return key === null ? [] : [[session2.tenantId, session2.sessionId, key]];
  });
  if (wanted.length === 0) return;
  const rows = await tx.rows(
    `SELECT ${listColumns(MESSAGES)}
     FROM messages${throughIndex(tx.dialect, "messages_dedupe")}
     WHERE ${keyIn(tx.dialect, [...SESSION_KEY2, "dedupe_key"], wanted)}`,
    wanted.flat()
  );
  for (const row2 of rows) {
    const entry2 = sessions.get(keyOf2({ tenantId: row2.tenant_id, sessionId: row2.session_id }));
    if (entry2) noteWritten(entry2, messageOf2(row2));
  }
}
function noteWritten(entry2, message) {
  if (message.dedupeKey !== null) entry2.written.set(message.dedupeKey, message);
}
function dedupeKeyOf(command, state) {
  switch (command.type) {
    case "visitor-message":
      return dedupeKeys.visitor(command.clientMsgId);
    case "bot-message":
      return dedupeKeys.bot(command.clientMsgId);
    case "agent-message": {
      const writer = command.actor.operator ?? state?.operator;
      return writer ? dedupeKeys.agent(writer.operatorId, command.clientMsgId) : null;
    }
    default:
      return null;
  }
}
async function keepSessions(tx, changed) {
  const keys = changed.filter(({ hadConversation }) => !hadConversation).map(({ session: session2 }) => [session2.tenantId, session2.sessionId]);
  if (keys.length === 0) return;
  await tx.run(
    `UPDATE visitor_sessions SET purge_at = NULL WHERE ${keyIn(tx.dialect, SESSION_KEY2, keys)}`,
    keys.flat()
  );
}
function isFromStaff(command) {
  return "actor" in command || command.type === "claim" || command.type === "read" && command.by === "agent";
}
function contentOf(command) {
  return "content" in command ? command.content : null;
}

// src/conversations/journal/command-traces.ts
import { context as context3, SpanKind as SpanKind2, trace as trace2 } from "@opentelemetry/api";
function createCommandTraces(events) {
  const spans = /* @__PURE__ */ new WeakMap();
  const endCommit = (submission, failure) => {
    const of = spans.get(submission);
    if (!of?.commit) return;
    if (failure !== null) failSpan(of.commit, failure);
    of.commit.end();
    of.commit = null;
  };
  return {
    follow: (submission, answer3) => {
      const { command, session: session2 } = submission;
      const span = tracer.startSpan(`command ${command.type}`, {
        kind: trace2.getActiveSpan() ? SpanKind2.INTERNAL : SpanKind2.SERVER,
        attributes: { "chat_relay.tenant_id": session2.tenantId }
      });
      if (!isTraced(span)) return answer3();
      spans.set(submission, { command: span, commit: null });
      return answer3().then(
        (committed) => {
          const { state, message } = committed;
          if (state) span.setAttribute("chat_relay.conversation_id", state.conversationId);
          if (message) span.setAttribute("chat_relay.seq", message.seq);
          span.end();
          return committed;
        },
        (error) => {
          const code = error instanceof AppError ? error.code : "internal_error";
          endCommit(submission, code);
          failSpan(span, code);
          span.end();
          throw error;
        }
      );
    },
    /** A transaction begins; the one before it was rolled back, if there was one. */
    began: (submissions) => {
      for (const submission of submissions) {
        const of = spans.get(submission);
        if (!of) continue;
        endCommit(submission, "rolled_back");
        of.commit = tracer.startSpan(
          "commit",
          { attributes: { "chat_relay.batch_commands": submissions.length } },
          trace2.setSpan(context3.active(), of.command)
        );
      }
    },
    /** Before the commit: after it, another worker may send the events at once. */
    applied: (submissions, results) => {
      submissions.forEach((submission, index) => {
        const of = spans.get(submission);
        const result = results[index];
        if (!of || !result || result instanceof Error) return;
        for (const { eventId } of result.change?.events ?? []) {
          events.remember(eventId, of.command.spanContext());
        }
      });
    },
    committed: (submissions) => {
      for (const submission of submissions) endCommit(submission, null);
    }
  };
}

// src/conversations/journal/journal.ts
var MAX_BATCH2 = 256;
var MAX_PER_SESSION = 4;
var MAX_QUEUED = 2e4;
var MAX_IN_FLIGHT = 2;
var MAX_IN_FLIGHT_SHARDED = 6;
function createJournal({
  database,
  clock,
  log,
  outbox,
  messagesPerDay
}) {
  const commits = createSignal("journal.committed", log);
  const batches = createSignal("journal.batch", log);
  const traces = createCommandTraces(outbox.traces);
  const report = (submission, committed) => {
    try {
      submission?.onCommitted?.(committed);
    } catch (error) {
      log.error(
        { event: "relay.listener_failed", err: error, signal: "journal.acknowledged" },
        "A listener threw"
      );
    }
  };
  const group = createGroupCommit({
    database,
    maxBatch: MAX_BATCH2,
    maxQueued: MAX_QUEUED,
    maxInFlight: database.isSharded ? MAX_IN_FLIGHT_SHARDED : MAX_IN_FLIGHT,
    keyOf: ({ session: session2 }) => keyOf2(session2),
    shardOf: ({ session: session2 }) => session2.tenantId,
    maxPerKey: MAX_PER_SESSION,
    apply: async (tx, submissions) => {
      traces.began(submissions);
      const results = await applyBatch(tx, submissions, { clock, outbox, messagesPerDay });
      traces.applied(submissions, results);
      return results;
    },
    onCommitted: (submissions, results) => {
      traces.committed(submissions);
      let hasEvents = false;
      results.forEach((result, index) => {
        if (result instanceof Error) return;
        report(submissions[index], result);
        if (!result.change) return;
        hasEvents ||= result.change.events.length > 0;
        commits.emit(result);
      });
      if (hasEvents) outbox.reportQueued();
      batches.emit(submissions.length);
    }
  });
  const { drain, depth, oldestMs } = group;
  return {
    submit: (submission) => traces.follow(submission, () => group.submit(submission)),
    onCommitted: commits.on,
    onBatch: batches.on,
    drain,
    depth,
    oldestMs
  };
}

// src/conversations/journal/metrics.ts
var BATCH_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128, 256];
function measureJournal(metrics, journal) {
  metrics.gauge("relay_journal_depth", "Commands that wait for their commit", journal.depth);
  const batches = metrics.histogram(
    "relay_journal_batch_commands",
    "Commands in one commit of the journal",
    BATCH_BUCKETS
  );
  const messages = metrics.counter("relay_messages_committed_total", "Messages made durable", [
    "sender"
  ]);
  journal.onBatch((commands) => batches.observe(commands));
  journal.onCommitted(({ change }) => {
    for (const { sender } of change?.messages ?? []) messages.inc({ sender });
  });
}

// src/conversations/journal/surroundings.ts
function createSurroundings({ clock, presence: presence2 }) {
  return async (tenant, locale3) => ({
    hasBot: tenant.bot.kind !== "none",
    hasCallbacks: tenant.callbackUrlBase !== null,
    locale: resolveLocale(locale3, tenant.defaultLocale),
    hours: tenant.hours,
    isOperatorAvailable: await presence2.isAnyAvailable(tenant.tenantId, clock())
  });
}

// src/conversations/live/answer-streams.ts
var PACE_MS = 50;
var MAX_CODE_POINTS2 = 4e3;
var MAX_STREAMS = 1e3;
var MAX_STREAMS_PER_TENANT = 200;
var MAX_SHOWN = 1e4;
var SILENT_MS = 30 * SECOND;
var SWEEP_MS5 = 5 * SECOND;
function createAnswerStreams({ hub, clock }) {
  const shown = /* @__PURE__ */ new Map();
  const written = /* @__PURE__ */ new Map();
  const perTenant = /* @__PURE__ */ new Map();
  const unwatch = hub.watch((notice) => {
    if (notice.kind === "draft") return hearDraft(notice);
    if (notice.kind === "draft-end") return forget2(notice);
    if (notice.kind === "session-over") return end(notice.sessionId, "discarded");
    if (notice.kind === "change") hearChange(notice);
  });
  function hearDraft(notice) {
    const { tenantId, sessionId: sessionId3, conversationId, streamId, ownerEpoch, at, text: text4 } = notice;
    const known = shown.get(sessionId3);
    const isNext = known?.streamId === streamId && known.length === at;
    if (!isNext && (at > 0 || shown.size >= MAX_SHOWN)) return;
    const before = isNext ? known : { text: "", length: 0 };
    shown.set(sessionId3, {
      tenantId,
      sessionId: sessionId3,
      conversationId,
      streamId,
      ownerEpoch,
      text: before.text + text4,
      length: before.length + codePointsIn(text4),
      heardAt: clock()
    });
  }
  function hearChange({ session: session2, state, messages }) {
    const { sessionId: sessionId3 } = session2;
    const writing = written.get(sessionId3);
    const isAskedMore = messages.some(
      ({ sender, seq: seq2 }) => sender === "visitor" && writing && seq2 > writing.asked.seq
    );
    if (writing && (isAskedMore || isOutdated(writing.asked, state))) writing.abort();
    const draft = shown.get(sessionId3);
    if (!draft) return;
    if (isOutdated(draft, state)) return end(sessionId3, "discarded");
    if (messages.some(({ sender }) => sender === "bot")) end(sessionId3, "message");
  }
  function end(sessionId3, outcome) {
    if (outcome === "discarded") written.get(sessionId3)?.abort();
    const draft = shown.get(sessionId3);
    if (draft) hub.publishHere(endOf2(draft, outcome));
  }
  function forget2({ sessionId: sessionId3, streamId }) {
    if (shown.get(sessionId3)?.streamId === streamId) shown.delete(sessionId3);
  }
  function open2(asked) {
    const { tenantId, sessionId: sessionId3, conversationId, ownerEpoch } = asked;
    const ofTenant = perTenant.get(tenantId) ?? 0;
    const isFull = written.size >= MAX_STREAMS || ofTenant >= MAX_STREAMS_PER_TENANT;
    if (isFull || written.has(sessionId3)) return null;
    const id = newId();
    let held = "";
    const of = { tenantId, sessionId: sessionId3, conversationId, streamId: id };
    const over = new AbortController();
    let text4 = "";
    let length = 0;
    let sent = "";
    let timer2;
    let sentAt = -Infinity;
    const send = () => {
      clearTimeout(timer2);
      timer2 = void 0;
      const piece = text4.slice(sent.length);
      if (piece === "" || over.signal.aborted) return;
      const at = codePointsIn(sent);
      sent = text4;
      sentAt = performance.now();
      hub.publish({ kind: "draft", ...of, ownerEpoch, at, text: piece });
    };
    const discard = () => {
      if (over.signal.aborted) return;
      clearTimeout(timer2);
      following.stop();
      written.delete(sessionId3);
      const left = (perTenant.get(tenantId) ?? 1) - 1;
      if (left > 0) perTenant.set(tenantId, left);
      else perTenant.delete(tenantId);
      over.abort();
      const isShown = shown.get(sessionId3)?.streamId === id;
      if (isShown) hub.publish({ kind: "draft-end", ...of, outcome: "discarded" });
    };
    const following = hub.followSession(sessionId3);
    written.set(sessionId3, { asked, abort: discard });
    perTenant.set(tenantId, ofTenant + 1);
    return {
      id,
      get text() {
        return text4;
      },
      signal: over.signal,
      push: (part) => {
        if (over.signal.aborted) return false;
        const joined2 = held + part;
        held = /[\uD800-\uDBFF]$/.test(joined2) ? joined2.slice(-1) : "";
        const whole = toShown(held === "" ? joined2 : joined2.slice(0, -1));
        length += codePointsIn(whole);
        if (length > MAX_CODE_POINTS2) {
          discard();
          return false;
        }
        text4 += whole;
        const waitMs = sentAt + PACE_MS - performance.now();
        if (waitMs <= 0) send();
        else timer2 ??= setTimeout(send, waitMs);
        return true;
      },
      flush: send,
      discard
    };
  }
  const timer = setInterval(() => {
    const silentSince = clock() - SILENT_MS;
    for (const [sessionId3, { heardAt }] of shown) {
      if (heardAt < silentSince) end(sessionId3, "discarded");
    }
  }, SWEEP_MS5);
  timer.unref();
  return {
    open: open2,
    draftOf: (sessionId3) => {
      const draft = shown.get(sessionId3);
      return draft ? { stream_id: draft.streamId, text: draft.text } : null;
    },
    stop: () => {
      clearInterval(timer);
      for (const { abort } of written.values()) abort();
      unwatch();
    }
  };
}
function isOutdated({ ownerEpoch }, state) {
  return state.status !== "BOT" || state.ownerEpoch > ownerEpoch;
}
function codePointsIn(text4) {
  let count7 = 0;
  for (const _ of text4) count7++;
  return count7;
}
function toShown(text4) {
  return text4.toWellFormed().replaceAll("\0", "");
}
function endOf2({ tenantId, sessionId: sessionId3, conversationId, streamId }, outcome) {
  return { kind: "draft-end", tenantId, sessionId: sessionId3, conversationId, streamId, outcome };
}

// src/conversations/live/notices.ts
function publishNotices(hub, sources) {
  sources.journal.onCommitted((committed) => {
    const notice = noticeOf(committed);
    if (notice) hub.publish(notice);
  });
  sources.visitorSessions.onEnded((sessionId3) => hub.publish({ kind: "session-over", sessionId: sessionId3 }));
  sources.consoleSessions.onRevoked(
    (sessionId3) => hub.publish({ kind: "console-session-over", sessionId: sessionId3 })
  );
  sources.directory.onChange((tenantId) => hub.publish({ kind: "tenant-changed", tenantId }));
  sources.presence.onPresence((change) => hub.publish({ kind: "presence", ...change }));
}
function noticeOf({ session: session2, before, state, change, source }) {
  if (!change || !state) return null;
  return {
    kind: "change",
    session: session2,
    state,
    messages: change.messages,
    receipts: change.receipts,
    hasStatusChanged: before?.status !== state.status || before.operator?.operatorId !== state.operator?.operatorId,
    source
  };
}

// src/reports/folding.ts
var FOLD_EVERY_MS = 5 * SECOND;
var ENTRIES_A_COMMIT = 200;
var KEPT_MS2 = 1100 * DAY;
var TOTALS_KEY = REPORT_TOTALS.key;
var ENTRIES_KEY = REPORT_ENTRIES.key;
function createFolding({
  database,
  clock,
  log
}) {
  let hasEntries = false;
  let isStopped = false;
  let timer;
  let folding = Promise.resolve();
  const foldAll = async () => {
    hasEntries = false;
    while (!isStopped) {
      const isDone = await database.transaction((tx) => foldSome(tx, database.isSharded));
      if (isDone) break;
    }
  };
  const fold3 = () => {
    const round = folding.then(foldAll);
    folding = round.catch(() => void 0);
    return round;
  };
  return {
    noteEntries: () => void (hasEntries = true),
    fold: fold3,
    deleteExpired: async () => {
      const { name: table2, key } = REPORT_TOTALS;
      const rows = { table: table2, key, where: "began_at < ?", params: [clock() - KEPT_MS2] };
      await eraseInBatches(database, rows, () => isStopped);
    },
    start: () => {
      timer = setInterval(() => {
        if (!hasEntries) return;
        fold3().catch((err) => {
          hasEntries = true;
          log.warn({ event: "reports.not_folded", err }, "could not add up reports yet");
        });
      }, FOLD_EVERY_MS);
      timer.unref();
    },
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await folding;
    }
  };
}
async function foldSome(tx, isSharded) {
  const found = await tx.rows(
    `SELECT ${listColumns(REPORT_ENTRIES)} FROM report_entries
     ORDER BY ${ENTRIES_KEY.join(", ")} LIMIT ${ENTRIES_A_COMMIT}${forUpdateSkipLocked(tx.dialect)}`
  );
  const entries = found.filter(
    ({ tenant_id: tenantId }) => !isSharded || tenantId === found[0]?.tenant_id
  );
  if (entries.length === 0) return true;
  await takeEntries(tx, entries);
  const added = /* @__PURE__ */ new Map();
  for (const entry2 of entries) {
    const { tenant_id, began_at } = entry2;
    const name2 = nameOf2(entry2);
    const known = added.get(name2) ?? { key: { tenant_id, began_at }, figures: noFigures() };
    added.set(name2, known);
    addFigures(known.figures, figuresOf(entry2));
  }
  const keys = [...added.values()].map(({ key }) => key);
  for (const row2 of await lockTotals(tx, keys)) {
    const known = added.get(nameOf2(row2));
    if (known) addFigures(known.figures, figuresOf(row2));
  }
  const totals = [...added.values()].map(({ key, figures: figures2 }) => ({
    ...key,
    ...figuresRow(figures2)
  }));
  await upsertRows(tx, REPORT_TOTALS, totals);
  return found.length < ENTRIES_A_COMMIT && entries.length === found.length;
}
async function takeEntries(tx, entries) {
  const keys = entries.map((entry2) => [entry2.tenant_id, entry2.began_at, entry2.entry_id]);
  const taken = await tx.run(
    `DELETE FROM report_entries WHERE ${keyIn(tx.dialect, ENTRIES_KEY, keys)}`,
    keys.flat()
  );
  if (taken < entries.length) throw newConflict("another node has counted these entries");
}
var nameOf2 = ({ tenant_id, began_at }) => `${tenant_id} ${began_at}`;
async function lockTotals(tx, keys) {
  const empty = figuresRow(noFigures());
  await insertAbsentRows(
    tx,
    REPORT_TOTALS,
    keys.map((key) => ({ ...key, ...empty }))
  );
  const values = keys.map(({ tenant_id, began_at }) => [tenant_id, began_at]);
  return tx.rows(
    `SELECT ${listColumns(REPORT_TOTALS)} FROM report_totals
     WHERE ${keyIn(tx.dialect, TOTALS_KEY, values)} ${lockInOrderOf(tx.dialect, TOTALS_KEY.join(", "))}`,
    values.flat()
  );
}

// src/search/catching-up.ts
var ROWS_A_READ = 200;
var TENANTS_A_READ2 = 200;
var STATUSES = ["BOT", "WAITING", "ASSIGNED", "RESOLVED"];
async function catchUp({ dialect, read: read3 }, since2, isOver2, index) {
  for await (const tenantId of tenants()) {
    for (const status2 of STATUSES) {
      for await (const rows of seen(tenantId, status2)) {
        const missing = rows.filter(({ indexed_seq, last_seq }) => (indexed_seq ?? -1) < last_seq);
        if (missing.length > 0) {
          await index(
            missing.map(({ tenant_id, session_id }) => ({
              tenantId: tenant_id,
              sessionId: session_id
            }))
          );
        }
        if (isOver2()) return false;
      }
      if (isOver2()) return false;
    }
  }
  return true;
  async function* tenants() {
    for (let last2 = ""; ; ) {
      const rows = await read3.rows(
        `SELECT tenant_id FROM tenants WHERE tenant_id > ? ORDER BY tenant_id LIMIT ${TENANTS_A_READ2}`,
        [last2]
      );
      for (const { tenant_id } of rows) yield tenant_id;
      const end = rows.at(-1);
      if (!end || rows.length < TENANTS_A_READ2) return;
      last2 = end.tenant_id;
    }
  }
  async function* seen(tenantId, status2) {
    let last2 = [since2, since2, ""];
    for (; ; ) {
      const rows = await read3.rows(
        `SELECT c.tenant_id, c.session_id, c.conversation_id, c.last_message_at, c.last_seq, d.indexed_seq
         FROM conversations c${throughIndex(dialect, "conversations_recent")}
         LEFT JOIN search_documents d
           ON d.tenant_id = c.tenant_id AND d.conversation_id = c.conversation_id
         WHERE c.tenant_id = ? AND c.status = ?
           AND c.last_message_at >= ? AND (c.last_message_at, c.conversation_id) > (?, ?)
         ORDER BY c.last_message_at, c.conversation_id LIMIT ${ROWS_A_READ}`,
        [tenantId, status2, ...last2]
      );
      if (rows.length > 0) yield rows;
      const end = rows.at(-1);
      if (!end || rows.length < ROWS_A_READ) return;
      last2 = [end.last_message_at, end.last_message_at, end.conversation_id];
    }
  }
}

// src/search/indexing.ts
var INDEX_EVERY_MS = 2 * SECOND;
var LOOK_EVERY_MS = MINUTE;
var CATCH_UP_EVERY_MS = 10 * MINUTE;
var CLAIM2 = { key: "search", limit: 1, windowMs: 55 * SECOND };
var WORK_MS2 = 50 * SECOND;
var OVERLAP_MS = 10 * MINUTE;
var MAX_WAITING = 2e4;
var MAX_SESSIONS_A_COMMIT = 25;
var PROGRESS = "messages";
function createIndexing({ database, clock, log, budgets }) {
  const waiting = /* @__PURE__ */ new Map();
  const pace = createPace(database);
  let isStopped = false;
  let hasLost = true;
  let timers = [];
  let working = Promise.resolve();
  const note = (session2) => {
    const { tenantId, sessionId: sessionId3 } = session2;
    if (waiting.size < MAX_WAITING)
      waiting.set(`${tenantId} ${sessionId3}`, { tenantId, sessionId: sessionId3 });
    else hasLost = true;
  };
  const indexSome = async (sessions) => {
    const unfinished = await pace.transaction((tx) => indexSessions(tx, sessions));
    for (const session2 of unfinished) note(session2);
  };
  const indexWaiting = async () => {
    while (waiting.size > 0 && !isStopped) {
      const size = Math.ceil(pace.rows / ROWS_A_DOCUMENT);
      const some = [...waiting].slice(0, Math.min(size, MAX_SESSIONS_A_COMMIT));
      for (const [key] of some) waiting.delete(key);
      const sessions = some.map(([, session2]) => session2);
      try {
        await indexSome(sessions);
      } catch (error) {
        for (const session2 of sessions) note(session2);
        throw error;
      }
    }
  };
  const catchUpNow = async () => {
    const startedAt = clock();
    const endsAt = performance.now() + WORK_MS2;
    const isOver2 = () => isStopped || performance.now() > endsAt;
    const since2 = await caughtUpTo() - OVERLAP_MS;
    hasLost = false;
    let isDone = false;
    try {
      isDone = await catchUp(database, since2, isOver2, async (sessions) => {
        for (const session2 of sessions) note(session2);
        await indexWaiting();
      });
    } finally {
      if (!isDone) hasLost = true;
    }
    if (!isDone) return;
    await database.transaction(
      (tx) => upsertRows(tx, SEARCH_PROGRESS, [{ name: PROGRESS, caught_up_to: startedAt }])
    );
  };
  const caughtUpTo = async () => {
    const [row2] = await database.read.rows(
      "SELECT caught_up_to FROM search_progress WHERE name = ?",
      [PROGRESS]
    );
    return row2?.caught_up_to ?? 0;
  };
  const look = async () => {
    if (!hasLost && await caughtUpTo() > clock() - CATCH_UP_EVERY_MS) return;
    if (await database.transaction((tx) => budgets.take(tx, CLAIM2)) > 0) return;
    await catchUpNow();
  };
  const inTurn = (work) => {
    const turn = working.then(work);
    working = turn.catch(() => void 0);
    return turn;
  };
  const attempt2 = (work) => {
    inTurn(work).catch(
      (err) => log.warn({ event: "search.not_indexed", err }, "could not index messages yet")
    );
  };
  return {
    note,
    waiting: () => waiting.size,
    index: () => inTurn(indexWaiting),
    catchUp: () => inTurn(catchUpNow),
    start: () => {
      attempt2(look);
      timers = [
        setInterval(() => {
          if (waiting.size > 0) attempt2(indexWaiting);
        }, INDEX_EVERY_MS),
        setInterval(() => attempt2(look), LOOK_EVERY_MS)
      ];
      for (const timer of timers) timer.unref();
    },
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      isStopped = true;
      await working;
    }
  };
}

// src/search/size.ts
var PARTS = [
  "search_documents",
  "sqlite_autoindex_search_documents_1",
  "search_documents_no",
  "search_words_data",
  "search_words_idx"
];
function createIndexSize({
  dialect,
  slowRead
}) {
  let bytes2 = 0;
  return {
    bytes: () => bytes2,
    measure: async () => {
      const [row2] = dialect === "sqlite" ? await slowRead.rows(
        `SELECT SUM(pgsize) AS bytes FROM dbstat WHERE name IN ${placeholders(1, PARTS.length)}`,
        PARTS
      ) : await slowRead.rows(
        `SELECT SUM(data_length + index_length) AS bytes FROM information_schema.tables
               WHERE table_schema = DATABASE() AND table_name IN ('search_documents', 'search_terms')`
      );
      bytes2 = Number(row2?.bytes ?? 0);
    }
  };
}

// src/tenant-api/service.ts
function createTenantBackend(options) {
  const { journal, store: store2, hub } = options;
  const find2 = async (tenant, conversationId) => {
    const found = await store2.find([tenant.tenantId], conversationId);
    if (!found) throw new AppError("not_found");
    return found;
  };
  const submit = async (tenant, conversationId, command) => {
    const { session: session2 } = await find2(tenant, conversationId);
    const surroundings = await options.surroundingsOf(tenant, session2.locale);
    return journal.submit({ session: session2, command, surroundings });
  };
  const change = async (tenant, conversationId, command) => {
    const { session: session2, state } = await submit(tenant, conversationId, command);
    if (!state) throw new TypeError("a changed conversation exists");
    return { session: session2, state };
  };
  return {
    find: find2,
    send: (tenant, conversationId, message) => submit(tenant, conversationId, { type: "bot-message", ...message }),
    type: async (tenant, conversationId, state, ownerEpoch = null) => {
      const { session: session2, state: conversation2 } = await find2(tenant, conversationId);
      const isOwner = ownerEpoch === null || ownerEpoch === conversation2.ownerEpoch;
      if (conversation2.status !== "BOT" || !isOwner) throw new AppError("not_owner");
      hub.publish({
        kind: "typing",
        tenantId: tenant.tenantId,
        sessionId: session2.sessionId,
        conversationId,
        sender: { kind: "bot" },
        state,
        source: null
      });
    },
    escalate: (tenant, conversationId, reason, ownerEpoch = null) => change(tenant, conversationId, { type: "escalate", by: "bot", reason, ownerEpoch }),
    resolve: (tenant, conversationId, ownerEpoch = null) => change(tenant, conversationId, { type: "resolve", actor: "bot", ownerEpoch })
  };
}

// src/app/conversations.ts
function buildConversations({ config, database, clock, log, audit, hub, budgets, metrics, lifecycle }, { accounts, roles }, { directory, operators, presence: presence2, inboxScope }, visitors, callbacks) {
  const store2 = createConversationStore(database.read);
  const journal = createJournal({
    messagesPerDay: config.limits.messages_per_session_day,
    database,
    clock,
    log,
    outbox: callbacks.outbox
  });
  const folding = createFolding({ database, clock, log });
  journal.onBatch(folding.noteEntries);
  const indexing = createIndexing({ database, clock, log, budgets });
  const indexSize = createIndexSize(database);
  journal.onCommitted(({ session: session2, change }) => {
    if (change && change.messages.length > 0) indexing.note(session2);
  });
  visitors.sessions.onIdentified(indexing.note);
  metrics.gauge(
    "relay_search_waiting",
    "Conversations whose words this node has yet to index",
    indexing.waiting
  );
  metrics.gauge(
    "relay_search_bytes",
    "What search takes of the database, measured every ten minutes",
    indexSize.bytes
  );
  lifecycle.register(
    { name: "search", start: indexing.start, stop: indexing.stop },
    { name: "reports", start: folding.start, stop: folding.stop },
    { name: "journal", stop: journal.drain },
    { name: "visitor sessions", stop: visitors.sessions.drain }
  );
  measureJournal(metrics, journal);
  publishNotices(hub, {
    journal,
    visitorSessions: visitors.sessions,
    consoleSessions: accounts.sessions,
    directory,
    presence: presence2
  });
  const streams = createAnswerStreams({ hub, clock });
  lifecycle.register({ name: "answers being written", stop: streams.stop });
  const writing = {
    clock,
    log,
    journal,
    store: store2,
    surroundingsOf: createSurroundings({ clock, presence: presence2 }),
    directory
  };
  const builtin = createBuiltinBot({ retrieve: createRetrieval() });
  const tenantBackend = createTenantBackend({ ...writing, hub });
  callbacks.delivery.onAnswer(createTenantBot({ ...writing, api: tenantBackend }));
  callbacks.delivery.onStream(createTenantStream({ ...writing, streams, api: tenantBackend }));
  return {
    store: store2,
    journal,
    folding,
    indexSize,
    writing,
    streams,
    tenantBackend,
    builtin,
    bots: createBotRunner({ ...writing, builtin }),
    inbox: createInbox({
      ...writing,
      hub,
      scopeOf: inboxScope,
      findOperator: operators.find
    }),
    cannedReplies: createCannedReplies({
      database,
      clock,
      audit,
      roles,
      maxPerWorkspace: config.limits.canned_replies_per_workspace
    }),
    compliance: createCompliance({ database, clock, audit, directory, store: store2, hub })
  };
}

// src/accounts/sessions/console-origin.ts
function wantsCookie(headers) {
  return headers["x-relay-session"] === "cookie";
}
function createConsoleOrigin(options) {
  const base = new URL(options.baseUrl);
  const isTrustedProxy = createProxyTrust(options.trustedProxies);
  const isOwnOrigin = (origin, host) => {
    if (!URL.canParse(origin)) return false;
    const url = new URL(origin);
    if (url.origin !== origin) return false;
    return origin === base.origin || url.host === hostAs(url.protocol, host)?.host;
  };
  const isSameOrigin = ({ origin, host, ...headers }) => (headers["sec-fetch-site"] ?? "same-origin") === "same-origin" && (origin === void 0 || isOwnOrigin(origin, host));
  const isSecure = ({ headers, socket }) => {
    const { host } = headers;
    if (isLoopback(hostAs("http:", host)?.hostname ?? "")) return true;
    if ("encrypted" in socket) return true;
    const isForwardedTls = headers["x-forwarded-proto"] === "https";
    if (isForwardedTls && isTrustedProxy(socket.remoteAddress ?? "")) return true;
    return base.protocol === "https:" && base.host === hostAs("https:", host)?.host;
  };
  return {
    mayUseCookie: (headers) => headers["x-relay-console"] === "1" && isSameOrigin(headers),
    mayOpenFeed: ({ origin, host }) => origin !== void 0 && isOwnOrigin(origin, host),
    checkSignIn: (request2) => {
      const { headers } = request2.raw.req;
      if (!wantsCookie(headers)) return;
      if (!isSameOrigin(headers)) {
        throw new AppError("origin_not_allowed", {
          message: "Only the relay's own page can sign in with a cookie."
        });
      }
      if (!isSecure(request2.raw.req)) throw new AppError("insecure_origin");
    }
  };
}
function hostAs(protocol, host) {
  const url = `${protocol}//${host ?? ""}/`;
  return URL.canParse(url) ? new URL(url) : null;
}
function isLoopback(hostname) {
  return hostname === "localhost" || hostname.endsWith(".localhost") || /^127\.\d+\.\d+\.\d+$/.test(hostname) || hostname === "[::1]";
}

// src/platform/http/bearer.ts
function registerBearerScheme(server) {
  const scheme = (_server, options) => {
    const validate = options?.validate;
    if (!validate) throw new TypeError("a bearer strategy needs a validate function");
    return {
      authenticate: async (request2, h) => {
        const token2 = bearerToken(request2);
        if (token2 === null) throw new AppError("unauthenticated");
        return h.authenticated({
          credentials: await validate(token2, request2),
          artifacts: { token: token2 }
        });
      }
    };
  };
  server.auth.scheme("bearer", scheme);
}
function bearerToken({ headers }) {
  const authorization = headers["authorization"];
  return /^Bearer ([\x21-\x7e]+)$/i.exec(authorization ?? "")?.[1] ?? null;
}

// src/platform/http/request-id.ts
var ACCEPTED = /^[A-Za-z0-9._-]{1,64}$/;
function requestId(request2) {
  const app = request2.app;
  app.requestId ??= chosenByClient(request2.headers["x-request-id"]) ?? newId();
  return app.requestId;
}
function chosenByClient(header) {
  return typeof header === "string" && ACCEPTED.test(header) ? header : null;
}
function registerAnswerHeaders(server) {
  server.ext("onPreResponse", (request2, h) => {
    const headers = {
      "x-request-id": requestId(request2),
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer"
    };
    const { response } = request2;
    const target = "isBoom" in response ? response.output.headers : response.headers;
    Object.assign(target, headers);
    if (!("cache-control" in target)) target["cache-control"] = "no-store";
    return h.continue;
  });
}

// src/platform/http/error-response.ts
var RETRY_AFTER_UNAVAILABLE_S = 1;
function registerErrorResponses(server, log) {
  server.ext("onPreResponse", (request2, h) => {
    const { response } = request2;
    if (!("isBoom" in response)) return h.continue;
    const error = toAppError(response, request2);
    noteRefusal(request2, error.code);
    logFailure(log, request2, error, response);
    return respond(error, request2, h);
  });
}
function respond(error, request2, h) {
  const data = {
    ...error.data,
    code: error.code,
    request_id: requestId(request2),
    ...error.details && { details: error.details },
    ...error.retryAfterS !== void 0 && { retry_after_s: error.retryAfterS }
  };
  const response = h.response(envelope(error.status, data, error.message)).code(error.status);
  if (error.retryAfterS !== void 0) response.header("Retry-After", String(error.retryAfterS));
  if (error.code === "method_not_allowed") {
    response.header("Allow", methodsOf(request2).join(", ").toUpperCase());
  }
  if (WANTS_TOKEN.includes(error.code)) response.header("WWW-Authenticate", "Bearer");
  return response;
}
var WANTS_TOKEN = ["unauthenticated", "token_invalid", "session_revoked"];
var CODE_BY_STATUS = {
  400: "bad_json",
  401: "unauthenticated",
  404: "not_found",
  503: "overloaded"
};
function toAppError(error, request2) {
  if (error instanceof AppError) return error;
  if (isUnavailable(error)) {
    return new AppError("storage_unavailable", {
      retryAfterS: RETRY_AFTER_UNAVAILABLE_S,
      cause: error
    });
  }
  const { statusCode } = error.output;
  if (statusCode === 404 && methodsOf(request2).length > 0) {
    return new AppError("method_not_allowed");
  }
  const code = CODE_BY_STATUS[statusCode] ?? "internal_error";
  return new AppError(code, {
    cause: error,
    ...statusCode === 503 && { retryAfterS: RETRY_AFTER_UNAVAILABLE_S }
  });
}
function methodsOf({ server, path }) {
  return ["get", "post"].filter(
    (method) => server.match(method, path)?.settings.plugins
  );
}
function logFailure(log, request2, error, original) {
  const fields2 = { err: error.cause ?? original, request_id: requestId(request2) };
  if (error.code === "internal_error") {
    log.error({ event: "http.request_failed", ...fields2 }, "request failed");
  }
  if (error.code === "storage_unavailable") {
    log.warn({ event: "http.storage_unavailable", ...fields2 }, "the database is unavailable");
  }
}
function noteRefusal(request2, code) {
  request2.app.refusal = code;
}
function refusalOf(request2) {
  return request2.app.refusal;
}

// src/accounts/sessions/session-cookie.ts
var NAME = "__Host-relay_console";
var ATTRIBUTES = "Path=/; Secure; HttpOnly; SameSite=Strict";
var REMEMBERED_S = 604800;
function readSessionCookie(header) {
  const values = (header ?? "").split(";").map((pair) => pair.trim()).filter((pair) => pair.startsWith(`${NAME}=`)).map((pair) => pair.slice(NAME.length + 1));
  const [value] = values;
  return values.length === 1 && value ? value : null;
}
function sessionCookie(token2) {
  return `${NAME}=${token2}`;
}
function setSessionCookie(token2, isRemembered) {
  return `${NAME}=${token2}; ${ATTRIBUTES}${isRemembered ? `; Max-Age=${REMEMBERED_S}` : ""}`;
}
var CLEAR_SESSION_COOKIE = `${NAME}=; ${ATTRIBUTES}; Max-Age=0`;

// src/accounts/sessions/console-scheme.ts
function registerConsoleScheme(server, cookieToken) {
  const presentedBy = (request2) => {
    const isBackground = request2.headers["x-relay-background"] === "1";
    const bearer = bearerToken(request2);
    if (bearer !== null) return { token: bearer, by: "bearer", isBackground };
    const token2 = cookieToken(request2);
    return token2 === null ? null : { token: token2, by: "cookie", isBackground };
  };
  const scheme = (_server, options) => {
    const validate = options?.validate;
    if (!validate) throw new TypeError("a console strategy needs a validate function");
    return {
      authenticate: async (request2, h) => {
        const presented = presentedBy(request2);
        if (!presented) throw new AppError("unauthenticated");
        request2.app.isByCookie = presented.by === "cookie";
        return h.authenticated({
          credentials: await validate(presented),
          artifacts: { ...presented }
        });
      }
    };
  };
  server.auth.scheme("console", scheme);
  server.ext("onPreResponse", (request2, h) => {
    const { response } = request2;
    const isOver2 = refusalOf(request2) === "session_revoked" && isByCookie(request2);
    if (isOver2 && !("isBoom" in response)) response.header("set-cookie", CLEAR_SESSION_COOKIE);
    return h.continue;
  });
}
function isByCookie(request2) {
  return request2.app.isByCookie === true;
}

// src/platform/http/http-server.ts
import Hapi from "@hapi/hapi";

// src/platform/http/cors.ts
var ALLOWED_HEADERS = "authorization, content-type, idempotency-key, x-request-id";
var PREFLIGHT_MAX_AGE_S = 600;
function registerCors(server, consoleOrigins) {
  const mayRead = (origin, path) => {
    const route = ["get", "post"].map((method) => server.match(method, path)?.settings.plugins).find((plugins) => plugins !== void 0);
    const area = route?.relay?.route.area;
    if (area === "visitor") return true;
    return area !== void 0 && area !== "tenant" && consoleOrigins.includes(origin);
  };
  server.ext("onPreResponse", (request2, h) => {
    const { origin } = request2.headers;
    const { response } = request2;
    const headers = "isBoom" in response ? response.output.headers : response.headers;
    const { vary } = headers;
    headers["vary"] = vary === void 0 ? "Origin" : `${String(vary)}, Origin`;
    if (typeof origin === "string" && mayRead(origin, request2.path)) {
      headers["access-control-allow-origin"] = origin;
      headers["access-control-expose-headers"] = "x-request-id, retry-after";
    }
    return h.continue;
  });
  server.route({
    method: "OPTIONS",
    path: `${API_PREFIX}/{any*}`,
    options: { auth: false, plugins: {} },
    handler: (_request, h) => h.response().code(204).header("access-control-allow-methods", "GET, POST").header("access-control-allow-headers", ALLOWED_HEADERS).header("access-control-max-age", String(PREFLIGHT_MAX_AGE_S))
  });
}

// src/platform/http/raw-errors.ts
var TOO_LONG = {
  status: 431,
  reason: "Request Header Fields Too Large",
  code: "payload_too_large",
  message: "The headers are longer than 16 KiB."
};
var INVALID = {
  status: 400,
  reason: "Bad Request",
  code: "bad_json",
  message: "The request is not valid HTTP, or did not arrive in time."
};
function answerRawErrors(listener) {
  const answering = /* @__PURE__ */ new WeakSet();
  listener.on("request", (request2, response) => {
    answering.add(request2.socket);
    response.once("close", () => answering.delete(request2.socket));
  });
  const frameworks = listener.listeners("clientError");
  listener.removeAllListeners("clientError");
  listener.on("clientError", (error, socket) => {
    if (answering.has(socket)) {
      for (const answer3 of frameworks) answer3.call(listener, error, socket);
      return;
    }
    if (socket.writable) socket.end(rawAnswer(isTooLong2(error) ? TOO_LONG : INVALID));
    else socket.destroy(error);
  });
}
function isTooLong2({ code }) {
  return code === "HPE_HEADER_OVERFLOW";
}
function rawAnswer({ status: status2, reason, code, message }) {
  const requestId2 = newId();
  const body = JSON.stringify(envelope(status2, { code, request_id: requestId2 }, message));
  return [
    `HTTP/1.1 ${status2} ${reason}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId2}`,
    "X-Content-Type-Options: nosniff",
    "Cache-Control: no-store",
    "Connection: close",
    "",
    body
  ].join("\r\n");
}
function refuseAmbiguous(server) {
  server.ext("onRequest", ({ raw }, h) => {
    if (isAmbiguous(raw.req)) throw new AppError("bad_json", { message: INVALID.message });
    return h.continue;
  });
}
function isAmbiguous({ rawHeaders, headers }) {
  const hosts = (rawHeaders ?? []).filter(
    (name2, n) => n % 2 === 0 && name2.toLowerCase() === "host"
  );
  const coding = headers?.["transfer-encoding"]?.toLowerCase() ?? "chunked";
  return hosts.length > 1 || coding !== "chunked";
}

// src/platform/http/http-server.ts
function createHttpServer(config, log) {
  const server = Hapi.server({
    host: config.host,
    port: config.port,
    debug: false,
    compression: false,
    router: { stripTrailingSlash: false },
    // Cookies of other applications: hapi would refuse a request with one that it can't parse.
    routes: { security: false, state: { parse: false, failAction: "ignore" } }
  });
  const { listener } = server;
  listener.headersTimeout = 1e4;
  listener.requestTimeout = 15e3;
  listener.keepAliveTimeout = 65e3;
  answerRawErrors(listener);
  registerBearerScheme(server);
  registerErrorResponses(server, log);
  registerCors(server, config.consoleOrigins);
  registerAnswerHeaders(server);
  refuseAmbiguous(server);
  registerRequestLog(server, log);
  return server;
}
var ALIKE_PER_SECOND = 10;
function registerRequestLog(server, log) {
  const sampler = createLogSampler();
  server.events.on("response", (request2) => {
    const { response, info } = request2;
    const status2 = response && !("isBoom" in response) ? response.statusCode : 0;
    const fields2 = {
      event: "http.request",
      method: request2.method,
      path: request2.path,
      status: status2,
      ms: Date.now() - info.received,
      request_id: requestId(request2)
    };
    const code = refusalOf(request2);
    if (code === void 0) return log.info(fields2, "request");
    sampler.print(
      `${request2.route.path} ${code}`,
      ALIKE_PER_SECOND,
      (more) => log.info({ ...fields2, code, ...more && { more } }, "request")
    );
  });
}

// src/platform/http/health.ts
var DATABASE_DEADLINE_MS = 2e3;
var OLDEST_COMMAND_MS = 5e3;
function registerHealth(server, database, readiness) {
  const isWritable = createWriteProbe(database);
  const options = { auth: false, plugins: {} };
  server.route([
    { method: "GET", path: "/healthz", options, handler: () => ({ status: "ok" }) },
    {
      method: "GET",
      path: "/readyz",
      options,
      handler: async (_request, h) => {
        if (readiness.isDraining()) return h.response({ status: "draining" }).code(503);
        const [canRead, canWrite, mail] = await Promise.all([
          within(DATABASE_DEADLINE_MS, database.read.rows("SELECT 1")),
          within(DATABASE_DEADLINE_MS, isWritable()),
          readiness.mail()
        ]);
        const hasDatabase = canRead && canWrite && readiness.oldestCommandMs() <= OLDEST_COMMAND_MS;
        const companions = { redis: readiness.redis(), mail };
        if (hasDatabase) return { status: "ready", database: database.dialect, ...companions };
        return h.response({ status: "database_unavailable", ...companions }).code(503);
      }
    }
  ]);
}
function createWriteProbe(database) {
  let running = null;
  return () => running ??= database.transaction((tx) => tx.run("UPDATE migrations SET run_at = run_at WHERE name = ''")).finally(() => running = null);
}

// src/platform/mail/health.ts
function watchMailHealth(options) {
  const { verify, freshMs = MINUTE, deadlineMs = 8 * SECOND, patienceMs = 500 } = options;
  let known = "unknown";
  let freshUntil = -Infinity;
  let asking = null;
  const ask = async () => {
    known = await within(deadlineMs, verify()) ? "ok" : "away";
    freshUntil = performance.now() + freshMs;
    asking = null;
  };
  return async () => {
    if (performance.now() < freshUntil) return known;
    asking ??= ask();
    await within(patienceMs, asking);
    return known;
  };
}

// src/platform/metrics/metrics.ts
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
var HTTP_BUCKETS_S = [5e-3, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
var ofProcess;
function processMetrics() {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}
function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  processMetrics();
  const http = new Histogram({
    name: "relay_http_request_duration_seconds",
    help: "Time from a request to the end of its answer",
    labelNames: ["method", "route", "status"],
    buckets: HTTP_BUCKETS_S,
    registers
  });
  return {
    registry,
    gauge: (name2, help, read3, label) => {
      const gauge = new Gauge({
        name: name2,
        help,
        labelNames: label === void 0 ? [] : [label],
        registers,
        collect: async () => {
          const series = seriesOf(await read3(), label);
          gauge.reset();
          for (const { labels, value } of series) gauge.set(labels, value);
        }
      });
    },
    total: (name2, help, read3, label) => {
      const counter = new Counter({
        name: name2,
        help,
        labelNames: label === void 0 ? [] : [label],
        registers,
        collect: async () => {
          const series = seriesOf(await read3(), label);
          counter.reset();
          for (const { labels, value } of series) counter.inc(labels, value);
        }
      });
    },
    counter: (name2, help, labels) => new Counter({ name: name2, help, labelNames: labels, registers }),
    histogram: (name2, help, buckets) => new Histogram({ name: name2, help, buckets: [...buckets], registers }),
    httpObserved: ({ method, route, status: status2, seconds: seconds2 }) => http.observe({ method, route, status: String(status2) }, seconds2)
  };
}
function seriesOf(reading, label) {
  if (typeof reading === "number") return [{ labels: {}, value: reading }];
  if (label === void 0) throw new TypeError("a reading of several numbers needs a label");
  return Object.entries(reading).map(([key, value]) => ({ labels: { [label]: key }, value }));
}
var KNOWN_METHODS = ["get", "post", "options", "head"];
function registerMetrics(server, metrics) {
  server.events.on("response", (request2) => metrics.httpObserved(observed(request2)));
  server.route({
    method: "GET",
    path: "/metrics",
    options: { auth: false, plugins: {} },
    handler: async (_request, h) => {
      const texts = [await processMetrics().metrics(), await metrics.registry.metrics()];
      return h.response(texts.join("\n")).type("text/plain; version=0.0.4");
    }
  });
}
function observed(request2) {
  const { response, route, method, info } = request2;
  const hasAnswer = response && !("isBoom" in response);
  return {
    // hapi answers unknown paths with an internal route that has a fingerprint.
    route: route.fingerprint === "/#*" || route.path === "/{p*}" ? "none" : route.path,
    method: KNOWN_METHODS.includes(method) ? method.toUpperCase() : "other",
    status: hasAnswer ? response.statusCode : 0,
    seconds: (Date.now() - info.received) / 1e3
  };
}

// src/platform/openapi/openapi.ts
import { setImmediate as nextTurn } from "timers/promises";

// src/platform/openapi/docs-page.ts
import { createHash as createHash4 } from "crypto";

// src/platform/openapi/docs-page-text.ts
var ENTITIES2 = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
};
function escape(text4) {
  return text4.replace(/[&<>"']/g, (character) => ENTITIES2[character] ?? character);
}
function inline(text4) {
  return escape(text4).replace(/`([^`]+)`/g, "<code>$1</code>");
}

// src/platform/openapi/docs-page-fields.ts
function parameterTable(parameters) {
  const rows = parameters.map(
    ({ name: name2, in: place, required, description, schema }) => row(name2, 0, required, [place, facts(schema), description ?? ""])
  );
  return table(rows);
}
function fieldTable(schema) {
  const rows = fieldRows(schema, 0);
  return rows.length > 0 ? table(rows) : `<p class="soft">${escape(facts(schema))}</p>`;
}
var DEEPEST = 3;
function fieldRows(schema, depth) {
  const properties = Object.entries(schema["properties"] ?? {});
  const required = schema["required"] ?? [];
  return properties.flatMap(([name2, property]) => [
    row(name2, depth, required.includes(name2), [
      facts(property),
      textOf(property["description"] ?? "")
    ]),
    ...depth < DEEPEST ? fieldRows(property["items"] ?? property, depth + 1) : []
  ]);
}
function row(name2, depth, isRequired, notes) {
  const mark = isRequired ? ' class="required"' : "";
  const text4 = notes.filter((note) => note !== "").map(inline);
  return `<tr><th scope="row" class="deep${depth}"><code${mark}>${escape(name2)}</code></th><td>${text4.join(" \xB7 ")}</td></tr>`;
}
function table(rows) {
  return `<div class="scroll"><table>${rows.join("")}</table></div>`;
}
var BOUNDS = [
  ["minimum", "from"],
  ["maximum", "to"],
  ["minLength", "at least"],
  ["maxLength", "at most"],
  ["maxItems", "at most"],
  ["format", ""],
  ["pattern", ""],
  ["default", "default"]
];
function facts(schema) {
  const { type, enum: values, const: only, items } = schema;
  const of = items ? ` of ${facts(items)}` : "";
  const allowed = [...values ?? [], ...only === void 0 ? [] : [only]];
  const bounds = BOUNDS.flatMap(([key, word]) => {
    const value = schema[key];
    if (value === void 0 || key === "minLength" && value === 1) return [];
    const shown = key === "pattern" ? `\`${textOf(value)}\`` : textOf(value);
    return [word === "" ? shown : `${word} ${shown}`];
  });
  const head = [type].flat().filter(Boolean).join(" or ") + of;
  const choice = allowed.map((value) => `\`${String(value)}\``).join(", ");
  return [head, choice, ...bounds].filter((part) => part !== "").join(", ");
}
function textOf(value) {
  return typeof value === "string" ? value : JSON.stringify(value);
}

// src/platform/openapi/docs-page-style.ts
var DOCS_PAGE_STYLE = `
:root { color-scheme: light dark; --ink: #1c2330; --soft: #5b6577; --line: #dde2ea; --paper: #fff;
  --shade: #f5f7fa; --accent: #2456d6; --get: #10704a; --post: #2456d6; --bad: #a8321f; }
@media (prefers-color-scheme: dark) { :root { --ink: #e5e9f0; --soft: #9aa5b8; --line: #2e3747;
  --paper: #131820; --shade: #1b222d; --accent: #8fb0ff; --get: #5cc798; --post: #8fb0ff; --bad: #f08c7a; } }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0; color: var(--ink); background: var(--paper); font: 16px/1.55 system-ui, sans-serif; }
a { color: var(--accent); text-decoration: none; }
a:hover, a:focus-visible { text-decoration: underline; }
code, pre, .path { font-family: ui-monospace, 'Cascadia Code', Menlo, Consolas, monospace; }
code { font-size: .92em; overflow-wrap: anywhere; }
nav { max-height: 40vh; overflow-y: auto; padding: 1.5rem; border-bottom: 1px solid var(--line); background: var(--shade); font-size: .875rem; }
nav ul { margin: .25rem 0 1rem; padding: 0; list-style: none; }
nav li { padding: .1rem 0; overflow-wrap: anywhere; }
main { max-width: 60rem; padding: 1.5rem; }
h1 { margin: 0; font-size: 2rem; line-height: 1.2; }
h2 { margin: 3rem 0 .25rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
h3 { margin: 0 0 .25rem; font-size: 1.05rem; font-weight: 600; }
h4 { margin: 1rem 0 .25rem; font-size: .8125rem; color: var(--soft); text-transform: uppercase; letter-spacing: .05em; }
p { margin: .25rem 0; }
.soft { color: var(--soft); }
article { margin: 1.25rem 0; padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: 10px; }
article:target { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
.path { overflow-wrap: anywhere; }
.get, .post { font-weight: 700; } .get { color: var(--get); } .post { color: var(--post); }
table { width: 100%; border-collapse: collapse; font-size: .9rem; }
td, th { padding: .3rem .75rem .3rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; }
th { width: 16rem; font-weight: 400; } .required::after { content: ' *'; color: var(--bad); }
.deep1 { padding-left: 1.25rem; } .deep2 { padding-left: 2.5rem; } .deep3 { padding-left: 3.75rem; }
.scroll { overflow-x: auto; }
@media (min-width: 64rem) {
  body { display: grid; grid-template-columns: 20rem minmax(0, 1fr); }
  nav { position: sticky; top: 0; height: 100vh; max-height: none; border: 0; border-right: 1px solid var(--line); }
  main { padding: 2.5rem 3rem; }
}
@media print { nav { display: none; } article { break-inside: avoid; } }
`;

// src/platform/openapi/docs-page.ts
function renderDocsPage(document) {
  const styleHash = createHash4("sha256").update(DOCS_PAGE_STYLE).digest("base64");
  const contentSecurityPolicy = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join("; ");
  return { html: pageOf(document), contentSecurityPolicy };
}
function pageOf(document) {
  const { info, tags, servers } = document;
  const entries = [
    ...entriesOf(document.paths, (path) => path),
    ...entriesOf(
      document.webhooks,
      (event) => `{callback_url_base}/api/v1/chat-callbacks/${event}`
    )
  ];
  const sections = tags.map((tag) => ({
    ...tag,
    entries: entries.filter(({ operation: operation2 }) => operation2.tags.includes(tag.name))
  }));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(info.title)} ${escape(info.version)}</title>
<style>${DOCS_PAGE_STYLE}</style>
</head>
<body>
<nav aria-label="Operations">
${sections.map(({ name: name2, entries: listed }) => navigation(name2, listed)).join("\n")}
</nav>
<main>
<h1>${escape(info.title)}</h1>
<p class="soft">Version ${escape(info.version)} at ${escape(servers[0]?.url ?? "")} \xB7 <a href="/openapi.json">openapi.json</a></p>
<p>${inline(info.summary)} ${inline(info.description)}</p>
${sections.map(
    ({ name: name2, description, entries: listed }) => `<h2>${escape(name2)}</h2>
<p class="soft">${inline(description)}</p>
` + listed.map((entry2) => article(entry2, document)).join("\n")
  ).join("\n")}
</main>
</body>
</html>
`;
}
function entriesOf(items, nameOf5) {
  return Object.entries(items).flatMap(
    ([key, item]) => Object.entries(item).map(([method, operation2]) => ({ method, path: nameOf5(key), operation: operation2 }))
  );
}
function navigation(name2, entries) {
  const items = entries.map(
    ({ operation: operation2 }) => `<li><a href="#${escape(operation2.operationId)}">${escape(operation2.summary)}</a></li>`
  );
  return `<strong>${escape(name2)}</strong>
<ul>${items.join("")}</ul>`;
}
function article({ method, path, operation: operation2 }, document) {
  const { operationId: operationId2, summary, description, security, requestBody, responses } = operation2;
  const parameters = (operation2.parameters ?? []).map((one) => resolve2(one, document));
  const body = requestBody?.content["application/json"];
  return `<article id="${escape(operationId2)}">
<h3><a href="#${escape(operationId2)}">${escape(summary)}</a></h3>
<p class="path"><span class="${escape(method)}">${escape(method.toUpperCase())}</span> ${escape(path)}</p>
${description ? `<p>${inline(description)}</p>` : ""}
<p class="soft">${access(security)}</p>
${parameters.length > 0 ? `<h4>Parameters</h4>${parameterTable(parameters)}` : ""}
${body ? `<h4>Body</h4>${fieldTable(body.schema)}` : ""}
${responsesOf(
    Object.entries(responses).map(([status2, one]) => [
      status2,
      resolve2(one, document)
    ])
  )}
</article>`;
}
function access(security) {
  const schemes = security.map((requirement) => Object.keys(requirement).join(" + "));
  return schemes.length > 0 ? `Needs <code>${escape(schemes.join(", "))}</code>` : "Public";
}
function responsesOf(responses) {
  const isGood = ([status2]) => /^[123]/.test(status2);
  const errors2 = responses.filter((response) => !isGood(response));
  return [
    ...responses.filter(isGood).map(([status2, response]) => success(status2, response)),
    ...errors2.length > 0 ? [
      `<h4>Errors</h4>${table(errors2.map(([status2, { description }]) => row(status2, 0, false, [description])))}`
    ] : []
  ].join("\n");
}
function success(status2, { description, content: content2 }) {
  const schema = Object.values(content2 ?? {})[0]?.schema;
  const data = schema?.["properties"]?.["data"];
  const shown = data ?? schema;
  return `<h4>${escape(status2)}${data ? " data" : ""}</h4><p>${inline(description)}</p>${shown ? fieldTable(shown) : ""}`;
}
function resolve2(value, document) {
  if (!isReference(value)) return value;
  const [kind = "", name2 = ""] = value.$ref.split("/").slice(2);
  const found = document.components[kind]?.[name2];
  if (found === void 0) throw new TypeError(`${value.$ref} leads nowhere`);
  return found;
}
function isReference(value) {
  return typeof value === "object" && value !== null && "$ref" in value;
}

// src/platform/openapi/document.ts
function reference(kind, name2) {
  return { $ref: `#/components/${kind}/${name2}` };
}

// src/platform/openapi/errors.ts
var CODES = Object.keys(ERRORS);
var STATUSES2 = [...new Set(Object.values(ERRORS).map(({ status: status2 }) => status2))];
var NO_OPERATION = 405;
var WITH_RETRY_AFTER = [429, 503];
var ERROR_SCHEMA = {
  type: "object",
  required: ["status_code", "data", "message"],
  properties: {
    status_code: { type: "integer", enum: STATUSES2 },
    data: {
      type: "object",
      required: ["code", "request_id"],
      properties: {
        code: { type: "string", enum: CODES, description: "Switch on this field only." },
        request_id: { type: "string" },
        details: {
          type: "array",
          description: "On 422: the refused fields.",
          items: {
            type: "object",
            required: ["field", "code"],
            properties: { field: { type: "string" }, code: { type: "string" } }
          }
        },
        retry_after_s: { type: "integer", description: "On 429 and 503, as in `Retry-After`." }
      }
    },
    message: { type: "string", description: "For people." }
  }
};
function errorResponses() {
  return Object.fromEntries(
    STATUSES2.filter((status2) => status2 !== NO_OPERATION).map((status2) => [
      nameOf3(status2),
      {
        description: CODES.filter((code) => ERRORS[code].status === status2).map((code) => `\`${code}\``).join(", "),
        headers: {
          "X-Request-Id": reference("headers", "RequestId"),
          ...WITH_RETRY_AFTER.includes(status2) && {
            "Retry-After": reference("headers", "RetryAfter")
          }
        },
        content: { "application/json": { schema: { ...reference("schemas", "Error") } } }
      }
    ])
  );
}
function errorsWith(statuses) {
  return Object.fromEntries(
    statuses.map((status2) => [String(status2), reference("responses", nameOf3(status2))])
  );
}
function nameOf3(status2) {
  return `Error${status2}`;
}

// src/platform/openapi/schema.ts
function jsonSchemaOf(schema, direction) {
  const translated = schema["~standard"].jsonSchema[direction]({ target: "draft-2020-12" });
  const copy2 = structuredClone(translated);
  amend(copy2, schema.describe(), direction, false);
  return copy2;
}
function amend(schema, described, direction, isPresenceRequired) {
  nameNull(schema);
  amendText(schema, described);
  if (described.keys) amendObject(schema, described, direction, isPresenceRequired);
  const [item] = described.items ?? [];
  const items = schema["items"];
  if (item && isSchema(items)) amend(items, item, direction, isPresenceRequired);
}
function nameNull(schema) {
  const { type, enum: values } = schema;
  if (!Array.isArray(type) || !type.includes("null") || !Array.isArray(values)) return;
  if (!values.includes(null)) values.push(null);
}
function amendText(schema, { rules = [] }) {
  const inBytes = [];
  for (const { name: name2, args = {} } of rules) {
    if (name2 === "pattern") amendPattern(schema, args);
    if (args["encoding"] !== "utf8") continue;
    inBytes.push(`${name2 === "min" ? "at least" : "at most"} ${String(args["limit"])}`);
    if (name2 === "min") delete schema["minLength"];
  }
  if (inBytes.length > 0) schema["description"] = `UTF-8 bytes: ${inBytes.join(", ")}.`;
}
function amendPattern(schema, args) {
  const { invert } = args["options"] ?? {};
  const flags = String(args["regex"]).replace(/^.*\//s, "");
  if (invert) {
    schema["not"] = { type: "string", pattern: schema["pattern"] };
    delete schema["pattern"];
  }
  if (flags.includes("i")) delete schema["pattern"];
}
function amendObject(schema, described, direction, wasRequired) {
  const { keys = {}, dependencies = [], preferences } = described;
  const isRequired = preferences?.presence ? preferences.presence === "required" : wasRequired;
  const properties = schema["properties"];
  const required = Object.entries(keys).filter(([, { flags }]) => (flags?.presence ?? (isRequired && "required")) === "required").map(([key]) => key);
  if (required.length > 0) schema["required"] = required;
  if (direction === "output") delete schema["additionalProperties"];
  for (const { rel, peers } of dependencies) {
    if (rel === "xor") schema["oneOf"] = peers.map((peer) => ({ required: [peer] }));
    if (rel === "and") {
      schema["dependentRequired"] = Object.fromEntries(
        peers.map((peer) => [peer, peers.filter((other) => other !== peer)])
      );
    }
  }
  for (const [key, child] of Object.entries(keys)) {
    const property = properties[key];
    if (property) amend(property, child, direction, isRequired);
  }
}
function isSchema(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// src/platform/openapi/operation.ts
var AREA_TAGS = {
  visitor: { name: "Visitors", description: "What a chat widget calls, from an allowed origin." },
  account: { name: "Sign-in", description: "Registration and login, without a token." },
  console: { name: "Console", description: "Workspaces and everything in them." },
  system: { name: "System", description: "The platform as a whole, and its super-admins." },
  tenant: { name: "Tenant API", description: "What a tenant's backend calls, with its signature." }
};
var TENANT_SIGNATURE = {
  serviceTimestamp: [],
  serviceSignature: [],
  serviceTenant: []
};
var CONSOLE_SESSION = [{ consoleToken: [] }, { consoleCookie: [], consolePage: [] }];
var SECURITY = {
  console: CONSOLE_SESSION,
  system: CONSOLE_SESSION,
  visitor: [{ visitorToken: [] }],
  "visitor-expired": [{ visitorToken: [] }],
  "admin-key": [{ adminKey: [] }],
  tenant: [TENANT_SIGNATURE]
};
function operationOf(route, hasOtherMethod) {
  const status2 = route.status ?? 200;
  const parameters = parametersOf(route);
  return {
    operationId: operationId(route, hasOtherMethod),
    tags: [AREA_TAGS[route.area].name],
    summary: route.summary,
    security: securityOf(route),
    ...parameters.length > 0 && { parameters },
    ...route.body && {
      requestBody: {
        required: true,
        content: { "application/json": { schema: jsonSchemaOf(route.body, "input") } }
      }
    },
    responses: {
      [status2]: {
        description: "Done.",
        headers: { "X-Request-Id": reference("headers", "RequestId") },
        content: {
          "application/json": { schema: enveloped(status2, route) },
          ...route.csv && { "text/csv": { schema: { type: "string" } } }
        }
      },
      ...errorsWith(errorStatuses(route))
    }
  };
}
function securityOf({ strategy, path }) {
  if (strategy === null) return [];
  const requirements = SECURITY[strategy];
  if (!requirements) throw new TypeError(`no security scheme is stated for ${strategy} of ${path}`);
  return requirements;
}
function operationId({ method, path }, hasOtherMethod) {
  const words = path.split(/[/-]/).filter((word) => word !== "");
  const id = words.map((word, i) => i === 0 ? word : word[0]?.toUpperCase() + word.slice(1));
  return id.join("") + (hasOtherMethod && method === "GET" ? "ByGet" : "");
}
function parametersOf(route) {
  const parameters = [];
  if (route.query) parameters.push(...queryParameters(jsonSchemaOf(route.query, "input")));
  if (route.startsSession) parameters.push(reference("parameters", "SessionKind"));
  if (route.idempotent) parameters.push(reference("parameters", "IdempotencyKey"));
  parameters.push(reference("parameters", "RequestId"));
  return parameters;
}
function queryParameters({ properties = {}, required = [] }) {
  return Object.entries(properties).map(([name2, schema]) => ({
    name: name2,
    in: "query",
    required: required.includes(name2),
    schema
  }));
}
function enveloped(status2, { answer: answer3 }) {
  return {
    type: "object",
    required: ["status_code", "data", "message"],
    properties: {
      status_code: { type: "integer", const: status2 },
      data: jsonSchemaOf(answer3, "output"),
      message: { type: "string" }
    }
  };
}
function errorStatuses({ method, strategy, area, body, query }) {
  const isPost = method === "POST";
  const knowsCaller = strategy !== null || area === "account";
  const touchesResources = area !== "account";
  return [
    400,
    ...knowsCaller ? [401] : [],
    ...knowsCaller || area === "visitor" ? [403] : [],
    ...touchesResources ? [404] : [],
    ...isPost && (touchesResources || strategy !== null) ? [409] : [],
    ...isPost ? [413, 415] : [],
    ...isPost || body || query ? [422] : [],
    429,
    500,
    503
  ];
}
function pathOf(route) {
  return API_PREFIX + route.path;
}

// src/platform/openapi/other-routes.ts
var MACHINE_TAG = {
  name: "Machines",
  description: "For probes, scrapers and generators."
};
var SOCKET_TAG = {
  name: "WebSockets",
  description: "Opened by a GET that upgrades; PROTOCOL.md defines the frames."
};
var MALFORMED = {
  description: "The request is not valid HTTP, for example because of a malformed `Cookie` header."
};
var NO_UPGRADE = { description: "The handshake was not valid." };
function machine(operationId2, summary, responses) {
  return {
    get: {
      operationId: operationId2,
      tags: [MACHINE_TAG.name],
      summary,
      security: [],
      responses: { ...responses, 400: MALFORMED }
    }
  };
}
function answer(description, mediaType2, schema) {
  return { description, content: { [mediaType2]: { schema } } };
}
var status = (...values) => ({
  type: "object",
  required: ["status"],
  properties: { status: { type: "string", enum: values } }
});
var COMPANION = { type: "string", enum: ["ok", "away", "unknown", "unset"] };
var MACHINE_PATHS = {
  "/healthz": machine("healthz", "Whether the process is alive", {
    200: answer("It is alive.", "application/json", status("ok"))
  }),
  "/readyz": machine("readyz", "Whether this node can serve", {
    200: answer("It can.", "application/json", {
      type: "object",
      required: ["status", "database"],
      properties: {
        status: { type: "string", const: "ready" },
        database: { type: "string", enum: ["sqlite", "mysql"] },
        redis: COMPANION,
        mail: COMPANION
      }
    }),
    503: answer("It is draining, or its database does not answer.", "application/json", {
      type: "object",
      required: ["status"],
      properties: {
        status: { type: "string", enum: ["draining", "database_unavailable"] },
        redis: COMPANION,
        mail: COMPANION
      }
    })
  }),
  "/metrics": machine("metrics", "Measurements for Prometheus", {
    200: answer("Prometheus\u2019 text format.", "text/plain", { type: "string" })
  }),
  "/openapi.json": machine("openapi", "This document", {
    200: answer("The OpenAPI 3.1 document.", "application/json", { type: "object" })
  }),
  "/docs": machine("docs", "This document, to read", {
    200: answer("A page without scripts.", "text/html", { type: "string" })
  })
};
var SOCKET_PATHS = {
  "/api/v1/ws/widget": {
    get: {
      operationId: "wsWidget",
      tags: [SOCKET_TAG.name],
      summary: "A visitor's socket",
      description: "JSON text frames with a `type`; the first one sent is `welcome`. The upgrade is always accepted, and a refusal is a close code: 4401, 4403, 4404, 4409, 4429, 1012 or 1013.",
      security: [{ visitorTokenInQuery: [] }],
      parameters: [
        {
          name: "since",
          in: "query",
          required: false,
          description: "The last `seq` that the client has: later messages are sent.",
          schema: { type: "integer", minimum: 0 }
        }
      ],
      responses: {
        101: { description: "The socket is open." },
        404: reference("responses", "Error404"),
        default: NO_UPGRADE
      }
    }
  },
  "/api/v1/ws/console": {
    get: {
      operationId: "wsConsole",
      tags: [SOCKET_TAG.name],
      summary: "The operators' live feed",
      description: 'The nes protocol, version 2. The `hello` frame carries `auth: {headers: {authorization: "Bearer <console token>"}}`; subscriptions are `/inbox/{workspace_id}` and `/conversations/{conversation_id}`.',
      security: [],
      responses: {
        101: { description: "The socket is open and waits for `hello`." },
        404: reference("responses", "Error404"),
        default: NO_UPGRADE,
        429: { description: "Too many sockets were opened from this address." }
      }
    }
  }
};

// src/platform/openapi/webhooks.ts
import { EVENT_NAMES as EVENT_NAMES3, VERIFICATION_CODES } from "@chat-relay/receiver-sdk";

// src/platform/openapi/events.ts
import Joi8 from "joi";
var count4 = Joi8.number().integer().min(1);
var timeOrNull = time.allow(null).required();
var escalationReason = Joi8.string().valid(
  "user_requested",
  "restricted_topic",
  "low_confidence",
  "direct"
);
function envelopeOf(event) {
  return {
    event_id: uuid.required(),
    event: Joi8.string().valid(event).required(),
    schema_version: Joi8.string().valid("1").required(),
    occurred_at: time.required(),
    sequence: count4.required(),
    tenant_id: uuid.required(),
    conversation_id: objectId.required(),
    visitor_session_id: Joi8.string().pattern(/^vs_[A-Za-z0-9_-]{43}$/).required(),
    user_id: Joi8.string().allow(null).required(),
    replay_of: uuid
  };
}
var ticket = Joi8.object({
  ticket_id: uuid.required(),
  status: Joi8.string().valid("OPEN", "ASSIGNED", "RESOLVED").required(),
  escalation_reason: escalationReason.allow(null).required(),
  operator_id: uuid.allow(null).required(),
  operator_display_name: Joi8.string().allow(null).required(),
  created_at: time.required(),
  assigned_at: timeOrNull,
  resolved_at: timeOrNull
});
function agentFields2(event) {
  return {
    ...envelopeOf(event),
    status: Joi8.string().valid("ASSIGNED", "WAITING", "RESOLVED").required(),
    operator_id: uuid.required(),
    escalation_reason: escalationReason.allow(null).required(),
    claim_count: Joi8.number().integer().min(0).required(),
    claimed_at: timeOrNull,
    released_at: timeOrNull,
    resolved_at: timeOrNull
  };
}
var EVENT_BODIES = {
  "conversation-started": Joi8.object({
    ...envelopeOf("conversation-started"),
    mode: Joi8.string().valid("bot", "human").required(),
    locale: locale.required(),
    routing_key: Joi8.string().allow(null).required(),
    origin: Joi8.string().required(),
    metadata: Joi8.object().unknown().required(),
    started_at: time.required()
  }),
  "message-received": Joi8.object({
    ...envelopeOf("message-received"),
    message: Joi8.object({
      message_id: uuid.required(),
      client_msg_id: clientMsgId.required(),
      seq: count4.required(),
      content: content.required(),
      created_at: time.required()
    }).required(),
    status: Joi8.string().valid("BOT", "WAITING", "ASSIGNED", "RESOLVED").required(),
    owner: Joi8.string().valid("bot", "human").required(),
    owner_epoch: count4.required()
  }),
  "ticket-created": Joi8.object({
    ...envelopeOf("ticket-created"),
    ticket: ticket.required()
  }),
  "ticket-assigned": Joi8.object({
    ...envelopeOf("ticket-assigned"),
    ticket: ticket.required()
  }),
  "ticket-resolved": Joi8.object({
    ...envelopeOf("ticket-resolved"),
    ticket: ticket.required()
  }),
  "escalation-triggered": Joi8.object({
    ...envelopeOf("escalation-triggered"),
    escalation_reason: escalationReason.required(),
    triggered_at: time.required()
  }),
  "agent-assigned": Joi8.object({
    ...agentFields2("agent-assigned"),
    operator_display_name: Joi8.string().required()
  }),
  "agent-released": Joi8.object(agentFields2("agent-released")),
  "agent-resolved": Joi8.object(agentFields2("agent-resolved"))
};

// src/platform/openapi/webhooks.ts
var WEBHOOK_TAG = {
  name: "Callbacks",
  description: "What the relay posts to a tenant's backend, at `{callback_url_base}/api/v1/chat-callbacks/<event>`."
};
var SUMMARIES = {
  "conversation-started": "A conversation was opened",
  "message-received": "The visitor sent a message",
  "ticket-created": "A ticket was created: a person was requested",
  "ticket-assigned": "A ticket was taken by an operator",
  "ticket-resolved": "A ticket was resolved",
  "escalation-triggered": "A conversation was escalated from the bot to a person",
  "agent-assigned": "An operator took the conversation",
  "agent-released": "The operator gave the conversation back to the queue",
  "agent-resolved": "The operator marked the conversation resolved"
};
function webhooks() {
  return Object.fromEntries(
    EVENT_NAMES3.map((event) => [event, { post: webhookOf(event) }])
  );
}
function webhookOf(event) {
  return {
    operationId: `receive${event.split("-").map((word) => word[0]?.toUpperCase() + word.slice(1)).join("")}`,
    tags: [WEBHOOK_TAG.name],
    summary: SUMMARIES[event],
    security: [TENANT_SIGNATURE],
    requestBody: {
      required: true,
      content: { "application/json": { schema: jsonSchemaOf(EVENT_BODIES[event], "output") } }
    },
    responses: {
      200: json("Received. Any 2xx ends the delivery.", RECEIVED),
      401: json("Not verified; the relay tries again.", REFUSED),
      500: { description: "A handler failed; the relay tries again." },
      503: { description: "A store failed; the relay tries again." }
    }
  };
}
function json(description, schema) {
  return { description, content: { "application/json": { schema } } };
}
var RECEIVED = {
  type: "object",
  required: ["received"],
  properties: { received: { type: "boolean", const: true } }
};
var REFUSED = {
  type: "object",
  required: ["received", "error"],
  properties: {
    received: { type: "boolean", const: false },
    error: {
      type: "object",
      required: ["code", "message"],
      properties: {
        code: { type: "string", enum: [...VERIFICATION_CODES] },
        message: { type: "string" }
      }
    }
  }
};

// src/platform/openapi/openapi.ts
async function createOpenApi(options) {
  const { routes, baseUrl, version: version2 } = options;
  const areas = [...new Set(routes.map(({ area }) => area))];
  return {
    openapi: "3.1.0",
    info: {
      title: "Chat relay",
      version: version2,
      summary: "Relays between website visitors, a tenant's backend and its operators.",
      description: "Every answer below `/api/v1` is `{status_code, data, message}`; an error has a stable `data.code`. Times are ISO 8601 UTC with milliseconds. Ignore fields that you do not know; the relay refuses fields that it does not know.",
      license: { name: "MIT", identifier: "MIT" }
    },
    servers: [{ url: baseUrl, description: "This relay" }],
    tags: [...areas.map((area) => AREA_TAGS[area]), SOCKET_TAG, MACHINE_TAG, WEBHOOK_TAG],
    paths: { ...await pathsOf(routes), ...SOCKET_PATHS, ...MACHINE_PATHS },
    webhooks: webhooks(),
    components: {
      schemas: { Error: ERROR_SCHEMA },
      responses: errorResponses(),
      parameters: {
        IdempotencyKey: {
          name: "Idempotency-Key",
          in: "header",
          required: false,
          description: "A repeat within 24 h with the same body gets the first answer, in which one-time values are null.",
          schema: { type: "string", pattern: "^[\\x21-\\x7e]{1,255}$" }
        },
        SessionKind: {
          name: "X-Relay-Session",
          in: "header",
          required: false,
          description: "With `cookie` the session is set as a cookie and `console_token` is null. For the relay's own page alone: `Sec-Fetch-Site` and `Origin`, where sent, must say so.",
          schema: { type: "string", const: "cookie" }
        },
        RequestId: {
          name: "X-Request-Id",
          in: "header",
          required: false,
          description: "Returned in the answer; generated if it is missing or not valid.",
          schema: { type: "string", pattern: "^[A-Za-z0-9._-]{1,64}$" }
        }
      },
      headers: {
        RequestId: {
          description: "The request's id, as it is in the relay's log.",
          schema: { type: "string" }
        },
        RetryAfter: {
          description: "The seconds to wait.",
          schema: { type: "integer", minimum: 1 }
        }
      },
      securitySchemes: SECURITY_SCHEMES
    }
  };
}
async function pathsOf(routes) {
  const paths = {};
  for (const route of routes) {
    const path = pathOf(route);
    const hasOtherMethod = routes.some((other) => other !== route && other.path === route.path);
    const method = route.method === "GET" ? "get" : "post";
    paths[path] = { ...paths[path], [method]: operationOf(route, hasOtherMethod) };
    await nextTurn();
  }
  return paths;
}
var signatureHeader = (name2, description) => ({
  type: "apiKey",
  in: "header",
  name: name2,
  description
});
var SECURITY_SCHEMES = {
  consoleToken: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "From a login."
  },
  consoleCookie: {
    type: "apiKey",
    in: "cookie",
    name: "__Host-relay_console",
    description: "From a sign-in by cookie, for the relay's own page."
  },
  consolePage: {
    type: "apiKey",
    in: "header",
    name: "X-Relay-Console",
    description: "`1`: without it the cookie does not count."
  },
  visitorToken: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "From `create/visitor-session` or `refresh/visitor-token`."
  },
  visitorTokenInQuery: {
    type: "apiKey",
    in: "query",
    name: "token",
    description: "The visitor token: browsers cannot set headers on an upgrade."
  },
  adminKey: {
    type: "apiKey",
    in: "header",
    name: "X-Admin-Key",
    description: "The platform's break-glass key."
  },
  serviceTimestamp: signatureHeader(
    "X-Service-Timestamp",
    "Milliseconds since the epoch, 13 digits."
  ),
  serviceSignature: signatureHeader(
    "X-Service-Signature",
    'hex(hmac_sha256(tenant_secret, "<timestamp>.<sha256_hex(body)>")), 64 lower-case characters.'
  ),
  serviceTenant: signatureHeader("X-Service-Tenant", "The tenant's id; it selects the secret.")
};
var PAGE_MAX_AGE_S = 60;
function registerOpenApi(server, options) {
  const generate = once(() => createOpenApi(options));
  const textOf2 = once(async () => JSON.stringify(await generate()));
  const pageOf3 = once(async () => renderDocsPage(await generate()));
  const shared = { auth: false, plugins: {} };
  const cacheControl = `public, max-age=${PAGE_MAX_AGE_S}`;
  server.route([
    {
      method: "GET",
      path: "/openapi.json",
      options: shared,
      handler: async (_request, h) => h.response(await textOf2()).type("application/json").header("cache-control", cacheControl).header("access-control-allow-origin", "*")
    },
    {
      method: "GET",
      path: "/docs",
      options: shared,
      handler: async (_request, h) => {
        const page2 = await pageOf3();
        return h.response(page2.html).type("text/html").header("cache-control", cacheControl).header("content-security-policy", page2.contentSecurityPolicy);
      }
    }
  ]);
}
function once(make) {
  let made;
  return () => made ??= make();
}

// src/platform/rate-limits/rate-limit.ts
import { RateLimiterRes as RateLimiterRes2 } from "rate-limiter-flexible";

// src/platform/rate-limits/shared-counter.ts
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
var ANSWERS_WITHIN_MS = 250;
var LEFT_ALONE_MS = 2e3;
function createCounter(name2, points, durationS, redis) {
  const options = { keyPrefix: `limit:${name2}`, duration: durationS };
  if (!redis) return new RateLimiterMemory({ ...options, points });
  const own = new RateLimiterMemory({ ...options, points: Math.ceil(points / 2) });
  const shared = new RateLimiterRedis({
    ...options,
    points,
    storeClient: redis,
    useRedisPackage: true,
    rejectIfRedisNotReady: true
  });
  let leftAloneUntil = -Infinity;
  const ask = async (question) => {
    if (performance.now() < leftAloneUntil) return question(own);
    try {
      return await withinTime(question(shared), () => {
        leftAloneUntil = performance.now() + LEFT_ALONE_MS;
      });
    } catch (error) {
      if (error instanceof RateLimiterRes) throw error;
      return question(own);
    }
  };
  return {
    consume: (key) => ask((counter) => counter.consume(key)),
    get: (key) => ask((counter) => counter.get(key))
  };
}
async function withinTime(answer3, onLate) {
  let timer;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => {
      onLate();
      reject(new Error("Redis does not answer"));
    }, ANSWERS_WITHIN_MS);
  });
  try {
    return await Promise.race([answer3, late]);
  } finally {
    clearTimeout(timer);
  }
}

// src/platform/rate-limits/rate-limit.ts
var WINDOW_S = 60;
function createRateLimiter(limits, redis) {
  const limiters = /* @__PURE__ */ new Map();
  const limiterFor = (name2) => {
    const known = limiters.get(name2);
    if (known) return known;
    const made = createCounter(name2, limits[name2], WINDOW_S, redis);
    limiters.set(name2, made);
    return made;
  };
  return {
    consume: (name2, subject) => consume(
      limiterFor(name2),
      name2.endsWith("_per_ip") ? rateKey(subject) : subject,
      "rate_limited"
    )
  };
}
async function consume(counter, key, code) {
  try {
    await counter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes2)) throw refusal;
    throw new AppError(code, { retryAfterS: Math.max(1, Math.ceil(refusal.msBeforeNext / 1e3)) });
  }
}

// src/system/break-glass-key.ts
var adminKeyRoute = routesFor("admin-key");
var MAX_WRONG_KEYS = 5;
var WINDOW_S2 = 15 * 60;
function registerAdminKeyStrategy(server, options) {
  const { adminKey, redis, clientIp } = options;
  const wrongKeys = createCounter("wrong_admin_key", MAX_WRONG_KEYS, WINDOW_S2, redis);
  server.auth.scheme("admin-key", () => ({
    authenticate: async (request2, h) => {
      if (adminKey === null) throw new AppError("not_found");
      const caller = rateKey(clientIp(request2));
      const given = request2.headers["x-admin-key"];
      if (!safeEqual(typeof given === "string" ? given : "", adminKey)) {
        await consume(wrongKeys, caller, "too_many_attempts");
        throw new AppError("invalid_admin_key");
      }
      const counted = await wrongKeys.get(caller);
      if (counted && counted.consumedPoints >= MAX_WRONG_KEYS) {
        const retryAfterS = Math.max(1, Math.ceil(counted.msBeforeNext / 1e3));
        throw new AppError("too_many_attempts", { retryAfterS });
      }
      return h.authenticated({ credentials: { isAdminKey: true } });
    }
  }));
  server.auth.strategy("admin-key", "admin-key");
}

// src/system/principal.ts
var systemRoute = routesFor("system");
function createSystemAuth(authenticate) {
  return async (presented) => {
    const principal = await authenticate(presented);
    if (!principal.isSystem) throw new AppError("not_system_admin");
    return principal;
  };
}

// src/tenant-api/model.ts
var REPLAY_CLAIMS = defineTable("replay_claims", ["tenant_id", "signature"], {
  tenant_id: text(),
  signature: text(),
  expires_at: integer()
});

// src/tenant-api/replay-claims.ts
var MAX_BATCH3 = 64;
var MAX_QUEUED2 = 5e3;
var MAX_IN_FLIGHT2 = 4;
function createReplayClaims(deps) {
  const { database, clock } = deps;
  const claims = createGroupCommit({
    database,
    maxBatch: MAX_BATCH3,
    maxQueued: MAX_QUEUED2,
    maxInFlight: MAX_IN_FLIGHT2,
    keyOf: ({ tenantId, signature }) => `${tenantId}:${signature}`,
    shardOf: ({ tenantId }) => tenantId,
    apply: async (tx, batch) => {
      const results = [];
      for (const { tenantId, signature, expiresAt } of batch) {
        const row2 = { tenant_id: tenantId, signature, expires_at: expiresAt };
        results.push(await insertIfAbsent(tx, REPLAY_CLAIMS, row2));
      }
      return results;
    }
  });
  return {
    claim: (key, ttlMs) => {
      const [tenantId = "", signature = ""] = key.split(":");
      return claims.submit({ tenantId, signature, expiresAt: clock() + ttlMs });
    },
    deleteExpired: async () => {
      await database.transaction(
        (tx) => tx.run("DELETE FROM replay_claims WHERE expires_at <= ?", [clock()])
      );
    }
  };
}

// src/tenant-api/signature.ts
import {
  VerificationError,
  verifySignedRequest as verifySignedRequest2
} from "@chat-relay/receiver-sdk";
var tenantRoute = routesFor("tenant");
var PATH_PREFIX = `${API_PREFIX}/tenant/`;
function registerTenantSignature(server, options) {
  const scheme = () => ({
    // The body has not arrived yet; nothing is trusted before `payload` has verified it.
    authenticate: (_request, h) => h.authenticated({ credentials: {} }),
    payload: async (request2, h) => {
      const body = await readBody(request2, options.maxBodyBytes);
      const tenant = await verifiedTenant(request2, body, options);
      if (tenant.status !== "active") throw new AppError("tenant_suspended");
      request2.auth.credentials = { tenant };
      request2.payload = readOperation(request2, body);
      return h.continue;
    },
    options: { payload: true }
  });
  server.auth.scheme("tenant-signature", scheme);
  server.auth.strategy("tenant", "tenant-signature");
}
async function verifiedTenant(request2, body, { liveSecrets, replayStore, directory, clock }) {
  try {
    const { tenantId } = await verifySignedRequest2({
      headers: request2.raw.req.headers,
      body,
      secretsFor: liveSecrets,
      replayStore,
      nowMs: clock()
    });
    const tenant = await directory.find(tenantId);
    if (!tenant) throw new VerificationError("unknown_tenant");
    return tenant;
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
    throw new AppError("signature_invalid", {
      message: `The request signature is not valid: ${error.message}.`,
      cause: error
    });
  }
}
function readOperation({ path }, bytes2) {
  const body = parseJson(bytes2);
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  const { op } = body;
  if (op !== path.slice(PATH_PREFIX.length) || Object.hasOwn(body, "event")) {
    throw new AppError("signature_invalid", {
      message: 'The signed body is not for this route: "op" must be its path below /tenant/.'
    });
  }
  return body;
}

// src/app/http.ts
function buildHttp(infrastructure, { directory, secrets, authenticate }, visitors) {
  const { config, log, clock, database, redis, adminKey, lifecycle } = infrastructure;
  const server = createHttpServer(config, log);
  lifecycle.register({
    name: "http",
    start: () => server.start().catch((error) => {
      throw explainListenFailure(error, config);
    }),
    stop: () => server.stop({ timeout: 1e3 })
  });
  const addressOf = createClientAddress(config.trustedProxies);
  const callerOf2 = (remote, forwardedFor) => addressOf(remote ?? "", typeof forwardedFor === "string" ? forwardedFor : void 0);
  const clientIp = ({ info, headers }) => callerOf2(info.remoteAddress, headers["x-forwarded-for"]);
  const replayClaims = createReplayClaims({ database, clock });
  const consoleOrigin = createConsoleOrigin(config);
  registerConsoleScheme(
    server,
    ({ raw: { req } }) => consoleOrigin.mayUseCookie(req.headers) ? readSessionCookie(req.headers.cookie) : null
  );
  server.auth.strategy("console", "console", { validate: authenticate });
  server.auth.strategy("system", "console", { validate: createSystemAuth(authenticate) });
  server.auth.strategy("visitor", "bearer", { validate: visitors.auth.validate });
  server.auth.strategy("visitor-expired", "bearer", { validate: visitors.auth.validateExpired });
  registerTenantSignature(server, {
    liveSecrets: secrets.liveSecrets,
    replayStore: replayClaims,
    directory,
    maxBodyBytes: config.limits.body_tenant_api_bytes,
    clock
  });
  registerAdminKeyStrategy(server, { adminKey, redis, clientIp });
  return {
    server,
    replayClaims,
    clientIp,
    consoleOrigin,
    /** The address of an upgrade. */
    upgradeIp: ({ socket, headers }) => callerOf2(socket.remoteAddress, headers["x-forwarded-for"])
  };
}
function registerRoutes(infrastructure, { server, clientIp, consoleOrigin }, routes, { mailWorker }, { journal }) {
  const { config, database, bus, metrics, rateLimiter, idempotency, lifecycle } = infrastructure;
  const { checkSignIn } = consoleOrigin;
  const services = { limits: config.limits, rateLimiter, idempotency, clientIp, checkSignIn };
  server.route(routes.map((route) => toHapiRoute(route, services)));
  registerHealth(server, database, {
    isDraining: lifecycle.isStopping,
    oldestCommandMs: journal.oldestMs,
    redis: () => bus ? bus.isHealthy() ? "ok" : "away" : "unset",
    mail: mailWorker ? watchMailHealth(mailWorker) : async () => "unset"
  });
  registerOpenApi(server, { routes, baseUrl: config.baseUrl, version: VERSION });
  registerMetrics(server, metrics);
}

// src/conversations/live/hub.ts
var ALONE2 = { ready: Promise.resolve(), stop: () => void 0 };
function createHub(bus, log) {
  const notices = createSignal("notice", log);
  const bySession = /* @__PURE__ */ new Map();
  const deliver = (notice) => {
    notices.emit(notice);
    const sessionId3 = sessionIdOf(notice);
    if (sessionId3 !== null) bySession.get(sessionId3)?.emit(notice);
  };
  const deliverAll = (notice) => {
    deliver(notice);
    if (notice.kind === "change") deliver(stateOf(notice));
  };
  bus?.receive((text4, topic) => {
    const notice = JSON.parse(text4);
    if (topic === null) deliverAll(notice);
    else deliver(notice);
  });
  const send = (topic, notice) => bus?.send(topic, JSON.stringify({ ...notice, source: null }));
  const follow = (topic) => bus?.follow(topic) ?? ALONE2;
  return {
    publishHere: deliverAll,
    publish: (notice) => {
      deliverAll(notice);
      if (!bus) return;
      if (bus.hasOlderNodes()) return send(null, notice);
      send(topicOf(notice), notice);
      if (notice.kind === "change") send(notice.session.tenantId, stateOf(notice));
    },
    watch: notices.on,
    watchSession: (sessionId3, listener) => {
      const ofSession = bySession.get(sessionId3) ?? createSignal("notice", log);
      bySession.set(sessionId3, ofSession);
      const unwatch = ofSession.on(listener);
      const following = follow(sessionId3);
      return {
        ready: following.ready,
        stop: () => {
          following.stop();
          unwatch();
          if (!ofSession.hasListeners()) bySession.delete(sessionId3);
        }
      };
    },
    followSession: follow,
    followTenant: follow,
    isWatched: (sessionId3) => bySession.has(sessionId3)
  };
}
function stateOf({
  session: session2,
  state,
  hasStatusChanged
}) {
  return { kind: "state", session: session2, state, hasStatusChanged };
}
function topicOf(notice) {
  return notice.kind === "session-over" ? null : sessionIdOf(notice);
}
function sessionIdOf(notice) {
  switch (notice.kind) {
    case "change":
      return notice.session.sessionId;
    case "typing":
    case "draft":
    case "draft-end":
    case "delivered":
    case "queue-position":
    case "session-over":
      return notice.sessionId;
    default:
      return null;
  }
}

// src/conversations/live/redis-bus.ts
import { setTimeout as wait4 } from "timers/promises";

// src/conversations/live/channels.ts
var CHANNELS = 16384;
var UNUSED_MS = 1e4;
function channelOf(prefix, topic) {
  let hash = 2166136261;
  for (let index = 0; index < topic.length; index++) {
    hash = Math.imul(hash ^ topic.charCodeAt(index), 16777619);
  }
  return `${prefix}:${(hash >>> 0) % CHANNELS}`;
}
function createChannels(options) {
  const { subscriber, listener, prefix, onFailed } = options;
  const followers = /* @__PURE__ */ new Map();
  const channels = /* @__PURE__ */ new Map();
  const unconfirmed = /* @__PURE__ */ new Map();
  const unrequested = /* @__PURE__ */ new Set();
  let isScheduled = false;
  const request2 = () => {
    isScheduled = false;
    const names = [...unrequested];
    unrequested.clear();
    if (names.length === 0) return;
    subscriber.subscribe(names, listener).then(
      () => names.forEach(confirm),
      (error) => {
        onFailed(error);
        for (const name2 of names) unrequested.add(name2);
      }
    );
  };
  const confirm = (name2) => {
    const channel = unconfirmed.get(name2);
    if (!channel) return;
    unconfirmed.delete(name2);
    channel.isConfirmed = true;
    channel.makeReady();
  };
  const hold = (name2) => {
    const known = channels.get(name2);
    if (known) return known;
    let makeReady = () => void 0;
    const ready = new Promise((resolve3) => makeReady = resolve3);
    const now = performance.now();
    const times = { heldSince: now, unusedSince: now };
    const channel = { topics: 0, isConfirmed: false, ...times, ready, makeReady };
    channels.set(name2, channel);
    unconfirmed.set(name2, channel);
    unrequested.add(name2);
    if (!isScheduled) setImmediate(request2);
    isScheduled = true;
    return channel;
  };
  const endUnused = () => {
    const before = performance.now() - UNUSED_MS;
    const names = [...channels].filter(([, channel]) => channel.topics === 0 && channel.isConfirmed).filter(([, { unusedSince }]) => unusedSince <= before).map(([name2]) => name2);
    if (names.length === 0) return;
    for (const name2 of names) channels.delete(name2);
    subscriber.unsubscribe(names, listener).catch(() => void 0);
  };
  for (const name2 of options.always) hold(name2).topics++;
  return {
    follow: (topic) => {
      const channel = hold(channelOf(prefix, topic));
      const count7 = followers.get(topic) ?? 0;
      followers.set(topic, count7 + 1);
      if (count7 === 0) channel.topics++;
      let isStopped = false;
      return {
        ready: channel.ready,
        stop: () => {
          if (isStopped) return;
          isStopped = true;
          const left = (followers.get(topic) ?? 1) - 1;
          if (left > 0) return void followers.set(topic, left);
          followers.delete(topic);
          channel.topics--;
          channel.unusedSince = performance.now();
        }
      };
    },
    isFollowed: (topic) => followers.has(topic),
    sweep: () => {
      request2();
      endUnused();
    },
    waitedMs: () => {
      const [oldest] = unconfirmed.values();
      return oldest ? performance.now() - oldest.heldSince : 0;
    },
    release: () => {
      for (const { makeReady } of unconfirmed.values()) makeReady();
    },
    size: () => channels.size
  };
}

// src/conversations/live/redis-bus.ts
var COMMON = "chat-relay:notices";
var HEARTBEATS = "chat-relay:heartbeats";
var MAX_RECONNECT_DELAY_MS = 2e3;
var HEARTBEAT_MS = 300;
var SILENCE_MS = 1e3;
var MAX_UNANSWERED = 1e4;
var OLDER_NODE_MS = 1e4;
var MAX_A_COMMAND = 500;
var PUBLISH_ALL = `for i = 1, #ARGV, 2 do redis.call('PUBLISH', ARGV[i], ARGV[i + 1]) end`;
async function connectRedisBus(url, nodeId, log) {
  const { createClient } = await import("redis");
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: MAX_UNANSWERED,
    socket: {
      connectTimeout: 2e3,
      reconnectStrategy: (retries) => Math.min(MAX_RECONNECT_DELAY_MS, 50 * 2 ** retries)
    }
  });
  const subscriber = client.duplicate({ disableOfflineQueue: false });
  const { host } = new URL(url);
  let isDown = false;
  let heardOwnAt = -Infinity;
  let connectedAt = -Infinity;
  let heardOlderNodeAt = -Infinity;
  let listener = () => void 0;
  const counts = { sent: 0, received: 0, dropped: 0 };
  const noteError = (error) => {
    if (!isDown) {
      const reason = codeOf(error) || (error instanceof Error ? error.message : String(error));
      const message = `REDIS_URL: ${host} is unreachable (${reason}); reading changes from the database`;
      log.warn({ event: "redis.unreachable" }, message);
      log.debug({ event: "redis.connection_failed", err: error }, "Redis is unreachable");
    }
    isDown = true;
  };
  client.on("error", noteError);
  subscriber.on("error", noteError);
  subscriber.on("ready", () => {
    connectedAt = performance.now();
    if (isDown) log.info({ event: "redis.back" }, "Redis is back");
    isDown = false;
  });
  const receive2 = (message, channel) => {
    const [node, rest] = cut(message);
    if (channel === heartbeats) heardOwnAt = performance.now();
    if (node === nodeId || channel === heartbeats) return;
    if (channel === COMMON) {
      if (rest === "") heardOlderNodeAt = performance.now();
      else hear(rest, null);
      return;
    }
    const [topic, text4] = cut(rest);
    if (channels.isFollowed(topic)) hear(text4, topic);
    else counts.dropped++;
  };
  const hear = (text4, topic) => {
    counts.received++;
    listener(text4, topic);
  };
  const heartbeats = `${HEARTBEATS}:${nodeId}`;
  const channels = createChannels({
    subscriber,
    listener: receive2,
    prefix: COMMON,
    always: [COMMON, heartbeats],
    onFailed: noteError
  });
  const connecting = [client.connect(), subscriber.connect()];
  for (const attempt2 of connecting) attempt2.catch(noteError);
  await Promise.race([Promise.allSettled(connecting), wait4(2e3, void 0, { ref: false })]);
  let unsent = [];
  const publish = (channel, message) => {
    if (unsent.length === 0) setImmediate(sendAll);
    unsent.push(channel, message);
  };
  const sendAll = () => {
    const all = unsent;
    unsent = [];
    for (let start = 0; start < all.length && client.isReady; start += 2 * MAX_A_COMMAND) {
      const some = all.slice(start, start + 2 * MAX_A_COMMAND);
      const [channel = "", message = ""] = some;
      const sent = some.length === 2 ? client.publish(channel, message) : client.eval(PUBLISH_ALL, { arguments: some });
      sent.catch(noteError);
    }
  };
  const isHealthy = () => {
    const now = performance.now();
    const isConnected = client.isReady && subscriber.isReady;
    const isNew = now - connectedAt <= SILENCE_MS;
    return isConnected && !isNew && now - heardOwnAt <= SILENCE_MS && channels.waitedMs() <= SILENCE_MS;
  };
  const beat = setInterval(() => {
    if (client.isReady) client.publish(heartbeats, `${nodeId} `).catch(noteError);
    channels.sweep();
    if (!isHealthy()) channels.release();
  }, HEARTBEAT_MS);
  beat.unref();
  return {
    client,
    isHealthy,
    stats: () => ({ ...counts, channels: channels.size() }),
    hasOlderNodes: () => performance.now() - heardOlderNodeAt <= OLDER_NODE_MS,
    send: (topic, text4) => {
      counts.sent++;
      if (topic === null) publish(COMMON, `${nodeId} ${text4}`);
      else publish(channelOf(COMMON, topic), `${nodeId} ${topic} ${text4}`);
    },
    receive: (added) => void (listener = added),
    follow: (topic) => {
      const following = channels.follow(topic);
      return isHealthy() ? following : { ...following, ready: Promise.resolve() };
    },
    close: async () => {
      clearInterval(beat);
      client.destroy();
      subscriber.destroy();
      await Promise.allSettled(connecting);
    }
  };
}
function cut(text4) {
  const space = text4.indexOf(" ");
  return [text4.slice(0, space), text4.slice(space + 1)];
}

// src/platform/http/idempotency.ts
import { createHash as createHash5 } from "crypto";
import { setTimeout as sleep } from "timers/promises";
var IDEMPOTENCY_KEYS = defineTable(
  "idempotency_keys",
  ["account_id", "route", "key_hash"],
  {
    account_id: text(),
    route: text(),
    key_hash: text(),
    body_hash: text(),
    answer: orNull(text()),
    created_at: integer()
  }
);
var KEEP_MS = DAY;
var KEY2 = /^[\x21-\x7e]{1,255}$/;
var WAIT_MS = 2e3;
var POLL_MS = 25;
function createIdempotency({ database, clock }) {
  const run = async (request2, perform2) => {
    if (!KEY2.test(request2.key)) throw invalidField("Idempotency-Key", "invalid");
    const id = [accountOf(request2.principal), request2.route, tokenHash(request2.key)];
    const bodyHash = hashBody(request2.body);
    if (await take(id, bodyHash)) {
      try {
        const answer3 = await perform2();
        await keep(id, withoutSecrets(answer3, request2.secrets));
        return answer3;
      } catch (error) {
        await free(id);
        throw error;
      }
    }
    return answerOf2(id, bodyHash);
  };
  const take = (id, bodyHash) => database.transaction(async (tx) => {
    const now = clock();
    await tx.run(`DELETE FROM idempotency_keys WHERE ${BY_ID} AND created_at <= ?`, [
      ...id,
      now - KEEP_MS
    ]);
    const [account_id, route, key_hash] = id;
    return insertIfAbsent(tx, IDEMPOTENCY_KEYS, {
      account_id,
      route,
      key_hash,
      body_hash: bodyHash,
      answer: null,
      created_at: now
    });
  });
  const keep = (id, answer3) => database.transaction(
    (tx) => tx.run(`UPDATE idempotency_keys SET answer = ? WHERE ${BY_ID}`, [
      JSON.stringify(answer3),
      ...id
    ])
  );
  const free = (id) => database.transaction(
    (tx) => tx.run(`DELETE FROM idempotency_keys WHERE ${BY_ID} AND answer IS NULL`, [...id])
  );
  const answerOf2 = async (id, bodyHash) => {
    const giveUpAt = Date.now() + WAIT_MS;
    for (; ; ) {
      const [row2] = await database.read.rows(
        `SELECT body_hash, answer, created_at FROM idempotency_keys WHERE ${BY_ID}`,
        [...id]
      );
      if (row2 && row2.body_hash !== bodyHash) throw new AppError("idempotency_key_reused");
      if (row2?.answer) return JSON.parse(row2.answer);
      if (!row2 || Date.now() >= giveUpAt) throw new AppError("state_conflict");
      await sleep(POLL_MS);
    }
  };
  return {
    run,
    deleteExpired: async () => {
      await database.transaction(
        (tx) => tx.run("DELETE FROM idempotency_keys WHERE created_at <= ?", [clock() - KEEP_MS])
      );
    }
  };
}
var BY_ID = "account_id = ? AND route = ? AND key_hash = ?";
function accountOf(principal) {
  const { accountId } = principal ?? {};
  if (typeof accountId !== "string") throw new TypeError("idempotent routes need an account");
  return accountId;
}
function withoutSecrets(answer3, secrets) {
  const shown = Object.entries(answer3);
  return Object.fromEntries(
    shown.map(([key, value]) => [key, secrets.includes(key) ? null : value])
  );
}
function hashBody(body) {
  return createHash5("sha256").update(JSON.stringify(sorted(body)) ?? "").digest("hex");
}
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => a < b ? -1 : 1);
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}

// src/platform/storage/budgets.ts
var BUDGETS = defineTable("budgets", ["budget_key"], {
  budget_key: text(),
  used: integer(),
  ends_at: integer()
});
function createBudgets({ database, clock }) {
  return {
    take: async (tx, { key, limit, windowMs }) => {
      const now = clock();
      await insertIfAbsent(tx, BUDGETS, { budget_key: key, used: 0, ends_at: now + windowMs });
      const taken = await tx.run(
        `UPDATE budgets SET
           used = CASE WHEN ends_at <= ? THEN 1 ELSE used + 1 END,
           ends_at = CASE WHEN ends_at <= ? THEN ? ELSE ends_at END
         WHERE budget_key = ? AND (used < ? OR ends_at <= ?)`,
        [now, now, now + windowMs, key, limit, now]
      );
      if (taken === 1) return 0;
      const [row2] = await tx.rows(
        "SELECT ends_at FROM budgets WHERE budget_key = ?",
        [key]
      );
      return Math.max(1, Math.ceil(((row2?.ends_at ?? now) - now) / SECOND));
    },
    giveBack: async (tx, { key }) => {
      await tx.run("UPDATE budgets SET used = used - 1 WHERE budget_key = ? AND used > 0", [key]);
    },
    clear: async (tx, { key }) => {
      await tx.run("DELETE FROM budgets WHERE budget_key = ?", [key]);
    },
    isSpent: async (sql, { key, limit }) => {
      const rows = await sql.rows(
        "SELECT used FROM budgets WHERE budget_key = ? AND used >= ? AND ends_at > ?",
        [key, limit, clock()]
      );
      return rows.length > 0;
    },
    deleteExpired: async () => {
      await database.transaction(
        (tx) => tx.run("DELETE FROM budgets WHERE ends_at <= ?", [clock()])
      );
    }
  };
}

// src/audit/model.ts
var AUDIT_ENTRIES = defineTable("audit_entries", ["entry_id"], {
  entry_id: text(),
  workspace_id: orNull(text()),
  action: text(),
  actor_account_id: orNull(text()),
  actor_name: orNull(text()),
  ip: orNull(text()),
  subject: orNull(text()),
  details: text(),
  created_at: integer()
});

// src/audit/log.ts
var ID_LAG_MS2 = MINUTE;
function createAudit({ database, clock }) {
  const append = (tx, event) => insertRows(tx, AUDIT_ENTRIES, [
    {
      entry_id: newId(),
      workspace_id: event.workspaceId,
      action: event.action,
      actor_account_id: event.actor?.accountId ?? null,
      actor_name: event.actor?.displayName ?? null,
      ip: event.ip,
      subject: event.subject,
      details: JSON.stringify(event.details ?? {}),
      created_at: clock()
    }
  ]);
  const newest = async ({ limit, cursor, since: since2, until }, scope) => {
    const [before] = readCursor(cursor, "string") ?? [];
    const conditions = [scope];
    if (before !== void 0) conditions.push(["entry_id < ?", before]);
    if (since2 !== void 0) {
      const sinceMs = Date.parse(since2);
      conditions.push([
        "entry_id >= ? AND created_at >= ?",
        firstIdAt(sinceMs - ID_LAG_MS2),
        sinceMs
      ]);
    }
    if (until !== void 0) {
      const untilMs = Date.parse(until);
      conditions.push(["entry_id < ? AND created_at < ?", firstIdAt(untilMs + ID_LAG_MS2), untilMs]);
    }
    const rows = await database.slowRead.rows(
      `SELECT ${listColumns(AUDIT_ENTRIES)} FROM audit_entries
       WHERE ${conditions.map(([condition]) => condition).join(" AND ")}
       ORDER BY entry_id DESC LIMIT ?`,
      [...conditions.flatMap(([, ...params]) => params), limit + 1]
    );
    return toPage(rows, limit, ({ entry_id }) => [entry_id]);
  };
  return {
    record: (tx, event) => tx ? append(tx, event) : database.transaction((own) => append(own, event)),
    list: (workspaceId, query) => newest(query, ["workspace_id = ?", workspaceId]),
    listAll: (query) => newest(query, ["1 = 1"])
  };
}

// src/app/open-storage.ts
import { readFileSync as readFileSync3 } from "fs";
import { setTimeout as wait5 } from "timers/promises";

// src/platform/storage/own-database.ts
async function openOwnDatabase(url, log, options = {}) {
  const release3 = url.startsWith(SQLITE) ? await claimSqlite(url.slice(SQLITE.length)) : async () => {
  };
  const database = await openDatabase(url, log, options).catch(async (error) => {
    await release3();
    throw error;
  });
  const { close: close2 } = database;
  return {
    ...database,
    close: async () => {
      try {
        await close2();
      } finally {
        await release3();
      }
    }
  };
}

// src/app/open-storage.ts
var WAIT_MS2 = 30 * SECOND;
async function openStorage(config, log, databaseLimits) {
  const startedAt = performance.now();
  for (; ; ) {
    const nextTry = wait5(SECOND);
    try {
      return await openOnce(config, log, databaseLimits);
    } catch (error) {
      const explained = explainDatabaseFailure(error, config);
      const hasTime = performance.now() - startedAt < WAIT_MS2;
      if (!(explained instanceof Unreachable && hasTime)) throw explained;
      log.warn({ event: "database.waiting" }, `waiting for the database: ${explained.message}`);
      await nextTry;
    }
  }
}
async function openOnce(config, log, databaseLimits) {
  const { databaseUrl, databaseCa, isDatabaseSharded: isSharded } = config;
  const ca = databaseCa === null ? void 0 : readFileSync3(databaseCa, "utf8");
  const database = await openOwnDatabase(databaseUrl, log, { ...databaseLimits, ca, isSharded });
  try {
    const keys = await openKeys(config, database);
    await migrate(database, log);
    await bindKeys(database, keys);
    return { database, keys };
  } catch (error) {
    await database.close();
    throw error;
  }
}

// src/app/infrastructure.ts
async function buildInfrastructure(options) {
  const { config, log, clock, lifecycle } = options;
  const { database, keys } = await openStorage(config, log, options.databaseLimits);
  lifecycle.register({ name: "database", stop: database.close });
  const bus = config.redisUrl === null ? null : await connectRedisBus(config.redisUrl, newId(), log);
  if (bus) lifecycle.register({ name: "Redis", stop: bus.close });
  const redis = bus?.client ?? null;
  return {
    config,
    log,
    clock,
    lifecycle,
    database,
    keys,
    adminKey: config.adminKey ?? (config.isLocal ? keptAdminKey(config.dataDir) : null),
    bus,
    redis,
    hub: createHub(bus, log),
    metrics: createMetrics(),
    audit: createAudit({ database, clock }),
    budgets: createBudgets({ database, clock }),
    rateLimiter: createRateLimiter(config.limits, redis),
    idempotency: createIdempotency({ database, clock }),
    tokens: createTokens({
      issuer: config.baseUrl,
      consoleKeys: keys.consoleJwt,
      visitorKeys: keys.visitorJwt,
      clock
    })
  };
}

// src/accounts/routes.ts
import Joi12 from "joi";

// src/accounts/schemas.ts
import Joi9 from "joi";
var token = Joi9.string().min(1).max(128);
var otp = Joi9.string().pattern(/^\d{6}$/);
var givenPassword = Joi9.string().min(1).max(512, "utf8");
var register = Joi9.object({
  email: emailAddress.required(),
  password: password.required(),
  display_name: name.required(),
  organization_name: name,
  invite_token: token
}).xor("organization_name", "invite_token");
var verifyRegistration = Joi9.object({
  registration_token: token.required(),
  otp: otp.required()
});
var registrationToken = Joi9.object({
  registration_token: token.required()
});
var credentials = Joi9.object({
  email: emailAddress.required(),
  password: givenPassword.required(),
  remember: Joi9.boolean()
});
var challengeToken = Joi9.object({ challenge_token: token.required() });
var verifyLoginOtp = Joi9.object({
  challenge_token: token.required(),
  code: otp.required()
});
var verifyLoginTotp = Joi9.object({
  challenge_token: token.required(),
  totp: otp.required()
});
var sessionId = Joi9.object({ session_id: uuid.required() });
var email = Joi9.object({ email: emailAddress.required() });
var resetPassword = Joi9.object({
  challenge_token: token.required(),
  otp: otp.required(),
  password: password.required()
});
var changePassword = Joi9.object({
  current_password: givenPassword.required(),
  password: password.required()
});
var updateAccount = Joi9.object({
  display_name: name,
  mfa_enabled: Joi9.boolean()
});
var ownPassword = Joi9.object({ password: givenPassword.required() });
var totpCode = Joi9.object({ totp: otp.required() });

// src/accounts/view.ts
import Joi11 from "joi";

// src/workspaces/view.ts
import Joi10 from "joi";
var roleName = Joi10.string().valid(...ROLES);
var workspaceAnswer = Joi10.object({
  workspace_id: uuid.required(),
  name: Joi10.string().required(),
  role: roleName.required(),
  created_at: time.required()
});
function workspaceView(row2) {
  return {
    workspace_id: row2.workspace_id,
    name: row2.workspace_name,
    role: row2.role,
    created_at: iso(row2.created_at)
  };
}
var membershipAnswer = Joi10.object({
  workspace_id: uuid.required(),
  workspace_name: Joi10.string().required(),
  role: roleName.required()
});
function membershipView(row2) {
  return { workspace_id: row2.workspace_id, workspace_name: row2.workspace_name, role: row2.role };
}
var memberAnswer = Joi10.object({
  workspace_id: uuid.required(),
  account_id: uuid.required(),
  email: Joi10.string().required(),
  display_name: Joi10.string().required(),
  role: roleName.required(),
  created_at: time.required()
});
function memberView(row2) {
  return {
    workspace_id: row2.workspace_id,
    account_id: row2.account_id,
    email: row2.email,
    display_name: row2.display_name,
    role: row2.role,
    created_at: iso(row2.created_at)
  };
}
var STATUSES3 = ["pending", "accepted", "revoked", "expired"];
var invitationAnswer = Joi10.object({
  invitation_id: uuid.required(),
  workspace_id: uuid.required(),
  email: Joi10.string().required(),
  role: roleName.required(),
  status: Joi10.string().valid(...STATUSES3).required(),
  invited_by: uuid.required(),
  created_at: time.required(),
  expires_at: time.required()
});
function invitationView(row2, nowMs) {
  return {
    invitation_id: row2.invitation_id,
    workspace_id: row2.workspace_id,
    email: row2.email,
    role: row2.role,
    status: statusOf(row2, nowMs),
    invited_by: row2.invited_by,
    created_at: iso(row2.created_at),
    expires_at: iso(row2.expires_at)
  };
}
function statusOf(row2, nowMs) {
  if (row2.accepted_at !== null) return "accepted";
  if (row2.revoked_at !== null) return "revoked";
  return row2.expires_at <= nowMs ? "expired" : "pending";
}

// src/accounts/view.ts
var accountAnswer = Joi11.object({
  account_id: uuid.required(),
  email: Joi11.string().required(),
  display_name: Joi11.string().required(),
  status: Joi11.string().valid("PENDING", "ACTIVE").required(),
  is_system: Joi11.boolean().required(),
  mfa_enabled: Joi11.boolean().required(),
  totp_enabled: Joi11.boolean().required(),
  created_at: time.required()
});
function accountView(account) {
  return {
    account_id: account.account_id,
    email: account.email,
    display_name: account.display_name,
    status: account.status,
    is_system: account.is_system === 1,
    mfa_enabled: account.mfa_enabled === 1,
    totp_enabled: account.totp_enabled === 1,
    created_at: iso(account.created_at)
  };
}
var membershipsAnswer = Joi11.array().items(membershipAnswer);
var accountWithMemberships = Joi11.object({
  account: accountAnswer.required(),
  memberships: membershipsAnswer.required(),
  session: Joi11.object({
    kind: Joi11.string().valid("cookie").required(),
    idle_ends_at: time.required(),
    confirmed_until: time.required()
  })
});
function currentSessionView({ idleEndsAt, confirmedUntil }) {
  if (idleEndsAt === null || confirmedUntil === null) return {};
  return {
    session: {
      kind: "cookie",
      idle_ends_at: iso(idleEndsAt),
      confirmed_until: iso(confirmedUntil)
    }
  };
}
var sessionFields = {
  /** Null where the session is a cookie. */
  console_token: Joi11.string().allow(null),
  expires_at: time,
  account: accountAnswer,
  memberships: membershipsAnswer
};
var sessionAnswer = Joi11.object(sessionFields).options({ presence: "required" });
function signedSessionView(session2) {
  return {
    console_token: session2.token,
    expires_at: iso(session2.expiresAtMs),
    account: accountView(session2.account),
    memberships: session2.memberships.map(membershipView)
  };
}
var sentCodeFields = {
  expires_at: time.required(),
  resend_after_s: Joi11.number().integer().required(),
  dev_otp: Joi11.string()
};
function sentCodeView({ expiresAt, resendAfterS, devOtp }) {
  return {
    expires_at: iso(expiresAt),
    resend_after_s: resendAfterS,
    ...devOtp !== null && { dev_otp: devOtp }
  };
}
var consoleSessionAnswer = Joi11.object({
  session_id: uuid.required(),
  ip: Joi11.string().required(),
  user_agent: Joi11.string().allow("").required(),
  amr: Joi11.array().items(Joi11.string()).required(),
  is_current: Joi11.boolean().required(),
  created_at: time.required(),
  last_seen_at: time.required(),
  expires_at: time.required()
});
function consoleSessionView(row2, currentId) {
  return {
    session_id: row2.session_id,
    ip: row2.ip,
    user_agent: row2.user_agent,
    amr: row2.amr.split(" "),
    is_current: row2.session_id === currentId,
    created_at: iso(row2.created_at),
    last_seen_at: iso(row2.last_seen_at),
    expires_at: iso(row2.expires_at)
  };
}

// src/accounts/routes.ts
function accountRoutes(options) {
  const { registration, login, passwords, sessions, workspaces } = options;
  const sessionView2 = async (session2, { header }) => {
    const { account, kind } = session2;
    const memberships = await workspaces.workspacesOf(account.account_id);
    const { token: token2, expiresAtMs } = await sessions.sign(session2);
    if (kind !== "bearer") header("set-cookie", setSessionCookie(token2, kind === "remembered"));
    return signedSessionView({
      token: kind === "bearer" ? token2 : null,
      expiresAtMs,
      account,
      memberships
    });
  };
  return [
    publicRoute({
      method: "POST",
      path: "/console/register",
      area: "account",
      summary: "Start a registration: a code is sent to the address",
      body: register,
      answer: Joi12.object({ registration_token: Joi12.string().required(), ...sentCodeFields }),
      status: 201,
      rateLimit: "register_per_ip",
      handle: async ({ body, ip }) => {
        const { email: email2, password: password2, display_name, organization_name, invite_token } = body;
        const join3 = organization_name === void 0 ? { inviteToken: invite_token } : { organizationName: organization_name };
        const request2 = { email: email2, password: password2, displayName: display_name, join: join3 };
        const sent = await registration.register(request2, ip);
        return { registration_token: sent.registrationToken, ...sentCodeView(sent) };
      }
    }),
    publicRoute({
      method: "POST",
      path: "/console/verify/registration",
      area: "account",
      summary: "Activate the account with the code, and sign in",
      body: verifyRegistration,
      answer: sessionAnswer,
      rateLimit: "verify_per_ip",
      startsSession: true,
      handle: async (call) => {
        const { registration_token: registrationToken2, otp: otp2 } = call.body;
        return sessionView2(await registration.verify(registrationToken2, otp2, deviceOf(call)), call);
      }
    }),
    publicRoute({
      method: "POST",
      path: "/console/resend/registration-otp",
      area: "account",
      summary: "Send another registration code; the old one is no longer valid",
      body: registrationToken,
      answer: Joi12.object(sentCodeFields),
      rateLimit: "verify_per_ip",
      handle: async ({ body, ip }) => sentCodeView(await registration.resend(body.registration_token, ip))
    }),
    publicRoute({
      method: "POST",
      path: "/console/login",
      area: "account",
      summary: "Sign in with e-mail and password; most accounts then need a second factor",
      body: credentials,
      answer: Joi12.object({
        redirect_to_mfa: Joi12.boolean().required(),
        challenge_token: Joi12.string(),
        mfa_factors: Joi12.array().items(Joi12.string().valid("email", "totp")),
        ...sessionFields,
        expires_at: time.required()
      }),
      rateLimit: "login_per_ip",
      startsSession: true,
      handle: async (call) => {
        const { email: email2, password: password2, remember = false } = call.body;
        const result = await login.start(email2, password2, deviceOf(call), remember);
        if (!result.needsSecondFactor) {
          return { redirect_to_mfa: false, ...await sessionView2(result.session, call) };
        }
        return {
          redirect_to_mfa: true,
          challenge_token: result.challengeToken,
          mfa_factors: result.factors,
          expires_at: iso(result.expiresAt)
        };
      }
    }),
    publicRoute({
      method: "POST",
      path: "/console/get/login-otp",
      area: "account",
      summary: "Send a sign-in code by mail; an older one is no longer valid",
      body: challengeToken,
      answer: Joi12.object({ ...sentCodeFields, masked_email: Joi12.string().required() }),
      rateLimit: "verify_per_ip",
      handle: async ({ body, ip }) => {
        const sent = await login.sendCode(body.challenge_token, ip);
        return { ...sentCodeView(sent), masked_email: sent.maskedEmail };
      }
    }),
    publicRoute({
      method: "POST",
      path: "/console/verify/login-otp",
      area: "account",
      summary: "Finish signing in with the code sent by mail",
      body: verifyLoginOtp,
      answer: sessionAnswer,
      rateLimit: "verify_per_ip",
      startsSession: true,
      handle: async (call) => {
        const { challenge_token: challengeToken2, code } = call.body;
        const session2 = await login.verify(challengeToken2, "email", code, deviceOf(call));
        return sessionView2(session2, call);
      }
    }),
    publicRoute({
      method: "POST",
      path: "/console/verify/login-totp",
      area: "account",
      summary: "Finish signing in with a code of the authenticator app",
      body: verifyLoginTotp,
      answer: sessionAnswer,
      rateLimit: "verify_per_ip",
      startsSession: true,
      handle: async (call) => {
        const { challenge_token: challengeToken2, totp } = call.body;
        const session2 = await login.verify(challengeToken2, "totp", totp, deviceOf(call));
        return sessionView2(session2, call);
      }
    }),
    publicRoute({
      method: "POST",
      path: "/console/forgot/password",
      area: "account",
      summary: "Send a code for choosing a new password, if the address has an account",
      body: email,
      answer: Joi12.object({ challenge_token: Joi12.string().required(), ...sentCodeFields }),
      status: 202,
      message: "If the address has an active account, a code is on its way.",
      rateLimit: "verify_per_ip",
      handle: async ({ body, ip }) => {
        const sent = await passwords.forgot(body.email, ip);
        return { challenge_token: sent.challengeToken, ...sentCodeView(sent) };
      }
    }),
    publicRoute({
      method: "POST",
      path: "/console/reset/password",
      area: "account",
      summary: "Choose a new password with the code; all logins end, and no new one starts",
      body: resetPassword,
      answer: Joi12.object({}),
      rateLimit: "verify_per_ip",
      handle: async ({ body, ip }) => {
        const { challenge_token: challengeToken2, otp: otp2, password: password2 } = body;
        await passwords.reset({ challengeToken: challengeToken2, otp: otp2, password: password2, ip });
        return {};
      }
    })
  ];
}
function deviceOf({
  ip,
  request: request2
}) {
  const { headers } = request2;
  return {
    ip,
    userAgent: headers["user-agent"] ?? "",
    kind: wantsCookie(request2.raw.req.headers) ? "cookie" : "bearer"
  };
}

// src/accounts/sessions/routes.ts
import Joi13 from "joi";
function sessionRoutes({ database, sessions, workspaces }) {
  return [
    consoleRoute({
      method: "GET",
      path: "/console/fetch/account",
      area: "console",
      summary: "The account that is signed in, and its workspaces",
      answer: accountWithMemberships,
      rateLimit: "console_per_ip",
      handle: async ({ principal }) => {
        const account = await findAccount(database.read, principal.accountId);
        if (!account) throw new AppError("not_found");
        const memberships = await workspaces.workspacesOf(principal.accountId);
        return {
          account: accountView(account),
          memberships: memberships.map(membershipView),
          ...currentSessionView(principal.session)
        };
      }
    }),
    consoleRoute({
      method: "GET",
      path: "/console/fetch/sessions",
      area: "console",
      summary: "The account's live logins; newest first",
      query: Joi13.object(page),
      answer: pageAnswer("sessions", consoleSessionAnswer),
      rateLimit: "console_per_ip",
      handle: async ({ principal, query }) => {
        const { rows, nextCursor } = await sessions.list(principal.accountId, query);
        return {
          sessions: rows.map((row2) => consoleSessionView(row2, principal.sessionId)),
          next_cursor: nextCursor
        };
      }
    }),
    consoleRoute({
      method: "POST",
      path: "/console/logout",
      area: "account",
      summary: "End this login",
      answer: Joi13.object({}),
      rateLimit: "console_per_ip",
      handle: async (call) => {
        await sessions.revoke(callerOf(call), call.principal.sessionId);
        if (isByCookie(call.request)) call.header("set-cookie", CLEAR_SESSION_COOKIE);
        return {};
      }
    }),
    consoleRoute({
      method: "POST",
      path: "/console/revoke/session",
      area: "account",
      summary: "End one of the logins",
      body: sessionId,
      answer: Joi13.object({}),
      rateLimit: "console_per_ip",
      handle: async (call) => {
        await sessions.revoke(callerOf(call), call.body.session_id);
        return {};
      }
    }),
    consoleRoute({
      method: "POST",
      path: "/console/revoke/other-sessions",
      area: "account",
      summary: "End all logins but this one",
      answer: Joi13.object({ revoked: Joi13.number().integer().required() }),
      rateLimit: "console_per_ip",
      handle: async (call) => ({ revoked: (await sessions.revokeOthers(callerOf(call))).length })
    })
  ];
}

// src/accounts/settings-routes.ts
import Joi14 from "joi";
function settingsRoutes(options) {
  const { passwords, settings: settings2, totp } = options;
  return [
    consoleRoute({
      method: "POST",
      path: "/console/confirm/password",
      area: "account",
      summary: "Give the password again, before what can't be undone; the fifth wrong one signs out",
      body: ownPassword,
      answer: Joi14.object({ confirmed_until: time.required() }),
      rateLimit: "login_per_ip",
      handle: async (call) => ({
        confirmed_until: iso(await options.confirmPassword(callerOf(call), call.body.password))
      })
    }),
    consoleRoute({
      method: "POST",
      path: "/console/update/account",
      area: "account",
      summary: "Change the name, or switch the second factor on or off",
      body: updateAccount,
      answer: Joi14.object({ account: accountAnswer.required() }),
      rateLimit: "console_per_ip",
      handle: async (call) => {
        const { display_name: displayName, mfa_enabled: mfaEnabled } = call.body;
        const account = await settings2.update(callerOf(call), { displayName, mfaEnabled });
        return { account: accountView(account) };
      }
    }),
    consoleRoute({
      method: "POST",
      path: "/console/change/password",
      area: "account",
      summary: "Change the password; all other logins end",
      body: changePassword,
      answer: Joi14.object({}),
      rateLimit: "login_per_ip",
      handle: async (call) => {
        const { current_password, password: password2 } = call.body;
        await passwords.change(callerOf(call), current_password, password2);
        return {};
      }
    }),
    consoleRoute({
      method: "POST",
      path: "/console/enroll/totp",
      area: "account",
      summary: "Start using an authenticator app: returns the address for its QR code",
      body: ownPassword,
      answer: Joi14.object({ otpauth_uri: Joi14.string().required() }),
      rateLimit: "login_per_ip",
      handle: async (call) => ({
        otpauth_uri: await totp.enroll(callerOf(call), call.body.password)
      })
    }),
    consoleRoute({
      method: "POST",
      path: "/console/activate/totp",
      area: "account",
      summary: "Confirm the authenticator app with a first code; logins offer it from now on",
      body: totpCode,
      answer: Joi14.object({}),
      rateLimit: "verify_per_ip",
      handle: async (call) => {
        await totp.activate(callerOf(call), call.body.totp);
        return {};
      }
    }),
    consoleRoute({
      method: "POST",
      path: "/console/disable/totp",
      area: "account",
      summary: "Stop using the authenticator app",
      body: ownPassword,
      answer: Joi14.object({}),
      rateLimit: "login_per_ip",
      handle: async (call) => {
        await totp.disable(callerOf(call), call.body.password);
        return {};
      }
    }),
    consoleRoute({
      method: "POST",
      path: "/console/delete/account",
      area: "account",
      summary: "Delete the account at once; not the last owner of a workspace",
      body: ownPassword,
      answer: Joi14.object({}),
      rateLimit: "login_per_ip",
      handle: async (call) => {
        await options.deleteAccount(callerOf(call), call.body.password);
        if (isByCookie(call.request)) call.header("set-cookie", CLEAR_SESSION_COOKIE);
        return {};
      }
    })
  ];
}

// src/tenants/origin.ts
import { isIP as isIP4 } from "net";
import { getPublicSuffix } from "tldts";
function canonicalOrigin(text4, options) {
  const match = ORIGIN.exec(text4);
  if (!match || text4.length > MAX_LENGTH) return null;
  const [, scheme, writtenHost, port = ""] = match;
  const protocol = scheme.toLowerCase();
  if (protocol === "http" && !options.allowHttp) return null;
  const isWildcard = writtenHost.startsWith("*.");
  const host = canonicalHost(isWildcard ? writtenHost.slice(2) : writtenHost);
  if (host === null || isWildcard && !mayHaveWildcard(protocol, host)) return null;
  const url = `${protocol}://${host}${port}`;
  if (!URL.canParse(url)) return null;
  const { origin } = new URL(url);
  return isWildcard ? origin.replace("://", "://*.") : origin;
}
function requestOrigin(text4) {
  const isCanonical = canonicalOrigin(text4, { allowHttp: true }) === text4;
  return isCanonical && !text4.includes("*") ? text4 : null;
}
function originAllowed(origin, allowed) {
  if (origin.includes("*")) return false;
  const [scheme, label, ...parent] = origin.split(/:\/\/|\./);
  const asWildcard = label === "" ? null : `${scheme}://*.${parent.join(".")}`;
  return allowed.some((entry2) => entry2 === origin || entry2 === asWildcard);
}
var MAX_LENGTH = 300;
var ORIGIN = /^(https?):\/\/(\[[0-9a-f:.]+\]|[^\s\u0000-\u001f\u007f-\u009f\\/?#@%:[\]]+)(:[1-9]\d{0,4})?\/?$/i;
var LABEL = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?$/;
function canonicalHost(written) {
  if (written.normalize("NFKC") !== written || written.includes("\u3002")) return null;
  const url = `https://${written}`;
  if (!URL.canParse(url)) return null;
  const host = new URL(url).hostname;
  if (host.startsWith("[")) return host;
  if (isIP4(host) === 4) return host === written ? host : null;
  return host.split(".").every((label) => LABEL.test(label)) ? host : null;
}
function mayHaveWildcard(protocol, parent) {
  if (protocol !== "https" || parent.startsWith("[") || isIP4(parent) !== 0) return false;
  if (!parent.includes(".")) return false;
  return getPublicSuffix(parent, { allowPrivateDomains: true }) !== parent;
}

// src/tenants/settings.ts
function defaultSettings() {
  return {
    callbackUrlBase: null,
    defaultLocale: "fr",
    widget: toWidget({}),
    bot: toBot({}),
    hours: null,
    retention: { messagesDays: null }
  };
}
function givenSettings(body, options) {
  return {
    ...body.tenant_name !== void 0 && { name: body.tenant_name },
    ...body.allowed_origins && {
      allowedOrigins: canonicalOrigins(body.allowed_origins, options)
    },
    ...body.callback_url_base !== void 0 && { callbackUrlBase: body.callback_url_base },
    ...body.default_locale !== void 0 && { defaultLocale: body.default_locale },
    ...body.widget && { widget: toWidget(body.widget) },
    ...body.bot && { bot: toBot(body.bot) },
    ...body.hours !== void 0 && { hours: body.hours && toHours(body.hours) },
    ...body.retention && { retention: { messagesDays: body.retention.messages_days } }
  };
}
function canonicalOrigins(origins, options) {
  const canonical = origins.map((origin) => canonicalOrigin(origin, options));
  const details = canonical.flatMap(
    (origin, index) => origin === null ? [{ field: `allowed_origins.${index}`, code: "origin_invalid" }] : []
  );
  if (details.length > 0) throw new AppError("invalid_request", { details });
  return [...new Set(canonical)];
}
function toWidget(body) {
  return {
    greeting: body.greeting ?? null,
    theme: {
      accentColor: body.theme?.accent_color?.toLowerCase() ?? null,
      position: body.theme?.position ?? "right"
    },
    crossDevice: body.cross_device ?? false
  };
}
function toBot(body) {
  return {
    kind: body.kind ?? "builtin",
    greeting: body.greeting ?? null,
    confidenceThreshold: body.confidence_threshold ?? 0.5,
    restrictedTopics: (body.restricted_topics ?? []).map(({ phrases, reply }) => ({
      phrases,
      reply: reply ?? null
    })),
    faq: (body.faq ?? []).map((entry2) => ({ ...entry2, locale: entry2.locale ?? null })),
    replyTimeoutS: body.reply_timeout_s ?? 30
  };
}
function toHours({ timezone: timezone2, weekly, holidays = [] }) {
  return { timezone: timezone2, weekly, holidays };
}

// src/bots/bot-test.ts
var SHOWN_CANDIDATES = 5;
function createBotTest({ directory, roles, rateLimiter, builtin }) {
  return async (accountId, { tenant_id: tenantId, content: content2, bot: given, locale: locale3 }) => {
    const tenant = await directory.find(tenantId);
    if (!tenant) throw new AppError("not_found");
    await roles.requireRole(accountId, tenant.workspaceId, "admin");
    await rateLimiter.consume("test_bot_per_account", accountId);
    const settings2 = given ? { ...toBot(given), ...!given.faq && { faq: tenant.bot.faq } } : tenant.bot;
    if (settings2.kind !== "builtin") {
      throw new AppError("state_conflict", {
        message: "Only the built-in bot can be tried: set bot.kind to builtin."
      });
    }
    const { decision, passages } = await builtin(
      { ...tenant, bot: settings2 },
      content2,
      locale3 ?? tenant.defaultLocale
    );
    const shown = passages.slice(0, SHOWN_CANDIDATES).map(({ title, confidence: confidence2, source }) => ({
      title,
      confidence: confidence2,
      source
    }));
    if (decision.kind === "reply") {
      const { content: answer3, confidence: confidence2 } = decision;
      return { decision: "answer", answer: answer3, confidence: confidence2, candidates: shown };
    }
    const { reason, reply } = decision;
    return {
      decision: "escalate",
      reason,
      ...reply !== void 0 && { answer: reply },
      confidence: shown[0]?.confidence ?? 0,
      candidates: shown
    };
  };
}

// src/bots/schemas.ts
import Joi16 from "joi";

// src/tenants/schemas.ts
import Joi15 from "joi";
var MAX_GRACE_S = 604800;
var MAX_ORIGINS2 = 100;
var MAX_SHIFTS = 50;
var MAX_HOLIDAYS = 366;
var MAX_TOPICS = 100;
var MAX_PHRASES = 50;
var MAX_RETENTION_DAYS = 3650;
var text3 = (max) => messageText().max(max);
var listOf2 = (item, max) => Joi15.array().items(item).max(max);
var widget = Joi15.object({
  greeting: text3(500).allow(null),
  theme: Joi15.object({
    accent_color: Joi15.string().pattern(/^#[0-9a-f]{6}$/i).allow(null),
    position: Joi15.valid("left", "right")
  }),
  cross_device: Joi15.boolean()
});
var faqEntryFields = {
  questions: listOf2(text3(500), MAX_PHRASES).min(1),
  answer: text3(4e3),
  locale: locale.allow(null)
};
var bot = Joi15.object({
  kind: Joi15.valid("none", "builtin", "tenant"),
  greeting: text3(500).allow(null),
  confidence_threshold: Joi15.number().min(0).max(1),
  restricted_topics: listOf2(
    Joi15.object({
      phrases: listOf2(text3(200), MAX_PHRASES).min(1).required(),
      reply: text3(4e3).allow(null)
    }),
    MAX_TOPICS
  ),
  faq: listOf2(
    Joi15.object({
      ...faqEntryFields,
      questions: faqEntryFields.questions.required(),
      answer: faqEntryFields.answer.required()
    }),
    MAX_ENTRIES
  ),
  reply_timeout_s: Joi15.number().integer().min(5).max(300)
});
var timeOfDay = Joi15.string().pattern(/^([01]\d|2[0-3]):[0-5]\d$/);
var timezone = Joi15.string().max(64).custom(
  (value, helpers) => isValidTimezone(value) ? value : helpers.error("timezone.unknown")
).messages({ "timezone.unknown": "{{#label}} is not an IANA time zone" });
var calendarDay = Joi15.string().pattern(/^\d{4}-\d{2}-\d{2}$/).custom((value, helpers) => isCalendarDay(value) ? value : helpers.error("date.base"));
function isCalendarDay(value) {
  const ms = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(value);
}
var hours = Joi15.object({
  timezone: timezone.required(),
  weekly: listOf2(
    Joi15.object({
      day: Joi15.number().integer().min(1).max(7).required(),
      from: timeOfDay.required(),
      to: timeOfDay.required()
    }),
    MAX_SHIFTS
  ).required(),
  holidays: listOf2(calendarDay, MAX_HOLIDAYS)
});
var retention = Joi15.object({
  messages_days: Joi15.number().integer().min(1).max(MAX_RETENTION_DAYS).allow(null).required()
});
var version = Joi15.number().integer().min(0);
var settings = {
  tenant_name: name,
  allowed_origins: listOf2(readable().max(300), MAX_ORIGINS2),
  callback_url_base: readable().max(2048).allow(null),
  default_locale: locale,
  widget,
  bot,
  hours: hours.allow(null),
  retention
};
var createTenantBody = Joi15.object({
  ...settings,
  workspace_id: uuid.required(),
  tenant_name: name.required(),
  allowed_origins: settings.allowed_origins.required()
});
var updateTenantBody = Joi15.object({
  ...settings,
  tenant_id: uuid.required(),
  version
});
var tenantIdFields = Joi15.object({ tenant_id: uuid.required() });
var deleteTenantBody = Joi15.object({
  tenant_id: uuid.required(),
  tenant_name: name.required()
});
var graceBody = Joi15.object({
  tenant_id: uuid.required(),
  grace_s: Joi15.number().integer().min(0).max(MAX_GRACE_S)
});
var tenantsQuery = Joi15.object({
  ...page,
  workspace_id: uuid.required(),
  status: Joi15.valid(...TENANT_STATUSES)
});
var tenantShape = Joi15.object({
  tenant_id: uuid.required(),
  workspace_id: uuid.required(),
  tenant_name: name.required(),
  widget_public_key: Joi15.string().required(),
  allowed_origins: Joi15.array().items(Joi15.string()).required(),
  callback_url_base: Joi15.string().allow(null).required(),
  default_locale: locale.required(),
  widget: widget.required(),
  bot: bot.required(),
  hours: hours.allow(null).required(),
  retention: retention.required(),
  status: Joi15.valid(...TENANT_STATUSES).required(),
  deletes_at: time.allow(null).required(),
  created_at: Joi15.string().isoDate().required(),
  version: version.required()
});
var tenantAnswer = Joi15.object({ tenant: tenantShape.required() });
var tenantWithSecretAnswer = tenantAnswer.keys({
  tenant_secret: Joi15.string().allow(null).required()
});
var tenantsAnswer = pageAnswer("tenants", tenantShape);

// src/bots/schemas.ts
var testBotBody = Joi16.object({
  tenant_id: uuid.required(),
  content: content.required(),
  locale,
  bot
});
var confidence = Joi16.number().min(0).max(1).required();
var testBotAnswer = Joi16.object({
  decision: Joi16.valid("answer", "escalate").required(),
  reason: Joi16.valid("low_confidence", "restricted_topic", "user_requested"),
  answer: Joi16.string(),
  confidence,
  candidates: Joi16.array().items(
    Joi16.object({
      title: Joi16.string().required(),
      confidence,
      source: Joi16.valid("faq", "knowledge").required()
    })
  ).required()
});

// src/bots/routes.ts
function botRoutes({ testBot }) {
  return [
    consoleRoute({
      area: "console",
      rateLimit: "console_per_ip",
      method: "POST",
      path: "/console/test/bot",
      summary: "Ask the built-in bot, also with settings that are not saved; nothing is stored",
      body: testBotBody,
      bodyLimit: "body_tenant_bytes",
      answer: testBotAnswer,
      handle: ({ principal, body }) => testBot(principal.accountId, body)
    })
  ];
}

// src/workspaces/audit-routes.ts
import Joi18 from "joi";

// src/audit/schemas.ts
import Joi17 from "joi";
var auditQuery = { ...page, since: time, until: time };
var entry = Joi17.object({
  entry_id: uuid.required(),
  workspace_id: uuid.allow(null).required(),
  action: Joi17.string().required(),
  actor: Joi17.object({ account_id: uuid.required(), display_name: Joi17.string().required() }).allow(null).required(),
  ip: Joi17.string().allow(null).required(),
  subject: Joi17.string().allow(null).required(),
  details: Joi17.object().required(),
  created_at: time.required()
});
var entriesAnswer = pageAnswer("entries", entry);

// src/audit/view.ts
function entryView(row2) {
  return {
    entry_id: row2.entry_id,
    workspace_id: row2.workspace_id,
    action: row2.action,
    actor: row2.actor_account_id === null ? null : { account_id: row2.actor_account_id, display_name: row2.actor_name },
    ip: row2.ip,
    subject: row2.subject,
    details: JSON.parse(row2.details),
    created_at: iso(row2.created_at)
  };
}

// src/workspaces/audit-routes.ts
function auditRoutes({ audit, roles }) {
  return [
    consoleRoute({
      method: "GET",
      path: "/console/fetch/audit-log",
      area: "console",
      summary: "Who did what in a workspace, and from where; newest first",
      query: Joi18.object({ workspace_id: uuid.required(), ...auditQuery }),
      answer: entriesAnswer,
      rateLimit: "console_per_ip",
      handle: async ({ query, principal }) => {
        await roles.requireRole(principal.accountId, query.workspace_id, "admin");
        const { rows, nextCursor } = await audit.list(query.workspace_id, query);
        return { entries: rows.map(entryView), next_cursor: nextCursor };
      }
    })
  ];
}

// src/callbacks/console/log.ts
var SHOWN_EVENT = pickColumns(
  CALLBACK_EVENTS,
  "tenant_id",
  "conversation_id",
  "sequence",
  "event_id",
  "event",
  "body",
  "state",
  "attempts",
  "outcome",
  "due_at",
  "replay_of",
  "created_at",
  "settled_at"
);
async function listCallbacks(sql, query) {
  const isAscending = query.order === "asc";
  const order = isAscending ? "event_id ASC" : "event_id DESC";
  const page2 = firstOfRanges({
    dialect: sql.dialect,
    columns: "tenant_id, event_id",
    from: "callback_events",
    ...eventRanges(
      {
        tenantId: query.tenant_id,
        conversationId: query.conversation_id,
        states: query.state && [query.state],
        event: query.event
      },
      restOf2(query)
    ),
    order,
    limit: query.limit + 1
  });
  const rows = await sql.rows(
    `SELECT ${listColumns(SHOWN_EVENT, "event")} FROM (${page2.sql}) page
     JOIN callback_events event ON event.tenant_id = page.tenant_id AND event.event_id = page.event_id
     ORDER BY page.${order}`,
    page2.params
  );
  const cut2 = toPage(rows, query.limit, ({ event_id }) => [event_id]);
  const sorted2 = cut2.rows.toSorted(earliestFirst);
  return { ...cut2, rows: isAscending ? sorted2 : sorted2.reverse() };
}
function restOf2({ cursor, order, ...query }) {
  const [last2] = readCursor(cursor, "string") ?? [];
  const since2 = query.since === void 0 ? void 0 : Date.parse(query.since);
  const until = query.until === void 0 ? void 0 : Date.parse(query.until);
  const after = order === "asc" ? "event_id > ?" : "event_id < ?";
  return [
    ...last2 === void 0 ? [] : [{ where: after, params: [last2] }],
    ...happenedBetween({ since: since2, until }).map(([where, ...params]) => ({ where, params }))
  ];
}
function earliestFirst(a, b) {
  return a.created_at - b.created_at || a.sequence - b.sequence;
}
async function findCallback(sql, accountId, eventId) {
  const [row2] = await sql.rows(
    `SELECT ${listColumns(SHOWN_EVENT, "event")}, tenant.workspace_id FROM memberships member
     JOIN tenants tenant ON tenant.workspace_id = member.workspace_id
     JOIN callback_events event ON event.tenant_id = tenant.tenant_id AND event.event_id = ?
     WHERE member.account_id = ?`,
    [eventId, accountId]
  );
  return row2 ?? null;
}

// src/callbacks/console/view.ts
function callbackView2(row2) {
  const isWaiting = row2.state === "pending" || row2.state === "aside";
  return {
    event_id: row2.event_id,
    tenant_id: row2.tenant_id,
    conversation_id: row2.conversation_id,
    event: row2.event,
    // A forced copy is shown with the sequence of its original.
    sequence: row2.sequence > 0 ? row2.sequence : Number(bodyOf(row2)["sequence"]),
    state: row2.state,
    attempt_count: row2.attempts,
    outcome: row2.outcome,
    replay_of: row2.replay_of,
    created_at: iso(row2.created_at),
    next_attempt_at: isWaiting ? isoOrNull(row2.due_at) : null,
    settled_at: isWaiting ? null : isoOrNull(row2.settled_at)
  };
}
function callbackWithBodyView(row2) {
  return { ...callbackView2(row2), body_text: row2.body.toString() };
}
function callbackDetailView(row2, attempts) {
  return {
    ...callbackView2(row2),
    body: bodyOf(row2),
    attempts: attempts.map((attempt2) => ({
      attempted_at: iso(attempt2.timestampMs),
      status: attempt2.status,
      outcome: attempt2.outcome,
      duration_ms: attempt2.durationMs,
      answer: attempt2.answer,
      clock_skew_ms: attempt2.clockSkewMs
    }))
  };
}
function callbackHealthView(health) {
  const { lastFailure } = health;
  return {
    pending: health.pending,
    dead: health.dead,
    oldest_pending_at: isoOrNull(health.oldestPendingAt),
    paused_until: isoOrNull(health.pausedUntil),
    probing_since: isoOrNull(health.probingSince),
    last_delivered_at: isoOrNull(health.lastDeliveredAt),
    last_failure: lastFailure && { ...lastFailure, at: iso(lastFailure.at) },
    stopped_events: health.stoppedEvents
  };
}
function bodyOf({ body }) {
  return JSON.parse(body.toString());
}

// src/callbacks/console/routes.ts
var CONSOLE = { area: "console", rateLimit: "console_per_ip" };
function callbackRoutes(options) {
  const { database, directory, roles, audit, redelivery, testCall } = options;
  const managedTenant = async (accountId, tenantId) => {
    const tenant = await directory.find(tenantId);
    if (!tenant) throw new AppError("not_found");
    await roles.requireRole(accountId, tenant.workspaceId, "admin");
    return tenant;
  };
  const sendingTenant = async (accountId, tenantId) => {
    const tenant = await managedTenant(accountId, tenantId);
    requireWritable(tenant);
    return tenant.workspaceId;
  };
  const managedCallback = async (accountId, eventId) => {
    const row2 = await findCallback(database.read, accountId, eventId);
    if (!row2) throw new AppError("not_found");
    await roles.requireRole(accountId, row2.workspace_id, "admin");
    return row2;
  };
  const record2 = (actor, action, workspaceId, subject, details) => audit.record(null, { workspaceId, action, actor, ip: actor.ip, subject, details });
  return [
    consoleRoute({
      ...CONSOLE,
      method: "GET",
      path: "/console/fetch/callbacks",
      summary: "A tenant's callbacks, newest first by default; bodies adds their bytes",
      query: callbacksQuery,
      answer: callbacksAnswer,
      handle: async ({ principal, query }) => {
        await managedTenant(principal.accountId, query.tenant_id);
        const { rows, nextCursor } = await listCallbacks(database.slowRead, query);
        const view = query.bodies ? callbackWithBodyView : callbackView2;
        return { callbacks: rows.map(view), next_cursor: nextCursor };
      }
    }),
    consoleRoute({
      ...CONSOLE,
      method: "GET",
      path: "/console/fetch/callback",
      summary: "One callback with its body and every attempt",
      query: callbackQuery,
      answer: callbackDetailAnswer,
      handle: async ({ principal, query }) => {
        const row2 = await managedCallback(principal.accountId, query.event_id);
        const attempts = await readAttempts(database.read, {
          tenantId: row2.tenant_id,
          conversationId: row2.conversation_id,
          sequence: row2.sequence
        });
        return { callback: callbackDetailView(row2, attempts) };
      }
    }),
    consoleRoute({
      ...CONSOLE,
      method: "GET",
      path: "/console/fetch/callback-health",
      summary: "The state of a tenant's callbacks: what waits, and what went wrong last",
      query: tenantBody,
      answer: callbackHealthAnswer,
      handle: async ({ principal, query }) => {
        await managedTenant(principal.accountId, query.tenant_id);
        return callbackHealthView(await options.readHealth(query.tenant_id));
      }
    }),
    consoleRoute({
      ...CONSOLE,
      method: "POST",
      path: "/console/resend/callback",
      summary: "Send a callback again: the same one, or with force a copy with a new id",
      body: resendBody,
      answer: callbackAnswer,
      handle: async (call) => {
        const caller = callerOf(call);
        const isForced = call.body.force ?? false;
        const row2 = await managedCallback(caller.accountId, call.body.event_id);
        await sendingTenant(caller.accountId, row2.tenant_id);
        const eventId = await redelivery.resend(row2, { isForced });
        await record2(caller, "callback.resent", row2.workspace_id, eventId, { force: isForced });
        return { callback: callbackView2(await managedCallback(caller.accountId, eventId)) };
      }
    }),
    consoleRoute({
      ...CONSOLE,
      method: "POST",
      path: "/console/replay/callbacks",
      summary: "Send the callbacks of a time span again; dry_run only counts them",
      body: replayBody,
      answer: replayAnswer,
      handle: async (call) => {
        const { tenant_id: tenantId, dry_run: isDryRun = false, ...body } = call.body;
        const caller = callerOf(call);
        const workspaceId = await sendingTenant(caller.accountId, tenantId);
        const range2 = {
          tenantId,
          since: Date.parse(body.since),
          until: Date.parse(body.until),
          states: body.state === void 0 ? ["delivered", "dead"] : [body.state],
          ...body.event !== void 0 && { event: body.event }
        };
        const matched = await redelivery.count(range2);
        if (isDryRun) return { matched, replayed: 0 };
        const replayed = await redelivery.replay(range2);
        await record2(caller, "callbacks.replayed", workspaceId, tenantId, { ...body, replayed });
        return { matched, replayed };
      }
    }),
    consoleRoute({
      ...CONSOLE,
      method: "POST",
      path: "/console/resume/callbacks",
      summary: "End every pause of a tenant's callbacks and send what is queued",
      body: tenantBody,
      answer: resumeAnswer,
      handle: async (call) => {
        const { tenant_id: tenantId } = call.body;
        const caller = callerOf(call);
        const workspaceId = await sendingTenant(caller.accountId, tenantId);
        await redelivery.resume(tenantId);
        await record2(caller, "callbacks.resumed", workspaceId, tenantId, {});
        const [row2] = await database.read.rows(
          "SELECT SUM(tail - head + 1) AS waiting FROM callback_lanes WHERE tenant_id = ?",
          [tenantId]
        );
        return { waiting: Number(row2?.waiting ?? 0) };
      }
    }),
    consoleRoute({
      ...CONSOLE,
      method: "POST",
      path: "/console/test/callback",
      summary: "Send a signed test event and report each step",
      body: tenantBody,
      answer: testAnswer,
      handle: async ({ principal, body }) => {
        await sendingTenant(principal.accountId, body.tenant_id);
        return { test: await testCall(body.tenant_id) };
      }
    })
  ];
}

// src/compliance/schemas.ts
import Joi19 from "joi";
var visitorFields = {
  session_id: Joi19.string().pattern(/^vs_[\w-]{1,61}$/),
  user_id: userId
};
var visitorBody = Joi19.object({
  tenant_id: uuid.required(),
  ...visitorFields
}).xor("session_id", "user_id");
function visitorRefOf(body) {
  if (body.session_id !== void 0) return { sessionId: body.session_id };
  if (body.user_id !== void 0) return { userId: body.user_id };
  throw new TypeError("neither session_id nor user_id");
}
var timeOrNull2 = time.allow(null).required();
var textOrNull = Joi19.string().allow(null).required();
var list = Joi19.array().items(Joi19.object().unknown()).required();
var conversation = Joi19.object({
  conversation_id: Joi19.string().required(),
  status: Joi19.string().required(),
  escalation_reason: textOrNull,
  operator_id: textOrNull,
  operator_display_name: textOrNull,
  claim_count: Joi19.number().integer().required(),
  visitor_read_seq: Joi19.number().integer().required(),
  agent_read_seq: Joi19.number().integer().required(),
  started_at: time.required(),
  claimed_at: timeOrNull2,
  released_at: timeOrNull2,
  resolved_at: timeOrNull2,
  last_message_at: timeOrNull2,
  messages: list,
  tickets: list,
  callbacks: list
});
var session = Joi19.object({
  session_id: Joi19.string().required(),
  origin: Joi19.string().required(),
  locale: Joi19.string().required(),
  mode: Joi19.string().required(),
  routing_key: textOrNull,
  created_at: time.required(),
  expires_at: time.required(),
  ended_at: timeOrNull2,
  erased_at: timeOrNull2,
  identity: Joi19.object({
    user_id: textOrNull,
    unverified: Joi19.object({
      display_name: textOrNull,
      email: textOrNull,
      attributes: Joi19.object().unknown().allow(null).required()
    }).required()
  }).required(),
  metadata: Joi19.object().unknown().required(),
  conversation: conversation.allow(null).required()
});
var exportAnswer = Joi19.object({
  export: Joi19.object({
    schema_version: Joi19.string().valid("1").required(),
    exported_at: time.required(),
    tenant: Joi19.object({
      tenant_id: uuid.required(),
      tenant_name: Joi19.string().required()
    }).required(),
    sessions: Joi19.array().items(session).required()
  }).required()
});
var eraseAnswer = Joi19.object({ erased_sessions: Joi19.number().integer().required() });

// src/compliance/routes.ts
var inConsole = { area: "console", rateLimit: "console_per_ip" };
function complianceRoutes({ compliance, directory, roles }) {
  const requester = async (caller, tenantId, { writes = false } = {}) => {
    const tenant = await directory.find(tenantId);
    if (!tenant) throw new AppError("not_found");
    await roles.requireRole(caller.accountId, tenant.workspaceId, "admin");
    if (writes) requireWritable(tenant);
    requireConfirmed(caller);
    return { actor: caller, ip: caller.ip };
  };
  return [
    consoleRoute({
      ...inConsole,
      method: "POST",
      path: "/console/export/visitor",
      summary: "Everything stored about a visitor, as one document",
      body: visitorBody,
      answer: exportAnswer,
      handle: async (call) => {
        const { tenant_id: tenantId } = call.body;
        const by = await requester(callerOf(call), tenantId);
        return { export: await compliance.exportVisitor(tenantId, visitorRefOf(call.body), by) };
      }
    }),
    consoleRoute({
      ...inConsole,
      method: "POST",
      path: "/console/erase/visitor",
      summary: "Erase all messages and the identity of a visitor permanently",
      body: visitorBody,
      answer: eraseAnswer,
      handle: async (call) => {
        const { tenant_id: tenantId } = call.body;
        const by = await requester(callerOf(call), tenantId, { writes: true });
        const { sessions } = await compliance.eraseVisitor(tenantId, visitorRefOf(call.body), by);
        return { erased_sessions: sessions };
      }
    })
  ];
}

// src/conversations/inbox/canned-replies/schemas.ts
import Joi20 from "joi";
var shortcut = lineOfText(64);
var createCannedReplyBody = Joi20.object({
  workspace_id: uuid.required(),
  shortcut: shortcut.required(),
  content: content.required(),
  locale
});
var updateCannedReplyBody = Joi20.object({
  canned_reply_id: uuid.required(),
  shortcut,
  content,
  locale: locale.allow(null)
});
var cannedReplyIdBody = Joi20.object({
  canned_reply_id: uuid.required()
});
var cannedRepliesQuery = Joi20.object({
  ...page,
  workspace_id: uuid.required()
});
var cannedReplyShape = Joi20.object({
  canned_reply_id: uuid.required(),
  workspace_id: uuid.required(),
  shortcut: shortcut.required(),
  content: content.required(),
  locale
});
var cannedReplyAnswer = Joi20.object({ canned_reply: cannedReplyShape.required() });
var cannedRepliesAnswer = pageAnswer("canned_replies", cannedReplyShape);

// src/conversations/inbox/canned-replies/view.ts
function cannedReplyView(row2) {
  return {
    canned_reply_id: row2.canned_reply_id,
    workspace_id: row2.workspace_id,
    shortcut: row2.shortcut,
    content: row2.content,
    ...row2.locale !== null && { locale: row2.locale }
  };
}

// src/conversations/inbox/canned-replies/routes.ts
var inConsole2 = { area: "console", rateLimit: "console_per_ip" };
function cannedReplyRoutes({ cannedReplies }) {
  return [
    consoleRoute({
      ...inConsole2,
      method: "POST",
      path: "/console/create/canned-reply",
      summary: "Create a canned reply for the operators of a workspace",
      body: createCannedReplyBody,
      answer: cannedReplyAnswer,
      status: 201,
      idempotent: { secrets: [] },
      handle: async (call) => ({
        canned_reply: cannedReplyView(await cannedReplies.create(callerOf(call), call.body))
      })
    }),
    consoleRoute({
      ...inConsole2,
      method: "GET",
      path: "/console/fetch/canned-replies",
      summary: "A workspace's canned replies, by shortcut",
      query: cannedRepliesQuery,
      answer: cannedRepliesAnswer,
      handle: async ({ query, principal }) => {
        const { rows, nextCursor } = await cannedReplies.list(
          principal.accountId,
          query.workspace_id,
          query
        );
        return { canned_replies: rows.map(cannedReplyView), next_cursor: nextCursor };
      }
    }),
    consoleRoute({
      ...inConsole2,
      method: "POST",
      path: "/console/update/canned-reply",
      summary: "Change a canned reply; with locale null it is for every language",
      body: updateCannedReplyBody,
      answer: cannedReplyAnswer,
      handle: async (call) => ({
        canned_reply: cannedReplyView(await cannedReplies.update(callerOf(call), call.body))
      })
    }),
    consoleRoute({
      ...inConsole2,
      method: "POST",
      path: "/console/remove/canned-reply",
      summary: "Remove a canned reply",
      body: cannedReplyIdBody,
      answer: cannedReplyAnswer,
      handle: async (call) => ({
        canned_reply: cannedReplyView(
          await cannedReplies.remove(callerOf(call), call.body.canned_reply_id)
        )
      })
    })
  ];
}

// src/visitors/visitor-token.ts
var VISITOR_TOKEN_VERSION = 1;
function signVisitorToken(tokens, session2) {
  return tokens.signVisitorToken({
    sub: session2.sessionId,
    tid: session2.tenantId,
    wpk: session2.widgetPublicKey,
    org: session2.origin,
    ver: VISITOR_TOKEN_VERSION
  });
}

// src/visitors/access.ts
function createCheckAccess(deps) {
  const { tokens, sessions, directory, clock, sightings } = deps;
  return async (token2, { originHeader, allowExpired = false, isVisit = false } = {}) => {
    const verified = await tokens.verifyVisitorToken(token2, { allowExpired: true });
    if (!verified.ok || verified.claims.ver !== VISITOR_TOKEN_VERSION) {
      return refuse3("token_invalid");
    }
    const { claims, expired, expiresAtMs: tokenExpiresAtMs } = verified;
    const now = clock();
    const session2 = await sessions.find({ tenantId: claims.tid, sessionId: claims.sub });
    if (!session2 || isOver(session2, now)) return refuse3("session_expired");
    const tenant = await directory.find(session2.tenantId);
    if (!tenant) return refuse3("session_expired");
    const refusal = tenantRefusal(tenant, claims, now);
    if (isVisit) {
      const outcome = refusal === null ? "accepted" : OUTCOMES[refusal];
      sightings.note({ tenantId: tenant.tenantId, origin: claims.org, outcome, ip: null });
    }
    if (refusal !== null && refusal !== "origin_not_allowed") return refuse3(refusal);
    if (expired && !allowExpired) return refuse3("token_invalid");
    if (refusal !== null) return refuse3(refusal);
    if (originHeader !== void 0 && originHeader !== claims.org) return refuse3("origin_mismatch");
    return { ok: true, session: session2, tenant, claims, tokenExpiresAtMs };
  };
}
var OUTCOMES = {
  tenant_suspended: "suspended",
  token_invalid: "wrong_key",
  origin_not_allowed: "origin_not_allowed"
};
function tenantRefusal(tenant, { wpk, org }, now) {
  if (tenant.status !== "active") return "tenant_suspended";
  if (!isLiveKey(tenant, wpk, now)) return "token_invalid";
  return originAllowed(org, tenant.allowedOrigins) ? null : "origin_not_allowed";
}
function refuse3(refusal) {
  return { ok: false, refusal };
}
var CODES2 = {
  token_invalid: "token_invalid",
  session_expired: "session_expired",
  tenant_suspended: "tenant_suspended",
  origin_not_allowed: "origin_not_allowed",
  origin_mismatch: "origin_not_allowed"
};
function accessError(refusal) {
  return new AppError(CODES2[refusal]);
}

// src/visitors/auth.ts
var visitorRoute = routesFor("visitor");
var expiredVisitorRoute = routesFor("visitor-expired");
function createVisitorAuth({ checkAccess }) {
  const validating = (allowExpired) => async (token2, request2) => {
    const originHeader = request2.headers["origin"];
    const access2 = await checkAccess(token2, {
      originHeader,
      allowExpired,
      isVisit: allowExpired
    });
    if (!access2.ok) throw accessError(access2.refusal);
    return access2;
  };
  return { validate: validating(false), validateExpired: validating(true) };
}

// src/conversations/journal/history.ts
async function readHistory(store2, session2, { after_seq, before_seq, limit }) {
  const [state, messages] = await Promise.all([
    store2.ofSession(session2),
    store2.messages(session2, {
      limit: limit + 1,
      ...after_seq !== void 0 && { afterSeq: after_seq },
      ...before_seq !== void 0 && { beforeSeq: before_seq }
    })
  ]);
  const hasMore = messages.length > limit;
  const isForward = after_seq !== void 0;
  const shown = !hasMore ? messages : isForward ? messages.slice(0, limit) : messages.slice(1);
  return {
    messages: shown.map(messageView),
    has_more: hasMore,
    last_seq: Math.max(state?.lastSeq ?? 0, shown.at(-1)?.seq ?? 0)
  };
}

// src/conversations/inbox/one-search.ts
function createOneSearch() {
  const searching = /* @__PURE__ */ new Set();
  return async (accountId, search) => {
    if (searching.has(accountId)) {
      throw new AppError("overloaded", {
        message: "Your last search is still running. Wait for its result.",
        retryAfterS: 1
      });
    }
    searching.add(accountId);
    try {
      return await search();
    } finally {
      searching.delete(accountId);
    }
  };
}

// src/conversations/inbox/queue-summary.ts
var MAX_TENANTS2 = 200;
async function readQueueSummary(sql, clock, scope, workspaceId) {
  const tenants = scope.tenantsOf(workspaceId);
  if (tenants.length === 0) return { tenants: [], operators: { online: 0, away: 0 } };
  const ids = tenants.map(({ tenantId }) => tenantId);
  const named = await sql.rows(
    `SELECT tenant_id FROM tenants WHERE tenant_id IN ${placeholders(1, ids.length)}
     ORDER BY tenant_name, tenant_id LIMIT ${MAX_TENANTS2}`,
    ids
  );
  const shown = named.map(({ tenant_id }) => tenant_id);
  const inShown = `tenant_id IN ${placeholders(1, shown.length)}`;
  const keys = scope.routingKeysOf(workspaceId);
  const isVisible = keys.length === 0 ? "" : `AND (routing_key IS NULL OR routing_key IN ${placeholders(1, keys.length)})`;
  const counts = await sql.rows(
    `SELECT tenant_id, status, COUNT(*) AS n, MIN(waiting_since) AS since
     FROM conversations${throughIndex(sql.dialect, "conversations_queue")}
     WHERE ${inShown} AND status IN ('BOT', 'WAITING', 'ASSIGNED') ${isVisible}
     GROUP BY tenant_id, status`,
    [...shown, ...keys]
  );
  const operatorIds = [
    ...new Set(tenants.flatMap(({ operator }) => operator ? [operator.operatorId] : []))
  ];
  const mine = operatorIds.length === 0 ? [] : await sql.rows(
    `SELECT tenant_id, COUNT(*) AS n FROM conversations held
           WHERE status = 'ASSIGNED' AND operator_id IN ${placeholders(1, operatorIds.length)}
             AND ${inShown}
           GROUP BY tenant_id`,
    [...operatorIds, ...shown]
  );
  const present3 = await sql.rows(
    `SELECT o.presence, COUNT(DISTINCT o.operator_id) AS n
     FROM operator_tenants t JOIN operators o ON o.operator_id = t.operator_id
     WHERE t.${inShown} AND o.presence IN ('online', 'away') GROUP BY o.presence`,
    shown
  );
  const now = clock();
  const count7 = (tenantId, status2) => counts.find((row2) => row2.tenant_id === tenantId && row2.status === status2);
  const operatorsWho = (presence2) => Number(present3.find((row2) => row2.presence === presence2)?.n ?? 0);
  return {
    tenants: shown.map((tenantId) => {
      const waiting = count7(tenantId, "WAITING");
      const since2 = waiting?.since ?? null;
      return {
        tenant_id: tenantId,
        bot: Number(count7(tenantId, "BOT")?.n ?? 0),
        waiting: Number(waiting?.n ?? 0),
        assigned: Number(count7(tenantId, "ASSIGNED")?.n ?? 0),
        mine: Number(mine.find((row2) => row2.tenant_id === tenantId)?.n ?? 0),
        longest_wait_s: since2 === null ? null : Math.max(0, Math.floor((now - since2) / SECOND))
      };
    }),
    operators: { online: operatorsWho("online"), away: operatorsWho("away") }
  };
}

// src/conversations/inbox/routes.ts
var CONSOLE2 = { area: "console", rateLimit: "console_per_ip" };
var present = ({ session: session2, state }) => ({
  conversation: inboxRow(session2, state)
});
function conversationRoutes(options) {
  const { inbox, store: store2, slowRead } = options;
  const { list: list2 } = createConversationStore(slowRead);
  const oneSearch = createOneSearch();
  return [...readRoutes(), ...actionRoutes(), visitorHistory()];
  function readRoutes() {
    return [
      consoleRoute({
        ...CONSOLE2,
        method: "GET",
        path: "/console/fetch/conversations",
        summary: "Conversations of your tenants, latest first",
        query: conversationsQuery,
        answer: pageAnswer("conversations", inboxRowShape),
        handle: async ({ principal, query }) => {
          const scope = await inbox.scopeOf(principal);
          const before = readCursor(query.cursor, "number", "string");
          const filter = {
            tenantIds: chosenTenants(scope, query.tenant_id),
            limit: query.limit + 1,
            ...query.status !== void 0 && { status: query.status },
            ...query.routing_key !== void 0 && { routingKey: query.routing_key },
            ...query.user_id !== void 0 && { userId: query.user_id },
            ...query.q !== void 0 && { words: wordsOfQuery(query.q) },
            ...query.assigned === "none" && { operatorIds: [] },
            // An id of no operator, for an account that is not an operator: it has no conversations.
            ...query.assigned === "me" && { operatorIds: ["", ...scope.operatorIds()] },
            ...before && { before: { at: before[0], conversationId: before[1] } }
          };
          const found = query.q === void 0 ? await list2(filter) : await oneSearch(principal.accountId, () => list2(filter));
          const { rows, nextCursor } = toPage(found, query.limit, ({ state }) => [
            state.lastMessageAt ?? 0,
            state.conversationId
          ]);
          const visible = rows.filter(
            ({ session: session2 }) => scope.maySee(session2.tenantId, session2.routingKey)
          );
          return {
            conversations: visible.map(({ session: session2, state }) => inboxRow(session2, state)),
            next_cursor: nextCursor
          };
        }
      }),
      consoleRoute({
        ...CONSOLE2,
        method: "GET",
        path: "/console/fetch/queue-summary",
        summary: "How many conversations are where, by tenant, and who is there",
        query: queueSummaryQuery,
        answer: queueSummaryAnswer,
        handle: async ({ principal, query }) => {
          const { accountId } = principal;
          await options.roles.requireRole(accountId, query.workspace_id, "operator");
          const scope = await inbox.scopeOf(principal);
          return readQueueSummary(slowRead, options.clock, scope, query.workspace_id);
        }
      }),
      consoleRoute({
        ...CONSOLE2,
        method: "GET",
        path: "/console/fetch/conversation",
        summary: "One conversation",
        query: conversationQuery,
        answer: conversationAnswer,
        handle: async ({ principal, query }) => present(await inbox.find(principal, query.conversation_id))
      }),
      consoleRoute({
        ...CONSOLE2,
        method: "GET",
        path: "/console/fetch/messages",
        summary: "Messages of a conversation in order",
        query: conversationHistoryQuery,
        answer: historyAnswer,
        handle: async ({ principal, query }) => {
          const { session: session2 } = await inbox.find(principal, query.conversation_id);
          return readHistory(store2, session2, query);
        }
      }),
      consoleRoute({
        ...CONSOLE2,
        method: "GET",
        path: "/console/fetch/tickets",
        summary: "Tickets of your tenants, newest first",
        query: ticketsQuery,
        answer: pageAnswer("tickets", ticketShape),
        handle: async ({ principal, query }) => {
          const scope = await inbox.scopeOf(principal);
          const found = await listTickets(slowRead, {
            tenantIds: chosenTenants(scope, query.tenant_id),
            limit: query.limit + 1,
            before: readCursor(query.cursor, "number", "string"),
            ...query.status !== void 0 && { status: query.status }
          });
          const { rows, nextCursor } = toPage(found, query.limit, (row2) => [
            row2.created_at,
            row2.ticket_id
          ]);
          return { tickets: rows.map(ticketView), next_cursor: nextCursor };
        }
      })
    ];
  }
  function actionRoutes() {
    return [
      action("claim", "Claim a conversation; exactly one of several callers succeeds", inbox.claim),
      action("release", "Return a conversation to the queue", inbox.release),
      action("resolve", "Mark a conversation resolved", inbox.resolve),
      consoleRoute({
        ...CONSOLE2,
        method: "POST",
        path: "/console/transfer/conversation",
        summary: "Hand a conversation to another operator",
        body: transferBody,
        answer: conversationAnswer,
        handle: async ({ principal, body }) => present(await inbox.transfer(principal, body.conversation_id, body.operator_id))
      }),
      consoleRoute({
        ...CONSOLE2,
        method: "POST",
        path: "/console/send/message",
        summary: "Write to the visitor; a repeated client_msg_id is answered, not repeated",
        body: messageBody,
        answer: messageAnswer,
        handle: async ({ principal, body }) => {
          const { message, isDuplicate: isDuplicate2 } = await inbox.send(principal, body.conversation_id, {
            clientMsgId: body.client_msg_id,
            content: body.content
          });
          if (!message) throw new TypeError("a sent message is always there");
          return { message: messageView(message), ...isDuplicate2 && { duplicate: true } };
        }
      }),
      consoleRoute({
        ...CONSOLE2,
        method: "POST",
        path: "/console/read/conversation",
        summary: "Mark messages read up to a seq",
        body: readBody2,
        answer: conversationAnswer,
        handle: async ({ principal, body }) => present(await inbox.read(principal, body.conversation_id, body.seq))
      }),
      consoleRoute({
        ...CONSOLE2,
        method: "POST",
        path: "/console/send/typing",
        summary: "Show the visitor that you are typing",
        body: typingBody,
        answer: emptyAnswer,
        handle: async ({ principal, body }) => {
          await inbox.type(principal, body.conversation_id, body.state);
          return {};
        }
      })
    ];
  }
  function action(verb, summary, perform2) {
    return consoleRoute({
      ...CONSOLE2,
      method: "POST",
      path: `/console/${verb}/conversation`,
      summary,
      body: conversationBody,
      answer: conversationAnswer,
      handle: async ({ principal, body }) => present(await perform2(principal, body.conversation_id))
    });
  }
  function visitorHistory() {
    return visitorRoute({
      area: "visitor",
      rateLimit: "visitor_per_ip",
      method: "GET",
      path: "/fetch/messages",
      summary: "Messages of your conversation in order",
      query: historyQuery,
      answer: historyAnswer,
      handle: ({ principal, query }) => readHistory(store2, principal.session, query)
    });
  }
}
function chosenTenants(scope, tenantId) {
  return tenantId === void 0 ? scope.tenantIds() : [scope.tenant(tenantId).tenantId];
}

// src/operators/schemas.ts
import Joi21 from "joi";
var MAX_TENANTS3 = 500;
var MAX_ROUTING_KEYS = 500;
var MAX_CAPACITY = 1e3;
var fields = {
  display_name: name,
  tenant_ids: Joi21.array().items(uuid).max(MAX_TENANTS3),
  routing_keys: Joi21.array().items(routingKey).max(MAX_ROUTING_KEYS),
  capacity: Joi21.number().integer().min(1).max(MAX_CAPACITY)
};
var createOperatorBody = Joi21.object({
  ...fields,
  workspace_id: uuid.required(),
  email: emailAddress.required(),
  display_name: name.required(),
  tenant_ids: fields.tenant_ids.required()
});
var updateOperatorBody = Joi21.object({
  ...fields,
  operator_id: uuid.required()
});
var operatorIdBody = Joi21.object({ operator_id: uuid.required() });
var presence = Joi21.valid("online", "away", "offline");
var presenceBody = Joi21.object({ status: presence.required() });
var operatorsQuery = Joi21.object({
  ...page,
  workspace_id: uuid.required()
});
var operatorShape = Joi21.object({
  operator_id: uuid.required(),
  workspace_id: uuid.required(),
  account_id: uuid.required(),
  display_name: name.required(),
  tenant_ids: fields.tenant_ids.required(),
  routing_keys: fields.routing_keys.required(),
  capacity: fields.capacity.required(),
  presence: presence.required()
});
var operatorAnswer = Joi21.object({ operator: operatorShape.required() });
var operatorsAnswer = pageAnswer("operators", operatorShape);
var presenceAnswer = Joi21.object({
  status: presence.required(),
  operators: Joi21.array().items(operatorShape).required()
});
var createOperatorAnswer = Joi21.object({
  operator: operatorShape.allow(null).required(),
  invitation: Joi21.object().unknown(),
  dev_invite_token: Joi21.string().allow(null)
});

// src/operators/view.ts
function operatorView(operator) {
  return {
    operator_id: operator.operatorId,
    workspace_id: operator.workspaceId,
    account_id: operator.accountId,
    display_name: operator.displayName,
    tenant_ids: operator.tenantIds,
    routing_keys: operator.routingKeys,
    capacity: operator.capacity,
    presence: operator.presence
  };
}

// src/operators/routes.ts
var inConsole3 = { area: "console", rateLimit: "console_per_ip" };
function operatorRoutes({ operators, clock }) {
  return [
    consoleRoute({
      ...inConsole3,
      method: "POST",
      path: "/console/create/operator",
      summary: "Make a member an operator, or invite an address as one",
      body: createOperatorBody,
      answer: createOperatorAnswer,
      status: 201,
      idempotent: { secrets: ["dev_invite_token"] },
      handle: async (call) => {
        const { operator, invited } = await operators.create(callerOf(call), call.body);
        if (operator) return { operator: operatorView(operator) };
        const { invitation: invitation2, devInviteToken } = invited;
        return {
          operator: null,
          invitation: invitationView(invitation2, clock()),
          ...devInviteToken !== null && { dev_invite_token: devInviteToken }
        };
      }
    }),
    consoleRoute({
      ...inConsole3,
      method: "GET",
      path: "/console/fetch/operators",
      summary: "The operators of a workspace",
      query: operatorsQuery,
      answer: operatorsAnswer,
      handle: async ({ query, principal }) => {
        const page2 = await operators.list(principal.accountId, query.workspace_id, query);
        return { operators: page2.rows.map(operatorView), next_cursor: page2.nextCursor };
      }
    }),
    consoleRoute({
      ...inConsole3,
      method: "POST",
      path: "/console/update/operator",
      summary: "Change an operator; a given list replaces the stored one",
      body: updateOperatorBody,
      answer: operatorAnswer,
      handle: async (call) => ({
        operator: operatorView(await operators.update(callerOf(call), call.body))
      })
    }),
    consoleRoute({
      ...inConsole3,
      method: "POST",
      path: "/console/remove/operator",
      summary: "Remove an operator; the account stays a member",
      body: operatorIdBody,
      answer: operatorAnswer,
      handle: async (call) => ({
        operator: operatorView(await operators.remove(callerOf(call), call.body.operator_id))
      })
    }),
    consoleRoute({
      ...inConsole3,
      method: "POST",
      path: "/console/set/presence",
      summary: "Set the account's presence in all its workspaces",
      body: presenceBody,
      answer: presenceAnswer,
      handle: async ({ body, principal }) => ({
        status: body.status,
        operators: (await operators.setPresence(principal.accountId, body.status)).map(
          operatorView
        )
      })
    })
  ];
}

// src/system/break-glass-routes.ts
import Joi22 from "joi";
var bootstrap = Joi22.object({
  email: emailAddress,
  password,
  display_name: name
}).and("email", "password");
var byEmail = Joi22.object({ email: emailAddress.required() });
var DEFAULT_NAME = "System administrator";
function bootstrapRoutes(options) {
  const { systemAdmins, configuredSeed, isLocal } = options;
  const seedFrom = (body) => {
    const displayName = body.display_name ?? configuredSeed?.displayName ?? DEFAULT_NAME;
    if (body.email === void 0 || body.password === void 0) {
      if (configuredSeed) return { ...configuredSeed, displayName };
      const details = ["email", "password"].map((field2) => ({ field: field2, code: "required" }));
      throw new AppError("invalid_request", { details });
    }
    const seed = { email: body.email, password: body.password, displayName };
    if (!isLocal && isCommonPassword(seed.password, [seed.email, displayName])) {
      throw new AppError("weak_password");
    }
    return seed;
  };
  const changeRoute = (verb, summary, change) => adminKeyRoute({
    method: "POST",
    path: `/console/${verb}/console-admin`,
    area: "system",
    summary,
    query: byEmail,
    answer: Joi22.object({ account: accountAnswer.required() }),
    rateLimit: "console_per_ip",
    handle: async ({ query, ip }) => ({ account: accountView(await change(query.email, ip)) })
  });
  return [
    adminKeyRoute({
      method: "POST",
      path: "/console/bootstrap/system-admin",
      area: "system",
      summary: "Make sure that there is a super-admin who can sign in",
      body: bootstrap,
      answer: Joi22.object({
        account: accountAnswer.required(),
        outcome: Joi22.string().valid("created", "promoted", "unchanged").required()
      }),
      rateLimit: "console_per_ip",
      handle: async ({ body, ip }) => {
        const { account, outcome } = await systemAdmins.seed(seedFrom(body), ip);
        return { account: accountView(account), outcome };
      }
    }),
    changeRoute("promote", "Make an account a super-admin", systemAdmins.promote),
    changeRoute("demote", "Make a super-admin an ordinary account again", systemAdmins.demote)
  ];
}

// src/reports/buckets.ts
var BUCKETS = ["hour", "day"];
function bucketBounds(bucket, since2, until, timezone2) {
  const bounds = [bucket === "day" ? dayOf(since2, timezone2) : hourOf(since2, timezone2)];
  for (let last2 = bounds[0] ?? since2; last2 < until; ) {
    last2 = bucket === "day" ? instantOf((localDay(last2, timezone2) + 1) * DAY, timezone2) : last2 + HOUR - pastHour(last2, timezone2);
    bounds.push(last2);
  }
  return bounds;
}
function startOfDate(date, timezone2) {
  return instantOf(Date.parse(date), timezone2);
}
function dateOf(ms, timezone2) {
  return new Date(localTime(ms, timezone2)).toISOString().slice(0, 10);
}
function dayOf(ms, timezone2) {
  return instantOf(localDay(ms, timezone2) * DAY, timezone2);
}
function hourOf(ms, timezone2) {
  return ms - pastHour(ms, timezone2);
}
function pastHour(ms, timezone2) {
  return localTime(ms, timezone2) % HOUR;
}

// src/reports/csv.ts
var COLUMNS2 = {
  at: ({ at }) => at,
  conversations: (bucket) => bucket.conversations,
  visitor_messages: (bucket) => bucket.visitor_messages,
  bot_messages: (bucket) => bucket.bot_messages,
  agent_messages: (bucket) => bucket.agent_messages,
  escalations: ({ escalations }) => JSON.stringify(escalations),
  resolved_by_bot: (bucket) => bucket.resolved_by_bot,
  resolved_by_agent: (bucket) => bucket.resolved_by_agent,
  first_answer_s_p50: (bucket) => bucket.first_answer_s.p50,
  first_answer_s_p90: (bucket) => bucket.first_answer_s.p90,
  wait_s_p50: (bucket) => bucket.wait_s.p50,
  wait_s_p90: (bucket) => bucket.wait_s.p90
};
function csvOf({ buckets }) {
  const lines = buckets.map(
    (bucket) => Object.values(COLUMNS2).map((valueOf) => field(String(valueOf(bucket) ?? "")))
  );
  return [Object.keys(COLUMNS2), ...lines].map((line) => `${line.join(",")}\r
`).join("");
}
function field(value) {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

// src/reports/schemas.ts
import Joi23 from "joi";
var moment2 = Joi23.string().isoDate().raw().description("A time, or a date in the time zone of the report");
var reportQuery = Joi23.object({
  tenant_id: uuid,
  workspace_id: uuid,
  since: moment2,
  until: moment2,
  bucket: Joi23.valid(...BUCKETS).default("day")
}).xor("tenant_id", "workspace_id");
var count5 = Joi23.number().integer().min(0).required();
var seconds = Joi23.number().min(0).allow(null).required();
var percentiles = Joi23.object({ p50: seconds, p90: seconds }).required();
var figures = {
  conversations: count5,
  visitor_messages: count5,
  bot_messages: count5,
  agent_messages: count5,
  escalations: Joi23.object().pattern(Joi23.string(), Joi23.number().integer()).required(),
  resolved_by_bot: count5,
  resolved_by_agent: count5,
  first_answer_s: percentiles,
  wait_s: percentiles
};
var reportAnswer = Joi23.object({
  timezone: Joi23.string().required(),
  bucket: Joi23.valid(...BUCKETS).required(),
  since: time.required(),
  until: time.required(),
  buckets: Joi23.array().items(Joi23.object({ at: time.required(), ...figures })).required(),
  totals: Joi23.object(figures).required()
});

// src/reports/routes.ts
function reportRoutes({ reports }) {
  return [
    consoleRoute({
      area: "console",
      rateLimit: "console_per_ip",
      method: "GET",
      path: "/console/fetch/reports",
      summary: "What happened in a tenant or a workspace, by hour or by day",
      query: reportQuery,
      answer: reportAnswer,
      csv: (answer3) => csvFile(answer3),
      handle: ({ principal, query }) => reports.read(principal.accountId, query)
    })
  ];
}
function csvFile(answer3) {
  const { timezone: timezone2, since: since2, until } = answer3;
  const [first, last2] = [Date.parse(since2), Date.parse(until) - 1].map(
    (at) => dateOf(at, timezone2)
  );
  return { name: `report-${first}-to-${last2}.csv`, text: csvOf(answer3) };
}

// src/reports/report.ts
async function readReport({ slowRead }, tenantIds, bounds) {
  const buckets = bounds.slice(0, -1).map((at) => ({ at, figures: noFigures() }));
  const totals = noFigures();
  for (const row2 of await readRows(slowRead, tenantIds, bounds)) {
    const bucket = buckets[lastAtMost(bounds, row2.part_at)];
    if (bucket) addFigures(bucket.figures, figuresOf(row2));
  }
  for (const { figures: figures2 } of buckets) addFigures(totals, figures2);
  return { buckets, totals };
}
var COUNTS2 = FIGURES_COLUMNS.filter((name2) => REPORT_TOTALS.kinds[name2]?.kind === "integer");
var TEXTS = FIGURES_COLUMNS.filter((name2) => !COUNTS2.includes(name2));
var SUMS = [
  ...COUNTS2.map((name2) => `CAST(SUM(${name2}) AS SIGNED) AS ${name2}`),
  ...TEXTS.map((name2) => `GROUP_CONCAT(${name2}) AS ${name2}`)
].join(", ");
async function readRows(sql, tenantIds, bounds) {
  if (tenantIds.length === 0) return [];
  const from = (table2) => `SELECT began_at - began_at % ${partMs(bounds)} AS part_at, ${SUMS} FROM ${table2}
     WHERE tenant_id IN ${placeholders(1, tenantIds.length)} AND began_at >= ? AND began_at < ?
     GROUP BY part_at`;
  const params = [...tenantIds, bounds[0] ?? 0, bounds.at(-1) ?? 0];
  return sql.rows(`${from("report_totals")} UNION ALL ${from("report_entries")}`, [
    ...params,
    ...params
  ]);
}
function partMs(bounds) {
  const parts = [4 * QUARTER_MS, 2 * QUARTER_MS];
  return parts.find((part) => bounds.every((bound) => bound % part === 0)) ?? QUARTER_MS;
}
function lastAtMost(bounds, ms) {
  let low = 0;
  let high = bounds.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((bounds[middle] ?? Infinity) <= ms) low = middle;
    else high = middle - 1;
  }
  return low;
}

// src/reports/view.ts
function reportView({ buckets, totals }) {
  return {
    buckets: buckets.map(({ at, figures: figures2 }) => ({ at: iso(at), ...figuresView(figures2) })),
    totals: figuresView(totals)
  };
}
function figuresView(figures2) {
  return {
    conversations: figures2.conversations,
    visitor_messages: figures2.visitorMessages,
    bot_messages: figures2.botMessages,
    agent_messages: figures2.agentMessages,
    escalations: Object.fromEntries([...figures2.escalations].toSorted(byName)),
    resolved_by_bot: figures2.resolvedByBot,
    resolved_by_agent: figures2.resolvedByAgent,
    first_answer_s: percentiles2(figures2.firstAnswers),
    wait_s: percentiles2(figures2.waits)
  };
}
function byName([one], [other]) {
  return one < other ? -1 : 1;
}
function percentiles2(histogram) {
  return { p50: percentile(histogram, 0.5), p90: percentile(histogram, 0.9) };
}

// src/reports/service.ts
var RANGES = {
  hour: { maxMs: 31 * DAY, usualMs: 23 * HOUR },
  day: { maxMs: 366 * DAY, usualMs: 29 * DAY }
};
var EARLIEST = Date.parse("2000-01-01T00:00:00Z");
var LATEST = Date.parse("2200-01-01T00:00:00Z");
function createReports({ database, directory, roles, clock }) {
  return {
    read: async (accountId, query) => {
      const { tenantIds, timezone: timezone2 } = await subjectOf(accountId, query);
      const { bucket } = query;
      const { since: since2, until } = rangeOf(query, timezone2, clock());
      const bounds = bucketBounds(bucket, since2, until, timezone2);
      const report = await readReport(database, tenantIds, bounds);
      return {
        timezone: timezone2,
        bucket,
        since: iso(bounds[0] ?? since2),
        until: iso(bounds.at(-1) ?? until),
        ...reportView(report)
      };
    }
  };
  async function subjectOf(accountId, { tenant_id: tenantId, workspace_id: workspaceId }) {
    const tenantIds = tenantId === void 0 ? [] : [tenantId];
    if (workspaceId !== void 0) {
      await roles.requireRole(accountId, workspaceId, "admin");
      tenantIds.push(...await tenantsOf(workspaceId));
    }
    const [first] = tenantIds;
    const tenant = first === void 0 ? null : await directory.find(first);
    if (tenantId !== void 0) {
      if (!tenant) throw new AppError("not_found");
      await roles.requireRole(accountId, tenant.workspaceId, "admin");
    }
    return { tenantIds, timezone: tenant?.hours?.timezone ?? "UTC" };
  }
  async function tenantsOf(workspaceId) {
    const rows = await database.slowRead.rows(
      "SELECT tenant_id FROM tenants WHERE workspace_id = ? ORDER BY created_at, tenant_id",
      [workspaceId]
    );
    return rows.map(({ tenant_id }) => tenant_id);
  }
}
function rangeOf(query, timezone2, now) {
  const momentOf = (text4) => text4.length === "2026-12-25".length ? startOfDate(text4, timezone2) : Date.parse(text4);
  const { maxMs, usualMs } = RANGES[query.bucket];
  const until = query.until === void 0 ? now : momentOf(query.until);
  const since2 = query.since === void 0 ? until - usualMs : momentOf(query.since);
  const refuse4 = (field2, code, message) => {
    throw new AppError("invalid_request", { message, details: [{ field: field2, code }] });
  };
  if (!(until <= LATEST)) refuse4("until", "out_of_range", "until is too late.");
  if (!(since2 >= EARLIEST)) refuse4("since", "out_of_range", "since is too early.");
  if (since2 >= until) refuse4("until", "before_since", "until must be after since.");
  if (until - since2 > maxMs + HOUR) {
    const days = `${maxMs / DAY} days of ${query.bucket}s at most`;
    refuse4("since", "range_too_long", `A report covers ${days}: choose a later since.`);
  }
  return { since: since2, until };
}

// src/system/overview.ts
import { Op as Op2 } from "sequelize";

// src/tenants/model.ts
var TENANTS2 = defineTable("tenants", ["tenant_id"], {
  tenant_id: text(),
  workspace_id: text(),
  tenant_name: text(),
  widget_public_key: text(),
  allowed_origins: text(),
  callback_url_base: orNull(text()),
  default_locale: text(),
  widget: text(),
  bot: text(),
  hours: orNull(text()),
  retention_days: orNull(integer()),
  status: text(),
  suspension_reason: orNull(text()),
  deletes_at: orNull(integer()),
  /** The status before it was deleted; null once it can't be restored. */
  restores_to: orNull(text()),
  created_at: integer(),
  /** Grows with each change; 0: not changed since counting began. */
  changed_at: integer()
});
var RETIRED_WIDGET_KEYS = defineTable(
  "retired_widget_keys",
  ["tenant_id", "widget_public_key"],
  {
    tenant_id: text(),
    widget_public_key: text(),
    retires_at: integer()
  }
);
var TENANT_SECRETS = defineTable("tenant_secrets", ["tenant_id", "secret_id"], {
  tenant_id: text(),
  secret_id: text(),
  sealed_secret: text(),
  state: text(),
  retires_at: orNull(integer()),
  created_at: integer()
});

// src/tenants/store.ts
async function readTenant(database, tenantId) {
  const [[found], retired] = await Promise.all([
    database.read.rows(
      `SELECT ${listColumns(TENANTS2)} FROM tenants WHERE tenant_id = ?`,
      [tenantId]
    ),
    database.read.rows(
      `SELECT ${listColumns(RETIRED_WIDGET_KEYS)} FROM retired_widget_keys WHERE tenant_id = ?`,
      [tenantId]
    )
  ]);
  const retiredKeys = retired.map((row2) => ({
    key: row2.widget_public_key,
    retiresAt: row2.retires_at
  }));
  return found ? toTenant(found, retiredKeys) : null;
}
function toTenant(row2, retiredKeys) {
  return {
    tenantId: row2.tenant_id,
    workspaceId: row2.workspace_id,
    name: row2.tenant_name,
    widgetPublicKey: row2.widget_public_key,
    retiredKeys,
    allowedOrigins: JSON.parse(row2.allowed_origins),
    callbackUrlBase: row2.callback_url_base,
    defaultLocale: row2.default_locale,
    widget: JSON.parse(row2.widget),
    bot: JSON.parse(row2.bot),
    hours: row2.hours === null ? null : JSON.parse(row2.hours),
    retention: { messagesDays: row2.retention_days },
    status: row2.status,
    deletesAt: row2.deletes_at,
    createdAt: row2.created_at,
    version: row2.changed_at
  };
}
function settingsRow(settings2) {
  const { name: name2, allowedOrigins, callbackUrlBase, defaultLocale } = settings2;
  const { widget: widget2, bot: bot2, hours: hours2, retention: retention2 } = settings2;
  return {
    ...name2 !== void 0 && { tenant_name: name2 },
    ...allowedOrigins && { allowed_origins: JSON.stringify(allowedOrigins) },
    ...callbackUrlBase !== void 0 && { callback_url_base: callbackUrlBase },
    ...defaultLocale !== void 0 && { default_locale: defaultLocale },
    ...widget2 && { widget: JSON.stringify(widget2) },
    ...bot2 && { bot: JSON.stringify(bot2) },
    ...hours2 !== void 0 && { hours: hours2 === null ? null : JSON.stringify(hours2) },
    ...retention2 && { retention_days: retention2.messagesDays }
  };
}
async function lockTenant(tx, tenantId) {
  await tx.rows(`SELECT tenant_id FROM tenants WHERE tenant_id = ?${forUpdate(tx.dialect)}`, [
    tenantId
  ]);
}
async function readBot(tx, tenantId) {
  const [row2] = await tx.rows(
    "SELECT bot FROM tenants WHERE tenant_id = ?",
    [tenantId]
  );
  if (!row2) throw new AppError("not_found");
  return JSON.parse(row2.bot);
}
async function markChanged(tx, tenantId, now, version2) {
  const isAsRead = version2 === void 0 ? "" : " AND changed_at = ?";
  const marked = await tx.run(
    `UPDATE tenants SET changed_at = CASE WHEN changed_at >= ? THEN changed_at + 1 ELSE ? END
     WHERE tenant_id = ?${isAsRead}`,
    [now, now, tenantId, ...version2 === void 0 ? [] : [version2]]
  );
  if (marked === 0 && version2 !== void 0) {
    throw new AppError("state_conflict", {
      message: "The tenant has changed since this version. Read it again, then repeat your change."
    });
  }
  const [row2] = await tx.rows(
    "SELECT changed_at FROM tenants WHERE tenant_id = ?",
    [tenantId]
  );
  return row2?.changed_at ?? now;
}

// src/system/overview.ts
function createSystemOverview({ database }) {
  const { slowRead } = database;
  const tenants = modelOf(database, TENANTS2);
  const listById = async (table2, id, { limit, cursor }) => {
    const [after] = readCursor(cursor, "string") ?? [""];
    const rows = await slowRead.rows(
      `SELECT ${listColumns(table2)} FROM ${table2.name} WHERE ${id} > ? ORDER BY ${id} LIMIT ?`,
      [after, limit + 1]
    );
    return toPage(rows, limit, (row2) => [String(row2[id])]);
  };
  return {
    counts: async () => {
      const [counts] = await slowRead.rows(
        `SELECT
           (SELECT COUNT(*) FROM workspaces) AS workspaces,
           (SELECT COUNT(*) FROM accounts) AS admins,
           (SELECT COUNT(*) FROM tenants) AS tenants,
           (SELECT COUNT(*) FROM operators) AS operators,
           (SELECT COUNT(*) FROM tenants t
              JOIN conversations c ON c.tenant_id = t.tenant_id AND c.status = 'WAITING'
           ) AS pending_assignments`
      );
      return counts;
    },
    workspaces: (page2) => listById(NAMED_WORKSPACE, "workspace_id", page2),
    tenants: async ({ status: status2, limit, cursor }) => {
      const [after] = readCursor(cursor, "string") ?? [""];
      const rows = await tenants.findAll({
        where: { tenant_id: { [Op2.gt]: after }, ...status2 && { status: status2 } },
        order: [["tenant_id", "ASC"]],
        limit: limit + 1
      });
      const found = rows.map((row2) => toTenant(row2.get(), []));
      return toPage(found, limit, ({ tenantId }) => [tenantId]);
    },
    accounts: (page2) => listById(PUBLIC_ACCOUNT, "account_id", page2)
  };
}

// src/system/routes.ts
import Joi25 from "joi";

// src/tenants/view.ts
function tenantView(tenant) {
  return {
    tenant_id: tenant.tenantId,
    workspace_id: tenant.workspaceId,
    tenant_name: tenant.name,
    widget_public_key: tenant.widgetPublicKey,
    allowed_origins: tenant.allowedOrigins,
    callback_url_base: tenant.callbackUrlBase,
    default_locale: tenant.defaultLocale,
    widget: widgetView(tenant.widget),
    bot: botView(tenant.bot),
    hours: tenant.hours,
    retention: { messages_days: tenant.retention.messagesDays },
    status: tenant.status,
    deletes_at: isoOrNull(tenant.deletesAt),
    created_at: iso(tenant.createdAt),
    version: tenant.version
  };
}
function widgetView({ greeting, theme, crossDevice }) {
  return {
    greeting,
    theme: { accent_color: theme.accentColor, position: theme.position },
    cross_device: crossDevice
  };
}
function botView(bot2) {
  return {
    kind: bot2.kind,
    greeting: bot2.greeting,
    confidence_threshold: bot2.confidenceThreshold,
    restricted_topics: bot2.restrictedTopics,
    faq: bot2.faq.map(({ questions: questions2, answer: answer3, locale: locale3 }) => ({ questions: questions2, answer: answer3, locale: locale3 })),
    reply_timeout_s: bot2.replyTimeoutS
  };
}

// src/system/schemas.ts
import Joi24 from "joi";
var anyPage = Joi24.object(page);
var tenantsQuery2 = Joi24.object({
  ...page,
  status: Joi24.valid(...TENANT_STATUSES)
});
var tenantStatusBody = Joi24.object({
  tenant_id: uuid.required(),
  reason: lineOfText(500)
});
var count6 = Joi24.number().integer().min(0).required();
var statsAnswer = Joi24.object({
  workspaces: count6,
  admins: count6,
  tenants: count6,
  operators: count6,
  pending_assignments: count6
});
var workspacesAnswer = pageAnswer(
  "workspaces",
  Joi24.object({
    workspace_id: uuid.required(),
    name: Joi24.string().required(),
    created_at: time.required()
  })
);
var adminsAnswer = pageAnswer("admins", accountAnswer);

// src/system/routes.ts
var inSystem = { area: "system", rateLimit: "console_per_ip" };
function systemRoutes({ overview, setTenantStatus, audit }) {
  const statusRoute = (verb, status2, summary) => systemRoute({
    ...inSystem,
    method: "POST",
    path: `/console/system/${verb}/tenant`,
    summary,
    body: tenantStatusBody,
    answer: tenantAnswer,
    handle: async (call) => {
      const { tenant_id: tenantId, reason } = call.body;
      const tenant = await setTenantStatus(callerOf(call), tenantId, status2, reason ?? null);
      return { tenant: tenantView(tenant) };
    }
  });
  return [
    systemRoute({
      ...inSystem,
      method: "GET",
      path: "/console/system/fetch/stats",
      summary: "Figures of the whole platform; pending_assignments wait for an operator",
      answer: statsAnswer,
      handle: () => overview.counts()
    }),
    systemRoute({
      ...inSystem,
      method: "GET",
      path: "/console/system/fetch/workspaces",
      summary: "All workspaces",
      query: anyPage,
      answer: workspacesAnswer,
      handle: async ({ query }) => {
        const { rows, nextCursor } = await overview.workspaces(query);
        return { workspaces: rows.map(workspaceView2), next_cursor: nextCursor };
      }
    }),
    systemRoute({
      ...inSystem,
      method: "GET",
      path: "/console/system/fetch/tenants",
      summary: "All tenants, or those of one status",
      query: tenantsQuery2,
      answer: tenantsAnswer,
      handle: async ({ query }) => {
        const { rows, nextCursor } = await overview.tenants(query);
        return { tenants: rows.map(tenantView), next_cursor: nextCursor };
      }
    }),
    systemRoute({
      ...inSystem,
      method: "GET",
      path: "/console/system/fetch/admins",
      summary: "All accounts, pending ones too",
      query: anyPage,
      answer: adminsAnswer,
      handle: async ({ query }) => {
        const { rows, nextCursor } = await overview.accounts(query);
        return { admins: rows.map(accountView), next_cursor: nextCursor };
      }
    }),
    systemRoute({
      ...inSystem,
      method: "GET",
      path: "/console/system/fetch/audit-log",
      summary: "Who did what on the platform, and from where; newest first",
      query: Joi25.object(auditQuery),
      answer: entriesAnswer,
      handle: async ({ query }) => {
        const { rows, nextCursor } = await audit.listAll(query);
        return { entries: rows.map(entryView), next_cursor: nextCursor };
      }
    }),
    statusRoute("suspend", "suspended", "Suspend a tenant: its visitors are cut off within 2 s"),
    statusRoute("reactivate", "active", "End the suspension of a tenant")
  ];
}
function workspaceView2(row2) {
  return {
    workspace_id: row2.workspace_id,
    name: row2.workspace_name,
    created_at: iso(row2.created_at)
  };
}

// src/system/suspension.ts
var ACTIONS = { suspended: "tenant.suspended", active: "tenant.reactivated" };
function createSuspension({ tenants, directory, audit }) {
  return async (caller, tenantId, status2, reason) => {
    const tenant = await directory.find(tenantId);
    if (!tenant) throw new AppError("not_found");
    if (status2 === "suspended") requireConfirmed(caller);
    return tenants.setStatus(
      tenantId,
      status2,
      reason,
      (tx) => audit.record(tx, {
        workspaceId: tenant.workspaceId,
        action: ACTIONS[status2],
        actor: caller,
        ip: caller.ip,
        subject: tenantId,
        details: { reason }
      })
    );
  };
}

// src/tenant-api/schemas.ts
import Joi26 from "joi";
function operation(op, schema, more = {}) {
  return schema.keys({ op: Joi26.valid(op).required(), ...more });
}
var ESCALATION_REASONS = ["user_requested", "restricted_topic", "low_confidence"];
var sendMessageBody = operation("send/message", messageBody, {
  owner_epoch: Joi26.number().integer().min(0)
});
var sendTypingBody = operation(
  "send/typing",
  typingBody
);
var escalateBody = operation("escalate/conversation", conversationBody, {
  reason: Joi26.valid(...ESCALATION_REASONS)
});
var resolveBody = operation("resolve/conversation", conversationBody);
var fetchConversationBody = operation(
  "fetch/conversation",
  conversationBody
);
var fetchMessagesBody = operation(
  "fetch/messages",
  conversationHistoryQuery
);
var fetchSessionsBody = operation(
  "fetch/sessions",
  Joi26.object({ user_id: userId.required() })
);
var visitorBody2 = Joi26.object({ tenant_id: uuid, ...visitorFields }).xor("session_id", "user_id");
var exportVisitorBody = operation("export/visitor", visitorBody2);
var eraseVisitorBody = operation("erase/visitor", visitorBody2);
var nullable3 = (schema) => schema.allow(null).required();
var sessionsAnswer = Joi26.object({
  sessions: Joi26.array().items(
    Joi26.object({
      session_id: Joi26.string().required(),
      tenant_id: uuid.required(),
      user_id: Joi26.string().required(),
      mode: Joi26.valid("bot", "human").required(),
      locale: Joi26.string().required(),
      routing_key: nullable3(Joi26.string()),
      origin: Joi26.string().required(),
      conversation_id: nullable3(Joi26.string()),
      status: nullable3(Joi26.string()),
      created_at: time.required(),
      expires_at: time.required(),
      ended_at: nullable3(time)
    })
  ).required()
});

// src/tenant-api/sessions.ts
async function sessionsOfUser({ sessions, store: store2 }, tenantId, userId2) {
  const found = await sessions.ofUser(tenantId, userId2);
  return Promise.all(
    found.map(async (session2) => {
      const conversation2 = await store2.ofSession(session2);
      return {
        ...sessionView(session2),
        conversation_id: conversation2?.conversationId ?? null,
        status: conversation2?.status ?? null
      };
    })
  );
}
function sessionView(session2) {
  return {
    session_id: session2.sessionId,
    tenant_id: session2.tenantId,
    user_id: session2.userId,
    mode: session2.mode,
    locale: session2.locale,
    routing_key: session2.routingKey,
    origin: session2.origin,
    created_at: iso(session2.createdAt),
    expires_at: iso(session2.expiresAt),
    ended_at: isoOrNull(session2.endedAt)
  };
}

// src/tenant-api/routes.ts
var SIGNED = {
  method: "POST",
  area: "tenant",
  rateLimit: "tenant_api_per_ip",
  isBodySigned: true
};
var present2 = ({ session: session2, state }) => ({
  conversation: inboxRow(session2, state)
});
function tenantApiRoutes(options) {
  const { backend, store: store2, compliance } = options;
  return [
    tenantRoute({
      ...SIGNED,
      path: "/tenant/send/message",
      summary: "Answer as the bot; a repeated client_msg_id is answered, not repeated",
      body: sendMessageBody,
      answer: messageAnswer,
      handle: async ({ principal, body }) => {
        const { message, isDuplicate: isDuplicate2 } = await backend.send(
          principal.tenant,
          body.conversation_id,
          {
            clientMsgId: body.client_msg_id,
            content: body.content,
            ownerEpoch: body.owner_epoch ?? null
          }
        );
        if (!message) throw new TypeError("a sent message is always there");
        return { message: messageView(message), ...isDuplicate2 && { duplicate: true } };
      }
    }),
    tenantRoute({
      ...SIGNED,
      path: "/tenant/send/typing",
      summary: "Show the visitor that an answer is being written",
      body: sendTypingBody,
      answer: emptyAnswer,
      handle: async ({ principal, body }) => {
        await backend.type(principal.tenant, body.conversation_id, body.state);
        return {};
      }
    }),
    tenantRoute({
      ...SIGNED,
      path: "/tenant/escalate/conversation",
      summary: "Hand a conversation from the bot to the operators",
      body: escalateBody,
      answer: conversationAnswer,
      handle: async ({ principal, body }) => present2(
        await backend.escalate(
          principal.tenant,
          body.conversation_id,
          body.reason ?? "user_requested"
        )
      )
    }),
    tenantRoute({
      ...SIGNED,
      path: "/tenant/resolve/conversation",
      summary: "Mark a conversation that the bot owns as resolved",
      body: resolveBody,
      answer: conversationAnswer,
      handle: async ({ principal, body }) => present2(await backend.resolve(principal.tenant, body.conversation_id))
    }),
    tenantRoute({
      ...SIGNED,
      path: "/tenant/fetch/conversation",
      summary: "One conversation",
      body: fetchConversationBody,
      answer: conversationAnswer,
      handle: async ({ principal, body }) => present2(await backend.find(principal.tenant, body.conversation_id))
    }),
    tenantRoute({
      ...SIGNED,
      path: "/tenant/fetch/messages",
      summary: "Messages of a conversation in order",
      body: fetchMessagesBody,
      answer: historyAnswer,
      handle: async ({ principal, body }) => {
        const { session: session2 } = await backend.find(principal.tenant, body.conversation_id);
        return readHistory(store2, session2, body);
      }
    }),
    tenantRoute({
      ...SIGNED,
      path: "/tenant/fetch/sessions",
      summary: "A user's visitor sessions, the newest first",
      body: fetchSessionsBody,
      answer: sessionsAnswer,
      handle: async ({ principal, body }) => ({
        sessions: await sessionsOfUser(options, principal.tenant.tenantId, body.user_id)
      })
    }),
    tenantRoute({
      ...SIGNED,
      path: "/tenant/export/visitor",
      summary: "Everything stored about a visitor, as one document",
      body: exportVisitorBody,
      answer: exportAnswer,
      handle: async ({ principal, body, ip }) => {
        const tenantId = ownTenantId(principal, body.tenant_id);
        const by = { actor: null, ip };
        return { export: await compliance.exportVisitor(tenantId, visitorRefOf(body), by) };
      }
    }),
    tenantRoute({
      ...SIGNED,
      path: "/tenant/erase/visitor",
      summary: "Erase all messages and the identity of a visitor permanently",
      body: eraseVisitorBody,
      answer: eraseAnswer,
      handle: async ({ principal, body, ip }) => {
        const tenantId = ownTenantId(principal, body.tenant_id);
        const by = { actor: null, ip };
        const { sessions } = await compliance.eraseVisitor(tenantId, visitorRefOf(body), by);
        return { erased_sessions: sessions };
      }
    })
  ];
}
function ownTenantId({ tenant }, named) {
  if (named !== void 0 && named !== tenant.tenantId) throw new AppError("not_found");
  return tenant.tenantId;
}

// src/tenants/faq/schemas.ts
import Joi27 from "joi";
var { questions, answer: answer2, locale: locale2 } = faqEntryFields;
var entryId = Joi27.string().pattern(FAQ_ENTRY_ID);
var createFaqEntryBody = Joi27.object({
  tenant_id: uuid.required(),
  questions: questions.required(),
  answer: answer2.required(),
  locale: locale2,
  version
});
var faqEntryIdBody = Joi27.object({
  faq_entry_id: entryId.required(),
  version
});
var updateFaqEntryBody = Joi27.object({
  faq_entry_id: entryId.required(),
  questions,
  answer: answer2,
  locale: locale2,
  version
});
var faqEntriesQuery = Joi27.object({ ...page, tenant_id: uuid.required() });
var entryShape = Joi27.object({
  faq_entry_id: entryId.required(),
  questions: questions.required(),
  answer: answer2.required(),
  locale: locale2.required()
});
var faqEntryAnswer = Joi27.object({
  faq_entry: entryShape.required(),
  version: version.required()
});
var faqEntriesAnswer = pageAnswer("faq_entries", entryShape).keys({
  version: version.required()
});
function givenEntry(body) {
  return {
    ...body.questions && { questions: body.questions },
    ...body.answer !== void 0 && { answer: body.answer },
    ...body.locale !== void 0 && { locale: body.locale }
  };
}
function faqEntryView({
  id,
  questions: asked,
  answer: said,
  locale: spoken
}) {
  return { faq_entry_id: id, questions: asked, answer: said, locale: spoken };
}
function faqChangeView({ entry: entry2, version: now }) {
  return { faq_entry: faqEntryView(entry2), version: now };
}

// src/tenants/faq/routes.ts
var inConsole4 = {
  area: "console",
  rateLimit: "console_per_ip",
  bodyLimit: "body_tenant_bytes"
};
function faqRoutes({ faq }) {
  return [
    consoleRoute({
      ...inConsole4,
      method: "GET",
      path: "/console/fetch/faq-entries",
      summary: "The entries of a tenant's FAQ, in their order",
      query: faqEntriesQuery,
      answer: faqEntriesAnswer,
      handle: async ({ query, principal }) => {
        const { rows, nextCursor, version: version2 } = await faq.list(
          principal.accountId,
          query.tenant_id,
          query
        );
        return { faq_entries: rows.map(faqEntryView), next_cursor: nextCursor, version: version2 };
      }
    }),
    consoleRoute({
      ...inConsole4,
      method: "POST",
      path: "/console/create/faq-entry",
      summary: "Add an entry to a tenant's FAQ",
      body: createFaqEntryBody,
      answer: faqEntryAnswer,
      status: 201,
      idempotent: { secrets: [] },
      handle: async (call) => {
        const { tenant_id: tenantId, version: version2, questions: questions2, answer: answer3, locale: locale3 = null } = call.body;
        const entry2 = { questions: questions2, answer: answer3, locale: locale3 };
        return faqChangeView(await faq.create(callerOf(call), tenantId, entry2, version2));
      }
    }),
    consoleRoute({
      ...inConsole4,
      method: "POST",
      path: "/console/update/faq-entry",
      summary: "Change an entry; with locale null it is for every language",
      body: updateFaqEntryBody,
      answer: faqEntryAnswer,
      handle: async (call) => {
        const { faq_entry_id: id, version: version2 } = call.body;
        return faqChangeView(await faq.update(callerOf(call), id, givenEntry(call.body), version2));
      }
    }),
    consoleRoute({
      ...inConsole4,
      method: "POST",
      path: "/console/remove/faq-entry",
      summary: "Take an entry out of a tenant's FAQ",
      body: faqEntryIdBody,
      answer: faqEntryAnswer,
      handle: async (call) => {
        const { faq_entry_id: id, version: version2 } = call.body;
        return faqChangeView(await faq.remove(callerOf(call), id, version2));
      }
    })
  ];
}

// src/tenants/routes.ts
var inConsole5 = { area: "console", rateLimit: "console_per_ip" };
function tenantRoutes({ tenants, deletion }) {
  return [
    consoleRoute({
      ...inConsole5,
      method: "POST",
      path: "/console/create/tenant",
      summary: "Create a tenant; its secret is shown only here",
      body: createTenantBody,
      bodyLimit: "body_tenant_bytes",
      answer: tenantWithSecretAnswer,
      status: 201,
      idempotent: { secrets: ["tenant_secret"] },
      handle: async (call) => {
        const { tenant, secret } = await tenants.create(callerOf(call), call.body);
        return { tenant: tenantView(tenant), tenant_secret: secret };
      }
    }),
    consoleRoute({
      ...inConsole5,
      method: "GET",
      path: "/console/fetch/tenants",
      summary: "A workspace's tenants; an operator sees those they serve",
      query: tenantsQuery,
      answer: tenantsAnswer,
      handle: async ({ query: { workspace_id: workspaceId, ...rest }, principal }) => {
        const page2 = await tenants.list(principal.accountId, { workspaceId, ...rest });
        return { tenants: page2.rows.map(tenantView), next_cursor: page2.nextCursor };
      }
    }),
    consoleRoute({
      ...inConsole5,
      method: "GET",
      path: "/console/fetch/tenant",
      summary: "One tenant",
      query: tenantIdFields,
      answer: tenantAnswer,
      handle: async ({ query, principal }) => ({
        tenant: tenantView(await tenants.get(principal.accountId, query.tenant_id))
      })
    }),
    consoleRoute({
      ...inConsole5,
      method: "POST",
      path: "/console/update/tenant",
      summary: "Change settings; a given object replaces the whole stored one, without faq its entries stay",
      body: updateTenantBody,
      bodyLimit: "body_tenant_bytes",
      answer: tenantAnswer,
      handle: async (call) => {
        const { tenant_id: tenantId, version: version2, ...settings2 } = call.body;
        const tenant = await tenants.update(callerOf(call), tenantId, settings2, version2);
        return { tenant: tenantView(tenant) };
      }
    }),
    consoleRoute({
      ...inConsole5,
      method: "POST",
      path: "/console/rotate/widget-key",
      summary: "Create a new widget key; the old one works until grace_s has passed",
      body: graceBody,
      answer: tenantAnswer,
      handle: async (call) => {
        const { tenant_id: tenantId, grace_s: graceS } = call.body;
        return {
          tenant: tenantView(await tenants.rotateWidgetKey(callerOf(call), tenantId, graceS))
        };
      }
    }),
    consoleRoute({
      ...inConsole5,
      method: "POST",
      path: "/console/rotate/tenant-secret",
      summary: "Create a pending secret, shown only here; deploy it, then activate it",
      body: tenantIdFields,
      answer: tenantWithSecretAnswer,
      handle: async (call) => {
        const { tenant, secret } = await tenants.rotateSecret(callerOf(call), call.body.tenant_id);
        return { tenant: tenantView(tenant), tenant_secret: secret };
      }
    }),
    consoleRoute({
      ...inConsole5,
      method: "POST",
      path: "/console/activate/tenant-secret",
      summary: "Sign with the pending secret; the old one is accepted until grace_s has passed",
      body: graceBody,
      answer: tenantAnswer,
      handle: async (call) => {
        const { tenant_id: tenantId, grace_s: graceS } = call.body;
        return {
          tenant: tenantView(await tenants.activateSecret(callerOf(call), tenantId, graceS))
        };
      }
    }),
    consoleRoute({
      ...inConsole5,
      method: "POST",
      path: "/console/delete/tenant",
      summary: "Delete a tenant in seven days; until then it can be restored",
      body: deleteTenantBody,
      answer: tenantAnswer,
      handle: async (call) => {
        const { tenant_id: tenantId, tenant_name: name2 } = call.body;
        return { tenant: tenantView(await deletion.delete(callerOf(call), tenantId, name2)) };
      }
    }),
    consoleRoute({
      ...inConsole5,
      method: "POST",
      path: "/console/restore/tenant",
      summary: "Take the deletion of a tenant back",
      body: tenantIdFields,
      answer: tenantAnswer,
      handle: async (call) => ({
        tenant: tenantView(await deletion.restore(callerOf(call), call.body.tenant_id))
      })
    })
  ];
}

// src/visitors/routes.ts
import { createHash as createHash6 } from "crypto";

// src/visitors/schemas.ts
import { isForgeableUserId } from "@chat-relay/receiver-sdk";
import Joi28 from "joi";

// src/visitors/metadata.ts
var MAX_BYTES = 8192;
var MAX_KEYS = 64;
var MAX_DEPTH = 5;
var FORBIDDEN_KEYS = ["__proto__", "constructor", "prototype"];
function checkMetadata(value) {
  if (!isContainer(value) || Array.isArray(value)) return ["not_an_object"];
  const keys = [];
  if (!collectKeys(value, 1, keys)) return ["too_deep"];
  const problems = [];
  if (keys.length > MAX_KEYS) problems.push("too_many_keys");
  if (keys.some((key) => FORBIDDEN_KEYS.includes(key))) problems.push("forbidden_key");
  if (Buffer.byteLength(JSON.stringify(value)) > MAX_BYTES) problems.push("too_large");
  return problems;
}
function collectKeys(container, depth, keys) {
  if (depth > MAX_DEPTH) return false;
  if (!Array.isArray(container)) keys.push(...Object.keys(container));
  return Object.values(container).filter(isContainer).every((child) => collectKeys(child, depth + 1, keys));
}
function isContainer(value) {
  return typeof value === "object" && value !== null;
}

// src/visitors/widget-config.ts
var FRAME_BYTES = 16 * 1024;
function createWidgetConfig(deps) {
  return async (tenant, locale3) => ({
    tenant_name: tenant.name,
    is_online: await isOnline(tenant),
    bot_enabled: tenant.bot.kind !== "none",
    locale: locale3,
    greeting: tenant.widget.greeting ?? tenant.bot.greeting,
    theme: {
      accent_color: tenant.widget.theme.accentColor,
      position: tenant.widget.theme.position
    },
    limits: { content_chars: MAX_CONTENT_CHARS, frame_bytes: FRAME_BYTES }
  });
  async function isOnline({ tenantId, status: status2, hours: hours2 }) {
    const now = deps.clock();
    if (status2 !== "active" || !isOpen(hours2, now)) return false;
    return deps.operators.isAnyAvailable(tenantId, now);
  }
}

// src/visitors/schemas.ts
var publicKey = Joi28.string().min(1).max(64);
var checkedMetadata = (value, helpers) => {
  const [problem] = checkMetadata(value);
  return problem === void 0 ? value : helpers.error(`metadata.${problem}`);
};
var METADATA_MESSAGES = { "metadata.not_an_object": "{{#label}} must be a JSON object" };
var metadata = Joi28.object().unknown().custom(checkedMetadata).messages(METADATA_MESSAGES);
var metadataText = Joi28.string().custom((text4, helpers) => {
  const value = parseJson2(text4);
  return value === void 0 ? helpers.error("metadata.not_an_object") : checkedMetadata(value, helpers);
}).messages(METADATA_MESSAGES);
function parseJson2(text4) {
  try {
    return JSON.parse(text4);
  } catch {
    return void 0;
  }
}
var createFields = {
  tenant_id: uuid.required(),
  widget_public_key: publicKey.required(),
  // The origin rules check the rest of its form: a wrong one is answered with 403.
  origin: readable().max(2048).required(),
  locale,
  routing_key: routingKey,
  mode: Joi28.valid("bot", "human"),
  widget_version: Joi28.string().pattern(/^[\x20-\x7e]{1,32}$/)
};
var createSessionBody = Joi28.object({ ...createFields, metadata });
var createSessionQuery = Joi28.object({
  ...createFields,
  metadata: metadataText
});
var widgetConfigQuery = Joi28.object({
  tenant_id: uuid.required(),
  widget_public_key: publicKey.required(),
  locale
});
var unforgeableUserId = userId.custom(
  (value, helpers) => isForgeableUserId(value) ? helpers.error("user_id.forgeable") : value
).messages({ "user_id.forgeable": "{{#label}} has the shape of a callback signature" });
var identifyBody = Joi28.object({
  user_id: unforgeableUserId.required(),
  // Wrong in any form, it is answered with 403.
  user_signature: Joi28.string().max(512).required(),
  display_name: name,
  email: emailAddress,
  attributes: metadata
});
var sessionId2 = Joi28.string().pattern(/^vs_[A-Za-z0-9_-]{43}$/);
var widgetConfig = Joi28.object({
  tenant_name: Joi28.string().required(),
  is_online: Joi28.boolean().required(),
  bot_enabled: Joi28.boolean().required(),
  locale: locale.required(),
  greeting: Joi28.string().allow(null).required(),
  theme: Joi28.object({
    accent_color: Joi28.string().allow(null).required(),
    position: Joi28.valid("left", "right").required()
  }).required(),
  limits: Joi28.object({
    content_chars: Joi28.valid(MAX_CONTENT_CHARS).required(),
    frame_bytes: Joi28.valid(FRAME_BYTES).required()
  }).required()
});
var widgetConfigAnswer = Joi28.object({ widget_config: widgetConfig.required() });
var tokenAnswer = Joi28.object({
  session_id: sessionId2.required(),
  visitor_token: Joi28.string().required(),
  expires_at: time.required()
});
var createSessionAnswer = tokenAnswer.keys({ widget_config: widgetConfig.required() });
var identifyAnswer = Joi28.object({
  session_id: sessionId2.required(),
  user_id: Joi28.string().required(),
  /** With `expires_at` if this is another session: the one with the user's open conversation. */
  visitor_token: tokenAnswer.extract("visitor_token").optional(),
  expires_at: time
});
var endSessionAnswer = Joi28.object({ session_id: sessionId2.required() });

// src/visitors/view.ts
function tokenView(sessionId3, { token: token2, expiresAtMs }) {
  return { session_id: sessionId3, visitor_token: token2, expires_at: iso(expiresAtMs) };
}
function createdSessionView({ session: session2, token: token2, widgetConfig: widgetConfig2 }) {
  return { ...tokenView(session2.sessionId, token2), widget_config: widgetConfig2 };
}

// src/visitors/widget-tenant.ts
async function findWidgetTenant(directory, { tenant_id, widget_public_key }) {
  const tenant = await directory.findByKey(tenant_id, widget_public_key);
  if (!tenant) {
    throw new AppError("not_found", {
      message: "No tenant has this key. Check tenant_id and widget_public_key."
    });
  }
  if (tenant.status !== "active") throw new AppError("tenant_suspended");
  return tenant;
}

// src/visitors/routes.ts
var CONFIG_MAX_AGE_S = 60;
function visitorRoutes(deps) {
  const { sessions, directory, tokens } = deps;
  const create = async (fields2, { request: request2, header, ip }) => {
    const originHeader = request2.headers["origin"];
    const created = await deps.createSession(fields2, { originHeader, ip });
    header("access-control-allow-origin", created.session.origin);
    header("cache-control", "no-store");
    return createdSessionView(created);
  };
  return [
    publicRoute({
      method: "POST",
      path: "/create/visitor-session",
      area: "visitor",
      summary: "Start a visitor session from an allowed origin",
      body: createSessionBody,
      answer: createSessionAnswer,
      status: 201,
      rateLimit: "create_session_per_ip",
      handle: (call) => create(call.body, call)
    }),
    publicRoute({
      method: "GET",
      path: "/create/visitor-session",
      area: "visitor",
      summary: "Start a visitor session by query parameters; metadata is JSON text",
      query: createSessionQuery,
      answer: createSessionAnswer,
      status: 201,
      rateLimit: "create_session_per_ip",
      handle: (call) => create(call.query, call)
    }),
    publicRoute({
      method: "GET",
      path: "/fetch/widget-config",
      area: "visitor",
      summary: "The launcher's configuration, without a session",
      query: widgetConfigQuery,
      answer: widgetConfigAnswer,
      rateLimit: "widget_config_per_ip",
      handle: async ({ query, header }) => {
        const tenant = await findWidgetTenant(directory, query);
        const config = await deps.widgetConfig(tenant, query.locale ?? tenant.defaultLocale);
        header("cache-control", `public, max-age=${CONFIG_MAX_AGE_S}`);
        header("etag", etagOf(config));
        return { widget_config: config };
      }
    }),
    expiredVisitorRoute({
      method: "POST",
      path: "/refresh/visitor-token",
      area: "visitor",
      summary: "A new token for the same session; the old one may have expired",
      answer: tokenAnswer,
      rateLimit: "refresh_per_ip",
      handle: async ({ principal: { session: session2 } }) => tokenView(session2.sessionId, await signVisitorToken(tokens, session2))
    }),
    visitorRoute({
      method: "POST",
      path: "/identify/visitor",
      area: "visitor",
      summary: "Bind the session to the tenant's user, proven by user_signature; with cross_device, continue in their earlier one",
      body: identifyBody,
      answer: identifyAnswer,
      rateLimit: "visitor_per_ip",
      handle: async ({ body, principal }) => {
        const { sessionId: sessionId3, userId: userId2 } = await deps.identify(principal.session, body);
        if (sessionId3 === principal.session.sessionId) {
          return { session_id: sessionId3, user_id: userId2 };
        }
        const token2 = await signVisitorToken(tokens, { ...principal.session, sessionId: sessionId3 });
        return { ...tokenView(sessionId3, token2), user_id: userId2 };
      }
    }),
    visitorRoute({
      method: "POST",
      path: "/end/visitor-session",
      area: "visitor",
      summary: "End the session; its tokens are no longer valid",
      answer: endSessionAnswer,
      rateLimit: "visitor_per_ip",
      handle: async ({ principal: { session: session2 } }) => {
        await sessions.end(session2);
        return { session_id: session2.sessionId };
      }
    })
  ];
}
function etagOf(value) {
  return `"${createHash6("sha256").update(JSON.stringify(value)).digest("base64url")}"`;
}

// src/visitors/sightings/routes.ts
import Joi29 from "joi";

// src/visitors/sightings/sighting.ts
var SIGHTING_OUTCOMES = [
  "accepted",
  "origin_not_allowed",
  "wrong_key",
  "suspended"
];
function mergeSightings(one, other) {
  if (!one) return other;
  const [earlier, later] = one.lastSeenAt <= other.lastSeenAt ? [one, other] : [other, one];
  return {
    ...later,
    count: Math.min(one.count + other.count, MAX_COUNT),
    firstSeenAt: Math.min(one.firstSeenAt, other.firstSeenAt),
    widgetVersion: later.widgetVersion ?? earlier.widgetVersion
  };
}
var MAX_COUNT = 2e9;

// src/visitors/sightings/routes.ts
var sightingsAnswer = Joi29.object({
  sightings: Joi29.array().items(
    Joi29.object({
      origin: Joi29.string().allow(null).required(),
      outcome: Joi29.valid(...SIGHTING_OUTCOMES).required(),
      count: Joi29.number().integer().required(),
      first_seen_at: time.required(),
      last_seen_at: time.required(),
      widget_version: Joi29.string().allow(null).required()
    })
  ).required()
});
function sightingRoutes({ directory, roles, sightings }) {
  return [
    consoleRoute({
      area: "console",
      rateLimit: "console_per_ip",
      method: "GET",
      path: "/console/fetch/widget-sightings",
      summary: "From which pages the widget of a tenant calls, and with which outcome",
      query: tenantIdFields,
      answer: sightingsAnswer,
      handle: async ({ query: { tenant_id: tenantId }, principal }) => {
        const tenant = await directory.find(tenantId);
        if (!tenant) throw new AppError("not_found");
        await roles.requireRole(principal.accountId, tenant.workspaceId, "admin");
        return { sightings: (await sightings.read(tenantId)).map(sightingView) };
      }
    })
  ];
}
function sightingView(sighting) {
  const { origin, outcome, count: count7, firstSeenAt, lastSeenAt, widgetVersion } = sighting;
  return {
    origin,
    outcome,
    count: count7,
    first_seen_at: iso(firstSeenAt),
    last_seen_at: iso(lastSeenAt),
    widget_version: widgetVersion
  };
}

// src/workspaces/invitation-routes.ts
import Joi31 from "joi";

// src/workspaces/schemas.ts
import Joi30 from "joi";
var createWorkspace = Joi30.object({ name: name.required() });
var updateWorkspace = Joi30.object({
  workspace_id: uuid.required(),
  name: name.required()
});
var anyPage2 = Joi30.object(page);
var workspacePage = Joi30.object({ workspace_id: uuid.required(), ...page });
var memberId = Joi30.object({
  workspace_id: uuid.required(),
  account_id: uuid.required()
});
var updateMember = Joi30.object({
  workspace_id: uuid.required(),
  account_id: uuid.required(),
  role: roleName.required()
});
var createInvitation = Joi30.object({
  workspace_id: uuid.required(),
  email: emailAddress.required(),
  role: roleName.required()
});
var invitationId = Joi30.object({ invitation_id: uuid.required() });
var acceptInvitation = Joi30.object({
  invite_token: Joi30.string().min(1).max(128).required()
});

// src/workspaces/invitation-routes.ts
var sentAnswer = Joi31.object({
  invitation: invitationAnswer.required(),
  dev_invite_token: Joi31.string().allow(null)
});
function invitationRoutes({ invitations, clock }) {
  const sentView = ({ invitation: invitation2, devInviteToken }) => ({
    invitation: invitationView(invitation2, clock()),
    ...devInviteToken !== null && { dev_invite_token: devInviteToken }
  });
  return [
    consoleRoute({
      method: "POST",
      path: "/console/create/invitation",
      area: "console",
      summary: "Invite an address into a workspace",
      body: createInvitation,
      answer: sentAnswer,
      status: 201,
      rateLimit: "console_per_ip",
      idempotent: { secrets: ["dev_invite_token"] },
      handle: async (call) => {
        const { workspace_id, email: email2, role } = call.body;
        const invitedBy = callerOf(call);
        return sentView(
          await invitations.createInvitation({ workspaceId: workspace_id, email: email2, role, invitedBy })
        );
      }
    }),
    consoleRoute({
      method: "GET",
      path: "/console/fetch/invitations",
      area: "console",
      summary: "The invitations of a workspace; newest first",
      query: workspacePage,
      answer: pageAnswer("invitations", invitationAnswer),
      rateLimit: "console_per_ip",
      handle: async (call) => {
        const { query } = call;
        const page2 = await invitations.list(callerOf(call), query.workspace_id, query);
        const now = clock();
        return {
          invitations: page2.rows.map((row2) => invitationView(row2, now)),
          next_cursor: page2.nextCursor
        };
      }
    }),
    consoleRoute({
      method: "POST",
      path: "/console/resend/invitation",
      area: "console",
      summary: "Send an invitation again, with a new token",
      body: invitationId,
      answer: sentAnswer,
      rateLimit: "console_per_ip",
      handle: async (call) => sentView(await invitations.resend(callerOf(call), call.body.invitation_id))
    }),
    consoleRoute({
      method: "POST",
      path: "/console/revoke/invitation",
      area: "console",
      summary: "Revoke an invitation",
      body: invitationId,
      answer: Joi31.object({ invitation: invitationAnswer.required() }),
      rateLimit: "console_per_ip",
      handle: async (call) => ({
        invitation: invitationView(
          await invitations.revoke(callerOf(call), call.body.invitation_id),
          clock()
        )
      })
    }),
    consoleRoute({
      method: "POST",
      path: "/console/accept/invitation",
      area: "console",
      summary: "Join a workspace by invitation, with an existing account",
      body: acceptInvitation,
      answer: Joi31.object({ membership: membershipAnswer.required() }),
      rateLimit: "console_per_ip",
      handle: async (call) => ({
        membership: membershipView(
          await invitations.accept(callerOf(call), call.body.invite_token)
        )
      })
    })
  ];
}

// src/workspaces/routes.ts
import Joi32 from "joi";
var workspace = Joi32.object({ workspace: workspaceAnswer.required() });
var member = Joi32.object({ member: memberAnswer.required() });
function workspaceRoutes({ workspaces, deleteWorkspace }) {
  return [
    consoleRoute({
      method: "GET",
      path: "/console/fetch/workspaces",
      area: "console",
      summary: "The workspaces that the account is a member of",
      query: anyPage2,
      answer: pageAnswer("workspaces", workspaceAnswer),
      rateLimit: "console_per_ip",
      handle: async ({ query, principal }) => {
        const { rows, nextCursor } = await workspaces.list(principal.accountId, query);
        return { workspaces: rows.map(workspaceView), next_cursor: nextCursor };
      }
    }),
    consoleRoute({
      method: "POST",
      path: "/console/create/workspace",
      area: "console",
      summary: "Create a workspace, owned by the account",
      body: createWorkspace,
      answer: workspace,
      status: 201,
      rateLimit: "console_per_ip",
      idempotent: { secrets: [] },
      handle: async (call) => ({
        workspace: workspaceView(await workspaces.create(callerOf(call), call.body.name))
      })
    }),
    consoleRoute({
      method: "POST",
      path: "/console/update/workspace",
      area: "console",
      summary: "Rename a workspace",
      body: updateWorkspace,
      answer: workspace,
      rateLimit: "console_per_ip",
      handle: async (call) => {
        const { workspace_id, name: name2 } = call.body;
        return {
          workspace: workspaceView(await workspaces.update(callerOf(call), workspace_id, name2))
        };
      }
    }),
    consoleRoute({
      method: "POST",
      path: "/console/delete/workspace",
      area: "console",
      summary: "Delete a workspace without tenants, at once; name is its own",
      body: updateWorkspace,
      answer: Joi32.object({}),
      rateLimit: "console_per_ip",
      handle: async (call) => {
        await deleteWorkspace(callerOf(call), call.body.workspace_id, call.body.name);
        return {};
      }
    })
  ];
}
function memberRoutes({ members }) {
  return [
    consoleRoute({
      method: "GET",
      path: "/console/fetch/members",
      area: "console",
      summary: "The members of a workspace and their roles",
      query: workspacePage,
      answer: pageAnswer("members", memberAnswer),
      rateLimit: "console_per_ip",
      handle: async (call) => {
        const { query } = call;
        const { rows, nextCursor } = await members.list(callerOf(call), query.workspace_id, query);
        return { members: rows.map(memberView), next_cursor: nextCursor };
      }
    }),
    consoleRoute({
      method: "POST",
      path: "/console/update/member",
      area: "console",
      summary: "Change a member's role",
      body: updateMember,
      answer: member,
      rateLimit: "console_per_ip",
      handle: async (call) => {
        const { workspace_id, account_id, role } = call.body;
        const row2 = await members.update(callerOf(call), workspace_id, account_id, role);
        return { member: memberView(row2) };
      }
    }),
    consoleRoute({
      method: "POST",
      path: "/console/remove/member",
      area: "console",
      summary: "Remove a member from a workspace, or leave it",
      body: memberId,
      answer: Joi32.object({}),
      rateLimit: "console_per_ip",
      handle: async (call) => {
        await members.remove(callerOf(call), call.body.workspace_id, call.body.account_id);
        return {};
      }
    })
  ];
}

// src/app/routes.ts
function listRoutes({ config, database, clock, audit, tokens, rateLimiter }, { accounts, roles, workspaces, deleteWorkspace, invitations, members }, { directory, operators, tenants, deletion, faq }, visitors, { redelivery, testCall, readHealth }, { store: store2, builtin, inbox, cannedReplies, tenantBackend, compliance }) {
  return [
    ...accountRoutes({ ...accounts, workspaces }),
    ...sessionRoutes({ database, sessions: accounts.sessions, workspaces }),
    ...settingsRoutes(accounts),
    ...bootstrapRoutes({
      systemAdmins: accounts.systemAdmins,
      configuredSeed: config.systemAdmin,
      isLocal: config.isLocal
    }),
    ...systemRoutes({
      overview: createSystemOverview({ database }),
      setTenantStatus: createSuspension({ tenants, directory, audit }),
      audit
    }),
    ...workspaceRoutes({ workspaces, deleteWorkspace }),
    ...memberRoutes({ members }),
    ...invitationRoutes({ invitations, clock }),
    ...auditRoutes({ audit, roles }),
    ...tenantRoutes({ tenants, deletion }),
    ...faqRoutes({ faq }),
    ...botRoutes({ testBot: createBotTest({ directory, roles, rateLimiter, builtin }) }),
    ...operatorRoutes({ operators, clock }),
    ...cannedReplyRoutes({ cannedReplies }),
    ...visitorRoutes({ ...visitors, directory, tokens }),
    ...sightingRoutes({ directory, roles, sightings: visitors.sightings }),
    ...reportRoutes({ reports: createReports({ database, directory, roles, clock }) }),
    ...conversationRoutes({ inbox, store: store2, slowRead: database.slowRead, roles, clock }),
    ...complianceRoutes({ compliance, directory, roles }),
    ...callbackRoutes({ database, directory, roles, audit, redelivery, testCall, readHealth }),
    ...tenantApiRoutes({
      backend: tenantBackend,
      store: store2,
      sessions: visitors.sessions,
      compliance
    })
  ];
}

// src/conversations/inbox/feed.ts
import { createServer } from "http";
import Boom2 from "@hapi/boom";
import Hapi2 from "@hapi/hapi";
import { plugin as nesPlugin } from "@hapi/nes";

// src/platform/http/upgrade.ts
function refuseUpgrade(socket, status2) {
  socket.end(
    `HTTP/1.1 ${status2}\r
Connection: close\r
Content-Length: 0\r
\r
`,
    () => socket.destroy()
  );
}
var INTERVAL_MS2 = 5;
var SHARE = 1 / 200;
var MAX_WAITING2 = 2e3;
function dispatchUpgrades(listener, handlers) {
  const waiting = [];
  let isResting = false;
  const handOver = () => {
    isResting = waiting.length > 0;
    if (!isResting) return;
    for (const upgrade of waiting.splice(0, Math.ceil(waiting.length * SHARE))) upgrade();
    setTimeout(handOver, INTERVAL_MS2);
  };
  listener.on("upgrade", (request2, socket, head) => {
    socket.on("error", () => socket.destroy());
    const path = (request2.url ?? "").split("?", 1)[0] ?? "";
    const handler = handlers.get(path);
    if (!handler) return refuseUpgrade(socket, "404 Not Found");
    if (waiting.length >= MAX_WAITING2) return refuseUpgrade(socket, "503 Service Unavailable");
    waiting.push(() => handler(request2, socket, head));
    if (!isResting) handOver();
  });
}

// src/conversations/sockets/close-codes.ts
var CLOSE = {
  unsupportedData: 1003,
  policy: 1008,
  restarting: 1012,
  overloaded: 1013,
  tokenInvalid: 4401,
  suspended: 4403,
  sessionOver: 4404,
  replaced: 4409,
  flood: 4429
};

// src/conversations/inbox/feed-frames.ts
var MAX_SUBSCRIPTIONS = 200;
var MAX_TOKEN_LENGTH = 4200;
var INVALID2 = { kind: "invalid" };
function readFeedFrame(text4, session2) {
  const frame = parseObject(text4);
  const id = frame?.["id"];
  if (!frame || !isId(id)) return INVALID2;
  const { type } = frame;
  switch (type) {
    case "ping":
      return pass({ type, id });
    case "hello":
      return readHello(frame, id, session2);
    case "reauth": {
      const auth = readAuth(frame["auth"]);
      return auth ? pass({ type, id, auth }) : INVALID2;
    }
    case "sub":
    case "unsub": {
      const { path } = frame;
      return isPath(path) ? pass({ type, id, path }) : INVALID2;
    }
    case "request":
    case "message":
      return {
        kind: "refuse",
        answer: JSON.stringify({
          type,
          id,
          statusCode: 403,
          payload: { error: "Forbidden", message: "Use the HTTP routes." },
          headers: {}
        })
      };
    default:
      return INVALID2;
  }
}
function readHello(frame, id, session2) {
  const hasOwn = "auth" in frame || session2 === null;
  const auth = hasOwn ? readAuth(frame["auth"]) : { headers: { cookie: session2 } };
  const subs = frame["subs"] ?? [];
  if (!auth || frame["version"] !== "2" || !Array.isArray(subs)) return INVALID2;
  if (subs.length > MAX_SUBSCRIPTIONS || !subs.every(isPath)) return INVALID2;
  return pass({ type: "hello", id, version: "2", auth, subs });
}
function readAuth(auth) {
  if (!isObject(auth) || !isObject(auth["headers"])) return null;
  const entry2 = Object.entries(auth["headers"]).find(
    ([name2]) => name2.toLowerCase() === "authorization"
  );
  const authorization = entry2?.[1];
  const isClean = typeof authorization === "string" && /^[\x20-\x7e]+$/.test(authorization);
  return isClean && authorization.length <= MAX_TOKEN_LENGTH ? { headers: { authorization } } : null;
}
function pass(frame) {
  return { kind: "pass", type: frame.type, text: JSON.stringify(frame) };
}
function parseObject(text4) {
  try {
    const value = JSON.parse(text4);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
function isId(value) {
  if (typeof value === "number") return Number.isSafeInteger(value) && value > 0;
  return typeof value === "string" && value !== "" && value.length <= 64;
}
function isPath(value) {
  return typeof value === "string" && /^\/[A-Za-z0-9/_-]{1,200}$/.test(value);
}

// src/conversations/sockets/frame-budgets.ts
var FRAMES_PER_S = 20;
var FRAMES_BURST = 60;
var FRAMES_PER_MESSAGE_A_S = 4;
var FRAMES_PER_MESSAGE_AT_ONCE = 3;
var TYPING_PER_S = 2;
var MAX_REFUSED_PER_MINUTE = 50;
var MAX_BAD_FRAMES = 10;
var FrameBudget = class {
  #frames;
  #messages;
  #typings;
  #badFrames = 0;
  #refused = 0;
  #refusedSince = 0;
  constructor(limits, now) {
    const { socket_messages_per_s: perSecond, socket_messages_burst: burst } = limits;
    this.#frames = new TokenBucket(
      Math.max(FRAMES_PER_S, perSecond * FRAMES_PER_MESSAGE_A_S),
      Math.max(FRAMES_BURST, burst * FRAMES_PER_MESSAGE_AT_ONCE),
      now
    );
    this.#messages = new TokenBucket(perSecond, burst, now);
    this.#typings = new TokenBucket(TYPING_PER_S, TYPING_PER_S, now);
  }
  /** Counts a received frame before it is parsed. */
  takeAny(now) {
    return this.#frames.take(now) ? PASS : this.#refuse(this.#frames.waitMs(), now);
  }
  /**
   * Counts a valid frame by its type. A sync that passes runs until the session's budget is notified of its
   * end.
   */
  take(frame, session2, now) {
    switch (frame.type) {
      case "typing":
        return this.#typings.take(now) ? PASS : { kind: "drop" };
      case "msg":
        if (!this.#messages.take(now)) return this.#refuse(this.#messages.waitMs(), now);
        return session2.messages.take(now) ? PASS : this.#refuse(session2.messages.waitMs(), now);
      case "sync":
        return session2.beginSync(now) ? PASS : this.#refuse(session2.syncWaitMs(), now);
      default:
        return PASS;
    }
  }
  /** Counts an invalid frame; true if there were too many. */
  noteBad() {
    return ++this.#badFrames >= MAX_BAD_FRAMES;
  }
  #refuse(retryAfterMs2, now) {
    return { kind: "refuse", retryAfterMs: retryAfterMs2, isFlood: this.noteRefused(now) };
  }
  /** Counts a refused frame; true if there was a flood. */
  noteRefused(now) {
    if (now - this.#refusedSince > 6e4) {
      this.#refusedSince = now;
      this.#refused = 0;
    }
    return ++this.#refused > MAX_REFUSED_PER_MINUTE;
  }
};
var PASS = { kind: "pass" };
var SessionBudget = class {
  messages;
  #syncs;
  #isSyncing = false;
  constructor(limits, now) {
    this.messages = new TokenBucket(
      limits.session_messages_per_s,
      limits.session_messages_burst,
      now
    );
    this.#syncs = new TokenBucket(limits.sync_per_s, limits.sync_burst, now);
  }
  /** True: the sync may run, until `endSync`. */
  beginSync(now) {
    if (this.#isSyncing || !this.#syncs.take(now)) return false;
    this.#isSyncing = true;
    return true;
  }
  endSync() {
    this.#isSyncing = false;
  }
  syncWaitMs() {
    return this.#syncs.waitMs() || RUNNING_SYNC_WAIT_MS;
  }
  isUnused(now) {
    return !this.#isSyncing && this.messages.isFull(now) && this.#syncs.isFull(now);
  }
};
var RUNNING_SYNC_WAIT_MS = 1e3;
var SessionBudgets = class {
  #limits;
  #budgets = /* @__PURE__ */ new Map();
  constructor(limits) {
    this.#limits = limits;
  }
  of(sessionId3, now) {
    const known = this.#budgets.get(sessionId3);
    if (known) return known;
    const budget = new SessionBudget(this.#limits, now);
    this.#budgets.set(sessionId3, budget);
    return budget;
  }
  /** Drops budgets that equal a new one. */
  sweep(now) {
    for (const [sessionId3, budget] of this.#budgets) {
      if (budget.isUnused(now)) this.#budgets.delete(sessionId3);
    }
  }
};
var TokenBucket = class {
  #perSecond;
  #burst;
  #tokens;
  #filledAt;
  constructor(perSecond, burst, now) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#tokens = burst;
    this.#filledAt = now;
  }
  take(now) {
    this.#fill(now);
    if (this.#tokens < 1) return false;
    this.#tokens--;
    return true;
  }
  isFull(now) {
    this.#fill(now);
    return this.#tokens === this.#burst;
  }
  /** The time until the next one passes. */
  waitMs() {
    return Math.max(0, Math.ceil((1 - this.#tokens) / this.#perSecond * 1e3));
  }
  #fill(now) {
    const gained = Math.max(0, (now - this.#filledAt) / 1e3) * this.#perSecond;
    this.#tokens = Math.min(this.#burst, this.#tokens + gained);
    this.#filledAt = now;
  }
};

// src/conversations/sockets/gathered-writes.ts
function gatherWrites(connection) {
  let isGathering = false;
  const release3 = () => {
    isGathering = false;
    connection.uncork();
  };
  return () => {
    if (isGathering) return;
    isGathering = true;
    connection.cork();
    process.nextTick(release3);
  };
}

// src/conversations/sockets/socket-close.ts
var CLOSE_TIMEOUT_MS = 1500;
var BREACH_TIMEOUT_MS = 500;
var BREACHES = /* @__PURE__ */ new Set([
  CLOSE.unsupportedData,
  CLOSE.policy,
  CLOSE.flood
]);
function closeSocket(socket, code, reason) {
  socket.close(code, reason);
  if (!BREACHES.has(code)) return socket.resume();
  socket.pause();
  setTimeout(() => socket.terminate(), BREACH_TIMEOUT_MS).unref();
}
function retryIn(ms) {
  return JSON.stringify({ retry_ms: ms });
}

// src/conversations/inbox/feed-guard.ts
var HELLO_WITHIN_MS = 5e3;
var HELLO_ANSWER_WITHIN_MS = 15e3;
function guardFeeds(server, options) {
  const limits = { maxPayload: options.maxFrameBytes, closeTimeout: CLOSE_TIMEOUT_MS };
  Object.assign(server.options, limits);
  server.prependListener("connection", (socket, request2) => {
    const session2 = options.sessionOf?.(request2) ?? null;
    guardFeed(socket, request2.socket, session2, options, () => options.onOpen?.(request2));
  });
}
function guardFeed(socket, connection, session2, { clock, upkeep }, onOpen) {
  const frames = new TokenBucket(FRAMES_PER_S, FRAMES_BURST, clock());
  let phase = "new";
  let deadline = setTimeout(
    () => closeSocket(socket, CLOSE.policy, "hello expected"),
    HELLO_WITHIN_MS
  );
  socket.once("close", () => clearTimeout(deadline));
  upkeep.add(socket, () => socket.terminate());
  const takeFrame = () => {
    if (socket.readyState !== socket.OPEN) socket.pause();
    else if (!frames.take(clock())) closeSocket(socket, CLOSE.flood, "too many frames");
    return socket.readyState === socket.OPEN;
  };
  socket.on("ping", takeFrame);
  socket.on("pong", takeFrame);
  const receive2 = (data, isBinary) => {
    if (!takeFrame()) return null;
    const frame = isBinary || phase === "greeting" ? null : readFeedFrame(data.toString("utf8"), session2);
    if (phase !== "open") {
      if (frame?.kind === "pass" && frame.type === "hello") return greet(frame.text);
      closeSocket(socket, CLOSE.policy, "hello expected");
      return null;
    }
    if (frame?.kind === "pass") return frame.text;
    if (frame?.kind === "refuse") write2(frame.answer);
    else closeSocket(socket, isBinary ? CLOSE.unsupportedData : CLOSE.policy, "invalid frame");
    return null;
  };
  const greet = (hello) => {
    phase = "greeting";
    clearTimeout(deadline);
    deadline = setTimeout(
      () => closeSocket(socket, CLOSE.overloaded, retryIn(5e3)),
      HELLO_ANSWER_WITHIN_MS
    );
    return hello;
  };
  const emit = socket.emit.bind(socket);
  socket.emit = (event, ...args) => {
    if (event !== "message") return emit(event, ...args);
    const text4 = receive2(...args);
    return text4 === null || emit("message", Buffer.from(text4), false);
  };
  const send = socket.send.bind(socket);
  const gather = gatherWrites(connection);
  const write2 = (text4) => {
    if (socket.readyState !== socket.OPEN) return;
    gather();
    send(text4);
    upkeep.noteWrite(socket);
  };
  const writeBeforeOpen = (text4) => {
    const { type, statusCode } = JSON.parse(text4);
    if (type === "ping") return;
    write2(text4);
    if (type !== "hello") return;
    if (statusCode !== void 0) {
      if (statusCode === 503) return closeSocket(socket, CLOSE.overloaded, retryIn(5e3));
      return closeSocket(socket, statusCode === 429 ? CLOSE.flood : CLOSE.policy, "hello refused");
    }
    phase = "open";
    clearTimeout(deadline);
    onOpen();
  };
  socket.send = ((text4, ...rest) => {
    if (phase === "open") write2(text4);
    else writeBeforeOpen(text4);
    const callback = rest.at(-1);
    if (typeof callback === "function") setImmediate(callback);
  });
}

// src/conversations/inbox/feed-updates.ts
function createFeedUpdates(options) {
  const { hub, subscriptions, write: write2 } = options;
  const publish = (path, update, mayReceive) => {
    let text4;
    for (const socket of subscriptions.of(path)) {
      if (!socket.app.scope || !mayReceive(socket.app.scope)) continue;
      text4 ??= JSON.stringify({ type: "pub", path, message: update });
      write2(socket, text4);
    }
  };
  const reportDelivered = (notice) => {
    const { session: session2, state, messages } = notice;
    const last2 = messages.findLast((message) => message.sender === "visitor");
    if (!last2 || !subscriptions.has(`/conversations/${state.conversationId}`)) return;
    hub.publish({
      kind: "delivered",
      to: "visitor",
      tenantId: session2.tenantId,
      sessionId: session2.sessionId,
      conversationId: state.conversationId,
      seq: last2.seq
    });
  };
  return async (notice) => {
    switch (notice.kind) {
      case "change": {
        const { session: session2, state } = notice;
        const mayReceive = (scope) => scope.maySee(session2.tenantId, session2.routingKey);
        const path = `/conversations/${state.conversationId}`;
        for (const message of notice.messages) {
          publish(
            path,
            {
              type: "message",
              conversation_id: state.conversationId,
              message: messageView(message),
              last_seq: state.lastSeq
            },
            mayReceive
          );
        }
        for (const { by, seq: seq2 } of notice.receipts) {
          if (by !== "visitor") continue;
          const conversation_id = state.conversationId;
          publish(path, { type: "receipt", conversation_id, kind: "read", seq: seq2 }, mayReceive);
        }
        return reportDelivered(notice);
      }
      case "state": {
        const { session: session2, state } = notice;
        const mayReceive = (scope) => scope.maySee(session2.tenantId, session2.routingKey);
        const tenant = await options.directory.find(session2.tenantId);
        if (!tenant) return;
        const row2 = { type: "conversation", conversation: inboxRow(session2, state) };
        return publish(`/inbox/${tenant.workspaceId}`, row2, mayReceive);
      }
      case "typing": {
        const { conversationId, sender, state } = notice;
        const update = { type: "typing", conversation_id: conversationId, sender, state };
        return publish(`/conversations/${conversationId}`, update, servesTenantOf(notice));
      }
      case "draft": {
        const { conversationId, streamId, at, text: text4 } = notice;
        const draft = { conversation_id: conversationId, stream_id: streamId, at, text: text4 };
        const update = { type: "draft", ...draft };
        return publish(`/conversations/${conversationId}`, update, servesTenantOf(notice));
      }
      case "draft-end": {
        const { conversationId, streamId, outcome } = notice;
        const end = { conversation_id: conversationId, stream_id: streamId, outcome };
        const update = { type: "draft_end", ...end };
        return publish(`/conversations/${conversationId}`, update, servesTenantOf(notice));
      }
      case "delivered": {
        if (notice.to !== "agent") return;
        const { conversationId, seq: seq2 } = notice;
        const update = { type: "receipt", conversation_id: conversationId, kind: "delivered", seq: seq2 };
        return publish(`/conversations/${conversationId}`, update, servesTenantOf(notice));
      }
      case "presence": {
        const { workspaceId, operatorId, status: status2 } = notice;
        return publish(
          `/inbox/${workspaceId}`,
          { type: "presence", operator_id: operatorId, status: status2 },
          (scope) => scope.hasWorkspace(workspaceId)
        );
      }
    }
  };
}
function servesTenantOf({ tenantId }) {
  return (scope) => scope.maySee(tenantId, null);
}

// src/conversations/inbox/followed-tenants.ts
function createFollowedTenants(hub) {
  const followed = /* @__PURE__ */ new Map();
  const follow = async (tenantIds) => {
    const readies = [];
    for (const tenantId of tenantIds) {
      const following = followed.get(tenantId) ?? hub.followTenant(tenantId);
      followed.set(tenantId, following);
      readies.push(following.ready);
    }
    await Promise.all(readies);
  };
  return {
    follow,
    set: async (tenantIds) => {
      for (const [tenantId, following] of followed) {
        if (tenantIds.has(tenantId)) continue;
        following.stop();
        followed.delete(tenantId);
      }
      await follow(tenantIds);
    }
  };
}

// src/conversations/inbox/nes-internals.ts
function takeOver(server) {
  const { _listener } = server.plugins.nes;
  return {
    wss: _listener._wss,
    sockets: () => Object.values(_listener._sockets._items),
    write: (socket, text4) => socket._ws.send(text4)
  };
}

// src/conversations/inbox/feed-subscriptions.ts
import Boom from "@hapi/boom";
function createFeedSubscriptions() {
  const byPath2 = /* @__PURE__ */ new Map();
  const bySocket = /* @__PURE__ */ new Map();
  const remove = (socket, path) => {
    bySocket.get(socket)?.get(path)?.();
    removeFrom(bySocket, socket, path);
    removeFrom(byPath2, path, socket);
  };
  return {
    add: async (socket, path, check) => {
      const paths = bySocket.get(socket) ?? /* @__PURE__ */ new Map();
      if (paths.has(path)) throw Boom.conflict("already subscribing");
      if (paths.size >= MAX_SUBSCRIPTIONS) throw Boom.tooManyRequests("too many subscriptions");
      bySocket.set(socket, paths.set(path, void 0));
      let end = void 0;
      try {
        end = await check();
        if (!socket.isOpen()) throw Boom.clientTimeout("closed");
        paths.set(path, end);
      } catch (refusal) {
        end?.();
        remove(socket, path);
        throw refusal;
      }
      byPath2.set(path, (byPath2.get(path) ?? /* @__PURE__ */ new Set()).add(socket));
    },
    remove,
    of: (path) => byPath2.get(path) ?? [],
    has: (path) => byPath2.has(path)
  };
}
function removeFrom(index, key, value) {
  const values = index.get(key);
  values?.delete(value);
  if (values?.size === 0) index.delete(key);
}

// src/conversations/inbox/feed.ts
var CONSOLE_FEED_PATH = "/api/v1/ws/console";
var MAX_FRAME_BYTES = 16 * 1024;
var MAX_FEEDS_PER_ACCOUNT = 50;
var MAX_UNAUTHENTICATED = 500;
var CHECK_INTERVAL_MS = 1e3;
var HEARTBEAT = { interval: 15e3, timeout: 5e3 };
async function createConsoleFeed(options) {
  const { hub, log } = options;
  const listener = createServer();
  const server = Hapi2.server({ listener, autoListen: false, debug: false });
  registerConsoleScheme(server, ({ raw }) => readSessionCookie(raw.req.headers.cookie));
  registerErrorResponses(server, log);
  const authenticate = (presented) => options.authenticate({ ...presented, isBackground: true });
  server.auth.strategy("console", "console", {
    validate: (presented) => authenticate(presented).catch(uncheckedUnlessRefused)
  });
  const sessions = /* @__PURE__ */ new WeakMap();
  await server.register({
    plugin: nesPlugin,
    options: {
      // The guard limits the time of a hello.
      auth: { type: "direct", route: { strategy: "console" }, timeout: false },
      heartbeat: HEARTBEAT,
      onConnection: (socket) => countFeeds(socket)
    }
  });
  const { wss, sockets, write: write2 } = takeOver(server);
  const unauthenticated = /* @__PURE__ */ new Set();
  guardFeeds(wss, {
    ...options,
    maxFrameBytes: MAX_FRAME_BYTES,
    sessionOf: (request2) => sessions.get(request2) ?? null,
    onOpen: (request2) => unauthenticated.delete(request2.socket)
  });
  const countFeeds = (socket) => {
    const { accountId } = principalOf(socket);
    const feeds = sockets().filter(({ auth }) => auth.credentials?.accountId === accountId);
    if (feeds.length > MAX_FEEDS_PER_ACCOUNT) throw Boom2.tooManyRequests("too many feeds");
  };
  await server.initialize();
  const subscriptions = createFeedSubscriptions();
  const offer = (path, check) => {
    const hooks = {
      auth: { mode: "required" },
      // Awaited by nes, though its types don't say so.
      onSubscribe: (socket, subscribed, params) => subscriptions.add(socket, subscribed, () => check(socket, params)),
      onUnsubscribe: subscriptions.remove
    };
    server.subscription(path, hooks);
  };
  offer("/inbox/{workspace_id}", async (socket, { workspace_id = "" }) => {
    const { accountId } = principalOf(socket);
    if (!await options.isMember(accountId, workspace_id)) throw Boom2.notFound();
    const scope = await refreshScope(socket);
    await tenants.follow(scope.tenantIds());
    return void 0;
  });
  offer("/conversations/{conversation_id}", async (socket, { conversation_id = "" }) => {
    const scope = await refreshScope(socket);
    const found = await options.store.find(scope.tenantIds(), conversation_id);
    if (!found || !scope.maySee(found.session.tenantId, found.session.routingKey)) {
      throw Boom2.notFound();
    }
    const following = hub.followSession(found.session.sessionId);
    await following.ready;
    return following.stop;
  });
  const tenants = createFollowedTenants(hub);
  const refreshScope = async (socket) => {
    socket.app.scope = await options.inboxScope(principalOf(socket).accountId);
    return socket.app.scope;
  };
  const checkSockets = async () => {
    for (const socket of sockets()) {
      const presented = socket.auth.artifacts;
      if (!socket.auth.credentials || presented === void 0) continue;
      try {
        await authenticate(presented);
        if (socket.auth.credentials.accountId === UNCHECKED.accountId) void socket.disconnect();
        else if (socket.app.scope) await refreshScope(socket);
      } catch (error) {
        if (error instanceof AppError && error.status === 401) void socket.disconnect();
        else
          log.warn(
            { event: "console_feed.check_failed", err: error },
            "could not check a console feed"
          );
      }
    }
    await tenants.set(tenantIds());
  };
  const tenantIds = () => new Set(sockets().flatMap(({ app }) => app.scope?.tenantIds() ?? []));
  const endSession = (sessionId3) => {
    for (const socket of sockets()) {
      if (socket.auth.credentials?.sessionId === sessionId3) void socket.disconnect();
    }
  };
  const guarded = (work) => {
    work.catch(
      (error) => log.error({ event: "console_feed.failed", err: error }, "a console feed failed")
    );
  };
  const timer = setInterval(() => guarded(checkSockets()), CHECK_INTERVAL_MS);
  timer.unref();
  const isWatching = (conversationId) => subscriptions.has(`/conversations/${conversationId}`);
  const publishUpdates = createFeedUpdates({ ...options, subscriptions, write: write2 });
  const unwatch = hub.watch((notice) => {
    if (sockets().length === 0) return;
    if (notice.kind === "console-session-over") endSession(notice.sessionId);
    guarded(publishUpdates(notice));
  });
  return {
    accept: (request2, socket, head) => {
      const token2 = readSessionCookie(request2.headers.cookie);
      if (token2 !== null && options.mayUseCookie(request2.headers)) {
        sessions.set(request2, sessionCookie(token2));
      }
      delete request2.headers.cookie;
      if (unauthenticated.size >= MAX_UNAUTHENTICATED) {
        return refuseUpgrade(socket, "503 Service Unavailable");
      }
      unauthenticated.add(socket);
      socket.once("close", () => unauthenticated.delete(socket));
      options.admit(request2).then(
        () => listener.emit("upgrade", request2, socket, head),
        () => refuseUpgrade(socket, "429 Too Many Requests")
      );
    },
    stop: async () => {
      unwatch();
      clearInterval(timer);
      await server.stop({ timeout: 1e3 });
    },
    size: () => sockets().length,
    tenantIds,
    isWatching
  };
}
var UNCHECKED = {
  accountId: "",
  sessionId: "",
  email: "",
  displayName: "",
  isSystem: false,
  session: { kind: "bearer", idleEndsAt: null, confirmedUntil: null, isConfirmed: false }
};
function uncheckedUnlessRefused(error) {
  if (error instanceof AppError && error.status === 401) throw error;
  return UNCHECKED;
}
function principalOf(socket) {
  const { credentials: credentials2 } = socket.auth;
  if (!credentials2) throw Boom2.unauthorized();
  if (credentials2.accountId === UNCHECKED.accountId) throw Boom2.serverUnavailable();
  return credentials2;
}

// src/conversations/live/metrics.ts
function measureBus(metrics, bus) {
  metrics.total(
    "relay_notices_total",
    "Notices between nodes: sent, received, or dropped because no one on this node follows them",
    () => {
      const { sent = 0, received = 0, dropped = 0 } = bus?.stats() ?? {};
      return { sent, received, dropped };
    },
    "what"
  );
  metrics.gauge(
    "relay_notice_channels",
    "Channels of notices that this node is subscribed to in Redis",
    () => bus?.stats().channels ?? 0
  );
}

// src/conversations/live/missed-changes.ts
var POLL_MS2 = SECOND / 2;
var OVERLAP_MS2 = 5 * SECOND;
var AFTERMATH_MS = 5 * SECOND;
var MAX_MESSAGES = 200;
function watchMissedChanges(options) {
  const { clock, hub, store: store2 } = options;
  let told = /* @__PURE__ */ new Map();
  let since2 = clock();
  let lastAwayAt = -Infinity;
  let isReading = false;
  const tell = async (changed) => {
    const { session: session2, state } = changed;
    const before = told.get(state.conversationId);
    if (before && before.lastSeq >= state.lastSeq && before.epoch >= state.ownerEpoch) return;
    told.set(state.conversationId, toldOf(changed));
    hub.publishHere({
      kind: "change",
      session: session2,
      state,
      messages: options.isWatched(changed) ? await missed(changed, before) : [],
      receipts: [],
      hasStatusChanged: true,
      source: null
    });
  };
  const missed = async ({ session: session2, state }, before) => {
    const messages = await store2.messages(session2, {
      beforeSeq: state.lastSeq + 1,
      limit: MAX_MESSAGES
    });
    const isNew = (message) => before ? message.seq > before.lastSeq : message.createdAt >= since2 - OVERLAP_MS2;
    return messages.filter(isNew);
  };
  const read3 = async () => {
    const startedAt = clock();
    const tenantIds = [...new Set(options.tenantIds())];
    const changes = await store2.changedSince(tenantIds, since2 - OVERLAP_MS2);
    for (const changed of changes) await tell(changed);
    for (const sessionId3 of await store2.endedSince(tenantIds, since2 - OVERLAP_MS2)) {
      hub.publishHere({ kind: "session-over", sessionId: sessionId3 });
    }
    since2 = startedAt;
    const current = new Set(changes.map(({ state }) => state.conversationId));
    told = new Map([...told].filter(([id, { at }]) => current.has(id) || at >= startedAt));
  };
  const tick = () => {
    const now = clock();
    if (!options.isBusHealthy()) lastAwayAt = now;
    if (now - lastAwayAt > AFTERMATH_MS) {
      since2 = now;
      return;
    }
    if (isReading) return;
    isReading = true;
    read3().catch(
      (error) => options.log.warn(
        { event: "changes.read_failed", err: error },
        "could not read missed changes"
      )
    ).finally(() => {
      isReading = false;
    });
  };
  const unwatch = hub.watch((notice) => {
    if (notice.kind !== "change" || clock() - lastAwayAt > AFTERMATH_MS) return;
    told.set(notice.state.conversationId, toldOf(notice));
  });
  const toldOf = ({ state }) => ({
    lastSeq: state.lastSeq,
    epoch: state.ownerEpoch,
    at: clock()
  });
  const timer = setInterval(tick, POLL_MS2);
  timer.unref();
  return () => {
    unwatch();
    clearInterval(timer);
  };
}

// src/conversations/live/queue-positions.ts
var PAUSE_MS = 200;
function createQueuePositions(hub, store2, log) {
  const queues = /* @__PURE__ */ new Map();
  const tellAll = async (tenantId, queue2) => {
    queue2.isReading = true;
    queue2.hasMoved = false;
    const { entered } = queue2;
    queue2.entered = /* @__PURE__ */ new Set();
    const tell = (sessionId3, position) => {
      if (!queue2.waiting.has(sessionId3)) return;
      hub.publishHere({ kind: "queue-position", sessionId: sessionId3, position });
    };
    try {
      const sessionIds = await store2.queue(tenantId);
      sessionIds.forEach((sessionId3, index) => {
        entered.delete(sessionId3);
        tell(sessionId3, index + 1);
      });
    } catch (error) {
      log.warn(
        { event: "queue.read_failed", err: error, tenant_id: tenantId },
        "could not read the queue"
      );
    }
    for (const sessionId3 of entered) tell(sessionId3, null);
    setTimeout(() => {
      queue2.isReading = false;
      if (queue2.hasMoved) note(tenantId, queue2);
    }, PAUSE_MS).unref();
  };
  const note = (tenantId, queue2) => {
    queue2.hasMoved = true;
    if (!queue2.isReading && queues.get(tenantId) === queue2) void tellAll(tenantId, queue2);
  };
  const open2 = (tenantId) => {
    const following = hub.followTenant(tenantId);
    const queue2 = {
      following,
      waiting: /* @__PURE__ */ new Map(),
      entered: /* @__PURE__ */ new Set(),
      hasMoved: false,
      isReading: false
    };
    queues.set(tenantId, queue2);
    void following.ready.then(() => note(tenantId, queue2));
    return queue2;
  };
  const unwatch = hub.watch((notice) => {
    if (notice.kind !== "state" || !notice.hasStatusChanged) return;
    const queue2 = queues.get(notice.session.tenantId);
    if (queue2) note(notice.session.tenantId, queue2);
  });
  return {
    enter: ({ tenantId, sessionId: sessionId3 }) => {
      const queue2 = queues.get(tenantId) ?? open2(tenantId);
      queue2.waiting.set(sessionId3, (queue2.waiting.get(sessionId3) ?? 0) + 1);
      queue2.entered.add(sessionId3);
      note(tenantId, queue2);
      let isWaiting = true;
      return () => {
        if (!isWaiting) return;
        isWaiting = false;
        const left = (queue2.waiting.get(sessionId3) ?? 1) - 1;
        if (left > 0) return void queue2.waiting.set(sessionId3, left);
        queue2.waiting.delete(sessionId3);
        if (queue2.waiting.size > 0) return;
        queue2.following.stop();
        queues.delete(tenantId);
      };
    },
    stop: unwatch
  };
}

// src/conversations/sockets/keepalive.ts
var PING_INTERVAL_MS = 25e3;
var MAX_MISSED_PONGS = 2;
var MAX_UNSENT_BYTES = 4 * 1024 * 1024;
var SLOW_BYTES = 1024 * 1024;
var SLOW_PATIENCE_MS = 5e3;
var TICK_MS = 1e3;
var TICKS_PER_PING = PING_INTERVAL_MS / TICK_MS;
function createSocketUpkeep() {
  const watched = /* @__PURE__ */ new Map();
  const slowSince = /* @__PURE__ */ new Map();
  let tick = 0;
  let nextSlot = 0;
  const pingDue = () => {
    const slot = tick % TICKS_PER_PING;
    for (const [socket, state] of watched) {
      if (state.slot !== slot) continue;
      if (state.missedPongs >= MAX_MISSED_PONGS) {
        socket.terminate();
        continue;
      }
      state.missedPongs++;
      socket.ping();
    }
  };
  const cutSlow = () => {
    for (const [socket, since2] of slowSince) {
      if (socket.bufferedAmount <= SLOW_BYTES) slowSince.delete(socket);
      else if (Date.now() - since2 >= SLOW_PATIENCE_MS) socket.terminate();
    }
  };
  const timer = setInterval(() => {
    tick++;
    pingDue();
    cutSlow();
  }, TICK_MS);
  timer.unref();
  return {
    add: (socket, end) => {
      const state = { end, missedPongs: 0, slot: nextSlot++ % TICKS_PER_PING };
      watched.set(socket, state);
      socket.on("pong", () => {
        state.missedPongs = 0;
      });
      socket.on("error", () => setImmediate(() => socket.pause()));
      socket.on("close", () => {
        watched.delete(socket);
        slowSince.delete(socket);
      });
    },
    noteWrite: (socket) => {
      if (socket.bufferedAmount > MAX_UNSENT_BYTES) watched.get(socket)?.end();
      else if (socket.bufferedAmount > SLOW_BYTES && !slowSince.has(socket)) {
        slowSince.set(socket, Date.now());
      }
    },
    stop: () => clearInterval(timer)
  };
}

// src/conversations/sockets/metrics.ts
function measureSockets(metrics, sockets) {
  metrics.gauge(
    "relay_sockets_open",
    "WebSockets that are open on this node",
    () => ({ visitor: sockets.visitor(), console: sockets.console() }),
    "kind"
  );
}

// src/conversations/widget-socket/widget-sockets.ts
import { WebSocketServer } from "ws";

// src/conversations/sockets/address-count.ts
function createAddressCount(max) {
  const open2 = /* @__PURE__ */ new Map();
  return {
    enter: (address) => {
      const count7 = open2.get(address) ?? 0;
      if (count7 >= max) return null;
      open2.set(address, count7 + 1);
      return () => {
        const left = (open2.get(address) ?? 0) - 1;
        if (left > 0) open2.set(address, left);
        else open2.delete(address);
      };
    }
  };
}

// src/conversations/widget-socket/incoming-frames.ts
var CLIENT_MSG_ID = /^[\x20-\x7e]{1,64}$/;
var GUARDS = {
  msg: guardMessage,
  typing: ({ state }) => state === "start" || state === "stop" ? accept3({ type: "typing", state }) : INVALID3,
  ping: () => accept3({ type: "ping" }),
  read: ({ seq: seq2 }) => isCount(seq2) ? accept3({ type: "read", seq: seq2 }) : INVALID3,
  escalate: () => accept3({ type: "escalate" }),
  sync: ({ since: since2 }) => isCount(since2) ? accept3({ type: "sync", since: since2 }) : INVALID3,
  auth: ({ token: token2 }) => typeof token2 === "string" ? accept3({ type: "auth", token: token2 }) : INVALID3
};
function guardFrame(text4) {
  const fields2 = parseObject2(text4);
  if (!fields2 || typeof fields2["type"] !== "string") return INVALID3;
  const { type } = fields2;
  if (!Object.hasOwn(GUARDS, type)) return { ok: false, code: "unknown_type", isBad: false };
  return GUARDS[type](fields2);
}
var INVALID3 = { ok: false, code: "invalid_frame", isBad: true };
function accept3(frame) {
  return { ok: true, frame };
}
function parseObject2(text4) {
  try {
    const value = JSON.parse(text4);
    const isObject2 = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject2 ? value : null;
  } catch {
    return null;
  }
}
function guardMessage({ client_msg_id, content: content2 }) {
  if (typeof client_msg_id !== "string" || !CLIENT_MSG_ID.test(client_msg_id)) return INVALID3;
  const refused = { ok: false, clientMsgId: client_msg_id };
  if (typeof content2 !== "string" || content2 === "" || UNSTORABLE.test(content2)) {
    return { ...refused, code: "invalid_frame", isBad: true };
  }
  if (isTooLong(content2)) return { ...refused, code: "content_too_long", isBad: false };
  return accept3({ type: "msg", client_msg_id, content: content2 });
}
function isCount(value) {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

// src/conversations/journal/resume.ts
var MAX_REPLAYED = 200;
function planResume(since2, lastSeq) {
  if (since2 === null) return { status: "none", from: null, to: null };
  const isReset = since2 > lastSeq;
  const isTruncated = lastSeq - since2 > MAX_REPLAYED;
  const after = isReset || isTruncated ? Math.max(0, lastSeq - MAX_REPLAYED) : since2;
  const isEmpty = after === lastSeq;
  return {
    status: isReset ? "reset" : isTruncated ? "truncated" : "ok",
    from: isEmpty ? null : after + 1,
    to: isEmpty ? null : lastSeq
  };
}
var PIECE = 20;
async function replay(options) {
  const { afterSeq, to = afterSeq + MAX_REPLAYED, inTurn, read: read3, send, isWanted } = options;
  let position = afterSeq;
  while (position < to && isWanted()) {
    const limit = Math.min(PIECE, to - position);
    const hasMore = await inTurn(async () => {
      const found = await read3({ afterSeq: position, limit: limit + 1 });
      for (const message of found.slice(0, limit)) send(message);
      position = found.slice(0, limit).at(-1)?.seq ?? position;
      return found.length > limit;
    });
    if (!hasMore) return { to: position, hasMore };
  }
  return { to: position, hasMore: true };
}

// src/conversations/live/message-tail.ts
var CATCH_UP_PAGE = 200;
var MessageTail = class {
  #options;
  #position;
  #isHeld = true;
  #held = [];
  /** What the reader has beyond its position. */
  #skipped = /* @__PURE__ */ new Set();
  #isCatchingUp = false;
  /** Starts held: pushes are kept until `release`. */
  constructor(options) {
    this.#options = options;
    this.#position = options.position;
  }
  get position() {
    return this.#position;
  }
  /** The ack has already delivered this message; fill any gap before it. */
  advance(seq2) {
    if (seq2 <= this.#position) return;
    if (seq2 === this.#position + 1) {
      this.#position = seq2;
      return;
    }
    this.#skipped.add(seq2);
    void this.catchUp();
  }
  /** Sets the reader's position; only while held. */
  startAt(position) {
    this.#position = position;
  }
  release() {
    this.#isHeld = false;
    this.#flush();
  }
  offer(message) {
    if (this.#isHeld || this.#isCatchingUp) {
      this.#held.push(message);
      return;
    }
    if (message.seq <= this.#position) return;
    if (message.seq > this.#position + 1) {
      void this.catchUp();
      return;
    }
    this.#pass(message);
  }
  /** Reads what the database has beyond the position. */
  async catchUp() {
    if (this.#isHeld || this.#isCatchingUp) return;
    this.#isCatchingUp = true;
    try {
      for (; ; ) {
        const messages = await this.#options.read(this.#position, CATCH_UP_PAGE);
        for (const message of messages) {
          if (message.seq > this.#position) this.#pass(message);
        }
        if (messages.length < CATCH_UP_PAGE) break;
      }
    } catch (error) {
      this.#options.onError(error);
    } finally {
      this.#isCatchingUp = false;
    }
    this.#flush();
  }
  #pass(message) {
    this.#position = message.seq;
    if (!this.#skipped.delete(message.seq)) this.#options.send(message);
  }
  #flush() {
    const held = this.#held;
    this.#held = [];
    for (const message of held) this.offer(message);
  }
};

// src/conversations/widget-socket/outgoing-frames.ts
var PONG_TIMEOUT_MS = 1e4;
var RETRY_AFTER_MS2 = 1e3;
function welcomeFrame(welcome) {
  const { visitor, state, resume } = welcome;
  return {
    type: "welcome",
    protocol: 1,
    session: {
      session_id: visitor.sessionId,
      expires_at: iso(visitor.expiresAt),
      locale: visitor.locale,
      mode: visitor.mode,
      user_id: visitor.userId
    },
    config: welcome.config,
    conversation: state && conversationView(state, welcome.queuePosition),
    last_seq: welcome.lastSeq,
    read_seq: welcome.readSeq,
    resume: { status: resume.status, from: resume.from, to: resume.to },
    draft: welcome.draft,
    heartbeat: { interval_ms: PING_INTERVAL_MS, timeout_ms: PONG_TIMEOUT_MS },
    token_expires_at: iso(welcome.tokenExpiresAtMs),
    server_time: iso(welcome.now)
  };
}
function msgFrame(message) {
  return { type: "msg", ...messageView(message) };
}
function ackFrame(message, clientMsgId2, isDuplicate2) {
  return {
    type: "ack",
    client_msg_id: clientMsgId2,
    message_id: message.messageId,
    seq: message.seq,
    created_at: iso(message.createdAt),
    ...isDuplicate2 && { duplicate: true }
  };
}
function errorFrame(code, { clientMsgId: clientMsgId2, retryAfterMs: retryAfterMs2 } = {}) {
  return {
    type: "error",
    code,
    retryable: retryAfterMs2 !== void 0,
    ...retryAfterMs2 !== void 0 && { retry_after_ms: retryAfterMs2 },
    ...clientMsgId2 !== void 0 && { client_msg_id: clientMsgId2 }
  };
}
function failureFrame(error, clientMsgId2) {
  const refusal = error instanceof AppError ? error.code : null;
  if (refusal === "client_msg_id_conflict") return errorFrame(refusal, { clientMsgId: clientMsgId2 });
  if (error instanceof AppError && error.code === "rate_limited") {
    const { retryAfterS = 1 } = error;
    return errorFrame(error.code, { clientMsgId: clientMsgId2, retryAfterMs: retryAfterS * 1e3 });
  }
  return errorFrame(refusal === "overloaded" ? refusal : "storage_unavailable", {
    clientMsgId: clientMsgId2,
    retryAfterMs: RETRY_AFTER_MS2
  });
}

// src/conversations/widget-socket/sent-draft.ts
var SentDraft = class {
  #options;
  #streamId = null;
  #length = 0;
  #isComplete = true;
  constructor(options) {
    this.#options = options;
  }
  /** What the welcome says; pieces that are part of it are not sent again. */
  open(draft) {
    this.#streamId = draft?.stream_id ?? null;
    this.#length = codePointsIn(draft?.text ?? "");
    this.#isComplete = true;
    return draft;
  }
  add({ streamId, at, text: text4 }) {
    if (this.#streamId !== streamId) {
      if (at > 0) return;
      this.open({ stream_id: streamId, text: "" });
    }
    if (at < this.#length || !this.#isComplete) return;
    if (at > this.#length || !this.#options.keepsUp()) {
      this.#isComplete = false;
      return;
    }
    this.#length += codePointsIn(text4);
    this.#options.send({ type: "draft", stream_id: streamId, at, text: text4 });
  }
  end({ streamId, outcome }) {
    if (this.#streamId !== streamId) return;
    this.#streamId = null;
    this.#options.send({ type: "draft_end", stream_id: streamId, outcome });
  }
};

// src/conversations/widget-socket/conversation-reader.ts
var ConversationReader = class {
  #options;
  #tail;
  #watching;
  #leaveQueue = null;
  #state = null;
  /** As last sent to the visitor; undefined: in the queue, and not sent yet. */
  #queuePosition = null;
  #draft;
  /** Notices from before the welcome; null from then on. */
  #early = [];
  #isStopped = false;
  /** Subscribes at once: reads after that can't miss a change in between. */
  constructor(options) {
    const { visitor, hub, store: store2 } = options;
    this.#options = options;
    this.#draft = new SentDraft(options);
    this.#tail = new MessageTail({
      position: 0,
      read: (afterSeq, limit) => store2.messages(visitor, { afterSeq, limit }),
      send: (message) => options.send(msgFrame(message)),
      onError: options.onError
    });
    this.#watching = hub.watchSession(visitor.sessionId, (notice) => this.#hear(notice));
  }
  /** Null until the conversation has a message. */
  get conversationId() {
    return this.#state?.conversationId ?? null;
  }
  get hasWelcomed() {
    return this.#early === null;
  }
  async open({ config, since: since2, tokenExpiresAtMs, clock }) {
    const options = this.#options;
    const { visitor, store: store2, send } = options;
    const read3 = this.#watching.ready.then(() => store2.ofSession(visitor));
    const [widgetConfig2, state] = await Promise.all([config, read3]);
    this.#state = newer(state, this.#state);
    const lastSeq = state?.lastSeq ?? 0;
    const resume = planResume(since2, lastSeq);
    const queuePosition = await this.#findQueuePosition();
    send(
      welcomeFrame({
        visitor,
        config: widgetConfig2,
        state: this.#state,
        queuePosition,
        lastSeq,
        readSeq: state?.visitorReadSeq ?? 0,
        resume,
        draft: this.#draft.open(options.draftOf(visitor.sessionId)),
        tokenExpiresAtMs,
        now: clock()
      })
    );
    if (resume.from !== null) await this.#replay(resume.from - 1, lastSeq);
    this.#tail.startAt(lastSeq);
    this.#tail.release();
    const early = this.#early ?? [];
    this.#early = null;
    for (const notice of early) this.#hear(notice);
    this.#enterOrLeaveQueue();
  }
  /** Sends the page of messages that follows `since`. */
  async sync(since2) {
    const { to, hasMore } = await this.#replay(since2);
    this.#options.send({ type: "sync_end", to, has_more: hasMore });
  }
  #replay(afterSeq, to) {
    const { visitor, store: store2, inTurn, send } = this.#options;
    return replay({
      afterSeq,
      to,
      inTurn,
      read: (range2) => store2.messages(visitor, range2),
      send: (message) => send(msgFrame(message)),
      isWanted: () => !this.#isStopped
    });
  }
  /** The visitor has this message by its ack, and gets any messages before it. */
  skip(seq2) {
    this.#tail.advance(seq2);
  }
  stop() {
    this.#isStopped = true;
    this.#watching.stop();
    this.#enterOrLeaveQueue();
  }
  #enterOrLeaveQueue() {
    if (this.#state?.status === "WAITING" && !this.#isStopped) {
      this.#leaveQueue ??= this.#options.queuePositions.enter(this.#options.visitor);
    } else {
      this.#leaveQueue?.();
      this.#leaveQueue = null;
    }
  }
  async #findQueuePosition() {
    if (this.#state?.status !== "WAITING") return null;
    const { visitor, store: store2 } = this.#options;
    const index = (await store2.queue(visitor.tenantId)).indexOf(visitor.sessionId);
    this.#queuePosition = index === -1 ? null : index + 1;
    return this.#queuePosition;
  }
  #hear(notice) {
    if (this.#early && notice.kind !== "session-over") {
      this.#early.push(notice);
      return;
    }
    const { send } = this.#options;
    switch (notice.kind) {
      case "change":
        return this.#hearChange(notice);
      case "typing":
        if (notice.sender.kind === "visitor") return;
        return send({ type: "typing", sender: { kind: notice.sender.kind }, state: notice.state });
      case "draft":
        if (this.#state && !isOutdated(notice, this.#state)) this.#draft.add(notice);
        return;
      case "draft-end":
        return this.#draft.end(notice);
      case "delivered":
        if (notice.to !== "visitor") return;
        return send({ type: "receipt", kind: "delivered", seq: notice.seq });
      case "queue-position":
        return this.#hearQueuePosition(notice.position);
      case "session-over":
        return this.#options.onSessionOver();
    }
  }
  #hearChange(notice) {
    const { source, send } = this.#options;
    this.#state = newer(notice.state, this.#state);
    const isNews = this.#state === notice.state;
    for (const message of notice.messages) {
      const isOwn = notice.source === source && message.sender === "visitor";
      if (!isOwn) this.#tail.offer(message);
    }
    for (const { by, seq: seq2 } of notice.receipts) {
      if (by === "agent") send({ type: "receipt", kind: "read", seq: seq2 });
    }
    if (!isNews || !notice.hasStatusChanged) return;
    if (notice.state.status === "WAITING") {
      this.#queuePosition = void 0;
      this.#leaveQueue?.();
      this.#leaveQueue = null;
    } else {
      this.#queuePosition = null;
      send({ type: "status", conversation: conversationView(notice.state, null) });
    }
    this.#enterOrLeaveQueue();
  }
  #hearQueuePosition(position) {
    if (this.#state?.status !== "WAITING" || position === this.#queuePosition) return;
    this.#queuePosition = position;
    this.#options.send({ type: "status", conversation: conversationView(this.#state, position) });
  }
};
function newer(read3, known) {
  if (!read3 || !known) return read3 ?? known;
  const isOlder = read3.lastSeq < known.lastSeq || read3.lastSeq === known.lastSeq && read3.ownerEpoch < known.ownerEpoch;
  return isOlder ? known : read3;
}

// src/conversations/widget-socket/widget-socket.ts
var TOKEN_GRACE_MS = 6e4;
var OPEN_WITHIN_MS = 15e3;
var RETURN_WITHIN_MS = 5e3;
var MAX_UNHANDLED_FRAMES = 200;
var MAX_UNSENT_FOR_DRAFTS = 64 * 1024;
var CLOSE_FOR_REFUSAL = {
  token_invalid: CLOSE.tokenInvalid,
  origin_mismatch: CLOSE.tokenInvalid,
  session_expired: CLOSE.sessionOver,
  tenant_suspended: CLOSE.suspended,
  origin_not_allowed: CLOSE.suspended
};
var WidgetSocket = class {
  #ws;
  #gather;
  #services;
  #originHeader;
  #budget;
  #visitor = null;
  #reader = null;
  #isClosed = false;
  /** The expiry of the last token that the socket has sent. */
  #claims = null;
  /** The deadline for opening, and once open the token's expiry with its grace. */
  #overAt;
  /** Frames are handled one after another, in the order they came. */
  #chain;
  #unhandled = 0;
  constructor(ws, connection, request2, services, onOpen) {
    this.#ws = ws;
    this.#gather = gatherWrites(connection);
    this.#services = services;
    this.#originHeader = request2.originHeader;
    this.#budget = new FrameBudget(services.limits, services.clock());
    this.#overAt = services.clock() + OPEN_WITHIN_MS;
    services.upkeep.add(ws, () => this.#closeOverloaded());
    ws.pause();
    ws.on("ping", () => this.#receiveControl());
    ws.on("pong", () => this.#receiveControl());
    ws.on("close", () => this.#dispose());
    ws.on("message", (data, isBinary) => this.#receive(data, isBinary));
    this.#chain = this.#open(request2, onOpen).catch((error) => this.#fail(error));
  }
  close(code, reason = "") {
    this.#dispose();
    closeSocket(this.#ws, code, reason);
  }
  send(frame) {
    if (!this.#isOpen()) return;
    this.#gather();
    this.#ws.send(JSON.stringify(frame));
    this.#services.upkeep.noteWrite(this.#ws);
  }
  async #open(request2, onOpen) {
    const { hub, queuePositions, store: store2, replayTurns, widgetConfig: widgetConfig2, clock } = this.#services;
    await request2.admit();
    const access2 = await this.#services.authenticate(request2.token, request2.originHeader);
    if (!access2.ok) return this.close(CLOSE_FOR_REFUSAL[access2.refusal], access2.refusal);
    if (!this.#isOpen()) return;
    const { session: visitor, tenant, tokenExpiresAtMs } = access2;
    this.#claims = access2.claims;
    this.#visitor = visitor;
    this.#reader = new ConversationReader({
      visitor,
      hub,
      queuePositions,
      store: store2,
      source: this,
      inTurn: replayTurns,
      draftOf: this.#services.draftOf,
      send: (frame) => this.send(frame),
      keepsUp: () => this.#ws.bufferedAmount <= MAX_UNSENT_FOR_DRAFTS,
      onSessionOver: () => this.close(CLOSE.sessionOver, "session_expired"),
      onError: (error) => this.#fail(error)
    });
    onOpen(visitor);
    this.#overAt = tokenExpiresAtMs + TOKEN_GRACE_MS;
    await this.#reader.open({
      config: widgetConfig2(tenant, visitor.locale),
      since: request2.since,
      tokenExpiresAtMs,
      clock
    });
    if (this.#isOpen()) this.#ws.resume();
  }
  #isOpen() {
    return this.#ws.readyState === this.#ws.OPEN;
  }
  #receiveControl() {
    if (!this.#isOpen()) return this.#ws.pause();
    const outcome = this.#budget.takeAny(this.#services.clock());
    if (outcome.kind === "refuse" && outcome.isFlood) this.close(CLOSE.flood, "too many frames");
  }
  #receive(data, isBinary) {
    if (!this.#isOpen()) return this.#ws.pause();
    if (isBinary) return this.close(CLOSE.unsupportedData, "text frames only");
    const outcome = this.#budget.takeAny(this.#services.clock());
    const guarded = guardFrame(data.toString("utf8"));
    if (outcome.kind === "refuse") return this.#refuse(outcome, clientMsgIdOf(guarded));
    if (++this.#unhandled > MAX_UNHANDLED_FRAMES) return this.close(CLOSE.flood, "too many frames");
    this.#chain = this.#chain.then(() => this.#handle(guarded)).catch((error) => this.#fail(error, messageIdOf(guarded))).finally(() => {
      this.#unhandled--;
    });
  }
  async #handle(guarded) {
    const visitor = this.#visitor;
    if (!visitor || this.#isClosed) return;
    if (!guarded.ok) return this.#refuseFrame(guarded);
    const { frame } = guarded;
    if (!this.#mayPass(visitor, frame)) return;
    switch (frame.type) {
      case "msg":
        return this.#submit(
          visitor,
          { type: "visitor-message", clientMsgId: frame.client_msg_id, content: frame.content },
          frame.client_msg_id
        );
      case "read":
        return this.#submit(visitor, { type: "read", by: "visitor", seq: frame.seq });
      case "escalate":
        return this.#submit(visitor, {
          type: "escalate",
          by: "visitor",
          reason: "user_requested",
          ownerEpoch: null
        });
      case "typing":
        return this.#tellTyping(visitor, frame.state);
      case "ping":
        return this.send({ type: "pong" });
      case "sync":
        return this.#sync(visitor, frame.since);
      case "auth":
        return this.#renew(visitor, frame.token);
      default:
        frame;
    }
  }
  #mayPass({ sessionId: sessionId3 }, frame) {
    const now = this.#services.clock();
    const session2 = this.#services.sessionBudgets.of(sessionId3, now);
    const outcome = this.#budget.take(frame, session2, now);
    if (outcome.kind === "refuse") this.#refuse(outcome, clientMsgIdOf({ ok: true, frame }));
    return outcome.kind === "pass";
  }
  #refuse({ retryAfterMs: retryAfterMs2, isFlood }, clientMsgId2) {
    this.send(errorFrame("rate_limited", { clientMsgId: clientMsgId2, retryAfterMs: retryAfterMs2 }));
    if (isFlood) this.close(CLOSE.flood, "too many frames");
  }
  #refuseFrame(refused) {
    this.send(errorFrame(refused.code, refused));
    if (refused.isBad && this.#budget.noteBad()) {
      this.close(CLOSE.policy, "too many invalid frames");
    }
  }
  async #submit(visitor, command, clientMsgId2) {
    const tenant = await this.#services.directory.find(visitor.tenantId);
    if (tenant?.status !== "active") return this.close(CLOSE.suspended, "tenant_suspended");
    const surroundings = await this.#services.surroundingsOf(tenant, visitor.locale);
    this.#services.journal.submit({
      session: visitor,
      command,
      surroundings,
      source: this,
      onCommitted: (committed) => this.#acknowledge(committed, clientMsgId2)
    }).catch((error) => this.#fail(error, clientMsgId2));
  }
  #acknowledge({ message, isDuplicate: isDuplicate2 }, clientMsgId2) {
    if (!message || clientMsgId2 === void 0) return;
    this.send(ackFrame(message, clientMsgId2, isDuplicate2));
    if (!isDuplicate2) this.#reader?.skip(message.seq);
  }
  #tellTyping(visitor, state) {
    const conversationId = this.#reader?.conversationId;
    if (!conversationId) return;
    this.#services.hub.publish({
      kind: "typing",
      tenantId: visitor.tenantId,
      sessionId: visitor.sessionId,
      conversationId,
      sender: { kind: "visitor" },
      state,
      source: this
    });
  }
  /** Not awaited: a sync that arrives while this one runs is refused instead of waiting. */
  #sync({ sessionId: sessionId3 }, since2) {
    const { sessionBudgets, clock } = this.#services;
    Promise.resolve(this.#reader?.sync(since2)).catch((error) => this.#fail(error)).finally(() => sessionBudgets.of(sessionId3, clock()).endSync());
  }
  async #renew(visitor, token2) {
    const access2 = await this.#services.authenticate(token2, this.#originHeader);
    if (!access2.ok || access2.session.sessionId !== visitor.sessionId) {
      return this.send(errorFrame("token_invalid"));
    }
    this.#claims = access2.claims;
    this.#overAt = access2.tokenExpiresAtMs + TOKEN_GRACE_MS;
    this.send({ type: "auth_ok", token_expires_at: iso(access2.tokenExpiresAtMs) });
  }
  /** By the clock and not by a timer: a timer does not count the time that the process slept. */
  closeIfOver(now) {
    if (now < this.#overAt) return;
    if (this.#visitor) this.close(CLOSE.tokenInvalid, "token_invalid");
    else this.#closeOverloaded();
  }
  #closeOverloaded() {
    this.close(CLOSE.overloaded, retryIn(RETURN_WITHIN_MS));
  }
  /** @param refusalOf the tenant's refusal of a token, by its current settings */
  closeIfRefused(refusalOf2) {
    const refusal = this.#claims && refusalOf2(this.#claims);
    if (refusal) this.close(CLOSE_FOR_REFUSAL[refusal], refusal);
  }
  #fail(error, clientMsgId2) {
    const refusal = error instanceof AppError ? error.code : null;
    if (refusal === "session_expired" || refusal === "not_found") {
      return this.close(CLOSE.sessionOver, "session_expired");
    }
    if (refusal === "rate_limited" && clientMsgId2 === void 0) {
      return this.close(CLOSE.flood, "too many connections");
    }
    if (refusal === null)
      this.#services.log.error(
        { event: "widget_socket.frame_failed", err: error },
        "a visitor frame failed"
      );
    if (clientMsgId2 === void 0 && !this.#reader?.hasWelcomed) return this.#closeOverloaded();
    this.send(failureFrame(error, clientMsgId2));
    if (refusal === "rate_limited" && this.#budget.noteRefused(this.#services.clock())) {
      this.close(CLOSE.flood, "too many messages");
    }
  }
  #dispose() {
    this.#isClosed = true;
    this.#reader?.stop();
  }
};
function clientMsgIdOf(guarded) {
  if (!guarded.ok) return guarded.clientMsgId;
  return guarded.frame.type === "msg" ? guarded.frame.client_msg_id : void 0;
}
function messageIdOf(guarded) {
  return guarded.ok && guarded.frame.type === "msg" ? guarded.frame.client_msg_id : void 0;
}

// src/conversations/widget-socket/widget-sockets.ts
var WIDGET_SOCKET_PATH = "/api/v1/ws/widget";
var MAX_FRAME_BYTES2 = 16 * 1024;
var MAX_SOCKETS_PER_SESSION = 8;
var MAX_WITHOUT_SESSION = 2e3;
var CHECK_MS = 500;
var REPLAYS_AT_ONCE = 2;
var MAX_TOKEN_LENGTH2 = 4096;
function createWidgetSockets(options) {
  const { hub, log } = options;
  const sessionBudgets = new SessionBudgets(options.limits);
  const replayTurns = createTurns(REPLAYS_AT_ONCE);
  const serverOptions = {
    noServer: true,
    maxPayload: MAX_FRAME_BYTES2,
    perMessageDeflate: false,
    clientTracking: false,
    closeTimeout: CLOSE_TIMEOUT_MS
  };
  const server = new WebSocketServer(serverOptions);
  const openPerAddress = createAddressCount(options.limits.open_sockets_per_ip);
  const withoutSession = /* @__PURE__ */ new Set();
  const bySession = /* @__PURE__ */ new Map();
  const byTenant = /* @__PURE__ */ new Map();
  const all = /* @__PURE__ */ new Set();
  let isDraining = false;
  const putTenant = (tenantId) => {
    const entry2 = { sockets: /* @__PURE__ */ new Set(), tenant: null, reads: 0 };
    byTenant.set(tenantId, entry2);
    return entry2;
  };
  const register2 = (socket, visitor) => {
    const { tenantId } = visitor;
    const { sockets } = byTenant.get(tenantId) ?? putTenant(tenantId);
    sockets.add(socket);
    startCheck(tenantId);
    const siblings = addTo2(bySession, visitor.sessionId, socket);
    const [oldest] = siblings;
    if (siblings.size > MAX_SOCKETS_PER_SESSION && oldest) oldest.close(CLOSE.replaced, "replaced");
  };
  const forget2 = (socket, visitor) => {
    all.delete(socket);
    if (!visitor) return;
    const ofTenant = byTenant.get(visitor.tenantId);
    ofTenant?.sockets.delete(socket);
    if (ofTenant?.sockets.size === 0) byTenant.delete(visitor.tenantId);
    removeFrom2(bySession, visitor.sessionId, socket);
  };
  const accept4 = (request2, rawSocket, head) => {
    server.handleUpgrade(request2, rawSocket, head, (ws) => {
      ws.on("error", () => void 0);
      if (isDraining) return closeSocket(ws, CLOSE.restarting, retryIn(5e3));
      if (withoutSession.size >= MAX_WITHOUT_SESSION) {
        closeSocket(ws, CLOSE.overloaded, retryIn(5e3));
        return void rawSocket.end(() => rawSocket.destroy());
      }
      withoutSession.add(ws);
      ws.on("close", () => withoutSession.delete(ws));
      const leaveAddress = openPerAddress.enter(rateKey(options.callerOf(request2)));
      if (!leaveAddress) return closeSocket(ws, CLOSE.flood, "too many sockets from this address");
      ws.on("close", leaveAddress);
      let opened = null;
      const socket = new WidgetSocket(
        ws,
        rawSocket,
        {
          ...readQuery(request2),
          originHeader: request2.headers.origin,
          admit: () => options.admit(request2)
        },
        { ...options, sessionBudgets, replayTurns },
        (visitor) => {
          opened = visitor;
          withoutSession.delete(ws);
          register2(socket, visitor);
        }
      );
      all.add(socket);
      ws.on("close", () => forget2(socket, opened));
    });
  };
  const tellDelivered = (notice) => {
    if (notice.kind !== "change" || !bySession.has(notice.session.sessionId)) return;
    const last2 = notice.messages.findLast((message) => message.sender === "agent");
    if (!last2) return;
    hub.publish({
      kind: "delivered",
      to: "agent",
      tenantId: notice.session.tenantId,
      sessionId: notice.session.sessionId,
      conversationId: notice.state.conversationId,
      seq: last2.seq
    });
  };
  const checkTenant = async (tenantId) => {
    const entry2 = byTenant.get(tenantId);
    if (!entry2) return;
    entry2.tenant = null;
    const read3 = ++entry2.reads;
    const tenant = await options.directory.find(tenantId);
    if (read3 !== entry2.reads) return;
    entry2.tenant = tenant;
    cutRefused(
      entry2.sockets,
      (claims) => tenant ? tenantRefusal(tenant, claims, options.clock()) : "session_expired"
    );
  };
  const startCheck = (tenantId) => {
    checkTenant(tenantId).catch(
      (error) => log.warn(
        { event: "tenant.check_failed", err: error, tenant_id: tenantId },
        "could not check a tenant"
      )
    );
  };
  const checkKnown = (now) => {
    for (const [tenantId, { tenant, sockets }] of byTenant) {
      if (tenant) cutRefused(sockets, (claims) => tenantRefusal(tenant, claims, now));
      else startCheck(tenantId);
    }
  };
  const unwatch = hub.watch((notice) => {
    tellDelivered(notice);
    if (notice.kind === "tenant-changed") startCheck(notice.tenantId);
  });
  const checkTimer = setInterval(() => {
    const now = options.clock();
    checkKnown(now);
    for (const socket of all) socket.closeIfOver(now);
    sessionBudgets.sweep(now);
  }, CHECK_MS);
  checkTimer.unref();
  return {
    accept: accept4,
    size: () => all.size,
    tenantIds: () => byTenant.keys(),
    drain: async (spreadMs) => {
      isDraining = true;
      const sockets = [...all];
      const returnMs = Math.max(spreadMs, returnWithinMs(sockets.length));
      for (const socket of sockets) socket.send({ type: "reconnect", within_ms: returnMs });
      await closeSpread(sockets, spreadMs, returnMs);
      unwatch();
      clearInterval(checkTimer);
      server.close();
    }
  };
}
var DRAIN_STEPS = 30;
var MAX_RETURN_MS = 1e4;
function returnWithinMs(sockets) {
  return Math.min(MAX_RETURN_MS, sockets);
}
async function closeSpread(sockets, spreadMs, returnMs) {
  const perStep = Math.ceil(sockets.length / DRAIN_STEPS);
  for (let start = 0; start < sockets.length; start += perStep) {
    for (const socket of sockets.slice(start, start + perStep)) {
      socket.close(CLOSE.restarting, retryIn(returnMs));
    }
    await new Promise((resolve3) => setTimeout(resolve3, spreadMs / DRAIN_STEPS));
  }
}
function readQuery(request2) {
  const query = new URLSearchParams((request2.url ?? "").split("?")[1] ?? "");
  const token2 = query.get("token") ?? "";
  const since2 = query.get("since") ?? "";
  return {
    token: token2.length > MAX_TOKEN_LENGTH2 ? "" : token2,
    since: /^\d{1,15}$/.test(since2) ? Number(since2) : null
  };
}
function cutRefused(sockets, refusalOf2) {
  const known = /* @__PURE__ */ new Map();
  for (const socket of sockets) {
    socket.closeIfRefused((claims) => {
      const pair = `${claims.wpk} ${claims.org}`;
      const refusal = known.has(pair) ? known.get(pair) ?? null : refusalOf2(claims);
      known.set(pair, refusal);
      return refusal;
    });
  }
}
function addTo2(index, key, value) {
  const values = index.get(key) ?? /* @__PURE__ */ new Set();
  index.set(key, values.add(value));
  return values;
}
function removeFrom2(index, key, value) {
  const values = index.get(key);
  values?.delete(value);
  if (values?.size === 0) index.delete(key);
}

// src/app/sockets.ts
var DRAIN_MS = 3e3;
async function buildSockets({ config, database, bus, hub, metrics, rateLimiter, lifecycle }, { authenticate, inboxScope }, { checkAccess, widgetConfig: widgetConfig2 }, { writing, streams }, { server, upgradeIp, consoleOrigin }) {
  const admit = (request2) => rateLimiter.consume("socket_per_ip", upgradeIp(request2));
  const upkeep = createSocketUpkeep();
  lifecycle.register({ name: "socket upkeep", stop: upkeep.stop });
  const queuePositions = createQueuePositions(hub, writing.store, writing.log);
  lifecycle.register({ name: "queue positions", stop: queuePositions.stop });
  const widgetSockets = createWidgetSockets({
    ...writing,
    limits: config.limits,
    hub,
    queuePositions,
    upkeep,
    widgetConfig: widgetConfig2,
    draftOf: streams.draftOf,
    authenticate: (token2, originHeader) => checkAccess(token2, { originHeader, isVisit: true }),
    callerOf: upgradeIp,
    admit
  });
  const consoleFeed = await createConsoleFeed({
    ...writing,
    hub,
    upkeep,
    authenticate,
    mayUseCookie: consoleOrigin.mayOpenFeed,
    inboxScope,
    isMember: async (accountId, workspaceId) => await roleOf(database.read, accountId, workspaceId) !== null,
    admit
  });
  measureBus(metrics, bus);
  if (bus) {
    const isWatched = ({ session: session2, state }) => hub.isWatched(session2.sessionId) || consoleFeed.isWatching(state.conversationId);
    const watch = {
      ...writing,
      hub,
      isBusHealthy: bus.isHealthy,
      tenantIds: () => [...widgetSockets.tenantIds(), ...consoleFeed.tenantIds()],
      isWatched
    };
    lifecycle.register(task("missed changes", () => watchMissedChanges(watch)));
  }
  lifecycle.register(
    { name: "visitor sockets", stop: () => widgetSockets.drain(DRAIN_MS) },
    { name: "console feed", stop: consoleFeed.stop }
  );
  dispatchUpgrades(
    server.listener,
    /* @__PURE__ */ new Map([
      [WIDGET_SOCKET_PATH, widgetSockets.accept],
      [CONSOLE_FEED_PATH, consoleFeed.accept]
    ])
  );
  measureSockets(metrics, { visitor: widgetSockets.size, console: consoleFeed.size });
}

// src/operators/inbox-scope.ts
async function readInboxScope(sql, accountId) {
  const rows = await sql.rows(
    `SELECT t.tenant_id, t.workspace_id, m.role, o.operator_id, o.display_name, o.routing_keys,
            ot.tenant_id AS serves
     FROM memberships m
     JOIN tenants t ON t.workspace_id = m.workspace_id
     LEFT JOIN operators o ON o.workspace_id = m.workspace_id AND o.account_id = m.account_id
     LEFT JOIN operator_tenants ot ON ot.tenant_id = t.tenant_id AND ot.operator_id = o.operator_id
     WHERE m.account_id = ?`,
    [accountId]
  );
  const tenants = /* @__PURE__ */ new Map();
  const workspaces = new Set(rows.map((row2) => row2.workspace_id));
  for (const row2 of rows) {
    const isServing = row2.serves !== null;
    if (!isServing && !isAtLeast(row2.role, "admin")) continue;
    tenants.set(row2.tenant_id, {
      tenantId: row2.tenant_id,
      workspaceId: row2.workspace_id,
      role: row2.role,
      operator: isServing && row2.operator_id !== null ? {
        operatorId: row2.operator_id,
        displayName: row2.display_name ?? "",
        routingKeys: JSON.parse(row2.routing_keys ?? "[]")
      } : null
    });
  }
  const tenantsOf = (workspaceId) => [...tenants.values()].filter((tenant) => tenant.workspaceId === workspaceId);
  return {
    tenantsOf,
    routingKeysOf: (workspaceId) => {
      const [tenant] = tenantsOf(workspaceId);
      if (!tenant || isAtLeast(tenant.role, "admin")) return [];
      return tenant.operator?.routingKeys ?? [];
    },
    tenantIds: () => [...tenants.keys()],
    operatorIds: () => [...tenants.values()].flatMap(({ operator }) => operator ? [operator.operatorId] : []),
    hasWorkspace: (workspaceId) => workspaces.has(workspaceId),
    tenant: (tenantId) => {
      const tenant = tenants.get(tenantId);
      if (!tenant) throw new AppError("not_found");
      return tenant;
    },
    maySee: (tenantId, routingKey2) => {
      const tenant = tenants.get(tenantId);
      if (!tenant) return false;
      if (isAtLeast(tenant.role, "admin") || routingKey2 === null) return true;
      const keys = tenant.operator?.routingKeys ?? [];
      return keys.length === 0 || keys.includes(routingKey2);
    }
  };
}

// src/tenants/lookup-cache.ts
function createLookupCache(options) {
  const { load, ttlMs, maxEntries } = options;
  const ttl = typeof ttlMs === "number" ? () => ttlMs : ttlMs;
  const entries = /* @__PURE__ */ new Map();
  const start = (key) => {
    const value = load(key);
    const entry2 = { value, loadedAt: performance.now() };
    entries.delete(key);
    entries.set(key, entry2);
    if (entries.size > maxEntries) entries.delete(oldestKey(entries));
    value.catch(() => {
      if (entries.get(key) === entry2) entries.delete(key);
    });
    return value;
  };
  return {
    get: (key) => {
      const known = entries.get(key);
      return known && performance.now() - known.loadedAt < ttl() ? known.value : start(key);
    },
    forget: (key) => void entries.delete(key)
  };
}
function oldestKey(entries) {
  return entries.keys().next().value;
}

// src/operators/model.ts
var OPERATORS = defineTable("operators", ["operator_id"], {
  operator_id: text(),
  workspace_id: text(),
  account_id: text(),
  display_name: text(),
  /** JSON of a list. */
  routing_keys: text(),
  capacity: integer(),
  presence: text(),
  last_seen_at: integer(),
  created_at: integer()
});
var OPERATOR_TENANTS = defineTable("operator_tenants", ["tenant_id", "operator_id"], {
  tenant_id: text(),
  operator_id: text()
});

// src/operators/store.ts
async function readOperators(database, where, limit) {
  const found = await modelOf(database, OPERATORS).findAll({
    where,
    order: [["operator_id", "ASC"]],
    ...limit !== void 0 && { limit }
  });
  const rows = found.map((row2) => row2.get());
  const tenantIds = await readTenantIds(
    database,
    rows.map((row2) => row2.operator_id)
  );
  return rows.map((row2) => toOperator(row2, tenantIds.get(row2.operator_id) ?? []));
}
async function readTenantIds(database, operatorIds) {
  if (operatorIds.length === 0) return /* @__PURE__ */ new Map();
  const found = await modelOf(database, OPERATOR_TENANTS).findAll({
    where: { operator_id: operatorIds },
    order: [["tenant_id", "ASC"]]
  });
  const byOperator = /* @__PURE__ */ new Map();
  for (const { operator_id, tenant_id } of found.map((row2) => row2.get())) {
    byOperator.set(operator_id, [...byOperator.get(operator_id) ?? [], tenant_id]);
  }
  return byOperator;
}
function toOperator(row2, tenantIds) {
  return {
    operatorId: row2.operator_id,
    workspaceId: row2.workspace_id,
    accountId: row2.account_id,
    displayName: row2.display_name,
    tenantIds,
    routingKeys: JSON.parse(row2.routing_keys),
    capacity: row2.capacity,
    presence: row2.presence,
    lastSeenAt: row2.last_seen_at,
    createdAt: row2.created_at
  };
}

// src/operators/presence.ts
var TTL_MS2 = 1e3;
var MAX_ENTRIES2 = 1e4;
var MAX_TOUCH_INTERVAL_MS = 10 * SECOND;
function createOperatorPresence(deps) {
  const { database, clock, awayAfterMs } = deps;
  const touchIntervalMs = Math.min(MAX_TOUCH_INTERVAL_MS, awayAfterMs / 10);
  const changes = createSignal("operator.presence", deps.log);
  const touchedAt = /* @__PURE__ */ new Map();
  const lastSeen = createLookupCache({
    ttlMs: TTL_MS2,
    maxEntries: MAX_ENTRIES2,
    load: async (tenantId) => {
      const [row2] = await database.read.rows(
        `SELECT MAX(o.last_seen_at) AS last_seen_at
         FROM operator_tenants t JOIN operators o ON o.operator_id = t.operator_id
         WHERE t.tenant_id = ? AND o.presence = 'online'`,
        [tenantId]
      );
      return row2?.last_seen_at ?? null;
    }
  });
  const invalidate = (tenantIds) => {
    for (const tenantId of tenantIds) lastSeen.forget(tenantId);
  };
  return {
    set: async (accountId, status2) => {
      await database.transaction(
        (tx) => tx.run("UPDATE operators SET presence = ?, last_seen_at = ? WHERE account_id = ?", [
          status2,
          clock(),
          accountId
        ])
      );
      const operators = await readOperators(database, { account_id: accountId });
      for (const { operatorId, workspaceId, tenantIds } of operators) {
        invalidate(tenantIds);
        changes.emit({ operatorId, workspaceId, status: status2 });
      }
      return operators;
    },
    touch: async (accountId) => {
      const now = clock();
      if (now - (touchedAt.get(accountId) ?? 0) < touchIntervalMs) return;
      if (touchedAt.size >= MAX_ENTRIES2) touchedAt.clear();
      touchedAt.set(accountId, now);
      await database.transaction(
        (tx) => tx.run("UPDATE operators SET last_seen_at = ? WHERE account_id = ?", [now, accountId])
      );
    },
    isAnyAvailable: async (tenantId, now) => {
      const seenAt = await lastSeen.get(tenantId);
      return seenAt !== null && now - seenAt < awayAfterMs;
    },
    silentSince: async (operatorIds, moment3) => {
      if (operatorIds.length === 0) return [];
      const rows = await database.read.rows(
        `SELECT operator_id FROM operators WHERE last_seen_at >= ? AND operator_id IN ${placeholders(1, operatorIds.length)}`,
        [moment3 - touchIntervalMs, ...operatorIds]
      );
      const seen = new Set(rows.map((row2) => row2.operator_id));
      return operatorIds.filter((operatorId) => !seen.has(operatorId));
    },
    onPresence: changes.on,
    invalidate
  };
}

// src/operators/service.ts
import { Op as Op3 } from "sequelize";
function createOperators(deps) {
  const { database, clock, audit, roles, directory, presence: presence2 } = deps;
  const model = modelOf(database, OPERATORS);
  const servedModel = modelOf(database, OPERATOR_TENANTS);
  const one = async (where) => (await readOperators(database, where))[0] ?? null;
  const current = async (operatorId) => {
    const operator = await one({ operator_id: operatorId });
    if (!operator) throw new AppError("not_found");
    return operator;
  };
  const managed = async ({ accountId }, operatorId) => {
    const operator = await current(operatorId);
    await roles.requireRole(accountId, operator.workspaceId, "admin");
    return operator;
  };
  const requireTenants = async (workspaceId, tenantIds) => {
    const tenants = await Promise.all(tenantIds.map((tenantId) => directory.find(tenantId)));
    if (tenants.some((tenant) => tenant?.workspaceId !== workspaceId)) {
      throw new AppError("not_found");
    }
  };
  const record2 = (tx, actor, action, workspaceId, subject) => audit.record(tx, { workspaceId, action, actor, ip: actor.ip, subject });
  const insert = async (tx, workspaceId, accountId, details) => {
    const operatorId = newId();
    const isNew = await insertIfAbsent(tx, OPERATORS, {
      operator_id: operatorId,
      workspace_id: workspaceId,
      account_id: accountId,
      display_name: details.displayName,
      routing_keys: JSON.stringify(details.routingKeys),
      capacity: details.capacity,
      presence: "offline",
      last_seen_at: clock(),
      created_at: clock()
    });
    if (!isNew) return null;
    await insertTenantIds(tx, operatorId, details.tenantIds);
    return operatorId;
  };
  const deleteOperator = async (tx, operatorId) => {
    const ofOperator = { where: { operator_id: operatorId }, transaction: await tx.forModels() };
    await servedModel.destroy(ofOperator);
    await model.destroy(ofOperator);
  };
  deps.invitations.onAccepted(async ({ tx, workspaceId, operatorDetails, account }) => {
    if (operatorDetails === null) return;
    await insert(tx, workspaceId, account.accountId, operatorDetails);
  });
  deps.members.onRemoved(async ({ tx, workspaceId, accountId }) => {
    const found = await model.findAll({
      where: { workspace_id: workspaceId, account_id: accountId },
      transaction: await tx.forModels()
    });
    for (const row2 of found) await deleteOperator(tx, row2.get().operator_id);
  });
  return {
    create: async (caller, body) => {
      const { workspace_id: workspaceId } = body;
      await roles.requireRole(caller.accountId, workspaceId, "admin");
      await requireTenants(workspaceId, body.tenant_ids);
      const details = {
        displayName: body.display_name,
        tenantIds: unique(body.tenant_ids),
        routingKeys: unique(body.routing_keys ?? []),
        capacity: body.capacity ?? DEFAULT_CAPACITY
      };
      const accountId = await findMember(database, workspaceId, body.email);
      if (accountId === null) {
        const invited = await deps.invitations.createInvitation({
          workspaceId,
          email: body.email,
          role: "operator",
          operatorDetails: details,
          invitedBy: caller
        });
        return { operator: null, invited };
      }
      const operatorId = await database.transaction(async (tx) => {
        await lockWorkspace(tx, workspaceId);
        const inserted = await insert(tx, workspaceId, accountId, details);
        if (inserted === null) throw new AppError("state_conflict");
        await record2(tx, caller, "operator.created", workspaceId, inserted);
        return inserted;
      });
      presence2.invalidate(details.tenantIds);
      return { operator: await current(operatorId), invited: null };
    },
    list: async (accountId, workspaceId, { limit, cursor }) => {
      await roles.requireRole(accountId, workspaceId, "operator");
      const [after] = readCursor(cursor, "string") ?? [""];
      const where = { workspace_id: workspaceId, operator_id: { [Op3.gt]: after } };
      const operators = await readOperators(database, where, limit + 1);
      return toPage(operators, limit, ({ operatorId }) => [operatorId]);
    },
    update: async (caller, body) => {
      const { operator_id: operatorId, tenant_ids: tenantIds } = body;
      const operator = await managed(caller, operatorId);
      if (tenantIds) await requireTenants(operator.workspaceId, tenantIds);
      await database.transaction(async (tx) => {
        const ofOperator = {
          where: { operator_id: operatorId },
          transaction: await tx.forModels()
        };
        await model.update(changedColumns(body), ofOperator);
        if (tenantIds) {
          await servedModel.destroy(ofOperator);
          await insertTenantIds(tx, operatorId, unique(tenantIds));
        }
        await record2(tx, caller, "operator.updated", operator.workspaceId, operatorId);
      });
      presence2.invalidate([...operator.tenantIds, ...tenantIds ?? []]);
      return current(operatorId);
    },
    remove: async (caller, operatorId) => {
      const operator = await managed(caller, operatorId);
      await database.transaction(async (tx) => {
        await deleteOperator(tx, operatorId);
        await record2(tx, caller, "operator.removed", operator.workspaceId, operatorId);
      });
      presence2.invalidate(operator.tenantIds);
      return operator;
    },
    setPresence: async (accountId, status2) => {
      const operators = await presence2.set(accountId, status2);
      if (operators.length === 0) throw new AppError("insufficient_role");
      return operators;
    },
    operatorOf: (accountId, workspaceId) => one({ account_id: accountId, workspace_id: workspaceId }),
    operatorsOfAccount: (accountId) => readOperators(database, { account_id: accountId }),
    find: (operatorId) => one({ operator_id: operatorId }),
    tenantIdsServedBy: async (accountId, workspaceId) => (await one({ account_id: accountId, workspace_id: workspaceId }))?.tenantIds ?? []
  };
}
async function insertTenantIds(tx, operatorId, tenantIds) {
  await insertRows(
    tx,
    OPERATOR_TENANTS,
    tenantIds.map((tenantId) => ({ tenant_id: tenantId, operator_id: operatorId }))
  );
}
function changedColumns({ display_name, routing_keys, capacity }) {
  return {
    ...display_name !== void 0 && { display_name },
    ...routing_keys && { routing_keys: JSON.stringify(unique(routing_keys)) },
    ...capacity !== void 0 && { capacity }
  };
}
function unique(items) {
  return [...new Set(items)];
}
async function findMember(database, workspaceId, email2) {
  const [account] = await database.read.rows(
    "SELECT account_id FROM accounts WHERE email = ?",
    [email2]
  );
  if (!account) return null;
  const role = await roleOf(database.read, account.account_id, workspaceId);
  return role === null ? null : account.account_id;
}

// src/tenants/deletion.ts
var KEPT_MS3 = 7 * DAY;
function createTenantDeletion(deps) {
  const { database, directory, clock, roles, audit } = deps;
  const owned = async ({ accountId }, tenantId) => {
    const tenant = await readTenant(database, tenantId);
    if (!tenant) throw new AppError("not_found");
    await roles.requireRole(accountId, tenant.workspaceId, "owner");
    return tenant;
  };
  const apply = async (caller, { tenantId, workspaceId }, { action, details }, change) => {
    await database.transaction(async (tx) => {
      if (await change(tx) === 0) return;
      await markChanged(tx, tenantId, clock());
      const { ip } = caller;
      const entry2 = { workspaceId, action, actor: caller, ip, subject: tenantId };
      await audit.record(tx, { ...entry2, details: { ...details } });
    });
    directory.invalidate(tenantId);
    const changed = await readTenant(database, tenantId);
    if (!changed) throw new AppError("not_found");
    return changed;
  };
  return {
    delete: async (caller, tenantId, name2) => {
      const tenant = await owned(caller, tenantId);
      if (name2 !== tenant.name) throw invalidField("tenant_name", "any_only");
      requireConfirmed(caller);
      const deletesAt = clock() + KEPT_MS3;
      const event = { action: "tenant.deleted", details: { deletes_at: iso(deletesAt) } };
      return apply(
        caller,
        tenant,
        event,
        (tx) => tx.run(
          `UPDATE tenants SET restores_to = status, status = 'deleting', deletes_at = ?
           WHERE tenant_id = ? AND status <> 'deleting'`,
          [deletesAt, tenantId]
        )
      );
    },
    restore: async (caller, tenantId) => {
      const tenant = await owned(caller, tenantId);
      const event = { action: "tenant.restored", details: {} };
      const restored = await apply(
        caller,
        tenant,
        event,
        (tx) => tx.run(
          `UPDATE tenants SET status = restores_to, restores_to = NULL, deletes_at = NULL
           WHERE tenant_id = ? AND status = 'deleting' AND restores_to IS NOT NULL
             AND deletes_at > ?`,
          [tenantId, clock()]
        )
      );
      if (restored.status === "deleting") {
        throw new AppError("state_conflict", { message: "This tenant is being erased." });
      }
      return restored;
    }
  };
}

// src/tenants/faq/service.ts
function createFaq({ database, directory, clock, roles, audit }) {
  const managed = async (accountId, tenantId) => {
    const tenant = await readTenant(database, tenantId);
    if (!tenant) throw new AppError("not_found");
    await roles.requireRole(accountId, tenant.workspaceId, "admin");
    return tenant;
  };
  const change = async (caller, {
    tenantId,
    version: version2,
    action
  }, edit) => {
    const tenant = await managed(caller.accountId, tenantId);
    requireWritable(tenant);
    const changed = await database.transaction(async (tx) => {
      const newVersion = await markChanged(tx, tenantId, clock(), version2);
      const bot2 = await readBot(tx, tenantId);
      const { faq, entry: entry2 } = edit(identified(tenantId, bot2.faq));
      requireRoom(faq);
      await tx.run("UPDATE tenants SET bot = ? WHERE tenant_id = ?", [
        settingsRow({ bot: { ...bot2, faq } }).bot ?? null,
        tenantId
      ]);
      await audit.record(tx, {
        workspaceId: tenant.workspaceId,
        action,
        actor: caller,
        ip: caller.ip,
        subject: tenantId,
        details: { faq_entry_id: entry2.id }
      });
      return { entry: entry2, version: newVersion };
    });
    directory.invalidate(tenantId);
    return changed;
  };
  return {
    list: async (accountId, tenantId, { limit, cursor }) => {
      const tenant = await managed(accountId, tenantId);
      const [from] = readCursor(cursor, "number") ?? [0];
      const rows = identified(tenantId, tenant.bot.faq).map((entry2, place) => ({ entry: entry2, place }));
      const page2 = toPage(rows.slice(from, from + limit + 1), limit, ({ place }) => [place + 1]);
      const entries = page2.rows.map(({ entry: entry2 }) => entry2);
      return { rows: entries, nextCursor: page2.nextCursor, version: tenant.version };
    },
    create: (caller, tenantId, given, version2) => change(caller, { tenantId, version: version2, action: "faq_entry.created" }, (faq) => {
      const entry2 = { ...given, id: newEntryId(tenantId) };
      return { faq: [...faq, entry2], entry: entry2 };
    }),
    update: (caller, entryId2, changes, version2) => change(
      caller,
      { tenantId: tenantIdOf(entryId2), version: version2, action: "faq_entry.updated" },
      (faq) => {
        const entry2 = { ...requireEntry(faq, entryId2), ...changes };
        return { faq: faq.map((other) => other.id === entryId2 ? entry2 : other), entry: entry2 };
      }
    ),
    remove: (caller, entryId2, version2) => change(
      caller,
      { tenantId: tenantIdOf(entryId2), version: version2, action: "faq_entry.removed" },
      (faq) => ({
        faq: faq.filter(({ id }) => id !== entryId2),
        entry: requireEntry(faq, entryId2)
      })
    )
  };
}
function requireEntry(faq, entryId2) {
  const entry2 = faq.find(({ id }) => id === entryId2);
  if (!entry2) throw new AppError("not_found");
  return entry2;
}

// src/tenants/follow-changes.ts
var POLL_MS3 = SECOND / 2;
var CURRENT_MS = 2 * SECOND;
var OVERLAP_MS3 = MINUTE;
function followTenantChanges(deps) {
  const { database, clock, log, onChanged } = deps;
  let reported = /* @__PURE__ */ new Map();
  let since2 = clock() - OVERLAP_MS3;
  let readAt = -Infinity;
  let isReading = false;
  const read3 = async () => {
    const startedAt = performance.now();
    const next = clock() - OVERLAP_MS3;
    const rows = await database.read.rows(
      "SELECT tenant_id, changed_at FROM tenants WHERE changed_at >= ?",
      [since2]
    );
    const changed = rows.filter((row2) => reported.get(row2.tenant_id) !== row2.changed_at);
    reported = new Map(rows.map((row2) => [row2.tenant_id, row2.changed_at]));
    since2 = next;
    readAt = startedAt;
    for (const { tenant_id: tenantId } of changed) onChanged(tenantId);
  };
  const timer = setInterval(() => {
    if (isReading) return;
    isReading = true;
    read3().catch(
      (error) => log.warn(
        { event: "tenant.changes_unreadable", err: error },
        "could not read the changed tenants"
      )
    ).finally(() => {
      isReading = false;
    });
  }, POLL_MS3);
  timer.unref();
  return {
    isCurrent: () => performance.now() - readAt < CURRENT_MS,
    stop: () => clearInterval(timer)
  };
}

// src/tenants/directory.ts
var TTL_MS3 = SECOND;
var FOLLOWED_TTL_MS = MINUTE;
var MAX_ENTRIES3 = 1e4;
function createTenantDirectory(deps) {
  const { database, clock, log } = deps;
  const changes = createSignal("tenant.changed", log);
  let followed = null;
  const cache = createLookupCache({
    load: (tenantId) => readTenant(database, tenantId),
    ttlMs: () => followed?.isCurrent() ? FOLLOWED_TTL_MS : TTL_MS3,
    maxEntries: MAX_ENTRIES3
  });
  return {
    find: cache.get,
    findByKey: async (tenantId, publicKey2) => {
      const tenant = await cache.get(tenantId);
      return tenant && isLiveKey(tenant, publicKey2, clock()) ? tenant : null;
    },
    invalidate: (tenantId) => {
      cache.forget(tenantId);
      changes.emit(tenantId);
    },
    onChange: changes.on,
    forget: cache.forget,
    follow: (onChanged) => {
      followed = followTenantChanges({ database, clock, log, onChanged });
      return followed.stop;
    }
  };
}

// src/tenants/secrets.ts
import { Op as Op4 } from "sequelize";
var DEFAULT_GRACE_S = DAY / SECOND;
var USABLE = pickColumns(TENANT_SECRETS, "sealed_secret", "state", "retires_at");
var TTL_MS4 = 1e3;
var MAX_ENTRIES4 = 1e4;
function createTenantSecrets(deps) {
  const { database, directory, keys, clock } = deps;
  const cache = createLookupCache({ load: readUsable, ttlMs: TTL_MS4, maxEntries: MAX_ENTRIES4 });
  directory.onChange(cache.forget);
  const model = modelOf(database, TENANT_SECRETS);
  async function readUsable(tenantId) {
    const rows = await database.read.rows(
      `SELECT ${listColumns(USABLE)} FROM tenant_secrets WHERE tenant_id = ? AND state <> 'pending'`,
      [tenantId]
    );
    return rows.map((row2) => ({
      secret: open(keys, row2.sealed_secret, tenantId),
      isActive: row2.state === "active",
      retiresAt: row2.retires_at
    }));
  }
  async function insert(tx, tenantId, state) {
    const secret = randomToken("ts_");
    await model.create(
      {
        tenant_id: tenantId,
        secret_id: newId(),
        sealed_secret: seal(keys, secret, tenantId),
        state,
        retires_at: null,
        created_at: clock()
      },
      { transaction: await tx.forModels() }
    );
    return secret;
  }
  return {
    activeSecret: async (tenantId) => {
      const active = (await cache.get(tenantId)).find(({ isActive }) => isActive);
      if (!active) throw new AppError("not_found");
      return active.secret;
    },
    liveSecrets: async (tenantId) => (await cache.get(tenantId)).filter(({ isActive, retiresAt }) => isActive || (retiresAt ?? 0) > clock()).map(({ secret }) => secret),
    issue: (tx, tenantId) => insert(tx, tenantId, "active"),
    rotate: async (tx, tenantId) => {
      await lockTenant(tx, tenantId);
      await model.destroy({
        where: { tenant_id: tenantId, state: "pending" },
        transaction: await tx.forModels()
      });
      return insert(tx, tenantId, "pending");
    },
    activate: async (tx, tenantId, graceS) => {
      const now = clock();
      await lockTenant(tx, tenantId);
      const transaction = await tx.forModels();
      const secretsIn = (state) => ({
        where: { tenant_id: tenantId, state },
        transaction
      });
      const retired = { state: "retired", retires_at: now + graceS * SECOND };
      await model.update(retired, secretsIn("active"));
      const [activated] = await model.update({ state: "active" }, secretsIn("pending"));
      if (activated !== 1) throw new AppError("state_conflict");
      await model.destroy({
        where: { tenant_id: tenantId, state: "retired", retires_at: { [Op4.lte]: now } },
        transaction
      });
    }
  };
}

// src/tenants/service.ts
import { Op as Op5 } from "sequelize";

// src/tenants/widget-keys.ts
async function replaceWidgetKey(tx, tenantId, newKey, now, graceMs) {
  await lockTenant(tx, tenantId);
  await tx.run("DELETE FROM retired_widget_keys WHERE tenant_id = ? AND retires_at <= ?", [
    tenantId,
    now
  ]);
  await tx.run(
    `INSERT INTO retired_widget_keys (tenant_id, widget_public_key, retires_at)
     SELECT tenant_id, widget_public_key, ? FROM tenants WHERE tenant_id = ?`,
    [now + graceMs, tenantId]
  );
  await tx.run("UPDATE tenants SET widget_public_key = ? WHERE tenant_id = ?", [newKey, tenantId]);
}

// src/tenants/service.ts
function createTenants(deps) {
  const { database, directory, secrets, clock, roles, audit } = deps;
  const model = modelOf(database, TENANTS2);
  const allowHttp = deps.isLocal;
  const current = async (tenantId) => {
    const tenant = await readTenant(database, tenantId);
    if (!tenant) throw new AppError("not_found");
    return tenant;
  };
  const managed = async ({ accountId }, tenantId) => {
    const tenant = await current(tenantId);
    await roles.requireRole(accountId, tenant.workspaceId, "admin");
    requireWritable(tenant);
    return tenant;
  };
  const changed = (tenantId) => {
    directory.invalidate(tenantId);
    return current(tenantId);
  };
  const record2 = (tx, actor, action, { tenantId, workspaceId }, details = {}) => audit.record(tx, { workspaceId, action, actor, ip: actor.ip, subject: tenantId, details });
  const checkCallbackUrl = (url) => {
    if (url === null || url === void 0) return;
    const check = deps.checkCallbackUrl(url);
    if (check.ok) return;
    throw new AppError("callback_url_forbidden", {
      details: [{ field: "callback_url_base", code: check.reason }]
    });
  };
  const visibleIds = async (accountId, workspaceId) => {
    const role = await roles.requireRole(accountId, workspaceId, "operator");
    return role === "operator" ? deps.tenantIdsServedBy(accountId, workspaceId) : null;
  };
  return {
    create: async (caller, body) => {
      const { workspace_id: workspaceId } = body;
      await roles.requireRole(caller.accountId, workspaceId, "admin");
      const settings2 = { ...defaultSettings(), ...givenSettings(body, { allowHttp }) };
      checkCallbackUrl(settings2.callbackUrlBase);
      const tenantId = newId();
      const secret = await database.transaction(async (tx) => {
        await requireQuota(tx, {
          owner: "SELECT workspace_id FROM workspaces WHERE workspace_id = ?",
          count: "SELECT COUNT(*) AS n FROM tenants WHERE workspace_id = ?",
          id: workspaceId,
          max: deps.maxPerWorkspace
        });
        const row2 = {
          ...settingsRow(settings2),
          tenant_id: tenantId,
          workspace_id: workspaceId,
          widget_public_key: randomToken("pk_"),
          status: "active",
          suspension_reason: null,
          created_at: clock(),
          changed_at: clock()
        };
        await model.create(row2, { transaction: await tx.forModels() });
        await record2(tx, caller, "tenant.created", { tenantId, workspaceId });
        return secrets.issue(tx, tenantId);
      });
      return { tenant: await changed(tenantId), secret };
    },
    list: async (accountId, { workspaceId, status: status2, limit, cursor }) => {
      const visible = await visibleIds(accountId, workspaceId);
      const [after] = readCursor(cursor, "string") ?? [""];
      const rows = await model.findAll({
        where: {
          workspace_id: workspaceId,
          tenant_id: { [Op5.gt]: after, ...visible && { [Op5.in]: visible } },
          ...status2 && { status: status2 }
        },
        order: [["tenant_id", "ASC"]],
        limit: limit + 1
      });
      const tenants = rows.map((row2) => toTenant(row2.get(), []));
      return toPage(tenants, limit, ({ tenantId }) => [tenantId]);
    },
    get: async (accountId, tenantId) => {
      const tenant = await current(tenantId);
      const visible = await visibleIds(accountId, tenant.workspaceId);
      if (visible && !visible.includes(tenantId)) throw new AppError("not_found");
      return tenant;
    },
    update: async (caller, tenantId, body, version2) => {
      const tenant = await managed(caller, tenantId);
      const settings2 = givenSettings(body, { allowHttp });
      checkCallbackUrl(settings2.callbackUrlBase);
      const { callbackUrlBase = tenant.callbackUrlBase, retention: retention2 = tenant.retention } = settings2;
      const isOtherAddress = callbackUrlBase !== tenant.callbackUrlBase;
      if (isOtherAddress || isShorter(retention2, tenant.retention)) requireConfirmed(caller);
      await database.transaction(async (tx) => {
        await markChanged(tx, tenantId, clock(), version2);
        const stored = settings2.bot ? (await readBot(tx, tenantId)).faq : [];
        const faq = body.bot?.faq ? replaceEntries(tenantId, stored, settings2.bot?.faq ?? []) : stored;
        const bot2 = settings2.bot && { bot: { ...settings2.bot, faq } };
        await model.update(settingsRow({ ...settings2, ...bot2 }), {
          where: { tenant_id: tenantId },
          transaction: await tx.forModels()
        });
        await record2(tx, caller, "tenant.updated", tenant, { fields: Object.keys(body) });
      });
      return changed(tenantId);
    },
    rotateWidgetKey: async (caller, tenantId, graceS = DEFAULT_GRACE_S) => {
      const tenant = await managed(caller, tenantId);
      await database.transaction(async (tx) => {
        await replaceWidgetKey(tx, tenantId, randomToken("pk_"), clock(), graceS * SECOND);
        await markChanged(tx, tenantId, clock());
        await record2(tx, caller, "tenant.widget_key_rotated", tenant, { grace_s: graceS });
      });
      return changed(tenantId);
    },
    rotateSecret: async (caller, tenantId) => {
      const tenant = await managed(caller, tenantId);
      requireConfirmed(caller);
      const secret = await database.transaction(async (tx) => {
        await record2(tx, caller, "tenant.secret_rotated", tenant);
        return secrets.rotate(tx, tenantId);
      });
      return { tenant, secret };
    },
    activateSecret: async (caller, tenantId, graceS = DEFAULT_GRACE_S) => {
      const tenant = await managed(caller, tenantId);
      requireConfirmed(caller);
      await database.transaction(async (tx) => {
        await secrets.activate(tx, tenantId, graceS);
        await record2(tx, caller, "tenant.secret_activated", tenant, { grace_s: graceS });
      });
      return changed(tenantId);
    },
    setStatus: async (tenantId, status2, reason, alongside) => {
      await database.transaction(async (tx) => {
        const switched = await tx.run(
          "UPDATE tenants SET status = ?, suspension_reason = ? WHERE tenant_id = ? AND status NOT IN (?, 'deleting')",
          [status2, status2 === "suspended" ? reason : null, tenantId, status2]
        );
        if (switched === 0) return;
        await markChanged(tx, tenantId, clock());
        await alongside?.(tx);
      });
      const tenant = await changed(tenantId);
      requireWritable(tenant);
      return tenant;
    }
  };
}
function isShorter(one, other) {
  return (one.messagesDays ?? Infinity) < (other.messagesDays ?? Infinity);
}

// src/app/tenancy.ts
function buildTenancy(infrastructure, { accounts, roles, invitations, members }) {
  const { config, database, keys, clock, log, audit, hub } = infrastructure;
  const { isLocal, limits } = config;
  const guard = createAddressGuard({ allowCidrs: config.callbackAllowCidrs, isLocal });
  const directory = createTenantDirectory({ database, clock, log });
  hub.watch((notice) => {
    if (notice.kind === "tenant-changed") directory.forget(notice.tenantId);
  });
  const secrets = createTenantSecrets({ database, directory, keys: keys.tenantSecret, clock });
  const presence2 = createOperatorPresence({
    database,
    clock,
    log,
    awayAfterMs: config.operatorAwayReleaseMs
  });
  const operators = createOperators({
    database,
    clock,
    audit,
    roles,
    directory,
    presence: presence2,
    invitations,
    members
  });
  const tenants = createTenants({
    maxPerWorkspace: limits.tenants_per_workspace,
    database,
    directory,
    secrets,
    clock,
    isLocal,
    roles,
    audit,
    checkCallbackUrl: guard.checkUrl,
    tenantIdsServedBy: operators.tenantIdsServedBy
  });
  return {
    guard,
    directory,
    secrets,
    presence: presence2,
    operators,
    tenants,
    deletion: createTenantDeletion({ database, directory, clock, roles, audit }),
    faq: createFaq({ database, directory, clock, roles, audit }),
    inboxScope: (accountId) => readInboxScope(database.read, accountId),
    /** Every authenticated request, and every open live feed, shows that the operator is active. */
    authenticate: async (presented) => {
      const principal = await accounts.consoleAuth.authenticate(presented);
      await presence2.touch(principal.accountId).catch(
        (error) => log.warn(
          { event: "operator.touch_failed", err: error },
          "could not store that an operator is active"
        )
      );
      return principal;
    }
  };
}

// src/visitors/create-session.ts
function createSessionCreation(deps) {
  const { directory, sessions, tokens, rateLimiter } = deps;
  return async (fields2, { originHeader, ip }) => {
    const { tenant_id: tenantId, widget_public_key: widgetPublicKey } = fields2;
    const note = (outcome) => {
      const page2 = pageOf2(fields2.origin, originHeader);
      const widgetVersion = fields2.widget_version;
      deps.sightings.note({ tenantId, origin: page2, outcome, widgetVersion, ip });
    };
    const tenant = await findWidgetTenant(directory, fields2).catch(async (error) => {
      if (error instanceof AppError && await directory.find(tenantId)) {
        note(error.code === "tenant_suspended" ? "suspended" : "wrong_key");
      }
      throw error;
    });
    const origin = claimedOrigin(fields2.origin, originHeader);
    if (origin === null || !originAllowed(origin, tenant.allowedOrigins)) {
      note("origin_not_allowed");
      throw new AppError("origin_not_allowed");
    }
    await rateLimiter.consume("create_session_per_tenant", tenantId);
    const session2 = await sessions.create({
      tenantId,
      widgetPublicKey,
      origin,
      locale: fields2.locale ?? tenant.defaultLocale,
      mode: fields2.mode ?? "bot",
      routingKey: fields2.routing_key ?? null,
      metadata: JSON.stringify(fields2.metadata ?? {})
    });
    const [token2, widgetConfig2] = await Promise.all([
      signVisitorToken(tokens, session2),
      deps.widgetConfig(tenant, session2.locale)
    ]);
    note("accepted");
    return { session: session2, token: token2, widgetConfig: widgetConfig2 };
  };
}
function pageOf2(written, header) {
  return requestOrigin(header ?? canonicalOrigin(written, { allowHttp: true }) ?? "");
}
function claimedOrigin(written, header) {
  const origin = canonicalOrigin(written, { allowHttp: true });
  if (header === void 0) return origin;
  return requestOrigin(header) === origin ? origin : null;
}

// src/visitors/identify.ts
import { userSignature } from "@chat-relay/receiver-sdk";
function createIdentify(deps) {
  return async (session2, body) => {
    const { tenantId } = session2;
    const secrets = await deps.secrets.liveSecrets(tenantId);
    const isProven = secrets.map((secret) => safeEqual(userSignature(secret, body.user_id), body.user_signature)).includes(true);
    if (!isProven) throw new AppError("identity_signature_invalid");
    const tenant = await deps.directory.find(tenantId);
    const earlier = tenant?.widget.crossDevice ? await deps.sessions.joinOpen(session2, body.user_id) : null;
    return deps.sessions.identify(earlier ?? session2, {
      userId: body.user_id,
      displayName: body.display_name,
      email: body.email,
      attributes: body.attributes
    });
  };
}

// src/visitors/sessions.ts
var MAX_BATCH4 = 256;
var MAX_QUEUED3 = 5e3;
var MAX_IN_FLIGHT3 = 4;
var PURGE_BATCH = 500;
var NEW_SESSIONS = pickColumns(
  VISITOR_SESSIONS,
  "tenant_id",
  "session_id",
  "widget_public_key",
  "origin",
  "locale",
  "mode",
  "routing_key",
  "metadata",
  "created_at",
  "expires_at",
  "purge_at",
  "kept_from"
);
var COLUMNS3 = listColumns(VISITOR_SESSIONS);
var OF_SESSION2 = "tenant_id = ? AND session_id = ?";
function paramsOf({ tenantId, sessionId: sessionId3 }) {
  return [tenantId, sessionId3];
}
function createVisitorSessions(deps) {
  const { database, clock } = deps;
  const ended = createSignal("visitor_session.ended", deps.log);
  const identified2 = createSignal("visitor_session.identified", deps.log);
  const creation = createGroupCommit({
    database,
    maxBatch: MAX_BATCH4,
    maxQueued: MAX_QUEUED3,
    maxInFlight: MAX_IN_FLIGHT3,
    keyOf: (row2) => row2.session_id,
    shardOf: (row2) => row2.tenant_id,
    apply: async (tx, rows) => {
      await insertRows(tx, NEW_SESSIONS, rows);
      return rows.map(() => void 0);
    }
  });
  const find2 = async (key) => {
    const [row2] = await database.read.rows(
      `SELECT ${COLUMNS3} FROM visitor_sessions WHERE ${OF_SESSION2}`,
      paramsOf(key)
    );
    return row2 ? toSession(row2) : null;
  };
  return {
    create: async (session2) => {
      const now = clock();
      const row2 = {
        session_id: randomToken("vs_"),
        tenant_id: session2.tenantId,
        widget_public_key: session2.widgetPublicKey,
        origin: session2.origin,
        locale: session2.locale,
        mode: session2.mode,
        routing_key: session2.routingKey,
        metadata: session2.metadata,
        user_id: null,
        visitor_name: null,
        visitor_email: null,
        visitor_attributes: null,
        created_at: now,
        expires_at: now + SESSION_TTL_MS,
        purge_at: now + SESSION_TTL_MS,
        kept_from: now,
        ended_at: null,
        erased_at: null
      };
      await creation.submit(row2);
      return toSession(row2);
    },
    find: find2,
    ofUser: async (tenantId, userId2) => {
      const rows = await database.read.rows(
        `SELECT ${COLUMNS3} FROM visitor_sessions WHERE tenant_id = ? AND user_id = ?`,
        [tenantId, userId2]
      );
      const sessions = rows.map(toSession).filter((session2) => session2.userId === userId2);
      return sessions.toSorted((a, b) => b.createdAt - a.createdAt);
    },
    identify: async (key, identity) => {
      const session2 = await database.transaction(async (tx) => {
        await bind(tx, key, identity.userId);
        await describe(tx, key, identity);
        const [row2] = await tx.rows(
          `SELECT ${COLUMNS3} FROM visitor_sessions WHERE ${OF_SESSION2}`,
          paramsOf(key)
        );
        return toSession(row2);
      });
      identified2.emit(key);
      return session2;
    },
    onIdentified: identified2.on,
    joinOpen: (session2, userId2) => database.transaction(async (tx) => {
      const open2 = await findOpen(tx, session2, userId2, clock());
      if (!open2) return null;
      const isLeft = await tx.run(
        `UPDATE visitor_sessions SET ended_at = ?
           WHERE ${OF_SESSION2} AND ended_at IS NULL AND (user_id IS NULL OR user_id = ?)
             AND NOT EXISTS (
               SELECT 1 FROM conversations c WHERE c.tenant_id = visitor_sessions.tenant_id
                 AND c.session_id = visitor_sessions.session_id)`,
        [clock(), ...paramsOf(session2), userId2]
      );
      return isLeft === 1 ? open2 : null;
    }),
    end: async (key) => {
      const changed = await database.transaction(
        (tx) => tx.run(
          `UPDATE visitor_sessions SET ended_at = ? WHERE ${OF_SESSION2} AND ended_at IS NULL`,
          [clock(), ...paramsOf(key)]
        )
      );
      if (changed === 1) ended.emit(key.sessionId);
    },
    onEnded: ended.on,
    purgeExpired: async (now) => {
      for (let total = 0; ; ) {
        const purged = await database.transaction((tx) => purgeSome(tx, now));
        total += purged;
        if (purged < PURGE_BATCH) return total;
      }
    },
    drain: creation.drain
  };
}
async function findOpen(tx, { sessionId: sessionId3, tenantId, origin }, userId2, now) {
  const rows = await tx.rows(
    `SELECT ${listColumns(VISITOR_SESSIONS, "s")} FROM visitor_sessions s
     JOIN conversations c ON c.tenant_id = s.tenant_id AND c.session_id = s.session_id
       AND c.status <> 'RESOLVED'
     WHERE s.tenant_id = ? AND s.user_id = ? AND s.origin = ? AND s.session_id <> ?
       AND s.ended_at IS NULL AND s.expires_at > ?
     ORDER BY c.last_message_at DESC`,
    [tenantId, userId2, origin, sessionId3, now]
  );
  return rows.map(toSession).find((session2) => session2.userId === userId2);
}
async function bind(tx, key, userId2) {
  const bound = await tx.run(
    `UPDATE visitor_sessions SET user_id = ? WHERE ${OF_SESSION2} AND user_id IS NULL AND ended_at IS NULL`,
    [userId2, ...paramsOf(key)]
  );
  if (bound === 1) return;
  const [row2] = await tx.rows(
    `SELECT user_id, ended_at FROM visitor_sessions WHERE ${OF_SESSION2}${forUpdate(tx.dialect)}`,
    paramsOf(key)
  );
  if (!row2 || row2.ended_at !== null) throw new AppError("session_expired");
  if (row2.user_id !== userId2) throw new AppError("already_identified");
}
async function describe(tx, key, identity) {
  const { displayName, email: email2, attributes } = identity;
  const given = [];
  if (displayName !== void 0) given.push(["visitor_name", displayName]);
  if (email2 !== void 0) given.push(["visitor_email", email2]);
  if (attributes) given.push(["visitor_attributes", JSON.stringify(attributes)]);
  if (given.length === 0) return;
  await tx.run(
    `UPDATE visitor_sessions SET ${given.map(([column]) => `${column} = ?`).join(", ")} WHERE ${OF_SESSION2}`,
    [...given.map(([, value]) => value), ...paramsOf(key)]
  );
}
async function purgeSome(tx, now) {
  const rows = await tx.rows(
    `SELECT tenant_id, session_id FROM visitor_sessions WHERE purge_at <= ?
     ORDER BY purge_at LIMIT ${PURGE_BATCH}`,
    [now]
  );
  if (rows.length === 0) return 0;
  const keys = rows.map((row2) => [row2.tenant_id, row2.session_id]);
  return tx.run(
    `DELETE FROM visitor_sessions
     WHERE purge_at IS NOT NULL AND ${keyIn(tx.dialect, ["tenant_id", "session_id"], keys)}`,
    keys.flat()
  );
}

// src/visitors/sightings/store.ts
var MAX_OF_OUTCOME = 50;
var KEPT_MS4 = 30 * DAY;
var MAX_DELETED = 500;
var KEY3 = WIDGET_SIGHTINGS.key;
async function readSightings({ read: read3 }, tenantId, since2) {
  const rows = await read3.rows(
    `SELECT ${listColumns(WIDGET_SIGHTINGS)} FROM widget_sightings
     WHERE tenant_id = ? AND last_seen_at >= ?`,
    [tenantId, since2]
  );
  return rows.map(toSighting);
}
async function storeSightings(tx, sightings) {
  const keys = sightings.map(keyOf3);
  const unseen = sightings.map((sighting) => toRow({ ...sighting, count: 0 }));
  await insertAbsentRows(tx, WIDGET_SIGHTINGS, unseen);
  const stored = await tx.rows(
    `SELECT ${listColumns(WIDGET_SIGHTINGS)} FROM widget_sightings
     WHERE ${keyIn(tx.dialect, KEY3, keys)} ${lockInOrderOf(tx.dialect, KEY3.join(", "))}`,
    keys.flat()
  );
  const known = new Map(stored.map((row2) => [nameOf4(toSighting(row2)), toSighting(row2)]));
  const merged = sightings.map((one) => mergeSightings(known.get(nameOf4(one)), one));
  await upsertRows(tx, WIDGET_SIGHTINGS, merged.map(toRow));
  await dropOldest(tx, [...new Set(sightings.map(({ tenantId }) => tenantId))]);
}
async function dropOldest(tx, tenantIds) {
  const full = await tx.rows(
    `SELECT tenant_id, outcome FROM widget_sightings
     WHERE tenant_id IN ${placeholders(1, tenantIds.length)}
     GROUP BY tenant_id, outcome HAVING COUNT(*) > ${MAX_OF_OUTCOME}`,
    tenantIds
  );
  for (const { tenant_id: tenantId, outcome } of full) {
    const oldest = await tx.rows(
      `SELECT ${KEY3.join(", ")} FROM widget_sightings WHERE tenant_id = ? AND outcome = ?
       ORDER BY last_seen_at DESC, origin LIMIT ${MAX_DELETED} OFFSET ${MAX_OF_OUTCOME}`,
      [tenantId, outcome]
    );
    const keys = oldest.map(({ origin }) => [tenantId, outcome, origin]);
    await tx.run(`DELETE FROM widget_sightings WHERE ${keyIn(tx.dialect, KEY3, keys)}`, keys.flat());
  }
}
var keyOf3 = ({ tenantId, outcome, origin }) => [tenantId, outcome, origin ?? ""];
var nameOf4 = (sighting) => keyOf3(sighting).join(" ");
function toRow(sighting) {
  return {
    tenant_id: sighting.tenantId,
    outcome: sighting.outcome,
    origin: sighting.origin ?? "",
    seen: sighting.count,
    first_seen_at: sighting.firstSeenAt,
    last_seen_at: sighting.lastSeenAt,
    widget_version: sighting.widgetVersion
  };
}
function toSighting(row2) {
  return {
    tenantId: row2.tenant_id,
    outcome: row2.outcome,
    origin: row2.origin === "" ? null : row2.origin,
    count: row2.seen,
    firstSeenAt: row2.first_seen_at,
    lastSeenAt: row2.last_seen_at,
    widgetVersion: row2.widget_version
  };
}

// src/visitors/sightings/tally.ts
var MAX_PAGES = { accepted: 1e3, refused: 1e3 };
var MAX_SIGHTINGS = 4e3;
var MAX_ORIGIN_LENGTH = 255;
var MAX_REFUSED_ADDRESSES = 1e4;
function createTally(clock) {
  let sightings = /* @__PURE__ */ new Map();
  let pages = { accepted: 0, refused: 0 };
  let refused = { since: 0, addresses: /* @__PURE__ */ new Set() };
  const keyOf4 = ({ tenantId, outcome, origin }) => `${tenantId} ${outcome} ${origin ?? ""}`;
  const isRepeated = (tenantId, ip, now) => {
    if (now - refused.since >= MINUTE) refused = { since: now, addresses: /* @__PURE__ */ new Set() };
    const address = `${tenantId} ${rateKey(ip)}`;
    const { addresses } = refused;
    if (addresses.has(address) || addresses.size >= MAX_REFUSED_ADDRESSES) return true;
    addresses.add(address);
    return false;
  };
  const merge = (sighting) => {
    const list2 = sighting.outcome === "accepted" ? "accepted" : "refused";
    let key = keyOf4(sighting);
    let listed = sighting;
    if (!sightings.has(key) && sighting.origin !== null) {
      if (pages[list2] < MAX_PAGES[list2]) pages[list2] += 1;
      else {
        listed = { ...sighting, origin: null };
        key = keyOf4(listed);
      }
    }
    if (!sightings.has(key) && sightings.size >= MAX_SIGHTINGS) return;
    sightings.set(key, mergeSightings(sightings.get(key), listed));
  };
  return {
    note: (visit) => {
      const { tenantId, origin, outcome, widgetVersion = null, ip } = visit;
      if (origin === null || origin.length > MAX_ORIGIN_LENGTH) return;
      const now = clock();
      if (outcome !== "accepted" && ip !== null && isRepeated(tenantId, ip, now)) return;
      const seen = { count: 1, firstSeenAt: now, lastSeenAt: now };
      merge({ tenantId, outcome, origin, widgetVersion, ...seen });
    },
    add: (some) => some.forEach(merge),
    ofTenant: (tenantId) => [...sightings.values()].filter((one) => one.tenantId === tenantId),
    take: () => {
      const taken = [...sightings.values()];
      sightings = /* @__PURE__ */ new Map();
      pages = { accepted: 0, refused: 0 };
      return taken;
    }
  };
}

// src/visitors/sightings/sightings.ts
var WRITE_EVERY_MS2 = 5 * SECOND;
var SIGHTINGS_A_COMMIT = 200;
function createSightings({
  database,
  clock,
  log
}) {
  const tally = createTally(clock);
  let timer;
  let writing = Promise.resolve();
  const write2 = async () => {
    let unsaved = tally.take().toSorted(byKey2);
    while (unsaved.length > 0) {
      const some = unsaved.slice(0, SIGHTINGS_A_COMMIT);
      try {
        await database.transaction((tx) => storeSightings(tx, some));
      } catch (err) {
        tally.add(unsaved);
        log.warn({ event: "widget.sightings_not_stored", err }, "could not store sightings yet");
        return;
      }
      unsaved = unsaved.slice(SIGHTINGS_A_COMMIT);
    }
  };
  const writeNext = () => writing = writing.then(write2);
  return {
    note: tally.note,
    read: async (tenantId) => {
      await writing;
      const counted = tally.ofTenant(tenantId);
      const stored = await readSightings(database, tenantId, clock() - KEPT_MS4);
      const byPage = /* @__PURE__ */ new Map();
      for (const sighting of [...stored, ...counted]) {
        const key = `${sighting.outcome} ${sighting.origin}`;
        byPage.set(key, mergeSightings(byPage.get(key), sighting));
      }
      const latest = [...byPage.values()].toSorted((a, b) => b.lastSeenAt - a.lastSeenAt);
      const kept2 = SIGHTING_OUTCOMES.flatMap(
        (outcome) => latest.filter((sighting) => sighting.outcome === outcome).slice(0, MAX_OF_OUTCOME)
      );
      return latest.filter((sighting) => kept2.includes(sighting));
    },
    deleteExpired: async () => {
      const { name: table2, key } = WIDGET_SIGHTINGS;
      const rows = { table: table2, key, where: "last_seen_at < ?", params: [clock() - KEPT_MS4] };
      await eraseInBatches(database, rows, () => false);
    },
    start: () => {
      timer = setInterval(() => void writeNext(), WRITE_EVERY_MS2);
      timer.unref();
    },
    stop: () => {
      clearInterval(timer);
      return writeNext();
    }
  };
}
function byKey2(a, b) {
  const [one, other] = [a, b].map((s) => `${s.tenantId} ${s.outcome} ${s.origin ?? ""}`);
  return (one ?? "") < (other ?? "") ? -1 : 1;
}

// src/app/visitors.ts
function buildVisitors({ database, clock, log, tokens, rateLimiter, lifecycle }, { directory, secrets, presence: presence2 }) {
  const sessions = createVisitorSessions({ database, clock, log });
  const sightings = createSightings({ database, clock, log });
  lifecycle.register({ name: "sightings of the widget", ...sightings });
  const checkAccess = createCheckAccess({ tokens, sessions, directory, clock, sightings });
  const widgetConfig2 = createWidgetConfig({ operators: presence2, clock });
  return {
    sessions,
    sightings,
    checkAccess,
    widgetConfig: widgetConfig2,
    auth: createVisitorAuth({ checkAccess }),
    createSession: createSessionCreation({
      directory,
      sessions,
      tokens,
      rateLimiter,
      widgetConfig: widgetConfig2,
      sightings
    }),
    identify: createIdentify({ secrets, sessions, directory })
  };
}

// src/widget-files/routes.ts
import { createHash as createHash7 } from "crypto";
var LOADER = "loader.global.js";
var ENTRY = "widget.global.js";
var FETCHED_BY_PAGES = /^(widget\.global|locales\/[\w-]+)\.js$/;
var LOADER_CACHE = "public, max-age=300";
var FOR_ANY_PAGE = {
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin"
};
function registerWidgetFiles(server, folder) {
  const files = servedFiles(readBuiltFiles(folder));
  server.route({
    method: "GET",
    path: "/widget/{path*}",
    options: {
      auth: false,
      plugins: {},
      ext: {
        onPreResponse: {
          method: ({ response }, h) => {
            const headers = "isBoom" in response ? response.output.headers : response.headers;
            Object.assign(headers, FOR_ANY_PAGE);
            return h.continue;
          }
        }
      }
    },
    handler: async (request2, h) => {
      const { path = "" } = request2.params;
      const file = files.get(path);
      if (!file) throw new AppError("not_found");
      const response = await sendBuiltFile(request2, h, file);
      return response.header("cache-control", path === "loader.js" ? LOADER_CACHE : IMMUTABLE);
    }
  });
}
var byPath = ([a], [b]) => a < b ? -1 : 1;
function servedFiles(built) {
  const loader = built?.get(LOADER);
  if (!built || !loader) return /* @__PURE__ */ new Map();
  const fetched = [...built].filter(([path]) => FETCHED_BY_PAGES.test(path));
  const digest = createHash7("sha256");
  for (const [path, { hash }] of fetched.toSorted(byPath)) digest.update(`${path} ${hash}
`);
  const version2 = digest.digest("hex").slice(0, 16);
  const script = loader.content.toString().replaceAll(ENTRY, `${version2}/${ENTRY}`);
  return new Map([
    ["loader.js", builtFileOf("loader.js", Buffer.from(script))],
    ...fetched.map(([path, file]) => [`${version2}/${path}`, file])
  ]);
}

// src/app/relay.ts
var DATABASE_DRAIN_MS = 6e3;
async function createRelay(options) {
  const lifecycle = createLifecycle(options.log);
  try {
    return await buildRelay(options, lifecycle);
  } catch (error) {
    await lifecycle.stop().catch(() => void 0);
    throw error;
  }
}
async function buildRelay(relayOptions, lifecycle) {
  const { config, log, clock = systemClock, databaseLimits = {} } = relayOptions;
  const options = { config, log, clock, databaseLimits, lifecycle };
  const infrastructure = await buildInfrastructure(options);
  const accounts = await buildAccounts(infrastructure);
  const tenancy = buildTenancy(infrastructure, accounts);
  const visitors = buildVisitors(infrastructure, tenancy);
  const callbacks = buildCallbacks(infrastructure, tenancy);
  const conversations = buildConversations(infrastructure, accounts, tenancy, visitors, callbacks);
  const routes = listRoutes(infrastructure, accounts, tenancy, visitors, callbacks, conversations);
  const http = buildHttp(infrastructure, tenancy, visitors);
  registerRoutes(infrastructure, http, routes, accounts, conversations);
  if (config.hasConsolePage) {
    registerConsolePage(http.server, relayOptions.consoleFolder ?? buildFolder("console"));
  }
  registerWidgetFiles(http.server, relayOptions.widgetFolder ?? buildFolder("widget"));
  registerBackground(infrastructure, accounts, tenancy, visitors, callbacks, conversations, http);
  await buildSockets(infrastructure, tenancy, visitors, conversations, http);
  return {
    routes,
    http: http.server,
    address: () => http.server.info.uri,
    start: lifecycle.start,
    stop: async () => {
      const patience = setTimeout(infrastructure.database.abandon, DATABASE_DRAIN_MS);
      await lifecycle.stop().finally(() => clearTimeout(patience));
    }
  };
}
export {
  ConfigError,
  Unreachable,
  createLog,
  createRelay,
  readConfig
};
//# sourceMappingURL=server.js.map