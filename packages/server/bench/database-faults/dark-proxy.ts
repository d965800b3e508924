import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { atEnd } from '../support/at-end';

/** The way to a server on this machine, which can go dark: nothing arrives, and nothing is closed. */
export interface DarkProxy {
  port: number;
  /**
   * Connections that are open pass nothing on from now on; new ones are served. `near`: the server
   * behind has lost them, as another one that took its place has.
   */
  darkenOpen(ends: 'near' | 'both'): void;
  /** New ones are accepted, too, and get no further. */
  darkenAll(): void;
  /** All that waits goes its way. */
  lighten(): void;
  /** Ends what went dark. */
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
        // On a dark line neither end learns of the other's.
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
        // What one end gave up meanwhile, the other one learns now.
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

/** What is paused is not read, so that its sender's packets stay unanswered sooner or later. */
function darken(line: Line): void {
  line.isDark = true;
  line.near.pause();
  line.far.pause();
}

function cut({ near, far }: Line): void {
  near.destroy();
  far.destroy();
}
