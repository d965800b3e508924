import { describe, expect, it } from 'vitest';
import { readActions } from '../../src/bots/tenant-actions';

const read = (...actions: unknown[]) => readActions(JSON.stringify({ received: true, actions }));
const reply = { type: 'reply', content: 'Hello' };

describe("the actions in a receiver's answer", () => {
  it("reads a bot's actions in order", () => {
    const typing = { type: 'typing', state: 'start' };
    const escalate = { type: 'escalate', reason: 'restricted_topic' };
    expect(read(reply, typing, escalate, { type: 'resolve' })).toEqual({
      actions: [reply, typing, escalate, { type: 'resolve' }].map((action, index) => ({
        index,
        action,
      })),
      ignored: 0,
    });
  });

  it("escalates for user_requested unless the bot's action gives a reason", () => {
    expect(read({ type: 'escalate' }).actions).toMatchObject([
      { action: { type: 'escalate', reason: 'user_requested' } },
    ]);
  });

  it('reads five actions of a bot at most', () => {
    const { actions, ignored } = read(...Array.from({ length: 9 }, () => reply));
    expect([actions.length, ignored]).toEqual([5, 4]);
  });

  it.each([
    ['an unknown type', { type: 'dance' }],
    ['no type', { content: 'x' }],
    ['an empty reply', { type: 'reply', content: '' }],
    ['a reply without content', { type: 'reply' }],
    ['a reply over 4,000 characters', { type: 'reply', content: 'x'.repeat(4001) }],
    ['a reply of a wrong type', { type: 'reply', content: 5 }],
    ['a lone surrogate', { type: 'reply', content: '\ud800' }],
    ['a strange typing state', { type: 'typing', state: 'maybe' }],
    ['a strange reason', { type: 'escalate', reason: 'direct' }],
    ['null', null],
    ['a list', []],
  ])("leaves out %s of a bot's actions and nothing else", (_what, action) => {
    expect(read(action, reply)).toEqual({ actions: [{ index: 1, action: reply }], ignored: 1 });
  });

  it.each([
    '',
    '{"received":true}',
    '"actions"',
    '{"actions":',
    '{"actions":{}}',
    '[{"actions":1}]',
  ])('reads no actions in %s', (text) => {
    expect(readActions(text)).toEqual({ actions: [], ignored: 0 });
  });
});
