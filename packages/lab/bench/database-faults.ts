// A MariaDB that goes dark, freezes, dies, turns read-only or is locked, under visitors who keep
// what isn't acked. What was promised is read back in the end; every broken promise must be 0.
//   npm run torture -- database-faults [--seed N] [--only locked] [--relay path/to/main.js]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { createVisitor, createWorld } from '../../server/test/support/world';
import { startDarkProxy } from './database-faults/dark-proxy';
import { databaseFaults } from './database-faults/faults';
import { createPrivateMariaDb } from './database-faults/mariadb';
import { watchReadiness } from './database-faults/readiness-log';
import { runFault, type FaultReport } from './database-faults/run-fault';
import { createSigns } from './database-faults/signs';
import { readArguments, RELAY, SEED } from './support/arguments';
import { atEnd, runToEnd } from './support/at-end';
import { LIMITS_OFF } from './support/limits-off';
import { relayScript } from './support/relay-home';
import { startCallbackBackend } from './torture/callback-backend';
import { createHistory } from './torture/history';
import { createRandom } from './torture/random';
import { createRelayProcess } from './torture/relay-process';
import { conclude } from './torture/torture';
import { TortureVisitor } from './torture/visitor';

const VISITORS = 12;

const values = readArguments({
  seed: SEED,
  only: { kind: 'text', help: 'the faults whose names contain this', fallback: '' },
  relay: RELAY,
});

await runToEnd(main);

async function main(): Promise<boolean> {
  const server = await createPrivateMariaDb();
  const proxy = await startDarkProxy(server.port);
  const databaseUrl = server.urlAt(server.port);
  const history = createHistory();
  const backend = await startCallbackBackend(history);
  atEnd(() => backend.close());
  const dataDir = mkdtempSync(join(tmpdir(), 'chat-relay-faults-data-'));
  atEnd(() => rmSync(dataDir, { recursive: true, force: true }));
  const relay = await createRelayProcess(values.relay === '' ? relayScript() : values.relay, {
    ENV: 'local',
    LOG_LEVEL: 'fatal',
    DATABASE_URL: server.urlAt(proxy.port),
    DATA_DIR: dataDir,
    ...LIMITS_OFF,
  });
  atEnd(() => relay.kill());
  await relay.start();
  const world = await createWorld(relay.url, {
    callback_url_base: backend.url,
    bot: { kind: 'none' },
  });
  backend.useSecret(world.tenantSecret);

  const random = createRandom(values.seed);
  const signs = createSigns(VISITORS);
  const visitors: TortureVisitor[] = [];
  for (let index = 0; index < VISITORS; index++) {
    const { sessionId, token } = await createVisitor(relay.url, world);
    visitors.push(
      new TortureVisitor({
        url: relay.url,
        origin: world.origin,
        sessionId,
        token,
        random: random.fork(),
        history,
        onSign: (sign) => signs.note(index, sign),
      }),
    );
  }
  atEnd(() => visitors.forEach((visitor) => visitor.close()));

  const readiness = watchReadiness(relay.url);
  const reports: FaultReport[] = [];
  for (const fault of databaseFaults(server, proxy)) {
    if (!fault.name.includes(values.only)) continue;
    console.log(`  ${fault.name}`);
    reports.push(await runFault(fault, { signs, readiness, countDue: countDueAt(databaseUrl) }));
  }
  const ledger = await conclude({
    relay,
    databaseUrl,
    history,
    crowd: { visitors, operators: [] },
  });
  console.table(reports);
  console.table(ledger.broken);
  for (const example of ledger.examples) console.log(example);
  console.log(JSON.stringify({ bench: 'database-faults', seed: values.seed, reports, ledger }));
  return ledger.isKept && reports.every((report) => report['all acked'] !== null);
}

/** Asked over a connection of its own: those that were open may be gone with the server. */
function countDueAt(url: string) {
  return async (before: number): Promise<number> => {
    const connection = await createConnection({ uri: url, connectTimeout: 2_000 });
    try {
      const [rows] = await connection.query(
        "SELECT COUNT(*) AS due FROM callback_events WHERE state = 'pending' AND created_at < ?",
        [before],
      );
      return Number((rows as { due: number }[])[0]?.due ?? 0);
    } finally {
      await connection.end();
    }
  };
}
