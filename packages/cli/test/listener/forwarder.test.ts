import { describe, expect, it } from 'vitest';
import { retryDelayMs } from '../../src/listener/forwarder';

describe('retryDelayMs', () => {
  it.each([
    [1, false, 500],
    [3, false, 2_000],
    [7, false, 30_000],
    [500, false, 30_000],
    [1, true, 500],
    [4, true, 3_000],
    [500, true, 3_000],
  ])(
    'waits after %i failures, with the receiver unreachable: %s, for about %i ms',
    (failures, isAway, ms) => {
      expect(retryDelayMs(failures, isAway, () => 0)).toBe(ms * 0.8);
      expect(retryDelayMs(failures, isAway, () => 1)).toBe(Math.round(ms * 1.2));
    },
  );
});
