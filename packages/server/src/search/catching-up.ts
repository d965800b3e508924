import type { Database } from '../platform/storage/database';
import { throughIndex } from '../platform/storage/ranges';
import type { SqlValue } from '../platform/storage/table';
import type { SessionKey } from '../visitors/session';
import { WORDS_VERSION } from './model';

const ROWS_A_READ = 200;
const TENANTS_A_READ = 200;
const STATUSES = ['BOT', 'WAITING', 'ASSIGNED', 'RESOLVED'];

interface Seen {
  tenant_id: string;
  session_id: string;
  conversation_id: string;
  last_message_at: number;
  last_seq: number;
  indexed_seq: number | null;
  words_version: number | null;
}

/**
 * Finds conversations with messages since a moment that the index lacks or that an earlier version of it indexed, and
 * passes them to `index`, at most 200 at a time.
 * @returns whether all were looked through before `isOver`
 */
export async function catchUp(
  { dialect, read }: Pick<Database, 'dialect' | 'read'>,
  since: number,
  isOver: () => boolean,
  index: (sessions: SessionKey[]) => Promise<void>,
): Promise<boolean> {
  for await (const tenantId of tenants()) {
    for (const status of STATUSES) {
      for await (const rows of seen(tenantId, status)) {
        const missing = rows.filter(
          ({ indexed_seq, last_seq, words_version }) =>
            (indexed_seq ?? -1) < last_seq || (words_version ?? 0) < WORDS_VERSION,
        );
        if (missing.length > 0) {
          await index(
            missing.map(({ tenant_id, session_id }) => ({
              tenantId: tenant_id,
              sessionId: session_id,
            })),
          );
        }
        if (isOver()) return false;
      }
      if (isOver()) return false;
    }
  }
  return true;

  async function* tenants(): AsyncGenerator<string> {
    for (let last = ''; ;) {
      const rows = await read.rows<{ tenant_id: string }>(
        `SELECT tenant_id FROM tenants WHERE tenant_id > ? ORDER BY tenant_id LIMIT ${TENANTS_A_READ}`,
        [last],
      );
      for (const { tenant_id } of rows) yield tenant_id;
      const end = rows.at(-1);
      if (!end || rows.length < TENANTS_A_READ) return;
      last = end.tenant_id;
    }
  }

  async function* seen(tenantId: string, status: string): AsyncGenerator<Seen[]> {
    let last: SqlValue[] = [since, since, ''];
    for (;;) {
      const rows = await read.rows<Seen>(
        `SELECT c.tenant_id, c.session_id, c.conversation_id, c.last_message_at, c.last_seq,
           d.indexed_seq, d.words_version
         FROM conversations c${throughIndex(dialect, 'conversations_recent')}
         LEFT JOIN search_documents d
           ON d.tenant_id = c.tenant_id AND d.conversation_id = c.conversation_id
         WHERE c.tenant_id = ? AND c.status = ?
           AND c.last_message_at >= ? AND (c.last_message_at, c.conversation_id) > (?, ?)
         ORDER BY c.last_message_at, c.conversation_id LIMIT ${ROWS_A_READ}`,
        [tenantId, status, ...last],
      );
      if (rows.length > 0) yield rows;
      const end = rows.at(-1);
      if (!end || rows.length < ROWS_A_READ) return;
      last = [end.last_message_at, end.last_message_at, end.conversation_id];
    }
  }
}
