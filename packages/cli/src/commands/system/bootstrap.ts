import { EXIT, ExitError } from '../../errors';
import type { ResponseTo } from '@chat-relay/server/wire';
import { openBreakGlass } from '../../session/admin-key';
import type { GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';
import { readNewPassword } from '../../terminal/prompt';
import { sanitiseLine } from '../../terminal/sanitise';

export interface BootstrapOptions extends GlobalOptions {
  email?: string;
  displayName?: string;
  passwordStdin?: boolean;
}

type Outcome = ResponseTo<'console/bootstrap/system-admin'>['outcome'];

const MEANING: Record<Outcome, string> = {
  created: 'is a new super-admin. Next: relayctl login',
  promoted: 'is a super-admin now, with the password it had before',
  unchanged: 'was a super-admin already; nothing changed',
};

/** Makes sure that a super-admin can sign in. Needs the relay's admin key. */
export async function bootstrap(options: BootstrapOptions): Promise<void> {
  const { email, displayName } = options;
  if (email === undefined && options.passwordStdin) {
    throw new ExitError(EXIT.usage, 'A password needs an account. Give --email as well.');
  }
  const { url, post } = await openBreakGlass(options);
  const password =
    email === undefined ? undefined : await readNewPassword('Password for the account: ', options);
  const { account, outcome } = await post('console/bootstrap/system-admin', {
    ...(email !== undefined && { email, password }),
    ...(displayName !== undefined && { display_name: displayName }),
  });
  printResult(
    options.json,
    { url, account, outcome },
    () => `${sanitiseLine(account.email)} ${MEANING[outcome]}.`,
  );
}
