import { option, paging, type Entry } from '../entry';

export const entries: readonly Entry[] = [
  {
    usage: 'session list',
    summary: 'List where you are signed in',
    options: paging,
    examples: ['relayctl session'],
    load: async () => (await import('./list')).sessions,
  },
  {
    usage: 'session revoke [session_id]',
    summary: 'End a login, or all but this one',
    options: [option('--others', 'all logins but this one')],
    examples: [
      'relayctl session revoke --others',
      'relayctl session revoke 0190f3c2-7a5b-7000-8000-000000000001',
    ],
    load: async () => (await import('./revoke')).revokeSessions,
  },
];
