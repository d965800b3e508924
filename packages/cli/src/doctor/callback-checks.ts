import { TOLERANCE_MS } from '@chat-relay/receiver-sdk';
import type { Check } from './diagnosis';

/** The relay's observations on the way to a tenant's backend. */
export interface TestReport {
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

/** One line for each observation. */
export function checksOfTest(test: TestReport): Check[] {
  const { url, dns, tls, outcome, duration_ms, delivered, acknowledged } = test;
  const { status, answer, clock_skew_ms } = test;
  // Without a status nothing answered, and this says what failed.
  const why = status === null ? `: ${answer}` : '';
  const checks: Check[] = [
    {
      name: 'dns',
      isWell: dns.error === null,
      message:
        dns.error ?? `${dns.host} is ${dns.addresses.join(', ') || 'looked up by the proxy'}`,
    },
  ];
  if (tls) {
    const seen = `${tls.protocol}, by ${tls.issuer ?? 'an unnamed issuer'}, until ${tls.valid_to}`;
    checks.push({ name: 'tls', isWell: tls.error === null, message: tls.error ?? seen });
  }
  checks.push({
    name: 'delivered',
    isWell: delivered,
    message: `${outcome} in ${duration_ms} ms, ${url}${why}`,
  });
  if (delivered) {
    checks.push({
      name: 'answer',
      isWell: acknowledged,
      message: acknowledged ? 'received' : 'the answer must be JSON with "received": true',
    });
  }
  if (clock_skew_ms !== null) {
    const isWell = Math.abs(clock_skew_ms) < TOLERANCE_MS;
    const advice = isWell ? '' : ': every signature is refused; synchronise its clock with NTP';
    const message = `${clock_skew_ms / 1000} s ahead of the relay's${advice}`;
    checks.push({ name: 'clock', isWell, message });
  }
  return checks;
}
