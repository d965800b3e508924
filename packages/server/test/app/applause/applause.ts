import Joi from 'joi';
import type { MakePart } from '../../../src/app/build-relay';
import type { BatchPart } from '../../../src/conversations/journal/batch/batch-part';
import type { Sql } from '../../../src/platform/storage/sql';
import { defineTable, integer, text, type RowOf } from '../../../src/platform/storage/table';
import { inserts } from '../../../src/platform/storage/writes';
import { task } from '../../../src/platform/tasks/task';
import { consoleRoutesFor } from '../../../src/workspaces/principal';

/** A feature that exists only in this test: it records messages of pleased visitors. */

const consoleRoute = consoleRoutesFor<{ 'console/fetch/applause': { applause: number } }>();

const APPLAUSE = defineTable('applause', ['tenant_id', 'session_id', 'seq'], {
  tenant_id: text(),
  session_id: text(),
  seq: integer(),
});

export const APPLAUSE_SCHEMA = `CREATE TABLE applause (tenant_id VARCHAR(64) NOT NULL,
  session_id VARCHAR(64) NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (tenant_id, session_id, seq))`;

const batch: BatchPart<undefined, RowOf<typeof APPLAUSE>[]> = {
  collect: ({ applied }) =>
    applied.flatMap(({ session, change: { messages } }) =>
      messages
        .filter(({ sender, content }) => sender === 'visitor' && content.includes('bravo'))
        .map(({ seq }) => ({
          tenant_id: session.tenantId,
          session_id: session.sessionId,
          seq,
        })),
    ),
  write: (rows) => inserts(APPLAUSE, rows),
};

async function countApplause(sql: Sql, tenantId: string): Promise<number> {
  const [row] = await sql.rows<{ n: number }>(
    'SELECT COUNT(*) AS n FROM applause WHERE tenant_id = ?',
    [tenantId],
  );
  return row?.n ?? 0;
}

/** @param calls notes what the relay has called */
export function applausePart(calls: string[]): MakePart {
  return ({ database }) => ({
    batch,
    routes: [
      consoleRoute<Record<string, never>, { tenant_id: string }>({
        area: 'console',
        rateLimit: 'console_per_ip',
        method: 'GET',
        path: '/console/fetch/applause',
        summary: 'How often visitors were pleased',
        query: Joi.object({ tenant_id: Joi.string().required() }),
        answer: Joi.object({ applause: Joi.number().required() }),
        handle: async ({ query }) => ({
          applause: await countApplause(database.read, query.tenant_id),
        }),
      }),
    ],
    gauges: [{ name: 'relay_applause_level', help: 'How loud it is', read: () => 11 }],
    tasks: [
      task('applause', () => {
        calls.push('started');
        return () => void calls.push('stopped');
      }),
    ],
    deletions: [async () => void calls.push('deleted')],
    data: {
      ofTenant: [APPLAUSE],
      ofConversation: [{ table: APPLAUSE, of: 'session' }],
    },
  });
}
