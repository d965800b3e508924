import { context, propagation } from '@opentelemetry/api';
import { signedHeaders } from '@chat-relay/receiver-sdk/signature';
import { SECOND, type Clock } from '../../platform/clock';
import type { Logger } from '../../platform/log';
import { createAwaitedSignal, createSignal, type Listen } from '../../platform/signal';
import { untraced } from '../../platform/tracing';
import type { EventTraces } from '../events/event-traces';
import type { QueuedEvent } from '../events/queued-event';
import { NDJSON, type StreamedAnswer } from './answer-lines';
import { recordOf, type AttemptRecord } from './attempt-log';
import { inAttemptSpan } from './attempt-span';
import type { Attempt, Sender } from './sender';
import { healthOf, outcomeOf, type Outcome } from './outcome';

export interface CallbackTarget {
  callbackUrlBase: string | null;
  status: string;
}

export interface DeliveryOptions {
  sender: Pick<Sender, 'post'>;
  /** Called before each attempt, like `activeSecret`: both should cache for a moment. */
  targetOf(tenantId: string): Promise<CallbackTarget | null>;
  activeSecret(tenantId: string): Promise<string>;
  traces: Pick<EventTraces, 'of'>;
  clock: Clock;
  log: Logger;
  random?: () => number;
}

/** What an attempt needs to know of a leased lane. */
export interface LeasedEvent {
  tenantId: string;
  /** The event to send: the lane's first, or a deferred one. Null if it was erased. */
  event: QueuedEvent | null;
  /** The probe of a failing tenant, and when the lane would have been due. */
  probeOf: { dueAt: number } | null;
  /** After this time any worker may lease the lane. */
  leaseUntil: number;
}

/** Attempts the event once, and returns the outcome. */
export type Deliver = (lane: LeasedEvent) => Promise<Outcome>;

/** A 2xx answer whose lines are still being written. */
export interface CallbackStream {
  event: QueuedEvent;
  answer: StreamedAnswer;
}

/** A 2xx answer with a body. */
export interface CallbackAnswer {
  event: QueuedEvent;
  /** At most 64 KiB. */
  text: string;
}

export interface Delivery {
  deliver: Deliver;
  /**
   * An answer before it is settled: after a crash it is repeated, not lost. A listener may get the answer to
   * one event twice, but not that of an event that is sent again on request. Only this event's lane waits for
   * the listeners, for up to 5 s.
   */
  onAnswer: Listen<CallbackAnswer, Promise<void>>;
  /**
   * An answer of lines. The event counts as delivered, and its lane waits for nothing: what would follow in it ends
   * the stream. After a crash it is not repeated. The listener reads the lines or cancels the answer.
   */
  onStream: Listen<CallbackStream>;
}

const ON_ANSWER_MS = 5 * SECOND;
/** An attempt with `onAnswer`, and the time to settle both: a lease must have this much left. */
const ATTEMPT_MS = 10 * SECOND + ON_ANSWER_MS + 2 * SECOND;
const RECHECK_MS = 5 * SECOND;

export function createDelivery(options: DeliveryOptions): Delivery {
  const { sender, targetOf, activeSecret, traces, clock, log, random } = options;
  const answers = createAwaitedSignal<CallbackAnswer>();
  const streams = createSignal<CallbackStream>('streamed answer', log);

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
    const answerText = attempt.kind === 'answered' ? attempt.bodyText : '';
    const stream = attempt.kind === 'answered' ? attempt.stream : undefined;
    if (outcome.kind === 'delivered' && answerText !== '' && !event.isRepeat) {
      await report({ event, text: answerText });
    }
    if (stream && !event.isRepeat && streams.hasListeners()) {
      streams.emit({ event, answer: stream });
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
      'content-type': 'application/json',
      ...(mayStream && { accept: `application/json, ${NDJSON}` }),
      'user-agent': 'chat-relay',
      ...signedHeaders({ tenantId, secret, timestampMs, bodySha256 }),
    };
    propagation.inject(context.active(), headers);
    const url = callbackUrl(address, event.event);
    return context.with(untraced(), () => sender.post({ url, headers, body, mayStream }));
  }

  /** The receiver has accepted the event, whatever happens with its answer. */
  async function report(answer: CallbackAnswer): Promise<void> {
    const { tenantId, eventId } = answer.event;
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('took too long')), ON_ANSWER_MS);
    });
    try {
      await Promise.race([answers.emit(answer), limit]);
    } catch (err) {
      const fields = { err, tenant_id: tenantId, event_id: eventId };
      log.error(
        { event: 'callback.answer_failed', ...fields },
        "could not apply a callback's answer",
      );
    } finally {
      clearTimeout(timer);
    }
  }

  return { deliver, onAnswer: answers.on, onStream: streams.on };
}

/** `{callback_url_base}/api/v1/chat-callbacks/<event>`; the base may have a path and end in a slash. */
export function callbackUrl(base: string, event: string): string {
  return `${base.replace(/(?<!\/)\/+$/, '')}/api/v1/chat-callbacks/${event}`;
}
