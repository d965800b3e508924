import { randomUUID } from 'node:crypto';
import { EXIT, ExitError } from '../errors';

import type { InboxRelay } from './relay';
import type { InboxEvent } from './reducer';
import { isPassing, waitToRetry } from '../relay/retry';

export interface Outbox {
  /** Queues an answer; those of one conversation leave one after another. */
  send(conversationId: string, content: string): void;
  /** How many the relay has not confirmed. */
  size(): number;
  close(): void;
}

/**
 * Answers on their way. Each is repeated under the same `client_msg_id` until the relay confirms
 * or refuses it: a lost answer to a request can't double what the visitor reads.
 */
export function createOutbox(options: {
  relay: InboxRelay;
  dispatch(event: InboxEvent): void;
  onSignedOut(error: ExitError): void;
}): Outbox {
  const { relay, dispatch } = options;
  const queues = new Map<string, { clientMsgId: string; content: string }[]>();
  const stopping = new AbortController();

  const drain = async (id: string): Promise<void> => {
    const queue = queues.get(id) ?? [];
    for (let next = queue[0]; next && !stopping.signal.aborted; next = queue[0]) {
      try {
        const message = await deliver(id, next);
        queue.shift();
        dispatch({ type: 'sent', clientMsgId: next.clientMsgId, message });
      } catch (error) {
        if (!(error instanceof ExitError)) throw error;
        queue.length = 0;
        dispatch({ type: 'returned', id });
        dispatch({
          type: 'notice',
          notice: { tone: 'warning', text: `Not sent. ${error.message}` },
        });
        if (error.exitCode === EXIT.notSignedIn) options.onSignedOut(error);
      }
    }
    if (!stopping.signal.aborted) queues.delete(id);
  };

  const deliver = async (
    id: string,
    { clientMsgId, content }: { clientMsgId: string; content: string },
  ) => {
    for (let failures = 0; ; failures++) {
      try {
        return await relay.send(id, clientMsgId, content);
      } catch (error) {
        if (!isPassing(error) || stopping.signal.aborted) throw error;
        dispatch({ type: 'retrying', clientMsgId });
        await waitToRetry(error, failures, stopping.signal);
      }
    }
  };

  return {
    send: (id, content) => {
      const clientMsgId = randomUUID();
      dispatch({ type: 'queued', clientMsgId, id, content });
      const queue = queues.get(id);
      if (queue) {
        queue.push({ clientMsgId, content });
        return;
      }
      queues.set(id, [{ clientMsgId, content }]);
      void drain(id);
    },
    size: () => [...queues.values()].reduce((sum, queue) => sum + queue.length, 0),
    close: () => stopping.abort(),
  };
}
