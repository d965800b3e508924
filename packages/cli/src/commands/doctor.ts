import type { Account } from '../account';
import { createApi } from '../api';
import { checkLines } from '../check-lines';
import { resolveTarget, tokenFor, type GlobalOptions } from '../context';
import { clockCheck, databaseCheck, versionCheck, type Check } from '../diagnosis';
import { EXIT, ExitError } from '../errors';
import { printResult } from '../output';
import { probe } from '../probe';

/**
 * Examines a relay from here: one line for each thing looked at, with advice where it is not well.
 * @throws {ExitError} 1 when something is not well, 5 when the relay can't be reached
 */
export async function doctor(options: GlobalOptions): Promise<void> {
  const target = resolveTarget(options);
  const { url } = target;
  const alive = await probe(url, 'healthz');
  const checks: Check[] = [
    { name: 'reachable', isWell: true, message: `${url} answers in ${alive.tookMs} ms` },
    clockCheck(alive),
    versionCheck(await probe(url, 'openapi.json'), __VERSION__),
    databaseCheck(await probe(url, 'readyz')),
    await loginCheck(url, tokenFor(target)),
  ];
  printResult(options.json, { url, checks: checks.map(checkView) }, () => checkLines(checks));
  const ill = checks.filter(({ isWell }) => !isWell).map(({ name }) => name);
  if (ill.length > 0) throw new ExitError(EXIT.failed, `Not well: ${ill.join(', ')}.`);
}

function checkView({ name, isWell, message }: Check): object {
  return { name, ok: isWell, message };
}

async function loginCheck(url: string, token: string | undefined): Promise<Check> {
  const name = 'login';
  if (token === undefined) {
    return { name, isWell: true, message: 'none here; relayctl login makes one' };
  }
  try {
    const api = createApi({ url, token });
    const { account } = await api.get<{ account: Account }>('console/fetch/account');
    return { name, isWell: true, message: account.email };
  } catch (error) {
    if (!(error instanceof ExitError)) throw error;
    return { name, isWell: false, message: error.message };
  }
}
