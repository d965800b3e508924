import { requireLogin, type GlobalOptions } from '../../session/context';
import { writeProfile } from '../../session/profiles';
import { explainRefusal } from '../../relay/refusals';
import { confirmByName } from '../../terminal/confirm';
import { printResult } from '../../terminal/output';
import { readPassword } from '../../terminal/prompt';
import { sanitiseLine } from '../../terminal/sanitise';

export interface DeleteAccountOptions extends GlobalOptions {
  passwordStdin?: boolean;
  yes?: boolean;
}

/** Deletes the account, and its stored login. */
export async function deleteAccount(options: DeleteAccountOptions): Promise<void> {
  const { api, token, profile, profileName } = requireLogin(options);
  const { account } = await api.get('console/fetch/account');
  const email = sanitiseLine(account.email);
  if (!options.yes) {
    await confirmByName(
      `This will delete the account ${email} at once. It can't be restored.`,
      account.email,
    );
  }
  const password = await readPassword(options);
  await explainRefusal(
    api.post('console/delete/account', { password }),
    'last_owner',
    'A workspace has no other owner. Make a member its owner, or delete it: relayctl workspace delete.',
  );
  if (profile?.token === token) writeProfile(profileName, null);
  printResult(
    options.json,
    { account_id: account.account_id },
    () => `Deleted the account ${email}.`,
  );
}
