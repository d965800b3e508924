import { DAY, HOUR, MINUTE } from '../../platform/clock';
import type { SessionKind } from '../../workspaces/principal';

/** How long a session lives without a request that a person caused; null: until its token ends. */
export const IDLE_MS: Record<SessionKind, number | null> = {
  bearer: null,
  cookie: 12 * HOUR,
  remembered: 3 * DAY,
};

/** How long a right password is enough for what can't be undone. */
export const CONFIRMED_MS = 5 * MINUTE;
