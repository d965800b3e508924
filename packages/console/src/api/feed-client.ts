import type { FeedClient } from '../desk/relay/feed';

const TIMEOUT_MS = 10_000;

/** What the relay sends: answers carry the `id` of what was asked. */
interface Frame {
  type: string;
  id?: number;
  path?: string;
  message?: unknown;
  statusCode?: number;
  heartbeat?: { interval: number; timeout: number };
}

/**
 * One connection of the live feed. The relay knows the session by its cookie. It speaks the part of
 * nes's protocol (version 2) that the feed needs, at a third of the size of nes's own client.
 */
export function createFeedClient(): FeedClient {
  const address = new URL('/api/v1/ws/console', location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  const handlers = new Map<string, (message: unknown) => void>();
  const asked = new Map<number, (frame: Frame | null) => void>();
  let socket: WebSocket | null = null;
  let count = 0;
  let silenceMs = 0;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const send = (frame: object): number => {
    socket?.send(JSON.stringify({ ...frame, id: ++count }));
    return count;
  };

  /** @throws {Error} with `statusCode` and `path` if it is refused; without them if no answer came */
  const ask = (frame: object): Promise<void> =>
    new Promise((resolve, reject) => {
      const answer = (answered: Frame | null): void => {
        if (answered && (answered.statusCode ?? 0) < 400) resolve();
        else reject(Object.assign(new Error('the feed gave no answer'), answered));
      };
      if (socket?.readyState !== WebSocket.OPEN) return answer(null);
      const id = send(frame);
      asked.set(id, answer);
      setTimeout(() => answer(null), TIMEOUT_MS); // too late to change an answer
    });

  const expectHeartbeat = (): void => {
    clearTimeout(silence);
    if (silenceMs > 0) silence = setTimeout(() => client.onHeartbeatTimeout(), silenceMs);
  };

  const hear = (frame: Frame): void => {
    if (frame.heartbeat) silenceMs = frame.heartbeat.interval + frame.heartbeat.timeout;
    expectHeartbeat();
    if (frame.type === 'ping') send({ type: 'ping' });
    if (frame.type === 'pub') handlers.get(frame.path ?? '')?.(frame.message);
    if (frame.type === 'revoke') handlers.delete(frame.path ?? '');
    asked.get(frame.id ?? 0)?.(frame);
    asked.delete(frame.id ?? 0);
  };

  const client: FeedClient = {
    onDisconnect: () => {},
    onHeartbeatTimeout: () => {},
    connect: () =>
      new Promise((resolve, reject) => {
        const opened = (socket = new WebSocket(address));
        const waiting = setTimeout(() => opened.close(), TIMEOUT_MS);
        opened.onopen = () => {
          clearTimeout(waiting);
          ask({ type: 'hello', version: '2', subs: [...handlers.keys()] }).then(resolve, reject);
        };
        opened.onmessage = ({ data }) => hear(JSON.parse(data));
        opened.onclose = () => {
          clearTimeout(waiting);
          clearTimeout(silence);
          reject(new Error('the feed is closed'));
          for (const answer of asked.values()) answer(null);
          client.onDisconnect();
        };
      }),
    disconnect: async () => socket?.close(),
    subscribe: async (path, handler) => {
      handlers.set(path, handler);
      if (socket) await ask({ type: 'sub', path });
    },
    unsubscribe: async (path) => {
      handlers.delete(path);
      await ask({ type: 'unsub', path });
    },
  };
  return client;
}
