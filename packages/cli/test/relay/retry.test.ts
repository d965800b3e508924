import { describe, expect, it } from 'vitest';
import { RelayUnreachableError } from '../../src/relay/api';
import { RelayRefusalError } from '../../src/relay/refusals';
import { isPassing } from '../../src/relay/retry';

describe('isPassing', () => {
  it.each([
    [new RelayUnreachableError('away'), true],
    [new RelayRefusalError(503, { code: 'overloaded' }, ''), true],
    [new RelayRefusalError(429, { code: 'rate_limited' }, ''), true],
    [new RelayRefusalError(409, { code: 'not_assignee' }, ''), false],
    [new RelayRefusalError(401, { code: 'token_invalid' }, ''), false],
    [new TypeError('a mistake of ours'), false],
  ])('tells whether a failure is worth a retry: %s is %s', (error, expected) => {
    expect(isPassing(error)).toBe(expected);
  });
});
