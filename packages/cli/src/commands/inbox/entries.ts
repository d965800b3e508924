import { option, workspace, type Entry } from '../entry';

export const entries: readonly Entry[] = [
  {
    usage: 'inbox',
    summary: 'Answer visitors: the queue and its conversations, live',
    options: [
      option('--workspace <name or id>', 'only this workspace'),
      option('--tenant <name or id>', 'only this tenant'),
    ],
    examples: [
      'relayctl inbox',
      'relayctl inbox --tenant Shop',
      'relayctl inbox --json | jq --unbuffered .type    # one update a line; sets no presence',
    ],
    load: async () => (await import('./inbox')).inbox,
  },
  {
    usage: 'queue',
    summary: 'Show how many visitors wait, and how long, for each tenant',
    options: [workspace],
    examples: ['relayctl queue', 'relayctl queue --json | jq .tenants[].waiting'],
    note: "It counts what you may see: an operator's own tenants and routing keys.",
    load: async () => (await import('./queue')).queue,
  },
];
