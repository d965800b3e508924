import { HOUR, type Clock } from '../clock';
import type { Logger } from '../log';

interface ForwardedWatchOptions {
  /** Whether an address is in TRUSTED_PROXIES. */
  isTrusted(address: string): boolean;
  log: Pick<Logger, 'warn'>;
  clock: Clock;
}

/**
 * Warns, at most once an hour, that requests with `X-Forwarded-For` come from an address that is not a trusted
 * proxy's: then all clients behind it count as one. Clients can send the header themselves, so this is no proof.
 */
export function createForwardedWatch({ isTrusted, log, clock }: ForwardedWatchOptions) {
  let quietUntilMs = -Infinity;
  return (peer: string): void => {
    const nowMs = clock();
    if (nowMs < quietUntilMs || isTrusted(peer)) return;
    quietUntilMs = nowMs + HOUR;
    log.warn(
      { event: 'http.forwarded_for_ignored', peer },
      'X-Forwarded-For is ignored: the peer is not in TRUSTED_PROXIES',
    );
  };
}
