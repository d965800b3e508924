import { signedHeaders } from '@chat-relay/receiver-sdk';
import { callReceiver, isAway, isTaken, type ReceiverAnswer } from '../receiver/receiver-call';
import { pause } from '@chat-relay/console/desk/relay/pause';
import type { LoggedCallback, Turns } from './turns';

/** One attempt to hand a callback over. `retryInMs` is null where it was taken. */
export interface Attempt {
  callback: LoggedCallback;
  answer: ReceiverAnswer;
  retryInMs: number | null;
}

export interface ForwarderOptions {
  turns: Turns;
  /** Where to, without a slash at its end. */
  base: string;
  tenantId: string;
  secret: string;
  /** Called before the next of its conversation goes, to note what was taken. */
  onAttempt(attempt: Attempt): void;
  /** What was taken could not be noted. */
  onBroken(error: unknown): void;
  /** Ends waiting and begins nothing more. */
  stopping: AbortSignal;
  /** Cuts what is under way. */
  cut: AbortSignal;
}

export interface Forwarder {
  /** Looks again who may go. */
  wake(): void;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
}

/** As many as the relay has under way for a tenant. */
const CONCURRENCY = 8;
const BASE_MS = 500;
/** A receiver that refuses needs a person; one that is away is perhaps just starting. */
const REFUSED_CAP_MS = 30_000;
const AWAY_CAP_MS = 3_000;

/** The delay before another attempt after `failures` (from 1). */
export function retryDelayMs(
  failures: number,
  isReceiverAway: boolean,
  random: () => number = Math.random,
): number {
  const cap = isReceiverAway ? AWAY_CAP_MS : REFUSED_CAP_MS;
  return Math.round(Math.min(cap, BASE_MS * 2 ** (failures - 1)) * (0.8 + 0.4 * random()));
}

/**
 * Hands callbacks to a local receiver, one at a time in each conversation, each until it is taken:
 * what a receiver refuses holds its conversation up and no other.
 */
export function createForwarder(options: ForwarderOptions): Forwarder {
  const { turns, base, tenantId, secret, onAttempt, onBroken, stopping, cut } = options;
  const lanes = new Map<string, Promise<void>>();
  const queued: (() => void)[] = [];
  let underWay = 0;
  let lastTimestampMs = 0;
  /** Ends the waiting for a receiver that was away, once it answers anybody. */
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
    // Two attempts with one timestamp would carry one signature, which is a replay.
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
