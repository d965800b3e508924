import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { atEnd } from '../support/at-end';

export interface Address {
  url: string;
  /** Sets the target of new connections. Open ones stay with theirs. */
  leadTo(url: string): void;
}

/** A TCP address in front of one node, whose target can change, as a load balancer's does. */
export async function startAddress(url: string): Promise<Address> {
  let { port, hostname } = new URL(url);
  const server = createServer((near) => {
    const far = connect({ port: Number(port), host: hostname, noDelay: true });
    near.setNoDelay(true);
    near.pipe(far).pipe(near);
    const end = (): void => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) socket.on('error', end).on('close', end);
    atEnd(end);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => server.close());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (next) => ({ port, hostname } = new URL(next)),
  };
}
