import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../../src/platform/storage/database';
import { openTestDatabase } from '../../support/database';

const OF_MYSQL_ALONE = ['migration_lease', 'search_terms'];

let database: Database;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ database, close } = await openTestDatabase());
});
afterAll(() => close());

it('says in OPERATIONS how long the rows of every table live', async () => {
  const tables = await database.read.rows<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name",
  );
  const operations = readFileSync(
    new URL('../../../../../docs/OPERATIONS.md', import.meta.url),
    'utf8',
  );
  const section = operations.split('\n### How long data is kept\n')[1]?.split(/\n#+ /)[0] ?? '';
  const lines = [...section.matchAll(/^\| (`.+?) +\|.*\| +(\S.*?) +\|$/gm)];
  const listed = lines.flatMap(([, names = '']) => [...names.matchAll(/`(\w+)`/g)]);
  const existing = [...tables.map(({ name }) => name), ...OF_MYSQL_ALONE];
  expect(listed.map(([, name = '']) => name).toSorted()).toEqual(existing.toSorted());
});
