import { describe, expect, it } from 'vitest';
import { printable, recordOf } from '../../../src/callbacks/delivery/attempt-log';

describe('the log of attempts', () => {
  it.each([
    ['{"received":true}', '{"received":true}'],
    ['two\nlines\tand more', 'two\nlines\tand more'],
    ['élan 🙂', 'élan 🙂'],
    ['\u001b[31mred\u0007', '\ufffd[31mred\ufffd'],
    ['a\u202eb\u0000c', 'a\ufffdb\ufffdc'],
    ['\ud800', '\ufffd'],
  ])('logs the answer %j as %j', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it('logs 4 KiB of an answer, and no half of a character', () => {
    expect(printable('x'.repeat(5000))).toHaveLength(4096);
    const cut = printable('é'.repeat(5000));
    expect([Buffer.byteLength(cut), cut.includes('\ufffd')]).toEqual([4096, false]);
    expect(Buffer.byteLength(printable(`x${'€'.repeat(3000)}`))).toBeLessThanOrEqual(4096);
  });

  it.each([
    [0, 0],
    [-900, 0],
    [5000, 5000],
    [-5000, -4001],
  ])('reads a clock that answers a Date %i ms away as %i ms off', (awayMs, skewMs) => {
    const now = Date.UTC(2026, 0, 1);
    const headers = { date: new Date(now + awayMs).toUTCString() };
    const answered = {
      kind: 'responded',
      status: 200,
      bodyText: '',
      headers,
      durationMs: 1,
    } as const;
    const ahead = Date.parse(headers.date) - now;
    expect(recordOf(answered, now, now).clockSkewMs).toBe(
      ahead > 0 ? skewMs : ahead <= -1000 ? ahead + 999 : 0,
    );
    expect(recordOf({ ...answered, headers: {} }, now, now).clockSkewMs).toBeNull();
  });

  it.each([0, 2_000, 5_000])(
    'finds no skew where a slow answer was dated after %i ms',
    (afterMs) => {
      const sent = Date.UTC(2026, 0, 1);
      const answered = {
        kind: 'responded',
        status: 200,
        bodyText: '',
        headers: { date: new Date(sent + afterMs).toUTCString() },
        durationMs: 5_000,
      } as const;
      expect(recordOf(answered, sent, sent + 5_000).clockSkewMs).toBe(0);
    },
  );
});
