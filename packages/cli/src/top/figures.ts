import { level, quantile, rate, type Sample, type Selection } from './metrics';

/** A line of the table. */
export interface Figure {
  /** The figure's name in JSON, with its unit. */
  key: string;
  label: string;
  /** The metric that it is computed from. */
  metric: string;
  /** Null if there is no value. `before` is null for a first sample, which has no rates. */
  read(before: Sample | null, after: Sample): number | null;
  text(value: number): string;
}

type Source = Pick<Figure, 'metric' | 'read'>;

const levelOf = (metric: string, where: Selection['where'] = {}): Source => ({
  metric,
  read: (_before, after) => level(after, { name: metric, where }),
});

const rateOf = (metric: string, where: Selection['where'] = {}): Source => ({
  metric,
  read: (before, after) => before && rate(before, after, { name: metric, where }),
});

const p99Of = (metric: string): Source => ({
  metric,
  read: (before, after) => before && quantile(before, after, metric, 0.99),
});

const count = (value: number): string => Math.round(value).toLocaleString('en');
const perSecond = (value: number): string => (value < 10 ? value.toFixed(1) : count(value));
const milliseconds = (seconds: number): string =>
  seconds < 0.01 ? `${(seconds * 1000).toFixed(1)} ms` : `${count(seconds * 1000)} ms`;
const seconds = (value: number): string => `${value < 10 ? value.toFixed(1) : count(value)} s`;
const percent = (share: number): string => `${Math.round(share * 100)} %`;
const megabytes = (bytes: number): string => `${count(bytes / 1e6)} MB`;

function age(value: number): string {
  if (value < 3600) return `${Math.floor(value / 60)} min`;
  return value < 172_800 ? `${Math.floor(value / 3600)} h` : `${Math.floor(value / 86_400)} d`;
}

const STARTED_AT = 'process_start_time_seconds';
const UPTIME: Source = {
  metric: STARTED_AT,
  read: (_before, after) => {
    const startedAt = level(after, { name: STARTED_AT });
    return startedAt === null ? null : Math.max(0, after.atMs / 1000 - startedAt);
  },
};
const ATTEMPTS = 'relay_callback_attempts_total';
const VISITORS = { kind: /^visitor$/ };
const OPERATORS = { kind: /^console$/ };
const DELIVERED = { outcome: /^delivered$/ };
const FAILED = { outcome: /^(retried|dead|lost)$/ };
const REFUSED = { status: /^5/ };
const HEALTHY = { tenant: /^well$/ };
const REQUESTS = 'relay_http_request_duration_seconds';

/** The figures, in groups that the table separates. */
export const FIGURES: readonly (readonly Figure[])[] = [
  [
    figure('visitor_sockets', 'Visitors connected', levelOf('relay_sockets_open', VISITORS), count),
    figure(
      'console_sockets',
      'Operators connected',
      levelOf('relay_sockets_open', OPERATORS),
      count,
    ),
    figure('messages_per_s', 'Messages /s', rateOf('relay_messages_committed_total'), perSecond),
    figure('commits_per_s', 'Commits /s', rateOf('relay_journal_batch_commands_count'), perSecond),
    figure('journal_depth', 'Waiting for a commit', levelOf('relay_journal_depth'), count),
  ],
  [
    figure('requests_per_s', 'Requests /s', rateOf(`${REQUESTS}_count`), perSecond),
    figure(
      'failed_requests_per_s',
      'Requests failed (5xx) /s',
      rateOf(`${REQUESTS}_count`, REFUSED),
      perSecond,
    ),
    figure('request_p99_s', 'Requests, p99', p99Of(REQUESTS), milliseconds),
  ],
  [
    figure(
      'callbacks_delivered_per_s',
      'Callbacks delivered /s',
      rateOf(ATTEMPTS, DELIVERED),
      perSecond,
    ),
    figure('callbacks_failed_per_s', 'Callbacks failed /s', rateOf(ATTEMPTS, FAILED), perSecond),
    figure(
      'callback_p99_s',
      'Callback requests, p99',
      p99Of('relay_callback_request_duration_seconds'),
      milliseconds,
    ),
    figure(
      'callbacks_in_flight',
      'Callbacks in flight',
      levelOf('relay_callbacks_in_flight'),
      count,
    ),
    figure(
      'callbacks_queued',
      'Callbacks queued, all nodes',
      levelOf('relay_callbacks_queued'),
      count,
    ),
    figure(
      'callbacks_oldest_s',
      'Oldest to a healthy tenant',
      levelOf('relay_callbacks_oldest_seconds', HEALTHY),
      seconds,
    ),
  ],
  [
    figure(
      'event_loop_p99_s',
      'Event loop lag, p99',
      levelOf('nodejs_eventloop_lag_p99_seconds'),
      milliseconds,
    ),
    figure('cpu_cores', 'CPU, of one core', rateOf('process_cpu_seconds_total'), percent),
    figure('memory_bytes', 'Memory', levelOf('process_resident_memory_bytes'), megabytes),
    figure('uptime_s', 'Up for', UPTIME, age),
  ],
];

function figure(key: string, label: string, source: Source, text: Figure['text']): Figure {
  return { key, label, ...source, text };
}
