import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { atEnd } from '../support/at-end';

/** A proxy to a server on this machine. It can go dark: nothing passes, and nothing is closed. */
export interface DarkProxy {
  port: number;
  /**
   * Stops open connections, and serves new ones. `near` also ends their far side: a server that replaced the old one
   * does not know them.
   */
  darkenOpen(ends: 'near' | 'both'): void;
  /** Stops all connections. New ones are accepted, and nothing passes. */
  darkenAll(): void;
  /** Ends the darkness: everything that waits is passed on. */
  lighten(): void;
  /** Closes the connections that went dark. */
  cutDark(): void;
}

interface Line {
  near: Socket;
  far: Socket;
  isDark: boolean;
}

export async function startDarkProxy(target: number): Promise<DarkProxy> {
  const lines = new Set<Line>();
  let isDark = false;

  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true });
    const line: Line = { near, far, isDark: false };
    lines.add(line);
    const ends = [near, far] as const;
    for (const [from, to] of [ends, [far, near]] as const) {
      from.on('data', (data: Buffer) => {
        if (!to.write(data)) from.pause();
      });
      to.on('drain', () => {
        if (!line.isDark) from.resume();
      });
      from.on('end', () => to.end());
      from.on('error', () => undefined);
      from.on('close', () => {
        // Neither end of a dark line may learn that the other one closed.
        if (line.isDark) return;
        to.destroy();
        lines.delete(line);
      });
    }
    if (isDark) darken(line);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    server.close();
    for (const line of lines) cut(line);
  });

  return {
    port: (server.address() as AddressInfo).port,
    darkenOpen: (ends) => {
      lines.forEach(darken);
      if (ends === 'near') for (const { far } of lines) far.destroy();
    },
    darkenAll: () => {
      isDark = true;
      lines.forEach(darken);
    },
    lighten: () => {
      isDark = false;
      for (const line of lines) {
        line.isDark = false;
        // If one end closed during the darkness, the other end learns it now.
        if (line.near.destroyed || line.far.destroyed) {
          cut(line);
          lines.delete(line);
          continue;
        }
        for (const end of [line.near, line.far]) end.resume();
      }
    },
    cutDark: () => {
      for (const line of lines) {
        if (!line.isDark) continue;
        cut(line);
        lines.delete(line);
      }
    },
  };
}

/** Stops reading both ends: their buffers fill up until packets are no longer acknowledged. */
function darken(line: Line): void {
  line.isDark = true;
  line.near.pause();
  line.far.pause();
}

function cut({ near, far }: Line): void {
  near.destroy();
  far.destroy();
}
