import { received, RECEIVED, refusal, restoredAnswer, storedAnswer } from './answer';
import type { Answer } from './answer';
import { linesOf } from './answer-lines';
import { actionsOf, areWritten, assertFew, written } from './bot-actions';
import type { BotAction, BotAnswer } from './bot-actions';
import { EVENT_NAMES } from '../events';
import type { CallbackEvent, EventMap, EventName } from '../events';
import { createGapWatch } from './gap-watch';
import { settingsOf } from './options';
import type { ReceiverOptions, Settings } from './options';
import { assertAddressed, parsePayload } from './payload';
import type { Payload } from './payload';
import type { HeadersInput } from '../signature/signature-headers';
import { verifyWith } from '../signature/verification';
import type { FindSecret } from '../signature/verification';
import { VerificationError } from '../signature/verification-error';
import { warn } from './warn';

/**
 * Handles one event. If it throws, the relay sends the event again for three days. A handler of
 * `message-received` may return what a bot answers.
 */
export type Handler<E extends EventName = EventName> = (
  event: EventMap[E],
) => HandlerResult<E> | Promise<HandlerResult<E>>;

type HandlerResult<E extends EventName> = E extends 'message-received' ? BotAnswer | void : void;

/** A request as an adapter passes it on. */
export interface ReceivedRequest {
  /** The address's path; its last part names the event. */
  path: string;
  headers: HeadersInput;
  /** The raw bytes, not changed by any parser. */
  body: unknown;
  /** Advice for the answer when the raw body is missing: how to pass it on. */
  bodyAdvice?: string | undefined;
  /** The adapter can send `lines`. Without it, a text that comes piece by piece is collected first. */
  canStream?: boolean | undefined;
}

/** Created by `createReceiver`. */
export interface Receiver {
  readonly maxBodyBytes: number;
  /**
   * Adds a handler. Those of one event, `*` included, run in the order they were added, one after another;
   * after a throw the rest doesn't run, and a retry runs all of them again.
   *
   * @throws TypeError for an event that doesn't exist.
   */
  on<E extends EventName>(event: E, handler: Handler<E>): Receiver;
  /** For every event, also those that are newer than this package. The relay's `test` is acknowledged without. */
  on(event: '*', handler: (event: CallbackEvent) => void | Promise<void>): Receiver;
  /** Verifies a callback, runs its handlers, and returns the answer. Never rejects. */
  receive(request: ReceivedRequest): Promise<Answer>;
}

const BUSY = refusal(503, 'event_busy', 'another process handles this event');
const FAILED = refusal(500, 'handler_failed', 'a handler threw an error');

/** The relay's test event: it belongs to no conversation, so handlers have nothing to do with it. */
const TEST_EVENT = 'test';

interface Registration {
  event: EventName | '*';
  // `on` ties each handler to its event's body, which a list of all of them can't express.
  handle: (event: never) => unknown;
}

/** A receiver with any implementation of the cryptography. */
export function receiverWith(findSecret: FindSecret, options: ReceiverOptions): Receiver {
  const settings = settingsOf(options);
  const registrations: Registration[] = [];
  const inFlight = new Map<string, Promise<Answer>>();
  const findGap = createGapWatch();

  const receiver: Receiver = {
    maxBodyBytes: settings.maxBodyBytes,

    on(event: EventName | '*', handle: Registration['handle']) {
      if (event !== '*' && !EVENT_NAMES.includes(event)) {
        throw new TypeError(`there is no event ${String(event)}`);
      }
      if (typeof handle !== 'function') throw new TypeError('the handler must be a function');
      registrations.push({ event, handle });
      return receiver;
    },

    async receive(request) {
      let payload: Payload;
      try {
        payload = await authenticate(findSecret, settings, request);
      } catch (error) {
        report(settings, error);
        return error instanceof VerificationError
          ? refusal(401, error.code, error.message)
          : refusal(503, 'store_unavailable', 'the signature could not be checked');
      }
      watchForGaps(payload);
      return dispatchOnce(payload, request.canStream === true);
    },
  };

  function watchForGaps(payload: Payload): void {
    const gap = settings.onGap && findGap(payload);
    if (!gap) return;
    try {
      settings.onGap?.(gap);
    } catch (error) {
      report(settings, error);
    }
  }

  /** Attempts of one event that overlap in this process share one run and its answer. */
  async function dispatchOnce(payload: Payload, canStream: boolean): Promise<Answer> {
    const eventId = payload.event_id;
    // It has no id to recognise it by: handling it twice is better than never.
    if (typeof eventId !== 'string' || eventId === '') {
      return answerOf(await runHandlers(payload), { canStream, settle: async () => undefined });
    }

    const running = inFlight.get(eventId);
    if (running) {
      const answer = await running;
      // Lines can be read once.
      return answer.status === 200 && answer.lines ? BUSY : answer;
    }
    const run = dispatch(payload, eventId, canStream).finally(() => inFlight.delete(eventId));
    inFlight.set(eventId, run);
    return run;
  }

  async function dispatch(payload: Payload, eventId: string, canStream: boolean): Promise<Answer> {
    const { idempotencyStore } = settings;
    try {
      const begun = await idempotencyStore.begin(eventId);
      if (begun === 'done') return RECEIVED;
      if (typeof begun === 'object') return restoredAnswer(begun.done);
      if (begun === 'busy') return BUSY;
    } catch (error) {
      report(settings, error);
      return refusal(503, 'store_unavailable', 'the idempotency store failed');
    }

    const settle = async (answer: Answer): Promise<void> => {
      try {
        await (answer.status === 200
          ? idempotencyStore.commit(eventId, storedAnswer(answer))
          : idempotencyStore.release(eventId));
      } catch (error) {
        // The result of the handlers stands: a retry because of the mark alone would certainly run them again.
        report(settings, error);
      }
    };
    return answerOf(await runHandlers(payload), { canStream, settle });
  }

  /** @returns the actions, or null if a handler threw */
  async function runHandlers(payload: Payload): Promise<BotAction[] | null> {
    if (payload.event === TEST_EVENT) return [];
    const actions: BotAction[] = [];
    try {
      for (const { event, handle } of registrations) {
        if (event !== '*' && event !== payload.event) continue;
        // The relay, which has the secret, guarantees the body's shape.
        const returned = await handle(payload as unknown as CallbackEvent as never);
        if (event === 'message-received') actions.push(...actionsOf(returned));
      }
      assertFew(actions);
      return actions;
    } catch (error) {
      report(settings, error);
      return null;
    }
  }

  /** @param settle marks the event as handled, or releases it: with lines, once they are sent */
  async function answerOf(
    actions: BotAction[] | null,
    { canStream, settle }: { canStream: boolean; settle(answer: Answer): Promise<void> },
  ): Promise<Answer> {
    if (actions && canStream && !areWritten(actions)) {
      const lines = linesOf(actions, {
        end: (sent) => settle(sent ? received(sent) : FAILED),
        fail: (error) => report(settings, error),
      });
      return { status: 200, body: { received: true }, lines };
    }
    let answer = FAILED;
    try {
      if (actions) {
        answer = received(
          areWritten(actions) ? actions : await Promise.all(actions.map((one) => written(one))),
        );
      }
    } catch (error) {
      report(settings, error);
    }
    await settle(answer);
    return answer;
  }

  return receiver;
}

async function authenticate(
  findSecret: FindSecret,
  settings: Settings,
  request: ReceivedRequest,
): Promise<Payload> {
  const { source, tenantId: onlyTenantId, replayStore, toleranceMs, maxBodyBytes } = settings;
  const { headers, body, path, bodyAdvice } = request;
  if (typeof body !== 'string' && !ArrayBuffer.isView(body)) {
    throw new VerificationError('body_unavailable', bodyAdvice);
  }

  const { tenantId } = await verifyWith(findSecret, {
    ...source,
    tenantId: onlyTenantId,
    headers,
    body,
    nowMs: settings.now(),
    toleranceMs,
    maxBodyBytes,
    replayStore,
  });
  const payload = parsePayload(body as Uint8Array | string);
  assertAddressed(payload, path, tenantId);
  return payload;
}

function report(settings: Settings, error: unknown): void {
  try {
    if (settings.onError) settings.onError(error);
    else if (!(error instanceof VerificationError)) console.error(error);
  } catch (thrown) {
    warn(`onError threw: ${String(thrown)}`);
  }
}
