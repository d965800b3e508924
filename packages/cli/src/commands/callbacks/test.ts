import { checksOfTest } from '../../doctor/callback-checks';
import { checkLines, failedNames } from '../../doctor/check-lines';
import { EXIT, ExitError } from '../../errors';
import { explainRefusal } from '../../relay/refusals';
import { chooseTenant } from '../../relay/tenants';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';

export interface TestOptions extends GlobalOptions {
  tenant?: string;
}

/**
 * Makes the relay send a signed test event to a tenant's backend.
 * @throws {ExitError} 1 if it was not delivered or not acknowledged, or if a check on the way failed
 */
export async function testCallback(options: TestOptions): Promise<void> {
  const { api } = requireLogin(options);
  const { tenant_id } = await chooseTenant(api, options.tenant);
  const answer = await explainRefusal(
    api.post('console/test/callback', { tenant_id }),
    'state_conflict',
    `The tenant has no callback address. Set one: relayctl tenant update ${tenant_id} --callback-url <url>`,
  );
  const checks = checksOfTest(answer.test);
  printResult(options.json, answer, () => checkLines(checks));
  const ill = failedNames(checks);
  if (ill.length > 0) throw new ExitError(EXIT.failed, `Failed checks: ${ill.join(', ')}.`);
}
