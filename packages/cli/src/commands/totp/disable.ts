import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';
import { readPassword } from '../../terminal/prompt';

/** Options of `relayctl totp disable`. */
export interface DisableTotpOptions extends GlobalOptions {
  passwordStdin?: boolean;
}

/** Takes the authenticator app off the account; codes come by mail again. */
export async function disableTotp(options: DisableTotpOptions): Promise<void> {
  const { api } = requireLogin(options);
  const password = await readPassword(options);
  await api.post('console/disable/totp', { password });
  printResult(
    options.json,
    { totp_enabled: false },
    () => 'No authenticator app any more: codes come by mail.',
  );
}
