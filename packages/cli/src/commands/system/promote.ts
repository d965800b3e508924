import type { Account } from '../../relay/account';
import { openBreakGlass } from '../../session/admin-key';
import { confirmByName } from '../../terminal/confirm';
import type { GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';
import { explainRefusal } from '../../relay/refusals';
import { sanitiseLine } from '../../terminal/sanitise';

/** Makes an account a super-admin; needs the relay's admin key. */
export async function promote(options: GlobalOptions, email: string): Promise<void> {
  await change(options, email, 'promote', 'is a super-admin');
}

/** Options of `relayctl demote`. */
export interface DemoteOptions extends GlobalOptions {
  yes?: boolean;
}

/** Makes a super-admin a plain account again; needs the relay's admin key. */
export async function demote(options: DemoteOptions, email: string): Promise<void> {
  if (!options.yes) await confirmByName(`${sanitiseLine(email)} loses the system console.`, email);
  await change(options, email, 'demote', 'is no super-admin');
}

async function change(
  options: GlobalOptions,
  email: string,
  verb: 'promote' | 'demote',
  outcome: string,
): Promise<void> {
  const { url, post } = await openBreakGlass(options);
  const { account } = await explainRefusal(
    post<{ account: Account }>(`console/${verb}/console-admin`, undefined, { query: { email } }),
    'not_found',
    'There is no account with that address, or the relay runs without an ADMIN_KEY.',
  );
  printResult(options.json, { url, account }, () => `${sanitiseLine(account.email)} ${outcome}.`);
}
