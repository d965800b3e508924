import { expect, it } from 'vitest';
import { mentionedIn } from '../../../../src/conversations/inbox/notes/mentions';

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
  const operators = [{ operator_id: 'ben', display_name: 'Ben' }];
  expect(mentionedIn(text, operators)).toEqual(found ? ['ben'] : []);
});

it('calls those with the longest name, and all who have it', () => {
  const operators = ['Marie', 'Marie Anne', 'Marie Anne'].map((display_name, index) => ({
    operator_id: `${index}`,
    display_name,
  }));
  expect(mentionedIn('@marie anne', operators)).toEqual(['1', '2']);
  expect(mentionedIn('@marie, @Marie Anne', operators)).toEqual(['1', '2', '0']);
});
