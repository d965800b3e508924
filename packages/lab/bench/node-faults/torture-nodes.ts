import { setTimeout as wait } from 'node:timers/promises';
import type { Signs } from '../database-faults/signs';
import { gather } from '../galera/load';
import { atEnd } from '../support/at-end';
import { startCallbackBackend } from '../torture/callback-backend';
import { createHistory } from '../torture/history';
import { createRandom } from '../torture/random';
import { together } from '../torture/relay-process';
import { conclude, type Conclusion } from '../torture/torture';
import { carryOut } from './carry-out';
import { planFaults, type FaultKind, type PlannedFault } from './plan';
import { setNodeStage } from './stage';

export interface NodeTortureOptions {
  /** The relay's bundled program. */
  script: string;
  nodes: number;
  faults: number;
  seed: number;
  visitors: number;
  onFault(done: number, fault: PlannedFault): void;
}

/** Effects on visitors of all faults of one kind, from begin to end. */
export interface KindReport {
  times: number;
  seconds: number;
  acks: number;
  errors: number;
  closes: number;
  /** The longest time, in seconds, from a fault's end until every visitor had got an ack. */
  'served again in': number;
}

export interface NodeTortureReport extends Conclusion {
  seed: number;
  kinds: Partial<Record<FaultKind, KindReport>>;
  durationMs: number;
}

const PATIENCE_MS = 60_000;

/** Torments several relays on a MariaDB and a Redis of their own, and these two as well. */
export async function tortureNodes(options: NodeTortureOptions): Promise<NodeTortureReport> {
  const { script, nodes, faults, seed, visitors } = options;
  const startedAt = Date.now();
  const random = createRandom(seed);
  const plan = planFaults(random.fork(), nodes, faults);
  const history = createHistory();
  const backend = await startCallbackBackend(history);
  atEnd(() => backend.close());
  const stage = await setNodeStage(script, nodes);
  const { relays, database } = stage;
  const { signs, ...crowd } = await gather({
    relays,
    backend,
    history,
    random,
    visitors,
    isRoaming: true,
  });
  const kinds: NodeTortureReport['kinds'] = {};
  for (const [index, fault] of plan.entries()) {
    await wait(fault.calmMs);
    const from = Date.now();
    history.surprises.push(...(await carryOut(fault, stage)));
    const to = Date.now();
    const servedMs = fault.isPatient ? await untilServed(signs, to) : 0;
    if (servedMs === null) history.surprises.push(`not served 60 s after: ${fault.kind}`);
    const report = (kinds[fault.kind] ??= {
      times: 0,
      seconds: 0,
      acks: 0,
      errors: 0,
      closes: 0,
      'served again in': 0,
    });
    report.times++;
    report.seconds += Math.round((to - from) / 1000);
    report.acks += signs.count('ack', from, to);
    report.errors += signs.count('error', from, to);
    report.closes += signs.count('close', from, to);
    const servedIn = Math.round((servedMs ?? Infinity) / 100) / 10;
    report['served again in'] = Math.max(report['served again in'], servedIn);
    options.onFault(index + 1, fault);
  }
  const conclusion = await conclude({
    relay: together(relays),
    databaseUrl: database.urlAt(database.port),
    history,
    crowd,
  });
  return { ...conclusion, seed, kinds, durationMs: Date.now() - startedAt };
}

/** Time in ms until every visitor got an ack; null if it took too long. */
async function untilServed(signs: Signs, from: number): Promise<number | null> {
  while (Date.now() - from < PATIENCE_MS) {
    const servedAt = signs.everyoneAckedAfter(from);
    if (servedAt !== null) return servedAt - from;
    await wait(100);
  }
  return null;
}
