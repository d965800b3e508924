import { passwordStdin, type Entry } from '../entry';

export const entries: readonly Entry[] = [
  {
    usage: 'totp enroll',
    summary: 'Add an authenticator app to your account',
    examples: ['relayctl totp enroll'],
    note: 'It asks for your password (or reads RELAY_PASSWORD) and for the first code of the app.',
    load: async () => (await import('./enroll')).enrollTotp,
  },
  {
    usage: 'totp disable',
    summary: 'Remove the authenticator app from your account',
    options: [passwordStdin],
    examples: ['relayctl totp disable', 'relayctl totp disable --password-stdin < password.txt'],
    load: async () => (await import('./disable')).disableTotp,
  },
];
