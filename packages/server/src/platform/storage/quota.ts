import { AppError } from '../errors';
import type { Tx } from './database';
import { forUpdate } from './sql';

/** Nothing that a quota counts goes by itself; the client learns soon when something was deleted. */
const RETRY_AFTER_S = 3600;

interface Quota {
  /** Selects the row that owns what is counted: it is locked, so that creates pass one by one. */
  owner: string;
  /** Selects the count as `n`. */
  count: string;
  id: string;
  max: number;
}

/**
 * Refuses one more than an owner may have; part of the transaction that creates it.
 * @throws {AppError} rate_limited
 */
export async function requireQuota(tx: Tx, { owner, count, id, max }: Quota): Promise<void> {
  await tx.rows(`${owner}${forUpdate(tx.dialect)}`, [id]);
  const [row] = await tx.rows<{ n: number }>(count, [id]);
  if (Number(row?.n) >= max) throw new AppError('rate_limited', { retryAfterS: RETRY_AFTER_S });
}
