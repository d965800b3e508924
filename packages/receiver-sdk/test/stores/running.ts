import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

export interface RunningRedis {
  url: string;
  stop(): Promise<void>;
}

const PROGRAM = 'redis-server';

/** A private Redis on a free port, which keeps nothing. */
export async function startRedis(): Promise<RunningRedis> {
  const port = await freePort();
  const child = spawn(
    PROGRAM,
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  let log = '';
  for await (const chunk of child.stdout) {
    log += String(chunk);
    if (log.includes('Ready to accept connections')) break;
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
