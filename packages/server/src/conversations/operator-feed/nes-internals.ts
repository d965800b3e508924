import type { Server } from '@hapi/hapi';
import type { WebSocket, WebSocketServer } from 'ws';
import type { FeedSocket } from './feed-subscriptions';

/**
 * The parts of nes that its API does not expose: its ws server, which is guarded before any frame is read, its
 * list of sockets, and the WebSocket of each. Pinned to 14.0.1, with a test for each.
 */
export function takeOver(server: Server): {
  wss: WebSocketServer;
  sockets(): FeedSocket[];
  write(socket: FeedSocket, text: string): void;
} {
  const { _listener } = (
    server.plugins as unknown as {
      nes: { _listener: { _wss: WebSocketServer; _sockets: { _items: object } } };
    }
  ).nes;
  return {
    wss: _listener._wss,
    sockets: () => Object.values(_listener._sockets._items) as FeedSocket[],
    write: (socket, text) => (socket as unknown as { _ws: WebSocket })._ws.send(text),
  };
}
