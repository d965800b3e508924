import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Answers and closes: a peer that keeps its half open would keep the socket. */
export function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () =>
    socket.destroy(),
  );
}

/**
 * The only `upgrade` listener of the port: it passes a socket on by its exact path. Listeners of libraries
 * would answer on any path.
 */
export function dispatchUpgrades(
  listener: Server,
  handlers: ReadonlyMap<string, UpgradeHandler>,
): void {
  listener.on('upgrade', (request, socket, head) => {
    // A peer that resets before the handshake must not cause an uncaught error.
    socket.on('error', () => socket.destroy());
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const handler = handlers.get(path);
    if (handler) handler(request, socket, head);
    else refuseUpgrade(socket, '404 Not Found');
  });
}
