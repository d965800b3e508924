import { readSecret } from '../terminal/prompt';

/** Options of the commands that take an invitation's token. */
export interface InviteTokenOptions {
  tokenStdin?: boolean;
}

/** Reads the token from RELAY_INVITE_TOKEN, from stdin with `--token-stdin`, or asks for it. */
export function readInviteToken({ tokenStdin }: InviteTokenOptions, or = ''): Promise<string> {
  return readSecret({
    variable: 'RELAY_INVITE_TOKEN',
    isFromStdin: tokenStdin,
    question: 'Invitation token: ',
    insteadUse: `${or}set RELAY_INVITE_TOKEN or give --token-stdin`,
  });
}
