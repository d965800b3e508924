import type { OutboxEvent } from '../../callbacks/events/events';
import type { Clock } from '../../platform/clock';
import { AppError } from '../../platform/errors';
import type { Logger } from '../../platform/log';
import { createSignal, type Listen } from '../../platform/signal';
import { newId, newObjectId } from '../../platform/ids';
import type { Database, Tx } from '../../platform/storage/database';
import { createGroupCommit } from '../../platform/storage/group-commit';
import {
  insertRows,
  keyIn,
  lockInOrderOf,
  upsertRows,
  type Sql,
  type SqlValue,
} from '../../platform/storage/sql';
import type { SessionKey } from '../../visitors/session';
import type { Command, Surroundings } from '../rules/commands';
import { decide } from '../rules/conversation';
import type { Change, Env } from '../rules/decision';
import {
  CONVERSATION_COLUMNS,
  MESSAGE_COLUMNS,
  SITUATION_COLUMNS,
  SITUATION_TABLES,
  TICKET_COLUMNS,
  conversationOf,
  conversationRow,
  messageOf,
  messageRow,
  sessionOf,
  ticketRow,
  type MessageRow,
  type SituationRow,
} from './rows';
import {
  dedupeKeys,
  type ConversationState,
  type Message,
  type SessionFacts,
} from '../rules/state';

/** The committed result of a command. */
export interface Committed {
  command: Command;
  session: SessionFacts;
  /** The state before; null if there was no conversation yet. */
  before: ConversationState | null;
  state: ConversationState | null;
  /** Null: nothing was changed. */
  change: Change | null;
  /** The message that the command wrote, or that it wrote before (`isDuplicate`). */
  message: Message | null;
  isDuplicate: boolean;
  /** The socket of the command: it gets an answer instead of an echo. */
  source: object | null;
}

export interface Submission {
  session: SessionKey;
  command: Command;
  surroundings: Surroundings;
  source?: object;
  /** Called after the commit, in commit order and before the listeners of `onCommitted`. */
  onCommitted?(committed: Committed): void;
}

export interface Journal {
  /** Durable when it resolves. @throws {AppError} the refusal, overloaded or storage_unavailable */
  submit(submission: Submission): Promise<Committed>;
  /** Every change of a conversation, after its commit and in commit order. */
  onCommitted: Listen<Committed>;
  /** How many commands a transaction held, after its commit. */
  onBatch: Listen<number>;
  drain(): Promise<void>;
  depth(): number;
  /** The age of the oldest unanswered command. */
  oldestMs(): number;
}

/** What the journal needs of the callbacks: rows in its transaction, and a wake-up after the commit. */
export interface Outbox {
  write(tx: Tx, events: readonly OutboxEvent[]): Promise<void>;
  wake(): void;
}

export interface JournalOptions {
  database: Database;
  clock: Clock;
  log: Logger;
  outbox: Outbox;
  /** How many messages a visitor may write in 24 h. */
  messagesPerDay: number;
}

const SESSION_KEY = ['tenant_id', 'session_id'];

function keyOf({ tenantId, sessionId }: SessionKey): string {
  return `${tenantId} ${sessionId}`;
}

const MAX_BATCH = 256;
const MAX_QUEUED = 20_000;
/**
 * On MySQL. Four made batches of a dozen commands and an eightfold p99 at half load on two cores; one left the
 * database idle while a batch was being decided.
 */
const MAX_IN_FLIGHT = 2;

/**
 * The only writer of conversations. Commands of all sockets and routes are committed in groups: a batch is one
 * transaction of about five statements, whatever its size. An ack means that the command is durable.
 */
export function createJournal({
  database,
  clock,
  log,
  outbox,
  messagesPerDay,
}: JournalOptions): Journal {
  const commits = createSignal<Committed>('journal.committed', log);
  const batches = createSignal<number>('journal.batch', log);
  const group = createGroupCommit<Submission, Committed>({
    database,
    maxBatch: MAX_BATCH,
    maxQueued: MAX_QUEUED,
    maxInFlight: MAX_IN_FLIGHT,
    keyOf: ({ session }) => keyOf(session),
    apply: (tx, submissions) => applyBatch(tx, submissions, { clock, outbox, messagesPerDay }),
    onCommitted: (submissions, results) => {
      let hasEvents = false;
      results.forEach((result, index) => {
        if (result instanceof Error) return;
        submissions[index]?.onCommitted?.(result);
        if (!result.change) return;
        hasEvents ||= result.change.events.length > 0;
        commits.emit(result);
      });
      if (hasEvents) outbox.wake();
      batches.emit(submissions.length);
    },
  });
  const { submit, drain, depth, oldestMs } = group;
  return { submit, onCommitted: commits.on, onBatch: batches.on, drain, depth, oldestMs };
}

/** A session during the batch: each command sees the result of the one before it. */
interface Workspace {
  session: SessionFacts;
  hadConversation: boolean;
  state: ConversationState | null;
  hasChanged: boolean;
  /** Tickets that this batch changed; a batch may resolve one and open the next. */
  tickets: Map<string, NonNullable<ConversationState['ticket']>>;
}

async function applyBatch(
  tx: Tx,
  submissions: readonly Submission[],
  { clock, outbox, messagesPerDay }: Pick<JournalOptions, 'clock' | 'outbox' | 'messagesPerDay'>,
): Promise<(Committed | Error)[]> {
  const workspaces = await loadWorkspaces(tx, submissions);
  const written = await findWritten(tx, submissions, workspaces);
  const env: Env = {
    now: clock(),
    newId,
    newObjectId: () => newObjectId(env.now),
    messagesPerDay,
  };

  const messages: SqlValue[][] = [];
  const events: OutboxEvent[] = [];
  const results = submissions.map((submission): Committed | Error => {
    const workspace = workspaces.get(keyOf(submission.session));
    if (!workspace) return new AppError('not_found');
    const result = applyOne(submission, workspace, written, env);
    if (result instanceof Error || !result.change) return result;
    for (const message of result.change.messages) {
      messages.push(messageRow(submission.session, message));
    }
    events.push(...result.change.events);
    return result;
  });

  const changed = [...workspaces.values()].filter((workspace) => workspace.hasChanged);
  await keepSessions(tx, changed);
  await insertRows(tx, 'messages', MESSAGE_COLUMNS, messages);
  if (events.length > 0) await outbox.write(tx, events);
  await upsertRows(
    tx,
    'conversations',
    SESSION_KEY,
    CONVERSATION_COLUMNS,
    changed.flatMap(({ session, state }) => (state ? [conversationRow(session, state)] : [])),
  );
  await upsertRows(
    tx,
    'tickets',
    ['tenant_id', 'ticket_id'],
    TICKET_COLUMNS,
    changed.flatMap(({ session, state, tickets }) =>
      [...tickets.values()].map((ticket) =>
        ticketRow(session.tenantId, state?.conversationId ?? '', ticket),
      ),
    ),
  );
  return results;
}

function applyOne(
  { command, surroundings, source }: Submission,
  workspace: Workspace,
  written: WrittenMessages,
  env: Env,
): Committed | Error {
  const { session } = workspace;
  const isOver = session.endedAt !== null || session.expiresAt <= env.now;
  if (session.isErased || (isOver && !isFromStaff(command))) return new AppError('session_expired');
  const committed = {
    command,
    session,
    before: workspace.state,
    state: workspace.state,
    change: null,
    message: null,
    isDuplicate: false,
    source: source ?? null,
  };
  const earlier = written.find(session, dedupeKeyOf(command, workspace.state));
  if (earlier) {
    if (earlier.content !== contentOf(command)) return new AppError('client_msg_id_conflict');
    return { ...committed, message: earlier, isDuplicate: true };
  }
  const decision = decide({ session, conversation: workspace.state, surroundings }, command, env);
  if (decision.kind === 'refusal') {
    const { code, data, retryAfterS } = decision;
    return new AppError(code, {
      ...(data && { data }),
      ...(retryAfterS !== undefined && { retryAfterS }),
    });
  }
  if (decision.kind === 'unchanged') return committed;
  const { state } = decision;
  if (state.ticket && state.ticket !== workspace.state?.ticket) {
    workspace.tickets.set(state.ticket.ticketId, state.ticket);
  }
  workspace.state = state;
  workspace.hasChanged = true;
  for (const message of decision.messages) written.add(session, message);
  return { ...committed, state, change: decision, message: decision.message };
}

async function loadWorkspaces(
  tx: Tx,
  submissions: readonly Submission[],
): Promise<Map<string, Workspace>> {
  const sessions = new Map(submissions.map(({ session }) => [keyOf(session), session]));
  const keys = [...sessions.values()].map(({ tenantId, sessionId }) => [tenantId, sessionId]);
  // By primary key and in its order: two batches may wait for each other, but never in a circle.
  const rows = await tx.rows<SituationRow>(
    `SELECT ${SITUATION_COLUMNS} FROM ${SITUATION_TABLES}
     WHERE ${keyIn(
       tx.dialect,
       SESSION_KEY.map((column) => `s.${column}`),
       keys,
     )}
     ${lockInOrderOf(tx.dialect, 's.tenant_id, s.session_id')}`,
    keys.flat(),
  );
  return new Map(
    rows.map((row) => {
      const session = sessionOf(row);
      const state = conversationOf(row);
      const hadConversation = state !== null;
      return [
        keyOf(session),
        { session, state, hadConversation, hasChanged: false, tickets: new Map() },
      ];
    }),
  );
}

/** A session with a conversation is not purged. */
async function keepSessions(tx: Tx, changed: readonly Workspace[]): Promise<void> {
  const keys = changed
    .filter(({ hadConversation }) => !hadConversation)
    .map(({ session }) => [session.tenantId, session.sessionId]);
  if (keys.length === 0) return;
  await tx.run(
    `UPDATE visitor_sessions SET purge_at = NULL WHERE ${keyIn(tx.dialect, SESSION_KEY, keys)}`,
    keys.flat(),
  );
}

interface WrittenMessages {
  find(session: SessionKey, dedupeKey: string | null): Message | null;
  add(session: SessionKey, message: Message): void;
}

/** The messages that the batch wants to write and that were written before. */
async function findWritten(
  tx: Sql,
  submissions: readonly Submission[],
  workspaces: ReadonlyMap<string, Workspace>,
): Promise<WrittenMessages> {
  const known = new Map<string, Message>();
  const wanted = submissions.flatMap(({ session, command }) => {
    const key = dedupeKeyOf(command, workspaces.get(keyOf(session))?.state ?? null);
    return key === null ? [] : [[session.tenantId, session.sessionId, key] as const];
  });
  if (wanted.length > 0) {
    const rows = await tx.rows<MessageRow>(
      `SELECT ${MESSAGE_COLUMNS.join(', ')} FROM messages
       WHERE ${keyIn(tx.dialect, [...SESSION_KEY, 'dedupe_key'], wanted)}`,
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

/** An operator may still finish a conversation whose visitor has left permanently. */
function isFromStaff(command: Command): boolean {
  return (
    'actor' in command ||
    command.type === 'claim' ||
    (command.type === 'read' && command.by === 'agent')
  );
}

function contentOf(command: Command): string | null {
  return 'content' in command ? command.content : null;
}
