import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLogSampler } from '../../src/platform/log-sampler';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Prints `times` lines of a kind, ten a second, and keeps what came out. */
function createPrinter() {
  const sampler = createLogSampler();
  const lines: string[] = [];
  const print = (times: number, kind = 'a') => {
    for (let n = 0; n < times; n++) {
      sampler.print(
        kind,
        10,
        (more) => void lines.push(`${kind}${more ? ` and ${more} more` : ''}`),
      );
    }
  };
  return { print, lines };
}

it('prints each log line while there are few', () => {
  const { print, lines } = createPrinter();
  print(10);
  vi.advanceTimersByTime(5_000);
  print(1);
  expect(lines).toHaveLength(11);
});

it('counts further log lines within a second in one line', () => {
  const { print, lines } = createPrinter();
  print(500);
  vi.advanceTimersByTime(1_000);
  expect(lines).toHaveLength(11);
  expect(lines.at(-1)).toBe('a and 490 more');
});

it('prints one log line a second during a flood, and all of them after it', () => {
  const { print, lines } = createPrinter();
  for (let second = 0; second < 5; second++) {
    print(500);
    vi.advanceTimersByTime(1_000);
  }
  expect(lines.slice(11)).toEqual(Array(4).fill('a and 500 more'));
  vi.advanceTimersByTime(2_000);
  print(2);
  expect(lines.slice(15)).toEqual(['a', 'a']);
});

it('counts each kind of log line separately', () => {
  const { print, lines } = createPrinter();
  print(10, 'a');
  print(10, 'b');
  expect(lines).toHaveLength(20);
});
