import { HOUR, type Clock } from '../platform/clock';
import type { KeyRing, Keys } from '../platform/security/keys';
import { isSealedWithNewest, open, seal } from '../platform/security/secret-box';
import { createPace } from '../platform/storage/batch-erasure';
import type { Database } from '../platform/storage/database';
import type { SqlValue } from '../platform/storage/table';
import { resealCheck } from './master-key';

export interface SealedColumn {
  table: string;
  /** The columns of the table's primary key, in order. */
  key: readonly string[];
  column: string;
  keys: KeyRing;
  /** The columns that `aad` needs, if they are not in the key. */
  more?: readonly string[];
  aad(row: Record<string, string>): string;
  /** Finds the sealed text where it is only a part of the column. `read` returns null if there is none. */
  within?: { read(value: string): string | null; write(value: string, sealed: string): string };
}

export interface Resealing {
  /** Seals everything with the newest key. Repeating it is no error, also on several nodes. */
  run(): Promise<void>;
  /** How many rows still need the older key, as of the last run: sealed texts, and logins that it signed. */
  remaining(): number;
}

const ROWS = 100;
/** Nodes restart one after another: some may have signed with the older key for a while longer. */
const MARGIN_MS = HOUR;

export function createResealing(options: {
  database: Database;
  keys: Keys;
  clock: Clock;
  columns: readonly SealedColumn[];
}): Resealing {
  const { database, keys, clock, columns } = options;
  const pace = createPace(database);
  const isRotating = keys.check.length > 1;
  // 1 until the first run has counted: the older key must not look unused.
  let remaining = isRotating ? 1 : 0;

  /** Returns how many rows could not be sealed again. */
  async function reseal({ table, key, column, keys: ring, more = [], aad, within }: SealedColumn) {
    let failed = 0;
    const selected = [...key, ...more, column].join(', ');
    const order = key.join(', ');
    for (let after: string[] = key.map(() => ''); ;) {
      const rows = await database.read.rows<Record<string, string>>(
        `SELECT ${selected} FROM ${table} WHERE (${order}) > (${key.map(() => '?').join(', ')})
         ORDER BY ${order} LIMIT ${ROWS}`,
        after,
      );
      const changes: SqlValue[][] = [];
      for (const row of rows) {
        const value = row[column] ?? '';
        const sealed = within ? within.read(value) : value;
        if (sealed === null) continue;
        if (isSealedWithNewest(ring, sealed, aad(row))) continue;
        try {
          const again = seal(ring, open(ring, sealed, aad(row)), aad(row));
          const written = within ? within.write(value, again) : again;
          changes.push([written, ...key.map((name) => row[name] ?? ''), value]);
        } catch {
          failed++;
        }
      }
      // The old value is in the condition: a row that changed meanwhile is sealed with the newest key already.
      const where = [...key, column].map((name) => `${name} = ?`).join(' AND ');
      if (changes.length > 0) {
        await pace.transaction(async (tx) => {
          for (const change of changes) {
            await tx.run(`UPDATE ${table} SET ${column} = ? WHERE ${where}`, change);
          }
        });
      }
      const last = rows.at(-1);
      if (!last || rows.length < ROWS) return failed;
      after = key.map((name) => last[name] ?? '');
    }
  }

  /** Counts the logins whose token the older key may have signed. */
  async function oldLogins(rotatedAt: number): Promise<number> {
    const [row] = await database.read.rows<{ n: number }>(
      `SELECT COUNT(*) AS n FROM console_sessions
       WHERE revoked_at IS NULL AND expires_at > ? AND created_at < ?`,
      [clock(), rotatedAt + MARGIN_MS],
    );
    return Number(row?.n);
  }

  return {
    remaining: () => remaining,
    run: async () => {
      if (!isRotating) return;
      let failed = 0;
      for (const column of columns) failed += await reseal(column);
      const rotatedAt = await resealCheck(database, keys, clock());
      remaining = failed + (rotatedAt === null ? 0 : await oldLogins(rotatedAt));
    },
  };
}
