import { throughIndex } from '../../platform/storage/ranges';
import type { Sql } from '../../platform/storage/sql';
import { MAX_QUESTION_CHARS, readTexts, textKey } from './texts';

/** A question that the bot handed over because nothing came close enough. */
export interface HandedOver {
  conversationId: string;
  locale: string;
  askedAt: number;
  /** The question's first 500 characters. */
  question: string;
}

interface HandedOverRow {
  conversation_id: string;
  created_at: number;
  session_id: string | null;
  locale: string;
  question_seq: number | null;
}

/**
 * The latest first, at most `limit`. Those that were erased or removed are left out.
 * @param place `conversationId`: only those of this conversation
 */
export async function readHandedOver(
  sql: Sql,
  { tenantId, conversationId }: { tenantId: string; conversationId?: string },
  limit: number,
): Promise<HandedOver[]> {
  const index = conversationId === undefined ? 'tickets_reason' : 'tickets_conversation';
  const rows = await sql.rows<HandedOverRow>(
    `SELECT page.conversation_id, page.created_at, c.session_id, s.locale,
       (SELECT m.seq FROM messages m${throughIndex(sql.dialect, { primaryKeyOf: 'messages' })}
        WHERE m.tenant_id = c.tenant_id AND m.session_id = c.session_id
          AND m.sender = 'visitor' AND m.created_at <= page.created_at
        ORDER BY m.seq DESC LIMIT 1) AS question_seq
     FROM (
       SELECT ticket_id, conversation_id, created_at
       FROM tickets${throughIndex(sql.dialect, index)}
       WHERE tenant_id = ? AND escalation_reason = 'low_confidence'
         ${conversationId === undefined ? '' : 'AND conversation_id = ?'}
       ORDER BY created_at DESC, ticket_id DESC LIMIT ${limit}
     ) page
     JOIN conversations c ON c.tenant_id = ? AND c.conversation_id = page.conversation_id
     JOIN visitor_sessions s ON s.tenant_id = c.tenant_id AND s.session_id = c.session_id
     WHERE s.erased_at IS NULL
     ORDER BY page.created_at DESC, page.ticket_id DESC`,
    [tenantId, ...(conversationId === undefined ? [] : [conversationId]), tenantId],
  );
  const asked = rows.flatMap(({ question_seq: seq, session_id: sessionId, ...row }) =>
    seq === null || sessionId === null ? [] : [{ ...row, seq, sessionId }],
  );
  const texts = await readTexts(sql, tenantId, asked, MAX_QUESTION_CHARS);
  return asked.flatMap(({ seq, sessionId, ...row }) => {
    const question = texts.get(textKey(sessionId, seq));
    if (question === undefined) return [];
    const { conversation_id: id, created_at: askedAt, locale } = row;
    return [{ conversationId: id, locale, askedAt, question }];
  });
}
