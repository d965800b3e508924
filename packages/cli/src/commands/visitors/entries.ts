import { option, paging, type Entry } from '../entry';

const CONVERSATION = '66a0c1f27d3e4b5a69788796';
const BLOCK = '019a9e3c-7f0e-7b11-a2c3-d4e5f6071829';
const tenant = option('--tenant <name or id>', 'whose visitors (default: your only one)');

/** Keeping visitors out of a tenant's chat. */
export const entries: readonly Entry[] = [
  {
    usage: 'visitor block <conversation_id>',
    summary: "Keep a conversation's visitor out of the chat",
    options: [
      option('--kind <kind>', 'whom: identity, address or session').makeOptionMandatory(),
      option('--reason <text>', 'why, for operators and the audit log').makeOptionMandatory(),
      option('--until <time>', 'when it ends, ISO 8601 (default: until it is lifted)'),
    ],
    examples: [
      `relayctl visitor block ${CONVERSATION} --kind session --reason Insults`,
      `relayctl visitor block ${CONVERSATION} --kind address --reason Spam --until 2027-01-11T08:00:00Z`,
    ],
    note:
      'identity is the verified user in every session, address everyone in the same network, session this one alone.\n' +
      'An office or a mobile network may share one address. The visitor learns only that the chat is not available.',
    load: async () => (await import('./block')).blockVisitor,
  },
  {
    usage: 'visitor unblock <block_id>',
    summary: 'Lift a block',
    options: [tenant],
    examples: [`relayctl visitor unblock ${BLOCK} --tenant Shop`],
    note: 'For owners and admins. relayctl visitor blocks lists the IDs.',
    load: async () => (await import('./unblock')).unblockVisitor,
  },
  {
    usage: 'visitor blocks',
    summary: 'List who is blocked, the newest first',
    options: [tenant, ...paging],
    examples: ['relayctl visitor blocks --tenant Shop'],
    load: async () => (await import('./blocks')).listBlocks,
  },
];
