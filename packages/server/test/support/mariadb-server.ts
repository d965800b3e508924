import { readFile } from 'node:fs/promises';
import { createConnection, type Connection } from 'mysql2/promise';
import { startMariaDb } from '../../../../scripts/lib/services.mjs';

export interface TestMariaDb {
  /** A database of an ordinary user, who may not write to a read-only server. */
  url: string;
  /** Signed in as root. */
  root: Connection;
  /** Stalls the server: it keeps its connections and responds to nothing. */
  hang(): void;
  resume(): void;
  stop(): Promise<void>;
}

/** Starts a private MariaDB that a test may stall and reconfigure. `options` are passed to the server. */
export async function startTestMariaDb(options: readonly string[] = []): Promise<TestMariaDb> {
  const server = await startMariaDb(options);
  const root = await createConnection(server.url);
  await root.query('CREATE DATABASE relay CHARACTER SET utf8mb4');
  await root.query("CREATE USER relay@'%' IDENTIFIED BY ''");
  await root.query("GRANT ALL ON relay.* TO relay@'%'");
  const [rows] = await root.query('SELECT @@pid_file AS file');
  const pid = await readPid((rows as { file: string }[])[0]?.file ?? '');
  const url = new URL(server.url);
  url.username = 'relay';
  url.pathname = '/relay';
  return {
    url: url.href,
    root,
    hang: () => void process.kill(pid, 'SIGSTOP'),
    resume: () => void process.kill(pid, 'SIGCONT'),
    stop: async () => {
      root.destroy();
      await server.stop();
    },
  };
}

async function readPid(file: string): Promise<number> {
  return Number(await readFile(file, 'utf8'));
}
