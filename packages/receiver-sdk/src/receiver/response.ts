import type { WrittenAction } from './bot-actions';
import type { VerificationCode } from '../signature/verification-error';

/**
 * The code of a response other than 200. The twelve of a refusal come with 401, `handler_failed` with 500, and with
 * 503 `store_unavailable` (a store or `secretsFor` failed) and `event_busy` (another process has it).
 */
export type ResponseCode = VerificationCode | 'handler_failed' | 'store_unavailable' | 'event_busy';

/** The response to send: a status, and a body to send as JSON. The relay retries all but 200. */
export type CallbackResponse =
  | {
      status: 200;
      body: { received: true; actions?: WrittenAction[] };
      /**
       * Set only if the request has `canStream`: send these lines instead of the body, as `application/x-ndjson` and
       * each at once. If they throw, break the connection. If it closes early, end the iteration.
       */
      lines?: AsyncIterable<string>;
    }
  | {
      status: 401 | 500 | 503;
      body: { received: false; error: { code: ResponseCode; message: string } };
    };

/** @deprecated Use `CallbackResponse`. */
export type Answer = CallbackResponse;

/** @deprecated Use `ResponseCode`. */
export type AnswerCode = ResponseCode;

export const RECEIVED: CallbackResponse = { status: 200, body: { received: true } };

export function received(actions: WrittenAction[]): CallbackResponse {
  return actions.length === 0 ? RECEIVED : { status: 200, body: { received: true, actions } };
}

/** Serialises a response for the idempotency store: nothing, unless it has actions. */
export function storedResponse({ body }: CallbackResponse): string | undefined {
  return body.received && body.actions ? JSON.stringify({ actions: body.actions }) : undefined;
}

export function restoredResponse(stored: string): CallbackResponse {
  return received((JSON.parse(stored) as { actions: WrittenAction[] }).actions);
}

export function refusal(
  status: 401 | 500 | 503,
  code: ResponseCode,
  message: string,
): CallbackResponse {
  return { status, body: { received: false, error: { code, message } } };
}
