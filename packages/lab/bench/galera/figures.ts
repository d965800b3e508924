import type { Signs } from '../database-faults/signs';
import { percentile, round } from '../support/figures';
import type { History } from '../torture/history';
import type { Fault } from './nemesis';
import type { Counts } from './watch';

/** Time for reopening closed connections after the nodes are synced. */
const AFTERMATH_MS = 1_000;

/** Effects of each fault on visitors. Times are in seconds. */
export function faultFigures(faults: readonly Fault[], signs: Signs, history: History) {
  return faults.map(({ what, from, ended, to }) => ({
    fault: what,
    'away, s': round((ended - from) / 1000),
    'synced again after, s': round((to - ended) / 1000),
    'longest silence, s': round(signs.longestSilence(from, to) / 1000),
    acks: signs.count('ack', from, to),
    refused: history.refusals.filter(({ at }) => at >= from && at <= to + AFTERMATH_MS).length,
  }));
}

/** Figures for the time in which all nodes were there, and for the whole run. */
export function loadFigures(input: {
  history: History;
  faults: readonly Fault[];
  counts: Counts;
  seconds: number;
}) {
  const { history, faults, counts, seconds } = input;
  const isCalm = (at: number): boolean =>
    !faults.some(({ from, to }) => at >= from && at <= to + AFTERMATH_MS);
  const calm = history.acks.filter(({ ackedAt, sentAt }) => isCalm(sentAt ?? 0) && isCalm(ackedAt ?? 0)); // prettier-ignore
  const waits = calm.flatMap(({ sentAt, ackedAt }) =>
    sentAt && ackedAt ? [ackedAt - sentAt] : [],
  );
  const calmRefusals = history.refusals.filter((refusal) => isCalm(refusal.at));
  const conflicts = counts.certificationFailures + counts.bruteForceAborts;
  return {
    'acks a second': round(history.acks.length / seconds),
    commits: counts.commits,
    'certification failures': counts.certificationFailures,
    'brute-force aborts': counts.bruteForceAborts,
    'conflicts in 1,000 commits': round((1000 * conflicts) / Math.max(1, counts.commits)),
    'ack p50, ms (all nodes there)': percentile(waits, 0.5),
    'ack p99, ms (all nodes there)': percentile(waits, 0.99),
    'ack max, ms (all nodes there)': percentile(waits, 1),
    'refused, with all nodes there': calmRefusals.length,
    'refused, with a node away': history.refusals.length - calmRefusals.length,
    codes: [...new Set(history.refusals.map(({ code }) => code))].join(' '),
  };
}
