import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface RewritingProxy {
  /** The server's address, with the proxy's host and port in it. */
  url: string;
  /** Replaces a text in everything that the server sends by another text of the same length; null replaces nothing. */
  rewrite(change: readonly [from: string, to: string] | null): void;
  /** Ends every connection. */
  cut(): void;
  stop(): Promise<void>;
}

/** A TCP proxy that can change what the server sends. */
export async function startRewritingProxy(target: string): Promise<RewritingProxy> {
  const { hostname, port } = new URL(target);
  const ends = new Set<Socket>();
  let change: readonly [string, string] | null = null;

  const server = createServer((client) => {
    const behind = connect(Number(port), hostname);
    for (const end of [client, behind]) {
      ends.add(end);
      end.on('error', () => undefined);
      end.on('close', () => {
        ends.delete(end);
        client.destroy();
        behind.destroy();
      });
    }
    client.pipe(behind);
    behind.on('data', (bytes) => {
      const said = bytes.toString('latin1');
      client.write(change ? Buffer.from(said.replaceAll(...change), 'latin1') : bytes);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const url = new URL(target);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cut = () => {
    for (const end of ends) end.destroy();
  };
  return {
    url: url.href,
    rewrite: (next) => {
      if (next && next[0].length !== next[1].length) throw new RangeError('not of the same length');
      change = next;
    },
    cut,
    stop: async () => {
      server.close();
      cut();
      await once(server, 'close');
    },
  };
}
