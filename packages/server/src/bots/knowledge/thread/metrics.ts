import type { Metrics } from '../../../platform/metrics/metrics';
import type { TenantIndexes } from '../tenant-indexes';

export function measureKnowledge(
  metrics: Pick<Metrics, 'gauge' | 'total'>,
  { figures }: Pick<TenantIndexes, 'figures'>,
): void {
  metrics.gauge(
    'relay_knowledge_bytes',
    'Memory of the indexes of knowledge documents, as estimated',
    () => figures().bytes,
  );
  metrics.gauge(
    'relay_knowledge_tenants',
    'Tenants whose index of knowledge documents is in memory',
    () => figures().tenants,
  );
  metrics.gauge(
    'relay_knowledge_waiting',
    'Questions that wait for the thread that searches knowledge documents',
    () => figures().waiting,
  );
  metrics.total(
    'relay_knowledge_given_up_total',
    'Questions that were answered without the knowledge documents',
    () => figures().givenUp,
  );
  metrics.total(
    'relay_knowledge_thread_ends_total',
    'How often the thread that searches knowledge documents has ended while it was needed',
    () => figures().ends,
  );
}
