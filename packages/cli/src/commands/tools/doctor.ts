import { checkLines, failedNames } from '../../doctor/check-lines';
import { unchecked, type Check } from '../../doctor/diagnosis';
import { reach } from '../../doctor/reach';
import { relayChecks, type Login } from '../../doctor/relay-checks';
import { tenantChecks } from '../../doctor/tenant-checks';
import { EXIT, ExitError } from '../../errors';
import { createApi } from '../../relay/api';
import { resolveTarget, tokenFor, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';

/**
 * Checks a relay from this machine: one line for each check, with advice if it failed. A failure does not stop the
 * checks that are still possible.
 * @throws {ExitError} 1 if a check failed, 5 if other commands can't reach the relay
 */
export async function doctor(options: GlobalOptions): Promise<void> {
  const target = resolveTarget(options);
  const { url } = target;
  const { checks: way, answer, isUsable } = await reach(url);
  const token = tokenFor(target);
  const login = isUsable ? await signIn(url, token) : loginUntried(token);
  const relay = answer
    ? await relayChecks(url, answer, login)
    : [unchecked('the relay', 'not checked: nothing answers there')];
  const checks = [...way, ...relay, login.check];
  if (login.api) checks.push(...(await tenantChecks(login.api)));
  printResult(options.json, { url, checks: checks.map(checkView) }, () => checkLines(checks));
  const ill = failedNames(checks);
  if (ill.length === 0) return;
  const exitCode = isUsable ? EXIT.failed : EXIT.unreachable;
  throw new ExitError(exitCode, `Failed checks: ${ill.join(', ')}.`);
}

function checkView({ name, isWell, message }: Check): object {
  return { name, ok: isWell, message };
}

async function signIn(url: string, token: string | undefined): Promise<Login> {
  const name = 'login';
  if (token === undefined) {
    const message = 'none here, so callbacks are not tested; sign in with relayctl login';
    return { check: unchecked(name, message) };
  }
  try {
    const api = createApi({ url, token });
    const { account } = await api.get('console/fetch/account');
    const check = { name, isWell: true, message: account.email };
    return { check, api, isSystem: account.is_system };
  } catch (error) {
    if (!(error instanceof ExitError)) throw error;
    return { check: { name, isWell: false, message: error.message } };
  }
}

/** Reports a login that was not tried: a token is sent only to a relay that is certainly the right one. */
function loginUntried(token: string | undefined): Login {
  const message =
    token === undefined ? 'none here' : 'not checked: the relay is not reached safely';
  return { check: unchecked('login', message) };
}
