import { SECOND } from '../platform/clock';
import type { Logger } from '../platform/log';
import type { Part } from '../platform/part';
import { startSweeps } from '../platform/tasks/sweeps';
import { task, type Task } from '../platform/tasks/task';
import type { ArrivalSweep } from './arrivals/sweep';
import type { Removals } from './removal/removals';
import { attachmentRoutes } from './routes';
import type { Scans } from './scanning/scans';

/** In ms. The bytes of erased files are removed from the storage within this time. */
const REMOVALS_MS = 2 * SECOND;
/** In ms. How often expired leases are looked for; the lease of a dead node's upload ends after 45 s. */
const ARRIVALS_MS = 5 * SECOND;
/** In ms. A scan begins within this time after the file is finished. */
const SCANS_MS = SECOND;

export interface AttachmentsPartDeps {
  log: Logger;
  routes: Parameters<typeof attachmentRoutes>[0];
  removals: Removals;
  deleteUnbound(): Promise<unknown>;
  arrivals: Pick<ArrivalSweep, 'releaseExpired'>;
  /** Null if files are not scanned. */
  scans: Scans | null;
}

export function attachmentsPart(deps: AttachmentsPartDeps): Part {
  const { log, routes, removals, deleteUnbound, arrivals, scans } = deps;
  const warn = (message: string) => (err: unknown) =>
    log.warn({ event: 'maintenance.failed', err }, message);
  return {
    routes: attachmentRoutes(routes),
    tasks: [
      task('uploads of dead nodes', () =>
        startSweeps(
          ARRIVALS_MS,
          () => arrivals.releaseExpired(),
          warn('could not release uploads'),
        ),
      ),
      task('removal of files', () =>
        startSweeps(
          REMOVALS_MS,
          async (isStopped) => {
            await deleteUnbound();
            await removals.workOff(undefined, isStopped);
          },
          warn('could not remove files'),
        ),
      ),
      ...(scans ? [scanning(scans, warn('could not scan files'))] : []),
    ],
  };
}

function scanning(scans: Scans, onFailure: (err: unknown) => void): Task {
  return task('scans of files', () => {
    const stop = startSweeps(SCANS_MS, scans.begin, onFailure);
    return async () => {
      await stop();
      await scans.abandon();
    };
  });
}
