import { request } from 'node:https';
import { connect } from 'node:http2';
import { once } from 'node:events';
import { Client } from '@hapi/nes';
import { WebSocket } from 'ws';

/** Status of a request from another address of this machine, on a new connection. */
export async function statusFrom(
  localAddress: string,
  url: string,
  options: { method?: string; headers?: Record<string, string> } = {},
): Promise<number> {
  const sent = request(url, { ...options, localAddress, family: 4, agent: false });
  sent.end();
  const [answer] = (await once(sent, 'response')) as [{ statusCode: number; resume(): void }];
  answer.resume();
  return answer.statusCode;
}

/** The status over HTTP/2; throws if the proxy does not speak it. */
export async function statusByHttp2(url: string, path: string): Promise<number> {
  const session = connect(url);
  try {
    const stream = session.request({ ':path': path });
    stream.resume();
    const [headers] = (await once(stream, 'response')) as [{ ':status': number }];
    return headers[':status'];
  } finally {
    session.destroy();
  }
}

export interface Close {
  code: number;
  reason: string;
}

/** How a visitor's socket is closed; 1006 if it never opened. `onOpen` may do what causes it. */
export function closeOf(
  url: string,
  token: string,
  onOpen: (socket: WebSocket) => void = () => undefined,
): Promise<Close> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/ws/widget?token=${token}`);
  socket.on('error', () => undefined);
  socket.on('open', () => onOpen(socket));
  return new Promise((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
  });
}

export interface Feed {
  /** Number of updates so far. */
  updates(): number;
  closed: Promise<Close>;
  close(): Promise<void>;
}

/** An operator's live feed of a workspace, by the library that the console uses. */
export async function openFeed(url: string, token: string, workspaceId: string): Promise<Feed> {
  const client = new Client(`wss://${new URL(url).host}/api/v1/ws/console`);
  client.onError = () => undefined;
  let updates = 0;
  const closed = new Promise<Close>((resolve) => {
    client.onDisconnect = (_willReconnect, { code, reason }) => resolve({ code, reason });
  });
  await client.connect({
    auth: { headers: { authorization: `Bearer ${token}` } },
    reconnect: false,
  });
  await client.subscribe(`/inbox/${workspaceId}`, () => void updates++);
  return { updates: () => updates, closed, close: () => client.disconnect() };
}
