import { throughIndex } from '../../platform/storage/ranges';
import { placeholders, type Sql } from '../../platform/storage/sql';
import { listColumns } from '../../platform/storage/table';
import type { SessionKey } from '../../visitors/session';
import { REMOVED_MESSAGES, type RemovedMessageRow } from './model';

/** Limit of removed messages in a `welcome`; a client that has more of them starts over. */
const MAX_LISTED = 200;
const MAX_RECENT = 1_000;

/** Removed messages up to a `seq`, in order; null: too many to list. */
export async function readRemovedSeqs(
  sql: Sql,
  { tenantId, sessionId }: SessionKey,
  upTo: number,
): Promise<number[] | null> {
  const rows = await sql.rows<{ seq: number }>(
    `SELECT seq FROM removed_messages${throughIndex(sql.dialect, { primaryKeyOf: 'removed_messages' })}
     WHERE tenant_id = ? AND session_id = ? AND seq <= ?
     ORDER BY seq LIMIT ${MAX_LISTED + 1}`,
    [tenantId, sessionId, upTo],
  );
  return rows.length > MAX_LISTED ? null : rows.map(({ seq }) => seq);
}

export function readRemovedSince(
  sql: Sql,
  tenantIds: readonly string[],
  moment: number,
): Promise<RemovedMessageRow[]> {
  return sql.rows<RemovedMessageRow>(
    `SELECT ${listColumns(REMOVED_MESSAGES)} FROM removed_messages${throughIndex(sql.dialect, 'removed_messages_recent')}
     WHERE tenant_id IN ${placeholders(1, tenantIds.length)} AND removed_at >= ? LIMIT ${MAX_RECENT}`,
    [...tenantIds, moment],
  );
}
