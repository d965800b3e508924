import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createConnection } from '../../src/state/connection';

const page = new EventTarget();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Sets `navigator.onLine` and dispatches the browser's event for the change. */
function setNetwork(isOnline: boolean): void {
  vi.stubGlobal('navigator', { onLine: isOnline });
  page.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}

it('says again that the relay is lost, if an answer arrives that was on its way before', async () => {
  setNetwork(true);
  const connection = createConnection(async () => connection.report('unreachable'));
  setNetwork(false);
  expect(connection.link.value.kind).toBe('unreachable');
  connection.report('answered');
  expect(connection.link.value.kind).toBe('up');
  await vi.advanceTimersByTimeAsync(3_000);
  expect(connection.link.value.kind).toBe('unreachable');
});

it('trusts the answers of a relay that is reached without a network', async () => {
  setNetwork(true);
  const probe = vi.fn(async () => connection.report('answered'));
  const connection = createConnection(probe);
  setNetwork(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(connection.link.value.kind).toBe('up');
  expect(probe.mock.calls.length).toBeLessThan(8);
});
