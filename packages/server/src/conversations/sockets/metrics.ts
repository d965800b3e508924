import type { Metrics } from '../../platform/metrics/metrics';

export function measureSockets(
  metrics: Metrics,
  sockets: { visitor(): number; console(): number },
): void {
  metrics.gauge(
    'relay_sockets_open',
    'WebSockets that are open on this node',
    () => ({ visitor: sockets.visitor(), console: sockets.console() }),
    'kind',
  );
}
