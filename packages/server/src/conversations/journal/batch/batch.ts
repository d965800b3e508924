import type { Clock } from '../../../platform/clock';
import { AppError } from '../../../platform/errors';
import { newId, newObjectId } from '../../../platform/ids';
import type { Tx } from '../../../platform/storage/database';
import { writeInOrder } from '../../../platform/storage/sql';
import { runWrites } from '../../../platform/storage/writes';
import { isBlockedAt } from '../../../visitors/blocks/in-force';
import { keyOf } from '../../../visitors/session';
import type { Command } from '../../rules/commands';
import { decide } from '../../rules/conversation';
import type { Env, Refusal } from '../../rules/decision';
import type { Committed, Submission } from '../submission';
import type { Applied, Asked, BatchPart, ChangedSession, Facts } from './batch-part';
import { findWritten, isRepeat, loadWritten, noteWritten } from './repeats';
import { loadSessions, type BatchSession } from './sessions';

export interface BatchOptions {
  clock: Clock;
  parts: readonly BatchPart[];
  messagesPerDay: number;
}

type Inform = (asked: Asked) => Facts | AppError;

/** Decides the commands one after another, and writes what all of them change together. */
export async function applyBatch(
  tx: Tx,
  submissions: readonly Submission[],
  { clock, parts, messagesPerDay }: BatchOptions,
): Promise<(Committed | Error)[]> {
  const sessions = await loadSessions(tx, submissions);
  await loadWritten(tx, submissions, sessions);
  const inform = await loadParts(tx, submissions, parts);
  const env: Env = {
    now: clock(),
    newId,
    newObjectId: () => newObjectId(env.now),
    messagesPerDay,
  };
  const applied: Applied[] = [];
  const results = submissions.map((submission): Committed | Error => {
    const { session, command, surroundings } = submission;
    const entry = sessions.get(keyOf(session));
    // The session was deleted meanwhile. A visitor starts over.
    if (!entry) return new AppError(isFromStaff(command) ? 'not_found' : 'session_expired');
    const result = applyOne(submission, entry, env, (asked) => inform({ ...asked, applied }));
    if (result instanceof Error || !result.change) return result;
    const { before, change } = result;
    const made = { session: entry.session, command, surroundings, before, change };
    applied.push(made);
    entry.applied.push(made);
    return result;
  });
  const batch = { now: env.now, newId, applied, changed: changedAmong(sessions) };
  await writeInOrder(
    tx,
    parts.map((part) => async () => runWrites(tx, part.write(part.collect(batch), tx.dialect))),
  );
  return results;
}

/**
 * Loads what the parts need.
 * @returns a function that asks all parts about a command
 */
async function loadParts(
  tx: Tx,
  submissions: readonly Submission[],
  parts: readonly BatchPart[],
): Promise<Inform> {
  const informs: Inform[] = [];
  for (const part of parts) {
    const loaded = await part.load?.(tx, submissions);
    if (part.inform) informs.push((asked) => part.inform?.(loaded, asked) ?? {});
  }
  return (asked) => {
    let facts: Facts = {};
    for (const inform of informs) {
      const more = inform(asked);
      if (more instanceof AppError) return more;
      facts = { ...facts, ...more };
    }
    return facts;
  };
}

function applyOne(
  { session: { tokenVersion }, command, surroundings, source }: Submission,
  entry: BatchSession,
  env: Env,
  inform: (asked: Pick<Asked, 'session' | 'command'>) => Facts | AppError,
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
  const earlier = findWritten(entry, command);
  if (earlier) {
    if (!isRepeat(earlier, command)) return new AppError('client_msg_id_conflict');
    return { ...committed, message: earlier, isDuplicate: true };
  }
  const facts = inform({ session, command });
  if (facts instanceof AppError) return facts;
  const situation = { session, conversation: entry.state, surroundings, ...facts };
  const decision = decide(situation, command, env);
  if (decision.kind === 'refusal') return refusalError(decision);
  if (decision.kind === 'unchanged') return committed;
  entry.state = decision.state;
  for (const message of decision.messages) noteWritten(entry, message);
  return { ...committed, state: decision.state, change: decision, message: decision.message };
}

function refusalError(refusal: Refusal): AppError {
  if (refusal.code === 'state_conflict') {
    return new AppError(refusal.code, { message: refusal.message });
  }
  const { code, data, retryAfterS } = refusal;
  return new AppError(code, {
    ...(data && { data }),
    ...(retryAfterS !== undefined && { retryAfterS }),
  });
}

function changedAmong(sessions: ReadonlyMap<string, BatchSession>): ChangedSession[] {
  return [...sessions.values()].flatMap(({ session, before, state, applied }) =>
    state && applied.length > 0 ? [{ session, before, state, applied }] : [],
  );
}

/** Whether a command is from the tenant's side: operators may still finish a conversation whose session has ended. */
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
