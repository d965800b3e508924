import type { WrittenAction } from './bot-actions';
import type { VerificationCode } from '../signature/verification-error';

/**
 * The code of a response other than 200. The codes of a `VerificationError` come with 401, `handler_failed` with 500,
 * `store_unavailable` (a store or `secretsFor` failed) and `event_busy` (another process handles the event) with 503.
 */
export type ResponseCode = VerificationCode | 'handler_failed' | 'store_unavailable' | 'event_busy';

/** The response to send: a status and a JSON body. The relay retries after every status but 200. */
export type CallbackResponse =
  | {
      status: 200;
      body: { received: true; actions?: WrittenAction[] };
      /**
       * Set only if the request has `canStream`: send these lines instead of the body, as `application/x-ndjson`, each
       * at once. If the iteration throws, break the connection. If the connection closes early, end the iteration.
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

/** Serialises a response for the idempotency store; undefined if it has no actions, because then none is stored. */
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
