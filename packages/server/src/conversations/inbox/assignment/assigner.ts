import { SECOND, type Clock } from '../../../platform/clock';
import { AppError } from '../../../platform/errors';
import type { Logger } from '../../../platform/log';
import type { Database } from '../../../platform/storage/database';
import { silentSince } from '../../../operators/effective-presence';
import type { OperatorPresence } from '../../../operators/presence';
import type { Operator } from '../../../operators/operator';
import type { TenantDirectory } from '../../../tenants/directory';
import type { Journal } from '../../journal/journal';
import type { ConversationStore, StoredConversation } from '../../journal/store';
import type { SurroundingsOf } from '../../journal/surroundings';
import { choose, findCandidates, findWaitingTenants } from './candidates';
import { createAssignmentTurns } from './turns';

export interface AssignerOptions {
  database: Database;
  clock: Clock;
  log: Logger;
  journal: Pick<Journal, 'submit' | 'onCommitted'>;
  store: Pick<ConversationStore, 'waiting'>;
  surroundingsOf: SurroundingsOf;
  directory: Pick<TenantDirectory, 'find'>;
  presence: Pick<OperatorPresence, 'onPresence'>;
  findOperator(operatorId: string): Promise<Operator | null>;
  /** `config.operatorAwayReleaseMs` */
  awayAfterMs: number;
}

/** Finds what this node is not notified of: commits of other nodes, and a capacity that was raised. */
const LOOK_EVERY_MS = 5 * SECOND;
const WAITING_A_ROUND = 100;

/**
 * Hands waiting conversations of tenants with `assignment: capacity` to their operators. The journal decides who
 * has a conversation, as for every claim.
 */
export function startAssigner(options: AssignerOptions): () => Promise<void> {
  const { database, clock, log, journal, store } = options;
  const turns = createAssignmentTurns({ database, clock });
  /** Tenants in which a conversation may wait for assignment. */
  const due = new Set<string>();
  let running: Promise<void> | null = null;
  let isStopped = false;

  const wake = (tenantId: string): void => {
    due.add(tenantId);
    run();
  };
  const run = (): void => {
    if (running || isStopped || due.size === 0) return;
    running = work().finally(() => {
      running = null;
      run(); // a tenant may have become due meanwhile
    });
  };
  const work = async (): Promise<void> => {
    for (const tenantId of due) {
      due.delete(tenantId);
      if (isStopped) return;
      await assignAll(tenantId).catch((err: unknown) =>
        log.warn({ event: 'assignment.failed', err }, 'could not hand out waiting conversations'),
      );
    }
  };

  /** Hands out the waiting conversations of a tenant, the longest wait first. */
  const assignAll = async (tenantId: string): Promise<void> => {
    const tenant = await options.directory.find(tenantId);
    if (tenant?.assignment !== 'capacity' || tenant.status !== 'active') return;
    for (const waiting of await store.waiting(tenantId, WAITING_A_ROUND)) {
      if (isStopped) return;
      const since = silentSince(clock(), options.awayAfterMs);
      // Read again for each conversation: the one before has changed who has the most room.
      const candidates = await findCandidates(database.read, tenantId, since);
      if (candidates.length === 0) return;
      const { routingKey } = waiting.session;
      const { releasedBy } = waiting.state;
      const chosen = choose(candidates, { tenantId, routingKey, releasedBy });
      if (!chosen) continue;
      await turns.take(chosen.operatorId, since, async () => {
        const surroundings = await options.surroundingsOf(tenant, waiting.session.locale);
        return handOver(waiting, chosen, surroundings);
      });
    }
  };

  const handOver = async (
    { session }: StoredConversation,
    { operatorId, displayName }: { operatorId: string; displayName: string },
    surroundings: Awaited<ReturnType<SurroundingsOf>>,
  ): Promise<boolean> => {
    try {
      const operator = { operatorId, displayName };
      const command = { type: 'claim', operator, isHandedOver: true } as const;
      await journal.submit({ session, command, surroundings });
      return true;
    } catch (error) {
      // The conversation was claimed, resolved or deleted meanwhile.
      if (error instanceof AppError && error.status < 500) return false;
      throw error;
    }
  };

  const look = async (): Promise<void> => {
    for (const tenantId of await findWaitingTenants(database.read)) wake(tenantId);
  };

  const stopCommitted = journal.onCommitted(({ session, state, change }) => {
    // One more conversation waits, or an operator has room again.
    if (change && (state?.status === 'WAITING' || state?.status === 'RESOLVED')) {
      wake(session.tenantId);
    }
  });
  const stopPresence = options.presence.onPresence(({ operatorId, status }) => {
    if (status !== 'online') return;
    options
      .findOperator(operatorId)
      .then((operator) => operator?.tenantIds.forEach(wake))
      .catch(() => undefined); // the next look finds them
  });
  const timer = setInterval(() => {
    look().catch((err: unknown) =>
      log.warn({ event: 'assignment.failed', err }, 'could not look for waiting conversations'),
    );
  }, LOOK_EVERY_MS);
  timer.unref();

  return async () => {
    isStopped = true;
    clearInterval(timer);
    stopCommitted();
    stopPresence();
    await running;
  };
}
