// Crashes and cuts under load, then reads back what was promised: every figure below "kept" must be 0.
//   npm run torture -- --kills 500 --database sqlite|mysql|both --seed N [--gentle]
import { parseArgs } from 'node:util';
import { databasesHere, DATABASE_NAMES } from './support/each-database';
import { relayScript } from './support/relay-home';
import { PROMISES } from './torture/checker';
import { torture, type TortureReport } from './torture/torture';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    database: { type: 'string', default: 'both' },
    seed: { type: 'string', default: `${Date.now() % 2 ** 31}` },
    visitors: { type: 'string', default: '12' },
    // Kills alone.
    gentle: { type: 'boolean', default: false },
    relay: { type: 'string', default: '' },
  },
});

process.exitCode = (await main()) ? 0 : 1;

async function main(): Promise<boolean> {
  const reports: Record<string, TortureReport> = {};
  for (const dialect of databasesHere(values.database)) {
    const name = DATABASE_NAMES[dialect];
    process.env['TEST_DATABASE'] = dialect;
    console.log(`${name}: ${values.kills} kills, seed ${values.seed}`);
    reports[name] = await torture({
      script: values.relay === '' ? relayScript() : values.relay,
      kills: Number(values.kills),
      seed: Number(values.seed),
      visitors: Number(values.visitors),
      isCruel: !values.gentle,
      onKill: (done) => {
        if (done % 25 === 0) console.log(`  ${done} kills`);
      },
    });
  }
  print(reports);
  const all = Object.values(reports);
  return all.length > 0 && all.every(({ isKept }) => isKept);
}

function print(reports: Record<string, TortureReport>): void {
  console.table(
    Object.fromEntries(
      Object.entries(reports).map(([name, report]) => [
        name,
        {
          kills: report.harm.kills,
          'while starting': report.harm.killsWhileStarting,
          'connections cut': report.harm.connectionsCut,
          'receiver stalls': report.harm.stalls,
          acked: report.acked,
          messages: report.messages,
          events: report.events,
          'events repeated': report.repeats,
          claims: report.claims,
          seconds: Math.round(report.durationMs / 1000),
        },
      ]),
    ),
  );
  console.table(
    Object.fromEntries(
      PROMISES.map((promise) => [
        promise,
        Object.fromEntries(
          Object.entries(reports).map(([name, { broken }]) => [name, broken[promise]]),
        ),
      ]),
    ),
  );
  for (const [name, { examples }] of Object.entries(reports)) {
    for (const example of examples) console.log(`${name}: ${example}`);
  }
  console.log(JSON.stringify({ bench: 'torture', reports }));
}
