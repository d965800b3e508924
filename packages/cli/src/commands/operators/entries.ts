import { option, paging, repeatable, wholeNumber, workspace, yes, type Entry } from '../entry';

const routingKey = repeatable('--routing-key <key>', 'a queue to serve; "none" for all');
const capacity = option(
  '--capacity <number>',
  'how many conversations they intend to have; not enforced',
).argParser(wholeNumber(1));

export const entries: readonly Entry[] = [
  {
    usage: 'operator list',
    summary: "List a workspace's operators and their presence",
    options: [workspace, ...paging],
    examples: ['relayctl operator', 'relayctl operator --workspace "Shop Ltd"'],
    load: async () => (await import('./list')).operators,
  },
  {
    usage: 'operator create <email>',
    summary: 'Make a member an operator, or invite an address as one',
    options: [
      option('--name <name>', 'the name that visitors see').makeOptionMandatory(),
      repeatable('--tenant <name or id>', 'a tenant to serve').makeOptionMandatory(),
      routingKey,
      capacity,
      workspace,
    ],
    examples: [
      'relayctl operator create camille@shop.example --name Camille --tenant Shop',
      'relayctl operator create sam@shop.example --name Sam --tenant Shop --routing-key paris --capacity 3',
    ],
    load: async () => (await import('./create')).createOperator,
  },
  {
    usage: 'operator update <operator>',
    summary: 'Change an operator, by name or id; each given option replaces the old value',
    options: [
      option('--name <name>', 'the name that visitors see'),
      repeatable('--tenant <name or id>', 'a tenant to serve'),
      routingKey,
      capacity,
      workspace,
    ],
    examples: [
      'relayctl operator update Camille --tenant Shop --tenant "Shop Lyon"',
      'relayctl operator update Camille --routing-key none',
    ],
    load: async () => (await import('./update')).updateOperator,
  },
  {
    usage: 'operator remove <operator>',
    summary: 'Remove an operator from the inbox, by name or id; the account stays a member',
    options: [workspace, yes],
    examples: ['relayctl operator remove Camille'],
    load: async () => (await import('./remove')).removeOperator,
  },
];
