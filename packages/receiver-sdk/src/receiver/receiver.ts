import { received, RECEIVED, refusal, restoredResponse, storedResponse } from './response';
import type { CallbackResponse } from './response';
import { linesOf } from './response-lines';
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
 * Handles one event. If it throws, the relay sends the event again for three days. A handler of `message-received`
 * may return a bot's actions.
 */
export type Handler<E extends EventName = EventName> = (
  event: EventMap[E],
) => HandlerResult<E> | Promise<HandlerResult<E>>;

type HandlerResult<E extends EventName> = E extends 'message-received' ? BotAnswer | void : void;

/** A request from an adapter. */
export interface ReceivedRequest {
  /** The address's path; its last part names the event. */
  path: string;
  headers: HeadersInput;
  /** The raw bytes, not changed by any parser. */
  body: unknown;
  /** Advice, for the response when the raw body is missing: how to configure the framework to pass it on. */
  bodyAdvice?: string | undefined;
  /** True if the adapter can send `lines`. Without it, a streamed text is collected first. */
  canStream?: boolean | undefined;
}

/** Verifies callbacks and runs handlers; made by `createReceiver`. */
export interface Receiver {
  readonly maxBodyBytes: number;
  /**
   * Adds a handler. Handlers of one event, `*` included, run one after another in the order they were added. If one
   * throws, the others don't run, and the relay's retry runs all of them again.
   *
   * @throws TypeError for an event that doesn't exist.
   */
  on<E extends EventName>(event: E, handler: Handler<E>): Receiver;
  /** Runs for every event, including types unknown to this version; not for the relay's `test`. */
  on(event: '*', handler: (event: CallbackEvent) => void | Promise<void>): Receiver;
  /** Verifies a callback, runs its handlers, and returns the response. Never rejects. */
  receive(request: ReceivedRequest): Promise<CallbackResponse>;
}

const BUSY = refusal(503, 'event_busy', 'another process handles this event');
const FAILED = refusal(500, 'handler_failed', 'a handler threw an error');

/** The relay's test event. It belongs to no conversation, so handlers are not run for it. */
const TEST_EVENT = 'test';

interface Registration {
  event: EventName | '*';
  // `on` connects each handler with its event's body, which the type of a mixed list can't express.
  handle: (event: never) => unknown;
}

/** Makes a receiver with any implementation of the cryptography. */
export function receiverWith(findSecret: FindSecret, options: ReceiverOptions): Receiver {
  const settings = settingsOf(options);
  const registrations: Registration[] = [];
  const inFlight = new Map<string, Promise<CallbackResponse>>();
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

  /** Runs the handlers once for attempts of one event that overlap in this process; all get the same response. */
  async function dispatchOnce(payload: Payload, canStream: boolean): Promise<CallbackResponse> {
    const eventId = payload.event_id;
    // Without an id the event can't be recognised: handling it twice is better than never.
    if (typeof eventId !== 'string' || eventId === '') {
      return responseOf(await runHandlers(payload), { canStream, settle: async () => undefined });
    }

    const running = inFlight.get(eventId);
    if (running) {
      const response = await running;
      // Lines can be read only once.
      return response.status === 200 && response.lines ? BUSY : response;
    }
    const run = dispatch(payload, eventId, canStream).finally(() => inFlight.delete(eventId));
    inFlight.set(eventId, run);
    return run;
  }

  async function dispatch(
    payload: Payload,
    eventId: string,
    canStream: boolean,
  ): Promise<CallbackResponse> {
    const { idempotencyStore } = settings;
    try {
      const begun = await idempotencyStore.begin(eventId);
      if (begun === 'done') return RECEIVED;
      if (typeof begun === 'object') return restoredResponse(begun.done);
      if (begun === 'busy') return BUSY;
    } catch (error) {
      report(settings, error);
      return refusal(503, 'store_unavailable', 'the idempotency store failed');
    }

    const settle = async (response: CallbackResponse): Promise<void> => {
      try {
        await (response.status === 200
          ? idempotencyStore.commit(eventId, storedResponse(response))
          : idempotencyStore.release(eventId));
      } catch (error) {
        // The handlers have run, so the response stays 200: a retry would certainly run them again.
        report(settings, error);
      }
    };
    return responseOf(await runHandlers(payload), { canStream, settle });
  }

  /** Runs the handlers. @returns the actions, or null if a handler threw */
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

  /** @param settle marks the event as handled, or releases it; with lines, after they were sent */
  async function responseOf(
    actions: BotAction[] | null,
    {
      canStream,
      settle,
    }: { canStream: boolean; settle(response: CallbackResponse): Promise<void> },
  ): Promise<CallbackResponse> {
    if (actions && canStream && !areWritten(actions)) {
      const lines = linesOf(actions, {
        end: (sent) => settle(sent ? received(sent) : FAILED),
        fail: (error) => report(settings, error),
      });
      return { status: 200, body: { received: true }, lines };
    }
    let response = FAILED;
    try {
      if (actions) {
        response = received(
          areWritten(actions) ? actions : await Promise.all(actions.map((one) => written(one))),
        );
      }
    } catch (error) {
      report(settings, error);
    }
    await settle(response);
    return response;
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
