import { option, type Entry } from '../entry';

/** Answering visitors. */
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
];
