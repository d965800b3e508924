import { expect, it, onTestFinished } from 'vitest';
import { createAudit } from '../../src/audit/log';
import { createAuditRetention } from '../../src/audit/retention';
import { DAY } from '../../src/platform/clock';
import { openTestDatabase, quietLog } from '../support/database';

it('deletes entries of the audit log after the days that are set, and none before', async () => {
  const { database, close } = await openTestDatabase();
  onTestFinished(close);
  const audit = createAudit({ database, clock: Date.now, log: quietLog });
  for (let n = 0; n < 60; n++) {
    const event = { workspaceId: null, actor: null, ip: null };
    await audit.record(null, { ...event, action: 'tenant.updated', subject: String(n) });
  }
  const entries = () => database.read.rows('SELECT 1 FROM audit_entries');
  const cleanUp = (days: number) =>
    createAuditRetention({ database, clock: () => Date.now() + days * DAY, keptMs: 400 * DAY })();
  await cleanUp(399);
  expect(await entries()).toHaveLength(60);
  await cleanUp(401);
  expect(await entries()).toEqual([]);
});
