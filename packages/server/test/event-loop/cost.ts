import type { ProbedRelay } from './probed-relay';

/**
 * Prepares an awkward input, and returns the function that sends it to the relay. `part` 1 is the largest size that is
 * allowed, 0.5 is half of it.
 */
export type Awkward = (part: number) => Promise<() => Promise<unknown>>;

export interface Cost {
  name: string;
  /** The longest turn of the main thread, in the quickest run. */
  ms: number;
  /** The same with half of the input; null where that is not measured. */
  halfMs: number | null;
}

/** Differences below this are noise on a busy machine. */
const NOISE_MS = 30;
const RUNS = 5;
/** After this time, an input that is still measured gets no further runs. */
const GIVE_UP_MS = 4_000;
/** The budget is 50 ms on a quiet machine. The limit allows for other tests that run at the same time. */
const MAX_MS = 150;
/** Twice the input may take a little more than twice as long. */
const MAX_GROWTH = 2.5;

const costs: Cost[] = [];

/** The quickest of several runs: other programs only ever make a run slower. */
export async function costOf(relay: ProbedRelay, name: string, awkward: Awkward): Promise<Cost> {
  const ms = await quickest(relay, awkward, 1).catch((error: unknown) => {
    throw new Error(`${name} failed`, { cause: error });
  });
  const halfMs = ms < 2 * NOISE_MS ? null : await quickest(relay, awkward, 0.5);
  const cost = { name, ms, halfMs };
  costs.push(cost);
  return cost;
}

async function quickest(relay: ProbedRelay, awkward: Awkward, part: number): Promise<number> {
  let best = Infinity;
  const until = performance.now() + GIVE_UP_MS;
  for (let run = 0; run < RUNS && best > NOISE_MS; run++) {
    if (performance.now() > until && best < Infinity) break;
    const work = await awkward(part);
    await relay.longestTurnMs(async () => undefined); // what the preparation took
    best = Math.min(best, await relay.longestTurnMs(work));
  }
  return best;
}

/** A sentence that says what is too slow, or null. */
export function problemOf({ name, ms, halfMs }: Cost): string | null {
  if (ms > MAX_MS) return `${name} keeps the event loop busy for ${Math.round(ms)} ms`;
  const hasGrown = halfMs !== null && halfMs > NOISE_MS && ms / halfMs > MAX_GROWTH;
  return hasGrown
    ? `${name} takes ${(ms / halfMs).toFixed(1)} times as long for twice the input`
    : null;
}

/** Prints the slowest inputs if `LOOP_TABLE` is set, by default ten. */
export function printSlowest(): void {
  if (!process.env['LOOP_TABLE']) return;
  const slowest = costs
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, Number(process.env['LOOP_TABLE']) || 10);
  for (const { name, ms } of slowest)
    process.stdout.write(`${ms.toFixed(1).padStart(8)} ms  ${name}\n`);
}
