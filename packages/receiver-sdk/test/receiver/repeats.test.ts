import { describe, expect, it, vi } from 'vitest';
import { memoryIdempotencyStore, signCallback } from '../../src/index';
import { buildCallback, buildEvent, SECRET } from '../fixtures';
import { build, OK, refused } from '../receiving';

describe('an event that comes again', () => {
  /** Another attempt: the same body under a fresh timestamp. */
  function attempts(count: number) {
    const event = buildEvent();
    const startMs = Date.now();
    return Array.from({ length: count }, (_, index) =>
      signCallback({ secret: SECRET, event, timestampMs: startMs + index }),
    );
  }

  it('is answered 200 without running handlers once it is done', async () => {
    const { receiver } = build();
    const handler = vi.fn();
    receiver.on('*', handler);
    for (const attempt of attempts(3)) expect(await receiver.receive(attempt)).toEqual(OK);
    expect(handler).toHaveBeenCalledTimes(1);
  });

  it('runs again after a handler threw, and says nothing of the error', async () => {
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

  it('stops at the handler that throws, at once or later', async () => {
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

  it('runs once when its attempts overlap, and all get that run’s answer', async () => {
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

  it('fails for all overlapping attempts when its run fails', async () => {
    const { receiver } = build();
    const handler = vi.fn().mockRejectedValue(new Error('no'));
    receiver.on('*', handler);
    const answers = await Promise.all(attempts(5).map((attempt) => receiver.receive(attempt)));
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500]);
  });

  it('is answered 503 while another process has it', async () => {
    const idempotencyStore = memoryIdempotencyStore();
    const event = buildEvent();
    void idempotencyStore.begin(event.event_id);
    const { receiver } = build({ idempotencyStore });
    expect(await receiver.receive(buildCallback({ event }))).toEqual(refused(503, 'event_busy'));
  });

  it('counts as received when the handlers ran and only the mark failed', async () => {
    const failure = new Error('down');
    const idempotencyStore = { ...memoryIdempotencyStore(), commit: () => Promise.reject(failure) };
    const { receiver, errors } = build({ idempotencyStore });
    expect(await receiver.receive(buildCallback())).toEqual(OK);
    expect(errors).toEqual([failure]);
  });
});
