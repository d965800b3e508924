import { describe, expect, it } from 'vitest';
import { RelayUnreachable } from '../../src/relay/api';
import { RelayRefusal } from '../../src/relay/refusals';
import { isPassing } from '../../src/relay/retry';

describe('isPassing', () => {
  it.each([
    [new RelayUnreachable('away'), true],
    [new RelayRefusal(503, { code: 'overloaded' }, ''), true],
    [new RelayRefusal(429, { code: 'rate_limited' }, ''), true],
    [new RelayRefusal(409, { code: 'not_assignee' }, ''), false],
    [new RelayRefusal(401, { code: 'token_invalid' }, ''), false],
    [new TypeError('a mistake of ours'), false],
  ])('tells whether a failure is worth a retry: %s is %s', (error, expected) => {
    expect(isPassing(error)).toBe(expected);
  });
});
