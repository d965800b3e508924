import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';

export interface ConnectProxy {
  /** Includes the user and the password, if the proxy wants them. */
  url: string;
  /** The hosts and ports that it was asked for. */
  asked: string[];
  /** Responds to every further `CONNECT` with this status; 0 leaves it without a response. */
  answerWith(status: number): void;
  /** Ends the open connections. */
  cut(): void;
  close(): void;
}

const STATUS = { connected: 200, unauthorized: 407 };

interface ProxyOptions {
  /** `user:password`; a `CONNECT` without them gets 407. */
  credentials?: string;
  /** A certificate for `localhost`: the connection to the proxy uses TLS, too. */
  tls?: { key: string; cert: string };
}

/** A proxy that leads every `CONNECT` to one port of this machine, as the network behind it would. */
export async function startConnectProxy(
  port: number,
  { credentials, tls }: ProxyOptions = {},
): Promise<ConnectProxy> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const wanted =
    credentials === undefined ? null : `Basic ${Buffer.from(credentials).toString('base64')}`;
  let status = STATUS.connected;
  const server = tls ? createTlsServer(tls) : createServer();
  server.on('request', (_request, response) => response.writeHead(405).end());
  server.on('connect', ({ url = '', headers }, client: Socket) => {
    asked.push(url);
    sockets.add(client.on('error', () => client.destroy()));
    const isKnown = wanted === null || headers['proxy-authorization'] === wanted;
    const answer = isKnown ? status : STATUS.unauthorized;
    if (answer === 0) return;
    if (answer !== STATUS.connected) {
      client.end(`HTTP/1.1 ${answer} No\r\n\r\nno`);
      return;
    }
    const target = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      client.pipe(target).pipe(client);
    });
    sockets.add(target.on('error', () => target.destroy()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(tls ? 'https://localhost' : 'http://127.0.0.1');
  url.port = `${(server.address() as AddressInfo).port}`;
  if (credentials !== undefined) [url.username = '', url.password = ''] = credentials.split(':');
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    asked,
    answerWith: (next) => (status = next),
    cut,
    close: () => {
      server.close();
      cut();
    },
  };
}
