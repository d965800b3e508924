import type { Account, AccountAnswer } from '../account';
import { createApi, type Api } from '../api';
import { isExposed, resolveTarget, type GlobalOptions } from '../context';
import { EXIT, ExitError } from '../errors';
import { printResult, say } from '../output';
import { writeProfile } from '../profiles';
import { ask, isInteractive, readSecret } from '../prompt';
import { RelayRefusal } from '../refusals';
import { sanitiseLine } from '../terminal-text';

/** Options of `relayctl login`. */
export interface LoginOptions extends GlobalOptions {
  email?: string;
  totp?: boolean;
  passwordStdin?: boolean;
}

interface Session extends AccountAnswer {
  console_token: string;
  expires_at: string;
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
  const { url, profileName } = resolveTarget(options);
  if (isExposed(url))
    say(`Careful: ${url} is not encrypted; your password can be read on the way.`);
  const api = createApi({ url });
  const email = options.email ?? (await ask('E-mail: ', 'give --email'));
  const password = await readSecret({
    variable: 'RELAY_PASSWORD',
    isFromStdin: options.passwordStdin,
    question: 'Password: ',
    insteadUse: 'set RELAY_PASSWORD or give --password-stdin',
  });

  const started = await api.post<({ redirect_to_mfa: false } & Session) | Challenge>(
    'console/login',
    { email, password },
  );
  const session = started.redirect_to_mfa ? await passSecondFactor(api, started, options) : started;
  writeProfile(profileName, {
    url,
    email: session.account.email,
    token: session.console_token,
    expires_at: session.expires_at,
  });

  const { account, memberships, expires_at } = session;
  printResult(
    options.json,
    { url, profile: profileName, account, memberships, expires_at },
    () => `Signed in to ${url} as ${nameOf(account)}, until ${expires_at.slice(0, 10)}.`,
  );
}

function nameOf({ display_name, email }: Account): string {
  return `${sanitiseLine(display_name)} <${sanitiseLine(email)}>`;
}

async function passSecondFactor(
  api: Api,
  { challenge_token, mfa_factors }: Challenge,
  { totp }: LoginOptions,
): Promise<Session> {
  if (totp) {
    if (!mfa_factors.includes('totp')) {
      throw new ExitError(
        EXIT.refused,
        'This account has no authenticator app: sign in without --totp.',
      );
    }
    return untilRight('Code of your authenticator app: ', (code) =>
      api.post<Session>('console/verify/login-totp', { challenge_token, totp: code }),
    );
  }
  const sent = await api.post<SentCode>('console/get/login-otp', { challenge_token });
  const verify = (code: string): Promise<Session> =>
    api.post<Session>('console/verify/login-otp', { challenge_token, code });
  if (sent.dev_otp !== undefined) {
    say('This relay runs in local mode without mail: it filled in the code itself.');
    return verify(sent.dev_otp);
  }
  say(`A code was sent to ${sanitiseLine(sent.masked_email)}.`);
  return untilRight('Code: ', verify);
}

/** A person may mistype; the relay counts the attempts and ends the challenge. */
async function untilRight(
  question: string,
  verify: (code: string) => Promise<Session>,
): Promise<Session> {
  const given = process.env['RELAY_OTP'];
  if (given) return verify(given);
  for (;;) {
    const code = (await ask(question, 'set RELAY_OTP')).replaceAll(' ', '');
    if (!/^\d{6}$/.test(code) && isInteractive()) {
      say('The code has 6 digits.');
      continue;
    }
    try {
      return await verify(code);
    } catch (error) {
      const isWrong =
        error instanceof RelayRefusal && ['otp_invalid', 'totp_invalid'].includes(error.code);
      if (!isWrong) throw error;
      say(error.message);
    }
  }
}
