import type { Clock } from '../../platform/clock';
import type { Metrics } from '../../platform/metrics/metrics';
import type { Journal } from './journal';

const BATCH_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128, 256];

export function measureJournal(
  metrics: Metrics,
  journal: Pick<Journal, 'depth' | 'onBatch' | 'onCommitted'>,
  clock: Clock,
): void {
  metrics.gauge('relay_journal_depth', 'Commands that wait for their commit', journal.depth);
  const batches = metrics.histogram(
    'relay_journal_batch_commands',
    'Commands in one commit of the journal',
    BATCH_BUCKETS,
  );
  const messages = metrics.counter('relay_messages_committed_total', 'Messages made durable', [
    'sender',
  ]);
  journal.onBatch((commands) => batches.observe(commands));
  const missed = metrics.counter(
    'relay_targets_missed_total',
    'Answers and claims that came later than the tenant wants',
    [],
  );
  journal.onCommitted(({ change, before }) => {
    const dueAt = before?.dueAt ?? null;
    if (change && dueAt !== null && dueAt !== change.state.dueAt && dueAt < clock()) missed.inc();
    for (const { sender } of change?.messages ?? []) messages.inc({ sender });
  });
}
