import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sha256Hex, SIGNATURE_HEADERS, signatureOf, signedHeaders } from '../../src/signature';
import { NOW_MS, SECRET, TENANT_ID } from '../fixtures';

const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

describe('the signature', () => {
  it('the signature is in the three headers of the protocol', () => {
    expect(SIGNATURE_HEADERS).toEqual({
      timestamp: 'X-Service-Timestamp',
      signature: 'X-Service-Signature',
      tenant: 'X-Service-Tenant',
    });
  });

  it('the signature is the HMAC of "<ts_ms>.<sha256_hex(body)>" under the whole secret', () => {
    const body = JSON.stringify({ text: 'déjà vu' });
    const bodySha256 = createHash('sha256').update(Buffer.from(body)).digest('hex');
    const expected = createHmac('sha256', Buffer.from(SECRET))
      .update(`${NOW_MS}.${bodySha256}`)
      .digest('hex');

    expect(sha256Hex(body)).toBe(bodySha256);
    expect(sha256Hex(new TextEncoder().encode(body))).toBe(bodySha256);
    expect(signatureOf({ secret: SECRET, timestampMs: NOW_MS, bodySha256 })).toBe(expected);
  });

  it('the signature of a known input never changes', () => {
    const signature = signatureOf({
      secret: 'ts_test',
      timestampMs: 1_700_000_000_000,
      bodySha256: EMPTY_SHA256,
    });
    expect(sha256Hex('')).toBe(EMPTY_SHA256);
    expect(signature).toBe('ec3e1967f02b8bc3b04efe5b8fcef100da32649e19f5a2b32adc5401d33a89fd');
  });

  it('the signature is the same from a body as from its hash', () => {
    const input = { tenantId: TENANT_ID, secret: SECRET, timestampMs: NOW_MS };
    const fromBody = signedHeaders({ ...input, body: '{}' });

    expect(signedHeaders({ ...input, bodySha256: sha256Hex('{}') })).toEqual(fromBody);
    expect(Object.keys(fromBody)).toEqual(Object.values(SIGNATURE_HEADERS));
  });

  it.each([
    ['an empty secret', { secret: '' }],
    ['seconds for milliseconds', { timestampMs: 1_767_225_600 }],
    ['a fraction', { timestampMs: NOW_MS + 0.5 }],
    ['a hash in upper case', { bodySha256: EMPTY_SHA256.toUpperCase() }],
  ])('refuses %s as a mistake of the programmer', (_, change) => {
    const input = { secret: SECRET, timestampMs: NOW_MS, bodySha256: EMPTY_SHA256 };
    expect(() => signatureOf({ ...input, ...change })).toThrow(TypeError);
  });

  it('a signature needs a tenant, and a body or its hash', () => {
    const input = { secret: SECRET, timestampMs: NOW_MS };
    expect(() => signedHeaders({ ...input, tenantId: '', body: '' })).toThrow(TypeError);
    expect(() => signedHeaders({ ...input, tenantId: TENANT_ID } as never)).toThrow(TypeError);
  });

  it('signs correctly with more secrets than are kept prepared', () => {
    const input = { timestampMs: NOW_MS, bodySha256: EMPTY_SHA256 };
    const first = signatureOf({ ...input, secret: SECRET });
    for (let index = 0; index < 3000; index++) signatureOf({ ...input, secret: `ts_${index}` });
    expect(signatureOf({ ...input, secret: SECRET })).toBe(first);
  });
});
