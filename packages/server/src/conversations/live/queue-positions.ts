import type { Logger } from '../../platform/log';
import type { ConversationStore } from '../journal/store';
import type { SessionFacts } from '../rules/state';
import type { Following } from './channels';
import type { Hub, Notice } from './hub';

export interface QueuePositions {
  /**
   * Registers a visitor of this node who waits in the tenant's queue, until the returned function is called. The
   * visitor is sent the position once at first, even if it is unknown, and then whenever the queue moves.
   */
  enter(session: Pick<SessionFacts, 'tenantId' | 'sessionId'>): () => void;
  stop(): void;
}

const PAUSE_MS = 200;

/** A tenant's queue, while visitors of this node wait in it. */
interface Queue {
  following: Following;
  /** How many sockets of each session wait. */
  waiting: Map<string, number>;
  /** Sessions that have entered since the last read. */
  entered: Set<string>;
  hasMoved: boolean;
  isReading: boolean;
}

/**
 * Sends waiting visitors their position. It reads once per tenant and pause, however many conversations moved, and not
 * at all on a node where no visitor of the tenant waits.
 */
export function createQueuePositions(
  hub: Pick<Hub, 'watch' | 'publishHere' | 'followQueue'>,
  store: Pick<ConversationStore, 'queue'>,
  log: Logger,
): QueuePositions {
  const queues = new Map<string, Queue>();

  const tellAll = async (tenantId: string, queue: Queue): Promise<void> => {
    queue.isReading = true;
    queue.hasMoved = false;
    const { entered } = queue;
    queue.entered = new Set();
    const tell = (sessionId: string, position: number | null): void => {
      if (!queue.waiting.has(sessionId)) return;
      hub.publishHere({ kind: 'queue-position', sessionId, position });
    };
    try {
      const sessionIds = await store.queue(tenantId);
      sessionIds.forEach((sessionId, index) => {
        entered.delete(sessionId);
        tell(sessionId, index + 1);
      });
    } catch (error) {
      log.warn(
        { event: 'queue.read_failed', err: error, tenant_id: tenantId },
        'could not read the queue',
      );
    }
    for (const sessionId of entered) tell(sessionId, null);
    setTimeout(() => {
      queue.isReading = false;
      if (queue.hasMoved) note(tenantId, queue);
    }, PAUSE_MS).unref();
  };

  const note = (tenantId: string, queue: Queue): void => {
    queue.hasMoved = true;
    if (!queue.isReading && queues.get(tenantId) === queue) void tellAll(tenantId, queue);
  };

  const open = (tenantId: string): Queue => {
    const following = hub.followQueue(tenantId);
    const queue: Queue = {
      following,
      waiting: new Map(),
      entered: new Set(),
      hasMoved: false,
      isReading: false,
    };
    queues.set(tenantId, queue);
    // Changes of other nodes before the subscription did not arrive here, so the queue is read again.
    void following.ready.then(() => note(tenantId, queue));
    return queue;
  };

  const unwatch = hub.watch((notice) => {
    const tenantId = movedIn(notice);
    const queue = tenantId === null ? undefined : queues.get(tenantId);
    if (tenantId !== null && queue) note(tenantId, queue);
  });

  return {
    enter: ({ tenantId, sessionId }) => {
      const queue = queues.get(tenantId) ?? open(tenantId);
      queue.waiting.set(sessionId, (queue.waiting.get(sessionId) ?? 0) + 1);
      queue.entered.add(sessionId);
      note(tenantId, queue);
      let isWaiting = true;
      return () => {
        if (!isWaiting) return;
        isWaiting = false;
        const left = (queue.waiting.get(sessionId) ?? 1) - 1;
        if (left > 0) return void queue.waiting.set(sessionId, left);
        queue.waiting.delete(sessionId);
        if (queue.waiting.size > 0) return;
        queue.following.stop();
        queues.delete(tenantId);
      };
    },
    stop: unwatch,
  };
}

function movedIn(notice: Notice): string | null {
  if (notice.kind === 'queue-moved') return notice.tenantId;
  return notice.kind === 'state' && notice.hasStatusChanged ? notice.session.tenantId : null;
}
