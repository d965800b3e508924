import { describe, expect, it } from 'vitest';
import { backoffMs } from '../src/relay/retry';

describe('backoffMs', () => {
  it.each([
    [0, 1_000],
    [1, 2_000],
    [4, 16_000],
    [5, 20_000],
    [500, 20_000],
  ])('after %i failures draws from the whole range up to %i ms', (failures, highest) => {
    expect(backoffMs(failures, () => 0)).toBe(0);
    expect(backoffMs(failures, () => 0.5)).toBe(highest / 2);
    expect(backoffMs(failures, () => 1)).toBe(highest);
  });
});
