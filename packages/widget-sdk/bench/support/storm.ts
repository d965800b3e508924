import { reconnectDelayMs, type Random } from '../../src/connection/backoff';
import { networkError } from '../../src/errors';
import { seededRandom } from './seeded-random';

/** How long a client waits, after so many failures before this one. */
export type DelayScheme = (failures: number, hintMs: number, random: Random) => number;

/** The SDK's own. */
export const SDK_SCHEME: DelayScheme = (failures, hintMs, random) =>
  reconnectDelayMs(networkError(), failures, failures === 0 ? hintMs : 0, random);

/** How the relay goes away and comes back. Times are milliseconds from the first lost socket. */
export interface Outage {
  /** Over what time sockets are lost: at once in a crash, in steps in a drain. */
  lossMs: number;
  /** What a draining relay asks its clients to spread over; 0 in a crash. */
  hintMs: number;
  /** From when on there is a relay again. */
  backAtMs: number;
}

export interface Storm extends Outage {
  scheme: DelayScheme;
  clients?: number;
  acceptsPerS?: number;
  seed?: number;
}

export interface StormResult {
  /** The busiest tenth of a second, in times of what the relay can accept in it. */
  peak: number;
  /** When 99 % of the clients were back, in milliseconds after the relay was. */
  p99BackMs: number;
}

/** A frame takes up to this to get through. */
const NETWORK_MS = 150;
const BIN_MS = 100;

/** Everybody loses the relay, and comes back as the scheme says. */
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

/** Half a second without a relay and without a notice. */
export const CRASH: Outage = { lossMs: 0, hintMs: 0, backAtMs: 500 };
/** Half a minute of it. */
export const LONG_CRASH: Outage = { lossMs: 0, hintMs: 0, backAtMs: 30_000 };
/** Sockets closed over 3 s with a hint of 10 s, and the next process up half a second later. */
export const DRAIN: Outage = { lossMs: 3000, hintMs: 10_000, backAtMs: 3500 };
