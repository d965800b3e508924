import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '../torture/random';
import type { GaleraNode } from './cluster';
import type { Watch } from './watch';

/** Something that happened to a node, from its begin until all were synced again. Times are ms since 1970. */
export interface Fault {
  what: string;
  from: number;
  /** Time of the fault's end: from here on the node could serve. */
  ended: number;
  to: number;
}

const CALM_MS = [2_000, 6_000] as const;
const AWAY_MS = [500, 4_000] as const;
/** Longer than the others need to notice (evs.suspect_timeout, 5 s) and to continue without it. */
const ISOLATED_MS = 15_000;
const PATIENCE_MS = 180_000;

/** Kills a node whenever all are synced again; once, halfway, a writer is cut from the others instead. */
export async function torment(input: {
  nodes: readonly GaleraNode[];
  watch: Watch;
  writer(): GaleraNode | undefined;
  random: Random;
  durationMs: number;
  onFault(fault: Fault): void;
}): Promise<Fault[]> {
  const { nodes, watch, random, durationMs, onFault } = input;
  const startedAt = Date.now();
  const faults: Fault[] = [];
  let isPartitioned = false;
  for (;;) {
    await wait(random.between(...CALM_MS));
    const spent = Date.now() - startedAt;
    if (spent >= durationMs && isPartitioned) return faults;
    const isPartition = !isPartitioned && spent >= durationMs / 2;
    const node = isPartition ? input.writer() : random.pick(nodes);
    if (!node) throw new TypeError('there must be a node');
    const from = Date.now();
    if (isPartition) {
      isPartitioned = true;
      await node.isolate(true);
      await wait(ISOLATED_MS);
      await node.isolate(false);
    } else {
      await node.kill();
      await wait(random.between(...AWAY_MS));
      await node.start();
    }
    const ended = Date.now();
    await untilSynced(watch, node);
    const fault = {
      what: `${node.name} ${isPartition ? 'isolated' : 'killed'}`,
      from,
      ended,
      to: Date.now(),
    };
    faults.push(fault);
    onFault(fault);
  }
}

async function untilSynced(watch: Watch, node: GaleraNode): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  // The last health check may be from before the fault's end.
  await wait(1_000);
  while (!watch.areAllSynced()) {
    const lastWords = node.lastWords();
    if (lastWords !== null || Date.now() > deadline) {
      throw new Error(`${node.name} did not join the others again\n${lastWords ?? ''}`);
    }
    await wait(100);
  }
}
