import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface SwitchProxy {
  /** The first server's address, with the proxy's host and port in it. */
  url: string;
  /** New connections lead to this server. Those that are open stay with theirs. */
  leadTo(url: string): void;
  /** Ends the open connections. */
  cut(): void;
  stop(): Promise<void>;
}

/** A name that leads to another server after a failover. */
export async function startSwitchProxy(first: string): Promise<SwitchProxy> {
  const ends = new Set<Socket>();
  let target = new URL(first);
  const server = createServer((client) => {
    const behind = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [client, behind],
      [behind, client],
    ] as const) {
      ends.add(from);
      from.pipe(to);
      from.on('error', () => undefined);
      from.on('close', () => {
        ends.delete(from);
        to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(first);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cut = () => {
    for (const end of ends) end.destroy();
  };
  return {
    url: url.href,
    leadTo: (next) => {
      target = new URL(next);
    },
    cut,
    stop: async () => {
      server.close();
      cut();
      await once(server, 'close');
    },
  };
}
