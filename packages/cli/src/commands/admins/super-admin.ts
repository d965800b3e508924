import { explainRefusal } from '../../relay/refusals';
import { openBreakGlass } from '../../session/admin-key';
import type { GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';
import { sanitiseLine } from '../../terminal/sanitise';

/** Makes an account a super-admin, or an ordinary one again. Needs the relay's admin key. */
export async function changeSuperAdmin(
  options: GlobalOptions,
  email: string,
  verb: 'promote' | 'demote',
  outcome: string,
): Promise<void> {
  const { url, post } = await openBreakGlass(options);
  const { account } = await explainRefusal(
    post(`console/${verb}/console-admin`, undefined, { query: { email } }),
    'not_found',
    'No account has this address, or the relay runs without ADMIN_KEY.',
  );
  printResult(options.json, { url, account }, () => `${sanitiseLine(account.email)} ${outcome}.`);
}
