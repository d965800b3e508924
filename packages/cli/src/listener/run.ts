import { isAway } from '../receiver/receiver-call';
import type { Api } from '../relay/api';
import type { Tenant } from '@chat-relay/server/wire/tenants';
import { pause } from '@chat-relay/desk/relay/pause';
import { createForwarder, type Attempt } from './forwarder';
import { followLog, SETTLED_MS } from './log-reader';
import { advance, noteForwarded, writePosition, type Position } from './position';
import type { Beginning, Report } from './report';
import { createTurns } from './turns';

interface Run {
  api: Api;
  tenant: Tenant;
  /** The receiver's address, without a slash at its end. */
  base: string;
  /** The file in which `position` is stored. */
  file: string;
  position: Position;
  from: Beginning;
  secret: string;
  report: Report;
}

/** The number of callbacks that may wait in memory; one page of the log may be added to it. */
const MOST_WAITING = 10_000;
/** In ms. The time for requests in flight after the listener was asked to stop. */
const FAREWELL_MS = 2_000;
const REWRITE_AFTER = 1_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Follows the log and forwards it, until a signal, or until the relay refuses permanently. */
export async function forwardLog(run: Run): Promise<void> {
  const { api, base, file, position, from, secret, report } = run;
  const { tenant_id: tenantId, tenant_name: tenant } = run.tenant;
  const { forwarded } = position;
  const turns = createTurns((eventId) => forwarded.has(eventId));
  const stopping = new AbortController();
  const cut = new AbortController();
  let newestMs = position.sinceMs;
  let taken = 0;
  let isReceiverAway = false;
  let wasFull = false;

  /** Drops ids of events that are older than all that wait or may still become visible. */
  const rewrite = (): void => {
    const oldestMs = turns.oldest()?.createdAtMs ?? Infinity;
    advance(position, Math.min(oldestMs, newestMs - SETTLED_MS));
    writePosition(file, position);
  };

  const onAttempt = (attempt: Attempt): void => {
    const { callback, answer, retryInMs } = attempt;
    if (isAway(answer)) {
      // One line is enough for all conversations.
      if (!isReceiverAway) report.receiverAway(answer, base);
      isReceiverAway = true;
      return;
    }
    if (isReceiverAway) report.receiverBack(base);
    isReceiverAway = false;
    if (retryInMs === null) {
      noteForwarded(file, callback.eventId);
      forwarded.add(callback.eventId);
      taken += 1;
      if (taken % REWRITE_AFTER === 0) rewrite();
    }
    report.attempt(attempt);
  };
  let onBroken: (error: unknown) => void = () => {};
  const broken = new Promise<never>((_resolve, reject) => (onBroken = reject));
  broken.catch(() => {}); // it may come when it is no longer awaited
  const forwarder = createForwarder({
    turns,
    base,
    tenantId,
    secret,
    onAttempt,
    onBroken,
    stopping: stopping.signal,
    cut: cut.signal,
  });

  const stop = (): void => stopping.abort();
  for (const signal of SIGNALS) process.once(signal, stop);
  const stopped = new Promise<void>((resolve) =>
    stopping.signal.addEventListener('abort', () => resolve()),
  );
  report.listening({ tenant, base, from, sinceMs: position.sinceMs });
  const following = followLog(
    api,
    { tenantId, sinceMs: position.sinceMs },
    {
      beginSweep: turns.beginSweep,
      endSweep: () => {
        turns.endSweep();
        forwarder.wake();
      },
      found: (callbacks) => {
        for (const callback of callbacks) {
          newestMs = Math.max(newestMs, callback.createdAtMs);
          turns.add(callback);
        }
        forwarder.wake();
      },
      wantsSweep: turns.isHolding,
      isFull: () => {
        const isFull = turns.waiting() >= MOST_WAITING && turns.isAnyonesTurn();
        if (isFull && !wasFull) report.full(turns.waiting());
        wasFull = isFull;
        return isFull;
      },
      onRelayAway: ({ message }) => report.relayAway(message),
      onRelayBack: report.relayBack,
    },
    stopping.signal,
  );
  try {
    await Promise.race([following, stopped, broken]);
  } finally {
    stop();
    for (const signal of SIGNALS) process.off(signal, stop);
    await Promise.race([forwarder.idle(), pause(FAREWELL_MS, cut.signal)]);
    cut.abort();
    await forwarder.idle();
    rewrite();
    report.stopped({ forwarded: taken, waiting: turns.waiting(), goesOnWith: turns.oldest() });
  }
}
