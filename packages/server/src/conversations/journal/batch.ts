import { bindUploads, chooseUploads, type LockedUploads } from '../../attachments/binding';
import type { OutboxEvent } from '../../callbacks/events/events';
import type { Outbox } from '../../callbacks/outbox/outbox';
import type { Clock } from '../../platform/clock';
import { AppError, invalidField } from '../../platform/errors';
import { newId, newObjectId } from '../../platform/ids';
import type { Tx } from '../../platform/storage/database';
import { amongKeys, throughIndex } from '../../platform/storage/ranges';
import {
  insertRows,
  keyIn,
  lockByKey,
  lockInOrderOf,
  upsertRows,
  writeInOrder,
} from '../../platform/storage/sql';
import { listColumns } from '../../platform/storage/table';
import { startCounting } from '../../reports/entries';
import { BLOCKED_UNTIL, isBlockedAt, type BlockedUntil } from '../../visitors/blocks/in-force';
import type { Command } from '../rules/commands';
import { decide } from '../rules/conversation';
import { countChange } from '../rules/counting';
import type { Env } from '../rules/decision';
import {
  dedupeKeys,
  type ConversationState,
  type Message,
  type SessionFacts,
  type Suggestion,
} from '../rules/state';
import { keyOf } from '../../visitors/session';
import { noteAwaitedAnswers } from './awaited-answers';
import {
  CONVERSATIONS,
  MESSAGES,
  SITUATION_COLUMNS,
  TICKETS,
  conversationOf,
  conversationRow,
  messageOf,
  messageRow,
  sessionOf,
  situationTables,
  ticketRow,
  type MessageRow,
  type SituationRow,
} from './model';
import { writeSuggestions } from './suggestions';
import { filesOf, lockFiles, markBound, type BoundFiles } from './files';
import { writeTags } from './tags/writing';
import type { Committed, Submission } from './submission';

const SESSION_KEY = ['tenant_id', 'session_id'];

export interface BatchOptions {
  clock: Clock;
  outbox: Pick<Outbox, 'write'>;
  /** How many messages a visitor may write in 24 h. */
  messagesPerDay: number;
}

/** A session during the batch: each command sees the result of the one before it. */
interface BatchSession {
  session: SessionFacts;
  /** Of its visitor: read with the session, so that no message is accepted once a block is committed. */
  blocked: BlockedUntil;
  /** As it was before the batch. */
  before: ConversationState | null;
  state: ConversationState | null;
  hasChanged: boolean;
  /** By dedupe key: messages that the batch wants to write, and that it or an earlier one wrote. */
  written: Map<string, Message>;
  /** Tickets that this batch changed; a batch may resolve one and open the next. */
  tickets: Map<string, NonNullable<ConversationState['ticket']>>;
  /** As the batch leaves it; without it, as it was. */
  suggestion?: Suggestion | null;
}

export async function applyBatch(
  tx: Tx,
  submissions: readonly Submission[],
  { clock, outbox, messagesPerDay }: BatchOptions,
): Promise<(Committed | Error)[]> {
  const sessions = await loadSessions(tx, submissions);
  await loadWritten(tx, submissions, sessions);
  const uploads = await lockFiles(tx, submissions);
  const env: Env = {
    now: clock(),
    newId,
    newObjectId: () => newObjectId(env.now),
    messagesPerDay,
  };

  const messages: MessageRow[] = [];
  const events: OutboxEvent[] = [];
  const bound: BoundFiles[] = [];
  const counting = startCounting(env.now);
  const results = submissions.map((submission): Committed | Error => {
    const entry = sessions.get(keyOf(submission.session));
    // Deleted meanwhile. A visitor starts over.
    if (!entry)
      return new AppError(isFromStaff(submission.command) ? 'not_found' : 'session_expired');
    const result = applyOne(submission, entry, env, uploads);
    if (result instanceof Error || !result.change) return result;
    for (const message of result.change.messages) {
      messages.push(messageRow(submission.session, message));
    }
    events.push(...result.change.events);
    if (result.message?.attachments) bound.push(markBound(uploads, result));
    const counted = countChange(submission.command, result.before, result.change, {
      now: env.now,
      targets: submission.surroundings.targets,
    });
    counting.add(submission.session.tenantId, counted);
    return result;
  });

  const changed = [...sessions.values()].filter((entry) => entry.hasChanged);
  const conversations = changed.flatMap(({ session, state }) =>
    state ? [conversationRow(session, state)] : [],
  );
  const tickets = changed.flatMap((entry) =>
    [...entry.tickets.values()].map((ticket) =>
      ticketRow(entry.session.tenantId, entry.state?.conversationId ?? '', ticket),
    ),
  );
  await writeInOrder(tx, [
    () => keepSessions(tx, changed),
    () => insertRows(tx, MESSAGES, messages),
    ...bound.map((files) => () => bindUploads(tx, files)),
    () => outbox.write(tx, events),
    () => upsertRows(tx, CONVERSATIONS, conversations),
    () => writeTags(tx, changed),
    () => upsertRows(tx, TICKETS, tickets),
    () => writeSuggestions(tx, changed),
    () => counting.write(tx),
    () => noteAwaitedAnswers(tx, submissions, results, env.now),
  ]);
  return results;
}

function applyOne(
  { session: { tokenVersion }, command, surroundings, source }: Submission,
  entry: BatchSession,
  env: Env,
  uploads: LockedUploads,
): Committed | Error {
  const { session } = entry;
  const isOver = session.endedAt !== null || session.expiresAt <= env.now;
  if (session.isErased || (isOver && !isFromStaff(command))) return new AppError('session_expired');
  if (isFromVisitor(command) && tokenVersion !== session.tokenVersion) {
    return new AppError('session_expired');
  }
  if (isFromVisitor(command) && isBlockedAt(env.now, entry.blocked)) {
    return new AppError('visitor_blocked');
  }
  const committed = {
    command,
    session,
    before: entry.state,
    state: entry.state,
    change: null,
    message: null,
    isDuplicate: false,
    source: source ?? null,
  };
  const dedupeKey = dedupeKeyOf(command, entry.state);
  const earlier = dedupeKey === null ? undefined : entry.written.get(dedupeKey);
  if (earlier) {
    if (!isRepeat(earlier, command)) return new AppError('client_msg_id_conflict');
    return { ...committed, message: earlier, isDuplicate: true };
  }
  const refs = filesOf(command);
  const attachments = refs && chooseUploads(uploads, session, refs);
  if (refs && !attachments) return invalidField('attachments', 'attachment_invalid');
  const decision = decide(
    { session, conversation: entry.state, surroundings, ...(attachments && { attachments }) },
    command,
    env,
  );
  if (decision.kind === 'refusal') {
    if (decision.code === 'state_conflict') {
      return new AppError(decision.code, { message: decision.message });
    }
    const { code, data, retryAfterS } = decision;
    return new AppError(code, {
      ...(data && { data }),
      ...(retryAfterS !== undefined && { retryAfterS }),
    });
  }
  if (decision.kind === 'unchanged') return committed;
  const { state } = decision;
  if (state.ticket && state.ticket !== entry.state?.ticket) {
    entry.tickets.set(state.ticket.ticketId, state.ticket);
  }
  entry.state = state;
  entry.hasChanged = true;
  if (decision.suggestion !== undefined) entry.suggestion = decision.suggestion;
  for (const message of decision.messages) noteWritten(entry, message);
  return { ...committed, state, change: decision, message: decision.message };
}

async function loadSessions(
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
      return [
        keyOf(session),
        {
          session,
          blocked: row,
          before: state,
          state,
          hasChanged: false,
          written: new Map(),
          tickets: new Map(),
        },
      ];
    }),
  );
}

async function loadWritten(
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
     WHERE ${keyIn(tx.dialect, [...SESSION_KEY, 'dedupe_key'], wanted)}`,
    wanted.flat(),
  );
  for (const row of rows) {
    const entry = sessions.get(keyOf({ tenantId: row.tenant_id, sessionId: row.session_id }));
    if (entry) noteWritten(entry, messageOf(row));
  }
}

function noteWritten(entry: BatchSession, message: Message): void {
  if (message.dedupeKey !== null) entry.written.set(message.dedupeKey, message);
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

/** A session with a conversation is not purged. */
async function keepSessions(tx: Tx, changed: readonly BatchSession[]): Promise<void> {
  const keys = changed
    .filter(({ before }) => before === null)
    .map(({ session }) => [session.tenantId, session.sessionId]);
  if (keys.length === 0) return;
  await tx.run(
    `UPDATE visitor_sessions SET purge_at = NULL WHERE ${keyIn(tx.dialect, SESSION_KEY, keys)}`,
    keys.flat(),
  );
}

/** An operator may still finish a conversation whose visitor has left permanently. */
function isFromStaff(command: Command): boolean {
  return (
    'actor' in command ||
    command.type === 'claim' ||
    command.type === 'mark-unread' ||
    command.type === 'set-tags' ||
    command.type === 'add-tags' ||
    command.type === 'wake' ||
    (command.type === 'read' && command.by === 'agent')
  );
}

function isFromVisitor(command: Command): boolean {
  return (
    command.type === 'visitor-message' ||
    command.type === 'rate' ||
    ('by' in command && command.by === 'visitor')
  );
}

/** The same text with the same files. What is removed has neither any more: it is not written a second time. */
function isRepeat({ content, attachments = [], isRemoved }: Message, command: Command): boolean {
  if (isRemoved) return true;
  const uploadIds = filesOf(command)?.uploadIds ?? [];
  const hasSameFiles =
    attachments.length === uploadIds.length &&
    attachments.every(({ uploadId }, n) => uploadId === uploadIds[n]);
  return hasSameFiles && 'content' in command && content === command.content;
}
