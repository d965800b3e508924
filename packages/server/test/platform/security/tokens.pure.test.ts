import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import {
  createTokens,
  randomToken,
  safeEqual,
  tokenHash,
  type VisitorClaims,
} from '../../../src/platform/security/tokens';

const issuer = 'https://relay.example';
const consoleKey = randomBytes(32);
const visitorKey = randomBytes(32);
const start = Date.parse('2026-01-01T00:00:00.500Z');
const HOUR_MS = 3_600_000;

const visitor: VisitorClaims = {
  sub: 'vs_1',
  tid: '0190a1b2-0000-7000-8000-000000000001',
  wpk: 'pk_1',
  org: 'https://shop.example',
  ver: 1,
};
const admin = { sub: 'account-1', sid: 'session-1', amr: ['pwd', 'email_otp'] };

function at(nowMs: number) {
  return createTokens({
    issuer,
    consoleKeys: [consoleKey],
    visitorKeys: [visitorKey],
    clock: () => nowMs,
  });
}

describe('random tokens', () => {
  it('makes tokens of 256 bits behind a prefix', () => {
    expect(randomToken('vs_')).toMatch(/^vs_[\w-]{43}$/);
    expect(randomToken('vs_')).not.toBe(randomToken('vs_'));
  });

  it('stores a token as its SHA-256', () => {
    expect(tokenHash('abc')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it('compares tokens by their whole text', () => {
    expect(safeEqual('abc', 'abc')).toBe(true);
    for (const other of ['', 'ab', 'abcd', 'ABC', 'abd'])
      expect(safeEqual('abc', other)).toBe(false);
  });
});

describe('console and visitor tokens', () => {
  it('reads from a token the claims that it was signed with', async () => {
    const tokens = at(start);
    const signed = await tokens.signVisitorToken(visitor);
    expect(signed.expiresAtMs).toBe(Date.parse('2026-01-01T01:00:00Z'));
    expect(await tokens.verifyVisitorToken(signed.token)).toEqual({
      ok: true,
      claims: visitor,
      expiresAtMs: signed.expiresAtMs,
      expired: false,
    });

    const console_ = await tokens.signConsoleToken(admin);
    expect(console_.expiresAtMs).toBe(Date.parse('2026-01-08T00:00:00Z'));
    expect(await tokens.verifyConsoleToken(console_.token)).toMatchObject({
      ok: true,
      claims: admin,
    });
  });

  it('writes a token’s type into its header and claims', async () => {
    const { token } = await at(start).signConsoleToken(admin);
    expect(part(token, 0)).toEqual({ alg: 'HS256', typ: 'relay-console+jwt' });
    expect(part(token, 1)).toEqual({
      iss: issuer,
      aud: 'relay:console',
      kind: 'tenant_admin',
      ...admin,
      iat: 1_767_225_600,
      exp: 1_767_225_600 + 7 * 86_400,
      jti: expect.any(String),
    });
    const visitorToken = (await at(start).signVisitorToken(visitor)).token;
    expect(part(visitorToken, 0)).toEqual({ alg: 'HS256', typ: 'relay-visitor+jwt' });
    expect(part(visitorToken, 1)).toMatchObject({
      aud: 'relay:visitor',
      kind: 'visitor',
      ...visitor,
    });
  });

  it('refuses an expired token, except where one may still be read', async () => {
    const { token } = await at(start).signVisitorToken(visitor);
    expect(await at(start + HOUR_MS - 1000).verifyVisitorToken(token)).toMatchObject({ ok: true });
    const late = at(start + HOUR_MS + 10_000);
    expect(await late.verifyVisitorToken(token)).toEqual({ ok: false });
    expect(await late.verifyVisitorToken(token, { allowExpired: true })).toMatchObject({
      ok: true,
      expired: true,
      claims: visitor,
    });
    const console_ = await at(start).signConsoleToken(admin);
    expect(await at(start + 7 * 24 * HOUR_MS + 10_000).verifyConsoleToken(console_.token)).toEqual({
      ok: false,
    });
  });

  it('never takes a token for another kind, even signed with the same key', async () => {
    const shared = createTokens({
      issuer,
      consoleKeys: [consoleKey],
      visitorKeys: [consoleKey],
      clock: () => start,
    });
    const visitorToken = (await shared.signVisitorToken(visitor)).token;
    const consoleToken = (await shared.signConsoleToken(admin)).token;
    expect(await shared.verifyConsoleToken(visitorToken)).toEqual({ ok: false });
    expect(await shared.verifyVisitorToken(consoleToken, { allowExpired: true })).toEqual({
      ok: false,
    });
  });

  it('refuses keys for tokens that have not 32 bytes', () => {
    const short = Buffer.alloc(31);
    expect(() =>
      createTokens({ issuer, consoleKeys: [short], visitorKeys: [visitorKey], clock: () => start }),
    ).toThrow(TypeError);
  });
});

describe('a forged visitor token', () => {
  const header = { alg: 'HS256', typ: 'relay-visitor+jwt' };
  const iat = Math.floor(start / 1000);
  const payload = {
    iss: issuer,
    aud: 'relay:visitor',
    kind: 'visitor',
    ...visitor,
    iat,
    exp: iat + 3600,
    jti: 'j',
  };
  const raw = (head: object, body: unknown, key: Buffer = visitorKey, hash = 'sha256') => {
    const text = `${encode(head)}.${encode(body)}`;
    return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`;
  };
  const without = (name: string) =>
    Object.fromEntries(Object.entries(payload).filter(([key]) => key !== name));

  it('accepts a visitor token made by the forger’s recipe with nothing wrong in it', async () => {
    expect(await at(start).verifyVisitorToken(raw(header, payload))).toMatchObject({ ok: true });
  });

  const bad: Record<string, string> = {
    empty: '',
    'not a token': 'a.b.c',
    'alg none': `${encode({ ...header, alg: 'none' })}.${encode(payload)}.`,
    'alg None with a signature': raw({ ...header, alg: 'None' }, payload),
    HS512: raw({ ...header, alg: 'HS512' }, payload, visitorKey, 'sha512'),
    'another key': raw(header, payload, randomBytes(32)),
    'the console key': raw(header, payload, consoleKey),
    'typ JWT': raw({ ...header, typ: 'JWT' }, payload),
    'no typ': raw({ alg: 'HS256' }, payload),
    'unknown crit': raw({ ...header, crit: ['x'], x: 1 }, payload),
    'another issuer': raw(header, { ...payload, iss: 'https://evil.example' }),
    'another audience': raw(header, { ...payload, aud: 'relay:console' }),
    'another kind': raw(header, { ...payload, kind: 'tenant_admin' }),
    'issued in the future': raw(header, { ...payload, iat: iat + 120 }),
    'not valid yet': raw(header, { ...payload, nbf: iat + 120 }),
    'exp as text': raw(header, { ...payload, exp: String(iat + 3600) }),
    'ver as text': raw(header, { ...payload, ver: '1' }),
    'sub empty': raw(header, { ...payload, sub: '' }),
    'payload null': raw(header, null),
    'payload a list': raw(header, []),
    'over 4 KiB': raw(header, { ...payload, org: 'x'.repeat(4000) }),
    ...Object.fromEntries(
      Object.keys(payload).map((name) => [`no ${name}`, raw(header, without(name))]),
    ),
  };

  it.each(Object.entries(bad))('refuses a forged visitor token: %s', async (_, token) => {
    expect(await at(start).verifyVisitorToken(token, { allowExpired: true })).toEqual({
      ok: false,
    });
  });

  it('refuses a visitor token that is altered or signed with RS256', async () => {
    const token = raw(header, payload);
    expect(await at(start).verifyVisitorToken(`${token.slice(0, -2)}AA`)).toEqual({ ok: false });
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const rsa = await new SignJWT(payload)
      .setProtectedHeader({ alg: 'RS256', typ: header.typ })
      .sign(privateKey);
    expect(await at(start).verifyVisitorToken(rsa)).toEqual({ ok: false });
  });
});

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function part(token: string, index: number): unknown {
  return JSON.parse(Buffer.from(token.split('.')[index]!, 'base64url').toString());
}
