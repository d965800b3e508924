import { HOUR, MINUTE, SECOND, type Clock } from '../../platform/clock';
import { AppError, type ErrorCode } from '../../platform/errors';
import { newId } from '../../platform/ids';
import { codeHmac, matches } from '../../platform/security/one-time-code';
import { randomToken, tokenHash } from '../../platform/security/tokens';
import type { Database, Tx } from '../../platform/storage/database';
import { insertRows, type SqlValue } from '../../platform/storage/sql';

export type ChallengeKind = 'registration' | 'login' | 'reset';

/**
 * A registration, a login or a reset that waits for its code. It is `open` until it is `used`, or
 * `replaced` by a newer one; an open one is dead once it is too old or has been guessed at too often.
 */
export interface Challenge {
  challenge_id: string;
  kind: ChallengeKind;
  /** Null where the address has no account that this could end in; such a challenge never succeeds. */
  account_id: string | null;
  email: string;
  details: string;
  code_hmac: string | null;
  code_put_at: number | null;
  code_expires_at: number | null;
  expires_at: number;
}

/** What a right answer still has to win, in the transaction that uses the challenge up. */
export type Claim = (tx: Tx) => Promise<boolean>;

export interface NewChallenge {
  kind: ChallengeKind;
  email: string;
  accountId: string | null;
  details?: object;
  /** The first code, if there is one yet. */
  code?: string;
  /** The e-mail and network address it was asked for from, as HMAC. */
  addressHmac: string;
}

/** Which challenges of an address may be continued: those asked for from the same network. */
export interface ChallengeOrigin {
  kind: ChallengeKind;
  email: string;
  addressHmac: string;
}

/** Stands where a code would, in a challenge that must look alive and never succeed. */
export function unguessableCode(): string {
  return randomToken('');
}

export interface OpenedChallenge {
  token: string;
  expiresAt: number;
  codeExpiresAt: number;
}

export interface Attempt<Result> {
  /** Compares the answer; called at most five times in a challenge's life. Null: wrong. */
  check(challenge: Challenge): Promise<Claim | null> | Claim | null;
  /** What a wrong answer is called. */
  refusal: ErrorCode;
  onWrong?(challenge: Challenge): Promise<void>;
  /** Runs in the transaction that uses the challenge up. */
  complete(tx: Tx, challenge: Challenge): Promise<Result>;
}

export interface Challenges {
  open(tx: Tx, challenge: NewChallenge): Promise<OpenedChallenge>;
  /** The live challenge behind a token. @throws {AppError} challenge_invalid */
  find(token: string, kind: ChallengeKind): Promise<Challenge>;
  /** Another token of the newest live challenge from the same network; null where there is none. */
  continueNewest(tx: Tx, origin: ChallengeOrigin): Promise<OpenedChallenge | null>;
  /**
   * Puts a new code in the place of the old one, unless one was put less than `minAgeMs` ago. Null
   * keeps the old one, with the same answer: until when a new one is valid.
   * @throws {AppError} challenge_invalid, resend_cooldown
   */
  putCode(tx: Tx, challenge: Challenge, code: string | null, minAgeMs?: number): Promise<number>;
  /** Ends the open challenges of an address. */
  replaceOpen(tx: Tx, kind: ChallengeKind, email: string): Promise<void>;
  /** Evaluates one answer. @throws {AppError} challenge_invalid, or the attempt's refusal */
  answer<Result>(challenge: Challenge, attempt: Attempt<Result>): Promise<Result>;
  /** The check of a code that was sent by mail. */
  checkCode(challenge: Challenge, code: string): Claim | null;
  deleteExpired(): Promise<void>;
}

export interface ChallengesOptions {
  database: Database;
  clock: Clock;
  /** Ties stored codes to a key that is not in the database. */
  pepper: Buffer;
}

export const CODE_TTL_MS = 10 * MINUTE;
const TTL_MS: Record<ChallengeKind, number> = {
  registration: HOUR,
  login: 10 * MINUTE,
  reset: 10 * MINUTE,
};
const PREFIX: Record<ChallengeKind, string> = {
  registration: 'reg_',
  login: 'chl_',
  reset: 'chl_',
};
const MAX_EVALUATIONS = 5;
/** How often an evaluation that nobody could judge is given back in a challenge's life. */
const MAX_GIVEN_BACK = 20;

const COLUMNS =
  'challenge_id, kind, account_id, email, details, code_hmac, code_put_at, code_expires_at, expires_at';
/** Parameters: the time now. */
const IS_LIVE = `state = 'open' AND evaluations < ${MAX_EVALUATIONS} AND expires_at > ?`;

/** Rolls back the use of a challenge whose right answer had been used up, or replaced. */
class ClaimLost extends Error {}

/** The one place where codes are counted and challenges used up. */
export function createChallenges(options: ChallengesOptions): Challenges {
  const { database, clock, pepper } = options;

  const hmacOf = (kind: ChallengeKind, challengeId: string, code: string) =>
    codeHmac(pepper, kind, challengeId, code);

  const find: Challenges['find'] = async (token, kind) => {
    const [row] = await database.read.rows<Challenge>(
      `SELECT ${COLUMNS} FROM challenges WHERE challenge_id =
         (SELECT COALESCE(continues, challenge_id) FROM challenges WHERE token_hash = ? AND kind = ?)
       AND ${IS_LIVE}`,
      [tokenHash(token), kind, clock()],
    );
    if (!row) throw new AppError('challenge_invalid');
    return row;
  };

  const insert = async (
    tx: Tx,
    row: Pick<Challenge, 'challenge_id' | 'kind' | 'email' | 'expires_at'> &
      Record<string, SqlValue>,
  ): Promise<string> => {
    const token = randomToken(PREFIX[row.kind]);
    const stored: Record<string, SqlValue> = {
      token_hash: tokenHash(token),
      evaluations: 0,
      given_back: 0,
      state: 'open',
      created_at: clock(),
      ...row,
    };
    await insertRows(tx, 'challenges', Object.keys(stored), [Object.values(stored)]);
    return token;
  };

  /** Counts before anything is compared, so that parallel guesses can't share an evaluation. */
  const takeEvaluation = async (challenge: Challenge): Promise<Challenge> => {
    const [row] = await database.transaction(async (tx) => {
      const taken = await tx.run(
        `UPDATE challenges SET evaluations = evaluations + 1 WHERE challenge_id = ? AND ${IS_LIVE}`,
        [challenge.challenge_id, clock()],
      );
      if (taken !== 1) throw new AppError('challenge_invalid');
      return tx.rows<Challenge>(`SELECT ${COLUMNS} FROM challenges WHERE challenge_id = ?`, [
        challenge.challenge_id,
      ]);
    });
    return row!; // it was just updated
  };

  const giveEvaluationBack = ({ challenge_id }: Challenge) =>
    database.transaction((tx) =>
      tx.run(
        `UPDATE challenges SET evaluations = evaluations - 1, given_back = given_back + 1
         WHERE challenge_id = ? AND evaluations > 0 AND given_back < ${MAX_GIVEN_BACK}`,
        [challenge_id],
      ),
    );

  const consume = async (tx: Tx, { challenge_id }: Challenge): Promise<void> => {
    const consumed = await tx.run(
      `UPDATE challenges SET state = 'used' WHERE challenge_id = ? AND state = 'open'`,
      [challenge_id],
    );
    if (consumed !== 1) throw new AppError('challenge_invalid');
  };

  const answer: Challenges['answer'] = async (found, attempt) => {
    const challenge = await takeEvaluation(found);
    let claim: Claim | null;
    try {
      claim = await attempt.check(challenge);
    } catch (error) {
      // Nobody said that the answer was wrong: the authenticator was away.
      await giveEvaluationBack(challenge);
      throw error;
    }
    if (!claim) {
      await attempt.onWrong?.(challenge);
      throw new AppError(attempt.refusal);
    }
    try {
      return await database.transaction(async (tx) => {
        await consume(tx, challenge);
        if (!(await claim(tx))) throw new ClaimLost();
        return attempt.complete(tx, challenge);
      });
    } catch (error) {
      if (!(error instanceof ClaimLost)) throw error;
      await attempt.onWrong?.(challenge);
      throw new AppError(attempt.refusal);
    }
  };

  return {
    find,
    answer,

    open: async (tx, { kind, email, accountId, details = {}, code, addressHmac }) => {
      const challengeId = newId();
      const now = clock();
      const codeExpiresAt = now + CODE_TTL_MS;
      const expiresAt = now + TTL_MS[kind];
      const token = await insert(tx, {
        challenge_id: challengeId,
        kind,
        account_id: accountId,
        email,
        address_hmac: addressHmac,
        details: JSON.stringify(details),
        code_hmac: code === undefined ? null : hmacOf(kind, challengeId, code),
        code_put_at: code === undefined ? null : now,
        code_expires_at: code === undefined ? null : codeExpiresAt,
        expires_at: expiresAt,
      });
      return { token, expiresAt, codeExpiresAt };
    },

    continueNewest: async (tx, { kind, email, addressHmac }) => {
      const [row] = await tx.rows<Challenge>(
        `SELECT ${COLUMNS} FROM challenges
         WHERE email = ? AND kind = ? AND address_hmac = ? AND continues IS NULL AND ${IS_LIVE}
         ORDER BY challenge_id DESC LIMIT 1`,
        [email, kind, addressHmac, clock()],
      );
      if (!row) return null;
      const token = await insert(tx, {
        challenge_id: newId(),
        kind,
        continues: row.challenge_id,
        email,
        address_hmac: addressHmac,
        details: '{}',
        expires_at: row.expires_at,
      });
      return { token, expiresAt: row.expires_at, codeExpiresAt: row.expires_at };
    },

    putCode: async (tx, challenge, code, minAgeMs = 0) => {
      const now = clock();
      const { challenge_id, kind, expires_at } = challenge;
      const codeExpiresAt = Math.min(now + CODE_TTL_MS, expires_at);
      const put = await tx.run(
        `UPDATE challenges SET
           code_hmac = COALESCE(?, code_hmac), code_expires_at = COALESCE(?, code_expires_at),
           code_put_at = ?
         WHERE challenge_id = ? AND (code_put_at IS NULL OR code_put_at <= ?) AND ${IS_LIVE}`,
        [
          code === null ? null : hmacOf(kind, challenge_id, code),
          code === null ? null : codeExpiresAt,
          now,
          challenge_id,
          now - minAgeMs,
          now,
        ],
      );
      if (put === 1) return codeExpiresAt;
      const [row] = await tx.rows<Challenge>(
        `SELECT ${COLUMNS} FROM challenges WHERE challenge_id = ? AND ${IS_LIVE}`,
        [challenge_id, now],
      );
      const leftMs = (row?.code_put_at ?? 0) + minAgeMs - now;
      if (leftMs <= 0) throw new AppError('challenge_invalid');
      throw new AppError('resend_cooldown', { retryAfterS: Math.ceil(leftMs / SECOND) });
    },

    replaceOpen: async (tx, kind, email) => {
      await tx.run(
        `UPDATE challenges SET state = 'replaced' WHERE email = ? AND kind = ? AND state = 'open'`,
        [email, kind],
      );
    },

    checkCode: ({ challenge_id, kind, code_hmac, code_expires_at }, code) => {
      if (code_hmac === null || code_expires_at === null || code_expires_at <= clock()) return null;
      if (!matches(code_hmac, pepper, kind, challenge_id, code)) return null;
      // A newer code may have been put in its place since it was compared.
      return async (tx) => {
        const [row] = await tx.rows<{ code_hmac: string }>(
          'SELECT code_hmac FROM challenges WHERE challenge_id = ?',
          [challenge_id],
        );
        return row?.code_hmac === code_hmac;
      };
    },

    deleteExpired: async () => {
      // Kept for a day after their end, for who has to find out what happened.
      await database.transaction((tx) =>
        tx.run('DELETE FROM challenges WHERE expires_at <= ?', [clock() - 24 * HOUR]),
      );
    },
  };
}
