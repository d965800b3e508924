import type { Metrics } from './metrics';

/** Where a relay's own figures are read from. */
export interface RelayFigures {
  visitorSockets(): number;
  consoleSockets(): number;
  /** Commands that wait for the journal. */
  journalDepth(): number;
}

/** What is told as it happens. */
export interface RelayMeters {
  batchCommitted(commands: number): void;
  messageCommitted(sender: 'visitor' | 'bot' | 'agent' | 'system'): void;
}

const BATCH_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** The relay's own metrics, beside those of the process and of HTTP. */
export function measureRelay(metrics: Metrics, figures: RelayFigures): RelayMeters {
  metrics.gauge(
    'relay_sockets_open',
    'WebSockets that are open on this node',
    () => ({ visitor: figures.visitorSockets(), console: figures.consoleSockets() }),
    'kind',
  );
  metrics.gauge('relay_journal_depth', 'Commands that wait for their commit', figures.journalDepth);
  const batches = metrics.histogram(
    'relay_journal_batch_commands',
    'Commands in one commit of the journal',
    BATCH_BUCKETS,
  );
  const messages = metrics.counter('relay_messages_committed_total', 'Messages made durable', [
    'sender',
  ]);
  return {
    batchCommitted: (commands) => batches.observe(commands),
    messageCommitted: (sender) => messages.inc({ sender }),
  };
}
