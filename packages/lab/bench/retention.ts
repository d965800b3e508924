// A tenant with CONVERSATIONS=100000 old conversations begins to keep them for 30 days only: how long acks take
// while they are deleted, compared with an idle relay.
import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '../../server/src/platform/ids';
import { openDatabase } from '../../server/src/platform/storage/open-database';
import { apiOf } from '../../server/test/support/api';
import { quietLog } from '../../server/test/support/database';
import { grow } from '../../server/test/support/growth';
import { createVisitor, createWorld } from '../../server/test/support/world';
import { isLoadProcess, runLoad, serveLoad, type LoadResult } from './support/ack-load';
import { runOnEachDatabase, type NewFigure } from './support/each-database';
import { percentile, type Figure } from './support/figures';
import { LIMITS_OFF } from './support/limits-off';
import { ROOM, startOwnServer } from './support/own-server';
import { createRelayHome } from './support/relay-home';

const CONVERSATIONS = Number(process.env['CONVERSATIONS'] ?? 100_000);
const SECONDS = 20;
const WRITERS = 10;
const MESSAGES_PER_S = 40;
/** Three rounds of the deletion, which runs each minute. */
const STALLED_MS = 3 * 60_000;
const DAY = 24 * 3_600_000;

if (isLoadProcess()) serveLoad();
else await runOnEachDatabase('retention', measure);

async function measure(figure: NewFigure): Promise<Figure[]> {
  await startOwnServer(ROOM);
  const home = await createRelayHome();
  const first = await home.startRelay(LIMITS_OFF);
  const world = await createWorld(first.url, { bot: { kind: 'none' } });
  await first.stop();
  await addOldConversations(home.databaseUrl, world.tenantId);

  const relay = await home.startRelay(LIMITS_OFF);
  const tokens: string[] = [];
  for (let n = 0; n < WRITERS; n++) tokens.push((await createVisitor(relay.url, world)).token);
  const load = { url: relay.url, tokens, inFlight: 0, seconds: SECONDS, perSecond: MESSAGES_PER_S };
  const write = (): Promise<LoadResult> => runLoad(import.meta.url, load);
  await write(); // the relay compiles its code
  const idle = await write();

  const owner = apiOf(relay.url, world.ownerToken); // it has another port than the first
  const set = await owner.post('/console/update/tenant', {
    tenant_id: world.tenantId,
    retention: { messages_days: 30 },
  });
  if (set.status !== 200) throw new Error(`update/tenant gave ${set.status}`);
  const progress = watchDeletions(relay.url);
  while ((await progress()) === 0) await wait(500);
  const startedAt = performance.now();
  const during: LoadResult[] = [];
  do during.push(await write());
  while ((await progress()) < CONVERSATIONS);
  const minutes = (performance.now() - startedAt) / 60_000;

  const busy = during.flatMap(({ latenciesMs }) => latenciesMs);
  const [before, after] = [idle.latenciesMs, busy].map((times) => percentile(times, 0.99));
  return [
    figure('acks, p99, nothing is deleted', before ?? 0, 'ms'),
    figure('acks, p99, while old ones are deleted', after ?? 0, 'ms'),
    figure('of that of an idle relay', (after ?? 0) / (before ?? 1), 'times', '<= 2'),
    figure(
      'messages refused',
      during.reduce((sum, { errors }) => sum + errors, 0),
      'messages',
      '0',
    ),
    figure(`${CONVERSATIONS} conversations deleted in`, minutes, 'min', '<= 60'),
  ];
}

async function addOldConversations(url: string, tenantId: string): Promise<void> {
  const database = await openDatabase(url, quietLog);
  await grow(database, {
    tenantIds: [tenantId],
    operatorIds: [newId()],
    conversations: CONVERSATIONS,
    messagesEach: 4,
    eventsEach: 1,
    laneEvery: 1_000,
  });
  await database.transaction(
    (tx) => tx.run('UPDATE conversations SET started_at = started_at - ?', [40 * DAY]),
    { isUnlimited: true },
  );
  await database.close();
}

/** Returns a function for the number of deleted conversations. It throws if deletion stalls while some remain. */
function watchDeletions(url: string): () => Promise<number> {
  let last = 0;
  let changedAt = performance.now();
  return async () => {
    const deleted = await deletedConversations(url);
    const now = performance.now();
    if (deleted > last) [last, changedAt] = [deleted, now];
    else if (now - changedAt > STALLED_MS)
      throw new Error(`only ${deleted} of ${CONVERSATIONS} conversations were deleted`);
    return deleted;
  };
}

async function deletedConversations(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const line = /^relay_retention_deleted_rows_total\{table="conversations"\} (\d+)/m.exec(metrics);
  return Number(line?.[1] ?? 0);
}
