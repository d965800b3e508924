import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { reduce, type InboxEvent } from '../../../src/inbox/state/reducer';
import { drawScreen } from '../../../src/inbox/view/screen';
import { initialState, type InboxState } from '../../../src/inbox/state/screen-state';
import { widthOf } from '../../../src/terminal/columns';
import { paintFor } from '../../../src/terminal/paint';
import {
  buildMessage,
  buildOperator,
  buildRow,
  buildTenant,
  ME,
  SAM,
  TENANT,
} from '../../../../desk/test/support/desk-fixtures';

const colours = paintFor({ isTTY: true }, {});
const plain = paintFor({ isTTY: false }, {});
const NOW = Date.parse('2026-11-21T12:04:12.000Z');
const NASTY = '\u001b[2J\u001b]0;owned\u0007 日本語の長い文章 👩‍👩‍👧 \u202eevil\r\n'.repeat(6);

const start = initialState({ name: 'Camille', tenantId: null, size: { width: 80, height: 24 } });
const events: InboxEvent[] = [
  { type: 'identified', operatorIds: [ME], presence: 'online' },
  {
    type: 'surroundings',
    tenants: [buildTenant(TENANT, 'Shop'), buildTenant('other', 'Other')],
    canned: [],
    colleagues: [buildOperator(ME, 'Camille'), buildOperator(SAM, NASTY)],
  },
  { type: 'link', link: { kind: 'live' } },
  {
    type: 'active-fetched',
    since: 0,
    rows: [
      buildRow({ conversation_id: 'a', last_seq: 3, unread: 3 }),
      buildRow({
        conversation_id: 'b',
        status: 'ASSIGNED',
        operator_id: SAM,
        operator_display_name: NASTY,
      }),
      buildRow({
        conversation_id: 'm',
        status: 'ASSIGNED',
        operator_id: ME,
        operator_display_name: 'Camille',
        claimed_at: '2026-11-21T12:02:00.000Z',
        routing_key: NASTY,
        visitor: {
          user_id: NASTY,
          is_identified: true,
          is_erased: false,
          contact_email: NASTY,
          contact_proven: false,
          unverified: { display_name: NASTY, email: NASTY, attributes: null },
        },
      }),
    ],
  },
];
const list = events.reduce(reduce, start);
const thread: InboxEvent[] = [
  { type: 'opened', id: 'm' },
  {
    type: 'messages',
    id: 'm',
    hasOlder: false,
    messages: [
      buildMessage({ seq: 1, content: NASTY }),
      buildMessage({ seq: 2, sender: { kind: 'system' }, content: NASTY }),
      buildMessage({ seq: 3, sender: { kind: 'agent', display_name: NASTY }, content: 'Bonjour' }),
      buildMessage({ seq: 4, content: 'x'.repeat(500), created_at: '2026-11-22T12:00:00.000Z' }),
    ],
  },
  { type: 'queued', clientMsgId: 'one', id: 'm', content: NASTY, files: [], nowMs: 0 },
];
const reading = thread.reduce(reduce, list);
const writing = [
  { type: 'writing', isWriting: true },
  { type: 'edited', id: 'm', draft: { text: NASTY, cursor: 10 } },
].reduce((state, event) => reduce(state, event as InboxEvent), reading);

const STATES: [string, InboxState][] = [
  ['an empty list', start],
  ['the list', list],
  ['a conversation', reading],
  ['a conversation being answered', writing],
  ['the help', reduce(reading, { type: 'overlay', overlay: { kind: 'help' } })],
  [
    'the choice of a colleague',
    reduce(reading, {
      type: 'overlay',
      overlay: { kind: 'transfer', conversationId: 'm', operatorId: SAM },
    }),
  ],
  [
    'a question',
    reduce(list, {
      type: 'overlay',
      overlay: { kind: 'question', question: 'resolve', conversationId: 'm', text: NASTY },
    }),
  ],
  ['a notice', reduce(list, { type: 'notice', notice: { tone: 'warning', text: NASTY } })],
  ['a lost relay', reduce(writing, { type: 'link', link: { kind: 'away', retryAtMs: NOW } })],
];
const SIZES = [
  [80, 24],
  [40, 10],
  [61, 13],
  [200, 60],
  [20, 5],
] as const;

describe('every screen', () => {
  it.each(STATES)(
    'fills the terminal exactly with the screen of %s, whatever its size',
    (_what, state) => {
      for (const [width, height] of SIZES) {
        const sized = reduce(state, { type: 'resized', width, height });
        const { lines, cursor } = drawScreen(sized, NOW, colours);
        expect(lines).toHaveLength(height);
        for (const line of lines) {
          expect(widthOf(stripVTControlCharacters(line))).toBeLessThanOrEqual(width);
        }
        if (cursor) expect(cursor.row < height && cursor.column < width).toBe(true);
      }
    },
  );

  it.each(STATES)(
    'prints no control character of a visitor on the screen of %s',
    (_what, state) => {
      const { lines } = drawScreen(state, NOW, plain);
      expect(lines.join('')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
      const coloured = drawScreen(state, NOW, colours).lines.join('');
      expect(coloured.replace(/\u001b\[\d+m/g, '')).not.toContain('\u001b');
    },
  );
});

describe('the list', () => {
  it('shows in the list who waits, since when and why', () => {
    const text = drawScreen(list, NOW, plain).lines;
    expect(text[0]).toMatch(/^Inbox · 1 waiting · 1 yours · Camille, online +● live$/);
    expect(text.join('\n')).toMatch(/● WAITING +4:12 visitor abcdef +asked for a person +Shop/);
    expect(text.join('\n')).toMatch(/> {3}YOURS +2:12 user/);
  });

  it('shows a longer wait as time passes', () => {
    const later = drawScreen(list, NOW + 3_600_000, plain).lines.join('\n');
    expect(later).toMatch(/WAITING +1h04/);
  });
});

describe('the conversation', () => {
  it('says whether the last answer was stored, delivered and read', () => {
    const answered = [
      { type: 'opened', id: 'a' },
      {
        type: 'messages',
        id: 'a',
        hasOlder: false,
        messages: [buildMessage({ seq: 1, sender: { kind: 'agent' } })],
      },
    ].reduce((state, event) => reduce(state, event as InboxEvent), list);
    const text = (state: InboxState): string => drawScreen(state, NOW, plain).lines.join('\n');
    const receipt = (kind: 'delivered' | 'read'): InboxEvent => ({
      type: 'update',
      update: { type: 'receipt', conversation_id: 'a', kind, seq: 1 },
      nowMs: NOW,
    });
    expect(text(answered)).toContain('stored by the relay');
    const delivered = reduce(answered, receipt('delivered'));
    expect(text(delivered)).toContain('on the visitor’s screen');
    expect(text(reduce(delivered, receipt('read')))).toContain('read by the visitor');
  });

  it('puts the cursor where the next letter goes', () => {
    const typed = reduce(writing, {
      type: 'edited',
      id: 'm',
      draft: { text: '日本 a', cursor: 4 },
    });
    const { lines, cursor } = drawScreen(typed, NOW, plain);
    expect(lines[cursor?.row ?? -1]).toBe('> 日本 a');
    expect(cursor?.column).toBe('> '.length + 4 + 2);
  });
});
