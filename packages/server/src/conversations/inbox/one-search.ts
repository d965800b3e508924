import { AppError } from '../../platform/errors';

/** @throws {AppError} overloaded while another search of the same account runs */
export type OneSearch = <T>(accountId: string, search: () => Promise<T>) => Promise<T>;

/**
 * Allows one search at a time per account: repeated clicks must not pile up searches.
 * @param message of the error for a second search
 */
export function createOneSearch(
  message = 'Your last search is still running. Wait for its result.',
): OneSearch {
  const searching = new Set<string>();
  return async (accountId, search) => {
    if (searching.has(accountId)) {
      throw new AppError('overloaded', { message, retryAfterS: 1 });
    }
    searching.add(accountId);
    try {
      return await search();
    } finally {
      searching.delete(accountId);
    }
  };
}
