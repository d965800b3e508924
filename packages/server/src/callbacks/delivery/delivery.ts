import { context, propagation } from '@opentelemetry/api';
import { SECOND, type Clock } from '../../platform/clock';
import type { Logger } from '../../platform/log';
import { createAwaitedSignal, createSignal, type Listen } from '../../platform/signal';
import { untraced } from '../../platform/tracing';
import type { EventTraces } from '../events/event-traces';
import type { QueuedEvent } from '../events/queued-event';
import { NDJSON, type StreamedResponse } from './response-lines';
import { recordOf, type AttemptRecord } from './attempt-log';
import { inAttemptSpan } from './attempt-span';
import { callbackHeaders } from './callback-headers';
import type { Attempt, Sender } from './sender';
import { healthOf, outcomeOf, type Outcome } from './outcome';

export interface CallbackTarget {
  callbackUrlBase: string | null;
  status: string;
}

export interface DeliveryOptions {
  sender: Pick<Sender, 'post'>;
  /** Looks up the target before each attempt. Like `activeSecret`, it should cache for a moment. */
  targetOf(tenantId: string): Promise<CallbackTarget | null>;
  activeSecret(tenantId: string): Promise<string>;
  traces: Pick<EventTraces, 'of'>;
  clock: Clock;
  log: Logger;
  random?: () => number;
}

/** The part of a leased lane that an attempt needs. */
export interface LeasedEvent {
  tenantId: string;
  /** The event to send: the lane's first, or a deferred one. Null if it was erased. */
  event: QueuedEvent | null;
  /** Set for a probe of a failing tenant: the time at which the lane would have been due. */
  probeOf: { dueAt: number } | null;
  /** The end of the lease. */
  leaseUntil: number;
}

/** Attempts the event once, and returns the outcome. */
export type Deliver = (lane: LeasedEvent) => Promise<Outcome>;

/** A 2xx response whose lines are still being written. */
export interface CallbackStream {
  event: QueuedEvent;
  response: StreamedResponse;
}

/** A 2xx response with a body. */
export interface CallbackResponse {
  event: QueuedEvent;
  /** The body, at most 64 KiB of it. */
  text: string;
}

export interface Delivery {
  deliver: Deliver;
  /**
   * Emits a response before its outcome is written: after a crash it is repeated, not lost. A listener may get the
   * response to one event twice, but not that of an event that is sent again on request. Only this event's lane waits
   * for the listeners, for up to 5 s.
   */
  onResponse: Listen<CallbackResponse, Promise<void>>;
  /**
   * Emits a response of lines. The event counts as delivered, and its lane waits for nothing. After a crash it is not
   * repeated. The listener reads the lines or cancels the response.
   */
  onStream: Listen<CallbackStream>;
}

const ON_RESPONSE_MS = 5 * SECOND;
/** The longest attempt with its listeners, and the time to write the outcome: a lease must have this much left. */
const ATTEMPT_MS = 10 * SECOND + ON_RESPONSE_MS + 2 * SECOND;
const RECHECK_MS = 5 * SECOND;

export function createDelivery(options: DeliveryOptions): Delivery {
  const { sender, targetOf, activeSecret, traces, clock, log, random } = options;
  const responses = createAwaitedSignal<CallbackResponse>();
  const streams = createSignal<CallbackStream>('streamed response', log);

  const deliver: Deliver = async (lane) => {
    const { event, tenantId } = lane;
    if (!event) return { kind: 'dead', code: 'erased', timestampMs: null };
    const startedAt = clock();
    const isAhead = event.dueAt !== null && event.dueAt > startedAt;
    if (isAhead && !lane.probeOf) return { kind: 'overdue', dueAt: event.dueAt ?? startedAt };
    const target = await targetOf(tenantId);
    if (target?.status !== 'active') return { kind: 'postponed', dueAt: startedAt + RECHECK_MS };
    // A tenant that removes its address wants no more calls; queued events can be replayed to a new one.
    const address = target.callbackUrlBase;
    if (!address) return { kind: 'dead', code: 'no_address', timestampMs: null };
    if (event.blockedAddress === address) {
      return { kind: 'dead', code: 'stopped', timestampMs: null };
    }
    const url = callbackUrl(address, event.event);
    return inAttemptSpan(event, url, traces.of(event.eventId), () =>
      attemptOnce(lane, event, address, startedAt),
    );
  };

  async function attemptOnce(
    lane: LeasedEvent,
    event: QueuedEvent,
    address: string,
    startedAt: number,
  ) {
    const records: AttemptRecord[] = [];
    let lastTimestamp = event.lastTimestamp;
    const send = async (): Promise<Attempt | null> => {
      const timestampMs = Math.max(clock(), lastTimestamp + 1);
      // A timestamp is within its lease, and a lane is taken over after the lease. So the next attempt has a
      // larger one, even if a crash prevented this one from being stored, or the next node's clock is behind.
      if (Math.max(timestampMs, clock() + ATTEMPT_MS) >= lane.leaseUntil) return null;
      lastTimestamp = timestampMs;
      const attempt = await post(event, address, timestampMs);
      records.push(recordOf(attempt, timestampMs, clock()));
      return attempt;
    };
    let attempt = await send();
    if (!attempt) {
      return { kind: 'postponed' as const, dueAt: Math.max(startedAt, lastTimestamp + 1) };
    }
    // The receiver had closed a kept connection and never saw the request: no failure. It is signed again
    // nevertheless, because a receiver that did see it would treat it as a replay.
    if (attempt.kind === 'failed' && attempt.isStaleConnection) attempt = (await send()) ?? attempt;

    const nowMs = clock();
    const facts = { timestampMs: lastTimestamp, failedBefore: event.attempts, nowMs };
    const outcome = outcomeOf(attempt, { ...facts, ...(random && { random }) });
    const text = attempt.kind === 'responded' ? attempt.bodyText : '';
    const stream = attempt.kind === 'responded' ? attempt.stream : undefined;
    if (outcome.kind === 'delivered' && text !== '' && !event.isRepeat) {
      await report({ event, text });
    }
    if (stream && !event.isRepeat && streams.hasListeners()) {
      streams.emit({ event, response: stream });
    } else {
      stream?.cancel();
    }
    return { ...outcome, health: healthOf(attempt, { nowMs, address, records }) };
  }

  async function post(event: QueuedEvent, address: string, timestampMs: number): Promise<Attempt> {
    const { tenantId, bodySha256, body } = event;
    const secret = await activeSecret(tenantId);
    const mayStream = event.event === 'message-received' && streams.hasListeners();
    const headers = {
      ...callbackHeaders({ tenantId, secret, timestampMs, bodySha256 }),
      ...(mayStream && { accept: `application/json, ${NDJSON}` }),
    };
    propagation.inject(context.active(), headers);
    const url = callbackUrl(address, event.event);
    return context.with(untraced(), () => sender.post({ url, headers, body, mayStream }));
  }

  /** Emits the response. The receiver has accepted the event, whatever the listeners do. */
  async function report(response: CallbackResponse): Promise<void> {
    const { tenantId, eventId } = response.event;
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('took too long')), ON_RESPONSE_MS);
    });
    try {
      await Promise.race([responses.emit(response), limit]);
    } catch (err) {
      const fields = { err, tenant_id: tenantId, event_id: eventId };
      log.error(
        { event: 'callback.answer_failed', ...fields },
        "could not apply a callback's response",
      );
    } finally {
      clearTimeout(timer);
    }
  }

  return { deliver, onResponse: responses.on, onStream: streams.on };
}

/** `{callback_url_base}/api/v1/chat-callbacks/<event>`; the base may have a path and end in a slash. */
export function callbackUrl(base: string, event: string): string {
  return `${base.replace(/(?<!\/)\/+$/, '')}/api/v1/chat-callbacks/${event}`;
}
