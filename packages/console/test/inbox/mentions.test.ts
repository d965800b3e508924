import { describe, expect, it } from 'vitest';
import { mentionBefore, mentionsIn, offerMentions } from '../../src/inbox/notes/mentions';
import { buildOperator } from '../../../desk/test/support/desk-fixtures';

const benoit = buildOperator('benoit', 'Benoît Marchand');
const marie = buildOperator('marie', 'Marie');
const otherMarie = buildOperator('marie-2', 'Marie');
const marieAnne = buildOperator('marie-anne', 'Marie Anne');
const all = [benoit, marie, otherMarie, marieAnne];

describe('a mention that is being typed', () => {
  it.each([
    ['Ask @mar', 8, { from: 4, text: 'mar' }],
    ['@marie an', 9, { from: 0, text: 'marie an' }],
    ['@', 1, { from: 0, text: '' }],
    ['a@b', 3, null],
    ['@a\nb', 4, null],
    ['@ a', 3, null],
    ['@', 0, null],
  ])('in “%s” at %i is %o', (text, cursor, found) => {
    expect(mentionBefore(text, cursor)).toEqual(found);
  });

  it('offers colleagues by any part of their names, without accents', () => {
    const names = (typed: string) => offerMentions(all, typed).map((one) => one.operator_id);
    expect(names('benoit')).toEqual(['benoit']);
    expect(names('MARCH')).toEqual(['benoit']);
    expect(names('ann')).toEqual(['marie-anne']);
    expect(names('mar')).toEqual(['marie', 'marie-2', 'marie-anne', 'benoit']);
    expect(names('xyz')).toEqual([]);
  });
});

describe('a text', () => {
  it.each([
    ['Ask @benoit marchand.', ['benoit']],
    ['@Marie Anne, and @marie anne', ['marie-anne']],
    ['mail@benoit marchand', []],
  ])('“%s” calls %o', (text, operatorIds) => {
    expect(mentionsIn(text, all, [])).toEqual({ operatorIds, unclear: [] });
  });

  it('calls exactly those who were chosen of colleagues with one name', () => {
    const called = (text: string, chosen = [marie]) => mentionsIn(text, all, chosen).operatorIds;
    expect(called('@Marie please')).toEqual(['marie']);
    expect(called('@Marie please', [marie, otherMarie])).toEqual(['marie-2']);
    expect(called('@Marie, @Marie', [marie, otherMarie])).toEqual(['marie-2', 'marie']);
  });

  it('says which of its names call no one, and which several', () => {
    expect(mentionsIn('@ben and @Marie: a@b @!', all, [])).toEqual({
      operatorIds: [],
      unclear: [
        { text: '@ben', isAmbiguous: false },
        { text: '@Marie', isAmbiguous: true },
      ],
    });
  });
});
