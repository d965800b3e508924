/** The relay takes no more at once. */
export const MOST_AT_ONCE = 100;
