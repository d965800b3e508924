import { SECOND } from '../../../platform/clock';
import type { Logger } from '../../../platform/log';
import type { Part } from '../../../platform/part';
import { startSweeps } from '../../../platform/tasks/sweeps';
import { task } from '../../../platform/tasks/task';
import { createWaitingMails } from './sweep';

const SWEEP_MS = 5 * SECOND;

export function waitingMailsPart(
  deps: Parameters<typeof createWaitingMails>[0] & { log: Logger; sweepMs?: number | undefined },
): Part {
  const { mailer, log, sweepMs = SWEEP_MS } = deps;
  if (!mailer.isConfigured) return {};
  const sweep = createWaitingMails(deps);
  return {
    tasks: [
      task('mails to operators', () =>
        startSweeps(sweepMs, sweep, (err) =>
          log.warn({ event: 'waiting_mail.failed', err }, 'could not mail operators yet'),
        ),
      ),
    ],
  };
}
