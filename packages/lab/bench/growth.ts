// Every route that reads tables which grow, on an empty database and on one that has grown:
// CONVERSATIONS=100000 of 10 tenants, ten messages and five callbacks each. ROUNDS=40 of each request.
import { apiOf } from '../../server/test/support/api';
import { quietLog } from '../../server/test/support/database';
import { grow } from '../../server/test/support/growth';
import { VisitorSocket } from '../../server/test/support/visitor-socket';
import {
  addOperator,
  createVisitor,
  createWorld,
  type World,
} from '../../server/test/support/world';
import { newId } from '../../server/src/platform/ids';
import type { Database } from '../../server/src/platform/storage/database';
import { openDatabase } from '../../server/src/platform/storage/open-database';
import { createBudgets } from '../../server/src/platform/storage/budgets';
import { createIndexing } from '../../server/src/search/indexing';
import { createIndexSize } from '../../server/src/search/size';
import { runOnEachDatabase, type NewFigure } from './support/each-database';
import { median, percentile, type Figure } from './support/figures';
import { LIMITS_OFF } from './support/limits-off';
import { ROOM, startOwnServer } from './support/own-server';
import { createRelayHome } from './support/relay-home';

const CONVERSATIONS = Number(process.env['CONVERSATIONS'] ?? 100_000);
const ROUNDS = Number(process.env['ROUNDS'] ?? 40);
const TENANTS = 10;
const DAY = 24 * 3_600_000;
const OF_OWNERS = /\/fetch\/(callback|blocks|unanswered|audit-log)/;

await runOnEachDatabase('growth', measure);

async function measure(figure: NewFigure): Promise<Figure[]> {
  await startOwnServer(ROOM);
  const home = await createRelayHome();
  const first = await home.startRelay(LIMITS_OFF);
  const world = await createWorld(first.url, { bot: { kind: 'none' } });
  const tenantIds = [world.tenantId];
  while (tenantIds.length < TENANTS) tenantIds.push(await addTenant(world, tenantIds.length));
  const operator = await addOperator(first.url, world, 'Ann', { tenant_ids: tenantIds });
  const { conversationId, ...empty } = await measureVisitors(first.url, world);
  const emptyRoutes = await measureRoutes(first.url, world, operator.token, conversationId);
  await first.stop();

  const database = await openDatabase(home.databaseUrl, quietLog);
  const samples = await grow(database, {
    tenantIds,
    operatorIds: [operator.operatorId, ...Array.from({ length: 9 }, newId)],
    conversations: CONVERSATIONS,
    messagesEach: 10,
    eventsEach: 5,
    laneEvery: 1_000,
  });
  const indexedPerS = await indexAll(database);
  const size = createIndexSize(database);
  await size.measure();
  await database.close();

  const startedAt = performance.now();
  const relay = await home.startRelay(LIMITS_OFF);
  const readyMs = performance.now() - startedAt;
  const sample = samples.at(-1);
  if (!sample) throw new Error('nothing has grown');
  const figures = [
    figure('start', readyMs, 'ms', '<= 2000'),
    figure('indexed after an upgrade', indexedPerS, 'conversations/s'),
    figure('the search’s index', size.bytes() / 2 ** 20, 'MiB'),
  ];
  const routes = await measureRoutes(relay.url, world, operator.token, sample.conversationId);
  for (const [name, times] of routes) {
    const before = emptyRoutes.get(name) ?? [];
    figures.push(
      figure(`${name}, empty: p50`, median(before), 'ms'),
      figure(`${name}, empty: p99`, percentile(before, 0.99), 'ms'),
      figure(`${name}: p50`, median(times), 'ms', '<= 50'),
      figure(`${name}: p99`, percentile(times, 0.99), 'ms', '<= 150'),
    );
  }
  const grown = await measureVisitors(relay.url, world);
  for (const what of ['ack', 'resume'] as const) {
    const [before, after] = [median(empty[what]), median(grown[what])];
    figures.push(
      figure(`${what}: p50`, after, 'ms'),
      figure(`${what}: of an empty database’s`, after / before, 'times', '<= 1.5'),
    );
  }
  return figures;
}

/** Builds the search index from nothing, as after an upgrade. Returns conversations per second. */
async function indexAll(database: Database): Promise<number> {
  await database.transaction((tx) => tx.run('DELETE FROM search_progress'));
  const startedAt = performance.now();
  const clock = Date.now;
  const budgets = createBudgets({ database, clock });
  const indexing = createIndexing({ database, clock, log: quietLog, budgets });
  const isDone = async (): Promise<boolean> =>
    (await database.read.rows('SELECT 1 FROM search_progress')).length > 0;
  while (!(await isDone())) await indexing.catchUp();
  return CONVERSATIONS / ((performance.now() - startedAt) / 1_000);
}

/** Times in ms of each route's requests. */
async function measureRoutes(
  url: string,
  world: World,
  operatorToken: string,
  conversationId: string,
): Promise<Map<string, number[]>> {
  const operator = apiOf(url, operatorToken);
  const owner = apiOf(url, world.ownerToken);
  const measured = new Map<string, number[]>();
  for (const [name, path] of requestsOf(world, conversationId)) {
    const api = OF_OWNERS.test(path) ? owner : operator;
    const times = await timesOf(async () => {
      const { status } = await api.get(path);
      if (status !== 200) throw new Error(`${path} gave ${status}`);
    });
    measured.set(name, times);
  }
  return measured;
}

async function addTenant(world: World, index: number): Promise<string> {
  const created = await world.owner.post<{ tenant: { tenant_id: string } }>(
    '/console/create/tenant',
    {
      workspace_id: world.workspaceId,
      tenant_name: `Shop ${index}`,
      allowed_origins: [world.origin],
      answer: false,
    },
  );
  if (created.status !== 201) throw new Error(`create/tenant gave ${created.status}`);
  return created.data.tenant.tenant_id;
}

function requestsOf(
  { tenantId, workspaceId }: World,
  conversationId: string,
): [name: string, path: string][] {
  const conversations = '/console/fetch/conversations?limit=50';
  const tickets = '/console/fetch/tickets?limit=50';
  const callbacks = `/console/fetch/callbacks?limit=50&tenant_id=${tenantId}`;
  const cursor = (...key: (string | number)[]): string =>
    `&cursor=${Buffer.from(JSON.stringify(key)).toString('base64url')}`;
  const fiveDaysAgo = Date.now() - 5 * DAY;
  const since = new Date(fiveDaysAgo).toISOString();
  return [
    ['inbox', conversations],
    ['inbox, page of 5 days ago', conversations + cursor(fiveDaysAgo, 'f'.repeat(24))],
    ['inbox, one tenant', `${conversations}&tenant_id=${tenantId}`],
    ['inbox, waiting', `${conversations}&status=WAITING`],
    ['inbox, resolved', `${conversations}&status=RESOLVED`],
    ['inbox, mine', `${conversations}&assigned=me`],
    ['inbox, mine and assigned', `${conversations}&assigned=me&status=ASSIGNED`],
    ['inbox, unassigned', `${conversations}&assigned=none`],
    ['inbox, a tag that many have', `${conversations}&tag=delivery`],
    ['inbox, a rare tag, waiting', `${conversations}&tag=campaign+3&status=WAITING`],
    ['inbox, snoozed', `${conversations}&snoozed=true`],
    ['inbox, a user', `${conversations}&user_id=user-7`],
    ['tags', `/console/fetch/tags?tenant_id=${tenantId}`],
    ['search, a word in every message', `${conversations}&q=delivery`],
    ['search, its beginning', `${conversations}&q=de`],
    ['search, waiting', `${conversations}&q=delivery&status=WAITING`],
    [
      'search, page of 5 days ago',
      `${conversations}&q=delivery${cursor(fiveDaysAgo, 'f'.repeat(24))}`,
    ],
    ['search, an order', `${conversations}&q=FR-${CONVERSATIONS - 9}`],
    ['search, two words', `${conversations}&q=delivery+FR-${CONVERSATIONS - 9}`],
    ['search, two words that many have', `${conversations}&q=delivery+lyon`],
    ['search, an e-mail address', `${conversations}&q=visitor${CONVERSATIONS - 9}@mail.example`],
    ['search, an e-mail host', `${conversations}&q=mail.example`],
    ['search, a telephone number', `${conversations}&q=06${10_000_000 + CONVERSATIONS - 9}`],
    ['search, a word that is nowhere', `${conversations}&q=zeppelin`],
    ['queue summary', `/console/fetch/queue-summary?workspace_id=${workspaceId}`],
    ['conversation', `/console/fetch/conversation?conversation_id=${conversationId}`],
    ['messages', `/console/fetch/messages?conversation_id=${conversationId}&limit=50`],
    ['notes', `/console/fetch/notes?conversation_id=${conversationId}`],
    ['tickets', tickets],
    ['tickets, page of 5 days ago', tickets + cursor(fiveDaysAgo, 'f')],
    ['tickets, open', `${tickets}&status=OPEN`],
    ['blocks', `/console/fetch/blocks?tenant_id=${tenantId}`],
    ['unanswered questions', `/console/fetch/unanswered?tenant_id=${tenantId}`],
    ['audit log', `/console/fetch/audit-log?workspace_id=${workspaceId}&limit=50`],
    ['callbacks', callbacks],
    ['callback health', `/console/fetch/callback-health?tenant_id=${tenantId}`],
    ['callbacks, dead', `${callbacks}&state=dead`],
    ['callbacks, pending', `${callbacks}&state=pending`],
    ['callbacks, delivered', `${callbacks}&state=delivered`],
    ['callbacks, a rare type', `${callbacks}&event=agent-released`],
    ['callbacks, of one conversation', `${callbacks}&conversation_id=${conversationId}`],
    ['callbacks, since 5 days ago', `${callbacks}&order=asc&since=${since}`],
  ];
}

/** Times in ms of new visitors' messages and reconnections, one visitor after another. */
async function measureVisitors(
  url: string,
  world: World,
): Promise<Record<'ack' | 'resume', number[]> & { conversationId: string }> {
  const { token } = await createVisitor(url, world);
  const socket = await VisitorSocket.open(url, token);
  const ack = await timesOf(() => socket.say(newId(), 'How long does the delivery take?'));
  const { conversation } = await socket.next('status');
  const resume = await timesOf(async () => {
    const resumed = await VisitorSocket.open(url, token, { since: 1 });
    resumed.ws.terminate();
  });
  socket.ws.terminate();
  return { ack, resume, conversationId: conversation.conversation_id };
}

/** Times of a request in ms. The first run is left out, because it fills caches. */
async function timesOf(request: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const from = performance.now();
    await request();
    times.push(performance.now() - from);
  }
  return times.slice(1);
}
