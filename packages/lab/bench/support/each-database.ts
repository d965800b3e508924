import { runToEnd, undoAll } from './at-end';
import { report, round, type Figure } from './figures';

export type Dialect = 'sqlite' | 'mysql';
/** Creates a figure for the database that is being measured. */
export type NewFigure = (what: string, value: number, unit: string, target?: string) => Figure;

export const DATABASE_NAMES = { sqlite: 'SQLite FULL', mysql: 'MariaDB' } as const;

/** The databases that this machine has; `wanted` names one of them, or both. */
export function databasesHere(wanted = 'both'): Dialect[] {
  const named = (['sqlite', 'mysql'] as const).filter((one) => wanted === 'both' || wanted === one);
  if (named.length === 0) throw new TypeError('a database is sqlite, mysql or both');
  if (!named.includes('mysql') || process.env['TEST_MYSQL_URL']) return named;
  console.log('MariaDB is left out: TEST_MYSQL_URL is not set');
  return named.filter((one) => one !== 'mysql');
}

/** Measures on one database after the other and reports; `DATABASE=sqlite` or `mysql` takes one. */
export function runOnEachDatabase(
  bench: string,
  measure: (figure: NewFigure) => Promise<Figure[]>,
): Promise<void> {
  return runToEnd(async () => {
    const figures: Figure[] = [];
    for (const dialect of databasesHere(process.env['DATABASE'])) {
      process.env['TEST_DATABASE'] = dialect;
      const database = DATABASE_NAMES[dialect];
      const newFigure: NewFigure = (what, value, unit, target = '') => ({
        database,
        what,
        value: round(value),
        unit,
        target,
      });
      figures.push(...(await measure(newFigure)));
      await undoAll();
    }
    report(bench, figures);
    return true;
  });
}
