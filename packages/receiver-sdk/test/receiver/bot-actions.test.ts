import { describe, expect, it, vi } from 'vitest';
import type { BotAction } from '../../src/index';
import { buildCallback, buildEvent } from '../fixtures';
import { build, OK, refused } from '../receiving';

describe('the actions of a bot', () => {
  const reply: BotAction = { type: 'reply', content: 'Bonjour' };

  it('puts the actions of several handlers into the answer in their order', async () => {
    const { receiver } = build();
    receiver
      .on('message-received', () => ({ actions: [reply] }))
      .on('message-received', () => undefined)
      .on('message-received', async () => ({ actions: [{ type: 'resolve' }] }));
    expect(await receiver.receive(buildCallback())).toEqual({
      status: 200,
      body: { received: true, actions: [reply, { type: 'resolve' }] },
    });
  });

  it("answers with a bot's actions again when the event comes again", async () => {
    const { receiver } = build();
    const handler = vi.fn(() => ({ actions: [reply] }));
    receiver.on('message-received', handler);
    const event = buildEvent();
    const answers = [0, 1].map((index) =>
      receiver.receive(buildCallback({ event, timestampMs: Date.now() + index })),
    );
    const [first, second] = await Promise.all(answers);
    const third = await receiver.receive(buildCallback({ event, timestampMs: Date.now() + 2 }));
    expect(first).toMatchObject({ status: 200, body: { actions: [reply] } });
    expect([second, third]).toEqual([first, first]);
    expect(handler).toHaveBeenCalledTimes(1);
  });

  it("ignores a bot's actions when no message was received", async () => {
    const { receiver } = build();
    receiver.on('*', (() => ({ actions: [reply] })) as () => void);
    expect(await receiver.receive(buildCallback())).toEqual(OK);
  });

  it.each([
    ['six', Array.from({ length: 6 }, () => reply)],
    ['one of no known type', [{ type: 'shout' }]],
    ['no list', reply],
    ['a hole', [null]],
  ])('fails the handler whose actions are %s', async (_, actions) => {
    const { receiver, errors } = build();
    receiver.on('message-received', () => ({ actions: actions as BotAction[] }));
    expect(await receiver.receive(buildCallback())).toEqual(refused(500, 'handler_failed'));
    expect(errors).toEqual([expect.any(TypeError)]);
  });
});
