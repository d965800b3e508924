import type { Presence, PresenceSetting } from './wire';

export interface PresenceFacts {
  presenceSet: PresenceSetting;
  /** When it was set, or when the operator came back from an absence; in ms. */
  presenceSince: number;
  lastSeenAt: number;
}

export interface EffectivePresence {
  presence: Presence;
  /** In ms; of an absence, when the operator was last seen. */
  since: number;
}

/**
 * Decides who is there, for everyone who shows or uses it.
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

/** An operator who was not seen after this moment is silent. */
export function silentSince(now: number, awayAfterMs: number): number {
  return now - awayAfterMs;
}

/** The same decision in a statement about `operators o`, for `online`. Its parameter is `silentSince`. */
export const IS_ONLINE = `o.presence = 'online' AND o.last_seen_at > ?`;
