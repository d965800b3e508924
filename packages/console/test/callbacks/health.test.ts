import { describe, expect, it } from 'vitest';
import { checksOf, outcomeText, stateOf } from '../../src/callbacks/health';
import type { CallbackHealth, CallbackTest } from '@chat-relay/server/wire/callbacks/console';
import { signedIn } from '../../src/words/en/signed-in';
import { createFormat } from '../../src/words/format';

const QUIET: CallbackHealth = {
  pending: 0,
  dead: 0,
  oldest_pending_at: null,
  paused_until: null,
  probing_since: null,
  last_delivered_at: '2026-11-23T10:00:00.000Z',
  last_failure: null,
  stopped_events: [],
};
const failureAt = (at: string): CallbackHealth['last_failure'] => ({
  at,
  status: 500,
  reason: 'http_500',
});
const BEFORE = '2026-11-23T09:59:59.000Z';
const AFTER = '2026-11-23T10:00:01.000Z';

describe('the health of callbacks', () => {
  it.each([
    ['good', {}],
    ['unused', { last_delivered_at: null }],
    ['waiting', { pending: 1 }],
    ['failing', { pending: 1, last_failure: failureAt(AFTER) }],
    ['failing', { dead: 1, last_failure: failureAt(AFTER) }],
    ['failing', { pending: 1, last_delivered_at: null, last_failure: failureAt(BEFORE) }],
    ['failing', { pending: 1, probing_since: BEFORE }],
    ['good', { last_failure: failureAt(BEFORE) }],
    ['blocked', { stopped_events: ['agent-assigned'] }],
    ['paused', { pending: 3, paused_until: AFTER }],
  ] as const)('is %s with %j', (state, change) => {
    expect(
      stateOf({
        ...QUIET,
        ...change,
        stopped_events: [...((change as Partial<CallbackHealth>).stopped_events ?? [])],
      }),
    ).toBe(state);
  });
});

const TEST: CallbackTest = {
  url: 'https://shop.example/api/v1/chat-callbacks/test',
  dns: { host: 'shop.example', addresses: ['192.0.2.1'], error: null },
  tls: { protocol: 'TLSv1.3', issuer: 'R11', valid_to: '2027-01-01T00:00:00.000Z', error: null },
  status: 200,
  answer: '{"received":true}',
  clock_skew_ms: 1_250,
  delivered: true,
  acknowledged: true,
  outcome: 'delivered',
  duration_ms: 41,
};
const english = createFormat('en');
const goodOf = (test: CallbackTest): (boolean | null)[] =>
  checksOf(test, english).map(({ isGood }) => isGood);

it.each([
  ['status_200', 'HTTP 200'],
  ['timeout', 'No answer in time'],
  ['a_reason_of_later', 'a_reason_of_later'],
])('says the outcome %s of an attempt as %s', (outcome, text) => {
  expect(outcomeText(outcome, signedIn)).toBe(text);
});

describe('the checks of a test call', () => {
  it('are good when the receiver acknowledges the event', () => {
    expect(goodOf(TEST)).toEqual([true, true, true, true]);
    expect(checksOf(TEST, english).map(({ seen }) => seen)).toEqual([
      'shop.example · 192.0.2.1',
      'TLSv1.3 · R11 · 2027-01-01',
      '+1.3\u00a0s',
      '200 · 41\u00a0ms · {"received":true}',
    ]);
  });

  it.each([
    [1_250, '+1,3'],
    [-1_250, '-1,2'],
    [-30, '0'],
    [0, '0'],
  ])('say a skew of %d ms in the reader’s figures', (skewMs, seconds) => {
    const [, , clock] = checksOf({ ...TEST, clock_skew_ms: skewMs }, createFormat('fr'));
    expect(clock?.seen).toBe(`${seconds}\u00a0s`);
  });

  it('stop at a name that leads nowhere', () => {
    const dns = { host: 'shop.example', addresses: [], error: 'ENOTFOUND' };
    const answer = { status: null, delivered: false, acknowledged: false, clock_skew_ms: null };
    expect(goodOf({ ...TEST, ...answer, dns, tls: null })).toEqual([false, null, null, null]);
  });

  it('name a wrong certificate, a clock that is off, and an answer that acknowledges nothing', () => {
    const tls = { protocol: null, issuer: null, valid_to: null, error: 'CERT_HAS_EXPIRED' };
    expect(goodOf({ ...TEST, tls, clock_skew_ms: -300_001, acknowledged: false })).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
