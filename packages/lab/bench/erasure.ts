// A deleted tenant with MESSAGES=100000 is erased: how long each batch holds up other writers, from its
// first lock to the end of its commit.
import { createAudit } from '../../server/src/audit/log';
import { newId } from '../../server/src/platform/ids';
import type { Database } from '../../server/src/platform/storage/database';
import { createCallbackStage } from '../../server/test/support/callback-stage';
import { openTestDatabase, quietLog } from '../../server/test/support/database';
import { grow } from '../../server/test/support/growth';
import { atEnd } from './support/at-end';
import { runOnEachDatabase, type NewFigure } from './support/each-database';
import { percentile, type Figure } from './support/figures';
import { createTenantErasure } from '../../server/test/support/stored-data';

const MESSAGES = Number(process.env['MESSAGES'] ?? 100_000);
const MESSAGES_EACH = 10;
const TARGET_MS = 50;

await runOnEachDatabase('erasure', measure);

async function measure(figure: NewFigure): Promise<Figure[]> {
  const { database, close } = await openTestDatabase();
  atEnd(close);
  await addDeletedTenant(database);
  const batches: Batch[] = [];
  const clock = Date.now;
  const audit = createAudit({ database, clock, log: quietLog });
  const erase = createTenantErasure({
    database: noting(database, batches),
    clock,
    audit,
    directory: { invalidate: () => undefined },
    removals: { workOff: async () => true },
  });
  const startedAt = performance.now();
  await erase(() => false);
  const tookS = (performance.now() - startedAt) / 1000;
  const heldMs = batches.map((batch) => batch.heldMs);
  const late = heldMs.filter((ms) => ms > TARGET_MS).length;
  return [
    figure('batches', batches.length, ''),
    figure('most rows in a batch', Math.max(...batches.map(({ rows }) => rows)), 'rows', '<= 500'),
    figure('held, p50', percentile(heldMs, 0.5), 'ms'),
    figure('held, p99', percentile(heldMs, 0.99), 'ms', `<= ${TARGET_MS}`),
    figure('held, longest', Math.max(...heldMs), 'ms', `<= ${TARGET_MS}`),
    figure(`batches over ${TARGET_MS} ms`, late, '', '0'),
    figure('erased in', tookS, 's'),
  ];
}

async function addDeletedTenant(database: Database): Promise<void> {
  const stage = createCallbackStage(database);
  const tenantIds = await stage.addTenants(1, 'http://127.0.0.1:9');
  await grow(database, {
    tenantIds,
    operatorIds: [newId()],
    conversations: MESSAGES / MESSAGES_EACH,
    messagesEach: MESSAGES_EACH,
    eventsEach: 1,
    laneEvery: 1_000,
  });
  await database.transaction((tx) =>
    tx.run(`UPDATE tenants SET status = 'deleting', restores_to = 'active', deletes_at = ?`, [
      Date.now() - 1,
    ]),
  );
}

interface Batch {
  rows: number;
  heldMs: number;
}

/** The same database, which notes the batches that are deleted. */
function noting(database: Database, batches: Batch[]): Database {
  return {
    ...database,
    transaction: async (work, options) => {
      let rows = -1;
      let startedAt = 0;
      const result = await database.transaction((tx) => {
        startedAt = performance.now();
        return work({
          ...tx,
          run: async (sql, params) => {
            const changed = await tx.run(sql, params);
            if (sql.startsWith('DELETE')) rows = changed;
            return changed;
          },
        });
      }, options);
      if (rows >= 0) batches.push({ rows, heldMs: performance.now() - startedAt });
      return result;
    },
  };
}
