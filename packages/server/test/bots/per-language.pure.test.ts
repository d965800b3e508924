import { expect, it, vi } from 'vitest';
import { perLanguage } from '../../src/bots/languages/languages';

it('reads a language once, and only when a text in it is met', () => {
  const read = vi.fn((language: string) => [language]);
  const of = perLanguage(read);
  expect(read).not.toHaveBeenCalled();
  expect([of('fr'), of('fr')]).toEqual([['fr'], ['fr']]);
  expect(read.mock.calls).toEqual([['fr']]);
});
