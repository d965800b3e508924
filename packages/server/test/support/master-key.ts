/** A fixed master key, so that runs can be compared. */
export const TEST_MASTER_KEY = Buffer.from(Array.from({ length: 32 }, (_, n) => 7 * n)).toString(
  'base64',
);
