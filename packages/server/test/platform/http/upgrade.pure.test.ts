import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dispatchUpgrades } from '../../../src/platform/http/server/upgrade';

const SOON = { timeout: 8000, interval: 5 };

describe('a burst of handshakes', () => {
  let listener: Server;
  let clients: Socket[];
  /** When each handshake was handed over. */
  let handedOver: number[];

  beforeEach(async () => {
    clients = [];
    handedOver = [];
    listener = createServer();
    dispatchUpgrades(
      listener,
      new Map([
        [
          '/socket',
          (_request, socket) => void (handedOver.push(performance.now()), socket.destroy()),
        ],
      ]),
    );
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
  });
  afterEach(async () => {
    for (const client of clients) client.destroy();
    listener.close();
    await once(listener, 'close');
  });

  function knock(count: number): void {
    const { port } = listener.address() as AddressInfo;
    for (let n = 0; n < count; n++) {
      const client = connect(port, '127.0.0.1');
      client.on('error', () => undefined);
      client.write(
        'GET /socket HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      );
      clients.push(client);
    }
  }

  const most = (withinMs: number) =>
    Math.max(
      ...handedOver.map(
        (from) => handedOver.filter((at) => at >= from && at < from + withinMs).length,
      ),
    );

  it('leaves the event loop to other work: at most one is handed over in 5 ms', async () => {
    knock(200);
    await expect.poll(() => handedOver.length, SOON).toBe(200);
    // A late timer is followed by a punctual one, so 50 ms may contain more than ten handshakes.
    expect(most(50)).toBeLessThanOrEqual(14);
  });

  it('is let in faster when many wait', async () => {
    knock(2_000);
    await expect.poll(() => handedOver.length, { ...SOON, timeout: 20_000 }).toBe(2_000);
    expect(most(100)).toBeGreaterThan(40);
  });

  it('does not delay a handshake that comes alone', async () => {
    const from = performance.now();
    knock(1);
    await expect.poll(() => handedOver.length, { timeout: 1000, interval: 1 }).toBe(1);
    expect(handedOver[0]! - from).toBeLessThan(100);
  });
});
