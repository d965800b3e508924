import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { atEnd } from '../support/at-end';
import type { GaleraNode } from './cluster';
import type { Watch } from './watch';

export const LAYOUTS = ['one-writer', 'all-write'] as const;
export type Layout = (typeof LAYOUTS)[number];

export interface Addresses {
  ports: number[];
  /** The node to which the first address leads. */
  writer(): GaleraNode | undefined;
}

/**
 * One address per relay, as a TCP load balancer with health checks gives it. Connections to a node that is not
 * ready any more are closed.
 *
 * one-writer: all addresses lead to the same node, until it fails. all-write: each leads to its own node while that
 * is ready, and otherwise to the next one.
 */
export async function startAddresses(
  count: number,
  layout: Layout,
  nodes: readonly GaleraNode[],
  watch: Watch,
): Promise<Addresses> {
  const all = nodes.map((_, index) => index);
  let writer = 0;
  const chosen = (address: number): number => {
    if (layout === 'all-write') {
      const turned = all.map((index) => (address + index) % all.length);
      return turned.find((index) => watch.isReady(index)) ?? address;
    }
    if (!watch.isReady(writer)) writer = all.find((index) => watch.isReady(index)) ?? writer;
    return writer;
  };
  const ports: number[] = [];
  for (let address = 0; address < count; address++) {
    const open = new Map<Socket, number>();
    const server = createServer((near) => {
      const target = chosen(address);
      const far = connect({ port: nodes[target]?.port ?? 0, host: '127.0.0.1', noDelay: true });
      near.setNoDelay(true);
      open.set(near, target);
      near.pipe(far).pipe(near);
      const end = (): void => {
        open.delete(near);
        near.destroy();
        far.destroy();
      };
      for (const socket of [near, far]) socket.on('error', end).on('close', end);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    watch.onChange(() => {
      const current = chosen(address);
      for (const [near, target] of open) {
        const isLeft = layout === 'one-writer' ? target !== current : !watch.isReady(target);
        if (isLeft) near.destroy();
      }
    });
    atEnd(() => {
      server.close();
      for (const near of open.keys()) near.destroy();
    });
    ports.push((server.address() as AddressInfo).port);
  }
  return { ports, writer: () => nodes[chosen(0)] };
}
