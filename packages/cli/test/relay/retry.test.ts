import { describe, expect, it } from 'vitest';
import { RelayUnreachable } from '../../src/relay/api';
import { RelayRefusal } from '../../src/relay/refusals';
import { backoffMs, isPassing } from '../../src/relay/retry';

describe('backoffMs', () => {
  it.each([
    [0, 1_000],
    [1, 2_000],
    [4, 16_000],
    [5, 20_000],
    [500, 20_000],
  ])('after %i failures draws from the whole range up to %i ms', (failures, highest) => {
    expect(backoffMs(failures, () => 0)).toBe(0);
    expect(backoffMs(failures, () => 0.5)).toBe(highest / 2);
    expect(backoffMs(failures, () => 1)).toBe(highest);
  });
});

describe('isPassing', () => {
  it.each([
    [new RelayUnreachable('away'), true],
    [new RelayRefusal(503, { code: 'overloaded' }, ''), true],
    [new RelayRefusal(429, { code: 'rate_limited' }, ''), true],
    [new RelayRefusal(409, { code: 'not_assignee' }, ''), false],
    [new RelayRefusal(401, { code: 'token_invalid' }, ''), false],
    [new TypeError('a mistake of ours'), false],
  ])('%s: %s', (error, expected) => {
    expect(isPassing(error)).toBe(expected);
  });
});
