import { EVENT_NAMES } from '@chat-relay/receiver-sdk';
import { InvalidArgumentError } from 'commander';
import { CALLBACK_STATES, stateOf } from '../../relay/callbacks';
import { momentOf } from '../../terminal/moment';
import { choice, option, paging, repeatable, type Entry } from '../entry';

const tenant = option('--tenant <name or id>', 'whose callbacks (default: your only one)');
const event = option('--event <event>', 'only this event').choices(EVENT_NAMES);

const moment = (flags: string, description: string) =>
  option(flags, description).argParser((text: string) => momentOf(text));
const SINCE = '--since <time>';
const UNTIL = '--until <time>';

const data = option(
  '--data <body>',
  'the body: as text, @file or - for stdin',
).makeOptionMandatory();
const secretStdin = option(
  '--secret-stdin',
  "read the tenant's secret from stdin (or set TENANT_SECRET)",
);

export const entries: readonly Entry[] = [
  {
    usage: 'callback log',
    summary: "List a tenant's callbacks, the newest first",
    options: [
      tenant,
      choice('--state <state>', 'only this state', CALLBACK_STATES, stateOf),
      event,
      option('--conversation <id>', 'only those of one conversation').argParser((id: string) => {
        if (/^[0-9a-f]{24}$/.test(id)) return id;
        throw new InvalidArgumentError('A conversation id has 24 characters: 0-9 and a-f.');
      }),
      moment(SINCE, 'from this time on: 10m, 2h or 7d ago, a day, or a time with its zone'),
      moment(UNTIL, 'before this time'),
      ...paging,
    ],
    examples: [
      'relayctl callback log --tenant Shop --since 10m',
      'relayctl callback log --tenant Shop --event message-received --state pending --json',
    ],
    load: async () => (await import('./log')).callbacksLog,
  },
  {
    usage: 'callback show <event_id>',
    summary: 'Show a callback with its body and every attempt',
    examples: [
      'relayctl callback show 0190f3c2-7a5b-7000-8000-000000000001',
      'relayctl callback show 0190f3c2-7a5b-7000-8000-000000000001 --json | jq .callback.body',
    ],
    load: async () => (await import('./show')).showCallback,
  },
  {
    usage: 'callback health',
    summary: "Show what waits of a tenant's callbacks, and what went wrong last",
    options: [tenant],
    examples: [
      'relayctl callback health --tenant Shop',
      'relayctl callback health --tenant Shop --json | jq .last_failure',
    ],
    load: async () => (await import('./health')).callbackHealth,
  },
  {
    usage: 'callback resend <event_id>',
    summary: 'Send a callback again',
    options: [
      option(
        '--force',
        'send a copy with a new id, because receivers ignore an id that they have seen',
      ),
    ],
    examples: ['relayctl callback resend 0190f3c2-7a5b-7000-8000-000000000001'],
    load: async () => (await import('./resend')).resendCallback,
  },
  {
    usage: 'callback replay',
    summary: 'Send the callbacks of a time span again',
    options: [
      tenant,
      moment(
        SINCE,
        'from this time on: 10m, 2h or 7d ago, a day, or a time with its zone',
      ).makeOptionMandatory(),
      moment(UNTIL, 'before this time (default: now)'),
      event,
      option('--state <state>', 'only this state (default: both)').choices(['delivered', 'dead']),
      option('--dry-run', 'only count them'),
    ],
    examples: [
      'relayctl callback replay --tenant Shop --since 2h --state dead --dry-run',
      'relayctl callback replay --tenant Shop --since 1d --event message-received',
      'relayctl callback replay --tenant Shop --since 2026-01-31T12:00:00Z --until 2026-01-31T13:00:00Z',
    ],
    load: async () => (await import('./replay')).replayCallbacks,
  },
  {
    usage: 'callback dead-letters',
    summary: 'List callbacks that are no longer retried; resend or replay sends them again',
    options: [tenant, ...paging],
    examples: ['relayctl callback dead-letters --tenant Shop'],
    load: async () => (await import('./dead-letters')).deadLetters,
  },
  {
    usage: 'callback resume',
    summary: "End every pause of a tenant's callbacks and send what is queued",
    options: [tenant],
    examples: ['relayctl callback resume --tenant Shop'],
    load: async () => (await import('./resume')).resumeCallbacks,
  },
  {
    usage: 'callback test',
    summary: 'Have the relay send a signed test event, and show what happened at each step',
    options: [tenant],
    examples: ['relayctl callback test --tenant Shop'],
    load: async () => (await import('./test')).testCallback,
  },
  {
    usage: 'callback listen',
    summary: 'Forward every callback to a receiver on this machine, live; Ctrl-C stops',
    options: [
      option(
        '--forward-to <url>',
        "the receiver's address, in the form that --callback-url takes",
      ).makeOptionMandatory(),
      tenant,
      moment(SINCE, 'where the first run begins: 10m, 2h or 7d ago, or a time (default: now)'),
      option('--afresh', 'ignore where the last run stopped'),
    ],
    examples: [
      'relayctl callback listen --forward-to http://localhost:3000',
      'relayctl callback listen --forward-to http://localhost:3000 --tenant Shop --since 10m --afresh',
    ],
    note:
      'It signs with RELAY_LOCAL_SECRET or with a local secret that the first run prints. A later run\n' +
      'continues where the last one stopped. Actions that a bot returns are ignored here.',
    load: async () => (await import('./listen')).listen,
  },
  {
    usage: 'callback trigger <event>',
    summary: 'Send a realistic, signed event from this machine and print the answer',
    options: [
      option('--to <url>', "the receiver's address (default: the tenant's own)"),
      option('--tenant <name or id>', 'for which tenant; with --to and an id, no login is needed'),
      option('--data <json>', 'replaces fields of the body: JSON, @file or - for stdin'),
      secretStdin,
    ],
    examples: [
      'relayctl callback trigger message-received --to http://localhost:3000',
      `relayctl callback trigger agent-assigned --tenant Shop --data '{"sequence": 7}'`,
    ],
    load: async () => (await import('./trigger')).triggerCallback,
  },
  {
    usage: 'callback sign',
    summary: 'Print the headers that sign a body; works without a relay',
    options: [
      data,
      option(
        '--tenant <name or id>',
        "which tenant (default: the body's tenant_id); a name needs a login",
      ),
      secretStdin,
    ],
    examples: [
      'relayctl callback sign --data @event.json > headers',
      'TENANT_SECRET="$(cat secret)" relayctl callback sign --data @event.json --json',
    ],
    load: async () => (await import('./sign')).signBody,
  },
  {
    usage: 'callback verify',
    summary: 'Verify the signature of a request as a receiver does; works without a relay',
    options: [
      repeatable(
        '--header <header>',
        '"Name: value", or @file of such lines',
      ).makeOptionMandatory(),
      data,
      moment('--at <time>', 'when the request arrived (default: now)'),
      secretStdin,
    ],
    examples: [
      'relayctl callback verify --header @headers --data @event.json',
      'relayctl callback verify --header @headers --data @event.json --at 2026-01-31T12:00:00Z',
    ],
    load: async () => (await import('./verify')).verifyRequest,
  },
  {
    usage: 'callback verify-receiver <url>',
    summary: 'Send a receiver every valid and invalid test case, and show which it fails',
    options: [
      option('--tenant <name or id>', 'as which tenant; with an id, no login is needed'),
      secretStdin,
    ],
    examples: [
      'relayctl callback verify-receiver http://localhost:3000 --tenant Shop',
      'relayctl callback verify-receiver https://staging.shop.example --json --secret-stdin < secret',
    ],
    note: 'The valid cases reach the handlers like real events. Do not send them to a production receiver.',
    load: async () => (await import('./verify-receiver')).verifyReceiver,
  },
];
