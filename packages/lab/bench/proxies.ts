import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../../../scripts/lib/find-program.mjs';
import { TEST_AUTHORITY } from '../../server/test/support/certificates';
import { addOperator, createVisitor, createWorld } from '../../server/test/support/world';
import { checkAnswers, checkIdle, type Checked } from './proxies/checks';
import { closeOf } from './proxies/clients';
import { PROXIES, type ProxyKind } from './proxies/kinds';
import { startProxy } from './proxies/proxy-process';
import { restartUnderLoad } from './proxies/rolling-restart';
import { readArguments } from './support/arguments';
import { atEnd, runToEnd, undoAll } from './support/at-end';
import { LIMITS_OFF } from './support/limits-off';
import { createRelayHome } from './support/relay-home';
import { startCallbackBackend } from './torture/callback-backend';
import { createHistory } from './torture/history';

const values = readArguments({
  only: { kind: 'text', help: 'the proxies whose names contain this', fallback: '' },
  idle: { kind: 'count', help: 'seconds that sockets are idle', fallback: 75 },
});

// Trusted authorities are read when a process starts; the machine may have some of its own.
if (process.env['TRUSTS_TEST_AUTHORITY'] === undefined) process.exitCode = runWithAuthority();
else await runToEnd(main);

function runWithAuthority(): number {
  const folder = mkdtempSync(join(tmpdir(), 'chat-relay-authority-'));
  const authority = join(folder, 'authority.pem');
  writeFileSync(authority, TEST_AUTHORITY);
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: authority, TRUSTS_TEST_AUTHORITY: 'yes' };
  const args = [...process.execArgv, ...process.argv.slice(1)];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env });
  rmSync(folder, { recursive: true, force: true });
  return status ?? 1;
}

async function main(): Promise<boolean> {
  process.env['TEST_DATABASE'] = 'mysql';
  let isWell = true;
  for (const kind of PROXIES) {
    if (!kind.name.toLowerCase().includes(values.only.toLowerCase())) continue;
    if (findProgram(kind.program) === undefined) {
      console.log(`${kind.name} is left out: ${kind.program} is not installed`);
      continue;
    }
    isWell = (await measure(kind)) && isWell;
    await undoAll();
  }
  return isWell;
}

/** Two nodes behind one proxy. */
async function measure(kind: ProxyKind): Promise<boolean> {
  const home = await createRelayHome();
  const env = {
    ...LIMITS_OFF,
    REDIS_URL: process.env['TEST_REDIS_URL'] ?? '',
    BASE_URL: 'https://chat.example.com',
    TRUSTED_PROXIES: '127.0.0.1/32',
    ADMIN_KEY: randomBytes(24).toString('hex'),
  };
  const nodes = [await home.startRelay(env), await home.startRelay(env)] as const;
  const hosts = nodes.map(({ url }) => new URL(url).host) as [string, string];
  const proxy = await startProxy(kind, hosts);
  const history = createHistory();
  const backend = await startCallbackBackend(history);
  atEnd(() => backend.close());
  const world = await createWorld(proxy.url, {
    callback_url_base: backend.url,
    bot: { kind: 'none' },
  });
  backend.useSecret(world.tenantSecret);
  const operator = await addOperator(proxy.url, world, 'Ana');
  const stage = { proxy, world, operator };

  const results: Checked[] = await checkAnswers(stage);
  results.push(...(await checkIdle(stage, values.idle)));
  const { token } = await createVisitor(proxy.url, world);
  const restart = await restartUnderLoad(stage, nodes, { databaseUrl: home.databaseUrl, history });
  const { ledger, closes, feedCloses } = restart;
  results.push(
    ['ledger', ledger.isKept ? '' : ledger.examples.join('; ')],
    ['close codes of a restart', unlike('1012', Object.keys(closes))],
    [
      'close codes of feeds',
      unlike(
        '1005',
        feedCloses.map(({ code }) => `${code}`),
      ),
    ],
    ['failed requests', [...new Set(restart.failedRequests)].join('; ')],
  );

  // Both nodes are down, which the proxy logs as well.
  await closeOf(proxy.url, token);
  const logs = await proxy.stop();
  results.push(['paths in the logs', logs.includes('/api/v1/ws/widget') ? '' : 'none']);
  results.push(['tokens in the logs', /token=/.exec(logs)?.[0] ?? '']);

  for (const [what, problem] of results) {
    console.log(`  ${problem === '' ? 'ok' : 'FAILED'}  ${what}${problem && `: ${problem}`}`);
  }
  console.table({
    acked: ledger.acked,
    lost: ledger.broken['acked, and lost'],
    doubled: ledger.broken['client_msg_id doubled'],
    requests: restart.requests,
    'failed requests': restart.failedRequests.length,
    'sockets closed': Object.values(restart.closes).reduce((sum, count) => sum + count, 0),
    'refused sockets': restart.refusedSockets,
  });
  return results.every(([, problem]) => problem === '');
}

/**
 * A sentence about unexpected close codes at a restart, or an empty text. The feed's library sends no code, which reads
 * as 1005.
 */
function unlike(expected: string, codes: readonly string[]): string {
  if (codes.length === 0) return 'none was closed';
  const others = codes.filter((code) => code !== expected);
  return others.length === 0 ? '' : `closed with ${others.join(', ')}`;
}
