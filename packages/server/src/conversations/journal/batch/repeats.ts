import type { Tx } from '../../../platform/storage/database';
import { throughIndex } from '../../../platform/storage/ranges';
import { keyIn } from '../../../platform/storage/sql';
import { listColumns } from '../../../platform/storage/table';
import { keyOf } from '../../../visitors/session';
import type { Command } from '../../rules/commands';
import { dedupeKeys, type ConversationState, type Message } from '../../rules/state';
import { filesOf } from '../files';
import { MESSAGES, messageOf, type MessageRow } from '../model';
import type { Submission } from '../submission';
import type { BatchSession } from './sessions';

/** Reads the messages that were written before under the `client_msg_id` of one of the commands. */
export async function loadWritten(
  tx: Tx,
  submissions: readonly Submission[],
  sessions: ReadonlyMap<string, BatchSession>,
): Promise<void> {
  const wanted = submissions.flatMap(({ session, command }) => {
    const entry = sessions.get(keyOf(session));
    const key = entry ? dedupeKeyOf(command, entry.state) : null;
    return key === null ? [] : [[session.tenantId, session.sessionId, key]];
  });
  if (wanted.length === 0) return;
  const rows = await tx.rows<MessageRow>(
    `SELECT ${listColumns(MESSAGES)}
     FROM messages${throughIndex(tx.dialect, 'messages_dedupe')}
     WHERE ${keyIn(tx.dialect, ['tenant_id', 'session_id', 'dedupe_key'], wanted)}`,
    wanted.flat(),
  );
  for (const row of rows) {
    const entry = sessions.get(keyOf({ tenantId: row.tenant_id, sessionId: row.session_id }));
    if (entry) noteWritten(entry, messageOf(row));
  }
}

export function noteWritten({ written }: BatchSession, message: Message): void {
  if (message.dedupeKey !== null) written.set(message.dedupeKey, message);
}

/** The message that the command would write a second time. */
export function findWritten(
  { written, state }: BatchSession,
  command: Command,
): Message | undefined {
  const key = dedupeKeyOf(command, state);
  return key === null ? undefined : written.get(key);
}

/** Null: the command writes no message of its own, or has no writer. */
function dedupeKeyOf(command: Command, state: ConversationState | null): string | null {
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

/** Whether text and files are the same. A removed message has neither any more, but is never written again. */
export function isRepeat(
  { content, attachments = [], isRemoved }: Message,
  command: Command,
): boolean {
  if (isRemoved) return true;
  const uploadIds = filesOf(command)?.uploadIds ?? [];
  const hasSameFiles =
    attachments.length === uploadIds.length &&
    attachments.every(({ uploadId }, n) => uploadId === uploadIds[n]);
  return hasSameFiles && 'content' in command && content === command.content;
}
