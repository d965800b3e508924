import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';
import { readPassword } from '../../terminal/prompt';

export interface DisableTotpOptions extends GlobalOptions {
  passwordStdin?: boolean;
}

/** Removes the authenticator app from the account; codes come by mail again. */
export async function disableTotp(options: DisableTotpOptions): Promise<void> {
  const { api } = requireLogin(options);
  const password = await readPassword(options);
  await api.post('console/disable/totp', { password });
  printResult(
    options.json,
    { totp_enabled: false },
    () => 'Removed the authenticator app. Codes will come by mail again.',
  );
}
