import type { FeedClient } from '../desk/relay/feed';

/** A frame of the relay, as far as it is read here. */
interface Frame {
  type: string;
  path?: string;
  message?: unknown;
  /** With `hello`: it is refused from 400 on. */
  statusCode?: number;
  heartbeat?: { interval: number; timeout: number };
}

/**
 * A client for one connection of the live feed, for what the console uses of the nes protocol. The
 * relay knows the session by its cookie.
 */
export function createFeedClient(): FeedClient {
  const handlers = new Map<string, (message: unknown, flags: object) => void>();
  let socket: WebSocket | undefined;
  let lastId = 0;
  let silenceMs = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const send = (frame: object): void => {
    if (socket?.readyState === WebSocket.OPEN) {
      socket.send(JSON.stringify({ ...frame, id: ++lastId }));
    }
  };

  const client = {
    onError: () => {}, // each error closes the connection
    onDisconnect: () => {},
    onHeartbeatTimeout: () => {},
    /** Refused for a hello that the relay refuses, and for a connection that ends before. */
    connect: ({ timeout = 0 } = {}) =>
      new Promise<void>((resolve, reject) => {
        const address = new URL('/api/v1/ws/console', location.href);
        address.protocol = address.protocol.replace('http', 'ws');
        const opened = (socket = new WebSocket(address));
        const lose = (): void => reject(new Error('the connection was lost'));
        timer = setTimeout(lose, timeout);
        opened.onopen = () => send({ type: 'hello', version: '2', subs: [...handlers.keys()] });
        opened.onclose = () => {
          clearTimeout(timer);
          lose();
          client.onDisconnect();
        };
        opened.onmessage = ({ data }) => {
          const frame = JSON.parse(String(data)) as Frame; // the relay's own
          clearTimeout(timer);
          if (frame.type === 'hello') {
            const { statusCode = 0, path, heartbeat } = frame;
            if (statusCode >= 400) reject(Object.assign(new Error(), { statusCode, path }));
            silenceMs = heartbeat ? heartbeat.interval + heartbeat.timeout : 0;
            resolve(); // of no effect after the refusal
          }
          if (frame.type === 'ping') send(frame);
          if (frame.type === 'pub') handlers.get(frame.path ?? '')?.(frame.message, {});
          if (silenceMs > 0) timer = setTimeout(() => client.onHeartbeatTimeout(), silenceMs);
        };
      }),
    disconnect: async () => socket?.close(),
    /** Before the connection is open, it goes with the hello. */
    subscribe: async (path: string, handler: (message: unknown, flags: object) => void) => {
      handlers.set(path, handler);
      send({ type: 'sub', path });
    },
    unsubscribe: async (path: string) => {
      handlers.delete(path);
      send({ type: 'unsub', path });
    },
  };
  return client;
}
