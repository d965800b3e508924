import type { CallbackTest } from '@chat-relay/server/wire/callbacks/console';
import { TOLERANCE_MS } from '@chat-relay/receiver-sdk/signature';
import { reasonFor } from '../relay/network-failure';
import { firstLine } from '../terminal/first-line';
import type { Check } from './diagnosis';

/** Makes a check of each step of a test event, with the receiver's own reason if it refused. */
export function checksOfTest(test: CallbackTest): Check[] {
  const { url, dns, tls, delivered, acknowledged, clock_skew_ms } = test;
  const checks: Check[] = [
    {
      name: 'dns',
      isWell: dns.error === null,
      message:
        dns.error === null
          ? `${dns.host} is ${dns.addresses.join(', ') || 'looked up by the proxy'}`
          : test.answer,
    },
  ];
  if (tls) {
    const seen = `${tls.protocol}, by ${tls.issuer ?? 'an unnamed issuer'}, until ${tls.valid_to}`;
    const message = tls.error === null ? seen : `${reasonFor(tls.error)} (${tls.error})`;
    checks.push({ name: 'tls', isWell: tls.error === null, message });
  }
  checks.push({ name: 'delivered', isWell: delivered, message: deliveryOf(test) });
  if (delivered) {
    const said = firstLine(test.answer);
    const wrong = `the answer must be JSON with "received": true${said && `; it is: ${said}`}`;
    checks.push({
      name: 'answer',
      isWell: acknowledged,
      message: acknowledged ? 'received' : wrong,
    });
  }
  if (clock_skew_ms !== null) {
    const isWell = Math.abs(clock_skew_ms) < TOLERANCE_MS;
    const advice = isWell ? '' : ': every signature is refused; synchronise its clock with NTP';
    const message = `${clock_skew_ms / 1000} s ahead of the relay's${advice}`;
    checks.push({ name: 'clock', isWell, message });
  }
  return checks;

  function deliveryOf({ status, outcome, duration_ms, answer }: CallbackTest): string {
    const said = firstLine(answer);
    const way = `in ${duration_ms} ms, ${url}`;
    if (status === null) return `${FAILURES[outcome] ?? outcome} ${way}${said && `: ${said}`}`;
    return `answered ${status} ${way}${delivered || said === '' ? '' : `: ${said}`}`;
  }
}

/** Texts for the relay's reasons for having no response. */
const FAILURES: Record<string, string> = {
  timeout: 'no answer in time,',
  connect: 'no connection',
  dns: 'the name leads nowhere,',
  proxy_down: 'the relay’s proxy does not work,',
  proxy_refused: 'the relay’s proxy makes no connection there,',
  tls: 'TLS failed',
  reset: 'the connection was closed',
  forbidden_address: 'the address is one that callbacks may not be sent to,',
  protocol: 'not an answer in HTTP,',
};
