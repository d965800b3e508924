import { option, paging, passwordStdin, type Entry } from './entry';

/** Who one is, and answering visitors. */
export const accountEntries: readonly Entry[] = [
  {
    usage: 'login',
    summary: 'Sign in with password and code, and remember it',
    options: [
      option('--email <address>', 'which account'),
      option('--totp', 'use the code of an authenticator app, not one sent by mail'),
      passwordStdin,
    ],
    examples: [
      'relayctl login --url https://relay.example --email you@shop.example',
      'RELAY_OTP=123456 relayctl login --email you@shop.example --totp --password-stdin < password.txt',
    ],
    load: async () => (await import('../commands/login')).login,
  },
  {
    usage: 'whoami',
    summary: 'Show which account is signed in',
    examples: ['relayctl whoami', 'relayctl whoami --profile staging --json'],
    load: async () => (await import('../commands/whoami')).whoami,
  },
  {
    usage: 'logout',
    summary: 'End the login and forget it',
    examples: ['relayctl logout'],
    load: async () => (await import('../commands/logout')).logout,
  },
  {
    usage: 'sessions',
    summary: 'List where you are signed in',
    options: paging,
    examples: ['relayctl sessions'],
    load: async () => (await import('../commands/sessions')).sessions,
  },
  {
    usage: 'inbox',
    summary: 'Answer visitors: the queue and its conversations, live',
    options: [
      option('--workspace <name or id>', 'only this workspace'),
      option('--tenant <name or id>', 'only this tenant'),
    ],
    examples: [
      'relayctl inbox',
      'relayctl inbox --tenant Shop',
      'relayctl inbox --json | jq --unbuffered .type    # one update a line; sets no presence',
    ],
    load: async () => (await import('../commands/inbox')).inbox,
  },
];
