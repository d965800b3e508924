import { escape } from 'mysql2';
import type { Database } from '../../src/platform/storage/database';
import type { Dialect } from '../../src/platform/storage/sql';

const END = ';\n';

/** The file of a database as a release left it behind. */
export function fixtureOf(release: string, dialect: Dialect): string {
  const file = `../platform/storage/schema/fixtures/${release}.${dialect}.sql`;
  return new URL(file, import.meta.url).pathname;
}

/** The schema and all rows of a small database, as statements that `restore` takes. */
export async function dump(database: Database): Promise<string> {
  const tables = await tablesOf(database);
  const statements = tables.flatMap(({ schema }) => schema);
  for (const { name, isIndex } of tables) {
    if (isIndex) continue;
    const rows = await database.read.rows<Record<string, unknown>>(`SELECT * FROM ${name}`);
    for (const row of rows) {
      const values = Object.values(row).map((value) => literal(database, value));
      statements.push(
        `INSERT INTO ${name} (${Object.keys(row).join(', ')}) VALUES (${values.join(', ')})`,
      );
    }
  }
  return statements.map((statement) => statement + END).join('');
}

/** @param text of `dump`, of the same kind of database */
export async function restore(database: Database, text: string): Promise<void> {
  const statements = text.split(END).filter((statement) => statement !== '');
  await database.transaction(
    async (tx) => {
      for (const statement of statements) await tx.run(statement);
    },
    { isUnlimited: true },
  );
}

interface Table {
  name: string;
  schema: string[];
  /** Full-text, and empty. */
  isIndex?: boolean;
}

async function tablesOf(database: Database): Promise<Table[]> {
  const { read } = database;
  const optionsOf = async (index: string): Promise<string[]> => {
    const options = await read.rows<{ k: string; v: number }>(
      `SELECT k, v FROM ${index}_config WHERE k <> 'version'`,
    );
    return options.map(({ k, v }) => `INSERT INTO ${index} (${index}, rank) VALUES ('${k}', ${v})`);
  };
  if (database.dialect === 'sqlite') {
    const rows = await read.rows<{ tbl_name: string; sql: string }>(
      `SELECT tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL
       ORDER BY tbl_name, type = 'index', name`,
    );
    const names = [...new Set(rows.map((row) => row.tbl_name))];
    const indexes = rows.filter(({ sql }) => sql.startsWith('CREATE VIRTUAL'));
    const isMade = (name: string): boolean =>
      indexes.some(({ tbl_name }) => name.startsWith(`${tbl_name}_`));
    return Promise.all(
      names
        .filter((name) => !isMade(name))
        .map(async (name) => {
          const schema = rows.filter((row) => row.tbl_name === name).map(({ sql }) => sql);
          const isIndex = indexes.some(({ tbl_name }) => tbl_name === name);
          return {
            name,
            isIndex,
            schema: isIndex ? [...schema, ...(await optionsOf(name))] : schema,
          };
        }),
    );
  }
  const names = await read.rows<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = DATABASE() ORDER BY table_name`,
  );
  return Promise.all(
    names.map(async ({ name }) => {
      const [row] = await read.rows<Record<string, string>>(`SHOW CREATE TABLE ${name}`);
      return { name, schema: [row?.['Create Table'] ?? ''] };
    }),
  );
}

function literal({ dialect }: Database, value: unknown): string {
  if (Buffer.isBuffer(value)) return `X'${value.toString('hex')}'`;
  if (typeof value === 'string' && dialect === 'sqlite') return `'${value.replaceAll("'", "''")}'`;
  return escape(value as string | number | null); // what a column of the schema can hold
}
