import { describe, expect, it } from 'vitest';
import type { Outgoing } from '@chat-relay/desk/state';
import type { MessageView } from '@chat-relay/widget-sdk/frames';
import type { Note } from '@chat-relay/server/wire/conversations';
import { plainLine } from '../../src/inbox/model/plain';
import { deliveryOf, timelineOf } from '../../src/inbox/model/timeline';
import { buildMessage, buildRow } from '../../../desk/test/support/desk-fixtures';

const at = (seq: number, created_at: string, kind: 'visitor' | 'agent' = 'visitor') =>
  buildMessage({ seq, created_at, sender: { kind } });
const outgoing = (fields: Partial<Outgoing>): Outgoing => ({
  clientMsgId: 'one',
  conversationId: 'a',
  content: 'hello',
  files: [],
  queuedAtMs: 0,
  isRetrying: false,
  hasArrived: false,
  refusal: null,
  ...fields,
});

const thread = (messages: MessageView[], hasOlder = false) => ({ messages, hasOlder });
const none = thread([]);
const note = (id: string, created_at: string): Note => ({
  note_id: id,
  operator_id: 'ana',
  operator_display_name: 'Ana',
  content: id,
  created_at,
});

describe('a thread', () => {
  it('has notes between the messages at their time, and older ones with older messages', () => {
    const messages = [
      at(5, '2026-11-20T12:00:00.000Z'),
      at(6, '2026-11-20T12:01:00.000Z'),
      at(7, '2026-11-20T12:02:00.000Z'),
    ];
    const notes = [
      note('before', '2026-11-20T11:00:00.000Z'),
      note('between', '2026-11-20T12:00:30.000Z'),
      note('after', '2026-11-21T12:00:00.000Z'),
    ];
    const shown = (hasOlder: boolean) =>
      timelineOf(thread(messages, hasOlder), notes, []).map((item) =>
        item.kind === 'message' ? `${item.key}${item.startsGroup ? ' starts' : ''}` : item.key,
      );
    const rest = ['5 starts', 'between', '6 starts', '7', 'day after', 'after'];
    expect(shown(true)).toEqual(['day 5', ...rest]);
    expect(shown(false)).toEqual(['day before', 'before', ...rest]);
    expect(timelineOf(none, notes, [])).toHaveLength(5);
  });

  it('begins each day with its name, and groups what one author says within five minutes', () => {
    const items = timelineOf(
      thread([
        at(1, '2026-11-20T12:00:00.000Z'),
        at(2, '2026-11-20T12:04:00.000Z'),
        at(3, '2026-11-20T12:20:00.000Z'),
        at(4, '2026-11-22T12:20:00.000Z', 'agent'),
      ]),
      [],
      [],
    );
    const shown = items.map((item) =>
      item.kind === 'message'
        ? `${item.message.seq}${item.startsGroup ? ' starts' : ''}`
        : item.kind,
    );
    expect(shown).toEqual(['day', '1 starts', '2', '3 starts', 'day', '4 starts']);
  });

  it('shows an answer on its way once, and a refused one until something is done about it', () => {
    const refused = outgoing({ hasArrived: true, refusal: { kind: 'unreachable' } });
    expect(timelineOf(none, [], [outgoing({})])).toHaveLength(1);
    expect(timelineOf(none, [], [outgoing({ hasArrived: true })])).toHaveLength(0);
    expect(timelineOf(none, [], [refused])).toHaveLength(1);
  });

  it.each([
    [0, 0, 'stored'],
    [2, 0, 'delivered'],
    [2, 2, 'read'],
  ])('with %i delivered and %i read says %s', (deliveredSeq, visitorRead, state) => {
    const row = buildRow({ conversation_id: 'a', visitor_read_seq: visitorRead });
    const messages = [
      at(1, '2026-11-20T12:00:00.000Z'),
      at(2, '2026-11-20T12:01:00.000Z', 'agent'),
    ];
    const open = {
      id: 'a',
      messages,
      isLoaded: true,
      hasOlder: false,
      typing: null,
      botDraft: null,
    };
    expect(deliveryOf(open, row, deliveredSeq)).toEqual({ seq: 2, state });
    const replied = [...messages, at(3, '2026-11-20T12:02:00.000Z')];
    expect(deliveryOf({ ...open, messages: replied }, row, deliveredSeq)).toBeNull();
  });
});

describe('a line', () => {
  it.each([
    ['Léa\u202egnp.exe', 'Léa gnp.exe'],
    ['one\r\ntwo\u2028three', 'one two three'],
    ['\u0007\u001b[31m', '[31m'],
    ['<b>bold</b>', '<b>bold</b>'],
    ['👩‍👩‍👧'.repeat(3), '👩‍👩‍👧'.repeat(3)],
  ])('of %j is %j', (text, expected) => {
    expect(plainLine(text)).toBe(expected);
  });

  it('is cut at whole characters', () => {
    expect(plainLine('é'.repeat(10), 5)).toBe('éééé…');
    expect(plainLine('💡'.repeat(10), 3)).toBe('💡💡…');
  });
});
