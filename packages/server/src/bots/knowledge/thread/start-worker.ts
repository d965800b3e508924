import { Worker } from 'node:worker_threads';
import type { ThreadSettings } from './messages';
import { SCRIPT } from './worker-script';

const MIB = 1024 * 1024;
/** Memory for the thread's program, its messages, and garbage that is yet to be collected. */
const BESIDES_INDEXES_MIB = 256;

/** Starts the thread. It keeps the process alive only while something else does. */
export function startWorker(settings: ThreadSettings): Worker {
  const worker = new Worker(SCRIPT, {
    name: 'knowledge',
    workerData: settings,
    env: {},
    execArgv: [],
    // A thread whose memory grows without end must end alone, not with the relay.
    resourceLimits: {
      maxOldGenerationSizeMb: Math.ceil((2 * settings.maxBytes) / MIB) + BESIDES_INDEXES_MIB,
    },
  });
  worker.unref();
  return worker;
}
