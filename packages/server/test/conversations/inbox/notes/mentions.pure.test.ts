import { expect, it } from 'vitest';
import { isMentioned } from '../../../../src/conversations/inbox/notes/mentions';

it.each([
  ['@ben', true],
  ['ask @ben.', true],
  ['(@ben)', true],
  ['@benjamin and @ben', true],
  ['@benjamin', false],
  ['ruben@ben.example', false],
  ['ben', false],
  ['@ben2', false],
  ['@béné', false],
])('finds a name in %s: %s', (text, found) => {
  expect(isMentioned(text, 'ben')).toBe(found);
});
