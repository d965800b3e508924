import { reconnectDelayMs, type Random } from '../../../widget-sdk/src/connection/backoff';
import { networkError } from '../../../widget-sdk/src/errors';
import { seededRandom } from './seeded-random';

/** Delay in ms before the next attempt, after so many failures. */
export type DelayScheme = (failures: number, hintMs: number, random: Random) => number;

/** Delays of the SDK. */
export const SDK_SCHEME: DelayScheme = (failures, hintMs, random) =>
  reconnectDelayMs(networkError(), failures, failures === 0 ? hintMs : 0, random);

/** How the relay goes away and comes back. Times are milliseconds from the first lost socket. */
export interface Outage {
  /** Time over which sockets are lost: 0 in a crash, as they are closed at once; longer in a drain. */
  lossMs: number;
  /** Time over which a draining relay asks its clients to spread; 0 in a crash. */
  hintMs: number;
  /** Time from the start until a relay is there again. */
  backAtMs: number;
}

export interface Storm extends Outage {
  scheme: DelayScheme;
  clients?: number;
  acceptsPerS?: number;
  seed?: number;
}

export interface StormResult {
  /** Arrivals in the busiest 100 ms, as a multiple of the arrivals that the relay can accept in that time. */
  peak: number;
  /** Time in ms from the relay's return until 99 % of the clients were connected. */
  p99BackMs: number;
}

/** The longest time that a frame takes through the network. */
const NETWORK_MS = 150;
const BIN_MS = 100;

/** Simulates clients that all lose the relay and reconnect with the delays of a scheme. */
export function simulateStorm(storm: Storm): StormResult {
  const { scheme, lossMs, hintMs, backAtMs } = storm;
  const { clients = 10_000, acceptsPerS = 4000, seed = 1 } = storm;
  const random = seededRandom(seed);
  const arrivals: number[] = [];

  for (let client = 0; client < clients; client += 1) {
    let now = random() * lossMs + random() * NETWORK_MS;
    for (let failures = 0; ; failures += 1) {
      now += scheme(failures, hintMs, random) + random() * NETWORK_MS;
      if (now >= backAtMs) break; // before that nothing listens, and the refusal is at once
    }
    arrivals.push(now);
  }
  arrivals.sort((a, b) => a - b);

  const bins = new Map<number, number>();
  const back: number[] = [];
  let freeAt = 0;
  for (const arrival of arrivals) {
    const bin = Math.floor(arrival / BIN_MS);
    bins.set(bin, (bins.get(bin) ?? 0) + 1);
    freeAt = Math.max(freeAt, arrival) + 1000 / acceptsPerS;
    back.push(freeAt - backAtMs);
  }
  return {
    peak: Math.max(...bins.values()) / ((acceptsPerS * BIN_MS) / 1000),
    p99BackMs: back[Math.floor(back.length * 0.99)] ?? 0,
  };
}

/** A crash: half a second without a relay, and no notice before. */
export const CRASH: Outage = { lossMs: 0, hintMs: 0, backAtMs: 500 };
/** A crash with half a minute without a relay. */
export const LONG_CRASH: Outage = { lossMs: 0, hintMs: 0, backAtMs: 30_000 };
/** Sockets closed over 3 s with a hint of 10 s, and the next process up half a second later. */
export const DRAIN: Outage = { lossMs: 3000, hintMs: 10_000, backAtMs: 3500 };
