import type { Tx } from '../platform/storage/database';
import { listColumns } from '../platform/storage/table';
import { VISITOR_SESSIONS, type SessionRow } from './model';
import { toSession, type SessionKey, type VisitorSession } from './session';

/** A session that was taken over: tokens below this version have ended. */
export interface TakenOver {
  sessionId: string;
  tokenVersion: number;
}

/**
 * Gives the session to the person who has proven to own a mailbox: ends all tokens of the session, and stores the
 * address as the visitor's own. Null if the session is over.
 */
export async function takeOver(
  tx: Tx,
  { tenantId, sessionId }: SessionKey,
  { email, now }: { email: string; now: number },
): Promise<VisitorSession | null> {
  const taken = await tx.run(
    `UPDATE visitor_sessions SET token_version = token_version + 1, taken_over_at = ?,
       contact_email = ?, contact_proven = 1
     WHERE tenant_id = ? AND session_id = ? AND ended_at IS NULL AND erased_at IS NULL
       AND expires_at > ?`,
    [now, email, tenantId, sessionId, now],
  );
  if (taken !== 1) return null;
  const [row] = await tx.rows<SessionRow>(
    `SELECT ${listColumns(VISITOR_SESSIONS)} FROM visitor_sessions
     WHERE tenant_id = ? AND session_id = ?`,
    [tenantId, sessionId],
  );
  return row ? toSession(row) : null;
}
