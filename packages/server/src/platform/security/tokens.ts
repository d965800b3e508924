import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { errors, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { DAY, HOUR, SECOND, type Clock } from '../clock';
import { newId } from '../ids';
import { KEY_BYTES, type KeyRing } from './keys';

/** 256 random bits with a prefix such as `vs_`. */
export function randomToken(prefix: string): string {
  return prefix + randomBytes(32).toString('base64url');
}

/** The stored form of a random token. With 256 bits of entropy a fast hash is enough. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Compares in constant time, for any lengths. */
export function safeEqual(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

export const CONSOLE_TOKEN_TTL_MS = 7 * DAY;
const VISITOR_TOKEN_TTL_MS = HOUR;

export interface ConsoleClaims {
  /** The account. */
  sub: string;
  /** The console session, which is looked up on every use. */
  sid: string;
  /** The factors passed, such as `['pwd', 'email_otp']`. */
  amr: string[];
}

export interface VisitorClaims {
  /** The visitor session. */
  sub: string;
  tid: string;
  wpk: string;
  org: string;
  ver: number;
}

export interface Signed {
  token: string;
  expiresAtMs: number;
}

export type Verified<Claims> =
  | { ok: true; claims: Claims; expiresAtMs: number; expired: boolean }
  | { ok: false };

export interface TokensOptions {
  /** `BASE_URL`. */
  issuer: string;
  consoleKeys: KeyRing;
  visitorKeys: KeyRing;
  clock: Clock;
}

export interface Tokens {
  signConsoleToken(claims: ConsoleClaims): Promise<Signed>;
  /** Verifies a token. With `allowExpired`, one that is valid but expired is accepted, and marked `expired`. */
  verifyConsoleToken(
    token: string,
    options?: { allowExpired?: boolean },
  ): Promise<Verified<ConsoleClaims>>;
  signVisitorToken(claims: VisitorClaims): Promise<Signed>;
  verifyVisitorToken(
    token: string,
    options?: { allowExpired?: boolean },
  ): Promise<Verified<VisitorClaims>>;
}

/** Signs and verifies the two kinds of JWT. Each has its own key, `typ`, `aud` and `kind`. */
export function createTokens(options: TokensOptions): Tokens {
  const { issuer, clock } = options;
  const consoleTokens = createKind<ConsoleClaims>({
    issuer,
    clock,
    keys: options.consoleKeys,
    ttlMs: CONSOLE_TOKEN_TTL_MS,
    typ: 'relay-console+jwt',
    audience: 'relay:console',
    kind: 'tenant_admin',
    required: { sub: isText, sid: isText, amr: isTextList },
  });
  const visitorTokens = createKind<VisitorClaims>({
    issuer,
    clock,
    keys: options.visitorKeys,
    ttlMs: VISITOR_TOKEN_TTL_MS,
    typ: 'relay-visitor+jwt',
    audience: 'relay:visitor',
    kind: 'visitor',
    required: { sub: isText, tid: isText, wpk: isText, org: isText, ver: Number.isSafeInteger },
  });

  return {
    signConsoleToken: consoleTokens.sign,
    verifyConsoleToken: (token, { allowExpired = false } = {}) =>
      consoleTokens.verify(token, allowExpired),
    signVisitorToken: visitorTokens.sign,
    verifyVisitorToken: (token, { allowExpired = false } = {}) =>
      visitorTokens.verify(token, allowExpired),
  };
}

const MAX_TOKEN_BYTES = 4096;
/** The clocks of two nodes differ a little. */
const EXP_LEEWAY_S = 5;
const IAT_LEEWAY_S = 60;

interface Kind<Claims> {
  issuer: string;
  clock: Clock;
  keys: KeyRing;
  ttlMs: number;
  typ: string;
  audience: string;
  kind: string;
  required: { [name in keyof Claims]: (value: unknown) => boolean };
}

function createKind<Claims extends ConsoleClaims | VisitorClaims>(kind: Kind<Claims>) {
  // jose accepts keys of any length, even one byte.
  if (kind.keys.some((key) => key.length < KEY_BYTES)) {
    throw new TypeError('a token key must be at least 32 bytes');
  }
  const [newest, ...others] = [
    importKey(kind.keys[0]),
    ...kind.keys.slice(1).map(importKey),
  ] as const;
  const names = Object.keys(kind.required) as (keyof Claims & string)[]; // keyof, by the type above

  async function sign(claims: Claims): Promise<Signed> {
    const iat = Math.floor(kind.clock() / SECOND);
    const exp = iat + kind.ttlMs / SECOND;
    const token = await new SignJWT({ ...claims, kind: kind.kind })
      .setProtectedHeader({ alg: 'HS256', typ: kind.typ })
      .setIssuer(kind.issuer)
      .setAudience(kind.audience)
      .setIssuedAt(iat)
      .setExpirationTime(exp)
      .setJti(newId())
      .sign(await newest);
    return { token, expiresAtMs: exp * SECOND };
  }

  async function verify(token: string, allowExpired: boolean): Promise<Verified<Claims>> {
    if (token.length > MAX_TOKEN_BYTES) return { ok: false };
    let read = await readPayload(token, newest);
    for (const key of others) read ??= await readPayload(token, key);
    if (!read || (read.expired && !allowExpired)) return { ok: false };

    const { payload } = read;
    if (payload['kind'] !== kind.kind) return { ok: false };
    if (names.some((name) => !kind.required[name](payload[name]))) return { ok: false };
    if (payload.iat! > kind.clock() / SECOND + IAT_LEEWAY_S) return { ok: false };
    const entries = names.map((name) => [name, payload[name]]);
    const claims = Object.fromEntries(entries) as Claims; // every claim was checked above
    return { ok: true, claims, expiresAtMs: payload.exp! * SECOND, expired: read.expired };
  }

  async function readPayload(
    token: string,
    key: Promise<CryptoKey>,
  ): Promise<{ payload: JWTPayload; expired: boolean } | null> {
    try {
      const { payload } = await jwtVerify(token, await key, {
        algorithms: ['HS256'],
        issuer: kind.issuer,
        audience: kind.audience,
        typ: kind.typ,
        requiredClaims: ['iat', 'exp', 'jti', 'kind', ...names],
        currentDate: new Date(kind.clock()),
        clockTolerance: EXP_LEEWAY_S,
      });
      return { payload, expired: false };
    } catch (error) {
      // jose checks `exp` last: an expired token has passed signature, typ, iss and aud.
      if (error instanceof errors.JWTExpired) return { payload: error.payload, expired: true };
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  }

  return { sign, verify };
}

function importKey(key: Buffer): Promise<CryptoKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', new Uint8Array(key), algorithm, false, ['sign', 'verify']);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}
