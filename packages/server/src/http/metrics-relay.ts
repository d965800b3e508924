import type { Metrics } from './metrics';

/** Where a relay's own figures are read from. */
export interface RelayFigures {
  visitorSockets(): number;
  consoleSockets(): number;
  /** Commands that wait for the journal. */
  journalDepth(): number;
  callbacks: {
    /** Events that wait, over all nodes. */
    depth(): Promise<number>;
    stats(): {
      inFlight: number;
      delivered: number;
      retried: number;
      dead: number;
      postponed: number;
      lost: number;
    };
  };
}

/** What is told as it happens. */
export interface RelayMeters {
  batchCommitted(commands: number): void;
  messageCommitted(sender: 'visitor' | 'bot' | 'agent' | 'system'): void;
}

const BATCH_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** The relay's own metrics, beside those of the process and of HTTP. */
export function measureRelay(metrics: Metrics, figures: RelayFigures): RelayMeters {
  const { callbacks } = figures;
  metrics.gauge(
    'relay_sockets_open',
    'WebSockets that are open on this node',
    () => ({ visitor: figures.visitorSockets(), console: figures.consoleSockets() }),
    'kind',
  );
  metrics.gauge('relay_journal_depth', 'Commands that wait for their commit', figures.journalDepth);
  metrics.gauge('relay_callbacks_queued', 'Callbacks that wait, over all nodes', callbacks.depth);
  metrics.gauge(
    'relay_callbacks_in_flight',
    'Conversations that this node is delivering callbacks of',
    () => callbacks.stats().inFlight,
  );
  metrics.total(
    'relay_callback_attempts_total',
    'What became of the callbacks that this node took in hand',
    () => {
      const { delivered, retried, dead, postponed, lost } = callbacks.stats();
      return { delivered, retried, dead, postponed, lost };
    },
    'outcome',
  );
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
