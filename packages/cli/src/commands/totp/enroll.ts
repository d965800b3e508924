import { EXIT, ExitError } from '../../errors';
import { explainRefusal } from '../../relay/refusals';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { untilRight } from '../../session/one-time-code';
import { printResult, say } from '../../terminal/output';
import { assertInteractive, readPassword } from '../../terminal/prompt';
import { sanitiseLine } from '../../terminal/sanitise';

const SET_UP_HERE = 'run it where you can type the first code of your app';

/** Adds an authenticator app to the account: shows its address and asks for its first code. */
export async function enrollTotp(options: GlobalOptions): Promise<void> {
  assertInteractive(SET_UP_HERE);
  const { api } = requireLogin(options);
  const { account } = await api.get('console/fetch/account');
  if (account.totp_enabled) {
    throw new ExitError(
      EXIT.refused,
      'Your account has an authenticator app already. relayctl totp disable removes it.',
    );
  }
  const password = await readPassword({});
  const { otpauth_uri } = await explainRefusal(
    api.post('console/enroll/totp', { password }),
    'state_conflict',
    'This relay has no authenticator service. Its administrator must set AUTHENTICATOR_URL.',
  );
  say('Add this address to your app, by hand or as a QR code. It is a secret and shown only once:');
  say(`  ${sanitiseLine(otpauth_uri)}`);
  await untilRight({
    question: 'First code of the app: ',
    insteadUse: SET_UP_HERE,
    verify: (totp) => api.post('console/activate/totp', { totp }),
  });
  printResult(
    options.json,
    { totp_enabled: true },
    () => 'The app is set up. relayctl login --totp accepts its codes.',
  );
}
