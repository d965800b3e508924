import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

export interface TestRedis {
  url: string;
  port: number;
  start(): Promise<void>;
  /** Stops the process with `signal`, by default SIGKILL. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Stalls the process: it keeps its connections and responds to nothing. */
  hang(): void;
  goOn(): void;
  /** Process id since the last start. */
  pid(): number;
}

const READY_MS = 30_000;

/** A private Redis that a test may stop, start again at the same address, and stall. */
export async function createTestRedis(): Promise<TestRedis> {
  const port = await freePort();
  let child: ChildProcess | null = null;
  const redis: TestRedis = {
    url: `redis://127.0.0.1:${port}`,
    port,
    start: async () => {
      child = spawn(
        'redis-server',
        // A replica, too, stores nothing.
        `--port ${port} --bind 127.0.0.1 --appendonly no --repl-diskless-load swapdb --dir ${tmpdir()}`
          .split(' ')
          .concat('--save', ''),
        { stdio: 'ignore' },
      );
      await untilAnswering(port);
    },
    stop: async (signal = 'SIGKILL') => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    },
    hang: () => void child?.kill('SIGSTOP'),
    goOn: () => void child?.kill('SIGCONT'),
    pid: () => child?.pid ?? 0,
  };
  await redis.start();
  return redis;
}

async function untilAnswering(port: number): Promise<void> {
  const deadline = Date.now() + READY_MS;
  for (;;) {
    try {
      return await answersPing(port);
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await wait(20);
    }
  }
}

async function answersPing(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    socket.write('PING\r\n');
    await once(socket, 'data');
  } finally {
    socket.destroy();
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
