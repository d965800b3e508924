import { EXIT, ExitError } from '../errors';
import { createApi, type Api } from '../relay/api';
import { relayAddress } from './relay-address';
import { DEFAULT_PROFILE, readProfile, type Profile } from './profiles';

/** The options that every command takes. */
export interface GlobalOptions {
  url?: string;
  profile?: string;
  json?: boolean;
}

/** The relay that a command talks to, and the profile that stores its login. */
export interface Target {
  url: string;
  profileName: string;
  profile: Profile | null;
}

/** A relay with a login. */
export interface SignedIn extends Target {
  token: string;
  api: Api;
}

const LOCAL_RELAY = 'http://127.0.0.1:8080';

/** Returns the relay of `--url`, else RELAY_URL, else the profile, else one on this machine. */
export function resolveTarget(options: GlobalOptions): Target {
  const profileName = options.profile ?? DEFAULT_PROFILE;
  if (!/^[\w.-]{1,64}$/.test(profileName)) {
    throw new ExitError(
      EXIT.usage,
      "A profile name may contain only letters, digits, '.', '_' and '-'.",
    );
  }
  const profile = readProfile(profileName);
  const address = options.url ?? (process.env['RELAY_URL'] || profile?.url) ?? LOCAL_RELAY;
  return { url: canonicalUrl(address), profileName, profile };
}

/**
 * Returns the token to use: RELAY_TOKEN, else the profile's. A profile's token is sent only to the relay that issued
 * it, whatever `--url` is.
 */
export function tokenFor({ url, profile }: Target): string | undefined {
  return process.env['RELAY_TOKEN'] || (profile?.url === url ? profile.token : undefined);
}

/** Returns the relay with the login to use. @throws {ExitError} 3 if there is none */
export function requireLogin(options: GlobalOptions): SignedIn {
  const target = resolveTarget(options);
  const { url, profileName } = target;
  const token = tokenFor(target);
  if (token !== undefined) return { ...target, token, api: createApi({ url, token }) };
  const login = ['relayctl login', `--url ${url}`];
  if (profileName !== DEFAULT_PROFILE) login.push(`--profile ${profileName}`);
  throw new ExitError(EXIT.notSignedIn, `You are not signed in to ${url}. Run ${login.join(' ')}.`);
}

function canonicalUrl(address: string): string {
  const parsed = relayAddress(address);
  if ('url' in parsed) return parsed.url;
  throw new ExitError(EXIT.usage, `The relay's address ${parsed.problem}.`);
}

/** True if others on the network can read what is sent to `url`. */
export function isExposed(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  return protocol === 'http:' && !isLoopback;
}
