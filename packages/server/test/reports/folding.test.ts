import { afterEach, beforeEach, expect, it } from 'vitest';
import { DAY, systemClock } from '../../src/platform/clock';
import { newId } from '../../src/platform/ids';
import type { Database, Tx } from '../../src/platform/storage/database';
import { insertRows } from '../../src/platform/storage/sql';
import { startCounting } from '../../src/reports/entries';
import { createFolding } from '../../src/reports/folding';
import { REPORT_ENTRIES } from '../../src/reports/model';
import { readReport } from '../../src/reports/report';
import { openTestDatabase, quietLog } from '../support/database';

let database: Database;
let close: () => Promise<void>;
beforeEach(async () => {
  ({ database, close } = await openTestDatabase());
});
afterEach(() => close());

const NOW = Date.now();
const TENANT = newId();
const ANSWER = {
  conversations: 0,
  visitorMessages: 0,
  botMessages: 1,
  agentMessages: 0,
  resolvedByBot: 0,
  resolvedByAgent: 0,
  lateFirstAnswers: 0,
  lateWaits: 0,
  escalation: null,
  firstAnswerMs: 2_000,
  waitMs: null,
  rating: null,
};

const foldingOf = (of: Database, now = systemClock) =>
  createFolding({ database: of, clock: now, log: quietLog });
const answer = (at = NOW) =>
  database.transaction((tx) => {
    const counting = startCounting(at);
    counting.add(TENANT, ANSWER);
    return insertRows(tx, REPORT_ENTRIES, counting.rows(newId));
  });
const botMessages = async () =>
  (await readReport(database, [TENANT], [NOW - DAY, NOW + DAY])).totals.botMessages;
const countRows = async (table: string) =>
  (await database.read.rows(`SELECT 1 FROM ${table}`)).length;

it('counts what was being added up when a node stopped once', async () => {
  for (let n = 0; n < 5; n++) await answer();
  const stopsBeforeDelete = (tx: Tx): Tx => ({
    ...tx,
    run: (sql, params) =>
      sql.startsWith('DELETE') ? Promise.reject(new Error('stopped')) : tx.run(sql, params),
  });
  const stopping: Database = {
    ...database,
    transaction: (work) => database.transaction((tx) => work(stopsBeforeDelete(tx))),
  };
  await expect(foldingOf(stopping).fold()).rejects.toThrow('stopped');
  expect(await botMessages()).toBe(5);
  await foldingOf(database).fold();
  expect(await botMessages()).toBe(5);
});

it('keeps one row for a quarter of an hour, and adds later entries to it', async () => {
  for (let n = 0; n < 450; n++) await answer();
  await foldingOf(database).fold();
  await answer();
  await foldingOf(database).fold();
  expect([await countRows('report_entries'), await countRows('report_totals')]).toEqual([0, 1]);
  expect(await botMessages()).toBe(451);
});

it('deletes totals after three years', async () => {
  await answer(NOW - 1_100 * DAY - 1);
  await answer();
  const folding = foldingOf(database, () => NOW);
  await folding.fold();
  await folding.deleteExpired();
  expect(await countRows('report_totals')).toBe(1);
});

it('writes nothing where nothing happened', async () => {
  await database.transaction(async (tx) => {
    const counting = startCounting(NOW);
    counting.add(TENANT, { ...ANSWER, botMessages: 0, firstAnswerMs: null });
    await insertRows(tx, REPORT_ENTRIES, counting.rows(newId));
  });
  expect(await countRows('report_entries')).toBe(0);
});
