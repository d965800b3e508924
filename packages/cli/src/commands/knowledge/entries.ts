import { option, paging, type Entry } from '../entry';

const tenant = option('--tenant <name or id>', 'whose documents (default: your only one)');

export const entries: readonly Entry[] = [
  {
    usage: 'knowledge list',
    summary: "List the documents that a tenant's bot answers from",
    options: [tenant, ...paging],
    examples: ['relayctl knowledge', 'relayctl knowledge --all --json'],
    load: async () => (await import('./knowledge')).listKnowledge,
  },
  {
    usage: 'knowledge show <document>',
    summary: 'Print a document, by its id',
    examples: ['relayctl knowledge show kd_AZ8Q2nqRcACAAAAAAAAAAXr0V3Jn0p4C'],
    load: async () => (await import('./knowledge')).showKnowledge,
  },
  {
    usage: 'knowledge sync <folder>',
    summary: 'Make the documents those of a folder of Markdown: add, change and remove by path',
    options: [tenant, option('--dry-run', 'change nothing; exit code 1 if something would change')],
    examples: ['relayctl knowledge sync ./help --tenant Shop --dry-run'],
    load: async () => (await import('./sync')).syncKnowledge,
  },
  {
    usage: 'knowledge remove <document>',
    summary: 'Remove a document, by its id',
    examples: ['relayctl knowledge remove kd_AZ8Q2nqRcACAAAAAAAAAAXr0V3Jn0p4C'],
    load: async () => (await import('./knowledge')).removeKnowledge,
  },
];
