import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as accounts from '../../../src/accounts/model';
import * as attachments from '../../../src/attachments/model';
import * as audit from '../../../src/audit/model';
import * as callbacks from '../../../src/callbacks/events/model';
import * as compliance from '../../../src/compliance/model';
import { MASTER_KEY_CHECK } from '../../../src/config/master-key';
import * as cannedReplies from '../../../src/conversations/inbox/canned-replies/model';
import * as knowledge from '../../../src/bots/knowledge/model';
import * as translation from '../../../src/bots/translation/model';
import * as unanswered from '../../../src/bots/unanswered/model';
import * as answerMails from '../../../src/conversations/answer-mails/model';
import * as waitingMails from '../../../src/conversations/inbox/waiting-mails/model';
import * as tags from '../../../src/conversations/journal/tags/model';
import * as notes from '../../../src/conversations/inbox/notes/model';
import * as conversations from '../../../src/conversations/journal/model';
import { NODES } from '../../../src/conversations/live/node-register';
import * as suggestions from '../../../src/conversations/journal/suggestions';
import * as operators from '../../../src/operators/model';
import { IDEMPOTENCY_KEYS } from '../../../src/platform/http/idempotency';
import * as mail from '../../../src/platform/mail/model';
import { BUDGETS } from '../../../src/platform/storage/budgets';
import type { Database } from '../../../src/platform/storage/database';
import { modelOf } from '../../../src/platform/storage/models';
import type { Table } from '../../../src/platform/storage/table';
import * as reports from '../../../src/reports/model';
import * as search from '../../../src/search/model';
import * as tenantApi from '../../../src/tenant-api/model';
import * as tenants from '../../../src/tenants/model';
import * as blocks from '../../../src/visitors/blocks/model';
import * as visitors from '../../../src/visitors/model';
import * as workspaces from '../../../src/workspaces/model';
import { openTestDatabase } from '../../support/database';

const isTable = (value: unknown): value is Table<object> =>
  typeof value === 'object' && value !== null && 'kinds' in value;

const MODULES: object[] = [
  accounts,
  attachments,
  audit,
  callbacks,
  compliance,
  cannedReplies,
  answerMails,
  knowledge,
  notes,
  tags,
  waitingMails,
  suggestions,
  conversations,
  mail,
  operators,
  reports,
  search,
  tenantApi,
  tenants,
  translation,
  unanswered,
  blocks,
  visitors,
  workspaces,
  { BUDGETS, IDEMPOTENCY_KEYS, MASTER_KEY_CHECK, NODES },
];
const TABLES = MODULES.flatMap((module) => Object.values(module)).filter(isTable);
/** Tables without a model: those of the migrator, and the search index, which differs between the databases. */
const UNLISTED = /^(migrations|migration_lease|search_(terms|words.*))$/;

interface StoredColumn {
  table_name: string;
  column_name: string;
  kind: string;
  is_nullable: boolean;
  is_key: boolean;
}

const kindOf = (type: string): string => {
  if (/blob/i.test(type)) return 'bytes';
  return /int/i.test(type) ? 'integer' : 'text';
};

async function columnsOf({ dialect, read }: Database): Promise<StoredColumn[]> {
  if (dialect === 'mysql') {
    const rows = await read.rows<{ t: string; c: string; type: string; n: string; k: string }>(
      `SELECT table_name AS t, column_name AS c, data_type AS type, is_nullable AS n, column_key AS k
       FROM information_schema.columns WHERE table_schema = DATABASE()`,
    );
    // `column_key` also names the first column of other unique keys, but those only as UNI or MUL.
    return rows.map(({ t, c, type, n, k }) => ({
      table_name: t,
      column_name: c,
      kind: kindOf(type),
      is_nullable: n === 'YES',
      is_key: k === 'PRI',
    }));
  }
  const rows = await read.rows<{ t: string; c: string; type: string; required: number; k: number }>(
    `SELECT m.name AS t, c.name AS c, c.type, c."notnull" AS required, c.pk AS k
     FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'`,
  );
  return rows.map(({ t, c, type, required, k }) => ({
    table_name: t,
    column_name: c,
    kind: kindOf(type),
    is_nullable: required === 0 && k === 0,
    is_key: k > 0,
  }));
}

describe('the models', () => {
  let database: Database;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ database, close } = await openTestDatabase());
  });
  afterAll(() => close());

  it('have each table of the schema once, with its columns, their kinds and its key', async () => {
    const defined = TABLES.flatMap(({ name, key, kinds }) =>
      Object.entries(kinds).map(([column, { kind, isNullable }]) => ({
        table_name: name,
        column_name: column,
        kind,
        is_nullable: isNullable,
        is_key: key.includes(column),
      })),
    );
    const stored = (await columnsOf(database)).filter(
      ({ table_name }) => !UNLISTED.test(table_name) && !table_name.startsWith('sqlite_'),
    );
    const inOrder = (columns: StoredColumn[]) =>
      columns.map((column) => JSON.stringify(column)).toSorted();
    expect(inOrder(defined)).toEqual(inOrder(stored));
  });

  it('write and read every kind of column, and null', async () => {
    const events = modelOf(database, callbacks.CALLBACK_EVENTS);
    const row = {
      tenant_id: 't',
      conversation_id: 'c',
      sequence: 1,
      event_id: 'e',
      event: 'ticket-created',
      body: Buffer.from([0, 255, 39, 10]),
      body_sha256: '',
      state: 'pending',
      attempts: 0,
      last_timestamp: Number.MAX_SAFE_INTEGER,
      outcome: "O'Hara \\ ?",
      due_at: null,
      failing_since: null,
      replay_of: null,
      created_at: 1,
      settled_at: null,
    } as const;
    await database.transaction(async (tx) => {
      await events.create(row, { transaction: await tx.forModels() });
    });
    const found = await events.findOne({ where: { tenant_id: 't', event_id: 'e' } });
    expect(found?.get()).toEqual(row);
  });
});
