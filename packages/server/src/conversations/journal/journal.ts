import type { OutboxEvent } from '../../callbacks/events/events';
import type { Outbox } from '../../callbacks/outbox/outbox';
import type { Clock } from '../../platform/clock';
import type { Logger } from '../../platform/log';
import { createSignal, type Listen } from '../../platform/signal';
import type { Database } from '../../platform/storage/database';
import { createGroupCommit } from '../../platform/storage/group-commit';
import { keyOf } from '../../visitors/session';
import { applyBatch } from './batch/batch';
import type { BatchPart } from './batch/batch-part';
import { createCommandTraces } from './command-traces';
import type { Committed, Submission } from './submission';

export interface Journal {
  /** Resolves once the command is durable. @throws {AppError} the refusal, overloaded or storage_unavailable */
  submit(submission: Submission): Promise<Committed>;
  /** Every change of a conversation, after its commit and in commit order. */
  onCommitted: Listen<Committed>;
  /** How many commands a transaction held, after its commit. */
  onBatch: Listen<number>;
  drain(): Promise<void>;
  depth(): number;
  oldestMs(): number;
}

export interface JournalOptions {
  database: Database;
  clock: Clock;
  log: Logger;
  outbox: Pick<Outbox, 'traces' | 'reportQueued'>;
  /** Parts of each batch, in the order of their writes. */
  parts: readonly BatchPart[];
  messagesPerDay: number;
}

const MAX_BATCH = 256;
/** Limit of one session's commands in a batch: a session that floods delays only itself. */
const MAX_PER_SESSION = 4;
const MAX_QUEUED = 20_000;
/**
 * Batches in flight on MySQL. Four made batches of a dozen commands and an eightfold p99 at half load on two cores; one
 * left the database idle while a batch was being decided.
 */
const MAX_IN_FLIGHT = 2;
/** Batches in flight with sharding: one has one tenant's commands, and they wait for different servers. */
const MAX_IN_FLIGHT_SHARDED = 6;

/**
 * Creates the only writer of conversations. Commands of all sockets and routes are committed in groups: a batch is one
 * transaction with a few statements for each kind of row, whatever its size. An ack means that the command is durable.
 */
export function createJournal({
  database,
  clock,
  log,
  outbox,
  parts,
  messagesPerDay,
}: JournalOptions): Journal {
  const commits = createSignal<Committed>('journal.committed', log);
  const batches = createSignal<number>('journal.batch', log);
  const traces = createCommandTraces(outbox.traces);
  const report = (submission: Submission | undefined, committed: Committed): void => {
    try {
      submission?.onCommitted?.(committed);
    } catch (error) {
      // The command is committed, and the other submitters of the batch have to be notified.
      log.error(
        { event: 'relay.listener_failed', err: error, signal: 'journal.acknowledged' },
        'A listener threw',
      );
    }
  };
  const group = createGroupCommit<Submission, Committed>({
    database,
    maxBatch: MAX_BATCH,
    maxQueued: MAX_QUEUED,
    maxInFlight: database.isSharded ? MAX_IN_FLIGHT_SHARDED : MAX_IN_FLIGHT,
    keyOf: ({ session }) => keyOf(session),
    shardOf: ({ session }) => session.tenantId,
    maxPerKey: MAX_PER_SESSION,
    apply: async (tx, submissions) => {
      traces.began(submissions);
      const results = await applyBatch(tx, submissions, { clock, parts, messagesPerDay });
      traces.applied(submissions, results);
      return results;
    },
    onCommitted: (submissions, results) => {
      traces.committed(submissions);
      const events: OutboxEvent[] = [];
      results.forEach((result, index) => {
        if (result instanceof Error) return;
        report(submissions[index], result);
        if (!result.change) return;
        events.push(...result.change.events);
        commits.emit(result);
      });
      if (events.length > 0) outbox.reportQueued(events);
      batches.emit(submissions.length);
    },
  });
  const { drain, depth, oldestMs } = group;
  return {
    submit: (submission) => traces.follow(submission, () => group.submit(submission)),
    onCommitted: commits.on,
    onBatch: batches.on,
    drain,
    depth,
    oldestMs,
  };
}
