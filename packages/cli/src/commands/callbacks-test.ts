import { TOLERANCE_MS } from '@chat-relay/receiver-sdk';
import { checkLines } from '../check-lines';
import { requireLogin } from '../context';
import type { Check } from '../diagnosis';
import { EXIT, ExitError } from '../errors';
import { printResult } from '../output';
import { explainRefusal } from '../refusals';
import { chooseTenant } from '../tenants';
import type { OneTenantOptions } from './callbacks-resume';

/** What the relay saw on the way to a tenant's backend. */
interface TestReport {
  url: string;
  dns: { host: string; addresses: string[]; error: string | null };
  /** Null without https, and where the address could not be reached. */
  tls: {
    protocol: string | null;
    issuer: string | null;
    valid_to: string | null;
    error: string | null;
  } | null;
  delivered: boolean;
  acknowledged: boolean;
  status: number | null;
  outcome: string;
  duration_ms: number;
  answer: string;
  /** By how much the backend's clock is ahead of the relay's. */
  clock_skew_ms: number | null;
}

/**
 * Has the relay send a signed test event to a tenant's backend.
 * @throws {ExitError} 1 when it was not delivered, not acknowledged, or something on the way is ill
 */
export async function testCallback(options: OneTenantOptions): Promise<void> {
  const { api } = requireLogin(options);
  const { tenant_id } = await chooseTenant(api, options.tenant);
  const answer = await explainRefusal(
    api.post<{ test: TestReport }>('console/test/callback', { tenant_id }),
    'state_conflict',
    `The tenant has no address for callbacks: relayctl tenant update ${tenant_id} --callback-url <url>`,
  );
  const checks = checksOf(answer.test);
  printResult(options.json, answer, () => checkLines(checks));
  const ill = checks.filter(({ isWell }) => !isWell).map(({ name }) => name);
  if (ill.length > 0) throw new ExitError(EXIT.failed, `Not well: ${ill.join(', ')}.`);
}

function checksOf(test: TestReport): Check[] {
  const { url, dns, tls, outcome, duration_ms, delivered, acknowledged, clock_skew_ms } = test;
  const checks: Check[] = [
    {
      name: 'dns',
      isWell: dns.error === null,
      message: dns.error ?? `${dns.host} is ${dns.addresses.join(', ')}`,
    },
  ];
  if (tls) {
    const seen = `${tls.protocol}, by ${tls.issuer ?? 'nobody named'}, until ${tls.valid_to}`;
    checks.push({ name: 'tls', isWell: tls.error === null, message: tls.error ?? seen });
  }
  checks.push({
    name: 'delivered',
    isWell: delivered,
    message: `${outcome} in ${duration_ms} ms, ${url}`,
  });
  if (delivered) {
    checks.push({
      name: 'answer',
      isWell: acknowledged,
      message: acknowledged ? 'received' : 'it must be JSON with "received": true',
    });
  }
  if (clock_skew_ms !== null) {
    const isWell = Math.abs(clock_skew_ms) < TOLERANCE_MS;
    const advice = isWell ? '' : ': every signature is refused; let it follow NTP';
    const message = `${clock_skew_ms / 1000} s ahead of the relay's${advice}`;
    checks.push({ name: 'clock', isWell, message });
  }
  return checks;
}
