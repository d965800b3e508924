import type { Logger } from '../log';
import type { Hub } from './hub';
import type { ConversationStore } from './store';

const PAUSE_MS = 200;

/**
 * Tells waiting visitors where they stand whenever their tenant's queue moves. One read per tenant
 * and pause, however many conversations moved.
 */
export function watchQueuePositions(
  hub: Hub,
  store: Pick<ConversationStore, 'queue'>,
  log: Logger,
): () => void {
  const moved = new Set<string>();
  const resting = new Set<string>();

  const tell = async (tenantId: string): Promise<void> => {
    resting.add(tenantId);
    moved.delete(tenantId);
    try {
      const sessionIds = await store.queue(tenantId);
      sessionIds.forEach((sessionId, index) => {
        if (!hub.isWatched(sessionId)) return;
        hub.publishHere({ kind: 'queue-position', sessionId, position: index + 1 });
      });
    } catch (error) {
      log.warn({ err: error, tenant_id: tenantId }, 'could not read the queue');
    }
    setTimeout(() => {
      resting.delete(tenantId);
      if (moved.has(tenantId)) void tell(tenantId);
    }, PAUSE_MS).unref();
  };

  return hub.watch((notice) => {
    if (notice.kind !== 'change' || !notice.hasStatusChanged) return;
    const { tenantId } = notice.session;
    moved.add(tenantId);
    if (!resting.has(tenantId)) void tell(tenantId);
  });
}
