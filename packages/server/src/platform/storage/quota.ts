import { AppError } from '../errors';
import type { Tx } from './database';
import { forUpdate } from './sql';

/** An hour, because room appears only when a client deletes something. */
const RETRY_AFTER_S = 3600;

interface Quota {
  /** Selects the row that owns the counted rows. It is locked, so that creates wait for each other. */
  owner: string;
  /** Selects the count as `n`. */
  count: string;
  id: string;
  max: number;
}

/**
 * Refuses a row beyond the owner's limit. Part of the transaction that creates the row.
 * @throws {AppError} rate_limited, not_found for an owner that was deleted
 */
export async function requireQuota(tx: Tx, { owner, count, id, max }: Quota): Promise<void> {
  const owners = await tx.rows(`${owner}${forUpdate(tx.dialect)}`, [id]);
  if (owners.length === 0) throw new AppError('not_found');
  const [row] = await tx.rows<{ n: number }>(count, [id]);
  if (Number(row?.n) >= max) throw new AppError('rate_limited', { retryAfterS: RETRY_AFTER_S });
}
