// Three MariaDB nodes with Galera under three relays: a node is killed whenever all are synced, one is cut from the
// others, and what was promised is read back in the end; every broken promise must be 0.
//   npm run torture -- galera [--minutes 10] [--layout one-writer|all-write] [--seed N] [--relay path/to/main.js]
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startRedis } from '../../../scripts/lib/services.mjs';
import { LAYOUTS, startAddresses } from './galera/address';
import { startCluster, whatGaleraLacks, type GaleraNode } from './galera/cluster';
import { faultFigures, loadFigures } from './galera/figures';
import { gather } from './galera/load';
import { torment } from './galera/nemesis';
import { watchNodes } from './galera/watch';
import { readArguments, RELAY, SEED } from './support/arguments';
import { atEnd, runToEnd } from './support/at-end';
import { LIMITS_OFF } from './support/limits-off';
import { relayScript } from './support/relay-home';
import { startCallbackBackend } from './torture/callback-backend';
import { createHistory } from './torture/history';
import { createRandom } from './torture/random';
import { createRelayProcess, together, type RelayProcess } from './torture/relay-process';
import { conclude } from './torture/torture';

const values = readArguments({
  minutes: { kind: 'count', help: 'how long nodes are killed', fallback: 10 },
  layout: {
    kind: 'text',
    help: 'one-writer: all relays write to one node; all-write: each to its own',
    fallback: 'one-writer',
  },
  relays: { kind: 'count', help: 'that share the cluster', fallback: 3 },
  visitors: { kind: 'count', help: 'who write all the time', fallback: 12 },
  calm: { kind: 'switch', help: 'all nodes stay: measures conflicts alone' },
  seed: SEED,
  relay: RELAY,
});

await runToEnd(main);

async function main(): Promise<boolean> {
  const layout = LAYOUTS.find((one) => one === values.layout);
  const missing = whatGaleraLacks();
  if (!layout || missing !== null) {
    console.error(layout ? `missing: apt-get install ${missing}` : '--layout: one-writer or all-write'); // prettier-ignore
    return false;
  }
  console.log(`${layout}, seed ${values.seed}, ${values.minutes} minutes`);
  const redis = await startRedis();
  atEnd(() => redis.stop());
  const cluster = await startCluster();
  const watch = watchNodes(cluster.nodes);
  while (!watch.areAllSynced()) await wait(100);
  const { ports, writer } = await startAddresses(values.relays, layout, cluster.nodes, watch);
  const relays = await startRelays(ports.map(cluster.urlAt), redis.url);

  const history = createHistory();
  const backend = await startCallbackBackend(history);
  atEnd(() => backend.close());
  const random = createRandom(values.seed);
  const { signs, ...crowd } = await gather({
    relays,
    backend,
    history,
    random,
    visitors: values.visitors,
  });
  const before = watch.counts();
  const startedAt = Date.now();
  const durationMs = values.minutes * 60_000;
  const faults = values.calm
    ? await wait(durationMs, [])
    : await torment({
        nodes: cluster.nodes,
        watch,
        writer,
        random: random.fork(),
        durationMs,
        onFault: ({ what, ended, to }) =>
          console.log(`  ${what}, synced ${((to - ended) / 1000).toFixed(1)} s later`),
      });
  const seconds = (Date.now() - startedAt) / 1000;
  const after = watch.counts();

  const ledger = await conclude({
    relay: together(relays),
    databaseUrl: cluster.urlAt(ports[0] ?? 0),
    history,
    crowd,
  });
  const differing = await findDifferences(cluster.nodes);
  const figures = loadFigures({
    history,
    faults,
    seconds,
    counts: {
      commits: after.commits - before.commits,
      certificationFailures: after.certificationFailures - before.certificationFailures,
      bruteForceAborts: after.bruteForceAborts - before.bruteForceAborts,
    },
  });
  console.table(faultFigures(faults, signs, history));
  console.table(figures);
  const { acked, messages, events, repeats, claims } = ledger;
  console.table({ acked, messages, events, 'events repeated': repeats, claims });
  console.table({ ...ledger.broken, 'tables that differ between nodes': differing.length });
  for (const example of [...ledger.examples, ...differing]) console.log(example);
  console.log(JSON.stringify({ bench: 'galera', layout, seed: values.seed, figures, ledger }));
  return ledger.isKept && differing.length === 0;
}

/** All at once, on an empty database: one of them migrates it. */
async function startRelays(urls: readonly string[], redisUrl: string): Promise<RelayProcess[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'chat-relay-galera-data-'));
  atEnd(() => rmSync(dataDir, { recursive: true, force: true }));
  const env = {
    ENV: 'local',
    LOG_LEVEL: 'fatal',
    // Tokens name it, so it must be the same for all.
    BASE_URL: 'http://127.0.0.1:8080',
    DATA_DIR: dataDir,
    MASTER_KEY: randomBytes(32).toString('base64'),
    ADMIN_KEY: randomBytes(24).toString('hex'),
    REDIS_URL: redisUrl,
    ...LIMITS_OFF,
  };
  const script = values.relay === '' ? relayScript() : values.relay;
  const relays = await Promise.all(
    urls.map((url) => createRelayProcess(script, { ...env, DATABASE_URL: url })),
  );
  for (const relay of relays) atEnd(() => relay.kill());
  await Promise.all(relays.map((relay) => relay.start()));
  return relays;
}

/** Every node must have the same rows. */
async function findDifferences(nodes: readonly GaleraNode[]): Promise<string[]> {
  const tables = ['messages', 'conversations', 'tickets', 'callback_events', 'callback_lanes'];
  const sums = await Promise.all(
    nodes.map(async (node) => {
      const root = await node.connect();
      // Waits until the node has applied what the others committed.
      await root.query('SET SESSION wsrep_sync_wait = 1');
      const names = tables.map((table) => `relay.${table}`).join(', ');
      await root.query('SELECT 1 FROM relay.tenants LIMIT 1');
      const [rows] = await root.query(`CHECKSUM TABLE ${names}`);
      root.destroy();
      return rows as { Table: string; Checksum: number }[];
    }),
  );
  const [first, ...rest] = sums;
  return (first ?? []).flatMap(({ Table: name, Checksum: sum }, index) =>
    rest.every((rows) => rows[index]?.Checksum === sum) ? [] : [`${name} differs`],
  );
}
