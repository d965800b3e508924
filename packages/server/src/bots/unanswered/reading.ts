import { throughIndex } from '../../platform/storage/ranges';
import type { Sql } from '../../platform/storage/sql';
import type { SqlValue } from '../../platform/storage/table';
import { MAX_QUESTION_CHARS, readTexts, textKey } from '../hand-overs/texts';

/** A question that the bot did not answer, and a person then did. */
export interface AnsweredByPerson {
  conversationId: string;
  sessionId: string;
  routingKey: string | null;
  locale: string;
  visitorName: string | null;
  escalatedAt: number;
  question: string;
  /** The person's first message. */
  answerSeq: number;
}

/** How many escalations are looked at, the latest first. */
export const MAX_TICKETS = 2_000;
const TICKETS_A_READ = 100;
/** The longest answer that the FAQ takes. */
const MAX_ANSWER_CHARS = 4_000;

interface TicketRow {
  ticket_id: string;
  conversation_id: string;
  created_at: number;
  session_id: string | null;
  routing_key: string | null;
  locale: string;
  visitor_name: string | null;
  erased_at: number | null;
  dismissed_at: number | null;
  question_seq: number | null;
  answer_seq: number | null;
}

/** Lists the latest first, in several short reads. */
export async function readAnsweredByPeople(
  sql: Sql,
  { tenantId, since }: { tenantId: string; since: number },
): Promise<AnsweredByPerson[]> {
  const found: AnsweredByPerson[] = [];
  for (let read = 0, before: TicketRow | undefined; read < MAX_TICKETS; read += TICKETS_A_READ) {
    const tickets = await readTickets(sql, tenantId, since, before);
    const candidates = tickets.flatMap(candidateOf);
    const questions = await readTexts(
      sql,
      tenantId,
      candidates.map(({ sessionId, questionSeq: seq }) => ({ sessionId, seq })),
      MAX_QUESTION_CHARS,
    );
    for (const { questionSeq, ...candidate } of candidates) {
      const question = questions.get(textKey(candidate.sessionId, questionSeq));
      if (question) found.push({ ...candidate, question });
    }
    before = tickets.at(-1);
    if (tickets.length < TICKETS_A_READ) break;
  }
  return found;
}

async function readTickets(
  sql: Sql,
  tenantId: string,
  since: number,
  before: TicketRow | undefined,
): Promise<TicketRow[]> {
  const after: SqlValue[] = [];
  // `created_at <= ?` repeats a part of the row comparison, so that the index is read from that time on.
  if (before) after.push(before.created_at, before.created_at, before.ticket_id);
  const messages = `FROM messages m${throughIndex(sql.dialect, { primaryKeyOf: 'messages' })}
    WHERE m.tenant_id = c.tenant_id AND m.session_id = c.session_id`;
  return sql.rows<TicketRow>(
    `SELECT page.ticket_id, page.conversation_id, page.created_at, c.session_id, c.routing_key,
       s.locale, s.visitor_name, s.erased_at, d.dismissed_at,
       (SELECT m.seq ${messages} AND m.sender = 'visitor' AND m.created_at <= page.created_at
        ORDER BY m.seq DESC LIMIT 1) AS question_seq,
       (SELECT m.seq ${messages} AND m.sender = 'agent' AND m.created_at >= page.created_at
          AND m.created_at <= COALESCE(page.resolved_at, m.created_at)
        ORDER BY m.seq LIMIT 1) AS answer_seq
     FROM (
       SELECT ticket_id, conversation_id, created_at, resolved_at
       FROM tickets${throughIndex(sql.dialect, 'tickets_reason')}
       WHERE tenant_id = ? AND escalation_reason = 'low_confidence' AND created_at >= ?
         ${before ? 'AND created_at <= ? AND (created_at, ticket_id) < (?, ?)' : ''}
       ORDER BY created_at DESC, ticket_id DESC LIMIT ${TICKETS_A_READ}
     ) page
     LEFT JOIN conversations c
       ON c.tenant_id = ? AND c.conversation_id = page.conversation_id
     LEFT JOIN visitor_sessions s ON s.tenant_id = c.tenant_id AND s.session_id = c.session_id
     LEFT JOIN dismissed_questions d
       ON d.tenant_id = c.tenant_id AND d.conversation_id = c.conversation_id
     ORDER BY page.created_at DESC, page.ticket_id DESC`,
    [tenantId, since, ...after, tenantId],
  );
}

function candidateOf(
  row: TicketRow,
): (Omit<AnsweredByPerson, 'question'> & { questionSeq: number })[] {
  const { session_id: sessionId, question_seq: questionSeq, answer_seq: answerSeq } = row;
  const isDismissed = row.dismissed_at !== null && row.created_at <= row.dismissed_at;
  if (sessionId === null || row.erased_at !== null || isDismissed) return [];
  if (questionSeq === null || answerSeq === null) return [];
  return [
    {
      conversationId: row.conversation_id,
      sessionId,
      routingKey: row.routing_key,
      locale: row.locale,
      visitorName: row.visitor_name,
      escalatedAt: row.created_at,
      questionSeq,
      answerSeq,
    },
  ];
}

type Answered = Pick<AnsweredByPerson, 'sessionId' | 'answerSeq'>;

/** The first answers that people gave. A conversation that is erased meanwhile has none. */
export async function readAnswers(
  sql: Sql,
  tenantId: string,
  questions: readonly Answered[],
): Promise<(question: Answered) => string | undefined> {
  const places = questions.map(({ sessionId, answerSeq: seq }) => ({ sessionId, seq }));
  const answers = await readTexts(sql, tenantId, places, MAX_ANSWER_CHARS);
  return ({ sessionId, answerSeq }) => answers.get(textKey(sessionId, answerSeq));
}
