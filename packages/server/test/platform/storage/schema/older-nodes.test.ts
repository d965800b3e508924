import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { createTypes } from '../../../../src/platform/storage/schema/column-types';
import { MIGRATIONS } from '../../../../src/platform/storage/schema/migrations';
import { openTestDatabase } from '../../../support/database';

/** Whose nodes may run next to this version's: the first migration that is in a release, or in the last one. */
const RELEASED = '0001-baseline';
const DIALECT = process.env['TEST_DATABASE'] === 'mysql' ? 'mysql' : 'sqlite';

const later = MIGRATIONS.slice(MIGRATIONS.findIndex(({ name }) => name === RELEASED) + 1);

it.each(later)('lets nodes of the last release write while $name has run', ({ up }) => {
  const statements = up(createTypes(DIALECT)).map((statement) => statement.replace(/\s+/g, ' '));
  const own = new Set(
    statements.flatMap(
      (statement) => /^CREATE (?:VIRTUAL )?TABLE (\w+)/.exec(statement)?.[1] ?? [],
    ),
  );
  // In a table that older nodes write, a migration adds what they may leave out, and nothing else.
  const breaking = statements.filter((statement) => {
    const table = /^(?:ALTER TABLE|INSERT INTO|CREATE (?:UNIQUE )?INDEX \w+ ON) (\w+)/.exec(
      statement,
    );
    if (own.has(table?.[1] ?? '') || /^CREATE (VIRTUAL )?TABLE /.test(statement)) return false;
    if (statement.startsWith('CREATE INDEX ')) return false;
    const column = /^ALTER TABLE \w+ ADD COLUMN \w+ (.*)$/.exec(statement)?.[1];
    return column === undefined || (/NOT NULL/.test(column) && !/DEFAULT/.test(column));
  });
  expect(breaking).toEqual([]);
});

it('takes rows of the last release as its nodes write them', async () => {
  const { database, close } = await openTestDatabase();
  onTestFinished(close);
  const fixture = new URL(`fixtures/${RELEASED}.${DIALECT}.sql`, import.meta.url);
  const inserts = readFileSync(fixture, 'utf8')
    .split(';\n')
    .filter((statement) => /^INSERT INTO (?!migration)/.test(statement));
  expect(inserts.length).toBeGreaterThan(20);
  await database.transaction(async (tx) => {
    for (const insert of inserts) await tx.run(insert);
  });
});
