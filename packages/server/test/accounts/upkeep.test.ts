import { expect, it } from 'vitest';
import { DAY } from '../../src/platform/clock';
import { PASSWORD } from '../support/console-calls';
import { readSql } from '../support/direct-sql';
import { useRelay } from '../support/relay';
import { MAILING, registerByMail } from '../support/mails';

const relay = useRelay(MAILING);

/** Tables that hold traces of strangers. In `budgets`, the row `search` is the relay's claim to its own work. */
const TABLES = {
  lockouts: 'lockouts',
  challenges: 'challenges',
  mail_budgets: 'mail_budgets',
  budgets: "budgets WHERE budget_key <> 'search'",
  known_addresses: 'known_addresses',
};

it('keeps no row of a stranger for longer than a day after its end', async () => {
  const counts = async () => {
    const pairs = Object.entries(TABLES).map(async ([table, rows]) => {
      const [row] = await readSql<{ n: number }>(
        relay.database,
        `SELECT COUNT(*) AS n FROM ${rows}`,
      );
      return [table, row?.n] as const;
    });
    return Object.fromEntries(await Promise.all(pairs));
  };
  const email = 'ada@corp.test';
  await relay.post('/console/register', {
    email,
    password: PASSWORD,
    display_name: 'Ada',
    organization_name: 'Acme',
  });
  for (let i = 0; i < 3; i++) {
    await relay.post('/console/login', { email: `${i}.${email}`, password: 'wrong password' });
    await relay.post('/console/forgot/password', { email: `${i}.${email}` });
  }
  await relay.cleanUp();
  expect(await counts()).toMatchObject({ lockouts: 3, challenges: 4, mail_budgets: 4, budgets: 3 });
  relay.advance(DAY + DAY / 2);
  await relay.cleanUp();
  expect(await counts()).toEqual({
    lockouts: 0,
    challenges: 0,
    mail_budgets: 0,
    budgets: 0,
    known_addresses: 0,
  });
});

it('keeps no ended console session for longer than 30 days', async () => {
  const { token } = await registerByMail(relay, 'bob@corp.test');
  await relay.post('/console/logout', {}, { token });
  const sessions = () => readSql(relay.database, 'SELECT 1 FROM console_sessions');
  expect(await sessions()).toHaveLength(1);
  relay.advance(30 * DAY);
  await relay.cleanUp();
  expect(await sessions()).toEqual([]);
});
