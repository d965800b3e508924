import type { Database } from '../../src/platform/storage/database';

/** Columns that a visit updates. They are left out of the comparison. */
const TOUCHED = ['last_seen_at', 'last_used_at'];
/** Tables that the relay writes some seconds after the event that they count. */
const WRITTEN_LATER = [
  'callback_results',
  'widget_sightings',
  'report_entries',
  'report_totals',
  'search_documents',
  'search_terms',
];

/** Every row of every table that holds one of the ids, as text. */
export async function readBelongings(
  { read, dialect }: Database,
  ids: readonly string[],
): Promise<string[]> {
  const tables = await read.rows<{ name: string }>(
    dialect === 'sqlite'
      ? `SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'`
      : 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
  );
  const belongings: string[] = [];
  for (const { name } of tables) {
    if (WRITTEN_LATER.includes(name)) continue;
    const rows = await read.rows<Record<string, unknown>>(`SELECT * FROM ${name}`);
    for (const row of rows) {
      const text = `${name} ${JSON.stringify(row, replacer)}`;
      if (ids.some((id) => text.includes(id))) belongings.push(text);
    }
  }
  return belongings.toSorted();
}

function replacer(this: Record<string, unknown>, key: string, value: unknown): unknown {
  if (TOUCHED.includes(key)) return undefined;
  const raw = this[key]; // a Buffer has become an object by now
  return Buffer.isBuffer(raw) ? raw.toString() : value;
}
