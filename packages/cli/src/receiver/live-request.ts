import { sha256Hex, SIGNATURE_HEADERS, TOLERANCE_MS } from '@chat-relay/receiver-sdk/signature';
import { bytesOf, hmacHex, VECTOR_TENANT, type Vector } from './vector';

/** The facts with which a case is signed again, for a running receiver. */
export interface LiveFacts {
  nowMs: number;
  tenantId: string;
  secret: string;
  /** The previous secret, if the receiver still accepts it. */
  oldSecret: string | null;
  /** Two secrets that the receiver does not know; then a tenant that it does not know. */
  anotherSecret: string;
  thirdSecret: string;
  unknownTenantId: string;
  /** The distance from the edge of the time window, because a request takes time, and clocks differ. */
  marginMs: number;
  /** Makes an event that replaces the case's own, which is short and always has the same id. */
  eventFor(own: Record<string, unknown>): Record<string, unknown>;
}

/** A request to send. A header with a list is sent once for each value. */
export interface LiveRequest {
  path: string;
  headers: Record<string, string | string[]>;
  body: Buffer;
  /** The codes that are correct; null means 200. */
  codes: (string | null)[];
  isRepeated: boolean;
}

/** The reason why the case can't be sent. */
export interface Skipped {
  skipped: string;
}

const UNKNOWN_TENANT = 'a tenant whose secrets are unknown';
const OLD_SECRET = 'valid: the old of two secrets';

/** Builds a case again, with the same meaning: for this tenant, with this secret, at this time. */
export function liveRequestOf(vector: Vector, facts: LiveFacts): LiveRequest | Skipped {
  const skipped = reasonToSkip(vector.name, facts);
  if (skipped !== null) return { skipped };

  const tenantId = vector.name === UNKNOWN_TENANT ? facts.unknownTenantId : facts.tenantId;
  const body = liveBody(vector, facts, tenantId);
  const own = valuesOf(vector, 'timestamp')[0] ?? String(vector.now_ms);
  const timestamp = liveTimestamp(own, vector, facts);
  const right = signatureOf(facts.secret, timestamp, body);
  const signed = (SIGNED_OTHERWISE[vector.name] ?? (() => right))({ facts, timestamp, body });
  // A case may alter its correct signature (upper case, a prefix, twice): this one is altered in the same way.
  const ownRight = signatureOf(vector.secrets[0] ?? '', own, bytesOf(vector.body));

  const live = {
    timestamp: valuesOf(vector, 'timestamp').map(() => timestamp),
    signature: valuesOf(vector, 'signature').map((value) => asIs(value, ownRight, signed)),
    tenant: valuesOf(vector, 'tenant').map((value) => liveTenant(value, tenantId, facts)),
  };
  return {
    path: vector.path,
    headers: {
      'Content-Type': 'application/json',
      [SIGNATURE_HEADERS.timestamp]: live.timestamp,
      [SIGNATURE_HEADERS.signature]: live.signature,
      [SIGNATURE_HEADERS.tenant]: live.tenant,
    },
    body,
    codes: [vector.code, ...(ALSO_RIGHT[vector.name] ?? [])],
    isRepeated: vector.is_repeated,
  };
}

function reasonToSkip(name: string, { secret, oldSecret }: LiveFacts): string | null {
  if (name === OLD_SECRET && oldSecret === null) {
    return 'set OLD_TENANT_SECRET if the receiver still accepts the previous secret';
  }
  if (name === 'signed with the secret without its prefix' && !secret.startsWith('ts_')) {
    return 'this secret has no prefix';
  }
  return CANNOT_BE_SENT[name] ?? null;
}

const CANNOT_BE_SENT: Record<string, string> = {
  'valid: below a prefix, with a query': 'the receiver decides where it is mounted',
  'valid: a secret beyond ASCII, as its UTF-8':
    "the receiver has the tenant's secret, not this one",
};

/** More codes that are correct, because a receiver of one tenant looks up no secrets and can't tell two cases apart. */
const ALSO_RIGHT: Record<string, string[]> = {
  [UNKNOWN_TENANT]: ['signature_mismatch'],
  "another tenant's header, with one secret for both": ['unknown_tenant', 'signature_mismatch'],
};

interface Signing {
  facts: LiveFacts;
  timestamp: string;
  body: Buffer;
}

/** The signatures that are made in another way, and are not a correct one in another form. */
const SIGNED_OTHERWISE: Record<string, (signing: Signing) => string> = {
  [OLD_SECRET]: ({ facts, timestamp, body }) => signatureOf(facts.oldSecret ?? '', timestamp, body),
  [UNKNOWN_TENANT]: ({ facts, timestamp, body }) =>
    signatureOf(facts.anotherSecret, timestamp, body),
  'signed with another secret': ({ facts, timestamp, body }) =>
    signatureOf(facts.anotherSecret, timestamp, body),
  'signed with a third secret': ({ facts, timestamp, body }) =>
    signatureOf(facts.thirdSecret, timestamp, body),
  'signed with the secret without its prefix': ({ facts, timestamp, body }) =>
    signatureOf(facts.secret.slice('ts_'.length), timestamp, body),
  'the body changed by a byte': ({ facts, timestamp, body }) =>
    signatureOf(facts.secret, timestamp, printed({ ...parsed(body), sequence: 1 })),
  'the body serialised again by a parser': ({ facts, timestamp, body }) =>
    signatureOf(facts.secret, timestamp, printed(parsed(body))),
  'the timestamp moved by a millisecond': ({ facts, timestamp, body }) =>
    signatureOf(facts.secret, String(Number(timestamp) - 1), body),
  'signed over the body instead of its hash': ({ facts, timestamp, body }) =>
    hmacHex(facts.secret, `${timestamp}.${body.toString()}`),
  'signed without a timestamp': ({ facts, body }) => hmacHex(facts.secret, body),
  'a signature of zeros': () => '0'.repeat(64),
};

/** Signs without the receiver's package, because text that is no timestamp must be signed as well. */
function signatureOf(secret: string, timestamp: string, body: Buffer): string {
  return hmacHex(secret, `${timestamp}.${sha256Hex(body)}`);
}

function asIs(value: string, ownRight: string, signed: string): string {
  if (value === ownRight.toUpperCase()) return signed.toUpperCase();
  if (value !== '' && value !== ownRight && ownRight.endsWith(value)) {
    return signed.slice(ownRight.length - value.length);
  }
  if (value.includes(ownRight)) return value.replaceAll(ownRight, signed);
  return value === '' ? '' : signed;
}

function liveTimestamp(own: string, { now_ms: ownNowMs }: Vector, facts: LiveFacts): string {
  if (/^\d{13}$/.test(own)) {
    const shiftMs = Number(own) - ownNowMs;
    const away = Math.abs(shiftMs);
    if (away < TOLERANCE_MS) return String(facts.nowMs + shiftMs);
    const liveAway = away > TOLERANCE_MS ? away + facts.marginMs : away - facts.marginMs;
    return String(facts.nowMs + Math.sign(shiftMs) * liveAway);
  }
  // The timestamp in other notations: seconds, a sign, a fraction, one digit too many.
  const now = String(ownNowMs);
  for (let digits = now.length; digits > 0; digits--) {
    const part = now.slice(0, digits);
    if (own.includes(part)) return own.replace(part, String(facts.nowMs).slice(0, digits));
  }
  return own;
}

function liveTenant(value: string, tenantId: string, facts: LiveFacts): string {
  if (value === VECTOR_TENANT) return tenantId;
  if (value === VECTOR_TENANT.toUpperCase()) return tenantId.toUpperCase();
  return value.length === tenantId.length ? facts.unknownTenantId : value;
}

/** Replaces the event, if the body is one. The bytes around it and the length stay. */
function liveBody({ body }: Vector, facts: LiveFacts, tenantId: string): Buffer {
  if (!('utf8' in body)) return bytesOf(body);
  const { utf8, padding = 0 } = body;
  const text = utf8.replace(/^\uFEFF/, '').trim();
  const own = objectOf(text);
  if (!own) return bytesOf(body);
  const event = { ...facts.eventFor(own), ...('tenant_id' in own && { tenant_id: tenantId }) };
  const indent = text === JSON.stringify(own) ? 0 : 1;
  const live = utf8.replace(text, () => JSON.stringify(event, null, indent));
  if (padding === 0) return Buffer.from(live);
  return Buffer.from(live + ' '.repeat(bytesOf(body).length - Buffer.byteLength(live)));
}

function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function parsed(body: Buffer): Record<string, unknown> {
  return objectOf(body.toString()) ?? {};
}

function printed(event: Record<string, unknown>): Buffer {
  return Buffer.from(JSON.stringify(event));
}

function valuesOf({ headers }: Vector, role: keyof typeof SIGNATURE_HEADERS): string[] {
  return headers.flatMap(([name, value]) => (name === SIGNATURE_HEADERS[role] ? [value] : []));
}
