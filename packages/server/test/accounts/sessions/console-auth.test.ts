import { afterAll, beforeAll, expect, it } from 'vitest';
import { createKnownAddresses } from '../../../src/accounts/protection/known-addresses';
import { createConsoleAuth } from '../../../src/accounts/sessions/console-auth';
import { HOUR, MINUTE, type Clock } from '../../../src/platform/clock';
import type { Database } from '../../../src/platform/storage/database';
import { openDatabase } from '../../../src/platform/storage/open-database';
import { signInOnPage } from '../../support/console-page';
import { quietLog } from '../../support/database';
import { readSql } from '../../support/direct-sql';
import { useRelay } from '../../support/relay';
import { tokensOf } from '../../support/tokens';

const relay = useRelay();
let database: Database;
beforeAll(async () => {
  database = await openDatabase(relay.database.url, quietLog);
});
afterAll(() => database.close());

/** Checks the session of a cookie as a node with this clock does. */
function checkAt(clock: Clock, token: string): Promise<unknown> {
  const knownAddresses = createKnownAddresses({ database, clock, keys: [Buffer.alloc(32, 1)] });
  const tokens = tokensOf(relay);
  const auth = createConsoleAuth({ database, tokens, clock, log: quietLog, knownAddresses });
  return auth.authenticate({ token, by: 'cookie', isBackground: false });
}

async function idleEndOf(email: string): Promise<number> {
  const rows = await readSql<{ idle_ends_at: number }>(
    relay.database,
    `SELECT s.idle_ends_at FROM console_sessions s JOIN accounts a ON a.account_id = s.account_id
     WHERE a.email = ? AND s.kind = 'cookie'`,
    [email],
  );
  return Number(rows[0]?.idle_ends_at);
}

it('keeps the later of two idle ends that nodes with different clocks store at once', async () => {
  const { token, email } = await signInOnPage(relay.url);
  const now = relay.now() + HOUR;
  await Promise.all([checkAt(() => now + MINUTE, token), checkAt(() => now, token)]);
  expect(await idleEndOf(email)).toBe(now + MINUTE + 12 * HOUR);
});

it('does not extend a session whose idle end passes while it is checked', async () => {
  const { token, email } = await signInOnPage(relay.url);
  const endsAt = await idleEndOf(email);
  let now = endsAt - 1;
  await checkAt(() => now++, token);
  expect(await idleEndOf(email)).toBe(endsAt);
});
