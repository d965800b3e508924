import { describe, expect, it } from 'vitest';
import { RelayRefusalError } from '../../src/relay/refusals';

const refusal = (code: string, message: string, more: object = {}): string =>
  new RelayRefusalError(409, { code, ...more }, message).message;

describe('RelayRefusalError', () => {
  it.each([
    [
      'state_conflict',
      'This tenant has no\u001b callback_url_base.',
      {},
      'This tenant has no␛ callback_url_base.',
    ],
    [
      'rate_limited',
      'Too many requests.',
      { retry_after_s: 9 },
      'Too many requests. Try again in 9 s.',
    ],
    [
      'invalid_request',
      'The name is too long.',
      { details: [{ field: 'name', code: 'string_max' }] },
      'The name is too long.',
    ],
    [
      'invalid_request',
      'The name is too long.',
      {
        details: [
          { field: 'name', code: 'string_max' },
          { field: 'origins.0', code: 'string_pattern_base' },
          { field: 'name', code: 'required' },
          { field: '', code: 'unknown_field' },
        ],
      },
      'The name is too long.',
    ],
    ['of_later', '', {}, 'The relay refused this (of_later).'],
    ['not_system_admin', 'Anything.', {}, 'Only a super-admin may do this.'],
  ])('has a sentence for %s: %j', (code, message, more, sentence) => {
    expect(refusal(code, message, more)).toBe(sentence);
  });
});
