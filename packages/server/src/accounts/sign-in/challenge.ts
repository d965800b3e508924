import type { Tx } from '../../platform/storage/database';

export type ChallengeKind = 'registration' | 'login' | 'reset';

/**
 * A registration, a login or a reset that waits for its code. It is `open` until it is `used`, or `replaced` by
 * a newer one. An open challenge can no longer succeed once it is too old or had too many guesses.
 */
export interface Challenge {
  challenge_id: string;
  kind: ChallengeKind;
  /** Null if the address has no account for which this could succeed. Such a challenge never succeeds. */
  account_id: string | null;
  email: string;
  details: string;
  code_hmac: string | null;
  code_put_at: number | null;
  code_expires_at: number | null;
  expires_at: number;
}

/** What must hold in the transaction that uses the challenge up, for an answer to be right. */
export type Confirm = (tx: Tx) => Promise<boolean>;

const MAX_EVALUATIONS = 5;
export const CHALLENGE_COLUMNS =
  'challenge_id, kind, account_id, email, details, code_hmac, code_put_at, code_expires_at, expires_at';
/** Parameter: the current time. */
export const IS_LIVE = `state = 'open' AND evaluations < ${MAX_EVALUATIONS} AND expires_at > ?`;
