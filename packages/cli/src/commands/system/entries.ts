import { option, paging, passwordStdin, workspace, yes, type Entry } from '../entry';

/** The platform as a whole: for super-admins and people with the admin key. */
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
    usage: 'promote <email>',
    summary: 'Make an account a super-admin; needs the admin key',
    examples: ['RELAY_ADMIN_KEY="$(cat data/admin.key)" relayctl promote camille@shop.example'],
    load: async () => (await import('./promote')).promote,
  },
  {
    usage: 'demote <email>',
    summary: 'Make a super-admin an ordinary account again; needs the admin key',
    options: [yes],
    examples: ['RELAY_ADMIN_KEY="$(cat data/admin.key)" relayctl demote camille@shop.example'],
    load: async () => (await import('./demote')).demote,
  },
  {
    usage: 'suspend <tenant>',
    summary: 'Suspend a tenant, by name or id; for super-admins',
    options: [option('--reason <text>', 'why, for the audit log'), yes],
    examples: ['relayctl suspend Shop --reason "unpaid since August"'],
    load: async () => (await import('./suspend')).suspend,
  },
  {
    usage: 'reactivate <tenant>',
    summary: 'End the suspension of a tenant; for super-admins',
    options: [option('--reason <text>', 'why, for the audit log')],
    examples: ['relayctl reactivate Shop'],
    load: async () => (await import('./reactivate')).reactivate,
  },
  {
    usage: 'stats',
    summary: 'Show figures of the whole platform; for super-admins',
    examples: ['relayctl stats', 'relayctl stats --json | jq .pending_assignments'],
    load: async () => (await import('./stats')).stats,
  },
  {
    usage: 'admins',
    summary: 'List all accounts; for super-admins',
    options: paging,
    examples: ['relayctl admins --all', "relayctl admins --all --json | jq -r '.admins[].email'"],
    load: async () => (await import('./admins')).admins,
  },
  {
    usage: 'workspaces',
    summary: 'List your workspaces; a super-admin sees all',
    options: paging,
    examples: ['relayctl workspaces'],
    load: async () => (await import('./workspaces')).workspaces,
  },
  {
    usage: 'tenants',
    summary: "List a workspace's tenants; a super-admin sees all",
    options: [
      option('--status <status>', 'only this event').choices(['active', 'suspended', 'deleting']),
      workspace,
      ...paging,
    ],
    examples: ['relayctl tenants --status suspended', 'relayctl tenants --workspace "Shop Ltd"'],
    load: async () => (await import('./tenants')).tenants,
  },
];
