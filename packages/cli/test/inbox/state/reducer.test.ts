import { describe, expect, it } from 'vitest';
import { footerKeys, intentOf } from '../../../src/inbox/keyboard/bindings';
import { reduce, type InboxEvent } from '../../../src/inbox/state/reducer';
import { initialState, type InboxState } from '../../../src/inbox/state/screen-state';
import { draftOf, selectedRow } from '../../../src/inbox/state/selectors';
import { buildMessage, buildRow, ME } from '../../../../desk/test/support/desk-fixtures';

const start = initialState({ name: 'Camille', tenantId: null, size: { width: 80, height: 24 } });
const after = (...events: InboxEvent[]): InboxState => events.reduce(reduce, start);
const identified: InboxEvent = { type: 'identified', operatorIds: [ME], presence: 'online' };
const a = buildRow({ conversation_id: 'a', waiting_since: '2026-11-21T12:01:00.000Z' });
const b = buildRow({ conversation_id: 'b', waiting_since: '2026-11-21T12:02:00.000Z' });
const mine = buildRow({ conversation_id: 'm', status: 'ASSIGNED', operator_id: ME });
const rows = (...list: (typeof a)[]): InboxEvent => ({ type: 'rows', rows: list, since: Infinity });
const queued = (clientMsgId: string, content: string): InboxEvent => ({
  type: 'queued',
  clientMsgId,
  id: 'm',
  content,
  files: [],
  nowMs: 0,
});

describe('the selection', () => {
  it('keeps the selection on its conversation wherever that moves', () => {
    const state = after(rows(a, b), { type: 'moved', by: 1 });
    expect(selectedRow(state)?.conversation_id).toBe('b');
    const moved = reduce(state, rows({ ...b, waiting_since: '2026-11-21T11:00:00.000Z' }));
    expect(selectedRow(moved)?.conversation_id).toBe('b');
  });

  it('moves the selection to the neighbour when its conversation leaves the list', () => {
    const state = after(rows(a, b), { type: 'moved', by: 1 });
    const left = reduce(state, rows({ ...b, status: 'RESOLVED', owner_epoch: 2 }));
    expect(selectedRow(left)?.conversation_id).toBe('a');
  });

  it.each([
    [-5, 'a'],
    [Number.MAX_SAFE_INTEGER, 'b'],
  ])('keeps the selection in the list when it moves by %i', (by, expected) => {
    expect(selectedRow(after(rows(a, b), { type: 'moved', by }))?.conversation_id).toBe(expected);
  });
});

describe('answers on their way', () => {
  const writing = [identified, rows(mine), { type: 'opened', id: 'm' }] as const;
  const message = buildMessage({
    seq: 1,
    content: 'hello',
    sender: { kind: 'agent', display_name: 'Camille' },
  });
  const fromFeed: InboxEvent = {
    type: 'update',
    update: { type: 'message', conversation_id: 'm', message, last_seq: 1 },
    nowMs: 0,
  };
  const sent: InboxEvent = { type: 'sent', clientMsgId: 'one', message };

  it.each([
    ['answered first', [sent, fromFeed]],
    ['received by the feed first', [fromFeed, sent]],
  ])('shows an answer once that is %s', (_what, events) => {
    const state = after(...writing, queued('one', 'hello'), ...events);
    expect(state.open?.messages).toHaveLength(1);
    expect(state.outgoing).toEqual([]);
  });

  it('hides an outgoing answer as soon as the feed has brought it', () => {
    const state = after(...writing, queued('one', 'hello'), fromFeed);
    expect(state.outgoing).toMatchObject([{ hasArrived: true }]);
  });

  it('puts refused answers back into the draft, in order', () => {
    const state = after(
      ...writing,
      queued('one', 'first'),
      queued('two', 'second'),
      { type: 'edited', id: 'm', draft: { text: 'third', cursor: 5 } },
      { type: 'returned', id: 'm' },
    );
    expect(draftOf(state, 'm').text).toBe('first\nsecond\nthird');
    expect(state.outgoing).toEqual([]);
  });
});

describe('the open conversation', () => {
  it('shows that a visitor types for a while, and not after the message', () => {
    const typing: InboxEvent = {
      type: 'update',
      update: {
        type: 'typing',
        conversation_id: 'a',
        sender: { kind: 'visitor' },
        state: 'start',
      },
      nowMs: 1_000,
    };
    const state = after(rows(a), { type: 'opened', id: 'a' }, typing);
    expect(state.open?.typing).toEqual({ kind: 'visitor', untilMs: 7_000 });
    const message = buildMessage({ seq: 1 });
    const update = { type: 'message', conversation_id: 'a', message, last_seq: 1 } as const;
    expect(reduce(state, { type: 'update', update, nowMs: 0 }).open?.typing).toBeNull();
  });

  it('keeps the scroll position while messages come in below', () => {
    const messages = Array.from({ length: 40 }, (_one, index) => buildMessage({ seq: index + 1 }));
    const state = after(
      rows(a),
      { type: 'opened', id: 'a' },
      { type: 'messages', id: 'a', messages, hasOlder: false },
      { type: 'scrolled', by: 10 },
      { type: 'messages', id: 'a', messages: [buildMessage({ seq: 41, content: 'one\ntwo' })] },
    );
    expect(state.scrollBack).toBe(12);
  });

  it('adds no message of another conversation to the open one', () => {
    const state = after(
      rows(a, b),
      { type: 'opened', id: 'a' },
      { type: 'messages', id: 'b', messages: [buildMessage({ seq: 1 })] },
    );
    expect(state.open?.messages).toEqual([]);
  });
});

describe('keys', () => {
  const list = after(identified, rows(a, mine), { type: 'moved', by: 1 });
  const reading = reduce(list, { type: 'opened', id: 'm' });
  const writing = reduce(reading, { type: 'writing', isWriting: true });
  const asked = reduce(list, {
    type: 'overlay',
    overlay: { kind: 'question', question: 'quit', conversationId: null, text: 'Quit?' },
  });

  it.each([
    ['the list', list, 'c', { type: 'claim' }],
    ['the list', list, 'q', { type: 'quit' }],
    ['the list', list, 'enter', { type: 'open' }],
    ['reading', reading, 'escape', { type: 'close' }],
    ['reading', reading, 'r', { type: 'release' }],
    ['reading', reading, 'R', { type: 'resolve' }],
    ['reading', reading, 'i', { type: 'write' }],
    ['writing', writing, 'enter', { type: 'send' }],
    ['writing', writing, 'escape', { type: 'command' }],
    ['writing', writing, 'ctrl-c', { type: 'interrupt' }],
    ['a question', asked, 'y', { type: 'confirm' }],
    ['a question', asked, 'escape', { type: 'dismiss' }],
    ['a question', asked, 'enter', null],
  ])('reads a key in %s: %s', (_where, state, name, intent) => {
    expect(intentOf(state as InboxState, { name: name as string })).toEqual(intent);
  });

  it('types the letters into an answer that are commands elsewhere', () => {
    for (const name of ['q', 'c', 'x', '?']) {
      expect(intentOf(writing, { name, text: name })).toEqual({
        type: 'edit',
        key: { name, text: name },
      });
    }
  });

  it('offers a key only where it makes sense', () => {
    const labels = (state: InboxState): string[] => footerKeys(state).map(({ label }) => label);
    expect(labels(list)).toContain('take');
    expect(labels(list)).not.toContain('resolve');
    expect(labels(reading)).toContain('resolve');
    expect(labels(reading)).not.toContain('take');
  });
});
