import { AppError } from '../../platform/errors';
import type { Logger } from '../../platform/log';
import { isCommonPassword } from '../../platform/security/password';

/** Refuses a password that is easy to guess. @throws {AppError} weak_password */
export type RefuseWeakPassword = (password: string, ownWords: readonly string[]) => void;

export function createPasswordPolicy(options: {
  isLocal: boolean;
  log: Logger;
}): RefuseWeakPassword {
  return (password, ownWords) => {
    if (!isCommonPassword(password, ownWords)) return;
    if (!options.isLocal) throw new AppError('weak_password');
    options.log.warn(
      { event: 'account.weak_password_accepted' },
      'a weak password was accepted, because this is local mode',
    );
  };
}
