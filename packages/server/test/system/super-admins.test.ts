import { afterEach, describe, expect, it } from 'vitest';
import { apiOf } from '../support/api';
import { createTestDatabase, type TestDatabaseAddress } from '../support/database';
import { readSql } from '../support/direct-sql';
import { startRelay, type TestRelay } from '../support/relay';
import { addStranger } from '../support/members';
import { callRoute, nameOf } from '../authorization/route-call';

const SEED = {
  SYSTEM_ADMIN_EMAIL: 'root@corp.test',
  SYSTEM_ADMIN_PASSWORD: 'the first of all passwords',
};
/** SQLite allows one relay at a time: its second start is a relay after the one that made the tables. */
const NODES = process.env['TEST_DATABASE'] === 'mysql' ? 4 : 1;

let relays: TestRelay[] = [];
let database: TestDatabaseAddress | undefined;
afterEach(async () => {
  await Promise.all(relays.map((relay) => relay.stop()));
  await database?.drop();
  relays = [];
  database = undefined;
});

describe('a super-admin', () => {
  it('refuses a demoted super-admin on every system route with the next request', async () => {
    const [relay] = (relays = [await startRelay({ env: SEED })]);
    const { url, adminKey } = relay!;
    const { token, email } = await addStranger(url);
    const byKey = apiOf(url, undefined, { 'x-admin-key': adminKey });
    const change = async (verb: 'promote' | 'demote') => {
      const { status } = await byKey.post(`/console/${verb}/console-admin?email=${email}`);
      expect(status).toBe(200);
    };
    const routes = relay!.relay.routes.filter(({ strategy }) => strategy === 'system');
    expect(routes.length).toBeGreaterThan(5);
    for (const route of routes) {
      const ask = () => callRoute(url, route, {}, { token });
      await change('promote');
      expect([200, 422], nameOf(route)).toContain((await ask()).status);
      await change('demote');
      expect((await ask()).code, nameOf(route)).toBe('not_system_admin');
    }
  });

  it('makes the configured super-admin once when nodes start at once', async () => {
    database = await createTestDatabase();
    const shared = database;
    // The tables exist first, because the race is about the seeded account.
    await (await startRelay({ database, env: NODES > 1 ? {} : SEED })).stop();
    relays = await Promise.all(
      Array.from({ length: NODES }, () => startRelay({ database: shared, env: SEED })),
    );
    const accounts = await readSql<{ email: string; is_system: number; status: string }>(
      database,
      'SELECT email, is_system, status FROM accounts',
    );
    expect(accounts).toEqual([{ email: 'root@corp.test', is_system: 1, status: 'ACTIVE' }]);
    const entries = await readSql<{ action: string }>(
      database,
      'SELECT action FROM audit_entries WHERE workspace_id IS NULL',
    );
    expect(entries).toEqual([{ action: 'system_admin.created' }]);
    for (const { url } of relays) {
      const login = await apiOf(url).post<{ redirect_to_mfa: boolean }>('/console/login', {
        email: SEED.SYSTEM_ADMIN_EMAIL,
        password: SEED.SYSTEM_ADMIN_PASSWORD,
      });
      expect([login.status, login.data.redirect_to_mfa]).toEqual([200, true]);
    }
  });
});
