import { EXIT, ExitError } from '../../errors';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { writeProfile } from '../../session/profiles';
import { printResult } from '../../terminal/output';

/** Ends the session at the relay and deletes it from the profile, even if it has already ended. */
export async function logout(options: GlobalOptions): Promise<void> {
  const { api, url, token, profile, profileName } = requireLogin(options);
  if (profile?.token === token) writeProfile(profileName, null);
  try {
    await api.post('console/logout');
  } catch (error) {
    if (!(error instanceof ExitError)) throw error;
    if (error.exitCode === EXIT.unreachable) {
      throw new ExitError(
        EXIT.unreachable,
        `Deleted here, but ${url} could not be reached: there the login stays valid until it expires.`,
        { cause: error },
      );
    }
    if (error.exitCode !== EXIT.notSignedIn) throw error;
  }
  printResult(options.json, { url, profile: profileName }, () => `Signed out of ${url}.`);
}
