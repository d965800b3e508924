import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, closeSync, openSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { printedFile } from '../../../server/test/support/printed/file';
import { noteSecretSettings } from '../../../server/test/support/printed/notes';

export interface RelayProcess {
  url: string;
  /** Process id since the last start. */
  pid(): number;
  /** Resolves when it serves. */
  start(): Promise<void>;
  /** Starts it and doesn't wait. */
  launch(): void;
  /** kill -9. */
  kill(): Promise<void>;
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>;
  /** Lines of the log that report a bug, from all its runs. */
  complaints(): string[];
}

/** Also where other work takes most of the processor. */
const READY_MS = 120_000;
const MAX_LOG_CHARS = 4_000;

/** The relay as its users run it: a process, configured by its environment alone. */
export async function createRelayProcess(
  script: string,
  env: Record<string, string>,
): Promise<RelayProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const complaints: string[] = [];
  let child: ChildProcess | null = null;
  let log = '';

  // Test runs keep all output and search it for secrets.
  const printed = printedFile('log');
  noteSecretSettings(env);

  const launch = (): void => {
    const stdout = printed === null ? 'ignore' : openSync(printed, 'a');
    const started = spawn(process.execPath, [script], {
      env: {
        PATH: process.env['PATH'],
        ...env,
        ...(printed !== null && { LOG_LEVEL: 'trace' }),
        HOST: '127.0.0.1',
        PORT: `${port}`,
      },
      stdio: ['ignore', stdout, 'pipe'],
    });
    if (typeof stdout === 'number') closeSync(stdout);
    child = started;
    started.stderr!.setEncoding('utf8');
    let rest = '';
    started.stderr!.on('data', (text: string) => {
      if (printed !== null) appendFileSync(printed, text);
      log = (log + text).slice(-MAX_LOG_CHARS);
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      complaints.push(...lines.filter((line) => line.includes('unhandled rejection')));
    });
  };
  const isAlive = (): boolean => child?.exitCode === null && child.signalCode === null;

  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (!child || !isAlive()) return child?.exitCode ?? null;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
    return child.exitCode;
  };

  return {
    url,
    pid: () => child?.pid ?? 0,
    launch,
    start: async () => {
      launch();
      const deadline = Date.now() + READY_MS;
      while (!(await isReady(url))) {
        if (!isAlive() || Date.now() > deadline) {
          await end('SIGKILL');
          throw new Error(`the relay did not come up:\n${log}`);
        }
        await wait(20);
      }
    },
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    complaints: () => complaints,
  };
}

/** Several relays as one: reads use the first, `stop` stops all. */
export function together(relays: readonly RelayProcess[]): RelayProcess {
  const [first] = relays;
  if (!first) throw new TypeError('there must be a relay');
  return {
    ...first,
    stop: async () => {
      const codes = await Promise.all(relays.map((relay) => relay.stop()));
      return codes.find((code) => code !== 0) ?? 0;
    },
    complaints: () => relays.flatMap((relay) => relay.complaints()),
  };
}

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
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
