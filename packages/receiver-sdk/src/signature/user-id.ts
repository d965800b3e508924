const MAX_USER_ID_BYTES = 128;

/**
 * The reason why a user id can't be signed.
 *
 * @example
 * const code: UserIdCode = 'user_id_too_long';
 */
export type UserIdCode = 'user_id_empty' | 'user_id_too_long' | 'user_id_forgeable';

/**
 * An error for a user id that the relay would refuse as well.
 *
 * @example
 * if (error instanceof UserIdError && error.code === 'user_id_too_long') useShortId();
 */
export class UserIdError extends Error {
  override readonly name = 'UserIdError';
  readonly code: UserIdCode;

  constructor(code: UserIdCode, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Tells whether a user id looks like the text that a callback's signature signs, `<digits>.<64 hex>`. Both are signed
 * with the same secret, so the user's signature would be valid for a callback.
 *
 * @example
 * isForgeableUserId('customer-42'); // false
 */
export function isForgeableUserId(userId: string): boolean {
  return /^\d+\.[0-9a-f]{64}$/i.test(userId);
}

/** @throws UserIdError for an id that can't be signed; TypeError for one that is no string. */
export function assertUserId(userId: string): void {
  if (typeof userId !== 'string') throw new TypeError('userId must be a string');
  if (userId === '') throw new UserIdError('user_id_empty', 'the user id is empty');
  if (new TextEncoder().encode(userId).length > MAX_USER_ID_BYTES) {
    throw new UserIdError('user_id_too_long', `the user id has over ${MAX_USER_ID_BYTES} bytes`);
  }
  if (isForgeableUserId(userId)) {
    throw new UserIdError('user_id_forgeable', 'the user id has the shape of a signed text');
  }
}
