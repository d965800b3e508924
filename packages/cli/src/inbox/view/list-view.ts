import { hasUnread, isMarked } from '@chat-relay/desk/rows';
import { holds } from '@chat-relay/desk/selectors';
import type { Row } from '@chat-relay/desk/wire';
import { fit, truncate } from '../../terminal/columns';
import type { Paint } from '../../terminal/paint';
import { elapsed, placeName, reasonName, since, statusName, visitorName } from './labels';
import type { InboxState } from '../state/screen-state';
import { selectedRow, visibleRows } from '../state/selectors';

const STATUS = 9;
const TIME = 6;
const REASON = 18;
const PLACE = 14;
const WIDE = 72;

/** Draws the list of conversations in exactly `height` lines, including its headings. */
export function listView(
  state: InboxState,
  { width, height, nowMs, paint }: { width: number; height: number; nowMs: number; paint: Paint },
): string[] {
  const columns = columnsFor(width);
  const headings = columns.map(({ title, size }) => fit(title, size)).join(' ');
  const rows = visibleRows(state);
  const room = height - 1;
  const chosen = selectedRow(state);
  const index = rows.findIndex((row) => row.conversation_id === chosen?.conversation_id);
  const first = Math.max(0, Math.min(index - Math.floor(room / 2), rows.length - room));
  const shown = rows.slice(first, first + room).map((row) => {
    const line = fit(columns.map((column) => column.cell(state, row, nowMs)).join(' '), width);
    const isChosen = row.conversation_id === chosen?.conversation_id;
    return isChosen ? paint('inverse', line) : lookOf(state, row, paint)(line);
  });
  const lines = [paint('dim', truncate(`    ${headings}`, width)), ...shown];
  if (rows.length === 0) lines.push('', paint('dim', truncate(`    ${emptyText(state)}`, width)));
  return [...lines, ...Array<string>(Math.max(0, height - lines.length)).fill('')].slice(0, height);
}

function emptyText({ isLoaded, showsAll }: InboxState): string {
  if (!isLoaded) return 'Loading…';
  return showsAll ? 'No conversations yet.' : 'No visitor is waiting. (a shows all conversations)';
}

function lookOf(state: InboxState, row: Row, paint: Paint): (line: string) => string {
  if (holds(state, row)) return (line) => paint('green', line);
  if (row.status === 'WAITING') return (line) => paint('yellow', line);
  return (line) => paint('dim', line);
}

interface Column {
  title: string;
  size: number;
  cell(state: InboxState, row: Row, nowMs: number): string;
}

function columnsFor(width: number): Column[] {
  const status: Column = {
    title: 'STATUS',
    size: STATUS,
    cell: (state, row) => {
      const isChosen = selectedRow(state)?.conversation_id === row.conversation_id;
      const isUnread = hasUnread(row) || isMarked(row, state.me.operatorIds);
      const mark = `${isChosen ? '>' : ' '} ${isUnread ? '●' : ' '} `;
      return mark + fit(statusName(state, row), STATUS);
    },
  };
  const time: Column = {
    title: 'SINCE'.padStart(TIME),
    size: TIME,
    cell: (_state, row, nowMs) => elapsed(since(row), nowMs).padStart(TIME),
  };
  const isWide = width >= WIDE;
  const others = isWide ? REASON + PLACE + 2 : 0;
  const visitorSize = Math.max(8, width - 4 - STATUS - TIME - 2 - others);
  const visitor: Column = {
    title: 'VISITOR',
    size: visitorSize,
    cell: (_state, row) => fit(visitorName(row), visitorSize),
  };
  const reason: Column = {
    title: 'WHY',
    size: REASON,
    cell: (_state, row) => fit(reasonName(row), REASON),
  };
  const place: Column = {
    title: 'WHERE',
    size: PLACE,
    cell: (state, row) => fit(placeName(state, row), PLACE),
  };
  return isWide ? [status, time, visitor, reason, place] : [status, time, visitor];
}
