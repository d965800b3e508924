import { throughIndex } from '../../platform/storage/ranges';
import { keyIn, type Sql } from '../../platform/storage/sql';
import type { SessionKey } from '../../visitors/session';
import type { Command } from '../rules/commands';
import { dedupeKeys, type ConversationState, type Message } from '../rules/state';
import { MESSAGES, messageOf, type MessageRow } from './rows';
import { keyOf, type Submission } from './submission';

export interface WrittenMessages {
  find(session: SessionKey, dedupeKey: string | null): Message | null;
  add(session: SessionKey, message: Message): void;
}

/** The messages that the batch wants to write and that were written before. */
export async function findWritten(
  tx: Sql,
  submissions: readonly Submission[],
  sessions: ReadonlyMap<string, { state: ConversationState | null }>,
): Promise<WrittenMessages> {
  const known = new Map<string, Message>();
  const wanted = submissions.flatMap(({ session, command }) => {
    const key = dedupeKeyOf(command, sessions.get(keyOf(session))?.state ?? null);
    return key === null ? [] : [[session.tenantId, session.sessionId, key] as const];
  });
  if (wanted.length > 0) {
    const rows = await tx.rows<MessageRow>(
      `SELECT ${MESSAGES.columns.join(', ')}
       FROM messages${throughIndex(tx.dialect, 'messages_dedupe')}
       WHERE ${keyIn(tx.dialect, ['tenant_id', 'session_id', 'dedupe_key'], wanted)}`,
      wanted.flat(),
    );
    for (const row of rows) {
      const session = { tenantId: row.tenant_id, sessionId: row.session_id };
      known.set(`${keyOf(session)} ${row.dedupe_key}`, messageOf(row));
    }
  }
  return {
    find: (session, key) => (key === null ? null : (known.get(`${keyOf(session)} ${key}`) ?? null)),
    add: (session, message) => {
      if (message.dedupeKey !== null) {
        known.set(`${keyOf(session)} ${message.dedupeKey}`, message);
      }
    },
  };
}

export function dedupeKeyOf(command: Command, state: ConversationState | null): string | null {
  switch (command.type) {
    case 'visitor-message':
      return dedupeKeys.visitor(command.clientMsgId);
    case 'bot-message':
      return dedupeKeys.bot(command.clientMsgId);
    case 'agent-message': {
      // An admin who is no operator writes under the assignee's name.
      const writer = command.actor.operator ?? state?.operator;
      return writer ? dedupeKeys.agent(writer.operatorId, command.clientMsgId) : null;
    }
    default:
      return null;
  }
}
