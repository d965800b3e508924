// Kills a relay at random moments of its very first start, also while it writes its keys; each must
// start again and serve.
//   npm run torture -- first-start [--kills 200] [--seed N] [--database sqlite|mysql|both] [--relay path/to/main.js]
import { killFirstStarts, type FirstStartReport } from './first-start/kill-first-starts';
import { DATABASE, readArguments, RELAY, SEED } from './support/arguments';
import { runToEnd } from './support/at-end';
import { databasesHere, DATABASE_NAMES } from './support/each-database';
import { relayScript } from './support/relay-home';

const values = readArguments({
  kills: { kind: 'count', help: 'how many first starts are killed', fallback: 200 },
  seed: SEED,
  database: DATABASE,
  relay: RELAY,
});

const MAX_EXAMPLES = 5;

await runToEnd(main);

async function main(): Promise<boolean> {
  const reports: Record<string, FirstStartReport> = {};
  for (const dialect of databasesHere(values.database)) {
    process.env['TEST_DATABASE'] = dialect;
    const name = DATABASE_NAMES[dialect];
    console.log(`${name}: ${values.kills} kills, seed ${values.seed}`);
    reports[name] = await killFirstStarts({
      script: values.relay === '' ? relayScript() : values.relay,
      kills: values.kills,
      seed: values.seed,
      onKill: (done) => {
        if (done % 25 === 0) console.log(`  ${done} kills`);
      },
    });
  }
  console.table(
    Object.fromEntries(
      Object.entries(reports).map(([name, report]) => [
        name,
        {
          kills: report.kills,
          'while writing keys': report.killsAmongKeys,
          'too late': report.killsTooLate,
          'not started again': report.failures.length,
          'slowest restart, s': Math.round(report.slowestRestartMs / 100) / 10,
        },
      ]),
    ),
  );
  for (const [name, { failures }] of Object.entries(reports)) {
    for (const failure of failures.slice(0, MAX_EXAMPLES)) console.log(`${name}: ${failure}`);
  }
  console.log(JSON.stringify({ bench: 'first-start', reports }));
  return Object.values(reports).every(({ failures }) => failures.length === 0);
}
