import { expect, it, onTestFinished } from 'vitest';
import { createWaitingMails } from '../../../../src/conversations/inbox/waiting-mails/sweep';
import { MINUTE } from '../../../../src/platform/clock';
import { newId } from '../../../../src/platform/ids';
import { createMailBudgets } from '../../../../src/platform/mail/budgets';
import { createMailer } from '../../../../src/platform/mail/mailer';
import { deriveKeys } from '../../../../src/platform/security/keys';
import { insertRows } from '../../../../src/platform/storage/sql';
import { createCallbackStage } from '../../../support/callback-stage';
import { addVisitorSession, surroundings, visitorSays } from '../../../support/conversations';
import { openTestDatabase } from '../../../support/database';
import { addOperators } from '../../../support/grown-operators';
import { openTestJournal } from '../../../support/journal';

const NODES = 3;
const TENANTS = 12;
const OPERATORS = 2;

it('is queued by one of three nodes that look at the same time', async () => {
  const { database, close } = await openTestDatabase();
  onTestFinished(close);
  const workspaceId = newId();
  const tenantIds = await createCallbackStage(database).addTenants(TENANTS, null, workspaceId);
  const operatorIds = Array.from({ length: OPERATORS }, newId);
  const accountIds = await addOperators(database, { workspaceId, tenantIds, operatorIds });
  const accounts = accountIds.map((account_id, n) => ({
    account_id,
    email: `operator${n}@corp.test`,
    password_hash: '',
    display_name: 'Ann',
    status: 'ACTIVE',
    is_system: 0,
    mfa_enabled: 1,
    totp_enabled: 0,
    created_at: Date.now(),
  }));
  await database.transaction(async (tx) => {
    await insertRows(tx, { name: 'accounts', columns: Object.keys(accounts[0] ?? {}) }, accounts);
    await tx.run("UPDATE operators SET presence = 'offline'");
  });
  const journal = openTestJournal({
    database,
    messagesPerDay: 100,
  });
  for (const tenantId of tenantIds) {
    const session = await addVisitorSession(database, { tenant_id: tenantId, mode: 'human' });
    const waits = { session, command: visitorSays('Hello?'), surroundings: surroundings() };
    await journal.submit(waits);
  }

  const clock = () => Date.now() + 3 * MINUTE;
  const limits = { mails_per_recipient_hour: 1_000, mails_per_recipient_day: 1_000 };
  const { mail: keys } = deriveKeys([Buffer.alloc(32)]);
  const sweeps = Array.from({ length: NODES }, () =>
    createWaitingMails({
      database,
      clock,
      mailer: createMailer({ isConfigured: true, keys, clock }),
      mailBudgets: createMailBudgets({ database, clock, limits, isLocal: true }),
      afterMs: 2 * MINUTE,
      awayAfterMs: 5 * MINUTE,
      inboxUrl: null,
    }),
  );
  const mailed = await Promise.all(sweeps.map((sweep) => sweep(() => false)));
  expect(mailed.reduce((sum, tenants) => sum + tenants, 0)).toBe(TENANTS);
  const [row] = await database.read.rows<{ n: number }>('SELECT COUNT(*) AS n FROM mails');
  expect(Number(row?.n)).toBe(TENANTS * OPERATORS);
  expect(await Promise.all(sweeps.map((sweep) => sweep(() => false)))).toEqual([0, 0, 0]);
});
