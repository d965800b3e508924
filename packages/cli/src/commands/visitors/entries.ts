import { option, yes, type Entry } from '../entry';

const tenant = option('--tenant <name or id>', 'whose visitors (default: your only one)');

const visitor = [
  option('--session <id>', 'one session of the visitor, vs_…'),
  option('--user <id>', 'every session of this user, by the id that the backend signs'),
  tenant,
];
const SESSION = 'vs_AZrL3mNvcACAAAAAAAAAAQHqf7m3ZzQx';

export const entries: readonly Entry[] = [
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
