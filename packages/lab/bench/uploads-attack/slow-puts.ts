import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { atEnd } from '../support/at-end';

export interface SlowPutOrder {
  url: string;
  /** Addresses of announced uploads. */
  addresses: string[];
  bytes: number;
}

export interface SlowPutCounts {
  begun: number;
  refused: number;
  bytesSent: number;
}

const MARK = 'slow-puts';
const CONNECTIONS = 100;
const DRIP_EVERY_MS = 10_000;
/** Bytes at the end that are never sent, so that the request stays open. */
const HELD_BYTES = 1_000;
const AGAIN_MS = 5_000;
const ATTACKER = '198.51.100.66';
const TICK_MS = 20;
/** Rate of all connections together: a stranger's fast line, and a load that leaves the machine to the others. */
const BYTES_PER_S = 20e6;
const PIECE_BYTES = 65_536;

/** Whether this process is to attack. The program calls it first. */
export function isSlowPutProcess(): boolean {
  return process.argv[2] === MARK;
}

/** Attacks from a process of its own until it is stopped. */
export function startSlowPuts(program: string, order: SlowPutOrder) {
  const child = fork(fileURLToPath(program), [MARK], { serialization: 'advanced' });
  atEnd(() => child.kill('SIGKILL'));
  child.send(order);
  return {
    stop: async (): Promise<SlowPutCounts> => {
      const answer = once(child, 'message');
      child.send('stop');
      const [counts] = (await answer) as [SlowPutCounts];
      child.kill('SIGKILL');
      return counts;
    },
  };
}

/**
 * Keeps 100 PUTs open, each for the next announced upload. A PUT sends all but 1,000 bytes as fast as the line allows,
 * then a byte every 10 s. One that ends is replaced.
 */
export function serveSlowPuts(): void {
  setPriority(constants.priority.PRIORITY_LOW);
  process.on('disconnect', () => process.exit());
  process.once('message', ({ url, addresses, bytes }: SlowPutOrder) => {
    const { hostname, port } = new URL(url);
    const counts: SlowPutCounts = { begun: 0, refused: 0, bytesSent: 0 };
    const piece = Buffer.alloc(PIECE_BYTES, 'a');
    const left = new Map<Socket, number>();

    const begin = (): void => {
      const address = new URL(addresses[counts.begun++ % addresses.length]!); // never empty
      const socket = connect(Number(port), hostname);
      left.set(socket, bytes - HELD_BYTES);
      socket.on('error', () => undefined);
      socket.once('data', () => {
        counts.refused++;
        socket.destroy();
      });
      socket.once('close', () => {
        left.delete(socket);
        setTimeout(begin, AGAIN_MS);
      });
      socket.write(
        `PUT ${address.pathname}${address.search} HTTP/1.1\r\nHost: ${hostname}\r\n` +
          `X-Forwarded-For: ${ATTACKER}\r\nContent-Length: ${bytes}\r\n\r\n`,
      );
    };
    const send = (socket: Socket, more: Buffer): void => {
      socket.write(more);
      counts.bytesSent += more.length;
    };
    for (let n = 0; n < CONNECTIONS; n++) begin();
    setInterval(() => {
      let budget = (BYTES_PER_S * TICK_MS) / 1000;
      for (const [socket, rest] of left) {
        if (budget <= 0) break;
        if (rest === 0 || socket.connecting || socket.writableLength > 0) continue;
        const more = piece.subarray(0, rest);
        send(socket, more);
        left.set(socket, rest - more.length);
        budget -= more.length;
      }
    }, TICK_MS);
    setInterval(() => {
      for (const [socket, rest] of left) if (rest === 0) send(socket, piece.subarray(0, 1));
    }, DRIP_EVERY_MS);
    process.once('message', () => process.send?.(counts, () => process.exit()));
  });
}
