import { createTestCallback } from '@chat-relay/receiver-sdk';
import { describe, expect, it } from 'vitest';
import { liveRequestOf, type LiveFacts } from '../../src/receiver/live-request';
import { bytesOf, VECTOR_TENANT, VECTORS } from '../../src/receiver/vector';

const [SECRET = '', OLD_SECRET = ''] = secretsOf('valid: the old of two secrets');
const [STRANGE_SECRET = ''] = secretsOf('valid: a secret beyond ASCII, as its UTF-8');

function secretsOf(name: string): string[] {
  return VECTORS.find((vector) => vector.name === name)?.secrets ?? [];
}

/** The world of the cases themselves. */
const THEIRS: LiveFacts = {
  nowMs: VECTORS[0]?.now_ms ?? 0,
  tenantId: VECTOR_TENANT,
  secret: SECRET,
  oldSecret: OLD_SECRET,
  anotherSecret: OLD_SECRET,
  thirdSecret: STRANGE_SECRET,
  unknownTenantId: '0190f3c2-7a5b-7c3d-8e9f-ffffffffffff',
  marginMs: 0,
  eventFor: (own) => own,
};

const SKIPPED = [
  'valid: below a prefix, with a query',
  'valid: a secret beyond ASCII, as its UTF-8',
];
/** It needs another tenant and secret than the case itself has: a receiver knows its own. */
const CHANGED = 'a tenant whose secrets are unknown';

describe('a case that is built again', () => {
  const kept = VECTORS.filter(({ name }) => name !== CHANGED && !SKIPPED.includes(name));

  it.each(kept)('builds a case again as the same request for another tenant: $name', (vector) => {
    const live = liveRequestOf(vector, THEIRS);
    if ('skipped' in live) throw new Error(live.skipped);
    const headers = Object.entries(live.headers).flatMap(([name, values]) =>
      [values].flat().map((value) => [name, value]),
    );
    expect(headers.slice(1)).toEqual(vector.headers);
    expect(live.body.equals(bytesOf(vector.body))).toBe(true);
    expect(live.codes[0]).toBe(vector.code);
    expect(live.path).toBe(vector.path);
  });

  it('skips a case that can’t be sent, with a reason', () => {
    const skipped = VECTORS.filter((vector) => 'skipped' in liveRequestOf(vector, THEIRS));
    expect(skipped.map(({ name }) => name)).toEqual(SKIPPED);
    const old = VECTORS.find(({ name }) => name === 'valid: the old of two secrets');
    expect(old && liveRequestOf(old, { ...THEIRS, oldSecret: null })).toMatchObject({
      skipped: expect.stringContaining('OLD_TENANT_SECRET'),
    });
  });

  it('puts another event into a case, of the same length where the length counts', () => {
    const long = VECTORS.find(({ name }) => name === 'valid: 1 MiB exactly');
    const eventFor = () => ({ ...createTestCallback('message-received') });
    const live = long && liveRequestOf(long, { ...THEIRS, eventFor });
    if (!live || 'skipped' in live) throw new Error('skipped');
    expect(live.body).toHaveLength(1_048_576);
    expect(live.body.toString()).toContain('"message":{');
  });

  it('keeps the timestamps of cases away from the limits of their age', () => {
    const timestampOf = (name: string): number => {
      const vector = VECTORS.find((each) => each.name === name);
      const live = vector && liveRequestOf(vector, { ...THEIRS, marginMs: 10_000 });
      if (!live || 'skipped' in live) throw new Error('skipped');
      return Number(live.headers['X-Service-Timestamp']) - THEIRS.nowMs;
    };
    expect(timestampOf('valid: 300,000 ms old')).toBe(-290_000);
    expect(timestampOf('300,001 ms old')).toBe(-310_001);
    expect(timestampOf('valid: 300,000 ms ahead')).toBe(290_000);
    expect(timestampOf('300,001 ms ahead')).toBe(310_001);
  });
});
