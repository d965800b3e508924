import { EXIT, ExitError } from '../../errors';
import { explainRefusal } from '../../relay/refusals';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';
import { isId } from '../../terminal/pick-one';

export interface RevokeSessionsOptions extends GlobalOptions {
  others?: boolean;
}

/** Ends a console session of the account, or all but this one. */
export async function revokeSessions(
  options: RevokeSessionsOptions,
  sessionId: string | undefined,
): Promise<void> {
  if ((sessionId === undefined) !== (options.others === true)) {
    throw new ExitError(
      EXIT.usage,
      'Give either the id of a login (relayctl session list shows them) or --others.',
    );
  }
  if (sessionId === undefined) await revokeOthers(options);
  else await revokeOne(options, sessionId);
}

async function revokeOthers(options: GlobalOptions): Promise<void> {
  const { api } = requireLogin(options);
  const answer = await api.post('console/revoke/other-sessions');
  const { revoked } = answer;
  printResult(options.json, answer, () =>
    revoked === 0
      ? 'There was no other login.'
      : `Ended ${revoked} other ${revoked === 1 ? 'login' : 'logins'}.`,
  );
}

async function revokeOne(options: GlobalOptions, sessionId: string): Promise<void> {
  if (!isId(sessionId)) {
    throw new ExitError(
      EXIT.usage,
      'This is not the id of a login. relayctl session list shows them.',
    );
  }
  const { api } = requireLogin(options);
  const session_id = sessionId.toLowerCase();
  await explainRefusal(
    api.post('console/revoke/session', { session_id }),
    'not_found',
    'You have no login with this id. relayctl session list shows them.',
  );
  printResult(options.json, { session_id }, () => 'Ended the login.');
}
