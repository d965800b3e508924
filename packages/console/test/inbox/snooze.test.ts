import { expect, test } from 'vitest';
import { snoozeChoices, snoozeEnd } from '../../src/inbox/model/snooze';

const at = (text: string): number => new Date(text).getTime();

test('the usual ends are in an hour, tomorrow and on Monday, both at nine', () => {
  const wednesday = at('2026-11-25T15:30:00');
  expect(snoozeChoices(wednesday)).toEqual([
    ['hour', at('2026-11-25T16:30:00')],
    ['tomorrow', at('2026-11-26T09:00:00')],
    ['monday', at('2026-11-30T09:00:00')],
  ]);
});

test('on a Monday the next one is meant, and on a Sunday tomorrow is enough', () => {
  expect(snoozeChoices(at('2026-11-30T08:00:00'))[2]).toEqual([
    'monday',
    at('2026-12-07T09:00:00'),
  ]);
  expect(snoozeChoices(at('2026-11-29T08:00:00')).map(([choice]) => choice)).toEqual([
    'hour',
    'tomorrow',
  ]);
});

test('a typed end is within the next 30 days, or it is none', () => {
  const now = at('2026-11-25T15:30:00');
  expect(snoozeEnd('2026-11-25T15:32', now)).toBe(at('2026-11-25T15:32:00'));
  expect(snoozeEnd('2026-12-25T15:29', now)).toBe(at('2026-12-25T15:29:00'));
  for (const wrong of ['', '2026-11-25T15:30', '2026-11-24T09:00', '2026-12-26T09:00']) {
    expect(snoozeEnd(wrong, now)).toBeNull();
  }
});
