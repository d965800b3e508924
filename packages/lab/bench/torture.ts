// Crashes and cuts under load, then reads back what was promised: every figure below "kept" must be 0.
//   npm run torture -- --kills 500 --database sqlite|mysql|both --seed N [--gentle]
// With --nodes, several relays on one MariaDB and one Redis are killed, stopped and frozen, and so are these two:
//   npm run torture -- --nodes 3 --kills 100 --seed N
import { FAULT_KINDS, type PlannedFault } from './node-faults/plan';
import { tortureNodes } from './node-faults/torture-nodes';
import { DATABASE, readArguments, RELAY, SEED } from './support/arguments';
import { runToEnd } from './support/at-end';
import { databasesHere, DATABASE_NAMES } from './support/each-database';
import { relayScript } from './support/relay-home';
import { PROMISES } from './torture/checker';
import { torture, type TortureReport } from './torture/torture';

const values = readArguments({
  kills: {
    kind: 'count',
    help: 'how often the relay is killed; with --nodes, how many faults',
    fallback: 100,
  },
  nodes: { kind: 'count', help: '2 or more relays, on MariaDB and Redis', fallback: 1 },
  database: DATABASE,
  seed: SEED,
  visitors: { kind: 'count', help: 'who write all the time', fallback: 12 },
  gentle: { kind: 'switch', help: 'kills alone: no cut connections, no stalled receivers' },
  relay: RELAY,
});
const script = values.relay === '' ? relayScript() : values.relay;

await runToEnd(values.nodes > 1 ? mainOfNodes : main);

async function mainOfNodes(): Promise<boolean> {
  const { nodes, kills, seed, visitors } = values;
  console.log(
    `${nodes} nodes on MariaDB and Redis: ${kills} faults of ${FAULT_KINDS.length} kinds, seed ${seed}`,
  );
  const onFault = (done: number, { kind, node, lastsMs }: PlannedFault): void =>
    console.log(`  ${done}: ${kind}, node ${node}, ${(lastsMs / 1000).toFixed(1)} s`);
  const report = await tortureNodes({ script, nodes, faults: kills, seed, visitors, onFault });
  console.table(report.kinds);
  const { acked, messages, events, repeats, claims, durationMs } = report;
  const seconds = Math.round(durationMs / 1000);
  console.table({ acked, messages, events, 'events repeated': repeats, claims, seconds });
  console.table(report.broken);
  for (const example of report.examples) console.log(example);
  console.log(JSON.stringify({ bench: 'torture', nodes, report }));
  return report.isKept;
}

async function main(): Promise<boolean> {
  const reports: Record<string, TortureReport> = {};
  for (const dialect of databasesHere(values.database)) {
    const name = DATABASE_NAMES[dialect];
    process.env['TEST_DATABASE'] = dialect;
    console.log(`${name}: ${values.kills} kills, seed ${values.seed}`);
    reports[name] = await torture({
      script,
      kills: values.kills,
      seed: values.seed,
      visitors: values.visitors,
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
