import { pause } from '../terminal/pause';
import { RelayUnreachable } from './api';
import { RelayRefusal } from './refusals';

const BASE_MS = 1_000;
const CAP_MS = 20_000;

/**
 * The delay before another attempt after `failures` (from 0): full jitter, so that operators who
 * were cut off together do not come back together.
 */
export function backoffMs(failures: number, random: () => number = Math.random): number {
  return random() * Math.min(CAP_MS, BASE_MS * 2 ** failures);
}

/** Whether the same request may well succeed later. */
export function isPassing(error: unknown): boolean {
  return error instanceof RelayUnreachable || (error instanceof RelayRefusal && error.isPassing);
}

/** Waits for another attempt, at least as long as the relay asked for; returns early on abort. */
export function waitToRetry(error: unknown, failures: number, signal: AbortSignal): Promise<void> {
  const asked = error instanceof RelayRefusal ? error.data['retry_after_s'] : undefined;
  const delayMs = (typeof asked === 'number' ? asked * 1000 : 0) + backoffMs(failures);
  return pause(delayMs, signal);
}
