import type { Connection } from 'mysql2/promise';
import type { DarkProxy } from './dark-proxy';
import type { PrivateMariaDb } from './mariadb';

/** Something that happens to a database, or to the way there. */
export interface Fault {
  name: string;
  /** Time from `begin` to `end`. */
  lastsMs: number;
  begin(): Promise<void> | void;
  /** Ends the fault. A working relay could serve from here on. */
  end(): Promise<void> | void;
  /** Helps a relay that has not recovered automatically. */
  rescue(): Promise<void> | void;
}

const nothing = (): void => undefined;

export function databaseFaults(server: PrivateMariaDb, proxy: DarkProxy): Fault[] {
  const fault = (name: string, lastsMs: number, steps: Partial<Fault>): Fault => ({
    name,
    lastsMs,
    begin: nothing,
    end: nothing,
    rescue: nothing,
    ...steps,
  });
  return [
    fault('a failover: open connections go dark', 0, {
      begin: () => proxy.darkenOpen('near'),
      rescue: proxy.cutDark,
    }),
    fault('the same, and the server keeps its ends', 0, {
      begin: () => proxy.darkenOpen('both'),
      rescue: proxy.cutDark,
    }),
    fault('all goes dark for 20 s', 20_000, { begin: proxy.darkenAll, end: proxy.lighten }),
    fault('frozen for 30 s', 30_000, { begin: server.freeze, end: server.thaw }),
    fault('stopped, started again', 3_000, {
      begin: () => server.end('SIGTERM'),
      end: server.start,
    }),
    fault('killed, started again', 3_000, {
      begin: () => server.end('SIGKILL'),
      end: server.start,
    }),
    fault('read-only for 15 s', 15_000, {
      begin: () => setReadOnly(server, 1),
      end: () => setReadOnly(server, 0),
    }),
    fault('messages locked for 20 s', 20_000, lockOfMessages(server)),
  ];
}

async function setReadOnly(server: PrivateMariaDb, value: 0 | 1): Promise<void> {
  const root = await server.connect();
  await root.query(`SET GLOBAL read_only = ${value}`);
  await root.end();
}

/** Holds a read lock on `messages`, as a backup or an ALTER TABLE does. */
function lockOfMessages(server: PrivateMariaDb): Pick<Fault, 'begin' | 'end'> {
  let holder: Connection | null = null;
  return {
    begin: async () => {
      holder = await server.connect();
      await holder.query('LOCK TABLES relay.messages READ');
    },
    end: async () => {
      await holder?.query('UNLOCK TABLES');
      await holder?.end();
    },
  };
}
