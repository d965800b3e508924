import type { Metrics } from '../../platform/metrics/metrics';
import type { BusHealth } from './bus-watch';
import type { RedisBus } from './redis-bus';

const HEALTHS: readonly BusHealth[] = ['ok', 'degraded', 'away'];

export function measureBus(metrics: Metrics, bus: Pick<RedisBus, 'stats' | 'health'> | null): void {
  metrics.gauge(
    'relay_redis',
    'Whether Redis is ok, degraded (it answers, and notices between nodes get lost) or away: 1 for what it is',
    (): Record<string, number> => {
      if (!bus) return {};
      const now = bus.health();
      return Object.fromEntries(HEALTHS.map((health) => [health, health === now ? 1 : 0]));
    },
    'health',
  );
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
