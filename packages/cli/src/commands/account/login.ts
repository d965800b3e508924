import type { LoginChallenge, SignedSession } from '@chat-relay/server/wire/accounts';
import { EXIT, ExitError } from '../../errors';
import { explainRefusal } from '../../relay/refusals';
import type { GlobalOptions } from '../../session/context';
import { answerSentCode, assertCodeCanBeTyped, untilRight } from '../../session/one-time-code';
import { approach, keepSession, type Stranger } from '../../session/sign-in';
import { ask, readPassword } from '../../terminal/prompt';
import { sanitiseLine } from '../../terminal/sanitise';

export interface LoginOptions extends GlobalOptions {
  email?: string;
  totp?: boolean;
  passwordStdin?: boolean;
}

/** Signs in with password and second factor, and remembers the login in the profile. */
export async function login(options: LoginOptions): Promise<void> {
  const relay = approach(options);
  const { api } = relay;
  const email = options.email ?? (await ask('E-mail: ', 'give --email'));
  const password = await readPassword(options);

  const started = await api.post('console/login', { email, password });
  const session = started.redirect_to_mfa
    ? await passSecondFactor(relay, started, options)
    : started;
  keepSession(relay, session, options.json);
}

async function passSecondFactor(
  { api, url }: Stranger,
  { challenge_token, mfa_factors }: LoginChallenge,
  { totp }: LoginOptions,
): Promise<SignedSession> {
  const known = { insteadUse: 'set RELAY_OTP', given: process.env['RELAY_OTP'] };
  if (totp) {
    if (!mfa_factors.includes('totp')) {
      throw new ExitError(
        EXIT.refused,
        'This account has no authenticator app. Sign in without --totp.',
      );
    }
    return untilRight({
      ...known,
      question: 'Code of your authenticator app: ',
      verify: (code) =>
        explainRefusal(
          api.post('console/verify/login-totp', { challenge_token, totp: code }),
          'totp_unavailable',
          'The authenticator service does not answer. Try again later, or sign in without --totp.',
        ),
    });
  }
  if (!known.given) await assertCodeCanBeTyped(url, 'run it where you can type the mailed code');
  const sent = await api.post('console/get/login-otp', { challenge_token });
  return answerSentCode(sent, `A code was sent to ${sanitiseLine(sent.masked_email)}.`, {
    ...known,
    question: 'Code: ',
    verify: (code) => api.post('console/verify/login-otp', { challenge_token, code }),
  });
}
