import { MINUTE } from '../../platform/clock';
import type { Dialect } from '../../platform/storage/sql';
import type { Change } from '../../platform/storage/writes';
import { isOpen } from '../../tenants/hours/opening-hours';
import type { Applied, BatchPart } from '../journal/batch/batch-part';
import type { Surroundings } from '../rules/commands';
import type { ConversationState } from '../rules/state';

/** Visitors who wait this long are treated as if no operator were online. */
export const NOBODY_AFTER_MS = 2 * MINUTE;
/** How long an operator's reply may be unread before it is mailed. */
const READ_WITHIN_MS = MINUTE;

type SessionKeyValues = readonly [tenantId: string, sessionId: string];

/** A change that may lead to a mail to a visitor who left an address. */
interface Noted {
  key: SessionKeyValues;
  /** The visitor entered the queue while no operator was online. */
  isAlone: boolean;
  answer: Answer | null;
}

interface Answer {
  seq: number;
  hasWaited: boolean;
  readSeq: number;
  at: number;
}

/**
 * Notes which operators' replies are to be mailed, in the transaction that writes them: those to a visitor who left an
 * address when no operator was online. Sessions without an address cost no statement.
 */
export const awaitedAnswersPart: BatchPart<undefined, Noted[]> = {
  collect: ({ applied, now }) =>
    applied.filter(({ session }) => session.contactEmail !== null).map((made) => noteOf(made, now)),
  write: (noted, dialect) =>
    noted.flatMap(({ key, isAlone, answer }) => [
      ...(isAlone ? [noteAlone(key)] : []),
      ...(answer ? [noteAnswer(key, answer, dialect)] : []),
    ]),
};

function noteOf({ session, command, surroundings, before, change }: Applied, now: number): Noted {
  const { state, message } = change;
  const isOffline = !isOnline(surroundings, now);
  return {
    key: [session.tenantId, session.sessionId],
    isAlone: isOffline && state.status === 'WAITING' && before?.status !== 'WAITING',
    answer:
      command.type === 'agent-message' && message
        ? {
            seq: message.seq,
            hasWaited: isOffline || hasWaitedLong(state),
            readSeq: state.visitorReadSeq,
            at: now,
          }
        : null,
  };
}

function isOnline({ hours, isOperatorAvailable }: Surroundings, now: number): boolean {
  return isOperatorAvailable && isOpen(hours, now);
}

function hasWaitedLong({ ticket }: ConversationState): boolean {
  if (!ticket || ticket.assignedAt === null) return false;
  return ticket.assignedAt - ticket.createdAt >= NOBODY_AFTER_MS;
}

function noteAlone(key: SessionKeyValues): Change {
  return {
    text: `UPDATE visitor_sessions SET nobody_there = 1
     WHERE tenant_id = ? AND session_id = ? AND nobody_there = 0`,
    params: key,
  };
}

/** One mail per absence: after it, a reply is noted only if the visitor has read or written since. */
function noteAnswer(
  key: SessionKeyValues,
  { seq, hasWaited, readSeq, at }: Answer,
  dialect: Dialect,
): Change {
  const [verb, unlessThere] =
    dialect === 'sqlite'
      ? ['INSERT OR IGNORE', '']
      : ['INSERT', ' ON DUPLICATE KEY UPDATE due_at = awaited_answers.due_at'];
  return {
    text: `${verb} INTO awaited_answers (tenant_id, session_id, seq, answered_at, due_at)
     SELECT s.tenant_id, s.session_id, ?, ?, ? FROM visitor_sessions s
     WHERE s.tenant_id = ? AND s.session_id = ? AND s.contact_email IS NOT NULL
       AND (s.nobody_there = 1 OR ? = 1)
       AND (s.mailed_seq IS NULL OR s.mailed_seq <= ? OR EXISTS (
         SELECT 1 FROM messages m WHERE m.tenant_id = s.tenant_id AND m.session_id = s.session_id
           AND m.seq > s.mailed_seq AND m.sender = 'visitor'))${unlessThere}`,
    params: [seq, at, at + READ_WITHIN_MS, ...key, hasWaited ? 1 : 0, readSeq],
  };
}
