import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Chat } from '../src/index';
import { startScriptedRelay, type ScriptedRelay } from './support/scripted-relay';
import { createDevice, shown, visit } from './support/visitor';

// The page clears its storage, and the chat's with it, while several tabs are open.

let relay: ScriptedRelay;
let device: { storage: ReturnType<typeof createDevice>; persistence: 'local' };
beforeEach(async () => {
  relay = await startScriptedRelay();
  device = { storage: createDevice(), persistence: 'local' };
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const WHO = { userId: 'u1', userSignature: 'a'.repeat(64) };
const stored = () => [...device.storage.entries.values()].join();

async function openTab(): Promise<Chat> {
  const chat = visit(relay.url, device);
  chat.start({ open: true });
  await vi.waitFor(() => expect(chat.getState().status).toBe('online'));
  return chat;
}

test('keeps the newer token though a tab that has missed it reads the cleared storage first', async () => {
  const behind = await openTab();
  const ahead = await openTab();
  relay.current().close(4401);
  await vi.waitFor(() => expect(relay.connections).toHaveLength(3));
  expect(stored()).toContain('vs_1.2');
  device.storage.entries.clear();
  await behind.identify(WHO);
  await ahead.identify(WHO);
  expect(relay.tokens).toBe(2);
  expect(stored()).toContain('vs_1.2');
  await behind.identify(WHO);
  expect(relay.tokens).toBe(2);
});

test('brings no session back after a reset when a tab that does not know yet reads the cleared storage', async () => {
  const one = await openTab();
  const late = await openTab();
  one.reset();
  device.storage.entries.clear();
  const identified = late.identify(WHO).catch(() => undefined);
  one.start({ open: true });
  await vi.waitFor(() => expect(one.getState().status).toBe('online'));
  await identified;
  expect(one.getState().session?.sessionId).toBe('vs_2');
  await vi.waitFor(() => expect(late.getState().session).toBe(null));
  expect(stored()).toContain('vs_2');
});

test.each(['before', 'after'])(
  'keeps nothing unsent of the visitor of another tab when the page clears the storage %s a reset',
  async (when) => {
    const one = await openTab();
    const two = await openTab();
    for (const connection of relay.connections) connection.mute();
    const lost = [one.send('of one'), two.send('of two'), one.send('of one again')];
    expect(stored()).toContain('of two');
    if (when === 'before') device.storage.entries.clear();
    one.reset();
    if (when === 'after') device.storage.entries.clear();
    for (const sent of lost) await expect(sent).rejects.toMatchObject({ code: 'reset' });
    await vi.waitFor(() => expect(two.getState().status).toBe('idle'));
    expect(stored()).not.toContain('of ');
    const reloaded = await openTab();
    await reloaded.send('of the next visitor');
    expect(shown(reloaded)).toEqual(['of the next visitor:sent']);
    expect(relay.messages.map(({ content }) => content)).toEqual(['of the next visitor']);
  },
);

test('stores again what is unsent when the page that cleared the storage is left', async () => {
  const window = new EventTarget();
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  relay.answers['create/visitor-session'] = [{ status: 403, code: 'tenant_suspended' }];
  const chat = visit(relay.url, device);
  chat.start();
  await expect(chat.send('unsent')).rejects.toMatchObject({ code: 'tenant_suspended' });
  device.storage.entries.clear();
  window.dispatchEvent(new Event('pagehide'));
  expect(stored()).toContain('unsent');
});
