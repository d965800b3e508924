import { option, type Entry } from '../entry';

/** Scripting and diagnostics. */
export const entries: readonly Entry[] = [
  {
    usage: 'api <GET|POST> <path>',
    summary: 'Call any route with your login; prints the answer as JSON',
    options: [option('--data <json>', 'the body: JSON, @file or - for stdin')],
    examples: [
      'relayctl api GET /console/fetch/account',
      `relayctl api POST /console/create/workspace --data '{"name": "Shop Ltd"}'`,
      'relayctl api POST /console/create/canned-reply --data - < reply.json',
    ],
    load: async () => (await import('./api')).api,
  },
  {
    usage: 'doctor',
    summary: 'Check a relay: reachable, clock, versions, database, Redis, mail, login, callbacks',
    examples: ['relayctl doctor', 'relayctl doctor --url https://relay.example --json'],
    note: 'With a login, the relay sends a test event to the backend of each tenant that you manage.',
    load: async () => (await import('./doctor')).doctor,
  },
  {
    usage: 'completion <bash|zsh|fish>',
    summary: 'Print the completion script for your shell',
    examples: ['source <(relayctl completion bash)', 'relayctl completion fish | source'],
    load: async () => (await import('./completion')).completion,
  },
];
