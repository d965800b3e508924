import type { Request, Server } from '@hapi/hapi';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** A number that is read on demand, or one for each value of a label. */
export type Reading = number | Record<string, number>;

/**
 * The metrics of one relay. Labels take values from short lists only: a tenant's or a user's name would create
 * as many series as there are tenants or users. Where single tenants matter, the reading names the worst few.
 */
export interface Metrics {
  /** The relay's metrics, without those of the process. */
  registry: Registry;
  /** A level, such as open sockets. `label` is the meaning of the keys of a reading. */
  gauge(name: string, help: string, read: () => Reading | Promise<Reading>, label?: string): void;
  /** A counter that is kept elsewhere and only grows. */
  total(name: string, help: string, read: () => Reading | Promise<Reading>, label?: string): void;
  counter<Label extends string>(
    name: string,
    help: string,
    labels: readonly Label[],
  ): Counter<Label>;
  histogram(name: string, help: string, buckets: readonly number[]): Histogram;
  httpObserved(request: ObservedRequest): void;
}

interface ObservedRequest {
  method: string;
  /** The route as declared, never the requested path. */
  route: string;
  status: number;
  seconds: number;
}

const HTTP_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

let ofProcess: Registry | undefined;

/**
 * Memory, event loop and garbage collection, for all relays of the process: their timers and observers never end,
 * so those of a relay of its own would keep the relay in memory after its stop.
 */
function processMetrics(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  processMetrics();
  const http = new Histogram({
    name: 'relay_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: HTTP_BUCKETS_S,
    registers,
  });
  return {
    registry,
    gauge: (name, help, read, label) => {
      const gauge: Gauge = new Gauge({
        name,
        help,
        labelNames: label === undefined ? [] : [label],
        registers,
        collect: async () => {
          const series = seriesOf(await read(), label);
          gauge.reset(); // drops values that the reading no longer has
          for (const { labels, value } of series) gauge.set(labels, value);
        },
      });
    },
    total: (name, help, read, label) => {
      const counter: Counter = new Counter({
        name,
        help,
        labelNames: label === undefined ? [] : [label],
        registers,
        collect: async () => {
          const series = seriesOf(await read(), label);
          counter.reset();
          for (const { labels, value } of series) counter.inc(labels, value);
        },
      });
    },
    counter: (name, help, labels) => new Counter({ name, help, labelNames: labels, registers }),
    histogram: (name, help, buckets) =>
      new Histogram({ name, help, buckets: [...buckets], registers }),
    httpObserved: ({ method, route, status, seconds }) =>
      http.observe({ method, route, status: String(status) }, seconds),
  };
}

function seriesOf(
  reading: Reading,
  label: string | undefined,
): { labels: Record<string, string>; value: number }[] {
  if (typeof reading === 'number') return [{ labels: {}, value: reading }];
  if (label === undefined) throw new TypeError('a reading of several numbers needs a label');
  return Object.entries(reading).map(([key, value]) => ({ labels: { [label]: key }, value }));
}

const KNOWN_METHODS = ['get', 'post', 'options', 'head'];

/** Mounts `GET /metrics`, and measures every request of the server. */
export function registerMetrics(server: Server, metrics: Metrics): void {
  server.events.on('response', (request) => metrics.httpObserved(observed(request)));
  server.route({
    method: 'GET',
    path: '/metrics',
    options: { auth: false, plugins: {} },
    handler: async (_request, h) => {
      const texts = [await processMetrics().metrics(), await metrics.registry.metrics()];
      return h.response(texts.join('\n')).type('text/plain; version=0.0.4');
    },
  });
}

function observed(request: Request): ObservedRequest {
  const { response, route, method, info } = request;
  const hasAnswer = response && !('isBoom' in response);
  return {
    // hapi serves unknown paths by an internal route, known by its fingerprint.
    route: route.fingerprint === '/#*' || route.path === '/{p*}' ? 'none' : route.path,
    method: KNOWN_METHODS.includes(method) ? method.toUpperCase() : 'other',
    status: hasAnswer ? response.statusCode : 0,
    seconds: (Date.now() - info.received) / 1000,
  };
}
