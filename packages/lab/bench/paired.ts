// Two builds side by side: what an ack and a callback cost in this one, in times of the other.
//   BENCH_AGAINST=<another checkout>/packages/server/dist PAIRS=15 DATABASE=sqlite npm run bench -- paired
// Each pair is measured on fresh databases, in turn this build or the other one first, so that what
// else the machine does falls on both.
import { join, resolve } from 'node:path';
import { startBuild, type BuildUnderTest, type Cost } from './paired/build-under-test';
import { ratioOf } from './paired/ratio';
import { isLoadProcess, serveLoad } from './support/ack-load';
import { atEnd, undoAll } from './support/at-end';
import { isSinkProcess, runSink, startCallbackSink } from './support/callback-sink';
import { runOnEachDatabase, type NewFigure } from './support/each-database';
import { median, type Figure } from './support/figures';
import { relayScript } from './support/relay-home';

const PAIRS = Number(process.env['PAIRS'] ?? 15);
const MIN_PAIRS = 4;
const { BENCH_AGAINST: against } = process.env;

interface Pair {
  own: Cost;
  other: Cost;
}

type Work = keyof BuildUnderTest;

if (isLoadProcess()) serveLoad();
else if (isSinkProcess()) await runSink();
else if (against === undefined) console.log('left out: BENCH_AGAINST names no other build');
else if (!(PAIRS >= MIN_PAIRS)) throw new RangeError(`PAIRS must be ${MIN_PAIRS} or more`);
else
  await runOnEachDatabase('paired', (figure) => measure(figure, join(resolve(against), 'main.js')));

async function measure(figure: NewFigure, otherScript: string): Promise<Figure[]> {
  const pairs: Record<Work, Pair[]> = { acks: [], callbacks: [] };
  for (let index = 0; index < PAIRS; index++) {
    const sink = await startCallbackSink(import.meta.url);
    atEnd(() => sink.close());
    const own = await startBuild(import.meta.url, relayScript(), sink);
    const other = await startBuild(import.meta.url, otherScript, sink);
    for (const work of ['acks', 'callbacks'] as const) {
      pairs[work].push(await measurePair(own, other, work, index % 2 === 0));
    }
    await undoAll();
    console.log(`  ${index + 1} of ${PAIRS} pairs`);
  }
  return (['acks', 'callbacks'] as const).flatMap((work) =>
    (['elapsed', 'cpu'] as const).flatMap((unit) => {
      const costs = pairs[work].map((pair) => ({ own: pair.own[unit], other: pair.other[unit] }));
      const { ratio, low, high } = ratioOf(costs);
      const what = `${work}, ${unit === 'cpu' ? 'processor time' : 'time'} of each`;
      return [
        figure(`${what}, this build`, median(costs.map(({ own }) => own)), 'µs'),
        figure(`${what}, the other`, median(costs.map(({ other }) => other)), 'µs'),
        figure(`${what}, this ÷ other`, ratio, '×'),
        figure('  at least, with 95 % confidence', low, '×'),
        figure('  at most, with 95 % confidence', high, '×', '<= 1.05'),
      ];
    }),
  );
}

async function measurePair(
  own: BuildUnderTest,
  other: BuildUnderTest,
  work: Work,
  isOwnFirst: boolean,
): Promise<Pair> {
  if (isOwnFirst) return { own: await own[work](), other: await other[work]() };
  const otherCost = await other[work]();
  return { own: await own[work](), other: otherCost };
}
