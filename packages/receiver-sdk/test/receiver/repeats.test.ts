import { describe, expect, it, vi } from 'vitest';
import { memoryIdempotencyStore, signCallback } from '../../src/index';
import { buildCallback, buildEvent, SECRET } from '../fixtures';
import { build, OK, refused } from '../receiving';

describe('an event that comes again', () => {
  /** Attempts of one event: the same body, each with another timestamp and signature. */
  function attempts(count: number) {
    const event = buildEvent();
    const startMs = Date.now();
    return Array.from({ length: count }, (_, index) =>
      signCallback({ secret: SECRET, event, timestampMs: startMs + index }),
    );
  }

  it('answers 200 to a handled event without running its handlers again', async () => {
    const { receiver } = build();
    const handler = vi.fn();
    receiver.on('*', handler);
    for (const attempt of attempts(3)) expect(await receiver.receive(attempt)).toEqual(OK);
    expect(handler).toHaveBeenCalledTimes(1);
  });

  it("runs an event's handlers again after one threw, and hides the error", async () => {
    const { receiver, errors } = build();
    const failure = new Error('password of the database is hunter2');
    const handler = vi.fn().mockRejectedValueOnce(failure);
    receiver.on('message-received', handler);
    const [first, second] = attempts(2);

    const answer = await receiver.receive(first!);
    expect(answer).toEqual(refused(500, 'handler_failed'));
    expect(JSON.stringify(answer)).not.toContain('hunter2');
    expect(errors).toEqual([failure]);

    expect(await receiver.receive(second!)).toEqual(OK);
    expect(handler).toHaveBeenCalledTimes(2);
  });

  it('stops at the handler that throws, synchronously or not', async () => {
    const { receiver } = build();
    const later = vi.fn();
    receiver
      .on('message-received', () => {
        throw new Error('at once');
      })
      .on('message-received', later);
    expect(await receiver.receive(buildCallback())).toEqual(refused(500, 'handler_failed'));
    expect(later).not.toHaveBeenCalled();
  });

  it('runs an event once when its attempts overlap, and all get that run’s answer', async () => {
    const { receiver } = build();
    let finish = (): void => undefined;
    const handler = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    receiver.on('*', handler);

    const answers = attempts(20).map((attempt) => receiver.receive(attempt));
    await vi.waitFor(() => expect(handler).toHaveBeenCalled());
    finish();
    expect(await Promise.all(answers)).toEqual(Array.from({ length: 20 }, () => OK));
    expect(handler).toHaveBeenCalledTimes(1);
  });

  it('all overlapping attempts fail when the run fails', async () => {
    const { receiver } = build();
    const handler = vi.fn().mockRejectedValue(new Error('no'));
    receiver.on('*', handler);
    const answers = await Promise.all(attempts(5).map((attempt) => receiver.receive(attempt)));
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500]);
  });

  it('answers 503 to an event that another process handles', async () => {
    const idempotencyStore = memoryIdempotencyStore();
    const event = buildEvent();
    void idempotencyStore.begin(event.event_id);
    const { receiver } = build({ idempotencyStore });
    expect(await receiver.receive(buildCallback({ event }))).toEqual(refused(503, 'event_busy'));
  });

  it('an event counts as received when only its mark failed', async () => {
    const failure = new Error('down');
    const idempotencyStore = { ...memoryIdempotencyStore(), commit: () => Promise.reject(failure) };
    const { receiver, errors } = build({ idempotencyStore });
    expect(await receiver.receive(buildCallback())).toEqual(OK);
    expect(errors).toEqual([failure]);
  });
});
