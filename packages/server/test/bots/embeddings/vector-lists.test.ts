import { afterAll, beforeAll, expect, it } from 'vitest';
import { createVectorLists } from '../../../src/bots/embeddings/vector-lists';
import { KNOWLEDGE_VECTORS } from '../../../src/bots/knowledge/model';
import type { Database } from '../../../src/platform/storage/database';
import { openDatabase } from '../../../src/platform/storage/open-database';
import { insertRows } from '../../../src/platform/storage/sql';
import { quietLog } from '../../support/database';
import { useRelay } from '../../support/relay';

const relay = useRelay({ isStarted: false });
let database: Database;
beforeAll(async () => {
  database = await openDatabase(relay.database.url, quietLog);
});
afterAll(() => database.close());

const COUNT = 1_200;
const DIMENSIONS = 64;
const wanted = (tenantId: string, revision = 1) => ({ tenantId, modelKey: 'm', revision });

async function store(tenantId: string): Promise<void> {
  const rows = Array.from({ length: COUNT }, (_, n) => ({
    tenant_id: tenantId,
    knowledge_document_id: `kd_${n % 7}`,
    place: Math.floor(n / 7),
    revision: 1,
    model_key: n % 100 === 0 ? 'other' : 'm',
    text_hash: 'h',
    vector: Buffer.alloc(n % 100 === 1 ? 8 : DIMENSIONS, (n % 100) + 1),
  }));
  await database.transaction((tx) => insertRows(tx, KNOWLEDGE_VECTORS, rows));
}

it('keeps those of the tenants that asked last, up to a number of bytes', async () => {
  for (const tenantId of ['a', 'b', 'c']) await store(tenantId);
  const bytes = COUNT * (DIMENSIONS + 120);
  const lists = createVectorLists({ read: database.read, maxBytes: bytes * 2 });
  const first = await lists.of(wanted('a'));
  // Vectors of another model or another length are left out.
  expect(first.ids).toHaveLength(COUNT - 24);
  expect(first.bytes).toHaveLength((COUNT - 24) * DIMENSIONS);
  expect(new Set(first.ids).size).toBe(COUNT - 24);
  await lists.of(wanted('b'));
  expect(await lists.of(wanted('a'))).toBe(first);
  const second = await lists.of(wanted('b'));
  await lists.of(wanted('a'));
  await lists.of(wanted('c'));
  expect(await lists.of(wanted('a'))).toBe(first);
  expect(await lists.of(wanted('b'))).not.toBe(second);
  expect(await lists.of(wanted('b', 2))).not.toBe(await lists.of(wanted('b', 3)));
});
