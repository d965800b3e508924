import { HOUR, MINUTE, SECOND, type Clock } from '../../platform/clock';
import { AppError } from '../../platform/errors';
import { newId } from '../../platform/ids';
import type { KeyRing } from '../../platform/security/keys';
import { codeHmac } from '../../platform/security/one-time-code';
import { randomToken, tokenHash } from '../../platform/security/tokens';
import type { Database, Tx } from '../../platform/storage/database';
import { insertRows, placeholders } from '../../platform/storage/sql';
import { CHALLENGES, type ChallengeKind, type ChallengeRow } from '../model';
import { CHALLENGE_COLUMNS, IS_LIVE, type Challenge } from './challenge';
import { createChallengeAnswers, type ChallengeAnswers } from './challenge-answers';

export interface NewChallenge {
  kind: ChallengeKind;
  email: string;
  accountId: string | null;
  details?: object;
  /** The first code, if it was already sent. */
  code?: string;
  /** An HMAC of the e-mail and the network address that requested it. */
  addressHmac: string;
}

/** Selects the challenges that a request may continue: those of the same e-mail and network. */
export interface ChallengeOrigin {
  kind: ChallengeKind;
  email: string;
  /** The HMAC by each key, the newest key's first. */
  addressHmacs: readonly [string, ...string[]];
}

/** Makes the code of a challenge that must look normal and never succeed. */
export function unguessableCode(): string {
  return randomToken('');
}

export interface OpenedChallenge {
  token: string;
  expiresAt: number;
  codeExpiresAt: number;
}

export interface Challenges extends ChallengeAnswers {
  open(tx: Tx, challenge: NewChallenge): Promise<OpenedChallenge>;
  /** Finds the live challenge of a token. @throws {AppError} challenge_invalid */
  find(token: string, kind: ChallengeKind): Promise<Challenge>;
  /** Makes another token for the newest live challenge from the same network; null if there is none. */
  continueNewest(tx: Tx, origin: ChallengeOrigin): Promise<OpenedChallenge | null>;
  /**
   * Replaces the code, unless it was replaced less than `minAgeMs` ago, and returns the time until which the new code
   * is valid. With null the old code stays, and the result looks the same.
   * @throws {AppError} challenge_invalid, resend_cooldown
   */
  putCode(tx: Tx, challenge: Challenge, code: string | null, minAgeMs?: number): Promise<number>;
  /** Ends the open challenges of an address. */
  replaceOpen(tx: Tx, kind: ChallengeKind, email: string): Promise<void>;
  deleteExpired(): Promise<void>;
}

export interface ChallengesOptions {
  database: Database;
  clock: Clock;
  /** Keys for the HMACs of stored codes. They are not in the database. */
  peppers: KeyRing;
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

export function createChallenges(options: ChallengesOptions): Challenges {
  const { database, clock, peppers } = options;

  const hmacOf = (kind: ChallengeKind, challengeId: string, code: string) =>
    codeHmac(peppers, kind, challengeId, code);

  const find: Challenges['find'] = async (token, kind) => {
    const [row] = await database.read.rows<Challenge>(
      `SELECT ${CHALLENGE_COLUMNS} FROM challenges WHERE challenge_id =
         (SELECT COALESCE(continues, challenge_id) FROM challenges WHERE token_hash = ? AND kind = ?)
       AND ${IS_LIVE}`,
      [tokenHash(token), kind, clock()],
    );
    if (!row) throw new AppError('challenge_invalid');
    return row;
  };

  const insert = async (
    tx: Tx,
    row: Pick<
      ChallengeRow,
      'challenge_id' | 'kind' | 'email' | 'address_hmac' | 'details' | 'expires_at'
    > &
      Partial<ChallengeRow>,
  ): Promise<string> => {
    const token = randomToken(PREFIX[row.kind]);
    const stored: ChallengeRow = {
      token_hash: tokenHash(token),
      continues: null,
      account_id: null,
      code_hmac: null,
      code_put_at: null,
      code_expires_at: null,
      evaluations: 0,
      given_back: 0,
      state: 'open',
      created_at: clock(),
      ...row,
    };
    await insertRows(tx, CHALLENGES, [stored]);
    return token;
  };

  return {
    ...createChallengeAnswers(options),
    find,

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

    continueNewest: async (tx, { kind, email, addressHmacs }) => {
      const [row] = await tx.rows<Challenge>(
        `SELECT ${CHALLENGE_COLUMNS} FROM challenges
         WHERE email = ? AND kind = ? AND address_hmac IN ${placeholders(1, addressHmacs.length)}
           AND continues IS NULL AND ${IS_LIVE}
         ORDER BY challenge_id DESC LIMIT 1`,
        [email, kind, ...addressHmacs, clock()],
      );
      if (!row) return null;
      const token = await insert(tx, {
        challenge_id: newId(),
        kind,
        continues: row.challenge_id,
        email,
        address_hmac: addressHmacs[0],
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
        `SELECT ${CHALLENGE_COLUMNS} FROM challenges WHERE challenge_id = ? AND ${IS_LIVE}`,
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

    deleteExpired: async () => {
      // Ended challenges are kept for a day, for diagnosis.
      await database.transaction((tx) =>
        tx.run('DELETE FROM challenges WHERE expires_at <= ?', [clock() - 24 * HOUR]),
      );
    },
  };
}
