import type { WrittenAction } from './bot-actions';
import type { VerificationCode } from '../signature/verification-error';

/**
 * Code of an answer other than 200. The twelve of a refusal come with 401, `handler_failed` with 500, and
 * with 503 `store_unavailable` (a store or `secretsFor` failed) and `event_busy` (another process has it).
 */
export type AnswerCode = VerificationCode | 'handler_failed' | 'store_unavailable' | 'event_busy';

/** The answer to send: a status, and a body to send as JSON. The relay retries all but 200. */
export type Answer =
  | {
      status: 200;
      body: { received: true; actions?: WrittenAction[] };
      /**
       * Only if the request has `canStream`: send these lines instead of the body, as `application/x-ndjson` and each
       * at once. If they throw, break the connection. If it closes early, end the iteration.
       */
      lines?: AsyncIterable<string>;
    }
  | {
      status: 401 | 500 | 503;
      body: { received: false; error: { code: AnswerCode; message: string } };
    };

export const RECEIVED: Answer = { status: 200, body: { received: true } };

export function received(actions: WrittenAction[]): Answer {
  return actions.length === 0 ? RECEIVED : { status: 200, body: { received: true, actions } };
}

/** What the idempotency store keeps of an answer: nothing, unless it has actions. */
export function storedAnswer({ body }: Answer): string | undefined {
  return body.received && body.actions ? JSON.stringify({ actions: body.actions }) : undefined;
}

export function restoredAnswer(stored: string): Answer {
  return received((JSON.parse(stored) as { actions: WrittenAction[] }).actions);
}

export function refusal(status: 401 | 500 | 503, code: AnswerCode, message: string): Answer {
  return { status, body: { received: false, error: { code, message } } };
}
