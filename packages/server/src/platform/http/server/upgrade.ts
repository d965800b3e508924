import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Responds and closes. The socket is destroyed, or a peer that keeps its half open would keep it. */
export function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () =>
    socket.destroy(),
  );
}

/** The pause between handshakes, for other work of the event loop: a burst of them must not delay acks. */
const INTERVAL_MS = 5;
/** The part of the waiting sockets that is handed over at a time, at least one: 200 handshakes a second or more. */
const SHARE = 1 / 200;
/** More handshakes than this wait only in an attack; each holds a connection. */
const MAX_WAITING = 2_000;

/**
 * Adds the port's only `upgrade` listener, which passes a socket on by its exact path. Listeners of libraries
 * would accept any path.
 */
export function dispatchUpgrades(
  listener: Server,
  handlers: ReadonlyMap<string, UpgradeHandler>,
): void {
  const waiting: (() => void)[] = [];
  let isResting = false;
  const handOver = (): void => {
    isResting = waiting.length > 0;
    if (!isResting) return;
    for (const upgrade of waiting.splice(0, Math.ceil(waiting.length * SHARE))) upgrade();
    setTimeout(handOver, INTERVAL_MS);
  };
  listener.on('upgrade', (request, socket, head) => {
    // A peer that resets before the handshake must not cause an uncaught error.
    socket.on('error', () => socket.destroy());
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const handler = handlers.get(path);
    if (!handler) return refuseUpgrade(socket, '404 Not Found');
    if (waiting.length >= MAX_WAITING) return refuseUpgrade(socket, '503 Service Unavailable');
    waiting.push(() => handler(request, socket, head));
    if (!isResting) handOver();
  });
}
