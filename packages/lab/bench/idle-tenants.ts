// A thousand tenants with one idle page each: what the relay asks its database meanwhile, and how
// long acks take. TENANTS=1000.
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import { WebSocket } from 'ws';
import { createVisitor, createWorld, type World } from '../../server/test/support/world';
import { isLoadProcess, runLoad, serveLoad, type LoadResult } from './support/ack-load';
import { atEnd } from './support/at-end';
import { runOnEachDatabase, type NewFigure } from './support/each-database';
import { percentile, type Figure } from './support/figures';
import { LIMITS_OFF } from './support/limits-off';
import { cpuSeconds } from './support/process-figures';
import { createRelayHome } from './support/relay-home';

const TENANTS = Number(process.env['TENANTS'] ?? 1_000);
const SECONDS = 10;
const WRITERS = 10;
const MESSAGES_PER_S = 40;
/** Time after which the relay's checks for changes have calmed down. */
const CALM_MS = 3_000;

if (isLoadProcess()) serveLoad();
else await runOnEachDatabase('idle-tenants', measure);

async function measure(figure: NewFigure): Promise<Figure[]> {
  const home = await createRelayHome();
  const relay = await home.startRelay(LIMITS_OFF);
  const world = await createWorld(relay.url, { bot: { kind: 'none' } });
  const tokens: string[] = [];
  for (let n = 0; n < WRITERS; n++) tokens.push((await createVisitor(relay.url, world)).token);
  const write = (): Promise<LoadResult> =>
    runLoad(import.meta.url, {
      url: relay.url,
      tokens,
      inFlight: 0,
      seconds: SECONDS,
      perSecond: MESSAGES_PER_S,
    });

  const few = await write();
  const restBefore = await atRest(relay.pid());
  await openIdlePages(relay.url, world);
  const rest = await atRest(relay.pid());
  const many = await write();

  const p99 = ({ latenciesMs }: LoadResult) => percentile(latenciesMs, 0.99);
  const statements = (name: string, { questions, selects }: Rest): Figure[] =>
    questions === null || selects === null
      ? []
      : [
          figure(`${name}: statements`, questions, '/s'),
          figure(`${name}: of them SELECT`, selects, '/s'),
        ];
  const name = `${TENANTS} idle tenants`;
  return [
    ...statements('no tenant', restBefore),
    ...statements(name, rest),
    figure('no tenant: relay', restBefore.cores, 'cores'),
    figure(`${name}: relay`, rest.cores, 'cores'),
    figure('no tenant: acks, p99', p99(few), 'ms'),
    figure(`${name}: acks, p99`, p99(many), 'ms', '<= 50'),
    figure('messages refused', few.errors + many.errors, 'messages', '0'),
  ];
}

async function openIdlePages(url: string, world: World): Promise<void> {
  for (let index = 0; index < TENANTS; index++) {
    const created = await world.owner.post<{
      tenant: { tenant_id: string; widget_public_key: string };
    }>('/console/create/tenant', {
      workspace_id: world.workspaceId,
      tenant_name: `Idle ${index}`,
      allowed_origins: [world.origin],
      answer: false,
    });
    if (created.status !== 201) throw new Error(`create/tenant gave ${created.status}`);
    const { tenant_id: tenantId, widget_public_key: widgetKey } = created.data.tenant;
    const { token } = await createVisitor(url, { ...world, tenantId, widgetKey });
    const ws = new WebSocket(`${url.replace('http', 'ws')}/api/v1/ws/widget?token=${token}`);
    atEnd(() => ws.terminate());
    await once(ws, 'message'); // the welcome
  }
}

/** Activity per second while all sockets are idle. Statements are counted only by MariaDB. */
interface Rest {
  cores: number;
  questions: number | null;
  selects: number | null;
}

async function atRest(pid: number): Promise<Rest> {
  await wait(CALM_MS);
  const before = { cpu: cpuSeconds(pid), counts: await countStatements() };
  const from = performance.now();
  await wait(SECONDS * 1000);
  const after = { cpu: cpuSeconds(pid), counts: await countStatements() };
  const seconds = (performance.now() - from) / 1000;
  const rate = (name: string): number | null => {
    const [first, last] = [before.counts?.get(name), after.counts?.get(name)];
    return first === undefined || last === undefined ? null : (last - first) / seconds;
  };
  return {
    cores: (after.cpu - before.cpu) / seconds,
    questions: rate('Questions'),
    selects: rate('Com_select'),
  };
}

/** Counts the statements of the whole server, which is private to this program and has nothing else to do. */
async function countStatements(): Promise<Map<string, number> | null> {
  if (process.env['TEST_DATABASE'] !== 'mysql') return null;
  const connection = await createConnection(process.env['TEST_MYSQL_URL'] ?? '');
  try {
    const [rows] = await connection.query(
      "SHOW GLOBAL STATUS WHERE Variable_name IN ('Questions', 'Com_select')",
    );
    return new Map(
      (rows as { Variable_name: string; Value: string }[]).map((row) => [
        row.Variable_name,
        Number(row.Value),
      ]),
    );
  } finally {
    await connection.end();
  }
}
