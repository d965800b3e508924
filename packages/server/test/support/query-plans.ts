import type { Database, Tx } from '../../src/platform/storage/database';
import type { Sql } from '../../src/platform/storage/sql';
import type { SqlValue } from '../../src/platform/storage/table';

interface Statement {
  sql: string;
  params: readonly SqlValue[];
}

/** How the database carries out a statement. */
export interface Plan {
  sql: string;
  indexes: string[];
  /** Tables that are read from one end to the other. */
  scans: string[];
  /** Tables whose rows are sorted after they were read. */
  sorts: string[];
}

/** The same database, and every statement that it is asked to carry out. */
export function recordStatements(database: Database): {
  recorded: Database;
  takePlans(): Promise<Plan[]>;
} {
  let statements: Statement[] = [];
  const recording = <S extends Sql>(sql: S): S => ({
    ...sql,
    rows: (text: string, params: readonly SqlValue[] = []) => {
      statements.push({ sql: text, params });
      return sql.rows(text, params);
    },
    run: (text: string, params: readonly SqlValue[] = []) => {
      statements.push({ sql: text, params });
      return sql.run(text, params);
    },
  });
  return {
    recorded: {
      ...database,
      read: recording(database.read),
      slowRead: recording(database.slowRead),
      transaction: (work, options) =>
        database.transaction((tx) => work(recording<Tx>(tx)), options),
    },
    takePlans: async () => {
      const taken = statements.filter(({ sql }) => !/^\s*INSERT/.test(sql));
      statements = [];
      const plans: Plan[] = [];
      for (const statement of taken) plans.push(await explain(database, statement));
      return plans;
    },
  };
}

const explain = (database: Database, statement: Statement): Promise<Plan> =>
  database.dialect === 'sqlite'
    ? explainSqlite(database.read, statement)
    : explainMysql(database.read, statement);

/** Whether a name is a subquery's. Subqueries are no longer than their limit. */
const isDerived = (table: string): boolean =>
  /^(<|\(?subquery|CONSTANT|\d+-ROW|page|ranged|earliest|busy|latest)/.test(table);

async function explainSqlite(sql: Sql, statement: Statement): Promise<Plan> {
  const steps = await sql.rows<{ parent: number; detail: string }>(
    `EXPLAIN QUERY PLAN ${statement.sql}`,
    statement.params,
  );
  const plan: Plan = { sql: statement.sql, indexes: [], scans: [], sorts: [] };
  for (const { parent, detail } of steps) {
    // Full-text indexes always look up words and never scan.
    const scanned = /^SCAN (\S+)(?!\S| VIRTUAL TABLE INDEX \d+:M)/.exec(detail)?.[1];
    if (scanned !== undefined && !isDerived(scanned)) plan.scans.push(scanned);
    const index = /USING (?:COVERING )?INDEX (\w+)/.exec(detail)?.[1];
    if (index !== undefined) plan.indexes.push(index);
    if (!detail.startsWith('USE TEMP B-TREE')) continue;
    const outer = steps.find(
      (step) => step.parent === parent && /^(SCAN|SEARCH)/.test(step.detail),
    );
    const sorted = outer?.detail.split(' ')[1] ?? '';
    if (!isDerived(sorted)) plan.sorts.push(sorted);
  }
  return plan;
}

async function explainMysql(sql: Sql, statement: Statement): Promise<Plan> {
  const steps = await sql.rows<{
    table: string | null;
    type: string | null;
    key: string | null;
    Extra: string | null;
  }>(`EXPLAIN ${statement.sql}`, statement.params);
  const plan: Plan = { sql: statement.sql, indexes: [], scans: [], sorts: [] };
  for (const { table, type, key, Extra: extra } of steps) {
    if (table === null || isDerived(table)) continue;
    if (type === 'ALL' || type === 'index') plan.scans.push(table);
    if (key !== null) plan.indexes.push(...key.split(','));
    // MariaDB jumps from group to group and sorts one row of each.
    const isLoose = extra?.includes('index for group-by') ?? false;
    if (!isLoose && /filesort|temporary/.test(extra ?? '')) plan.sorts.push(table);
  }
  return plan;
}
