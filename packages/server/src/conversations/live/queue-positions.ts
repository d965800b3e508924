import type { Logger } from '../../platform/log';
import type { Hub } from './hub';
import type { ConversationStore } from '../journal/store';

const PAUSE_MS = 200;

/**
 * Sends waiting visitors their position whenever their tenant's queue moves. One read per tenant and pause,
 * however many conversations moved. A visitor who has joined the queue gets an update in any case, even if the
 * position is unknown.
 */
export function watchQueuePositions(
  hub: Hub,
  store: Pick<ConversationStore, 'queue'>,
  log: Logger,
): () => void {
  /** By tenant: the sessions of this node that joined its queue since the last read. */
  const moved = new Map<string, Set<string>>();
  const resting = new Set<string>();

  const tell = (sessionId: string, position: number | null): void => {
    if (hub.isWatched(sessionId)) hub.publishHere({ kind: 'queue-position', sessionId, position });
  };

  const tellAll = async (tenantId: string): Promise<void> => {
    resting.add(tenantId);
    const joined = moved.get(tenantId) ?? new Set();
    moved.delete(tenantId);
    try {
      const sessionIds = await store.queue(tenantId);
      sessionIds.forEach((sessionId, index) => {
        joined.delete(sessionId);
        tell(sessionId, index + 1);
      });
    } catch (error) {
      log.warn(
        { event: 'queue.read_failed', err: error, tenant_id: tenantId },
        'could not read the queue',
      );
    }
    for (const sessionId of joined) tell(sessionId, null);
    setTimeout(() => {
      resting.delete(tenantId);
      if (moved.has(tenantId)) void tellAll(tenantId);
    }, PAUSE_MS).unref();
  };

  return hub.watch((notice) => {
    if (notice.kind !== 'change' || !notice.hasStatusChanged) return;
    const { tenantId, sessionId } = notice.session;
    const joined = moved.get(tenantId) ?? new Set();
    moved.set(tenantId, joined);
    if (notice.state.status === 'WAITING' && hub.isWatched(sessionId)) joined.add(sessionId);
    if (!resting.has(tenantId)) void tellAll(tenantId);
  });
}
