// Conversations that the relay hands to operators, in a database with CONVERSATIONS=100000 of ten messages, and
// OPERATORS=50 who hold two in a hundred of them: how fast those that wait are handed out, how long a new visitor waits
// for an operator, what a message costs with assignment and without, and what an inbox reads to list late ones first.
// VISITORS=100 write, in ROUNDS=5. A short form:
//   CONVERSATIONS=2000 OPERATORS=10 VISITORS=20 ROUNDS=1 DATABASE=sqlite npm run bench -- assignment
import { setTimeout as wait } from 'node:timers/promises';
import type { Connection } from 'mysql2/promise';
import { apiOf, type Api } from '../../server/test/support/api';
import { quietLog } from '../../server/test/support/database';
import { addOperators } from '../../server/test/support/grown-operators';
import { grow } from '../../server/test/support/growth';
import { VisitorSocket } from '../../server/test/support/visitor-socket';
import { createVisitor, createWorld, type World } from '../../server/test/support/world';
import { newId } from '../../server/src/platform/ids';
import { openDatabase } from '../../server/src/platform/storage/open-database';
import { isLoadProcess, runLoad, serveLoad } from './support/ack-load';
import { runOnEachDatabase, type NewFigure } from './support/each-database';
import { median, percentile, type Figure } from './support/figures';
import { LIMITS_OFF } from './support/limits-off';
import { countersOf, startOwnServer } from './support/own-server';
import { cpuSeconds } from './support/process-figures';
import { createRelayHome, type RelayHome } from './support/relay-home';

const CONVERSATIONS = Number(process.env['CONVERSATIONS'] ?? 100_000);
const OPERATORS = Number(process.env['OPERATORS'] ?? 50);
const VISITORS = Number(process.env['VISITORS'] ?? 100);
const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const TENANTS = 10;
const MESSAGES_EACH = 10;
const READS = 40;
const LOAD_SECONDS = 4;
/** Time between the first messages of two visitors. */
const APART_MS = 50;
/** Longer than the search, the reports and the checkpoint wait before they do their part. */
const SETTLED_MS = 6_000;
const GIVE_UP_MS = 300_000;
/** Keeps silent operators, so that no conversation is released during a run. */
const OPERATORS_STAY = { OPERATOR_AWAY_RELEASE_S: '86400' };
const ROOM = 1_000_000;

if (isLoadProcess()) serveLoad();
else await runOnEachDatabase('assignment', measure);

async function measure(figure: NewFigure): Promise<Figure[]> {
  const server = await startOwnServer();
  const home = await createRelayHome();
  const made = await makeWorld(home);
  const relay = await home.startRelay({ ...LIMITS_OFF, ...OPERATORS_STAY });
  const world = { ...made, owner: apiOf(relay.url, made.ownerToken) };
  const set = async (assignment: 'off' | 'capacity'): Promise<void> => {
    const body = { tenant_id: world.tenantId, assignment, targets: { wait_s: 60 } };
    await answered(world.owner.post('/console/update/tenant', body));
  };
  const figures = await measureReads(figure, world.owner);

  await set('off');
  const off = await firstMessages(relay.url, world, server);
  const waiting = await waitingOf(world);
  const from = performance.now();
  await set('capacity');
  while ((await waitingOf(world)) > 0) {
    if (performance.now() - from > GIVE_UP_MS) throw new Error('conversations still wait');
    await wait(20);
  }
  const handedOutMs = performance.now() - from;
  await wait(SETTLED_MS);
  const on = await firstMessages(relay.url, world, server);
  figures.push(
    figure('handed out, of those that waited', (waiting / handedOutMs) * 1_000, '/s'),
    figure('first message to ack, off: p50', median(off.ackMs), 'ms'),
    figure('first message to ack, off: p99', percentile(off.ackMs, 0.99), 'ms'),
    figure('first message to ack, on: p50', median(on.ackMs), 'ms'),
    figure('first message to ack, on: p99', percentile(on.ackMs, 0.99), 'ms', '<= 50'),
    figure('first message to operator: p50', median(on.assignedMs), 'ms'),
    figure('first message to operator: p99', percentile(on.assignedMs, 0.99), 'ms', '<= 1000'),
  );
  if (server) {
    figures.push(
      figure('statements of a first message, off', off.statements, ''),
      figure('statements of a first message, on', on.statements, ''),
    );
  }
  // The same conversations, which operators have, with assignment and without, in turn.
  const costs = { off: [] as Cost[], capacity: [] as Cost[] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const assignment of ['off', 'capacity'] as const) {
      await set(assignment);
      await wait(SETTLED_MS);
      costs[assignment].push(await costOfAcks(relay.url, relay.pid(), on.tokens, server));
    }
  }
  return [...figures, ...figuresOfCosts(figure, costs, server !== null)];
}

/** A tenant with half of all conversations, and its neighbours. */
async function makeWorld(home: RelayHome): Promise<World> {
  const relay = await home.startRelay(LIMITS_OFF);
  const world = await createWorld(relay.url, { bot: { kind: 'none' } });
  const tenantIds = [world.tenantId];
  while (tenantIds.length < TENANTS) {
    const { tenant } = await answered(
      world.owner.post<{ tenant: { tenant_id: string } }>('/console/create/tenant', {
        workspace_id: world.workspaceId,
        tenant_name: `Shop ${tenantIds.length}`,
        allowed_origins: [world.origin],
        answer: false,
      }),
    );
    tenantIds.push(tenant.tenant_id);
  }
  await relay.stop();
  const database = await openDatabase(home.databaseUrl, quietLog);
  const operatorIds = Array.from({ length: OPERATORS }, newId);
  const { workspaceId } = world;
  await addOperators(database, { workspaceId, tenantIds, operatorIds });
  await grow(database, {
    tenantIds,
    operatorIds,
    conversations: CONVERSATIONS,
    messagesEach: MESSAGES_EACH,
    eventsEach: 1,
    laneEvery: 1_000,
  });
  await database.transaction(async (tx) => {
    await tx.run('UPDATE operators SET capacity = ?', [ROOM]);
    await tx.run(
      'UPDATE conversations SET due_at = waiting_since + 60000 WHERE waiting_since IS NOT NULL',
    );
  });
  await database.close();
  return world;
}

/** Reads all waiting and assigned conversations page by page, as an inbox does to list them by due time. */
async function measureReads(figure: NewFigure, owner: Api): Promise<Figure[]> {
  const all: number[] = [];
  const first: number[] = [];
  let rows = 0;
  for (let round = 0; round <= READS; round++) {
    rows = 0;
    const from = performance.now();
    for (const status of ['WAITING', 'ASSIGNED']) {
      let cursor: string | null = '';
      do {
        const pageFrom = performance.now();
        const page: { conversations: object[]; next_cursor: string | null } = await answered(
          owner.get(
            `/console/fetch/conversations?status=${status}&limit=200${cursor && `&cursor=${cursor}`}`,
          ),
        );
        if (round > 0) first.push(performance.now() - pageFrom);
        rows += page.conversations.length;
        cursor = page.next_cursor;
      } while (cursor !== null);
    }
    if (round > 0) all.push(performance.now() - from); // the first one fills caches
  }
  return [
    figure('open conversations', rows, 'conversations'),
    figure('a page of them: p50', median(first), 'ms', '<= 50'),
    figure('a page of them: p99', percentile(first, 0.99), 'ms', '<= 150'),
    figure('all of them, to list by due time: p50', median(all), 'ms'),
    figure('all of them, to list by due time: p99', percentile(all, 0.99), 'ms'),
  ];
}

interface FirstMessages {
  tokens: string[];
  ackMs: number[];
  /** Empty while assignment is off. */
  assignedMs: number[];
  /** Database statements per message, including the relay's background work in that time. */
  statements: number;
}

/** New visitors write, one after the other. */
async function firstMessages(
  url: string,
  world: World,
  server: Connection | null,
): Promise<FirstMessages> {
  const { data } = await world.owner.get<{ tenant: { assignment: string } }>(
    `/console/fetch/tenant?tenant_id=${world.tenantId}`,
  );
  const isHandedOut = data.tenant.assignment === 'capacity';
  const visitors = await Promise.all(
    Array.from({ length: VISITORS }, () => createVisitor(url, world)),
  );
  const sockets: VisitorSocket[] = [];
  for (const { token } of visitors) sockets.push(await VisitorSocket.open(url, token));
  const ackMs: number[] = [];
  const assignedMs: number[] = [];
  const before = (await countersOf(server)).get('Questions') ?? 0;
  const assigned: Promise<unknown>[] = [];
  for (const socket of sockets) {
    const from = performance.now();
    if (isHandedOut) {
      const status = socket.next(
        'status',
        ({ conversation }) => conversation.status === 'ASSIGNED',
      );
      assigned.push(status.then(() => assignedMs.push(performance.now() - from)));
    }
    await socket.say(newId(), 'How long does the delivery take?');
    ackMs.push(performance.now() - from);
    await wait(APART_MS);
  }
  await Promise.all(assigned);
  const statements = ((await countersOf(server)).get('Questions') ?? 0) - before;
  for (const { ws } of sockets) ws.terminate();
  const tokens = visitors.map(({ token }) => token);
  return { tokens, ackMs, assignedMs, statements: statements / VISITORS };
}

interface Cost {
  perSecond: number;
  p99Ms: number;
  cpuUs: number;
  statements: number;
}

async function costOfAcks(
  url: string,
  pid: number,
  tokens: string[],
  server: Connection | null,
): Promise<Cost> {
  const cpuBefore = cpuSeconds(pid);
  const before = (await countersOf(server)).get('Questions') ?? 0;
  const order = { url, tokens, inFlight: 2, seconds: LOAD_SECONDS };
  const load = await runLoad(import.meta.url, order);
  await wait(SETTLED_MS);
  const statements = ((await countersOf(server)).get('Questions') ?? 0) - before;
  return {
    perSecond: load.acks / load.seconds,
    p99Ms: percentile(load.latenciesMs, 0.99),
    cpuUs: ((cpuSeconds(pid) - cpuBefore) / load.acksInAll) * 1e6,
    statements: statements / load.acksInAll,
  };
}

function figuresOfCosts(
  figure: NewFigure,
  costs: Record<'off' | 'capacity', Cost[]>,
  hasCounters: boolean,
): Figure[] {
  const parts = [
    ['acks', 'perSecond', '/s'],
    ['ack, p99', 'p99Ms', 'ms'],
    ['processor time of an ack', 'cpuUs', 'µs'],
    ...(hasCounters ? ([['statements of an ack', 'statements', '']] as const) : []),
  ] as const;
  const of = (some: readonly Cost[], part: keyof Cost): number =>
    median(some.map((cost) => cost[part]));
  const figures = parts.flatMap(([what, part, unit]) => [
    figure(`${what}, off`, of(costs.off, part), unit),
    figure(`${what}, on`, of(costs.capacity, part), unit),
  ]);
  const ratio = of(costs.capacity, 'cpuUs') / of(costs.off, 'cpuUs');
  return [...figures, figure('processor time of an ack, on ÷ off', ratio, '×', '<= 1.05')];
}

async function waitingOf({ owner, workspaceId, tenantId }: World): Promise<number> {
  const { tenants } = await answered(
    owner.get<{ tenants: { tenant_id: string; waiting: number }[] }>(
      `/console/fetch/queue-summary?workspace_id=${workspaceId}`,
    ),
  );
  return tenants.find((one) => one.tenant_id === tenantId)?.waiting ?? 0;
}

async function answered<Data>(call: Promise<{ status: number; data: Data }>): Promise<Data> {
  const { status, data } = await call;
  if (status >= 300) throw new Error(`the relay answered ${status}: ${JSON.stringify(data)}`);
  return data;
}
