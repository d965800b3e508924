import { expect, test } from 'vitest';
import { meets, readCases } from '../src/bot-cases';

const TWO = [
  { question: 'Where, when?', expected: 'answer' },
  { question: 'Say "hi"', expected: '2 days' },
];

test.each([
  ['commas', 'question,expected\r\n"Where, when?",answer\r\n"Say ""hi""",2 days\r\n'],
  ['semicolons', '\uFEFFWhere, when?;answer\n"Say ""hi""";2 days'],
  ['tabs', 'Where, when?\tanswer\n\n"Say ""hi"""\t2 days'],
])('reads cases with %s', (_name, csv) => {
  expect(readCases(csv)).toEqual(TWO);
});

test.each(['a question alone', 'one,answer\n,escalate', 'one,answer\n"open,escalate'])(
  'refuses %j, which lacks a cell',
  (csv) => expect(readCases(csv)).toBeNull(),
);

test('a case expects a decision, or a part of the answer', () => {
  const answered = { decision: 'answer', answer: 'In 2 Days.' };
  const verdicts = ['answer', 'Escalate', '2 days', '3 days'].map((expected) =>
    meets({ question: '', expected }, answered),
  );
  expect(verdicts).toEqual([true, false, true, false]);
  expect(meets({ question: '', expected: '2 days' }, { decision: 'escalate' })).toBe(false);
});
