// Reports of a year in which something happened in every quarter of an hour: a million messages of TENANTS=10.
// ROUNDS=40 of each request.
import { apiOf } from '../../server/test/support/api';
import { quietLog } from '../../server/test/support/database';
import { createWorld, type World } from '../../server/test/support/world';
import { DAY } from '../../server/src/platform/clock';
import { newId } from '../../server/src/platform/ids';
import type { Database } from '../../server/src/platform/storage/database';
import { openDatabase } from '../../server/src/platform/storage/open-database';
import { insertRows } from '../../server/src/platform/storage/sql';
import { count, noFigures, type Figures } from '../../server/src/reports/figures';
import { QUARTER_MS } from '../../server/src/reports/entries';
import { figuresRow, REPORT_ENTRIES, REPORT_TOTALS } from '../../server/src/reports/model';
import { runOnEachDatabase, type NewFigure } from './support/each-database';
import { median, percentile, type Figure } from './support/figures';
import { LIMITS_OFF } from './support/limits-off';
import { createRelayHome } from './support/relay-home';

const TENANTS = Number(process.env['TENANTS'] ?? 10);
const ROUNDS = Number(process.env['ROUNDS'] ?? 40);
const MESSAGES = 1_000_000;
const YEAR_MS = 365 * DAY;
const ENTRIES_EACH = 200;
const ROWS_AT_ONCE = 1_000;
const TIMEZONE = 'Europe/Paris';

await runOnEachDatabase('reports', measure);

async function measure(figure: NewFigure): Promise<Figure[]> {
  const home = await createRelayHome();
  const first = await home.startRelay(LIMITS_OFF);
  const hours = { timezone: TIMEZONE, weekly: [], holidays: [] };
  const world = await createWorld(first.url, { hours });
  const tenantIds = [world.tenantId];
  while (tenantIds.length < TENANTS) tenantIds.push(await addTenant(world, tenantIds.length));
  await first.stop();

  const database = await openDatabase(home.databaseUrl, quietLog);
  const messages = await fill(database, tenantIds);
  await database.close();

  const relay = await home.startRelay(LIMITS_OFF);
  const { get } = apiOf(relay.url, world.ownerToken);
  const tenant = `tenant_id=${world.tenantId}`;
  const workspace = `workspace_id=${world.workspaceId}`;
  const ago = (days: number): string => `since=${new Date(Date.now() - days * DAY).toISOString()}`;
  const figures = [figure('messages counted', messages, 'messages')];
  for (const [name, query, target] of [
    ['a month of a tenant, by day', `${tenant}&${ago(30)}`, '<= 300'],
    [`a month of ${TENANTS} tenants, by day`, `${workspace}&${ago(30)}`, '<= 300'],
    ['a month of a tenant, by hour', `${tenant}&${ago(30)}&bucket=hour`, ''],
  ] as const) {
    const times: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const from = performance.now();
      const { status, data } = await get(`/console/fetch/reports?${query}`);
      if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(data)}`);
      if (round > 0) times.push(performance.now() - from); // the first one fills caches
    }
    figures.push(
      figure(`${name}: p50`, median(times), 'ms', target),
      figure(`${name}: p99`, percentile(times, 0.99), 'ms', target),
    );
  }
  return figures;
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

/** Fills the report tables, and returns the number of messages that they count. */
async function fill(database: Database, tenantIds: readonly string[]): Promise<number> {
  const now = Date.now();
  const latest = now - (now % QUARTER_MS);
  const quarters = YEAR_MS / QUARTER_MS;
  const each = MESSAGES / (quarters * tenantIds.length);
  let written = 0;
  let due = 0;
  const nextFigures = (): Figures => {
    due += each;
    const messages = Math.round(due) - written;
    written += messages;
    return quarterOf(messages, written);
  };
  for (const tenant_id of tenantIds) {
    for (let quarter = 0; quarter < quarters; quarter += ROWS_AT_ONCE) {
      const rows = Array.from(
        { length: Math.min(ROWS_AT_ONCE, quarters - quarter) },
        (_, index) => ({
          tenant_id,
          began_at: latest - (quarter + index) * QUARTER_MS,
          ...figuresRow(nextFigures()),
        }),
      );
      await database.transaction((tx) => insertRows(tx, REPORT_TOTALS, rows));
    }
    const entries = Array.from({ length: ENTRIES_EACH }, () => ({
      tenant_id,
      began_at: latest,
      entry_id: newId(),
      ...figuresRow(quarterOf(1, 1)),
    }));
    await database.transaction((tx) => insertRows(tx, REPORT_ENTRIES, entries));
  }
  return written;
}

/** Figures of a quarter of an hour with one conversation and these messages. */
function quarterOf(messages: number, seed: number): Figures {
  const figures = noFigures();
  count(figures, {
    conversations: 1,
    visitorMessages: messages,
    botMessages: 0,
    agentMessages: 0,
    resolvedByBot: 0,
    resolvedByAgent: seed % 2,
    lateFirstAnswers: 0,
    lateWaits: 0,
    escalation: seed % 2 === 0 ? 'low_confidence' : null,
    firstAnswerMs: 100 + (seed % 100_000),
    waitMs: seed % 2 === 0 ? 1_000 + (seed % 900_000) : null,
    rating: null,
  });
  return figures;
}
