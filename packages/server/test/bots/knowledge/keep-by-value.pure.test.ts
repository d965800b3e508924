import { expect, it } from 'vitest';
import { keepByValue } from '../../../src/bots/knowledge/keep-by-value';

it('builds once for settings that say the same', () => {
  let built = 0;
  const get = keepByValue(() => ++built);
  expect([get(['a']), get(['a']), get(['b'])]).toEqual([1, 1, 2]);
});

it('drops the least recently used large ones, also while their settings are in use', () => {
  let built = 0;
  const get = keepByValue(() => ++built);
  const faqs = Array.from({ length: 20 }, (_, place) => [place, 'x'.repeat(256 * 1024)]);
  for (const faq of faqs) {
    get(faq);
    expect(get(faqs[0]!)).toBe(1);
  }
  expect(get(faqs[1]!)).toBe(21);
});
