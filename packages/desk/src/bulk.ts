/** The relay's limit for one request. */
export const MOST_AT_ONCE = 100;
