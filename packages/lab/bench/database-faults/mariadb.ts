import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createConnection, type Connection } from 'mysql2/promise';
import { atEnd } from '../support/at-end';

/** A private MariaDB, to be stopped, frozen and started again on the same data. */
export interface PrivateMariaDb {
  port: number;
  /** Address for a user with the rights that a relay needs, who is bound by `read_only`. */
  urlAt(port: number): string;
  start(): Promise<void>;
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  freeze(): void;
  thaw(): void;
  /** Process id since the last start. */
  pid(): number;
  /** Connects as root. */
  connect(): Promise<Connection>;
}

/** Allows for other work that takes most of the processor. */
const READY_MS = 120_000;
const DATABASE = 'relay';
/** Debian keeps servers in folders that are not on every user's PATH. */
const PATH = `${process.env['PATH']}:/usr/sbin:/usr/local/sbin`;

/** @param options further options of the server */
export async function createPrivateMariaDb(
  options: readonly string[] = [],
): Promise<PrivateMariaDb> {
  const folder = mkdtempSync(join(tmpdir(), 'chat-relay-faults-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const port = await freePort();
  const data = ['--no-defaults', `--datadir=${join(folder, 'data')}`];
  if (process.getuid?.() === 0) data.push('--user=root');
  let child: ChildProcess | null = null;
  const run = (program: string, args: string[]): ChildProcess =>
    // In its own process group: Ctrl-C goes to this program, which ends it last.
    spawn(program, args, { stdio: 'ignore', detached: true, env: { ...process.env, PATH } });

  const connect = () => createConnection({ host: '127.0.0.1', port, user: 'root' });
  const server: PrivateMariaDb = {
    port,
    urlAt: (at) => `mysql://relay@127.0.0.1:${at}/${DATABASE}`,
    connect,
    start: async () => {
      child = run('mariadbd', [
        ...data,
        `--tmpdir=${join(folder, 'tmp')}`,
        `--socket=${join(folder, 'socket')}`,
        `--pid-file=${join(folder, 'pid')}`,
        `--port=${port}`,
        '--bind-address=127.0.0.1',
        '--innodb-flush-log-at-trx-commit=1',
        '--character-set-server=utf8mb4',
        ...options,
      ]);
      await untilAnswering(connect);
    },
    end: async (signal) => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    pid: () => child?.pid ?? 0,
  };

  mkdirSync(join(folder, 'tmp'));
  const installed = run('mariadb-install-db', [
    ...data,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
  ]);
  const [code] = (await once(installed, 'exit')) as [number];
  if (code !== 0) throw new Error(`mariadb-install-db ended with ${code}`);
  atEnd(() => server.end('SIGKILL'));
  await server.start();
  const root = await connect();
  await root.query(`CREATE DATABASE ${DATABASE} CHARACTER SET utf8mb4`);
  for (const host of ['%', 'localhost']) {
    await root.query(`CREATE USER relay@'${host}'`);
    await root.query(`GRANT ALL ON ${DATABASE}.* TO relay@'${host}'`);
  }
  await root.end();
  return server;
}

async function untilAnswering(connect: () => Promise<Connection>): Promise<void> {
  const deadline = Date.now() + READY_MS;
  for (;;) {
    try {
      await (await connect()).end();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await wait(50);
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
