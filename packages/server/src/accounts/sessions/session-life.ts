import { DAY, HOUR, MINUTE } from '../../platform/clock';
import type { SessionKind } from '../../workspaces/principal';

/** In ms. The time without a person's request after which a session ends; null if only its token's end applies. */
export const IDLE_MS: Record<SessionKind, number | null> = {
  bearer: null,
  cookie: 12 * HOUR,
  remembered: 3 * DAY,
};

/** In ms. The time for which a correct password allows what can't be undone. */
export const CONFIRMED_MS = 5 * MINUTE;
