import type { Database } from '../../platform/storage/database';
import { forUpdate, upsertRows } from '../../platform/storage/sql';
import { listColumns, type RowOf } from '../../platform/storage/table';
import type { SessionKey } from '../../visitors/session';
import { MESSAGE_TRANSLATIONS } from './model';

type TranslationRow = RowOf<typeof MESSAGE_TRANSLATIONS>;

export interface Wanted extends SessionKey {
  seq: number;
  language: string;
}

export async function readKept(
  { read }: Pick<Database, 'read'>,
  { tenantId, sessionId, seq, language }: Wanted,
): Promise<TranslationRow | null> {
  const [row] = await read.rows<TranslationRow>(
    `SELECT ${listColumns(MESSAGE_TRANSLATIONS)} FROM message_translations
     WHERE tenant_id = ? AND session_id = ? AND seq = ? AND language = ?`,
    [tenantId, sessionId, seq, language],
  );
  return row ?? null;
}

/**
 * Stores a translation. Locks the session, as erasures and removals do: they wait, and then delete it.
 * @returns false: the message is gone
 */
export function keep(
  database: Pick<Database, 'transaction'>,
  { tenantId, sessionId, seq, language }: Wanted,
  translated: Pick<TranslationRow, 'content' | 'source_language' | 'created_at'>,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const locked = await tx.rows(
      `SELECT session_id FROM visitor_sessions
       WHERE tenant_id = ? AND session_id = ? AND erased_at IS NULL${forUpdate(tx.dialect)}`,
      [tenantId, sessionId],
    );
    const messages = await tx.rows(
      `SELECT seq FROM messages
       WHERE tenant_id = ? AND session_id = ? AND seq = ? AND removed_at IS NULL`,
      [tenantId, sessionId, seq],
    );
    if (locked.length === 0 || messages.length === 0) return false;
    const row = { tenant_id: tenantId, session_id: sessionId, seq, language, ...translated };
    await upsertRows(tx, MESSAGE_TRANSLATIONS, [row]);
    return true;
  });
}
