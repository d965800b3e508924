import type { Part } from '../../platform/part';
import { task } from '../../platform/tasks/task';
import { startFailingMails } from '../health/failing-mails';
import { createQueueMails } from '../health/queue-mails';
import { createCallbackRetention } from '../worker/retention';
import type { CallbackWorker } from '../worker/worker';
import { callbackRoutes } from './routes';

/** Delivery of callbacks, with the console's view of it and mails about failures. */
export function callbacksPart(
  deps: Parameters<typeof callbackRoutes>[0] &
    Parameters<typeof startFailingMails>[0] &
    Parameters<typeof createQueueMails>[0] & { worker: Pick<CallbackWorker, 'start' | 'stop'> },
): Part {
  const { start, stop } = deps.worker;
  return {
    routes: callbackRoutes(deps),
    tasks: [
      { name: 'callback worker', start, stop },
      task('mails about failing callbacks', () => startFailingMails(deps)),
    ],
    deletions: [createCallbackRetention(deps), createQueueMails(deps)],
  };
}
