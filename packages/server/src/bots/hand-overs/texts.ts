import { keyIn, type Sql } from '../../platform/storage/sql';

export interface Place {
  sessionId: string;
  seq: number;
}

/** The longest question that the FAQ takes. */
export const MAX_QUESTION_CHARS = 500;

export const textKey = (sessionId: string, seq: number): string => `${seq} ${sessionId}`;

/** The beginnings of messages, none of them empty. */
export async function readTexts(
  sql: Sql,
  tenantId: string,
  places: readonly Place[],
  maxChars: number,
): Promise<Map<string, string>> {
  if (places.length === 0) return new Map();
  const keys = places.map(({ sessionId, seq }) => [tenantId, sessionId, seq]);
  const rows = await sql.rows<{ session_id: string; seq: number; content: string }>(
    `SELECT session_id, seq, SUBSTR(content, 1, ${maxChars}) AS content FROM messages
     WHERE ${keyIn(sql.dialect, ['tenant_id', 'session_id', 'seq'], keys)}`,
    keys.flat(),
  );
  const texts = rows.map(
    ({ session_id, seq, content }) =>
      [textKey(session_id, seq), cut(content.trim(), maxChars)] as const,
  );
  return new Map(texts.filter(([, text]) => text !== ''));
}

/** Cuts a text that the database has cut already: `max` counts UTF-16 units here, and code points there. */
function cut(text: string, max: number): string {
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
}
