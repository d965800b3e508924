import type { Clock } from '../../platform/clock';
import { AppError } from '../../platform/errors';
import type { Logger } from '../../platform/log';
import type { TenantDirectory } from '../../tenants/directory';
import type { Journal } from '../journal/journal';
import type { ConversationStore } from '../journal/store';
import type { SurroundingsOf } from '../journal/surroundings';

export interface AutoReleaseOptions {
  clock: Clock;
  log: Logger;
  journal: Journal;
  store: Pick<ConversationStore, 'assignedTo' | 'assignees'>;
  surroundingsOf: SurroundingsOf;
  directory: Pick<TenantDirectory, 'find'>;
  /** Which of these operators were not active since a moment. */
  silentSince(operatorIds: readonly string[], moment: number): Promise<string[]>;
  /** `config.operatorAwayReleaseMs`. */
  awayReleaseMs: number;
}

const MAX_INTERVAL_MS = 5_000;

/**
 * Returns the conversations of absent operators to the queue. Every node may do this: the journal releases a
 * conversation only once.
 */
export function startAutoRelease(options: AutoReleaseOptions): () => void {
  const { clock, log, journal, store, awayReleaseMs } = options;

  const releaseSilent = async (): Promise<void> => {
    const assignees = await store.assignees();
    const silent = await options.silentSince(assignees, clock() - awayReleaseMs);
    for (const operatorId of silent) await releaseAllOf(operatorId);
  };

  const releaseAllOf = async (operatorId: string): Promise<void> => {
    for (const { session, state } of await store.assignedTo(operatorId)) {
      const tenant = await options.directory.find(session.tenantId);
      if (!tenant) continue;
      try {
        await journal.submit({
          session,
          // As the operator: refused if another node was first, or another operator has it now.
          command: {
            type: 'release',
            isAbsent: true,
            actor: { operator: { operatorId, displayName: '' }, isAdmin: false },
          },
          surroundings: await options.surroundingsOf(tenant, session.locale),
        });
      } catch (error) {
        if (!(error instanceof AppError) || error.status !== 409) throw error;
        const { conversationId } = state;
        log.debug(
          { event: 'operator.released_elsewhere', conversation_id: conversationId },
          'another node released the conversation',
        );
      }
    }
  };

  let isRunning = false;
  const round = async (): Promise<void> => {
    if (isRunning) return; // with a slow database, rounds must not pile up
    isRunning = true;
    await releaseSilent().catch((error: unknown) =>
      log.warn(
        { event: 'operator.release_failed', err: error },
        'could not release conversations of absent operators',
      ),
    );
    isRunning = false;
  };

  const timer = setInterval(() => void round(), Math.min(MAX_INTERVAL_MS, awayReleaseMs / 2));
  timer.unref();
  return () => clearInterval(timer);
}
