import { MINUTE } from '../../platform/clock';
import type { Tx } from '../../platform/storage/database';
import { isOpen } from '../../tenants/opening-hours';
import type { Surroundings } from '../rules/commands';
import type { ConversationState } from '../rules/state';
import type { Committed, Submission } from './submission';

/** After this long in the queue, no one is there. */
export const NOBODY_AFTER_MS = 2 * MINUTE;
/** How long an answer may be unread before it is mailed. */
const READ_WITHIN_MS = MINUTE;

const OF_SESSION = 'tenant_id = ? AND session_id = ?';

/**
 * Notes, in the transaction of the answers themselves, which of them are to be mailed: those of operators to a
 * visitor who left an address when no one was there. Sessions without an address cost nothing here.
 */
export async function noteAwaitedAnswers(
  tx: Tx,
  submissions: readonly Submission[],
  results: readonly (Committed | Error)[],
  now: number,
): Promise<void> {
  for (const [index, result] of results.entries()) {
    if (result instanceof Error || !result.change || result.session.contactEmail === null) continue;
    const { command, session, before, state, message } = result;
    const surroundings = submissions[index]?.surroundings;
    if (!state || !surroundings) continue;
    const key = [session.tenantId, session.sessionId];
    const isOffline = !isOnline(surroundings, now);
    if (isOffline && state.status === 'WAITING' && before?.status !== 'WAITING') {
      await tx.run(
        `UPDATE visitor_sessions SET nobody_there = 1 WHERE ${OF_SESSION} AND nobody_there = 0`,
        key,
      );
    }
    if (command.type !== 'agent-message' || !message) continue;
    const hasWaited = isOffline || hasWaitedLong(state);
    await noteAnswer(tx, { key, seq: message.seq, hasWaited, state, now });
  }
}

function isOnline({ hours, isOperatorAvailable }: Surroundings, now: number): boolean {
  return isOperatorAvailable && isOpen(hours, now);
}

/** No one claimed it in time. */
function hasWaitedLong({ ticket }: ConversationState): boolean {
  if (!ticket || ticket.assignedAt === null) return false;
  return ticket.assignedAt - ticket.createdAt >= NOBODY_AFTER_MS;
}

/** One mail per absence: after it, only an answer to a visitor who has been back is awaited. */
async function noteAnswer(
  tx: Tx,
  answer: {
    key: readonly string[];
    seq: number;
    hasWaited: boolean;
    state: ConversationState;
    now: number;
  },
): Promise<void> {
  const { key, seq, hasWaited, state, now } = answer;
  const [verb, unlessThere] =
    tx.dialect === 'sqlite'
      ? ['INSERT OR IGNORE', '']
      : ['INSERT', ' ON DUPLICATE KEY UPDATE due_at = awaited_answers.due_at'];
  await tx.run(
    `${verb} INTO awaited_answers (tenant_id, session_id, seq, answered_at, due_at)
     SELECT s.tenant_id, s.session_id, ?, ?, ? FROM visitor_sessions s
     WHERE s.tenant_id = ? AND s.session_id = ? AND s.contact_email IS NOT NULL
       AND (s.nobody_there = 1 OR ? = 1)
       AND (s.mailed_seq IS NULL OR s.mailed_seq <= ? OR EXISTS (
         SELECT 1 FROM messages m WHERE m.tenant_id = s.tenant_id AND m.session_id = s.session_id
           AND m.seq > s.mailed_seq AND m.sender = 'visitor'))${unlessThere}`,
    [seq, now, now + READ_WITHIN_MS, ...key, hasWaited ? 1 : 0, state.visitorReadSeq],
  );
}
