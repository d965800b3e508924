import type { Tx } from '../../platform/storage/database';
import { insertRows, type Sql } from '../../platform/storage/sql';
import { CALLBACK_ATTEMPTS } from '../events/model';
import type { LaneKey } from '../events/queued-event';
import type { Attempt } from './sender';

/** The result of an attempt, for the tenant's developers. */
export interface AttemptRecord {
  timestampMs: number;
  /** Null: no answer. */
  status: number | null;
  /** `status_<n>`, or why there was no answer. */
  outcome: string;
  durationMs: number;
  /** The beginning of the answer, printable; without an answer, the failure. */
  answer: string;
  /** How far the receiver's clock is ahead of ours, to a second, like `Date`. */
  clockSkewMs: number | null;
}

export interface LoggedAttempt extends LaneKey {
  sequence: number;
  record: AttemptRecord;
}

const MAX_ANSWER_BYTES = 4096;

/**
 * @param timestampMs when it was sent
 * @param nowMs when the answer arrived
 */
export function recordOf(attempt: Attempt, timestampMs: number, nowMs: number): AttemptRecord {
  const { durationMs } = attempt;
  const outcome = outcomeCode(attempt);
  if (attempt.kind === 'failed') {
    const answer = printable(attempt.message);
    return { timestampMs, status: null, outcome, durationMs, answer, clockSkewMs: null };
  }
  return {
    timestampMs,
    status: attempt.status,
    outcome,
    durationMs,
    answer: printable(attempt.bodyText),
    clockSkewMs: skewOf(attempt.headers.date, timestampMs, nowMs),
  };
}

export function outcomeCode(attempt: Attempt): string {
  return attempt.kind === 'answered' ? `status_${attempt.status}` : attempt.reason;
}

/** A receiver's text is shown in consoles and terminals, and must not control them. */
export function printable(text: string): string {
  if (text.length <= MAX_ANSWER_BYTES && PLAIN.test(text)) return text;
  const cut = text.slice(0, MAX_ANSWER_BYTES).replaceAll(UNPRINTABLE, '\ufffd').toWellFormed();
  const bytes = Buffer.from(cut);
  if (bytes.length <= MAX_ANSWER_BYTES) return cut;
  // Streaming drops a character that is cut in two.
  return new TextDecoder().decode(bytes.subarray(0, MAX_ANSWER_BYTES), { stream: true });
}

const PLAIN = /^[\x20-\x7e\n\t]*$/;
/** Control characters, bidi controls, and non-characters. */
const UNPRINTABLE = /[^\P{C}\n\t]/gu;

/** `Date` is read at some moment between the two, and covers its whole second. */
function skewOf(date: string | undefined, sentMs: number, nowMs: number): number | null {
  const at = date === undefined ? Number.NaN : Date.parse(date);
  if (Number.isNaN(at)) return null;
  if (at > nowMs) return at - nowMs;
  return Math.min(0, at + 999 - sentMs);
}

/** One statement; the record is one text, because each value of a statement has a cost. */
export async function logAttempts(tx: Tx, attempts: readonly LoggedAttempt[]): Promise<void> {
  const rows = attempts.map(({ tenantId, conversationId, sequence, record }) => ({
    tenant_id: tenantId,
    conversation_id: conversationId,
    sequence,
    timestamp_ms: record.timestampMs,
    record: JSON.stringify(record),
  }));
  await insertRows(tx, CALLBACK_ATTEMPTS, rows);
}

/** Every attempt of an event, the first one first. */
export async function readAttempts(
  sql: Sql,
  { tenantId, conversationId, sequence }: LaneKey & { sequence: number },
): Promise<AttemptRecord[]> {
  const rows = await sql.rows<{ record: string }>(
    `SELECT record FROM callback_attempts
     WHERE tenant_id = ? AND conversation_id = ? AND sequence = ? ORDER BY timestamp_ms`,
    [tenantId, conversationId, sequence],
  );
  return rows.map(({ record }) => JSON.parse(record) as AttemptRecord); // written by `logAttempts`
}
