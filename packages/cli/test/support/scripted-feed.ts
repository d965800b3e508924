import type { Server } from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';

interface Peer {
  socket: WebSocket;
  paths: Set<string>;
}

/** The console feed as nes speaks it, as far as its client uses it. */
export function serveFeed(server: Server, isValid: (authorization: string) => boolean) {
  const sockets = new WebSocketServer({ server, path: '/api/v1/ws/console' });
  const peers = new Set<Peer>();

  sockets.on('connection', (socket) => {
    const peer: Peer = { socket, paths: new Set() };
    socket.on('close', () => peers.delete(peer));
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString('utf8')) as {
        type: string;
        id: number;
        path?: string;
        subs?: string[];
        auth?: { headers: { authorization: string } };
      };
      const answer = (more: object): void =>
        socket.send(JSON.stringify({ type: frame.type, id: frame.id, ...more }));
      switch (frame.type) {
        case 'hello':
          if (!isValid(frame.auth?.headers.authorization ?? '')) {
            return answer({ statusCode: 401, payload: { error: 'Unauthorized' }, headers: {} });
          }
          frame.subs?.forEach((path) => peer.paths.add(path));
          peers.add(peer);
          return answer({ heartbeat: { interval: 15_000, timeout: 5_000 }, socket: 'test' });
        case 'sub':
          peer.paths.add(frame.path ?? '');
          return answer({ path: frame.path });
        case 'unsub':
          peer.paths.delete(frame.path ?? '');
          return answer({});
      }
    });
  });

  return {
    publish: (path: string, message: object): void => {
      for (const { socket, paths } of peers) {
        if (paths.has(path)) socket.send(JSON.stringify({ type: 'pub', path, message }));
      }
    },
    subscriptions: (): string[] => [...peers].flatMap(({ paths }) => [...paths]).toSorted(),
    cut: (): void => {
      for (const client of sockets.clients) client.terminate();
    },
  };
}
