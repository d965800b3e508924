import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from './faults';
import type { ReadinessLog } from './readiness-log';
import type { Signs } from './signs';

/** Effects of one fault on visitors and on a load balancer. Times are in seconds. */
export interface FaultReport {
  fault: string;
  /** Time from the fault's end to the next ack; null if the relay did not recover automatically. */
  'next ack': number | null;
  'all acked': number | null;
  /** Time until the callbacks of everything committed before the fault's end were delivered. */
  'callbacks caught up': number | null;
  'longest silence': number;
  acks: number;
  errors: number;
  closes: number;
  readyz: string;
}

export interface FaultStage {
  signs: Signs;
  readiness: ReadinessLog;
  /** Number of undelivered callbacks of events before this time. */
  countDue(before: number): Promise<number>;
}

const CALM_MS = 3_000;
const PATIENCE_MS = 60_000;
const RESCUE_MS = 30_000;
const ASK_EVERY_MS = 250;

export async function runFault(fault: Fault, stage: FaultStage): Promise<FaultReport> {
  const { signs, readiness } = stage;
  await wait(CALM_MS);
  const from = Date.now();
  await fault.begin();
  await wait(fault.lastsMs);
  await fault.end();
  const ended = Date.now();
  const since = (at: number | null): number | null =>
    at === null ? null : Math.round((at - ended) / 10) / 100;

  const isServed = () => signs.everyoneAckedAfter(ended) !== null;
  const [, caughtUp] = await Promise.all([
    until(isServed, PATIENCE_MS),
    until(() => isCaughtUp(stage, ended), PATIENCE_MS),
  ]);
  const nextAck = signs.firstAckAfter(ended);
  const allAcked = signs.everyoneAckedAfter(ended);
  const to = allAcked ?? Date.now();
  if (!isServed() || caughtUp === null) {
    await fault.rescue();
    await until(isServed, RESCUE_MS);
  }
  return {
    fault: fault.name,
    'next ack': since(nextAck),
    'all acked': since(allAcked),
    'callbacks caught up': since(caughtUp),
    'longest silence': Math.round(signs.longestSilence(from, to) / 10) / 100,
    acks: signs.count('ack', from, to),
    errors: signs.count('error', from, to),
    closes: signs.count('close', from, to),
    readyz: readiness.story(from, to),
  };
}

async function isCaughtUp(stage: FaultStage, before: number): Promise<boolean> {
  try {
    return (await stage.countDue(before)) === 0;
  } catch {
    return false; // the database isn't there yet
  }
}

/** The time at which the condition held, or null if it did not within `withinMs`. */
async function until(
  isSo: () => boolean | Promise<boolean>,
  withinMs: number,
): Promise<number | null> {
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline) {
    if (await isSo()) return Date.now();
    await wait(ASK_EVERY_MS);
  }
  return null;
}
