import { expect, it } from 'vitest';
import { RefusalError } from '../../src/api/refusal';
import { problemOf } from '../../src/records/field-problem';
import { base } from '../../src/words/fr/base';
import { signedIn } from '../../src/words/fr/signed-in';

const words = { ...base, ...signedIn };
const refused = new RefusalError(
  422,
  {
    code: 'invalid_request',
    details: [
      { field: 'email', code: 'string_email' },
      { field: 'tenant_ids.0', code: 'string_pattern_base' },
      { field: 'name', code: 'required' },
      { field: 'capacity', code: 'number_max' },
    ],
  },
  '',
);

it('puts each problem of a refused request next to its field', () => {
  expect(problemOf(refused, 'email', words)).toBe(words.signIn.invalidEmail);
  expect(problemOf(refused, 'name', words)).toBe(words.common.required);
  expect(problemOf(refused, 'capacity', words)).toBe(words.common.tooLarge);
  expect(problemOf(refused, 'tenant_ids', words)).toBe(words.common.notAccepted);
});

it('says nothing about the other fields', () => {
  expect(problemOf(refused, 'tenant', words)).toBeUndefined();
  expect(problemOf(null, 'email', words)).toBeUndefined();
});
