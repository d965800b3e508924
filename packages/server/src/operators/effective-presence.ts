import type { Presence, PresenceSetting } from './wire';

export interface PresenceFacts {
  presenceSet: PresenceSetting;
  /** In ms since 1970: the time at which it was set, or the operator came back from an absence. */
  presenceSince: number;
  lastSeenAt: number;
}

export interface EffectivePresence {
  presence: Presence;
  /** In ms since 1970. For `absent`, the time at which the operator was last seen. */
  since: number;
}

/**
 * The presence that everyone sees: an operator who is `online` and was silent for too long is `absent`.
 * @param awayAfterMs `config.operatorAwayReleaseMs`
 */
export function effectivePresence(
  { presenceSet, presenceSince, lastSeenAt }: PresenceFacts,
  now: number,
  awayAfterMs: number,
): EffectivePresence {
  return presenceSet === 'online' && lastSeenAt <= silentSince(now, awayAfterMs)
    ? { presence: 'absent', since: lastSeenAt }
    : { presence: presenceSet, since: presenceSince };
}

/** The time since which an operator must have been seen to be present. */
export function silentSince(now: number, awayAfterMs: number): number {
  return now - awayAfterMs;
}

/** The same rule for `online`, as a condition on `operators o`. Its parameter is `silentSince`. */
export const IS_ONLINE = `o.presence = 'online' AND o.last_seen_at > ?`;
