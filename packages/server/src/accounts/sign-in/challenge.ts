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
 * A registration, a login or a reset that waits for its code. It is `open` until it is `used`, or `replaced` by
 * a newer one. An open challenge can no longer succeed once it is too old or had too many guesses. Its account
 * is null if the address has none for which this could succeed: such a challenge never succeeds.
 */
export type Challenge = RowOf<typeof READ>;

/** What must hold in the transaction that uses the challenge up, for an answer to be right. */
export type Confirm = (tx: Tx) => Promise<boolean>;

const MAX_EVALUATIONS = 5;
export const CHALLENGE_COLUMNS = listColumns(READ);
/** Parameter: the current time. */
export const IS_LIVE = `state = 'open' AND evaluations < ${MAX_EVALUATIONS} AND expires_at > ?`;
