import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readSql, writeSql } from '../../support/direct-sql';
import { startRelay, type TestRelay } from '../../support/relay';
import { VisitorSocket } from '../../support/visitor-socket';
import { createVisitor, createWorld, type World } from '../../support/world';

const TENANTS = 1_000;
const AT_ONCE = 40;
const COUNTED_S = 4;
/** A visitor's session, and its socket. */
const VISITS_A_TENANT = 2;

/** Statements are counted on their way to SQLite's threads. MySQL gets the same ones. */
describe('1,000 tenants with an idle socket', () => {
  let test: TestRelay;
  let worlds: World[] = [];
  const sockets: VisitorSocket[] = [];

  beforeAll(async () => {
    test = await startRelay({
      env: {
        LIMIT_TENANTS_PER_WORKSPACE: String(TENANTS),
        LIMIT_OPEN_SOCKETS_PER_IP: String(TENANTS),
      },
    });
    const first = await createWorld(test.url);
    worlds = [first];
    while (worlds.length < TENANTS) {
      const wanted = Math.min(AT_ONCE, TENANTS - worlds.length);
      worlds.push(...(await Promise.all(Array.from({ length: wanted }, () => addTenant(first)))));
    }
    for (let start = 0; start < TENANTS; start += AT_ONCE) {
      const opened = worlds.slice(start, start + AT_ONCE).map(async (world) => {
        const { token } = await createVisitor(test.url, world);
        return VisitorSocket.open(test.url, token);
      });
      sockets.push(...(await Promise.all(opened)));
    }
    await vi.waitFor(expectStoredVisits, { timeout: 30_000, interval: 500 });
  }, 120_000);
  afterAll(async () => {
    for (const socket of sockets) socket.ws.terminate();
    await test.stop();
  });

  /** Waits until the visits are stored, some seconds later. Before that the relay is not idle. */
  async function expectStoredVisits(): Promise<void> {
    const sql = 'SELECT SUM(seen) AS visits FROM widget_sightings';
    const [row] = await readSql<{ visits: number }>(test.database, sql);
    expect(row?.visits).toBe(VISITS_A_TENANT * TENANTS);
  }

  async function addTenant(world: World): Promise<World> {
    const { data } = await world.owner.post<{
      tenant: { tenant_id: string; widget_public_key: string };
    }>('/console/create/tenant', {
      workspace_id: world.workspaceId,
      tenant_name: 'Shop',
      allowed_origins: [world.origin],
    });
    const { tenant_id: tenantId, widget_public_key: widgetKey } = data.tenant;
    return { ...world, tenantId, widgetKey };
  }

  it('runs at most 10 statements a second for 1,000 tenants with an idle socket', async () => {
    const sent = vi.spyOn(Worker.prototype, 'postMessage');
    await new Promise((resolve) => setTimeout(resolve, COUNTED_S * 1_000));
    const statements = sent.mock.calls.flatMap(([requests]) =>
      ([requests].flat() as { sql?: string }[]).flatMap(({ sql }) =>
        sql === undefined ? [] : [sql],
      ),
    );
    sent.mockRestore();
    // Shows that the counter works: the relay looks for changed tenants all the time.
    expect(statements.filter((sql) => sql.includes('tenants')).length).toBeGreaterThan(0);
    expect(statements.length / COUNTED_S).toBeLessThanOrEqual(10);
  }, 20_000);

  it('disconnects 1,000 suspended tenants within 2 s', async () => {
    const [last] = sockets.slice(-1);
    await writeSql(
      test.database,
      "UPDATE tenants SET status = 'suspended', changed_at = ? WHERE tenant_id = ?",
      [Date.now(), worlds.at(-1)?.tenantId ?? ''],
    );
    const suspendedAt = Date.now();
    expect(await last?.closed).toMatchObject({ code: 4403 });
    expect(Date.now() - suspendedAt).toBeLessThan(2_000);
    expect(sockets[0]?.ws.readyState).toBe(sockets[0]?.ws.OPEN);
  });
});
