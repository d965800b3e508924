import type { Clock } from '../../platform/clock';
import { AppError } from '../../platform/errors';
import type { Caller } from '../../workspaces/principal';
import type { PasswordCheck } from '../protection/password-check';
import type { SessionAttempts } from '../protection/session-attempts';
import { CONFIRMED_MS } from './session-life';
import type { Sessions } from './sessions';

export interface ConfirmationOptions {
  clock: Clock;
  passwordCheck: PasswordCheck;
  attempts: SessionAttempts;
  sessions: Sessions;
}

/**
 * Checks the password of a signed-in account once more, before something that can't be undone. The fifth wrong one
 * ends the session. Returns the time until which no other confirmation is needed.
 * @throws {AppError} invalid_credentials, session_revoked
 */
export type ConfirmPassword = (caller: Caller, password: string) => Promise<number>;

export function createConfirmation(options: ConfirmationOptions): ConfirmPassword {
  const { clock, passwordCheck, attempts, sessions } = options;
  return async (caller, password) => {
    try {
      await passwordCheck.confirm(caller, password, 'confirmations');
    } catch (error) {
      if (!(await attempts.areSpent(caller.sessionId, 'confirmations'))) throw error;
      await sessions.endOwn(caller);
      throw new AppError('session_revoked', { cause: error });
    }
    return clock() + CONFIRMED_MS;
  };
}
