import { option, paging, passwordStdin, workspace, type Entry } from '../entry';

export const entries: readonly Entry[] = [
  {
    usage: 'audit',
    summary:
      'Show who did what in a workspace, and from where; a super-admin sees the whole platform',
    options: [workspace, ...paging],
    examples: ['relayctl audit --limit 20', 'relayctl audit --all --json > audit.json'],
    note: 'Times are in the time zone of this machine (or of TZ). --json keeps ids, details and UTC.',
    load: async () => (await import('./audit')).audit,
  },
  {
    usage: 'bootstrap',
    summary: 'Make sure that there is a super-admin; needs the admin key',
    options: [
      option('--email <address>', "which account (default: the relay's SYSTEM_ADMIN_EMAIL)"),
      option('--display-name <name>', 'its name, if it is new'),
      passwordStdin,
    ],
    examples: [
      'RELAY_ADMIN_KEY="$(cat data/admin.key)" relayctl bootstrap --email root@shop.example',
    ],
    load: async () => (await import('./bootstrap')).bootstrap,
  },
  {
    usage: 'stats',
    summary: 'Show figures of the whole platform; for super-admins',
    examples: ['relayctl stats', 'relayctl stats --json | jq .pending_assignments'],
    load: async () => (await import('./stats')).stats,
  },
];
