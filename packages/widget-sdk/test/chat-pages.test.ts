import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Chat } from '../src/index';
import { startScriptedRelay, type ScriptedRelay } from './support/scripted-relay';
import { pass } from './support/time';
import { visit } from './support/visitor';

let relay: ScriptedRelay;
beforeEach(async () => {
  relay = await startScriptedRelay();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => vi.useRealTimers());

async function online(): Promise<Chat> {
  const chat = visit(relay.url);
  chat.start({ open: true });
  await vi.waitFor(() => expect(chat.getState().status).toBe('online'), 5_000);
  return chat;
}
const shared = () => relay.framesOf('page').map(({ url, title }) => [url, title]);
const page = (path: string, title = path) => ({ url: `https://shop.example${path}`, title });

test('shares the page once it is online, without query and fragment', async () => {
  const chat = visit(relay.url);
  chat.sharePage(page('/a?token=secret#part', 'A'));
  chat.start({ open: true });
  await vi.waitFor(() => expect(chat.getState().status).toBe('online'), 5_000);
  await vi.waitFor(() => expect(shared()).toEqual([['https://shop.example/a', 'A']]), 5_000);
  chat.sharePage(page('/a?token=other', 'A'));
  await pass(10_000);
  expect(shared()).toHaveLength(1);
});

test('shares only the last of several pages in 2 s', async () => {
  const chat = await online();
  for (const path of ['/a', '/b', '/c']) chat.sharePage(page(path));
  await vi.waitFor(() => expect(shared()).toHaveLength(1), 5_000);
  await pass(2_100);
  await vi.waitFor(() => expect(shared().map(([, title]) => title)).toEqual(['/a', '/c']));
});

test('shares the page again over the next socket', async () => {
  const chat = await online();
  chat.sharePage(page('/a'));
  await vi.waitFor(() => expect(shared()).toHaveLength(1));
  relay.current().close(1012);
  await pass(10_000);
  await vi.waitFor(() => expect(shared()).toHaveLength(2));
});

test('shares nothing that the tenant does not want', async () => {
  relay.config = { ...relay.config, share_page: false };
  const chat = await online();
  chat.sharePage(page('/a'));
  await pass(5_000);
  await chat.send('Hello');
  expect(shared()).toEqual([]);
});
