import type { Tx } from '../../../platform/storage/database';
import { throughIndex } from '../../../platform/storage/ranges';
import { forUpdate, keyIn, type Sql } from '../../../platform/storage/sql';
import { listColumns, type SqlValue } from '../../../platform/storage/table';
import { VISITOR_BLOCKS, type BlockRow } from '../../../visitors/blocks/model';
import type { BlockKind } from '../../../visitors/blocks/wire';
import type { SessionKey } from '../../../visitors/session';

const COLUMNS = listColumns(VISITOR_BLOCKS);

interface SessionSubjects {
  user_id: string | null;
  address_hmac: string | null;
  erased_at: number | null;
}

export interface VisitorBlocks {
  /** Blocks in force, the one that lasts longest first. */
  inForce: BlockRow[];
  kinds: BlockKind[];
}

export async function readVisitorBlocks(
  sql: Sql,
  key: SessionKey,
  now: number,
): Promise<VisitorBlocks> {
  const session = await readSubjects(sql, key);
  if (!session) return { inForce: [], kinds: [] };
  const subjects = subjectsOf(key, session);
  const keys = subjects.map(([kind, subject]): SqlValue[] => [key.tenantId, kind, subject]);
  const rows = await sql.rows<BlockRow>(
    `SELECT ${COLUMNS} FROM visitor_blocks
     WHERE ${keyIn(sql.dialect, VISITOR_BLOCKS.key, keys)} AND (ends_at IS NULL OR ends_at > ?)`,
    [...keys.flat(), now],
  );
  const end = ({ ends_at }: BlockRow): number => ends_at ?? Infinity;
  return {
    inForce: rows
      .filter((row) =>
        subjects.some(([kind, subject]) => row.kind === kind && row.subject === subject),
      )
      .toSorted((a, b) => end(b) - end(a)),
    kinds: session.erased_at === null ? subjects.map(([kind]) => kind) : [],
  };
}

/**
 * Locks a session and finds the subject of a block of this kind: a user id, the hash of an address, or the session id.
 * `subject` is null if the visitor has none. The journal takes the same lock, so messages that it is writing are
 * committed before the block, and later ones are refused.
 */
export async function lockSubject(
  tx: Tx,
  key: SessionKey,
  kind: BlockKind,
): Promise<{ subject: string | null; userId: string | null; isErased: boolean } | null> {
  const session = await readSubjects(tx, key, forUpdate(tx.dialect));
  if (!session) return null;
  const subject = subjectsOf(key, session).find(([one]) => one === kind)?.[1] ?? null;
  return { subject, userId: session.user_id, isErased: session.erased_at !== null };
}

async function readSubjects(
  sql: Sql,
  { tenantId, sessionId }: SessionKey,
  lock = '',
): Promise<SessionSubjects | undefined> {
  const [row] = await sql.rows<SessionSubjects>(
    `SELECT user_id, address_hmac, erased_at FROM visitor_sessions
     WHERE tenant_id = ? AND session_id = ?${lock}`,
    [tenantId, sessionId],
  );
  return row;
}

function subjectsOf(
  { sessionId }: SessionKey,
  { user_id: userId, address_hmac: address }: SessionSubjects,
): [BlockKind, string][] {
  const subjects: [BlockKind, string][] = [];
  if (userId !== null) subjects.push(['identity', userId]);
  if (address !== null) subjects.push(['address', address]);
  subjects.push(['session', sessionId]);
  return subjects;
}

export function listBlocks(
  sql: Sql,
  tenantId: string,
  range: { before: string | undefined; limit: number; now: number },
): Promise<BlockRow[]> {
  const { before, limit, now } = range;
  return sql.rows<BlockRow>(
    `SELECT ${COLUMNS} FROM visitor_blocks${throughIndex(sql.dialect, 'visitor_blocks_newest')}
     WHERE tenant_id = ? AND (ends_at IS NULL OR ends_at > ?)${before === undefined ? '' : ' AND block_id < ?'}
     ORDER BY tenant_id DESC, block_id DESC LIMIT ?`,
    [tenantId, now, ...(before === undefined ? [] : [before]), limit],
  );
}

export async function findBlock(
  tx: Tx,
  tenantId: string,
  blockId: string,
): Promise<BlockRow | undefined> {
  const [row] = await tx.rows<BlockRow>(
    `SELECT ${COLUMNS} FROM visitor_blocks
     WHERE tenant_id = ? AND block_id = ?${forUpdate(tx.dialect)}`,
    [tenantId, blockId],
  );
  return row;
}
