import { option, passwordStdin, tokenStdin, yes, type Entry } from '../entry';

export const entries: readonly Entry[] = [
  {
    usage: 'register',
    summary: 'Create an account with a new workspace or by invitation, and sign in',
    options: [
      option('--email <address>', 'its address, where a code is sent'),
      option('--display-name <name>', 'its name'),
      option('--organization <name>', 'create a workspace with this name').conflicts('tokenStdin'),
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
    summary: 'Sign in with password and code, and save the login',
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
    summary: 'End the login and delete it from the profile',
    examples: ['relayctl logout'],
    load: async () => (await import('./logout')).logout,
  },
  {
    usage: 'account delete',
    summary: 'Delete your account at once; not the last owner of a workspace',
    options: [passwordStdin, yes],
    examples: ['relayctl account delete'],
    load: async () => (await import('./delete')).deleteAccount,
  },
];
