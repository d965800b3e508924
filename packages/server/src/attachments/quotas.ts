import { DAY, SECOND } from '../platform/clock';
import { AppError } from '../platform/errors';
import type { Tx } from '../platform/storage/database';
import { forUpdate, insertRows } from '../platform/storage/sql';
import { UPLOADS, type UploadRow } from './model';
import { readTotal } from './totals';

/** The limits of one uploader in one session. */
export interface UploadLimits {
  uploadsPerDay: number;
  bytesPerDay: number;
  unfinished: number;
}

/** In s. The tenant has no space left. It gets some when conversations are deleted, which can't be foreseen. */
const TOTAL_RETRY_AFTER_S = 3600;

interface Used {
  uploads: number;
  bytes: number | null;
  first: number | null;
  unfinished: number | null;
  next: number | null;
}

/**
 * Inserts an upload if all limits allow it. Its bytes are reserved later, by its PUT. The session's row is locked, so
 * that simultaneous calls wait for each other.
 * @param room the number of bytes of files that the tenant may have
 * @throws {AppError} rate_limited, session_expired for an erased session
 */
export async function announceUpload(
  tx: Tx,
  row: UploadRow,
  limits: UploadLimits,
  room: number,
): Promise<void> {
  const { tenant_id: tenantId, session_id: sessionId, announced_bytes: bytes } = row;
  const now = row.created_at;
  const [session] = await tx.rows<{ erased_at: number | null }>(
    `SELECT erased_at FROM visitor_sessions WHERE tenant_id = ? AND session_id = ?${forUpdate(tx.dialect)}`,
    [tenantId, sessionId],
  );
  if (!session || session.erased_at !== null) throw new AppError('session_expired');
  const [used] = await tx.rows<Used>(
    `SELECT COUNT(*) AS uploads, MIN(created_at) AS first,
       SUM(CASE WHEN state = 'finished' OR (state = 'open' AND expires_at > ?) THEN announced_bytes END) AS bytes,
       SUM(CASE WHEN state = 'open' AND expires_at > ? THEN 1 ELSE 0 END) AS unfinished,
       MIN(CASE WHEN state = 'open' AND expires_at > ? THEN expires_at END) AS next
     FROM uploads WHERE tenant_id = ? AND session_id = ? AND uploader = ? AND created_at > ?`,
    [now, now, now, tenantId, sessionId, row.uploader, now - DAY],
  );
  const isOverDay =
    Number(used?.uploads) >= limits.uploadsPerDay ||
    Number(used?.bytes ?? 0) + bytes > limits.bytesPerDay;
  if (isOverDay) throw limited(Number(used?.first ?? now) + DAY - now);
  if (Number(used?.unfinished ?? 0) >= limits.unfinished) {
    throw limited(Number(used?.next ?? now) - now);
  }
  if ((await readTotal(tx, tenantId)) + bytes > room) throw noRoom();
  await insertRows(tx, UPLOADS, [row]);
}

/** The error if the tenant's space is used up, or the share of one network for files that are in no message. */
export function noRoom(): AppError {
  return limited(TOTAL_RETRY_AFTER_S * SECOND);
}

function limited(waitMs: number): AppError {
  return new AppError('rate_limited', { retryAfterS: Math.max(1, Math.ceil(waitMs / SECOND)) });
}
