import { describe, expect, it } from 'vitest';
import {
  memoryReplayStore,
  VERIFICATION_CODES,
  VerificationError,
  verifySignedRequest,
} from '../../src/index';
import {
  MAX_BODY_BYTES,
  REPLAY_TTL_MS,
  SIGNATURE_HEADERS,
  signedHeaders,
  TOLERANCE_MS,
} from '../../src/signature';
import type { VerifyOptions } from '../../src/index';
import { NOW_MS, OLD_SECRET, OTHER_TENANT_ID, SECRET, TENANT_ID } from '../fixtures';

const BODY = new TextEncoder().encode('{"op":"send/message"}');

function sign(timestampMs = NOW_MS, secret = SECRET, body = BODY): Record<string, string> {
  return signedHeaders({ tenantId: TENANT_ID, secret, timestampMs, body });
}

function verify(changes: Partial<Record<keyof VerifyOptions, unknown>> = {}) {
  const options = { headers: sign(), body: BODY, secrets: [SECRET], nowMs: NOW_MS, ...changes };
  return verifySignedRequest(options as VerifyOptions);
}

async function codeOf(refused: Promise<unknown>): Promise<string> {
  const error = await refused.then(
    () => new Error('was accepted'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof VerificationError)) throw error;
  return error.code;
}

function swap(name: string, value: unknown): Record<string, unknown> {
  return { ...sign(), [name]: value };
}

describe('verifySignedRequest', () => {
  it('accepts what signedHeaders signed', async () => {
    const verified = { tenantId: TENANT_ID, timestampMs: NOW_MS, secretIndex: 0 };
    expect(await verify()).toEqual(verified);
    expect(await verify({ body: '{"op":"send/message"}' })).toEqual(verified);
  });

  it('knows the twelve codes of the protocol', () => {
    expect([...VERIFICATION_CODES].sort()).toEqual([
      'body_too_large',
      'body_unavailable',
      'event_mismatch',
      'header_malformed',
      'header_missing',
      'payload_malformed',
      'replay_detected',
      'signature_mismatch',
      'tenant_mismatch',
      'timestamp_future',
      'timestamp_stale',
      'unknown_tenant',
    ]);
  });

  describe('the body', () => {
    it.each([undefined, null, {}, { op: 'send/message' }, [1, 2]])(
      'is unavailable when it is %j, not bytes',
      async (body) => {
        expect(await codeOf(verify({ body }))).toBe('body_unavailable');
      },
    );

    it('accepts a body of exactly 1 MiB', async () => {
      const body = new Uint8Array(MAX_BODY_BYTES);
      await expect(verify({ body, headers: sign(NOW_MS, SECRET, body) })).resolves.toBeTruthy();

      const tooLarge = new Uint8Array(MAX_BODY_BYTES + 1);
      const headers = sign(NOW_MS, SECRET, tooLarge);
      expect(await codeOf(verify({ body: tooLarge, headers }))).toBe('body_too_large');
    });

    it('measures a body in bytes, not in characters', async () => {
      const body = 'é'.repeat(3);
      const headers = sign(NOW_MS, SECRET, new TextEncoder().encode(body));
      expect(await codeOf(verify({ body, headers, maxBodyBytes: 5 }))).toBe('body_too_large');
      await expect(verify({ body, headers, maxBodyBytes: 6 })).resolves.toBeTruthy();
    });

    it('accepts an empty body', async () => {
      const body = new Uint8Array();
      await expect(verify({ body, headers: sign(NOW_MS, SECRET, body) })).resolves.toBeTruthy();
    });

    it('checks the body before the headers', async () => {
      expect(await codeOf(verify({ body: undefined, headers: {} }))).toBe('body_unavailable');
    });
  });

  describe('the headers', () => {
    it.each([
      ['a web Headers', () => new Headers(sign())],
      ['a Map', () => new Map(Object.entries(sign()))],
      ['an object in lower case', () => Object.fromEntries(new Headers(sign()))],
      ['anything with get', () => ({ get: (name: string) => new Headers(sign()).get(name) })],
    ])('accepts headers as %s', async (_, headers) => {
      await expect(verify({ headers: headers() })).resolves.toBeTruthy();
    });

    it.each(Object.values(SIGNATURE_HEADERS))('requires the header %s', async (name) => {
      expect(await codeOf(verify({ headers: swap(name, undefined) }))).toBe('header_missing');
    });

    it.each(Object.values(SIGNATURE_HEADERS))(
      'requires the header %s exactly once',
      async (name) => {
        const value = sign()[name] ?? '';
        const twice = new Headers(sign());
        twice.append(name, value);

        for (const headers of [
          swap(name, [value, value]),
          swap(name, `${value}, ${value}`),
          swap(name.toLowerCase(), value),
          twice,
        ]) {
          expect(await codeOf(verify({ headers }))).toBe('header_malformed');
        }
      },
    );

    it.each([
      ['12 digits', 'timestamp', '176722560000'],
      ['14 digits', 'timestamp', '01767225600000'],
      ['a sign', 'timestamp', '+767225600000'],
      ['an exponent', 'timestamp', '1767225600e03'],
      ['a line end', 'timestamp', `${NOW_MS}\n`],
      ['other digits', 'timestamp', '١٧٦٧٢٢٥٦٠٠٠٠٠'],
      ['an empty signature', 'signature', ''],
      ['a short signature', 'signature', 'a'.repeat(63)],
      ['a prefix', 'signature', `v1=${'a'.repeat(64)}`],
      ['no hex', 'signature', 'g'.repeat(64)],
      ['a tenant that is no id', 'tenant', 'shop'],
      ['a tenant in upper case', 'tenant', TENANT_ID.toUpperCase()],
    ] as const)('are malformed with %s', async (_, role, value) => {
      const headers = swap(SIGNATURE_HEADERS[role], value);
      expect(await codeOf(verify({ headers }))).toBe('header_malformed');
    });

    it('refuses a right signature in upper-case hex', async () => {
      const name = SIGNATURE_HEADERS.signature;
      const headers = swap(name, sign()[name]?.toUpperCase());
      expect(await codeOf(verify({ headers }))).toBe('header_malformed');
    });
  });

  describe('the timestamp', () => {
    it.each([-TOLERANCE_MS, TOLERANCE_MS])(
      'a timestamp is fresh at exactly %d ms',
      async (offsetMs) => {
        await expect(verify({ headers: sign(NOW_MS + offsetMs) })).resolves.toBeTruthy();
      },
    );

    it.each([
      [-TOLERANCE_MS - 1, 'timestamp_stale'],
      [TOLERANCE_MS + 1, 'timestamp_future'],
    ])('refuses a timestamp at %d ms', async (offsetMs, code) => {
      expect(await codeOf(verify({ headers: sign(NOW_MS + offsetMs) }))).toBe(code);
    });

    it('checks the timestamp before the signature and without the secrets', async () => {
      const secretsFor = () => {
        throw new Error('asked');
      };
      const headers = sign(NOW_MS - TOLERANCE_MS - 1, 'ts_wrong');
      const code = await codeOf(verify({ headers, secrets: undefined, secretsFor }));
      expect(code).toBe('timestamp_stale');
    });

    it('accepts a narrower window of time', async () => {
      const narrow = { toleranceMs: 60_000 };
      await expect(verify({ ...narrow, headers: sign(NOW_MS - 60_000) })).resolves.toBeTruthy();
      expect(await codeOf(verify({ ...narrow, headers: sign(NOW_MS - 60_001) }))).toBe(
        'timestamp_stale',
      );
    });
  });

  describe('the secrets', () => {
    it('accepts either of two secrets and says which one fitted', async () => {
      const secrets = [SECRET, OLD_SECRET];
      expect(await verify({ secrets })).toMatchObject({ secretIndex: 0 });
      expect(await verify({ secrets, headers: sign(NOW_MS, OLD_SECRET) })).toMatchObject({
        secretIndex: 1,
      });
    });

    it('looks up secrets by tenant, synchronously or not', async () => {
      const lookUp = (tenantId: string) => (tenantId === TENANT_ID ? [SECRET] : []);
      const later = async (tenantId: string) => lookUp(tenantId);
      for (const secretsFor of [lookUp, later]) {
        await expect(verify({ secrets: undefined, secretsFor })).resolves.toBeTruthy();
      }
    });

    it.each([() => [], () => undefined, async () => []])(
      'are none for an unknown tenant',
      async (secretsFor) => {
        expect(await codeOf(verify({ secrets: undefined, secretsFor }))).toBe('unknown_tenant');
      },
    );

    it('refuses the secret of another tenant', async () => {
      expect(await codeOf(verify({ tenantId: OTHER_TENANT_ID }))).toBe('unknown_tenant');
    });

    it.each([
      ['another secret', { secrets: [OLD_SECRET] }],
      ['another body', { body: new TextEncoder().encode('{"op":"send/massage"}') }],
      ['another timestamp', { headers: swap(SIGNATURE_HEADERS.timestamp, String(NOW_MS + 1)) }],
      ['a made-up signature', { headers: swap(SIGNATURE_HEADERS.signature, '0'.repeat(64)) }],
    ])('refuses secrets for %s', async (_, changes) => {
      expect(await codeOf(verify(changes))).toBe('signature_mismatch');
    });
  });

  describe('a replay', () => {
    it('accepts exactly one of 50 equal requests at once', async () => {
      const replayStore = memoryReplayStore();
      const outcomes = await Promise.all(
        Array.from({ length: 50 }, () => verify({ replayStore }).then(() => 'ok', codeOfError)),
      );
      expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'replay_detected')).toHaveLength(49);
    });

    it('claims a signature for as long as its timestamp can be fresh', async () => {
      const claims: unknown[] = [];
      const replayStore = { claim: (...claim: unknown[]) => claims.push(claim) > 0 };
      await verify({ replayStore });
      await verify({ replayStore, toleranceMs: 1000 });

      const key = `${TENANT_ID}:${sign()[SIGNATURE_HEADERS.signature]}`;
      expect(claims).toEqual([
        [key, REPLAY_TTL_MS],
        [key, 62_000],
      ]);
      expect(REPLAY_TTL_MS).toBe(660_000);
    });

    it('claims no signature that does not fit: strangers fill no store', async () => {
      const claims: unknown[] = [];
      const replayStore = { claim: (key: string) => claims.push(key) > 0 };
      await codeOf(verify({ replayStore, secrets: [OLD_SECRET] }));
      expect(claims).toEqual([]);
    });

    it('passes on the error of a replay store', async () => {
      const failure = new Error('down');
      const replayStore = { claim: () => Promise.reject(failure) };
      await expect(verify({ replayStore })).rejects.toBe(failure);
    });
  });

  it.each([
    ['no source of secrets', { secrets: undefined }],
    ['two sources of secrets', { secretsFor: () => [SECRET] }],
    ['an empty secret', { secrets: [''] }],
    ['a tolerance that is no number', { toleranceMs: Number.NaN }],
    ['a clock that is no number', { nowMs: Number.NaN }],
    ['a limit that is no number', { maxBodyBytes: Number.NaN }],
  ])('refuses %s as a mistake of the programmer', async (_, changes) => {
    await expect(verify(changes)).rejects.toThrow(TypeError);
  });
});

function codeOfError(error: unknown): unknown {
  return error instanceof VerificationError ? error.code : error;
}
