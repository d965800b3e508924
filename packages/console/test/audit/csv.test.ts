import { expect, it } from 'vitest';
import { csvOf } from '../../src/audit/csv';

it('quotes cells with commas, quotes and line breaks', () => {
  expect(
    csvOf([
      ['a', 'b,c'],
      ['say "hi"', 'two\nlines'],
    ]),
  ).toBe('a,"b,c"\r\n"say ""hi""","two\nlines"\r\n');
});

it('makes a formula plain text', () => {
  expect(csvOf([['=HYPERLINK("x")', '+1', '-1', '@a', '1-1']])).toBe(
    `"'=HYPERLINK(""x"")",'+1,'-1,'@a,1-1\r\n`,
  );
});
