import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createConnection, type Connection } from 'mysql2/promise';
import { findProgram } from '../../../../scripts/lib/find-program.mjs';
import { anyFreePort } from '../../../../scripts/lib/ports.mjs';
import { runQuietly } from '../../../../scripts/lib/run.mjs';
import { atEnd } from '../support/at-end';

/** One MariaDB of the cluster. */
export interface GaleraNode {
  name: string;
  port: number;
  /** Starts the node without waiting for it to join the others. */
  start(): Promise<void>;
  /** kill -9. */
  kill(): Promise<void>;
  /** The end of its output if it has ended; null while it runs. */
  lastWords(): string | null;
  /** Cuts the node off from the others, or reconnects it. It keeps its clients either way. */
  isolate(isIsolated: boolean): Promise<void>;
  /** Connects as root. */
  connect(): Promise<Connection>;
}

export interface Cluster {
  nodes: readonly GaleraNode[];
  /** Address for a user with the rights that a relay needs, at a port in front of the cluster. */
  urlAt(port: number): string;
}

const DATABASE = 'relay';
const READY_MS = 120_000;
/** Galera can't copy data under root: the receiving script gives up root's rights. */
const IS_ROOT = process.getuid?.() === 0;
const SERVER_USER = 'mysql';
const MAX_LINES = 20;
const CONNECT_MS = 2_000;
/** Where Debian and others keep it. */
const PROVIDERS = [
  '/usr/lib/galera/libgalera_smm.so',
  '/usr/lib64/galera-4/libgalera_smm.so',
  '/usr/lib64/galera/libgalera_smm.so',
];

/** Name of a package or program that a cluster needs and this machine lacks; null if it lacks none. */
export function whatGaleraLacks(): string | null {
  if (!PROVIDERS.some((path) => existsSync(path))) return 'galera-4';
  if (!findProgram('mariadbd') || !findProgram('mariadb-install-db')) return 'mariadb-server';
  const helper = ['rsync', 'lsof', 'socat'].find((name) => findProgram(name) === undefined);
  return helper ?? null;
}

/** Three new nodes that serve together, on 127.0.0.1. They end with the program. */
export async function startCluster(size = 3): Promise<Cluster> {
  // On a disk: /tmp may be in memory, where a commit costs nothing.
  const folder = mkdtempSync(
    join(existsSync('/var/tmp') ? '/var/tmp' : tmpdir(), 'chat-relay-galera-'),
  );
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const places: Place[] = [];
  for (let index = 0; index < size; index++) {
    const ports = [];
    for (let count = 0; count < 4; count++) ports.push(await anyFreePort());
    const [sql = 0, group = 0, ist = 0, sst = 0] = ports;
    places.push({ name: `node${index + 1}`, folder: join(folder, `${index + 1}`), ports: { sql, group, ist, sst } }); // prettier-ignore
  }
  const address = `gcomm://${places.map(({ ports }) => `127.0.0.1:${ports.group}`).join(',')}`;
  const nodes = places.map((place) => createNode(place, address));
  for (const [index, node] of nodes.entries()) {
    await node.install(index === 0);
    await node.start(index === 0 ? ['--wsrep-new-cluster'] : []);
    await untilSynced(node, index + 1);
    if (index === 0) await createDatabase(node);
  }
  return { nodes, urlAt: (port) => `mysql://relay@127.0.0.1:${port}/${DATABASE}` };
}

interface Place {
  name: string;
  folder: string;
  ports: Record<'sql' | 'group' | 'ist' | 'sst', number>;
}

function createNode({ name, folder, ports }: Place, address: string) {
  const installed = [
    '--no-defaults',
    `--datadir=${join(folder, 'data')}`,
    ...(IS_ROOT ? [`--user=${SERVER_USER}`] : []),
  ];
  const server = [
    ...installed,
    `--socket=${join(folder, 'socket')}`,
    `--pid-file=${join(folder, 'pid')}`,
    `--port=${ports.sql}`,
    '--bind-address=127.0.0.1',
    '--character-set-server=utf8mb4',
    '--innodb-flush-log-at-trx-commit=1',
    '--innodb-log-file-size=32M',
    '--binlog-format=ROW',
    '--innodb-autoinc-lock-mode=2',
    '--max-connections=300',
    '--wsrep-on=ON',
    `--wsrep-provider=${PROVIDERS.find((path) => existsSync(path)) ?? ''}`,
    '--wsrep-cluster-name=chat-relay',
    `--wsrep-cluster-address=${address}`,
    `--wsrep-node-name=${name}`,
    `--wsrep-node-address=127.0.0.1:${ports.group}`,
    `--wsrep-sst-receive-address=127.0.0.1:${ports.sst}`,
    '--wsrep-sst-method=rsync',
    `--wsrep-provider-options=base_port=${ports.group};gmcast.listen_addr=tcp://127.0.0.1:${ports.group};ist.recv_addr=127.0.0.1:${ports.ist};gcache.size=128M`,
  ];
  // The server's user may have no access to the caller's TMPDIR.
  const env = { ...process.env, TMPDIR: join(folder, 'tmp') };
  const program = findProgram('mariadbd') ?? 'mariadbd';
  const log = join(folder, 'log.err');
  let child: ChildProcess | null = null;
  let hasData = false;

  // In its own process group: Ctrl-C goes to this program, and the group holds what copies its data.
  const run = (args: readonly string[]): ChildProcess =>
    spawn(program, args, { stdio: 'ignore', detached: true, env });

  const connect = () =>
    createConnection({
      host: '127.0.0.1',
      port: ports.sql,
      user: 'root',
      connectTimeout: CONNECT_MS,
    });

  /** The position up to which the node has data. With it, a killed node receives only the rest. */
  const readPosition = async (): Promise<string[]> => {
    const recovered = join(folder, `recovered-${Date.now()}.err`);
    await once(run([...server, '--wsrep-recover', `--log-error=${recovered}`]), 'exit');
    const position = /Recovered position:\s*(\S+)/.exec(readFileSync(recovered, 'utf8'))?.[1];
    rmSync(recovered);
    return position === undefined ? [] : [`--wsrep-start-position=${position}`];
  };

  const isRunning = (): boolean => child?.exitCode === null && child.signalCode === null;
  const kill = async (): Promise<void> => {
    if (!child || !isRunning()) return;
    const exited = once(child, 'exit');
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    await exited;
  };
  atEnd(kill);

  return {
    name,
    port: ports.sql,
    connect,
    kill,
    lastWords: () => {
      if (isRunning()) return null;
      const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n') : [];
      return lines
        .filter((line) => line.includes('ERROR'))
        .slice(-MAX_LINES)
        .join('\n');
    },
    /** Creates the system tables of the first node. The others copy all data from it when they join. */
    install: async (isFirst: boolean) => {
      for (const name of ['tmp', 'data']) mkdirSync(join(folder, name), { recursive: true });
      if (IS_ROOT) await runQuietly('chown', ['-R', SERVER_USER, join(folder, '..')]);
      if (!isFirst) return;
      await runQuietly(
        findProgram('mariadb-install-db') ?? 'mariadb-install-db',
        [...installed, '--auth-root-authentication-method=normal', '--skip-test-db'],
        { env },
      );
    },
    start: async (more: readonly string[] = []) => {
      const position = hasData ? await readPosition() : [];
      hasData = true;
      child = run([...server, ...position, ...more, `--log-error=${log}`]);
    },
    isolate: async (isIsolated: boolean) => {
      const root = await connect();
      await root.query(
        `SET GLOBAL wsrep_provider_options = 'gmcast.isolate=${isIsolated ? 1 : 0}'`,
      );
      root.destroy();
    },
  };
}

async function untilSynced(node: GaleraNode, size: number): Promise<void> {
  const deadline = Date.now() + READY_MS;
  for (;;) {
    try {
      const root = await node.connect();
      const [rows] = await root.query(
        "SELECT COUNT(*) AS met FROM information_schema.GLOBAL_STATUS WHERE (VARIABLE_NAME, VARIABLE_VALUE) IN (('wsrep_local_state_comment', 'Synced'), ('wsrep_cluster_size', ?))",
        [`${size}`],
      );
      root.destroy();
      if (Number((rows as { met: number }[])[0]?.met) === 2) return;
    } catch {
      // Not up yet.
    }
    const lastWords = node.lastWords();
    if (lastWords !== null || Date.now() > deadline) {
      throw new Error(`${node.name} did not join the cluster\n${lastWords ?? ''}`);
    }
    await wait(100);
  }
}

async function createDatabase(node: GaleraNode): Promise<void> {
  const root = await node.connect();
  await root.query(`CREATE DATABASE ${DATABASE} CHARACTER SET utf8mb4`);
  for (const host of ['%', 'localhost']) {
    await root.query(`CREATE USER relay@'${host}'`);
    await root.query(`GRANT ALL ON ${DATABASE}.* TO relay@'${host}'`);
  }
  await root.end();
}
