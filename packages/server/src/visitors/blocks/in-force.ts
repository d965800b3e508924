import type { Tx } from '../../platform/storage/database';
import { forUpdate, keyIn, placeholders, type Sql } from '../../platform/storage/sql';
import type { SqlValue } from '../../platform/storage/table';
import { BLOCK_KINDS } from './model';
import type { BlockKind } from './wire';

/** The column of a session that each kind of block compares. */
const COMPARED = {
  identity: 'user_id',
  address: 'address_hmac',
  session: 'session_id',
} as const satisfies Record<BlockKind, string>;

/** The end of a block that has none. */
const FOREVER = Number.MAX_SAFE_INTEGER;

/** The time until which each kind blocks the session; null if it does not. */
export type BlockedUntil = { [Kind in BlockKind as `blocked_${Kind}`]: number | null };

/**
 * Columns for a read of `visitor_sessions s`: for each kind, one look-up by primary key. MySQL ignores spaces at the
 * end of a user id, so lengths are compared as well.
 */
export const BLOCKED_UNTIL = BLOCK_KINDS.map(
  (kind) => `(SELECT COALESCE(b.ends_at, ${FOREVER}) FROM visitor_blocks b
    WHERE b.tenant_id = s.tenant_id AND b.kind = '${kind}' AND b.subject = s.${COMPARED[kind]}
      AND LENGTH(b.subject) = LENGTH(s.${COMPARED[kind]})) AS blocked_${kind}`,
).join(', ');

export function isBlockedAt(now: number, row: BlockedUntil): boolean {
  return BLOCK_KINDS.some((kind) => (row[`blocked_${kind}`] ?? 0) > now);
}

const SESSIONS_A_READ = 500;

/** Returns the blocked ones of these sessions. */
export async function blockedAmong(
  sql: Sql,
  tenantId: string,
  sessionIds: readonly string[],
  now: number,
): Promise<string[]> {
  const blocked: string[] = [];
  for (let first = 0; first < sessionIds.length; first += SESSIONS_A_READ) {
    const some = sessionIds.slice(first, first + SESSIONS_A_READ);
    const rows = await sql.rows<BlockedUntil & { session_id: string }>(
      `SELECT s.session_id, ${BLOCKED_UNTIL} FROM visitor_sessions s
       WHERE s.tenant_id = ? AND s.session_id IN ${placeholders(1, some.length)}`,
      [tenantId, ...some],
    );
    blocked.push(...rows.filter((row) => isBlockedAt(now, row)).map((row) => row.session_id));
  }
  return blocked;
}

/** A user, network or session that a block may name. */
export interface Subject {
  kind: BlockKind;
  subject: string;
  /** Set if `subject` is a hash by an older key: the hash by the newest key. */
  newest?: string;
}

/** Returns the first of these that is blocked, if any. */
export async function findBlocked(
  sql: Sql,
  tenantId: string,
  subjects: readonly Subject[],
  now: number,
): Promise<Subject | undefined> {
  const keys = subjects.map(({ kind, subject }): SqlValue[] => [tenantId, kind, subject]);
  const rows = await sql.rows<Pick<Subject, 'kind' | 'subject'>>(
    `SELECT kind, subject FROM visitor_blocks
     WHERE ${keyIn(sql.dialect, ['tenant_id', 'kind', 'subject'], keys)}
       AND (ends_at IS NULL OR ends_at > ?)`,
    [...keys.flat(), now],
  );
  return subjects.find(({ kind, subject }) =>
    rows.some((row) => row.kind === kind && row.subject === subject),
  );
}

/** Moves a block to the newest key's hash, so that it outlives the older key. */
export async function storeByNewestKey(
  tx: Tx,
  tenantId: string,
  { kind, subject, newest }: Subject & { newest: string },
): Promise<void> {
  const rows = await tx.rows(
    `SELECT 1 FROM visitor_blocks WHERE tenant_id = ? AND kind = ? AND subject = ?${forUpdate(tx.dialect)}`,
    [tenantId, kind, newest],
  );
  if (rows.length > 0) return;
  await tx.run(
    'UPDATE visitor_blocks SET subject = ? WHERE tenant_id = ? AND kind = ? AND subject = ?',
    [newest, tenantId, kind, subject],
  );
}
