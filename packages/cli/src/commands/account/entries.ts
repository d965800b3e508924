import { option, paging, passwordStdin, tokenStdin, type Entry } from '../entry';

/** Who one is, and answering visitors. */
export const accountEntries: readonly Entry[] = [
  {
    usage: 'register',
    summary: 'Make an account, with a workspace of its own or by invitation, and sign in',
    options: [
      option('--email <address>', 'its address, where a code is sent'),
      option('--display-name <name>', 'its name'),
      option('--organization <name>', 'make a workspace of that name').conflicts('tokenStdin'),
      tokenStdin,
      passwordStdin,
    ],
    examples: [
      'relayctl register --url https://relay.example --organization "Shop Ltd"',
      'relayctl register --url https://relay.example --email you@shop.example    # asks for an invitation',
    ],
    load: async () => (await import('./register')).register,
  },
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
    load: async () => (await import('./login')).login,
  },
  {
    usage: 'whoami',
    summary: 'Show which account is signed in',
    examples: ['relayctl whoami', 'relayctl whoami --profile staging --json'],
    load: async () => (await import('./whoami')).whoami,
  },
  {
    usage: 'logout',
    summary: 'End the login and forget it',
    examples: ['relayctl logout'],
    load: async () => (await import('./logout')).logout,
  },
  {
    usage: 'sessions list',
    summary: 'List where you are signed in',
    options: paging,
    examples: ['relayctl sessions'],
    load: async () => (await import('../sessions/list')).sessions,
  },
  {
    usage: 'sessions revoke [session_id]',
    summary: 'End a login, or all but this one',
    options: [option('--others', 'all logins but this one')],
    examples: [
      'relayctl sessions revoke --others',
      'relayctl sessions revoke 0190f3c2-7a5b-7000-8000-000000000001',
    ],
    load: async () => (await import('../sessions/revoke')).revokeSessions,
  },
  {
    usage: 'totp enroll',
    summary: 'Add an authenticator app to your account',
    examples: ['relayctl totp enroll'],
    note: 'It asks for your password (or takes RELAY_PASSWORD) and for the first code of the app.',
    load: async () => (await import('../totp/enroll')).enrollTotp,
  },
  {
    usage: 'totp disable',
    summary: 'Take the authenticator app off your account',
    options: [passwordStdin],
    examples: ['relayctl totp disable', 'relayctl totp disable --password-stdin < password.txt'],
    load: async () => (await import('../totp/enroll')).disableTotp,
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
    load: async () => (await import('../inbox/inbox')).inbox,
  },
];
