// 10,000 clients lose their relay and come back, simulated with the SDK's own delays and, for
// comparison, with those that other libraries use. `npm run bench -- storm`; SEED=7 for another run.
import { appendFileSync } from 'node:fs';
import {
  CRASH,
  DRAIN,
  LONG_CRASH,
  SDK_SCHEME,
  simulateStorm,
  type DelayScheme,
} from './lossy-line/storm';

const seed = Number(process.env['SEED'] ?? 1);

const exponentialMs = (failures: number) => Math.min(20_000, 1000 * 2 ** failures);

const SCHEMES: Record<string, DelayScheme> = {
  'this SDK': SDK_SCHEME,
  'fixed 1 s': () => 1000,
  'exponential, no jitter': exponentialMs,
  'exponential, equal jitter': (failures, _, random) =>
    (exponentialMs(failures) * (1 + random())) / 2,
  'full jitter from 1 s, no hint': (failures, _, random) => exponentialMs(failures) * random(),
};
const OUTAGES = { 'crash 0.5 s': CRASH, 'crash 30 s': LONG_CRASH, 'drain, hint 10 s': DRAIN };

const figures = Object.entries(SCHEMES).map(([name, scheme]) => {
  const row: Record<string, string | number> = { scheme: name };
  for (const [outage, timing] of Object.entries(OUTAGES)) {
    const { peak, p99BackMs } = simulateStorm({ ...timing, scheme, seed });
    row[`${outage}: peak`] = Math.round(peak * 10) / 10;
    row[`${outage}: p99 back, s`] = Math.round(p99BackMs / 100) / 10;
  }
  return row;
});

console.log(`10,000 clients, 4,000 accepts/s, seed ${seed}; peak in times of what is accepted`);
console.table(figures);
console.log('target: peak <= 1.5 after a crash, <= 0.5 with the drain hint');
console.log(JSON.stringify({ bench: 'storm', seed, figures }));

// Several programs report their figures in one table.
const gathered = process.env['BENCH_FIGURES'];
if (gathered !== undefined) {
  const sdk = Object.entries(figures[0] ?? {}).filter(([what]) => what.endsWith(': peak'));
  const line = sdk.map(([what, value]) => ({
    database: '',
    what,
    value,
    unit: '× accepts',
    target: what.startsWith('drain') ? '<= 0.5' : '<= 1.5',
  }));
  appendFileSync(gathered, `${JSON.stringify({ bench: 'storm', figures: line })}\n`);
}
