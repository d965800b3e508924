import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { Options } from '@node-rs/argon2';

/** A thread's task: hash a password, or verify it against a stored hash. */
type Job = { password: string; options: Options } | { password: string; stored: string };
type Answer = { result: string | boolean } | { problem: string };

/**
 * The thread's program. It is a string, because a file would have one path in the sources and another in the bundle.
 * On Linux it lowers its own priority: the event loop and the database's threads come first.
 */
const THREAD = `
const { readlinkSync } = require('node:fs');
const { setPriority } = require('node:os');
const { parentPort, workerData } = require('node:worker_threads');
const { hashSync, verifySync } = require(workerData.argon2);
try {
  setPriority(Number(readlinkSync('/proc/thread-self').split('/').pop()), 10);
} catch {}
parentPort.on('message', ({ password, options, stored }) => {
  try {
    const result = stored === undefined ? hashSync(password, options) : verifySync(stored, password);
    parentPort.postMessage({ result });
  } catch (error) {
    parentPort.postMessage({ problem: String(error) });
  }
});
`;

const idle: Worker[] = [];

/**
 * Runs Argon2 in a thread of its own. The library's own threads are shared with SQLite, DNS look-ups and files,
 * four in all. The caller limits how many jobs run at once.
 */
export async function runInHashThread(job: Job): Promise<string | boolean> {
  const thread = idle.pop() ?? startThread();
  thread.ref();
  thread.postMessage(job);
  const [answer] = (await once(thread, 'message')) as [Answer]; // rejects if the thread ends
  thread.unref();
  idle.push(thread);
  if ('problem' in answer) throw new Error(`Argon2 failed: ${answer.problem}`);
  return answer.result;
}

function startThread(): Worker {
  const argon2 = createRequire(import.meta.url).resolve('@node-rs/argon2');
  return new Worker(THREAD, { eval: true, env: {}, execArgv: [], workerData: { argon2 } });
}
