/** A key as good as a random one, and the same in each run. */
export const TEST_MASTER_KEY = Buffer.from(Array.from({ length: 32 }, (_, n) => 7 * n)).toString(
  'base64',
);
