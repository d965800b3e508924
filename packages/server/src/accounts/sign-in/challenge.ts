import type { Tx } from '../../platform/storage/database';
import { listColumns, pickColumns, type RowOf } from '../../platform/storage/table';
import { CHALLENGES } from '../model';

const READ = pickColumns(
  CHALLENGES,
  'challenge_id',
  'kind',
  'account_id',
  'email',
  'details',
  'code_hmac',
  'code_put_at',
  'code_expires_at',
  'expires_at',
);

/**
 * A registration, a sign-in or a reset that waits for its code. It is `open` until it is `used`, or `replaced` by a
 * newer one. An open challenge can't succeed any more if it is too old or had too many guesses. Its account is null if
 * no account of the address could complete it; such a challenge never succeeds.
 */
export type Challenge = RowOf<typeof READ>;

/** Checks, in the transaction that uses the challenge up, that the input is still correct. */
export type Confirm = (tx: Tx) => Promise<boolean>;

const MAX_EVALUATIONS = 5;
export const CHALLENGE_COLUMNS = listColumns(READ);
/** True of a challenge that can succeed. Parameter: the current time. */
export const IS_LIVE = `state = 'open' AND evaluations < ${MAX_EVALUATIONS} AND expires_at > ?`;
