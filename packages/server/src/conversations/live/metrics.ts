import type { Metrics } from '../../platform/metrics/metrics';
import type { RedisBus } from './redis-bus';

export function measureBus(metrics: Metrics, bus: Pick<RedisBus, 'stats'> | null): void {
  metrics.total(
    'relay_notices_total',
    'Notices between nodes: sent, received, or dropped because no one on this node follows them',
    () => {
      const { sent = 0, received = 0, dropped = 0 } = bus?.stats() ?? {};
      return { sent, received, dropped };
    },
    'what',
  );
  metrics.gauge(
    'relay_notice_channels',
    'Channels of notices that this node is subscribed to in Redis',
    () => bus?.stats().channels ?? 0,
  );
}
