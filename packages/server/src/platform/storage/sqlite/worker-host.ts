import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Answer, Request } from './sqlite-worker.js';

/** The thread or process of a connection. It keeps this process alive only while it is held. */
export interface WorkerHost {
  send(requests: readonly Request[]): void;
  onAnswers(listener: (answers: readonly Answer[]) => void): void;
  /** Called once, with the error that ended it, if any. */
  onEnd(listener: (reason: Error | undefined) => void): void;
  hold(isHeld: boolean): void;
  /** Ends a process at once; a thread first completes its statement. */
  kill(): void;
}

/** The same place in the sources and in the bundles. */
const SCRIPT = new URL('./sqlite-worker.js', import.meta.url);
/** Hides Node 22's warning that SQLite is experimental, and keeps the relay's secrets out of the environment. */
const OPTIONS = { execArgv: ['--disable-warning=ExperimentalWarning'], env: {} };

export function startThread(): WorkerHost {
  const thread = new Worker(SCRIPT, OPTIONS);
  let reason: Error | undefined;
  thread.on('error', (error) => {
    reason = error;
  });
  return {
    send: (requests) => thread.postMessage(requests),
    onAnswers: (listener) => void thread.on('message', listener),
    onEnd: (listener) => void thread.once('exit', () => listener(reason)),
    hold: (isHeld) => (isHeld ? thread.ref() : thread.unref()),
    kill: () => void thread.terminate(),
  };
}

export function startProcess(): WorkerHost {
  const child = fork(fileURLToPath(SCRIPT), {
    ...OPTIONS,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let reason: Error | undefined;
  child.on('error', (error) => {
    reason = error;
  });
  return {
    // A failure to send is ignored: the process is ending, and `onEnd` rejects what waits for a response.
    send: (requests) => void child.send([...requests], () => undefined),
    onAnswers: (listener) => void child.on('message', listener),
    onEnd: (listener) => {
      let hasEnded = false;
      const end = () => {
        if (!hasEnded) listener(reason);
        hasEnded = true;
      };
      child.once('exit', end);
      child.once('error', end); // one that was never started does not exit
    },
    hold: (isHeld) => {
      const change = isHeld ? 'ref' : 'unref';
      child[change]();
      child.channel?.[change]();
    },
    kill: () => void child.kill('SIGKILL'),
  };
}
