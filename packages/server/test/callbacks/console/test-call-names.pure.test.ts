import type dns from 'node:dns';
import { describe, expect, it } from 'vitest';
import { createAddressGuard } from '../../../src/callbacks/delivery/address-guard';
import { createSender } from '../../../src/callbacks/delivery/sender';
import { createTestCall } from '../../../src/callbacks/console/test-call';
import { systemClock } from '../../../src/platform/clock';
import { newId } from '../../../src/platform/ids';

/** The outcome of testing an address whose host name `resolve` looks up, and its duration. */
async function testOf(resolve: typeof dns.lookup) {
  const guard = createAddressGuard({ allowCidrs: [], isLocal: false, resolve });
  const sender = createSender({ guard });
  const testCall = createTestCall({
    guard,
    proxy: null,
    sender,
    targetOf: async () => ({ callbackUrlBase: 'https://intranet.example', status: 'active' }),
    activeSecret: async () => 'ts_secret',
    clock: systemClock,
  });
  const startedAt = performance.now();
  try {
    return { answer: await testCall(newId()), afterMs: performance.now() - startedAt };
  } finally {
    await sender.close();
  }
}

// The cast picks the only overload of `dns.lookup` that the guard calls.
const leadingTo = (address: string) =>
  ((_host: string, _options: object, done: (error: null, found: object[]) => void) =>
    done(null, [{ address, family: 4 }])) as unknown as typeof dns.lookup;
const leadingNowhere = ((_host: string, _options: object, done: (error: Error) => void) =>
  done(
    Object.assign(new Error('getaddrinfo ENOTFOUND'), {
      code: 'ENOTFOUND',
      syscall: 'getaddrinfo',
    }),
  )) as unknown as typeof dns.lookup;

describe('a test of a callback address', () => {
  it('does not tell a name that leads into the private network from one that does not exist', async () => {
    const [refused, unknown] = await Promise.all([
      testOf(leadingTo('10.0.0.5')),
      testOf(leadingNowhere),
    ]);
    expect(refused.answer).toEqual(unknown.answer);
    expect(unknown.answer).toMatchObject({
      dns: { host: 'intranet.example', addresses: [], error: 'ENOTFOUND' },
      delivered: false,
      outcome: 'dns',
    });
    // Both responses wait for at least 300 ms, so that their time does not reveal whether the name exists.
    for (const { afterMs } of [refused, unknown]) expect(afterMs).toBeGreaterThanOrEqual(299);
  });
});
