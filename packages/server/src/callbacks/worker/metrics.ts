import { SECOND } from '../../platform/clock';
import type { Metrics } from '../../platform/metrics/metrics';
import type { Backlog } from './backlog';
import type { Attempt, Sender } from '../delivery/sender';
import type { CallbackWorker } from './worker';

const ATTEMPT_BUCKETS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Adds metrics of attempts to a sender. */
export function measureSender(metrics: Metrics, sender: Sender): Sender {
  const responses = metrics.counter(
    'relay_callback_answers_total',
    'Requests to receivers by response',
    ['answer'],
  );
  const durations = metrics.histogram(
    'relay_callback_request_duration_seconds',
    'Time from a request to a receiver to the end of its response',
    ATTEMPT_BUCKETS_S,
  );
  return {
    ...sender,
    post: async (post) => {
      const attempt = await sender.post(post);
      responses.inc({ answer: responseOf(attempt) });
      durations.observe(attempt.durationMs / SECOND);
      return attempt;
    },
  };
}

/** Groups statuses, because a receiver may respond with any of 900. */
function responseOf(attempt: Attempt): string {
  if (attempt.kind === 'failed') return attempt.reason;
  const hundreds = Math.floor(attempt.status / 100);
  return hundreds <= 5 ? `${hundreds}xx` : 'other';
}

/** Measures this node's work and the queue of all nodes. */
export function measureCallbacks(
  metrics: Metrics,
  { stats, backlog }: Pick<CallbackWorker, 'stats'> & { backlog(): Promise<Backlog> },
): void {
  metrics.gauge(
    'relay_callbacks_queued',
    'Queued callbacks, over all nodes',
    async () => (await backlog()).queued,
  );
  metrics.gauge(
    'relay_callbacks_aside',
    'Conversations with a deferred callback, over all nodes',
    async () => (await backlog()).deferred,
  );
  metrics.gauge(
    'relay_callbacks_oldest_seconds',
    'Age of the oldest queued callback, over all nodes, by the health of its tenant',
    async () => {
      const { well, failing, suspended } = (await backlog()).oldestMs;
      return { well: well / SECOND, failing: failing / SECOND, suspended: suspended / SECOND };
    },
    'tenant',
  );
  metrics.gauge(
    'relay_callback_tenants',
    'Tenants whose last callback failed, over all nodes, by state',
    async () => (await backlog()).failingTenants,
    'state',
  );
  metrics.gauge(
    'relay_callback_probes',
    'Failed probes by tenant, for the 100 tenants that have been probed longest',
    async () => (await backlog()).probes,
    'tenant_id',
  );
  metrics.gauge(
    'relay_callbacks_in_flight',
    'Conversations whose callbacks this node is delivering',
    () => stats().inFlight,
  );
  metrics.total(
    'relay_callback_attempts_total',
    'Attempts of this node by outcome',
    () => {
      const { delivered, retried, dead, postponed, lost } = stats();
      return { delivered, retried, dead, postponed, lost };
    },
    'outcome',
  );
}
