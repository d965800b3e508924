import type { Tx } from '../../../platform/storage/database';
import { amongKeys } from '../../../platform/storage/ranges';
import { lockByKey, lockInOrderOf } from '../../../platform/storage/sql';
import { BLOCKED_UNTIL, type BlockedUntil } from '../../../visitors/blocks/in-force';
import { keyOf } from '../../../visitors/session';
import type { ConversationState, Message, SessionFacts } from '../../rules/state';
import {
  SITUATION_COLUMNS,
  conversationOf,
  sessionOf,
  situationTables,
  type SituationRow,
} from '../model';
import type { Submission } from '../submission';
import type { Applied } from './batch-part';

/** A session during the batch: each command sees the result of the one before it. */
export interface BatchSession {
  session: SessionFacts;
  /** Until when its visitor is blocked: read with the session, so that no message is accepted once a block is committed. */
  blocked: BlockedUntil;
  before: ConversationState | null;
  state: ConversationState | null;
  applied: Applied[];
  /** Messages that the commands may repeat, by dedupe key: written earlier, or by this batch. */
  written: Map<string, Message>;
}

export async function loadSessions(
  tx: Tx,
  submissions: readonly Submission[],
): Promise<Map<string, BatchSession>> {
  const sessions = new Map(submissions.map(({ session }) => [keyOf(session), session]));
  const keys = [...sessions.values()].map(
    ({ tenantId, sessionId }) => [tenantId, sessionId] as const,
  );
  const wanted = amongKeys(tx.dialect, ['s.tenant_id', 's.session_id'], keys);
  // By primary key and in its order: two batches may wait for each other, but never in a circle.
  const rows = await tx.rows<SituationRow & BlockedUntil>(
    `SELECT ${SITUATION_COLUMNS}, ${BLOCKED_UNTIL} FROM ${situationTables(lockByKey(tx.dialect))}
     WHERE ${wanted.where} ${lockInOrderOf(tx.dialect, 's.tenant_id, s.session_id')}`,
    wanted.params,
  );
  return new Map(
    rows.map((row) => {
      const session = sessionOf(row);
      const state = conversationOf(row);
      const entry = { session, blocked: row, before: state, state, applied: [] };
      return [keyOf(session), { ...entry, written: new Map() }];
    }),
  );
}
