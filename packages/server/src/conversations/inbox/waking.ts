import { SECOND, type Clock } from '../../platform/clock';
import { AppError } from '../../platform/errors';
import type { Logger } from '../../platform/log';
import type { TenantDirectory } from '../../tenants/directory';
import type { Journal } from '../journal/journal';
import type { ConversationStore } from '../journal/store';
import type { SurroundingsOf } from '../journal/surroundings';

export interface WakingOptions {
  clock: Clock;
  log: Logger;
  journal: Pick<Journal, 'submit'>;
  store: Pick<ConversationStore, 'snoozedBefore'>;
  surroundingsOf: SurroundingsOf;
  directory: Pick<TenantDirectory, 'find'>;
}

const EVERY_MS = 2 * SECOND;

/**
 * Ends snoozes whose time has come, so that operators who have a list open see the conversations again; a list that is
 * read later compares the time itself. Every node may do this: the journal ends a snooze only once.
 */
export function startWaking(options: WakingOptions): () => void {
  const { clock, log, journal, store } = options;

  const wakeAll = async (): Promise<void> => {
    for (const { session } of await store.snoozedBefore(clock())) {
      const tenant = await options.directory.find(session.tenantId);
      if (!tenant) continue;
      const surroundings = await options.surroundingsOf(tenant, session.locale);
      try {
        await journal.submit({ session, command: { type: 'wake' }, surroundings });
      } catch (error) {
        // The conversation was erased meanwhile; the others must not wait for it.
        if (!(error instanceof AppError) || error.status >= 500) throw error;
      }
    }
  };

  let isRunning = false;
  const round = async (): Promise<void> => {
    if (isRunning) return; // with a slow database, rounds must not pile up
    isRunning = true;
    await wakeAll().catch((err: unknown) =>
      log.warn({ event: 'snooze.not_ended', err }, 'could not end a snooze yet'),
    );
    isRunning = false;
  };

  const timer = setInterval(() => void round(), EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
