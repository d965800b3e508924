import { signedHeaders } from '@chat-relay/receiver-sdk/signature';
import { callReceiver, isAway, isTaken, type ReceiverAnswer } from '../receiver/receiver-call';
import { pause } from '@chat-relay/desk/relay/pause';
import type { LoggedCallback, Turns } from './turns';

/** An attempt to deliver a callback. `retryInMs` is null if it was accepted. */
export interface Attempt {
  callback: LoggedCallback;
  answer: ReceiverAnswer;
  retryInMs: number | null;
}

export interface ForwarderOptions {
  turns: Turns;
  /** The receiver's address, without a slash at its end. */
  base: string;
  tenantId: string;
  secret: string;
  /** Called before the conversation's next callback is sent, to store that this one was accepted. */
  onAttempt(attempt: Attempt): void;
  /** Called if it can't be stored that a callback was accepted. */
  onBroken(error: unknown): void;
  /** Ends waiting; nothing is started any more. */
  stopping: AbortSignal;
  /** Aborts the requests in flight. */
  cut: AbortSignal;
}

export interface Forwarder {
  /** Checks again which conversations may continue. */
  wake(): void;
  /** Resolves when no request is in flight. */
  idle(): Promise<void>;
}

/** The number of lanes in flight, which is the relay's own limit for a tenant. */
const CONCURRENCY = 8;
const BASE_MS = 500;
/** In ms. The longest delay: a receiver that refuses needs a person, one that is unreachable may just be starting. */
const REFUSED_CAP_MS = 30_000;
const AWAY_CAP_MS = 3_000;

/** In ms. The delay before another attempt, after `failures` (from 1). @internal for its tests */
export function retryDelayMs(
  failures: number,
  isReceiverAway: boolean,
  random: () => number = Math.random,
): number {
  const cap = isReceiverAway ? AWAY_CAP_MS : REFUSED_CAP_MS;
  return Math.round(Math.min(cap, BASE_MS * 2 ** (failures - 1)) * (0.8 + 0.4 * random()));
}

/**
 * Delivers callbacks to a local receiver. In each conversation they are sent one at a time, and each is repeated until
 * it is accepted. A refused callback delays only its own conversation.
 */
export function createForwarder(options: ForwarderOptions): Forwarder {
  const { turns, base, tenantId, secret, onAttempt, onBroken, stopping, cut } = options;
  const lanes = new Map<string, Promise<void>>();
  const queued: (() => void)[] = [];
  let underWay = 0;
  let lastTimestampMs = 0;
  /** Ends the wait for an unreachable receiver as soon as it responds to any request. */
  let back = new AbortController();

  const takeSlot = async (): Promise<void> => {
    if (underWay >= CONCURRENCY) await new Promise<void>((resolve) => queued.push(resolve));
    else underWay += 1;
  };
  const freeSlot = (): void => {
    const next = queued.shift();
    if (next) next();
    else underWay -= 1;
  };

  const send = async ({ event, bodyText }: LoggedCallback): Promise<ReceiverAnswer> => {
    // Two attempts with the same timestamp would have the same signature, and the second would be a replay.
    const timestampMs = Math.max(Date.now(), lastTimestampMs + 1);
    lastTimestampMs = timestampMs;
    const signature = signedHeaders({ tenantId, secret, timestampMs, body: bodyText });
    return callReceiver(`${base}/api/v1/chat-callbacks/${event}`, {
      headers: { 'Content-Type': 'application/json', ...signature },
      body: bodyText,
      signal: cut,
    });
  };

  const runLane = async (conversationId: string): Promise<void> => {
    let failures = 0;
    for (;;) {
      await takeSlot();
      const callback = stopping.aborted ? null : turns.next(conversationId);
      if (!callback) return freeSlot();
      const answer = await send(callback);
      freeSlot();
      if (cut.aborted && answer.status === null) return;
      if (answer.status !== null) {
        back.abort();
        back = new AbortController();
      }
      if (isTaken(answer)) {
        turns.pass(callback);
        onAttempt({ callback, answer, retryInMs: null });
        failures = 0;
        continue;
      }
      failures += 1;
      const retryInMs = retryDelayMs(failures, isAway(answer));
      onAttempt({ callback, answer, retryInMs });
      await pause(retryInMs, stopping, ...(isAway(answer) ? [back.signal] : []));
    }
  };

  const wake = (): void => {
    if (stopping.aborted) return;
    for (const conversationId of turns.conversations()) {
      if (lanes.has(conversationId) || !turns.next(conversationId)) continue;
      const lane = runLane(conversationId)
        .catch(onBroken)
        .finally(() => lanes.delete(conversationId));
      lanes.set(conversationId, lane);
    }
  };

  return {
    wake,
    idle: async () => void (await Promise.all(lanes.values())),
  };
}
