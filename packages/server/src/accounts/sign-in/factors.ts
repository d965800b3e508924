import type { PlainCode } from '../../platform/errors';
import type { AccountRow } from '../account';
import type { Challenge, Confirm } from './challenge';
import type { ChallengeAnswers } from './challenge-answers';

/** One way to pass the second step of a sign-in. All factors of a challenge share its attempts. */
export interface LoginFactor {
  /** Its name in `mfa_factors`. */
  readonly name: 'email' | 'totp';
  /** Its name in the token's `amr`. */
  readonly method: 'email_otp' | 'totp';
  readonly refusal: PlainCode;
  isOfferedTo(account: AccountRow): boolean;
  /** Null if the input is wrong; throws if it could not be checked, which does not count as an attempt. */
  check(challenge: Challenge, answer: string): Promise<Confirm | null> | Confirm | null;
}

/** A mailed code, available to every account. */
export function createEmailFactor(challenges: Pick<ChallengeAnswers, 'checkCode'>): LoginFactor {
  return {
    name: 'email',
    method: 'email_otp',
    refusal: 'otp_invalid',
    isOfferedTo: () => true,
    check: (challenge, code) => challenges.checkCode(challenge, code),
  };
}

/** TOTP without a configured authenticator: never offered, never correct. */
export const noTotpFactor: LoginFactor = {
  name: 'totp',
  method: 'totp',
  refusal: 'totp_invalid',
  isOfferedTo: () => false,
  check: () => null,
};
