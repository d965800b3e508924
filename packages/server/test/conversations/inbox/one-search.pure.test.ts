import { expect, it } from 'vitest';
import { createOneSearch } from '../../../src/conversations/inbox/one-search';

it('refuses a second search of an account while its first one runs', async () => {
  const search = createOneSearch();
  let finish: (found: string) => void = () => undefined;
  const first = search('ann', () => new Promise<string>((resolve) => (finish = resolve)));
  await expect(search('ann', async () => 'second')).rejects.toMatchObject({
    code: 'overloaded',
    retryAfterS: 1,
  });
  expect(await search('bob', async () => 'of another account')).toBe('of another account');
  finish('first');
  expect(await first).toBe('first');
  expect(await search('ann', async () => 'third')).toBe('third');
});

it('lets an account search again when its search failed', async () => {
  const search = createOneSearch();
  await expect(search('ann', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await search('ann', async () => 'found')).toBe('found');
});
