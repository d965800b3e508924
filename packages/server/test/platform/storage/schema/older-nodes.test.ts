import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { createTypes } from '../../../../src/platform/storage/schema/column-types';
import { MIGRATIONS } from '../../../../src/platform/storage/schema/migrations';
import { openTestDatabase } from '../../../support/database';
import { fixtureOf } from '../../../support/dump';

/** The last release, whose nodes may run next to this version's, and its last migration. */
const RELEASE = { version: '0.2.0', migration: '0001-first-release' };
const DIALECT = process.env['TEST_DATABASE'] === 'mysql' ? 'mysql' : 'sqlite';

const later = MIGRATIONS.slice(MIGRATIONS.findIndex(({ name }) => name === RELEASE.migration) + 1);

/** Finds the statements after which a node of the last release can't write any more. */
function breakingOf(migration: readonly string[]): string[] {
  const statements = migration.map((statement) => statement.replace(/\s+/g, ' '));
  const own = new Set(
    statements.flatMap(
      (statement) => /^CREATE (?:VIRTUAL )?TABLE (\w+)/.exec(statement)?.[1] ?? [],
    ),
  );
  // In a table that older nodes write, a migration adds what they may leave out, and nothing else.
  return statements.filter((statement) => {
    const table = /^(?:ALTER TABLE|INSERT INTO|CREATE (?:UNIQUE )?INDEX \w+ ON) (\w+)/.exec(
      statement,
    );
    if (own.has(table?.[1] ?? '') || /^CREATE (VIRTUAL )?TABLE /.test(statement)) return false;
    if (statement.startsWith('CREATE INDEX ')) return false;
    const column = /^ALTER TABLE \w+ ADD COLUMN \w+ (.*)$/.exec(statement)?.[1];
    return column === undefined || (/NOT NULL/.test(column) && !/DEFAULT/.test(column));
  });
}

it('finds what nodes of the last release could not write with', () => {
  const breaking = [
    'ALTER TABLE tenants ADD COLUMN colour VARCHAR(10) NOT NULL',
    'ALTER TABLE tenants DROP COLUMN hours',
    'ALTER TABLE tenants RENAME TO shops',
    'CREATE UNIQUE INDEX tenants_name ON tenants (workspace_id, tenant_name)',
    'DROP TABLE notes',
    "INSERT INTO search_progress (name, caught_up_to) VALUES ('words', 0)",
  ];
  const harmless = [
    'CREATE TABLE colours (\n name VARCHAR(10) PRIMARY KEY\n)',
    'CREATE UNIQUE INDEX colours_name ON colours (name)',
    "INSERT INTO colours (name) VALUES ('red')",
    'ALTER TABLE tenants ADD COLUMN colour VARCHAR(10)',
    "ALTER TABLE tenants ADD COLUMN shade VARCHAR(10) NOT NULL DEFAULT ''",
    'CREATE INDEX tenants_colour ON tenants (colour)',
  ];
  expect(breakingOf([...harmless, ...breaking])).toEqual(breaking);
});

it.each(later)('lets nodes of the last release write while $name has run', ({ up }) => {
  expect(breakingOf(up(createTypes(DIALECT)))).toEqual([]);
});

it('takes rows of the last release as its nodes write them', async () => {
  const { database, close } = await openTestDatabase();
  onTestFinished(close);
  const inserts = readFileSync(fixtureOf(RELEASE.version, DIALECT), 'utf8')
    .split(';\n')
    .filter((statement) => /^INSERT INTO (?!migration)/.test(statement));
  expect(inserts.length).toBeGreaterThan(20);
  await database.transaction(async (tx) => {
    for (const insert of inserts) await tx.run(insert);
  });
});
