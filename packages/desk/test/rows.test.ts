import { describe, expect, it } from 'vitest';
import {
  changeRow,
  hasUnread,
  isActive,
  isMarked,
  nextRow,
  putRows,
  replaceActive,
  sortRows,
  type Rows,
} from '../src/rows';
import { mergeMessages, missingAfter } from '../src/thread';
import { buildMessage, buildRow, ME, SAM } from './support/desk-fixtures';

const NOW = Date.parse('2026-11-21T12:10:00.000Z');
const rowsOf = (...rows: ReturnType<typeof buildRow>[]): Rows => putRows(new Map(), rows, 1);
const ids = (rows: Rows, showsAll = false): string[] =>
  sortRows(rows, [ME], (row) => showsAll || isActive(row), NOW).map((row) => row.conversation_id);

describe('the list', () => {
  const rows = rowsOf(
    buildRow({ conversation_id: 'late', waiting_since: '2026-11-21T12:05:00.000Z' }),
    buildRow({ conversation_id: 'early', waiting_since: '2026-11-21T12:01:00.000Z' }),
    buildRow({ conversation_id: 'sams', status: 'ASSIGNED', operator_id: SAM }),
    buildRow({ conversation_id: 'mine', status: 'ASSIGNED', operator_id: ME }),
    buildRow({ conversation_id: 'bot', status: 'BOT' }),
    buildRow({ conversation_id: 'done', status: 'RESOLVED' }),
  );

  it('has your own first, then who waits longest, then the others’', () => {
    expect(ids(rows)).toEqual(['mine', 'early', 'late', 'sams']);
  });

  it('has those that are late before all others, the one that is due longest first', () => {
    const due = (at: string) => ({ due_at: `2026-11-21T12:${at}:00.000Z` });
    const later = putRows(
      rows,
      [
        buildRow({ conversation_id: 'late', ...due('09') }),
        buildRow({ conversation_id: 'sams', status: 'ASSIGNED', operator_id: SAM, ...due('08') }),
        buildRow({ conversation_id: 'soon', ...due('11') }),
      ],
      2,
    );
    expect(ids(later)).toEqual(['sams', 'late', 'mine', 'soon', 'early']);
  });

  it('names the next that needs someone: late or waiting, or your own with something unread', () => {
    const sorted = (more: ReturnType<typeof buildRow>[]) =>
      sortRows(putRows(rows, more, 2), [ME], isActive, NOW);
    const next = (openId: string | null, more: ReturnType<typeof buildRow>[] = []) =>
      nextRow(sorted(more), [ME], openId)?.conversation_id ?? null;
    expect(next(null)).toBe('early');
    expect(next('early')).toBe('late');
    const unread = {
      conversation_id: 'mine',
      status: 'ASSIGNED',
      operator_id: ME,
      last_seq: 1,
    } as const;
    expect(next('early', [buildRow({ ...unread, unread: 1 })])).toBe('mine');
    const marked = buildRow({ ...unread, operator_id: 'other', marked_unread_by: [ME] });
    expect(isMarked(marked, [ME])).toBe(true);
    expect(isMarked(marked, [SAM])).toBe(false);
    expect(nextRow([marked], [ME], null)).toBe(marked);
    expect(nextRow([marked], [SAM], null)).toBeNull();
  });

  it('shows all when asked to', () => {
    expect(ids(rows, true)).toEqual(['mine', 'early', 'late', 'sams', 'bot', 'done']);
  });

  it('leaves out what the screen does not show', () => {
    expect(sortRows(rows, [ME], (row) => row.tenant_id === 'another', NOW)).toEqual([]);
  });
});

describe('putRows', () => {
  const known = buildRow({
    conversation_id: 'a',
    status: 'ASSIGNED',
    owner_epoch: 2,
    last_seq: 5,
    agent_read_seq: 4,
  });

  it.each([
    ['an earlier epoch', { owner_epoch: 1, last_seq: 5 }],
    ['an earlier message', { owner_epoch: 2, last_seq: 4 }],
  ])('does not go back to %s', (_what, change) => {
    const late = { ...known, ...change, status: 'WAITING' as const };
    expect(putRows(rowsOf(known), [late], 2).get('a')?.row.status).toBe('ASSIGNED');
  });

  it('continues with the newer one, and never unreads', () => {
    const newer = { ...known, owner_epoch: 3, agent_read_seq: 2, status: 'WAITING' as const };
    expect(putRows(rowsOf(known), [newer], 2).get('a')?.row).toMatchObject({
      status: 'WAITING',
      agent_read_seq: 4,
    });
  });
});

describe('unread messages', () => {
  const known = buildRow({ conversation_id: 'a', last_seq: 5, agent_read_seq: 5, unread: 0 });

  it('stay read when an older answer comes late', () => {
    const late = { ...known, agent_read_seq: 2, unread: 3 };
    expect(putRows(rowsOf(known), [late], 2).get('a')?.row.unread).toBe(0);
  });

  it('are those that the relay counts, whatever was written since', () => {
    expect(hasUnread({ ...known, unread: 1 })).toBe(true);
    expect(hasUnread({ ...known, last_seq: 6, unread: 0 })).toBe(false);
  });
});

describe('replaceActive', () => {
  it('drops what is no longer active, but not what came while it was fetched', () => {
    const old = rowsOf(
      buildRow({ conversation_id: 'gone' }),
      buildRow({ conversation_id: 'kept' }),
    );
    const withNew = putRows(old, [buildRow({ conversation_id: 'new' })], 5);
    const fetched = [buildRow({ conversation_id: 'kept' })];
    expect(ids(replaceActive(withNew, fetched, 4, 6)).toSorted()).toEqual(['kept', 'new']);
  });
});

describe('an answer that an update has overtaken', () => {
  const known = buildRow({ conversation_id: 'a', last_seq: 5, tags: [] });
  const asked = 4;
  const tagged = { ...known, tags: ['Devis'] };
  const tagsOf = (rows: ReturnType<typeof putRows>) => rows.get('a')?.row.tags;

  it('changes nothing of the row', () => {
    const updated = putRows(rowsOf(tagged), [known], 5);
    expect(tagsOf(putRows(updated, [tagged], 6, asked))).toEqual([]);
    expect(tagsOf(replaceActive(updated, [tagged], asked, 6))).toEqual([]);
  });

  it('is still taken if it has more messages', () => {
    const updated = putRows(rowsOf(tagged), [known], 5);
    const later = { ...tagged, last_seq: 6 };
    expect(tagsOf(putRows(updated, [later], 6, asked))).toEqual(['Devis']);
  });

  it('is taken if only a part of the row was updated', () => {
    const updated = changeRow(rowsOf(known), 'a', { visitor_read_seq: 5 }, 5);
    const row = putRows(updated, [tagged], 6, asked).get('a')?.row;
    expect(row).toMatchObject({ tags: ['Devis'], visitor_read_seq: 5 });
  });
});

describe('a thread', () => {
  const of = (...seqs: number[]) => seqs.map((seq) => buildMessage({ seq }));

  it.each([
    [[1, 2], [3], [1, 2, 3]],
    [[1, 2, 4], [3], [1, 2, 3, 4]],
    [
      [2, 3],
      [1, 2],
      [1, 2, 3],
    ],
    [[1], [1], [1]],
    [[], [2, 1], [1, 2]],
  ])('merges %j and %j in order and once', (known, more, expected) => {
    expect(mergeMessages(of(...known), of(...more)).map(({ seq }) => seq)).toEqual(expected);
  });

  it.each([
    [[1, 2, 3], 3, null],
    [[1, 2], 5, 2],
    [[1, 3], 3, 1],
    [[7, 8], 8, null],
    [[], 2, 0],
    [[], 0, null],
  ])('of %j up to %i lacks what comes after %j', (seqs, lastSeq, expected) => {
    expect(missingAfter(of(...seqs), lastSeq)).toBe(expected);
  });
});
