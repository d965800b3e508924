import type { Clock } from '../../platform/clock';
import { AppError, type PlainCode } from '../../platform/errors';
import type { KeyRing } from '../../platform/security/keys';
import { matches } from '../../platform/security/one-time-code';
import type { Database, Tx } from '../../platform/storage/database';
import { CHALLENGE_COLUMNS, IS_LIVE, type Challenge, type Confirm } from './challenge';

/** How the input for a challenge is checked, and what a correct one does. */
export interface Evaluation<Result> {
  /** Compares the input; called at most five times per challenge. Null means wrong. */
  check(challenge: Challenge): Promise<Confirm | null> | Confirm | null;
  /** The error code for a wrong input. */
  refusal: PlainCode;
  onWrong?(challenge: Challenge): Promise<void>;
  /** Runs in the transaction that uses the challenge up. */
  complete(tx: Tx, challenge: Challenge): Promise<Result>;
}

export interface ChallengeAnswers {
  /** Checks one input. @throws {AppError} challenge_invalid, or the evaluation's refusal */
  answer<Result>(challenge: Challenge, evaluation: Evaluation<Result>): Promise<Result>;
  checkCode(challenge: Challenge, code: string): Confirm | null;
}

/** The number of evaluations without a result that are returned in a challenge's life. */
const MAX_GIVEN_BACK = 20;

/** Rolls the use of a challenge back, because another request used or replaced it in the meantime. */
class NotConfirmedError extends Error {}

/** Counts inputs and uses challenges up. Nothing else does. */
export function createChallengeAnswers(options: {
  database: Database;
  clock: Clock;
  peppers: KeyRing;
}): ChallengeAnswers {
  const { database, clock, peppers } = options;

  /** Counts an evaluation before the comparison, so that parallel guesses can't share one. */
  const takeEvaluation = async (challenge: Challenge): Promise<Challenge> => {
    const [row] = await database.transaction(async (tx) => {
      const taken = await tx.run(
        `UPDATE challenges SET evaluations = evaluations + 1 WHERE challenge_id = ? AND ${IS_LIVE}`,
        [challenge.challenge_id, clock()],
      );
      if (taken !== 1) throw new AppError('challenge_invalid');
      return tx.rows<Challenge>(
        `SELECT ${CHALLENGE_COLUMNS} FROM challenges WHERE challenge_id = ?`,
        [challenge.challenge_id],
      );
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

  const answer: ChallengeAnswers['answer'] = async (found, evaluation) => {
    const challenge = await takeEvaluation(found);
    let confirm: Confirm | null;
    try {
      confirm = await evaluation.check(challenge);
    } catch (error) {
      // The authenticator was unreachable: the input was not checked, so it doesn't count.
      await giveEvaluationBack(challenge);
      throw error;
    }
    if (!confirm) {
      await evaluation.onWrong?.(challenge);
      throw new AppError(evaluation.refusal);
    }
    try {
      return await database.transaction(async (tx) => {
        await consume(tx, challenge);
        if (!(await confirm(tx))) throw new NotConfirmedError();
        return evaluation.complete(tx, challenge);
      });
    } catch (error) {
      if (!(error instanceof NotConfirmedError)) throw error;
      await evaluation.onWrong?.(challenge);
      throw new AppError(evaluation.refusal);
    }
  };

  return {
    answer,

    checkCode: ({ challenge_id, kind, code_hmac, code_expires_at }, code) => {
      if (code_hmac === null || code_expires_at === null || code_expires_at <= clock()) return null;
      if (!matches(code_hmac, peppers, kind, challenge_id, code)) return null;
      // A newer code may have replaced this one since the comparison.
      return async (tx) => {
        const [row] = await tx.rows<{ code_hmac: string }>(
          'SELECT code_hmac FROM challenges WHERE challenge_id = ?',
          [challenge_id],
        );
        return row?.code_hmac === code_hmac;
      };
    },
  };
}
