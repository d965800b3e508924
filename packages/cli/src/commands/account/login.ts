import { EXIT, ExitError } from '../../errors';
import { explainRefusal } from '../../relay/refusals';
import type { GlobalOptions } from '../../session/context';
import { answerSentCode, assertCodeCanBeTyped, untilRight } from '../../session/one-time-code';
import { approach, keepSession, type Session, type Stranger } from '../../session/sign-in';
import { ask, readPassword } from '../../terminal/prompt';
import { sanitiseLine } from '../../terminal/sanitise';

/** Options of `relayctl login`. */
export interface LoginOptions extends GlobalOptions {
  email?: string;
  totp?: boolean;
  passwordStdin?: boolean;
}

interface Challenge {
  redirect_to_mfa: true;
  challenge_token: string;
  mfa_factors: string[];
}

interface SentCode {
  masked_email: string;
  dev_otp?: string;
}

/** Signs in with password and second factor, and remembers the login in the profile. */
export async function login(options: LoginOptions): Promise<void> {
  const relay = approach(options);
  const { api } = relay;
  const email = options.email ?? (await ask('E-mail: ', 'give --email'));
  const password = await readPassword(options);

  const started = await api.post<({ redirect_to_mfa: false } & Session) | Challenge>(
    'console/login',
    { email, password },
  );
  const session = started.redirect_to_mfa
    ? await passSecondFactor(relay, started, options)
    : started;
  keepSession(relay, session, options.json);
}

async function passSecondFactor(
  { api, url }: Stranger,
  { challenge_token, mfa_factors }: Challenge,
  { totp }: LoginOptions,
): Promise<Session> {
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
          api.post<Session>('console/verify/login-totp', { challenge_token, totp: code }),
          'totp_unavailable',
          'The authenticator service does not answer. Try again later, or sign in without --totp.',
        ),
    });
  }
  if (!known.given) await assertCodeCanBeTyped(url, 'run it where you can type the mailed code');
  const sent = await api.post<SentCode>('console/get/login-otp', { challenge_token });
  return answerSentCode(sent, `A code was sent to ${sanitiseLine(sent.masked_email)}.`, {
    ...known,
    question: 'Code: ',
    verify: (code) => api.post<Session>('console/verify/login-otp', { challenge_token, code }),
  });
}
