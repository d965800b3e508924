import { connect, type Socket } from 'node:net';
import { atEnd } from '../support/at-end';

const CONNECTIONS = 100;
const DRIP_EVERY_MS = 10_000;
/** Held back, so that a request does not end. */
const HELD_BYTES = 1_000;
const AGAIN_MS = 500;
const ATTACKER = '198.51.100.66';

export interface SlowPutCounts {
  begun: number;
  refused: number;
  bytesSent: number;
}

/**
 * Keeps 100 requests up, each for the next of the announced uploads: all but 1,000 bytes at once, then a byte every
 * 10 s. A request that ends is followed by another one.
 */
export function startSlowPuts(
  url: string,
  addresses: readonly string[],
  bytes: number,
): { stop(): SlowPutCounts } {
  const { hostname, port } = new URL(url);
  const counts: SlowPutCounts = { begun: 0, refused: 0, bytesSent: 0 };
  const content = Buffer.alloc(bytes - HELD_BYTES, 'a');
  const open = new Set<Socket>();
  let isOver = false;
  let next = 0;

  const begin = (): void => {
    if (isOver) return;
    const address = new URL(addresses[next++ % addresses.length]!); // never empty
    const socket = connect(Number(port), hostname);
    open.add(socket);
    counts.begun++;
    socket.on('error', () => undefined);
    socket.once('data', (answer: Buffer) => {
      if (!answer.toString('latin1').startsWith('HTTP/1.1 200')) counts.refused++;
      socket.destroy();
    });
    socket.once('close', () => {
      counts.bytesSent += socket.bytesWritten;
      open.delete(socket);
      setTimeout(begin, AGAIN_MS).unref();
    });
    socket.write(
      `PUT ${address.pathname}${address.search} HTTP/1.1\r\nHost: ${hostname}\r\n` +
        `X-Forwarded-For: ${ATTACKER}\r\nContent-Length: ${bytes}\r\n\r\n`,
    );
    socket.write(content);
  };
  for (let n = 0; n < CONNECTIONS; n++) begin();
  const dripping = setInterval(() => {
    for (const socket of open) if (socket.writableLength === 0) socket.write('a');
  }, DRIP_EVERY_MS);
  const stop = () => {
    isOver = true;
    clearInterval(dripping);
    for (const socket of open) socket.destroy();
    return counts;
  };
  atEnd(() => void stop());
  return { stop };
}
