import { signedHeaders } from '@chat-relay/receiver-sdk';
import { SECOND, type Clock } from '../clock';
import type { Logger } from '../log';
import type { Lane, QueuedEvent } from './lane';
import type { Sender } from './sender';
import { verdictOf, type Verdict } from './verdict';

export interface CallbackTarget {
  callbackUrlBase: string | null;
  status: string;
}

export interface DeliveryOptions {
  sender: Pick<Sender, 'post'>;
  /** Asked before each attempt, as is `activeSecret`: both should remember their answers a moment. */
  targetOf(tenantId: string): Promise<CallbackTarget | null>;
  activeSecret(tenantId: string): Promise<string>;
  clock: Clock;
  log: Logger;
  /**
   * Called with a 2xx answer before it is settled, so that a crash repeats it rather than loses it:
   * it has to bear being called twice for one event. Only this event's lane waits for it.
   */
  onDelivered?(event: QueuedEvent, answerText: string): Promise<void>;
  random?: () => number;
}

/** Attempts the lane's first event once, and says what becomes of it. */
export type Deliver = (lane: Lane) => Promise<Verdict>;

const ON_DELIVERED_MS = 5 * SECOND;
/** An attempt with `onDelivered`, and the time to settle both: what must be left of a lease. */
const ATTEMPT_MS = 10 * SECOND + ON_DELIVERED_MS + 2 * SECOND;
const RECHECK_MS = 5 * SECOND;

export function createDelivery(options: DeliveryOptions): Deliver {
  const { sender, targetOf, activeSecret, clock, log, onDelivered, random } = options;

  return async (lane) => {
    const { event } = lane;
    if (!event) return { kind: 'dead', outcome: 'erased', timestampMs: null };
    const target = await targetOf(lane.tenantId);
    if (target?.status !== 'active') return { kind: 'postponed', dueAt: clock() + RECHECK_MS };
    // Whoever takes the address away wants no more calls; what waits can be replayed to a new one.
    if (!target.callbackUrlBase) return { kind: 'dead', outcome: 'no_address', timestampMs: null };
    const secret = await activeSecret(lane.tenantId);

    const startedAt = clock();
    const timestampMs = Math.max(startedAt, event.lastTimestamp + 1);
    // A timestamp lies within its lease, and a lane is taken over after that. So the next attempt's
    // is larger even if a crash kept this one's from being stored, or the next node's clock is behind.
    if (Math.max(timestampMs, startedAt + ATTEMPT_MS) >= lane.leaseUntil) {
      return { kind: 'postponed', dueAt: timestampMs };
    }
    const attempt = await sender.post({
      url: callbackUrl(target.callbackUrlBase, event.event),
      headers: {
        'content-type': 'application/json',
        'user-agent': 'chat-relay',
        ...signedHeaders({
          tenantId: lane.tenantId,
          secret,
          timestampMs,
          bodySha256: event.bodySha256,
        }),
      },
      body: event.body,
    });
    const failedBefore = event.attempts;
    const facts = { timestampMs, failedBefore, nowMs: clock(), ...(random && { random }) };
    const verdict = verdictOf(attempt, facts);
    if (verdict.kind === 'delivered' && attempt.outcome === 'answered' && attempt.bodyText !== '') {
      await handOver(event, attempt.bodyText);
    }
    return verdict;
  };

  /** The receiver has accepted the event, whatever comes of its answer. */
  async function handOver(event: QueuedEvent, answerText: string): Promise<void> {
    if (!onDelivered) return;
    const { tenantId, eventId } = event;
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('took too long')), ON_DELIVERED_MS);
    });
    try {
      await Promise.race([onDelivered(event, answerText), limit]);
    } catch (err) {
      log.error({ err, tenantId, eventId }, "a callback's answer could not be applied");
    } finally {
      clearTimeout(timer);
    }
  }
}

/** `{callback_url_base}/api/v1/chat-callbacks/<event>`; the base may have a path and end in a slash. */
export function callbackUrl(base: string, event: string): string {
  return `${base.replace(/\/+$/, '')}/api/v1/chat-callbacks/${event}`;
}
