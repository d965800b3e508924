import type { PlainCode } from '../../platform/errors';
import type { AccountRow } from '../account';
import type { Challenge, Confirm } from './challenge';
import type { ChallengeAnswers } from './challenge-answers';

/** One way to pass the second step of a login. All factors of a challenge share its attempts. */
export interface LoginFactor {
  /** Its name in `mfa_factors`. */
  readonly name: 'email' | 'totp';
  /** Its name in the token's `amr`. */
  readonly method: 'email_otp' | 'totp';
  /** The error code for a wrong answer. */
  readonly refusal: PlainCode;
  isOfferedTo(account: AccountRow): boolean;
  /** Null for a wrong answer; throws when it could not be judged, which gives the evaluation back. */
  check(challenge: Challenge, answer: string): Promise<Confirm | null> | Confirm | null;
}

/** A mailed code, which every account can use. */
export function createEmailFactor(challenges: Pick<ChallengeAnswers, 'checkCode'>): LoginFactor {
  return {
    name: 'email',
    method: 'email_otp',
    refusal: 'otp_invalid',
    isOfferedTo: () => true,
    check: (challenge, code) => challenges.checkCode(challenge, code),
  };
}

/** TOTP without a configured authenticator: never offered, never right. */
export const noTotpFactor: LoginFactor = {
  name: 'totp',
  method: 'totp',
  refusal: 'totp_invalid',
  isOfferedTo: () => false,
  check: () => null,
};
