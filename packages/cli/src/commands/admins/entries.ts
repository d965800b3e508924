import { paging, yes, type Entry } from '../entry';

export const entries: readonly Entry[] = [
  {
    usage: 'admin list',
    summary: 'List all accounts; for super-admins',
    options: paging,
    examples: [
      'relayctl admin list --all',
      "relayctl admin --all --json | jq -r '.admins[].email'",
    ],
    load: async () => (await import('./list')).admins,
  },
  {
    usage: 'admin promote <email>',
    summary: 'Make an account a super-admin; needs the admin key',
    examples: [
      'RELAY_ADMIN_KEY="$(cat data/admin.key)" relayctl admin promote camille@shop.example',
    ],
    load: async () => (await import('./promote')).promote,
  },
  {
    usage: 'admin demote <email>',
    summary: 'Make a super-admin an ordinary account again; needs the admin key',
    options: [yes],
    examples: [
      'RELAY_ADMIN_KEY="$(cat data/admin.key)" relayctl admin demote camille@shop.example',
    ],
    load: async () => (await import('./demote')).demote,
  },
];
