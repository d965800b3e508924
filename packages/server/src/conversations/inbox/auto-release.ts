import type { Clock } from '../../platform/clock';
import { AppError } from '../../platform/errors';
import type { Logger } from '../../platform/log';
import { silentSince } from '../../operators/effective-presence';
import type { OperatorPresence } from '../../operators/presence';
import type { TenantDirectory } from '../../tenants/directory';
import type { Journal } from '../journal/journal';
import type { ConversationStore } from '../journal/store';
import type { Committed } from '../journal/submission';
import type { SurroundingsOf } from '../journal/surroundings';
import type { Hub } from '../live/hub';
import { releaseDueAt } from '../rules/absence';

export interface AutoReleaseOptions {
  clock: Clock;
  log: Logger;
  journal: Journal;
  store: Pick<ConversationStore, 'assignedTo' | 'assignees'>;
  surroundingsOf: SurroundingsOf;
  directory: Pick<TenantDirectory, 'find'>;
  presence: Pick<OperatorPresence, 'lastSeen'>;
  hub: Pick<Hub, 'publish'>;
  /** `config.operatorAwayReleaseMs`. */
  awayReleaseMs: number;
}

const MAX_INTERVAL_MS = 2_000;

/**
 * Returns absent operators' conversations to the queue. Every node may run this: the journal releases one only once.
 */
export function startAutoRelease(options: AutoReleaseOptions): () => void {
  const { clock, log, journal, store, awayReleaseMs } = options;

  const releaseSilent = async (): Promise<void> => {
    const assignees = await store.assignees();
    const lastSeen = await options.presence.lastSeen(assignees);
    for (const operatorId of assignees) {
      const seenAt = lastSeen.get(operatorId) ?? null;
      const isSilent = seenAt === null || seenAt <= silentSince(clock(), awayReleaseMs);
      if (isSilent) await releaseAllOf(operatorId, seenAt);
    }
  };

  /** @param seenAt null: the operator no longer exists */
  const releaseAllOf = async (operatorId: string, seenAt: number | null): Promise<void> => {
    for (const { session, state } of await store.assignedTo(operatorId)) {
      if (seenAt !== null && clock() < releaseDueAt(state, seenAt, awayReleaseMs)) continue;
      const tenant = await options.directory.find(session.tenantId);
      if (!tenant) continue;
      try {
        const committed = await journal.submit({
          session,
          // In the operator's name: refused if another node was first, or another operator has it now.
          command: {
            type: 'release',
            absence: { seenAt, assignedAt: state.claimedAt },
            actor: { operator: { operatorId, displayName: '' }, isAdmin: false },
          },
          surroundings: await options.surroundingsOf(tenant, session.locale),
        });
        tellGiver(tenant.workspaceId, committed);
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

  /** Notifies the operator who transferred the conversation to a colleague who never came. */
  const tellGiver = (workspaceId: string, { session, before, change }: Committed): void => {
    if (!change || !before?.operator || before.givenBy === null) return;
    options.hub.publish({
      kind: 'transfer-returned',
      tenantId: session.tenantId,
      workspaceId,
      conversationId: before.conversationId,
      routingKey: session.routingKey,
      operatorId: before.operator.operatorId,
      displayName: before.operator.displayName,
      givenBy: before.givenBy,
    });
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
