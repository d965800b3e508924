import { expect, test, vi } from 'vitest';
import { watchPage } from '../src/connection/page-lifecycle';
import { withLock } from '../src/session/lock';
import { createPace } from '../src/connection/pace';
import { createStorage } from '../src/session/storage';

function createPage() {
  const document = Object.assign(new EventTarget(), {
    visibilityState: 'visible' as DocumentVisibilityState,
  });
  const window = Object.assign(new EventTarget(), { document });
  return {
    window,
    document,
    fire: (target: EventTarget, name: string) => target.dispatchEvent(new Event(name)),
  };
}

test('is loaded and created where there is no page', async () => {
  const { createChat } = await import('../src/index');
  const chat = createChat({ baseUrl: 'https://chat.example', tenantId: 't', publicKey: 'pk_1' });
  expect(chat.getState()).toMatchObject({ status: 'idle', messages: [] });
  expect(chat.getState()).toBe(chat.getState());
  expect(() => chat.start()).toThrow(TypeError);
});

test('wakes and sleeps with the page', () => {
  const { window, document, fire } = createPage();
  const onWake = vi.fn();
  const onSleep = vi.fn();
  const end = watchPage(onWake, onSleep, vi.fn(), () => true, window as never);
  for (const name of ['pagehide', 'offline']) fire(window, name);
  fire(document, 'freeze');
  expect(onSleep).toHaveBeenCalledTimes(3);
  for (const name of ['pageshow', 'online']) fire(window, name);
  for (const name of ['resume', 'visibilitychange']) fire(document, name);
  expect(onWake).toHaveBeenCalledTimes(4);
  end();
  fire(window, 'online');
  expect(onWake).toHaveBeenCalledTimes(4);
});

test.each([
  [true, 1],
  [false, 0],
])('lets go of a page long hidden only if it may rest (%s)', (mayRest, times) => {
  vi.useFakeTimers();
  const { window, document, fire } = createPage();
  const onSleep = vi.fn();
  const end = watchPage(vi.fn(), onSleep, vi.fn(), () => mayRest, window as never);
  document.visibilityState = 'hidden';
  fire(document, 'visibilitychange');
  vi.advanceTimersByTime(299_000);
  expect(onSleep).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(onSleep).toHaveBeenCalledTimes(times);
  end();
  vi.useRealTimers();
});

test('keeps in memory what the browser refuses to store', () => {
  const refusing = {
    getItem: () => {
      throw new Error('SecurityError');
    },
    setItem: () => {
      throw new Error('QuotaExceededError');
    },
    removeItem: () => {
      throw new Error('SecurityError');
    },
  };
  const storage = createStorage('local', refusing);
  expect(storage.read('a')).toBeUndefined();
  storage.write('a', { kept: true });
  expect(storage.read('a')).toEqual({ kept: true });
  storage.remove('a');
  expect(storage.read('a')).toBeUndefined();
});

test('reads nothing from what is not JSON', () => {
  const storage = createStorage('local', { getItem: () => '{', setItem() {}, removeItem() {} });
  expect(storage.read('a')).toBeUndefined();
});

test('works where locks are missing or refuse to work', async () => {
  const task = vi.fn(async () => 7);
  await expect(withLock('a', task)).resolves.toBe(7);
  vi.stubGlobal('navigator', {
    locks: {
      request() {
        throw new Error('SecurityError');
      },
    },
  });
  await expect(withLock('a', task)).resolves.toBe(7);
  vi.stubGlobal('navigator', {
    locks: { request: (_: string, __: object, run: () => unknown) => run() },
  });
  const failing = vi.fn(async () => {
    throw new Error('the work');
  });
  await expect(withLock('a', failing)).rejects.toThrow('the work');
  expect(failing).toHaveBeenCalledTimes(1);
  vi.unstubAllGlobals();
});

test('lets a burst go at once and then one each quarter of a second', () => {
  vi.useFakeTimers();
  const pace = createPace();
  const delays = Array.from({ length: 17 }, () => pace.take());
  expect(delays.slice(0, 16)).toEqual(Array.from({ length: 16 }, () => 0));
  expect(delays[16]).toBe(250);
  vi.advanceTimersByTime(250);
  expect(pace.take()).toBe(0);
  expect(pace.take()).toBe(250);
  vi.useRealTimers();
});

test('is not held up by a clock that is set back', () => {
  vi.useFakeTimers();
  const pace = createPace();
  expect(pace.take()).toBe(0);
  vi.setSystemTime(Date.now() - 600_000);
  expect(pace.take()).toBeLessThanOrEqual(250);
  vi.useRealTimers();
});

test('imports the widget where there is no page', async () => {
  const { ChatRelayWidget } = await import('../src/widget/index');
  expect(ChatRelayWidget.observedAttributes).toContain('tenant-id');
  expect('window' in globalThis).toBe(false);
});
