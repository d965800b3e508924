import { momentOf } from '../../terminal/moment';
import { option, type Entry } from '../entry';

/** Makes an option for a time. A date stays a date, because the relay reads it in the report's time zone. */
const moment = (flags: string, description: string) =>
  option(flags, description).argParser((text: string) =>
    /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : momentOf(text),
  );

export const entries: readonly Entry[] = [
  {
    usage: 'reports',
    summary: 'Show what happened by day or hour: conversations, escalations, waiting times',
    options: [
      option('--tenant <name or id>', 'which tenant (default: the only one)'),
      option('--workspace <name or id>', 'all tenants of this workspace together'),
      moment('--since <time>', 'from this time or date on, or 7d (default: 30 days ago)'),
      moment('--until <time>', 'up to this time, or the beginning of this date (default: now)'),
      option('--bucket <size>', 'what a line covers (default: day)').choices(['hour', 'day']),
      option('--csv', 'print CSV, with all columns'),
    ],
    examples: [
      'relayctl reports --tenant Shop --since 7d',
      'relayctl reports --tenant Shop --since 2026-03-01 --until 2026-04-01 --csv > march.csv',
      'relayctl reports --tenant Shop --bucket hour --since 1d --json | jq .totals',
    ],
    note:
      'The times are medians. Days begin in the time zone that the heading names. A report covers at most\n' +
      '366 days, or 31 by the hour.',
    load: async () => (await import('./reports')).reports,
  },
];
