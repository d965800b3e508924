import type { Tone } from '../ui/notes';
import type { Format } from '../words/format';
import { knownText } from '../words/known-text';
import type { SignedInWords } from '../words/words';
import type {
  CallbackHealth,
  CallbackState,
  CallbackTest,
} from '@chat-relay/server/wire/callbacks/console';

export type HealthState = 'failing' | 'blocked' | 'paused' | 'waiting' | 'good' | 'unused';

/** The one state to show first. */
export function stateOf(health: CallbackHealth): HealthState {
  const { last_failure: failure, last_delivered_at: delivered } = health;
  const failedLast = failure !== null && (delivered === null || failure.at > delivered);
  if (health.probing_since !== null || (failedLast && health.pending + health.dead > 0)) {
    return 'failing';
  }
  if (health.stopped_events.length > 0) return 'blocked';
  if (health.paused_until !== null) return 'paused';
  if (health.pending > 0) return 'waiting';
  return delivered === null ? 'unused' : 'good';
}

export const HEALTH_TONES: Record<HealthState, Tone> = {
  failing: 'late',
  blocked: 'late',
  paused: 'waiting',
  waiting: 'neutral',
  good: 'online',
  unused: 'neutral',
};

export const STATE_TONES: Record<CallbackState, Tone> = {
  pending: 'neutral',
  aside: 'waiting',
  delivered: 'online',
  dead: 'late',
};

/** Words for an attempt's outcome: `HTTP 500`, or why there was no response. */
export function outcomeText(outcome: string, { callbacks }: SignedInWords): string {
  return knownText(callbacks.reasons, outcome) ?? outcome.replace('status_', 'HTTP ');
}

/** A receiver refuses a signature whose timestamp is further from its own clock. */
const MOST_SKEW_MS = 300_000;

export interface TestCheck {
  name: 'dns' | 'tls' | 'clock' | 'answer';
  /** Null if this could not be checked. */
  isGood: boolean | null;
  /** The relay's value, such as a status or an error code. */
  seen: string;
}

/** A clock difference such as "+1.3 s", in tenths of a second. */
function skewText(skewMs: number, format: Format): string {
  const tenths = Math.round(skewMs / 100);
  return `${tenths > 0 ? '+' : ''}${format.number(tenths === 0 ? 0 : tenths / 10)}\u00a0s`;
}

/** The checks of a test call, in the order in which they happen. */
export function checksOf(test: CallbackTest, format: Format): TestCheck[] {
  const { dns, tls, clock_skew_ms: skewMs } = test;
  const seen = (...parts: (string | number | null | undefined)[]): string =>
    parts.filter((part) => part !== null && part !== undefined && part !== '').join(' · ');
  return [
    {
      name: 'dns',
      isGood: dns.error === null,
      seen: seen(dns.host, dns.error, dns.addresses.join(', ')),
    },
    {
      name: 'tls',
      isGood: tls && tls.error === null,
      seen: tls ? seen(tls.error, tls.protocol, tls.issuer, tls.valid_to?.slice(0, 10)) : '',
    },
    {
      name: 'clock',
      isGood: skewMs === null ? null : Math.abs(skewMs) < MOST_SKEW_MS,
      seen: skewMs === null ? '' : skewText(skewMs, format),
    },
    {
      name: 'answer',
      isGood: dns.error === null ? test.delivered && test.acknowledged : null,
      seen:
        dns.error === null
          ? seen(
              test.status ?? test.outcome,
              `${format.number(test.duration_ms)}\u00a0ms`,
              test.answer.slice(0, 200),
            )
          : '',
    },
  ];
}
