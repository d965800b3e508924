import { SECOND } from '../../platform/clock';
import type { Logger } from '../../platform/log';
import type { Part } from '../../platform/part';
import { startSweeps } from '../../platform/tasks/sweeps';
import { task } from '../../platform/tasks/task';
import type { ResumeLinks } from './links';
import { answerMailRoutes } from './routes';
import type { createAnswerMails } from './sweep';

const SWEEP_MS = 2 * SECOND;

export function answerMailsPart(
  deps: Parameters<typeof answerMailRoutes>[0] & {
    log: Logger;
    links: Pick<ResumeLinks, 'deleteExpired'>;
    answerMails: ReturnType<typeof createAnswerMails>;
    sweepMs?: number | undefined;
  },
): Part {
  const { log, links, answerMails, sweepMs = SWEEP_MS } = deps;
  return {
    routes: answerMailRoutes(deps),
    tasks: [
      task('mails of answers', () =>
        startSweeps(sweepMs, answerMails, (err) =>
          log.warn({ event: 'answer_mail.failed', err }, 'could not mail answers yet'),
        ),
      ),
    ],
    deletions: [links.deleteExpired],
  };
}
