// Two nodes of the last release are replaced by this build, one after the other and under load; between the two steps
// both versions serve. Then what was promised is read back: every broken promise must be 0. A build that has the
// release's schema gets one more migration.
//   npm run torture -- rolling-upgrade [--from 0.2.0] [--seconds 10] [--seed N] [--old main.js] [--relay main.js]
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createTestDatabase } from '../../server/test/support/database';
import { addOperator } from '../../server/test/support/world';
import { gather } from './galera/load';
import { startAddress, type Address } from './rolling-upgrade/addresses';
import { meet } from './rolling-upgrade/meeting';
import { buildNext, buildRelease, hasSchemaOf, type Release } from './rolling-upgrade/release';
import { readArguments, RELAY, SEED } from './support/arguments';
import { atEnd, runToEnd } from './support/at-end';
import { percentile } from './support/figures';
import { LIMITS_OFF } from './support/limits-off';
import { relayScript } from './support/relay-home';
import { startCallbackBackend } from './torture/callback-backend';
import { createHistory } from './torture/history';
import { createRandom } from './torture/random';
import { createRelayProcess, together, type RelayProcess } from './torture/relay-process';
import { conclude } from './torture/torture';

const values = readArguments({
  from: {
    kind: 'text',
    help: 'the release to upgrade from; without it, the last one',
    fallback: '',
  },
  seconds: { kind: 'count', help: 'before, between and after the two restarts', fallback: 10 },
  visitors: { kind: 'count', help: 'who write all the time', fallback: 12 },
  old: { kind: 'text', help: 'the main.js of the release; without it, it is built', fallback: '' },
  seed: SEED,
  relay: RELAY,
});
/** Exit code of a relay whose database has a newer schema. */
const EXIT_CONFIG = 78;

await runToEnd(main);

async function main(): Promise<boolean> {
  if (!process.env['TEST_MYSQL_URL'] || !process.env['TEST_REDIS_URL']) {
    console.error('missing: apt-get install mariadb-server redis-server');
    return false;
  }
  process.env['TEST_DATABASE'] = 'mysql';
  const release =
    values.old === ''
      ? await buildRelease(values.from)
      : { version: values.old, script: values.old, folder: null };
  const { version, script } = release;
  const next = await nextOf(release);
  console.log(`from ${version} to ${next.version}, seed ${values.seed}`);

  const address = await createTestDatabase();
  atEnd(() => address.drop());
  const env = createEnvironment(address.url);
  const newRelay = async (program: string): Promise<RelayProcess> => {
    const relay = await createRelayProcess(program, env);
    atEnd(() => relay.kill());
    return relay;
  };
  const [oldA, oldB] = [await newRelay(script), await newRelay(script)];
  for (const relay of [oldA, oldB]) await relay.start();
  const addresses = [await startAddress(oldA.url), await startAddress(oldB.url)] as const;

  const history = createHistory();
  const backend = await startCallbackBackend(history);
  atEnd(() => backend.close());
  const { world, ...crowd } = await gather({
    relays: addresses,
    backend,
    history,
    random: createRandom(values.seed),
    visitors: values.visitors,
  });
  const operator = await addOperator(oldA.url, world, 'Meets');
  const problems: string[] = [];
  /** Replaces a node. Meanwhile its address leads to the other one. */
  const replace = async (old: RelayProcess, own: Address, other: RelayProcess) => {
    own.leadTo(other.url);
    const code = await old.stop();
    if (code !== 0) problems.push(`a node of ${version} exited with ${code}`);
    const relay = await newRelay(next.script);
    await relay.start();
    own.leadTo(relay.url);
    return relay;
  };

  await wait(values.seconds * 1000);
  const newB = await replace(oldB, addresses[1], oldA);
  console.log(`  ${version} and this build serve`);
  const mixedFrom = Date.now();
  for (const [visitorUrl, operatorUrl, where] of [
    [oldA.url, newB.url, `visitor on ${version}, operator on this build`],
    [newB.url, oldA.url, `visitor on this build, operator on ${version}`],
  ] as const) {
    console.log(where);
    console.table(await meet(world, operator, visitorUrl, operatorUrl));
  }
  problems.push(...(await tryDowngrade(await newRelay(script), version)));
  await wait(values.seconds * 1000);
  const mixedTo = Date.now();
  const newA = await replace(oldA, addresses[0], newB);
  await wait(values.seconds * 1000);

  const ledger = await conclude({
    relay: together([newA, newB]),
    databaseUrl: address.url,
    history,
    crowd,
  });
  const times = history.acks.flatMap(({ sentAt, ackedAt }) =>
    sentAt === undefined || ackedAt === undefined ? [] : [ackedAt - sentAt],
  );
  const { acked, messages, events, repeats, claims } = ledger;
  console.table({
    acked,
    'acked while both versions served': history.acks.filter(
      ({ ackedAt = 0 }) => ackedAt >= mixedFrom && ackedAt < mixedTo,
    ).length,
    messages,
    events,
    'events repeated': repeats,
    claims,
    'ack, p99, ms': percentile(times, 0.99),
    'ack, longest, ms': percentile(times, 1),
  });
  console.table(ledger.broken);
  for (const problem of [...ledger.examples, ...problems]) console.log(problem);
  console.log(JSON.stringify({ bench: 'rolling-upgrade', version, seed: values.seed, ledger }));
  return ledger.isKept && problems.length === 0;
}

/** The build that replaces the nodes. If its schema is the release's, it gets one more migration. */
async function nextOf(release: Release): Promise<Pick<Release, 'version' | 'script'>> {
  if (values.relay !== '') return { version: values.relay, script: values.relay };
  if (hasSchemaOf(release)) return buildNext();
  return { version: 'this build', script: relayScript() };
}

function createEnvironment(databaseUrl: string): Record<string, string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'chat-relay-upgrade-'));
  atEnd(() => rmSync(dataDir, { recursive: true, force: true }));
  return {
    ENV: 'local',
    LOG_LEVEL: 'fatal',
    // Tokens name it, so it must be the same for all.
    BASE_URL: 'http://127.0.0.1:8080',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    MASTER_KEY: randomBytes(32).toString('base64'),
    ADMIN_KEY: randomBytes(24).toString('hex'),
    REDIS_URL: process.env['TEST_REDIS_URL'] ?? '',
    ...LIMITS_OFF,
  };
}

/** The old program must not start on the new schema, and must say why in one line. */
async function tryDowngrade(old: RelayProcess, version: string): Promise<string[]> {
  const refusal = await old.start().then(
    () => null,
    (error: unknown) => String(error),
  );
  if (refusal === null) return [`${version} started on the newer schema`];
  console.log(refusal);
  const code = await old.stop();
  return code === EXIT_CONFIG ? [] : [`${version} exited with ${code} on the newer schema`];
}
