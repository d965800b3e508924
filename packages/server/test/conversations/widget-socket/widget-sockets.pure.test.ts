import { expect, it } from 'vitest';
import { returnWithinMs } from '../../../src/conversations/widget-socket/widget-sockets';

it.each([
  [0, 0],
  [40, 40],
  [3_500, 3_500],
  [10_000, 10_000],
  [80_000, 10_000],
])('asks %i visitors to come back within %i ms', (sockets, ms) => {
  expect(returnWithinMs(sockets)).toBe(ms);
});
