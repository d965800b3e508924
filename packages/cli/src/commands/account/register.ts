import { EXIT, ExitError } from '../../errors';
import { explainRefusal } from '../../relay/refusals';
import type { GlobalOptions } from '../../session/context';
import { readInviteToken, type InviteTokenOptions } from '../../session/invite-token';
import { answerSentCode, assertCodeCanBeTyped } from '../../session/one-time-code';
import { approach, keepSession } from '../../session/sign-in';
import { ask, readNewPassword } from '../../terminal/prompt';
import { sanitiseLine } from '../../terminal/sanitise';

export interface RegisterOptions extends GlobalOptions, InviteTokenOptions {
  email?: string;
  displayName?: string;
  organization?: string;
  passwordStdin?: boolean;
}

const TYPE_IT = 'run it where you can type the code';

/**
 * Creates an account, with a workspace of its own or in the one of an invitation, and signs it in. The relay never
 * reveals whether an address already has an account; it mails that to the address.
 */
export async function register(options: RegisterOptions): Promise<void> {
  if (options.tokenStdin && options.passwordStdin) {
    throw new ExitError(EXIT.usage, "Stdin can't be both: set RELAY_INVITE_TOKEN.");
  }
  const relay = approach(options);
  const { api } = relay;
  const membership = await membershipOf(options);
  const email = options.email ?? (await ask('E-mail: ', 'give --email'));
  const name = options.displayName ?? (await ask('Your name: ', 'give --display-name'));
  const password = await readNewPassword('Password: ', options);
  await assertCodeCanBeTyped(relay.url, TYPE_IT);

  const { registration_token, ...sent } = await explainRefusal(
    api.post('console/register', {
      ...membership,
      email,
      display_name: name,
      password,
    }),
    'invitation_invalid',
    'This invitation is unknown, used, revoked, expired or for another address. Ask for a new one.',
  );
  const shown = sanitiseLine(email);
  const verified = answerSentCode(
    sent,
    `A mail was sent to ${shown}. It contains a code, or says that the account exists already.`,
    {
      question: 'Code: ',
      insteadUse: TYPE_IT,
      verify: (otp) => api.post('console/verify/registration', { registration_token, otp }),
    },
  );
  const known = `${shown} has an account already. Run relayctl login.`;
  const late =
    'This registration has ended: too many wrong codes, or too late. Run the command again.';
  const session = await explainRefusal(
    explainRefusal(verified, 'otp_invalid', known),
    'challenge_invalid',
    late,
  );
  keepSession(relay, session, options.json);
}

/** Makes the request's fields for the workspace that the account will belong to. */
async function membershipOf(options: RegisterOptions): Promise<object> {
  if (options.organization !== undefined) return { organization_name: options.organization };
  return { invite_token: await readInviteToken(options, 'give --organization, ') };
}
