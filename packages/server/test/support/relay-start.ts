import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A relay that ended: what it said on stderr, and its exit code. */
export interface EndedStart {
  code: number | null;
  text: string;
}

export interface RelayStart {
  /** Resolves when it serves, or when it has ended. */
  listensOrEnds: Promise<'listens' | EndedStart>;
  /** SIGTERM; resolves when it has ended. */
  terminate(): Promise<EndedStart>;
  /** Everything that the process has written to stderr. */
  text(): string;
  /** kill -9. */
  kill(): Promise<void>;
}

/** Starts the relay's program with these variables alone. */
export function startProcess(script: string, env: Record<string, string>): RelayStart {
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  const closed = once(child, 'close');
  const listens = new Promise<'listens'>((resolve) => {
    child.stderr.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      if (text.includes('the relay listens')) resolve('listens');
    });
  });
  return {
    listensOrEnds: Promise.race([
      listens,
      closed.then((): EndedStart => ({ code: child.exitCode, text })),
    ]),
    terminate: async () => {
      child.kill('SIGTERM');
      await closed;
      return { code: child.exitCode, text };
    },
    text: () => text,
    kill: async () => {
      child.kill('SIGKILL');
      await closed;
    },
  };
}
