import { option, repeatable, wholeNumber, type Entry } from '../entry';

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
    summary:
      'Check a relay from here: address, certificate, proxy, clock, database, disks, callbacks',
    examples: ['relayctl doctor', 'relayctl doctor --url https://relay.example --json'],
    note:
      'With a login, the relay sends a test event to the backend of each tenant that you manage. A super-admin also\n' +
      'sees the disks, and whether visitors share an address. A line with – was not checked.\n' +
      'It ends with 0 if no check failed, 1 if one did, and 5 if the relay could not be reached.',
    load: async () => (await import('./doctor')).doctor,
  },
  {
    usage: 'top',
    summary: "Watch a relay's rates, lags and queues, live",
    options: [
      repeatable('--metrics <address>', "a node's metrics (default: /metrics of the relay)"),
      option('--every <seconds>', 'how often to read them').argParser(wholeNumber(1)).default(2),
    ],
    examples: [
      'relayctl top',
      'relayctl top --metrics http://10.0.0.7:8080/metrics --metrics http://10.0.0.8:8080/metrics',
      'relayctl top --json | jq .nodes[].messages_per_s    # once, over a second',
    ],
    note: 'It needs no login. A proxy should hide /metrics: then give the address of each node inside your network.',
    load: async () => (await import('./top')).top,
  },
  {
    usage: 'mcp',
    summary: 'Serve the Model Context Protocol on stdin and stdout, for assistants',
    options: [
      option('--allow-writes', 'also claim, reply, resolve, resend callbacks and change the FAQ'),
    ],
    examples: ['relayctl mcp', 'relayctl mcp --allow-writes --profile support'],
    note:
      'An assistant starts it, and acts with your login. What visitors have written is read by the assistant,\n' +
      'and may contain instructions for it: allow writes only if you confirm each of its actions.',
    load: async () => (await import('./mcp')).mcp,
  },
  {
    usage: 'completion <bash|zsh|fish>',
    summary: 'Print the completion script for your shell',
    examples: ['source <(relayctl completion bash)', 'relayctl completion fish | source'],
    load: async () => (await import('./completion')).completion,
  },
];
