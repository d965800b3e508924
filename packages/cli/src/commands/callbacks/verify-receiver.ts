import { createTestCallback } from '@chat-relay/receiver-sdk';
import { EXIT, ExitError } from '../../errors';
import { examine, type CaseResult, type Seen } from '../../receiver/examine';
import { receiverAddress } from '../../receiver/receiver-call';
import type { GlobalOptions } from '../../session/context';
import { namedTenantId } from '../../session/named-tenant';
import { readTenantSecret, type TenantSecretOptions } from '../../session/tenant-secret';
import { print, printResult } from '../../terminal/output';
import { paintFor, type Paint } from '../../terminal/paint';
import { sanitiseLine } from '../../terminal/sanitise';

export interface VerifyReceiverOptions extends GlobalOptions, TenantSecretOptions {
  tenant?: string;
}

/**
 * Sends a receiver the valid and the invalid cases of the conformance kit, signed now with its secret, and
 * shows which of them it fails.
 * @throws {ExitError} 1 if it fails any, 5 if nothing responds
 */
export async function verifyReceiver(options: VerifyReceiverOptions, url: string): Promise<void> {
  const base = receiverAddress(url, 'The address');
  const tenantId = await tenantIdOf(options);
  const secret = await readTenantSecret(options);
  const oldSecret = process.env['OLD_TENANT_SECRET'] || null;
  const paint = paintFor(process.stdout);
  const cases: CaseResult[] = [];
  for await (const result of examine({ base, tenantId, secret, oldSecret })) {
    cases.push(result);
    if (!options.json) print(lineOf(result, paint));
  }

  const count = (wanted: CaseResult['result']): number =>
    cases.filter(({ result }) => result === wanted).length;
  const [passed, failed, skipped] = [count('passed'), count('failed'), count('skipped')];
  const summary = `${passed} passed, ${failed} failed, ${skipped} skipped.`;
  printResult(options.json, { url: base, passed, failed, skipped, cases }, () => summary);
  if (failed === 0) return;
  const { length } = cases.filter((each) => each.result === 'failed' && each.seen.status === 200);
  const advice = length > 0 ? `, ${length} of them by answering 200` : '';
  const doubt = refusesAllThatIsValid(cases)
    ? ' It refuses every valid case. Are TENANT_SECRET and --tenant those of the receiver?'
    : '';
  throw new ExitError(EXIT.failed, `The receiver fails ${failed} cases${advice}.${doubt}`);
}

function refusesAllThatIsValid(cases: readonly CaseResult[]): boolean {
  return cases.every(
    (each) => each.result === 'skipped' || each.expected.status !== 200 || each.seen.status === 401,
  );
}

async function tenantIdOf({ tenant, ...options }: VerifyReceiverOptions): Promise<string> {
  if (tenant === undefined) return createTestCallback('message-received').tenant_id;
  return namedTenantId(options, tenant);
}

function lineOf(each: CaseResult, paint: Paint): string {
  const { name } = each;
  if (each.result === 'skipped') return `${paint('dim', '–')} ${name}: skipped, ${each.reason}`;
  if (each.result === 'passed') return `${paint('green', '✓')} ${name}: ${outcomeOf(each.seen)}`;
  const { status, codes } = each.expected;
  const expected = [status, codes.join(' or ') || '"received": true'].join(' ');
  return `${paint('red', '✗')} ${name}: expected ${expected}, got ${outcomeOf(each.seen)}`;
}

function outcomeOf({ status, code, received }: Seen): string {
  if (status === null) return `no answer (${sanitiseLine(String(code))})`;
  if (code !== null) return `${status} ${sanitiseLine(code)}`;
  if (received) return `${status}`;
  return status === 200 ? '200 without "received": true' : `${status} without a code`;
}
