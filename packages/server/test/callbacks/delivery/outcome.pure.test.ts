import { describe, expect, it } from 'vitest';
import type { Attempt } from '../../../src/callbacks/delivery/sender';
import { outcomeOf } from '../../../src/callbacks/delivery/outcome';

const answered = (status: number): Attempt => ({
  kind: 'responded',
  status,
  bodyText: '',
  headers: {},
  durationMs: 1,
});
const failed: Attempt = { kind: 'failed', reason: 'timeout', message: '', durationMs: 10_000 };
const facts = { timestampMs: 1000, failedBefore: 0, nowMs: 2000, random: () => 0.5 };

describe('the outcome of an attempt', () => {
  it.each([200, 201, 204, 299])('counts the status %i as delivered', (status) => {
    expect(outcomeOf(answered(status), facts)).toEqual({
      kind: 'delivered',
      code: `status_${status}`,
      timestampMs: 1000,
    });
  });

  it.each([301, 307, 400, 401, 404, 429, 500, 503])('tries again after the status %i', (status) => {
    expect(outcomeOf(answered(status), facts)).toEqual({
      kind: 'retry',
      code: `status_${status}`,
      timestampMs: 1000,
      dueAt: 7000,
    });
  });

  it("ends an event's attempts after the status 410", () => {
    expect(outcomeOf(answered(410), facts)).toEqual({
      kind: 'dead',
      code: 'status_410',
      timestampMs: 1000,
    });
  });

  it.each([
    [429, '60', 62_000],
    [503, '60', 62_000],
    [503, '1', 7000],
    [503, '7200', 2000 + 3_600_000],
    [503, 'soon', 7000],
    [500, '60', 7000],
  ])(
    'waits after %i with Retry-After %s at least that long, an hour at most',
    (status, after, dueAt) => {
      const attempt = { ...answered(status), headers: { 'retry-after': after } };
      expect(outcomeOf(attempt as Attempt, facts)).toMatchObject({ kind: 'retry', dueAt });
    },
  );

  it('waits longer with each failed attempt, this one included', () => {
    const dueAt = (failedBefore: number) => {
      const outcome = outcomeOf(failed, { ...facts, failedBefore });
      return outcome.kind === 'retry' ? outcome.dueAt - facts.nowMs : null;
    };
    expect([0, 1, 11, 12].map(dueAt)).toEqual([5000, 30_000, 24 * 3_600_000, null]);
  });

  it("ends an event's attempts after the thirteenth failure", () => {
    expect(outcomeOf(failed, { ...facts, failedBefore: 12 })).toEqual({
      kind: 'dead',
      code: 'timeout',
      timestampMs: 1000,
    });
  });
});
