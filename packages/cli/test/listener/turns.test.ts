import { describe, expect, it } from 'vitest';
import { createTurns, type LoggedCallback } from '../../src/listener/turns';

function build(sequence: number, more: Partial<LoggedCallback> = {}): LoggedCallback {
  const { conversationId = 'a' } = more;
  return {
    eventId: `${conversationId}${sequence}`,
    conversationId,
    event: 'message-received',
    sequence,
    isCopy: false,
    createdAtMs: sequence,
    bodyText: '{}',
    ...more,
  };
}

function setUp(known: readonly string[] = []) {
  const turns = createTurns((eventId) => known.includes(eventId));
  return {
    turns,
    /** Passes everything that may go in a conversation; tells the order. */
    drain: (conversationId = 'a') => {
      const order: number[] = [];
      for (let next; (next = turns.next(conversationId)); order.push(next.sequence)) {
        turns.pass(next);
      }
      return order;
    },
  };
}

describe('turns', () => {
  it('forwards a conversation’s callbacks by sequence, however they were found', () => {
    const { turns, drain } = setUp();
    for (const sequence of [3, 1, 4, 2]) turns.add(build(sequence));
    expect(drain()).toEqual([1, 2, 3, 4]);
    expect(turns.waiting()).toBe(0);
  });

  it('waits at a gap for a callback that may still come', () => {
    const { turns, drain } = setUp();
    turns.beginSweep();
    turns.add(build(1));
    turns.add(build(3));
    turns.endSweep();
    expect(drain()).toEqual([1]);
    expect(turns.isHolding()).toBe(true);
    turns.beginSweep();
    turns.add(build(2));
    turns.endSweep();
    expect(drain()).toEqual([2, 3]);
    expect(turns.isHolding()).toBe(false);
  });

  it('continues after a gap once a later sweep has found nothing in it', () => {
    const { turns, drain } = setUp();
    turns.beginSweep();
    turns.add(build(7));
    turns.endSweep();
    expect(drain()).toEqual([]);
    expect(turns.isAnyonesTurn()).toBe(false);
    turns.beginSweep();
    expect(drain()).toEqual([]);
    turns.endSweep();
    expect(drain()).toEqual([7]);
  });

  it('takes the turns of each conversation separately', () => {
    const { turns, drain } = setUp();
    turns.add(build(2));
    turns.add(build(1, { conversationId: 'b' }));
    expect(drain('b')).toEqual([1]);
    expect(turns.conversations()).toEqual(['a']);
  });

  it('gives each callback one turn, and none to a known one', () => {
    const { turns, drain } = setUp(['a1']);
    turns.add(build(1));
    expect(turns.waiting()).toBe(0);
    turns.add(build(1, { eventId: 'other' }));
    turns.add(build(1, { eventId: 'other' }));
    expect(drain()).toEqual([1]);
  });

  it('lets no copy wait, and none wait for a copy', () => {
    const { turns, drain } = setUp();
    turns.add(build(5));
    turns.add(build(1, { eventId: 'copy', isCopy: true, createdAtMs: 9 }));
    expect(turns.next('a')).toMatchObject({ eventId: 'copy' });
    expect(drain()).toEqual([1]);
    expect(turns.oldest()).toMatchObject({ sequence: 5 });
  });

  it('forgets the quietest of very many conversations, and never what waits', () => {
    const { turns, drain } = setUp();
    turns.add(build(1));
    for (let index = 0; index <= 10_000; index++) {
      const conversationId = `quiet${index}`;
      turns.add(build(1, { conversationId }));
      drain(conversationId);
    }
    expect(turns.waiting()).toBe(1);
    expect(drain()).toEqual([1]);
  });
});
