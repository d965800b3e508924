import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createReceiver } from '../../src/index';
import type { BotAction, IdempotencyStore, ReplayStore } from '../../src/index';
import { buildCallback, buildEvent, SECRET } from '../fixtures';

/** Tests for stores that several processes share. `create` returns another process's store at each call. */
export function behavesAsReplayStore(create: () => ReplayStore): void {
  it('gives a key to one of 50 at once, from several processes', async () => {
    const stores = [create(), create(), create()];
    const key = randomUUID();
    const claims = Array.from({ length: 50 }, async (_, index) =>
      (stores[index % 3] as ReplayStore).claim(key, 60_000),
    );
    expect((await Promise.all(claims)).filter(Boolean)).toHaveLength(1);
  });

  it('accepts one captured request of 50, at several receivers', async () => {
    const receivers = [create(), create()].map((replayStore) =>
      createReceiver({ secrets: [SECRET], replayStore, onError: () => undefined }),
    );
    const callback = buildCallback();
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => receivers[index % 2]?.receive(callback)),
    );
    expect(answers.filter((answer) => answer?.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer?.status === 401)).toHaveLength(49);
  });

  it('gives other keys to others', async () => {
    const store = create();
    expect(await store.claim(randomUUID(), 60_000)).toBe(true);
    expect(await store.claim(randomUUID(), 60_000)).toBe(true);
  });
}

export function behavesAsIdempotencyStore(
  create: (options?: { reservationMs?: number }) => IdempotencyStore,
): void {
  it('reserves an event for one of 50 at once', async () => {
    const stores = [create(), create(), create()];
    const eventId = randomUUID();
    const begun = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => stores[index % 3]?.begin(eventId)),
    );
    expect(begun.filter((result) => result === 'new')).toHaveLength(1);
    expect(begun.filter((result) => result === 'busy')).toHaveLength(49);
  });

  it('says done to all once it is, and repeats the answer', async () => {
    const [one, other] = [create(), create()];
    const [silent, answered] = [randomUUID(), randomUUID()];
    for (const eventId of [silent, answered]) expect(await one.begin(eventId)).toBe('new');
    await one.commit(silent);
    await one.commit(answered, '{"actions":[]}');
    expect(await other.begin(silent)).toBe('done');
    expect(await other.begin(answered)).toEqual({ done: '{"actions":[]}' });
  });

  it('gives a released event to the next', async () => {
    const [one, other] = [create(), create()];
    const eventId = randomUUID();
    await one.begin(eventId);
    await one.release(eventId);
    expect(await other.begin(eventId)).toBe('new');
  });

  it('takes over from a process that died, whose late release changes nothing', async () => {
    const dying = create({ reservationMs: 20 });
    const eventId = randomUUID();
    await dying.begin(eventId);
    const other = create();
    await expect.poll(() => other.begin(eventId)).toBe('new');
    await dying.release(eventId);
    expect(await create().begin(eventId)).toBe('busy');
  });

  it("repeats a bot's answer at another receiver, whose handlers don't run", async () => {
    const actions: BotAction[] = [{ type: 'reply', content: 'À demain.' }];
    const event = buildEvent({ event_id: randomUUID() });
    const [one, other] = [create(), create()].map((idempotencyStore) =>
      createReceiver({ secrets: [SECRET], idempotencyStore }),
    );
    one?.on('message-received', () => ({ actions }));
    const answer = { status: 200, body: { received: true, actions } };
    expect(await one?.receive(buildCallback({ event }))).toEqual(answer);
    const again = buildCallback({ event, timestampMs: Date.now() + 1 });
    expect(await other?.receive(again)).toEqual(answer);
  });
}
