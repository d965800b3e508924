import { isPassing, type Refusal } from './relay/refusal';
import type { DeskEvent } from './reducer';
import type { DeskRelay } from './relay/routes';
import { waitToRetry } from './relay/retry';
import { uploadIdsOf, type DraftFile } from './state';

export interface Outbox {
  /** Queues a reply. The replies of one conversation are sent one after another. */
  send(conversationId: string, content: string, files?: readonly DraftFile[]): void;
  /** Queues a refused reply again, under its first id. */
  resend(outgoing: QueuedAnswer): void;
  /** Retries now: the relay is reachable again. */
  wake(): void;
  /** Number of replies that the relay has not confirmed. */
  size(): number;
  close(): void;
}

export interface QueuedAnswer {
  clientMsgId: string;
  conversationId: string;
  content: string;
  files: readonly DraftFile[];
}

/**
 * Sends an operator's replies. Each is repeated under the same `client_msg_id` until the relay confirms or refuses it,
 * so a lost response can't send the visitor the same message twice. A refusal empties the conversation's queue.
 */
export function createOutbox(options: {
  relay: DeskRelay;
  dispatch(event: DeskEvent): void;
  onRefused(conversationId: string, refusal: Refusal, error: unknown): void;
}): Outbox {
  const { relay, dispatch } = options;
  const queues = new Map<string, QueuedAnswer[]>();
  const stopping = new AbortController();
  let waking = new AbortController();

  const drain = async (id: string): Promise<void> => {
    const queue = queues.get(id) ?? [];
    for (let next = queue[0]; next && !stopping.signal.aborted; next = queue[0]) {
      try {
        const message = await deliver(next);
        queue.shift();
        dispatch({ type: 'sent', clientMsgId: next.clientMsgId, message });
      } catch (error) {
        const refusal = relay.explain(error);
        if (!refusal) throw error;
        if (stopping.signal.aborted) return;
        queue.length = 0;
        options.onRefused(id, refusal, error);
      }
    }
    if (!stopping.signal.aborted) queues.delete(id);
  };

  const deliver = async ({ clientMsgId, conversationId, content, files }: QueuedAnswer) => {
    const uploadIds = uploadIdsOf(files);
    for (let failures = 0; ; failures++) {
      try {
        return await relay.send(conversationId, clientMsgId, content, uploadIds);
      } catch (error) {
        const refusal = relay.explain(error);
        if (!isPassing(refusal) || stopping.signal.aborted) throw error;
        dispatch({ type: 'retrying', clientMsgId });
        await waitToRetry(refusal, failures, stopping.signal, waking.signal);
      }
    }
  };

  const enqueue = (answer: QueuedAnswer): void => {
    const queue = queues.get(answer.conversationId);
    if (queue) {
      queue.push(answer);
      return;
    }
    queues.set(answer.conversationId, [answer]);
    void drain(answer.conversationId);
  };

  return {
    send: (conversationId, content, files = []) => {
      const clientMsgId = globalThis.crypto.randomUUID();
      const nowMs = Date.now();
      dispatch({ type: 'queued', clientMsgId, id: conversationId, content, files, nowMs });
      enqueue({ clientMsgId, conversationId, content, files });
    },
    resend: ({ clientMsgId, conversationId, content, files }) => {
      dispatch({ type: 'resent', clientMsgId });
      enqueue({ clientMsgId, conversationId, content, files });
    },
    wake: () => {
      waking.abort();
      waking = new AbortController();
    },
    size: () => [...queues.values()].reduce((sum, queue) => sum + queue.length, 0),
    close: () => stopping.abort(),
  };
}
