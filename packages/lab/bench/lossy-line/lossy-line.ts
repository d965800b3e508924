import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import type { Random } from '../../../widget-sdk/src/connection/backoff';

export interface LossyLine {
  /** The relay's address by way of this line. */
  url: string;
  /** Connections so far that were cut, and that were left open and dead. */
  troubles(): { cuts: number; stalls: number };
  /** Makes the line reliable from now on. It stays slow. */
  heal(): void;
  close(): void;
}

export interface LossyLineOptions {
  /** Bytes per second in each direction of each connection. */
  bytesPerS?: number;
  /** Delay of each chunk in ms. */
  latencyMs?: number;
  /** Average life of a connection before it fails, in ms. */
  meanLifeMs?: number;
  /** Share of failed connections that stay open and carry nothing any more. */
  stallShare?: number;
}

const TICK_MS = 20;
/** Until a network gives up on a dead connection. */
const STALL_MS = 20_000;

/** A line to the relay that is slow, and fails at random: in the middle of frames, now and then in silence. */
export async function startLossyLine(
  target: string,
  random: Random,
  {
    bytesPerS = 16_000,
    latencyMs = 100,
    meanLifeMs = 8000,
    stallShare = 0.2,
  }: LossyLineOptions = {},
): Promise<LossyLine> {
  const open = new Set<Socket>();
  const counts = { cuts: 0, stalls: 0 };
  let isHealed = false;

  const server = createServer((near) => {
    const far = connect(Number(new URL(target).port), '127.0.0.1');
    const ends = [near, far];
    let isDead = false;
    const end = () => ends.forEach((socket) => socket.resetAndDestroy());
    const pace = { bytesPerS, latencyMs, isDead: () => isDead };
    const flows = [trickle(near, far, pace), trickle(far, near, pace)];

    const life = setTimeout(
      () => {
        if (isHealed) return;
        isDead = random() < stallShare;
        counts[isDead ? 'stalls' : 'cuts'] += 1;
        if (isDead) setTimeout(end, STALL_MS).unref();
        else end();
      },
      -Math.log(1 - random()) * meanLifeMs,
    );

    for (const socket of ends) {
      open.add(socket);
      socket.on('error', () => undefined); // cut on purpose
      socket.on('close', () => {
        clearTimeout(life);
        flows.forEach(clearInterval);
        open.delete(socket);
        if (!isDead) ends.forEach((other) => other.destroy());
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    troubles: () => ({ ...counts }),
    heal() {
      isHealed = true;
    },
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

interface Pace {
  bytesPerS: number;
  latencyMs: number;
  isDead(): boolean;
}

/** Passes bytes on late and a few at a time; gives the timer that does it. */
function trickle(from: Socket, to: Socket, { bytesPerS, latencyMs, isDead }: Pace) {
  const share = Math.ceil((bytesPerS * TICK_MS) / 1000);
  let waiting = Buffer.alloc(0);
  from.on('data', (chunk) => {
    setTimeout(() => {
      waiting = Buffer.concat([waiting, chunk]);
    }, latencyMs);
  });
  return setInterval(() => {
    if (waiting.length > 0 && !isDead()) to.write(waiting.subarray(0, share));
    waiting = waiting.subarray(share);
  }, TICK_MS);
}
