import { keyIn } from '../../../platform/storage/sql';
import { inserts, upserts } from '../../../platform/storage/writes';
import {
  CONVERSATIONS,
  MESSAGES,
  TICKETS,
  conversationRow,
  messageRow,
  ticketRow,
  type MessageRow,
  type TicketRow,
} from '../model';
import type { RowOf } from '../../../platform/storage/table';
import type { BatchPart, ChangedSession } from './batch-part';

/** Keeps sessions that get a conversation from being purged. */
export const sessionsPart: BatchPart<undefined, string[][]> = {
  collect: ({ changed }) =>
    changed
      .filter(({ before }) => before === null)
      .map(({ session }) => [session.tenantId, session.sessionId]),
  write: (keys, dialect) => {
    if (keys.length === 0) return [];
    const these = keyIn(dialect, ['tenant_id', 'session_id'], keys);
    const text = `UPDATE visitor_sessions SET purge_at = NULL WHERE ${these}`;
    return [{ text, params: keys.flat() }];
  },
};

export const messagesPart: BatchPart<undefined, MessageRow[]> = {
  collect: ({ applied }) =>
    applied.flatMap(({ session, change: { messages } }) =>
      messages.map((message) => messageRow(session, message)),
    ),
  write: (rows) => inserts(MESSAGES, rows),
};

export const conversationsPart: BatchPart<undefined, RowOf<typeof CONVERSATIONS>[]> = {
  collect: ({ changed }) => changed.map(({ session, state }) => conversationRow(session, state)),
  write: (rows, dialect) => upserts(dialect, CONVERSATIONS, rows),
};

export const ticketsPart: BatchPart<undefined, TicketRow[]> = {
  collect: ({ changed }) => changed.flatMap(ticketRows),
  write: (rows, dialect) => upserts(dialect, TICKETS, rows),
};

/** Rows of all changed tickets: a batch may resolve one ticket of a conversation and open the next. */
function ticketRows({ session, state, applied }: ChangedSession): TicketRow[] {
  const rows = new Map<string, TicketRow>();
  for (const { before, change } of applied) {
    const { ticket } = change.state;
    if (!ticket || ticket === before?.ticket) continue;
    rows.set(ticket.ticketId, ticketRow(session.tenantId, state.conversationId, ticket));
  }
  return [...rows.values()];
}
