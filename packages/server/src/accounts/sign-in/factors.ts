import type { ErrorCode } from '../../platform/errors';
import type { AccountRow } from '../account';
import type { Challenge, Confirm } from './challenge';
import type { ChallengeAnswers } from './challenge-answers';

/** One way to pass the second step of a login. All factors of a challenge share its evaluations. */
export interface LoginFactor {
  /** As listed in `mfa_factors`. */
  readonly name: 'email' | 'totp';
  /** As listed in the token's `amr`. */
  readonly method: 'email_otp' | 'totp';
  /** What a wrong answer is called. */
  readonly refusal: ErrorCode;
  isOfferedTo(account: AccountRow): boolean;
  /** Null for a wrong answer; throws when it could not be judged, which gives the evaluation back. */
  check(challenge: Challenge, answer: string): Promise<Confirm | null> | Confirm | null;
}

/** A code by mail, which every account has. */
export function createEmailFactor(challenges: Pick<ChallengeAnswers, 'checkCode'>): LoginFactor {
  return {
    name: 'email',
    method: 'email_otp',
    refusal: 'otp_invalid',
    isOfferedTo: () => true,
    check: (challenge, code) => challenges.checkCode(challenge, code),
  };
}

/** Stands where no authenticator is configured: offered to nobody, right never. */
export const noTotpFactor: LoginFactor = {
  name: 'totp',
  method: 'totp',
  refusal: 'totp_invalid',
  isOfferedTo: () => false,
  check: () => null,
};
