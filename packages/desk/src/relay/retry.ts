import { pause } from './pause';
import type { Refusal } from './refusal';

const BASE_MS = 1_000;
const CAP_MS = 20_000;

/**
 * Delay in ms before the next attempt; `failures` counts from 0. Full jitter keeps operators who were disconnected
 * together from reconnecting together.
 */
export function backoffMs(failures: number, random: () => number = Math.random): number {
  return random() * Math.min(CAP_MS, BASE_MS * 2 ** failures);
}

/** Waits before the next attempt, at least as long as the relay asked for. Returns early on abort. */
export function waitToRetry(
  refusal: Refusal | null,
  failures: number,
  ...signals: readonly AbortSignal[]
): Promise<void> {
  return pause(askedWaitMs(refusal) + backoffMs(failures), ...signals);
}

/** How long the relay asks to wait, in ms. */
export function askedWaitMs(refusal: Refusal | null): number {
  const asked = refusal?.kind === 'refused' ? refusal.data['retry_after_s'] : undefined;
  return typeof asked === 'number' ? asked * 1000 : 0;
}
