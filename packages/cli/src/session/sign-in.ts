import type { Account, SignedSession } from '@chat-relay/server/wire/accounts';
import { createApi, type Api } from '../relay/api';
import { printResult, say } from '../terminal/output';
import { sanitiseLine } from '../terminal/sanitise';
import { isExposed, resolveTarget, type GlobalOptions } from './context';
import { assertProfilesWritable, writeProfile } from './profiles';

/** A relay, before a sign-in. */
export interface Stranger {
  api: Api;
  url: string;
  profileName: string;
}

/** Returns the relay, after checks that must pass before a password is sent to it. */
export function approach(options: GlobalOptions): Stranger {
  const { url, profileName } = resolveTarget(options);
  assertProfilesWritable();
  if (isExposed(url))
    say(`Warning: ${url} is not encrypted. Others on the network can read your password.`);
  return { api: createApi({ url }), url, profileName };
}

/** Stores the login in the profile, and prints it without its token. */
export function keepSession(
  { url, profileName }: Stranger,
  { account, memberships, console_token: token, expires_at }: SignedSession,
  isJson: boolean | undefined,
): void {
  if (token === null) throw new TypeError('the relay gave a cookie in place of a token');
  writeProfile(profileName, { url, email: account.email, token, expires_at });
  printResult(
    isJson,
    { url, profile: profileName, account, memberships, expires_at },
    () => `Signed in to ${url} as ${nameOf(account)}, until ${expires_at.slice(0, 10)}.`,
  );
}

function nameOf({ display_name, email }: Account): string {
  return `${sanitiseLine(display_name)} <${sanitiseLine(email)}>`;
}
