import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCallbackRetention } from '../../../src/callbacks/worker/retention';
import { createQueueMails } from '../../../src/callbacks/health/queue-mails';
import { createFailingMails } from '../../../src/callbacks/health/failing-mails';
import { newId } from '../../../src/platform/ids';
import { createMailer } from '../../../src/platform/mail/mailer';
import type { Database } from '../../../src/platform/storage/database';
import { insertRows } from '../../../src/platform/storage/sql';
import type { SqlValue } from '../../../src/platform/storage/table';
import { createCallbackStage, type CallbackStage } from '../../support/callback-stage';
import { openTestDatabase } from '../../support/database';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('the upkeep of callbacks', () => {
  let database: Database;
  let closeDatabase: () => Promise<void>;
  let stage: CallbackStage;
  let tenantId: string;

  beforeAll(async () => {
    ({ database, close: closeDatabase } = await openTestDatabase());
    stage = createCallbackStage(database);
  });
  afterAll(async () => {
    await stage.close();
    await closeDatabase();
  });
  beforeEach(async () => {
    tenantId = await stage.addTenant('http://127.0.0.1:9');
  });

  const insert = (table: string, row: Record<string, SqlValue>) =>
    database.transaction((tx) => insertRows(tx, { name: table, columns: Object.keys(row) }, [row]));

  /** Adds a member to the tenant's workspace, with an address that begins with the name. */
  async function addOwner(tenant: string, name: string, role = 'owner'): Promise<void> {
    const [row] = await database.read.rows<{ workspaceId: string }>(
      'SELECT workspace_id AS workspaceId FROM tenants WHERE tenant_id = ?',
      [tenant],
    );
    const accountId = newId();
    await insert('accounts', {
      account_id: accountId,
      email: `${name}-${accountId}@example.com`,
      password_hash: 'x',
      display_name: 'A',
      status: 'active',
      is_system: 0,
      mfa_enabled: 1,
      totp_enabled: 0,
      created_at: stage.clock(),
    });
    await insert('memberships', {
      workspace_id: row?.workspaceId ?? '',
      account_id: accountId,
      role,
      created_at: stage.clock(),
    });
  }

  const insertTrouble = (tenant: string, failingSince: number, mailsSent: number) =>
    insert('callback_health', {
      tenant_id: tenant,
      failing_since: failingSince,
      failures: 3,
      first_conversation_id: stage.newConversationId(),
      is_spread: 0,
      probes: 0,
      resumes_at: 0,
      mails_sent: mailsSent,
    });

  it('deletes callbacks finished 30 days ago and none that wait', async () => {
    const conversationId = stage.newConversationId();
    await stage.enqueue(stage.makeEvents(tenantId, conversationId, 1, 4));
    const now = stage.clock();
    const settle = (sequence: number, state: string, settledAt: number | null) =>
      database.transaction((tx) =>
        tx.run(
          'UPDATE callback_events SET state = ?, settled_at = ? WHERE tenant_id = ? AND sequence = ?',
          [state, settledAt, tenantId, sequence],
        ),
      );
    await settle(1, 'delivered', now);
    await settle(2, 'dead', now);
    await settle(3, 'delivered', now + 2 * DAY);
    await settle(4, 'aside', now);
    for (const sequence of [1, 3]) {
      await insert('callback_attempts', {
        tenant_id: tenantId,
        conversation_id: conversationId,
        sequence,
        timestamp_ms: now,
        record: '{}',
      });
    }
    await createCallbackRetention({ database, clock: () => now + 29 * DAY })();
    expect(await stage.stored(tenantId)).toHaveLength(4);
    await createCallbackRetention({ database, clock: () => now + 31 * DAY })();
    expect((await stage.stored(tenantId)).map(({ sequence }) => sequence)).toEqual([3, 4]);
    expect((await stage.attemptsOf(tenantId)).map(({ sequence }) => sequence)).toEqual([3]);
  });

  it('mails owners once about a queue of more than a day or 100,000 events', async () => {
    const now = stage.clock();
    const [slow, failing, short] = await stage.addTenants(3, 'http://127.0.0.1:9', newId());
    const ofTenants = [tenantId, slow ?? '', failing ?? '', short ?? ''];
    await stage.enqueue(
      ofTenants.flatMap((tenant) => stage.makeEvents(tenant, stage.newConversationId(), 1, 1)),
    );
    const lengthen = (tenant: string, tail: number) =>
      database.transaction((tx) =>
        tx.run('UPDATE callback_lanes SET tail = ? WHERE tenant_id = ?', [tail, tenant]),
      );
    await lengthen(tenantId, 100_001);
    await lengthen(slow ?? '', 100_001);
    await lengthen(failing ?? '', 100_001);
    await lengthen(short ?? '', 100_000);
    await insertTrouble(failing ?? '', now, 1);
    await addOwner(tenantId, 'long');
    await addOwner(slow ?? '', 'three');

    const mailed = async (atMs: number): Promise<string[]> => {
      const clock = () => now + atMs;
      const mailer = createMailer({ isConfigured: true, keys: [Buffer.alloc(32, 1)], clock });
      const sweep = createQueueMails({ database, clock, mailer });
      await Promise.all([sweep(), sweep()]);
      const rows = await database.read.rows<{ recipient: string }>(
        "SELECT recipient FROM mails WHERE recipient LIKE 'long-%' OR recipient LIKE 'three-%'",
      );
      return rows.map(({ recipient }) => recipient.split('-')[0] ?? '').sort();
    };
    expect(await mailed(0)).toEqual(['long', 'three']);
    expect(await mailed(HOUR)).toEqual(['long', 'three']);
    // By now the fourth tenant's queue is a day old.
    expect(await mailed(DAY + HOUR)).toEqual(['long', 'three', 'three']);
    await lengthen(tenantId, 1);
    await database.transaction((tx) =>
      tx.run('UPDATE callback_events SET created_at = ?', [now + 2 * DAY]),
    );
    expect(await mailed(2 * DAY + HOUR)).toEqual(['long', 'three', 'three']);
    await lengthen(tenantId, 100_001);
    expect(await mailed(2 * DAY + 2 * HOUR)).toEqual(['long', 'long', 'three', 'three']);
  });

  it('mails owners about failures after an hour and after a day, once each', async () => {
    const now = stage.clock();
    for (const role of ['owner', 'owner', 'admin']) await addOwner(tenantId, role, role);
    await insertTrouble(tenantId, now, 0);
    const recipients = async (atMs: number): Promise<string[]> => {
      const clock = () => now + atMs;
      const mailer = createMailer({ isConfigured: true, keys: [Buffer.alloc(32, 1)], clock });
      const sweep = createFailingMails({ database, clock, mailer });
      // Two nodes look at the same time.
      await Promise.all([sweep(), sweep()]);
      const rows = await database.read.rows<{ recipient: string }>(
        "SELECT recipient FROM mails WHERE recipient LIKE 'owner-%' OR recipient LIKE 'admin-%'",
      );
      return rows.map(({ recipient }) => recipient);
    };
    expect(await recipients(HOUR - 1)).toEqual([]);
    const first = await recipients(HOUR);
    expect(first.map((email) => email.split('-')[0])).toEqual(['owner', 'owner']);
    expect(await recipients(DAY - 1)).toHaveLength(2);
    expect(await recipients(DAY)).toHaveLength(4);
    expect(await recipients(3 * DAY)).toHaveLength(4);
  });
  it('mails no owner while the failures are those of the relay’s own proxy', async () => {
    const now = stage.clock();
    await addOwner(tenantId, 'proxied');
    await insertTrouble(tenantId, now, 0);
    await stage.enqueue(stage.makeEvents(tenantId, stage.newConversationId(), 1, 1));
    await database.transaction((tx) =>
      tx.run('UPDATE callback_lanes SET tail = 100001 WHERE tenant_id = ?', [tenantId]),
    );
    const row = { tenant_id: tenantId, delivered_at: null, failed_at: now, failure_status: null };
    await insert('callback_results', { ...row, failure_reason: 'proxy_down' });
    const clock = () => now + HOUR;
    const mailer = createMailer({ isConfigured: true, keys: [Buffer.alloc(32, 1)], clock });
    const mailed = async () => {
      await createFailingMails({ database, clock, mailer })();
      await createQueueMails({ database, clock, mailer })();
      const rows = await database.read.rows(
        "SELECT recipient FROM mails WHERE recipient LIKE 'proxied-%'",
      );
      return rows.length;
    };
    expect(await mailed()).toBe(0);
    await database.transaction((tx) =>
      tx.run("UPDATE callback_results SET failure_reason = 'connect' WHERE tenant_id = ?", [
        tenantId,
      ]),
    );
    expect(await mailed()).toBe(1);
  });
});
