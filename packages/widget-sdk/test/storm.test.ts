import { expect, test } from 'vitest';
import {
  CRASH,
  DRAIN,
  LONG_CRASH,
  SDK_SCHEME,
  simulateStorm,
} from '../../lab/bench/lossy-line/storm';

const scheme = SDK_SCHEME;
const seeds = [1, 2, 3];

test.each(seeds)('comes back no faster than 1.5 times what a relay accepts (seed %i)', (seed) => {
  for (const outage of [CRASH, LONG_CRASH]) {
    expect(simulateStorm({ ...outage, scheme, seed }).peak).toBeLessThanOrEqual(1.5);
  }
});

test.each(seeds)('comes back at half of it when the relay gave a hint (seed %i)', (seed) => {
  expect(simulateStorm({ ...DRAIN, scheme, seed }).peak).toBeLessThanOrEqual(0.5);
});

test('measures a storm where there is one', () => {
  expect(simulateStorm({ ...CRASH, scheme: () => 1000 }).peak).toBeGreaterThan(10);
});
