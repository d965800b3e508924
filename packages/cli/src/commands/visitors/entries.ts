import { option, paging, yes, type Entry } from '../entry';

const CONVERSATION = '66a0c1f27d3e4b5a69788796';
const BLOCK = '019a9e3c-7f0e-7b11-a2c3-d4e5f6071829';
const tenant = option('--tenant <name or id>', 'whose visitors (default: your only one)');

const visitor = [
  option('--session <id>', 'one session of the visitor, vs_…'),
  option('--user <id>', 'every session of this user, by the id that the backend signs'),
  tenant,
];
const SESSION = 'vs_AZrL3mNvcACAAAAAAAAAAQHqf7m3ZzQx';

/** Visitors: their rights, and keeping them out of a tenant's chat. */
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
  {
    usage: 'visitor export',
    summary: 'Save everything that is stored about a visitor, as JSON',
    options: [
      ...visitor,
      option('-o, --output <file>', 'where (default: stdout); only its owner can read the file'),
      option('--force', 'replace a file that is already there'),
    ],
    examples: [
      'relayctl visitor export --user 4711 --tenant Shop -o 4711.json',
      `relayctl visitor export --session ${SESSION} | jq .sessions[].conversation`,
    ],
    note:
      'For owners and admins; the audit log records it. relayctl conversation show prints the session and the user of\n' +
      'a conversation. The relay finds no visitor by an e-mail address that was not signed: it may be anyone’s.',
    load: async () => (await import('./export')).exportVisitor,
  },
  {
    usage: 'visitor erase',
    summary: 'Erase all messages, files and the identity of a visitor, permanently',
    options: [...visitor, option('--dry-run', 'only count what would be erased'), yes],
    examples: [
      'relayctl visitor erase --user 4711 --tenant Shop --dry-run',
      `relayctl visitor erase --session ${SESSION} --tenant Shop`,
      'relayctl visitor erase --user 4711 --tenant Shop --yes --json | jq .erased_sessions',
    ],
    note:
      'For owners and admins. It shows how much will go, and asks you to type the id of the user, or the beginning\n' +
      'of the session. Without a terminal it needs --yes. It ends with 0 when nothing is left, 1 when another id is\n' +
      'typed, 2 without a terminal, 4 for an unknown session.',
    load: async () => (await import('./erase')).eraseVisitor,
  },
];
