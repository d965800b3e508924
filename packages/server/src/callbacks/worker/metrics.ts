import { SECOND } from '../../platform/clock';
import type { Metrics } from '../../platform/metrics/metrics';
import type { Backlog } from './backlog';
import type { Attempt, Sender } from '../delivery/sender';
import type { CallbackWorker } from './worker';

const ATTEMPT_BUCKETS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The same sender; what its attempts come to is counted. */
export function measureSender(metrics: Metrics, sender: Sender): Sender {
  const answers = metrics.counter(
    'relay_callback_answers_total',
    'Requests to receivers by what came of them',
    ['answer'],
  );
  const durations = metrics.histogram(
    'relay_callback_request_duration_seconds',
    'Time from a request to a receiver to the end of its answer',
    ATTEMPT_BUCKETS_S,
  );
  return {
    ...sender,
    post: async (post) => {
      const attempt = await sender.post(post);
      answers.inc({ answer: answerOf(attempt) });
      durations.observe(attempt.durationMs / SECOND);
      return attempt;
    },
  };
}

/** A receiver may answer any of 900 numbers. */
function answerOf(attempt: Attempt): string {
  if (attempt.outcome === 'failed') return attempt.reason;
  const hundreds = Math.floor(attempt.status / 100);
  return hundreds <= 5 ? `${hundreds}xx` : 'other';
}

/** What this node does, and what waits over all of them. */
export function measureCallbacks(
  metrics: Metrics,
  { stats, backlog }: Pick<CallbackWorker, 'stats'> & { backlog(): Promise<Backlog> },
): void {
  metrics.gauge(
    'relay_callbacks_queued',
    'Callbacks that wait, over all nodes',
    async () => (await backlog()).queued,
  );
  metrics.gauge(
    'relay_callbacks_aside',
    'Conversations beside which a callback stands that was not taken for long, over all nodes',
    async () => (await backlog()).aside,
  );
  metrics.gauge(
    'relay_callbacks_oldest_seconds',
    'Age of the oldest callback that waits, over all nodes, by how its tenant is doing',
    async () => {
      const { well, failing, suspended } = (await backlog()).oldestMs;
      return { well: well / SECOND, failing: failing / SECOND, suspended: suspended / SECOND };
    },
    'tenant',
  );
  metrics.gauge(
    'relay_callback_tenants',
    'Tenants whose last callback failed, over all nodes, by what is done about it',
    async () => (await backlog()).troubled,
    'state',
  );
  metrics.gauge(
    'relay_callback_probes',
    'Failed probes of each tenant whose callbacks are held back, of the 100 that fail the longest',
    async () => (await backlog()).probes,
    'tenant_id',
  );
  metrics.gauge(
    'relay_callbacks_in_flight',
    'Conversations that this node is delivering callbacks of',
    () => stats().inFlight,
  );
  metrics.total(
    'relay_callback_attempts_total',
    'What became of the callbacks that this node took in hand',
    () => {
      const { delivered, retried, dead, postponed, lost } = stats();
      return { delivered, retried, dead, postponed, lost };
    },
    'outcome',
  );
}
