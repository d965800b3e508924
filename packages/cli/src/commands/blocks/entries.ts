import { option, paging, type Entry } from '../entry';

const CONVERSATION = '66a0c1f27d3e4b5a69788796';
const BLOCK = '019a9e3c-7f0e-7b11-a2c3-d4e5f6071829';
const tenant = option('--tenant <name or id>', 'whose visitors (default: your only one)');

export const entries: readonly Entry[] = [
  {
    usage: 'block list',
    summary: 'List who is blocked, the newest first',
    options: [tenant, ...paging],
    examples: ['relayctl block list --tenant Shop'],
    load: async () => (await import('./list')).listBlocks,
  },
  {
    usage: 'block add <conversation_id>',
    summary: "Keep a conversation's visitor out of the chat",
    options: [
      option('--kind <kind>', 'whom')
        .choices(['identity', 'address', 'session'])
        .makeOptionMandatory(),
      option('--reason <text>', 'why, for operators and the audit log').makeOptionMandatory(),
      option('--until <time>', 'when it ends, ISO 8601 (default: until it is lifted)'),
    ],
    examples: [
      `relayctl block add ${CONVERSATION} --kind session --reason Insults`,
      `relayctl block add ${CONVERSATION} --kind address --reason Spam --until 2027-01-11T08:00:00Z`,
    ],
    note:
      'identity is the verified user in every session, address everyone in the same network, session this one alone.\n' +
      'An office or a mobile network may share one address. The visitor learns only that the chat is not available.',
    load: async () => (await import('./add')).blockVisitor,
  },
  {
    usage: 'block remove <block_id>',
    summary: 'Lift a block',
    options: [tenant],
    examples: [`relayctl block remove ${BLOCK} --tenant Shop`],
    note: 'For owners and admins. relayctl block list shows the IDs.',
    load: async () => (await import('./remove')).unblockVisitor,
  },
];
