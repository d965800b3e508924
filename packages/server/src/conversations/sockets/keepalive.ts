import type { WebSocket } from 'ws';

/** Pings sockets, and closes those that are dead or don't read. */
export interface SocketUpkeep {
  /** @param end called once if more than 4 MiB are unsent */
  add(socket: WebSocket, end: () => void): void;
  /** Checks a socket that has just been written to. */
  noteWrite(socket: WebSocket): void;
  stop(): void;
}

export const PING_INTERVAL_MS = 25_000;
const MAX_MISSED_PONGS = 2;
const MAX_UNSENT_BYTES = 4 * 1024 * 1024;
/** A socket with more than this unsent is closed after `SLOW_PATIENCE_MS`. */
const SLOW_BYTES = 1024 * 1024;
const SLOW_PATIENCE_MS = 5_000;
const TICK_MS = 1_000;
const TICKS_PER_PING = PING_INTERVAL_MS / TICK_MS;

interface Watched {
  end: () => void;
  missedPongs: number;
  /** The tick of a round in which this socket is pinged: pings are spread evenly. */
  slot: number;
}

export function createSocketUpkeep(): SocketUpkeep {
  const watched = new Map<WebSocket, Watched>();
  const slowSince = new Map<WebSocket, number>();
  let tick = 0;
  let nextSlot = 0;

  const pingDue = (): void => {
    const slot = tick % TICKS_PER_PING;
    for (const [socket, state] of watched) {
      if (state.slot !== slot) continue;
      if (state.missedPongs >= MAX_MISSED_PONGS) {
        socket.terminate();
        continue;
      }
      state.missedPongs++;
      socket.ping();
    }
  };

  const cutSlow = (): void => {
    for (const [socket, since] of slowSince) {
      if (socket.bufferedAmount <= SLOW_BYTES) slowSince.delete(socket);
      else if (Date.now() - since >= SLOW_PATIENCE_MS) socket.terminate();
    }
  };

  const timer = setInterval(() => {
    tick++;
    pingDue();
    cutSlow();
  }, TICK_MS);
  timer.unref();

  return {
    add: (socket, end) => {
      const state: Watched = { end, missedPongs: 0, slot: nextSlot++ % TICKS_PER_PING };
      watched.set(socket, state);
      socket.on('pong', () => {
        state.missedPongs = 0;
      });
      // ws closes with the right code on an invalid frame, and would continue to accept bytes.
      socket.on('error', () => setImmediate(() => socket.pause()));
      socket.on('close', () => {
        watched.delete(socket);
        slowSince.delete(socket);
      });
    },
    noteWrite: (socket) => {
      if (socket.bufferedAmount > MAX_UNSENT_BYTES) watched.get(socket)?.end();
      else if (socket.bufferedAmount > SLOW_BYTES && !slowSince.has(socket)) {
        slowSince.set(socket, Date.now());
      }
    },
    stop: () => clearInterval(timer),
  };
}
