import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface DarkProxy {
  /** The server's address, with the proxy's host and port in it. */
  url: string;
  /** Open connections never pass anything again, as after a failover or a forgotten NAT entry. New ones do. */
  darkenOpen(): void;
  /** No connection passes anything, new ones included, until `lighten`. */
  darken(): void;
  /** The network's return: connections that `darken` stopped pass what has gathered. */
  lighten(): void;
  /** How many connections there have been. */
  accepted(): number;
  stop(): Promise<void>;
}

/** A TCP path to a server that can go dark without closing anything. */
export async function startDarkProxy(target: string): Promise<DarkProxy> {
  const { hostname, port } = new URL(target);
  const connections = new Set<{ ends: readonly [Socket, Socket]; isLost: boolean }>();
  let isDark = false;
  let accepted = 0;

  const server = createServer((client) => {
    accepted++;
    const ends = [client, connect(Number(port), hostname)] as const;
    const connection = { ends, isLost: false };
    connections.add(connection);
    for (const [from, to] of [ends, ends.toReversed()] as [Socket, Socket][]) {
      from.on('data', (bytes) => void to.write(bytes));
      from.on('end', () => void to.end());
      from.on('error', () => undefined);
      from.on('close', () => {
        if (!isDark && !connection.isLost) to.destroy();
        if (to.destroyed) connections.delete(connection);
      });
      if (isDark) from.pause();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const url = new URL(target);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    darkenOpen: () => {
      for (const connection of connections) {
        connection.isLost = true;
        for (const end of connection.ends) end.pause();
      }
    },
    darken: () => {
      isDark = true;
      for (const { ends } of connections) for (const end of ends) end.pause();
    },
    lighten: () => {
      isDark = false;
      for (const { ends, isLost } of connections) {
        if (isLost) continue;
        const hasClosed = ends.some(({ destroyed }) => destroyed);
        for (const end of ends)
          if (hasClosed) end.destroy();
          else end.resume();
      }
    },
    accepted: () => accepted,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const { ends } of connections) for (const end of ends) end.destroy();
      await closed;
    },
  };
}
