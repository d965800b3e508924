import type { Tx } from '../../platform/storage/database';
import { insertRows, type Sql } from '../../platform/storage/sql';
import { CALLBACK_ATTEMPTS } from '../events/model';
import type { LaneKey } from '../events/queued-event';
import type { Attempt } from './sender';

/** The result of an attempt, as the tenant's developers see it. */
export interface AttemptRecord {
  timestampMs: number;
  /** Null if there was no response. */
  status: number | null;
  /** `status_<n>`, or the reason why there was no response. */
  outcome: string;
  durationMs: number;
  /** The beginning of the response, made printable; if there was none, the failure. */
  answer: string;
  /** In ms, to a second. How far the receiver's clock is ahead of ours, by its header `Date`. */
  clockSkewMs: number | null;
}

export interface LoggedAttempt extends LaneKey {
  sequence: number;
  record: AttemptRecord;
}

const MAX_SHOWN_BYTES = 4096;

/**
 * @param timestampMs the time of sending
 * @param nowMs the time of the response
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
  return attempt.kind === 'responded' ? `status_${attempt.status}` : attempt.reason;
}

/** Makes a receiver's text safe: consoles and terminals show it, and it must not control them. */
export function printable(text: string): string {
  if (text.length <= MAX_SHOWN_BYTES && PLAIN.test(text)) return text;
  const cut = text.slice(0, MAX_SHOWN_BYTES).replaceAll(UNPRINTABLE, '\ufffd').toWellFormed();
  const bytes = Buffer.from(cut);
  if (bytes.length <= MAX_SHOWN_BYTES) return cut;
  // Streaming drops a character that is cut in two.
  return new TextDecoder().decode(bytes.subarray(0, MAX_SHOWN_BYTES), { stream: true });
}

const PLAIN = /^[\x20-\x7e\n\t]*$/;
/** Control characters, bidi controls, and non-characters. */
const UNPRINTABLE = /[^\P{C}\n\t]/gu;

/** Computes the skew. `Date` is read between sending and receiving, and covers its whole second. */
function skewOf(date: string | undefined, sentMs: number, nowMs: number): number | null {
  const at = date === undefined ? Number.NaN : Date.parse(date);
  if (Number.isNaN(at)) return null;
  if (at > nowMs) return at - nowMs;
  return Math.min(0, at + 999 - sentMs);
}

/** Stores attempts in one statement. The record is one text, because each value of a statement has a cost. */
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

/** Reads every attempt of an event, the first one first. */
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
