// A flood of logins while visitors write: what it does to the acks of their messages. Hashing
// passwords takes whole cores; it has to leave one to the rest.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startRelay } from '../../server/test/support/relay';
import { createVisitor, createWorld, register, uniqueEmail } from '../../server/test/support/world';
import { isLoadProcess, runLoad, serveLoad, type LoadResult } from './support/ack-load';
import { percentile, report, round, type Figure } from './support/figures';

const VISITORS = 100;
const MESSAGES_PER_S = 200;
/** Logins in flight: each is followed by another once it has a response. */
const LOGINS_AT_ONCE = 200;
const ACCOUNTS = 20;
const SECONDS = 10;
const PASSWORD = 'a long enough passphrase';
const FLOOD_MARK = 'login-flood';

interface FloodOrder {
  url: string;
  emails: string[];
}

/** How many logins were sent, and answered with what status after how long. */
interface FloodResult {
  sent: number;
  statuses: Record<number, number>;
  latenciesMs: number[];
}

if (isLoadProcess()) serveLoad();
else if (process.argv[2] === FLOOD_MARK) serveFlood();
else await main();

async function main(): Promise<void> {
  const figures = await measure('sqlite');
  if (process.env['TEST_MYSQL_URL']) figures.push(...(await measure('mysql')));
  else console.log('MariaDB is left out: TEST_MYSQL_URL is not set');
  report('login-flood', figures);
}

async function measure(dialect: 'sqlite' | 'mysql'): Promise<Figure[]> {
  process.env['TEST_DATABASE'] = dialect;
  const database = dialect === 'sqlite' ? 'SQLite FULL' : 'MariaDB';
  // Raises the limit per address, which would stop a flood from one address and not one from many.
  const relay = await startRelay({ env: { LIMIT_LOGIN_PER_IP: '1000000' } });
  try {
    const world = await createWorld(relay.url, { bot: { kind: 'none' } });
    const tokens: string[] = [];
    for (let n = 0; n < VISITORS; n++) tokens.push((await createVisitor(relay.url, world)).token);
    const emails: string[] = [];
    for (let n = 0; n < ACCOUNTS; n++) {
      const email = uniqueEmail();
      await register(relay.url, email, 'Lena Login', { organization_name: 'Flooded' });
      emails.push(email);
    }

    const write = (): Promise<LoadResult> =>
      runLoad(import.meta.url, {
        url: relay.url,
        tokens,
        inFlight: 0,
        seconds: SECONDS,
        perSecond: MESSAGES_PER_S,
      });
    const quiet = await write();
    const flood = startFlood({ url: relay.url, emails });
    const flooded = await write();
    const logins = await flood.stop();

    const figure = (what: string, value: number, unit: string, target = ''): Figure => ({
      database,
      what,
      value: round(value),
      unit,
      target,
    });
    const statuses = (status: number) => logins.statuses[status] ?? 0;
    return [
      figure('acks without logins, p50', percentile(quiet.latenciesMs, 0.5), 'ms'),
      figure('acks without logins, p99', percentile(quiet.latenciesMs, 0.99), 'ms'),
      figure('acks in the flood, p50', percentile(flooded.latenciesMs, 0.5), 'ms'),
      figure('acks in the flood, p99', percentile(flooded.latenciesMs, 0.99), 'ms', '<= 150'),
      figure('acks in the flood', flooded.acks / flooded.seconds, '/s', `${MESSAGES_PER_S}`),
      figure('messages refused', quiet.errors + flooded.errors, 'messages', '0'),
      figure('logins sent', logins.sent, 'logins'),
      figure('right ones let on to their code', statuses(200), 'logins'),
      figure('wrong ones refused', statuses(401), 'logins'),
      figure('turned away, overloaded', statuses(503), 'logins'),
      figure('login, p99', percentile(logins.latenciesMs, 0.99), 'ms'),
    ];
  } finally {
    await relay.stop();
  }
}

/** Logins from a process of their own, until they are stopped. */
function startFlood(order: FloodOrder): { stop(): Promise<FloodResult> } {
  const child = fork(fileURLToPath(import.meta.url), [FLOOD_MARK], { serialization: 'advanced' });
  child.send(order);
  return {
    stop: async () => {
      const answer = once(child, 'message');
      child.send('stop');
      const [result] = (await answer) as [FloodResult];
      child.kill();
      return result;
    },
  };
}

function serveFlood(): void {
  process.once('message', ({ url, emails }: FloodOrder) => {
    const result: FloodResult = { sent: 0, statuses: {}, latenciesMs: [] };
    let isOver = false;
    process.once('message', () => (isOver = true));
    const flood = async (): Promise<void> => {
      while (!isOver) await send(url, credentials(result.sent++, emails), result);
    };
    const all = Promise.all(Array.from({ length: LOGINS_AT_ONCE }, flood));
    void all.then(() => process.send?.(result));
  });
}

/** Alternates between a right password, a wrong one for an existing account, and an unknown address. */
function credentials(n: number, emails: string[]): { email: string; password: string } {
  const email = emails[n % emails.length] ?? '';
  if (n % 2 === 0) return { email, password: PASSWORD };
  return n % 4 === 1
    ? { email, password: 'not the passphrase' }
    : { email: uniqueEmail(), password: PASSWORD };
}

async function send(url: string, body: object, result: FloodResult): Promise<void> {
  const from = performance.now();
  const response = await fetch(`${url}/api/v1/console/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  result.statuses[response.status] = (result.statuses[response.status] ?? 0) + 1;
  result.latenciesMs.push(performance.now() - from);
}
