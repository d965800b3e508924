import { expect, test } from 'vitest';
import { loneCommand } from '../src/canned/lone-command';

test.each([
  ['/ref', '/ref'],
  ['  /réf\n', '/réf'],
  ['/', '/'],
  ['/ref is here', null],
  ['see /ref', null],
  ['/shop/returns', null],
  ['ref', null],
  ['', null],
])('finds a shortcut that is alone: %j', (text, command) => {
  expect(loneCommand(text)).toBe(command);
});
