import { describe, expect, it, vi } from 'vitest';
import { watchHealth } from '../../src/platform/companion-health';

describe('the health of mail', () => {
  it('reports what the mail server last answered, and asks it once in a while', async () => {
    const verify = vi.fn(async () => true);
    const health = watchHealth({ verify, freshMs: 40 });
    expect(await Promise.all([health(), health(), health()])).toEqual(['ok', 'ok', 'ok']);
    expect(verify).toHaveBeenCalledTimes(1);
    verify.mockRejectedValue(new Error('wrong password'));
    await vi.waitFor(async () => expect(await health()).toBe('away'));
    verify.mockResolvedValue(true);
    await vi.waitFor(async () => expect(await health()).toBe('ok'));
  });

  it('does not wait for a mail server that hangs, and reports it as away in the end', async () => {
    const health = watchHealth({
      verify: () => new Promise(() => {}),
      patienceMs: 5,
      deadlineMs: 50,
    });
    expect(await health()).toBe('unknown');
    await vi.waitFor(async () => expect(await health()).toBe('away'));
  });
});
