import { holds, receivers, rowOf } from '@chat-relay/desk/selectors';
import type { Operator } from '@chat-relay/server/wire/operators';
import { chop, truncate, widthOf } from '../../terminal/columns';
import type { Paint } from '../../terminal/paint';
import { sanitise, sanitiseLine } from '../../terminal/sanitise';
import { footerKeys, helpKeys } from '../keyboard/bindings';
import { conversationView } from './conversation-view';
import { characters, MAX_CHARACTERS } from '../state/draft';
import { placeName, reasonName, statusName, visitorName } from './labels';
import { listView } from './list-view';
import { clockTime } from '../message-lines';
import type { InboxState } from '../state/screen-state';
import { draftOf, offeredReplies, visibleRows } from '../state/selectors';

/** The content of the terminal. Rows and columns of the cursor count from 0. */
export interface Screen {
  lines: string[];
  cursor: { row: number; column: number } | null;
}

const MIN_WIDTH = 40;
const MIN_HEIGHT = 10;
const MAX_INPUT_LINES = 5;
const MAX_PICKER_LINES = 5;
/** The lines of header, rules, status and footer. */
const FIXED_LINES = 5;

/** Draws the whole screen from the state alone: as many lines as the terminal has, none too wide. */
export function drawScreen(state: InboxState, nowMs: number, paint: Paint): Screen {
  const { width, height } = state.size;
  if (width < MIN_WIDTH || height < MIN_HEIGHT) {
    const text = truncate(
      `The terminal is too small: at least ${MIN_WIDTH}x${MIN_HEIGHT} is needed.`,
      width,
    );
    return { lines: [text, ...Array<string>(Math.max(0, height - 1)).fill('')], cursor: null };
  }
  const rule = paint('dim', '─'.repeat(width));
  const input = drawInput(state, width, paint);
  const above = [drawHeader(state, width, paint), rule];
  const below = [rule, ...input.lines, drawStatus(state, nowMs, paint), drawFooter(state, paint)];
  const body = { width, height: height - above.length - below.length, nowMs, paint };
  const lines = [...above, ...drawBody(state, body), ...below];
  const { cursor } = input;
  const inputTop = height - below.length + 1;
  return { lines, cursor: cursor && { ...cursor, row: inputTop + cursor.row } };
}

type Area = Parameters<typeof listView>[1];

function drawBody(state: InboxState, area: Area): string[] {
  if (state.overlay?.kind === 'help') return filled(helpLines(state, area), area.height);
  if (state.overlay?.kind === 'transfer') return filled(transferLines(state, area), area.height);
  return state.open ? conversationView(state, state.open, area) : listView(state, area);
}

function filled(lines: readonly string[], height: number): string[] {
  const blank = Array<string>(Math.max(0, height - lines.length)).fill('');
  return [...lines, ...blank].slice(0, height);
}

function drawHeader(state: InboxState, width: number, paint: Paint): string {
  const link = { live: '● live', connecting: '○ connecting', away: '✕ OFFLINE' }[state.link.kind];
  const right = ` ${link}`;
  const left = truncate(
    state.open ? conversationTitle(state) : listTitle(state),
    width - widthOf(right),
  );
  const gap = ' '.repeat(Math.max(0, width - widthOf(left) - widthOf(right)));
  const look = state.link.kind === 'live' ? 'green' : 'red';
  return paint('bold', left) + gap + paint(look, right);
}

function listTitle(state: InboxState): string {
  const rows = visibleRows(state);
  const waiting = rows.filter((row) => row.status === 'WAITING').length;
  const own = rows.filter((row) => holds(state, row)).length;
  const { name, presence } = state.me;
  return `Inbox · ${waiting} waiting · ${own} yours · ${sanitiseLine(name)}, ${presence}`;
}

function conversationTitle(state: InboxState): string {
  const row = state.open && rowOf(state, state.open.id);
  if (!row) return '‹ conversation';
  const holder = statusName(state, row);
  const held =
    row.status === 'ASSIGNED' && row.claimed_at !== null
      ? `${holder} since ${clockTime(row.claimed_at)}`
      : holder;
  const others = visibleRows(state).filter(
    (each) => each.status === 'WAITING' && each !== row,
  ).length;
  const parts = [
    visitorName(row),
    held,
    others > 0 ? `${others} more waiting` : '',
    reasonName(row),
    ...row.tags.map((tag) => `#${sanitiseLine(tag)}`),
    placeName(state, row),
    sanitiseLine(row.locale),
  ];
  return `‹ ${parts.filter((part) => part !== '').join(' · ')}`;
}

/** Draws the line for messages to the operator. */
function drawStatus(state: InboxState, nowMs: number, paint: Paint): string {
  const { width } = state.size;
  const { overlay, link, notice } = state;
  if (overlay?.kind === 'question') {
    return paint('yellow', truncate(`${sanitiseLine(overlay.text)} (y/n)`, width));
  }
  if (link.kind === 'away') {
    const seconds = Math.max(0, Math.ceil((link.retryAtMs - nowMs) / 1000));
    const next = seconds > 0 ? `trying again in ${seconds} s` : 'trying again';
    return paint(
      'red',
      truncate(`The relay can't be reached: ${next}. This may be out of date.`, width),
    );
  }
  if (!notice) return '';
  return paint(
    notice.tone === 'warning' ? 'yellow' : 'dim',
    truncate(sanitiseLine(notice.text), width),
  );
}

function drawFooter(state: InboxState, paint: Paint): string {
  const { width } = state.size;
  let used = 0;
  const parts: string[] = [];
  for (const { shown, label } of footerKeys(state)) {
    const size = widthOf(`${shown} ${label}`) + (used > 0 ? 3 : 0);
    if (used + size > width) break;
    parts.push(`${paint('bold', shown)} ${label}`);
    used += size;
  }
  return parts.join('   ');
}

function helpLines(state: InboxState, { width, paint }: Area): string[] {
  const half = Math.floor(width / 2);
  const cells = helpKeys(state).map(({ shown, help }) => {
    const key = shown.padEnd(8);
    const text = truncate(help, half - 10);
    return { drawn: `${paint('bold', key)} ${text}`, size: 9 + widthOf(text) };
  });
  const rows = Math.ceil(cells.length / 2);
  return Array.from({ length: rows }, (_row, index) => {
    const [left, right] = [cells[index], cells[index + rows]];
    const gap = ' '.repeat(Math.max(1, half - (left?.size ?? 0)));
    return (left?.drawn ?? '') + (right ? gap + right.drawn : '');
  });
}

/** Formats a presence: `absent, last seen 12:04`. */
function presenceOf({ presence, presence_since: at }: Operator): string {
  if (presence === 'online' || !at) return presence;
  return `${presence}, ${presence === 'absent' ? 'last seen' : 'since'} ${clockTime(at)}`;
}

function transferLines(state: InboxState, { width, height, paint }: Area): string[] {
  if (state.overlay?.kind !== 'transfer') return [];
  const { conversationId, operatorId } = state.overlay;
  const found = receivers(state, conversationId);
  const index = found.findIndex((one) => one.operator_id === operatorId);
  const names = found.map((one, position) => {
    const line = truncate(
      `${position === index ? '>' : ' '} ${sanitiseLine(one.display_name)}, ${presenceOf(one)}`,
      width,
    );
    return position === index ? paint('inverse', line) : line;
  });
  const first = Math.max(0, index - (height - 3));
  return ['Hand over to:', '', ...names.slice(first)];
}

/** Draws the input, with several lines if the draft is long; no line while the list is shown. */
function drawInput(
  state: InboxState,
  width: number,
  paint: Paint,
): { lines: string[]; cursor: Screen['cursor'] } {
  const { open, overlay, size } = state;
  if (!open || overlay?.kind === 'help' || overlay?.kind === 'transfer') {
    return { lines: [], cursor: null };
  }
  const draft = draftOf(state, open.id);
  if (!state.isWriting) {
    const text = draft.text === '' ? hint(state) : `Draft: ${sanitiseLine(draft.text)}`;
    return { lines: [paint('dim', truncate(text, width))], cursor: null };
  }
  const room = width - 3;
  const before = draftLines(draft.text.slice(0, draft.cursor), room);
  const all = draftLines(draft.text, room);
  const row = before.length - 1;
  const most = Math.min(MAX_INPUT_LINES, Math.floor((size.height - FIXED_LINES) / 2));
  const first = Math.max(0, Math.min(row, all.length - most));
  const lines = all
    .slice(first, first + most)
    .map((line, index) => (first + index === 0 ? '> ' : '  ') + line);
  const count = characters(draft.text);
  if (count > MAX_CHARACTERS - 200) {
    lines.push(paint('yellow', `  ${count} of ${MAX_CHARACTERS} characters`));
  }
  const picker = pickerLines(state, width, paint);
  const column = 2 + widthOf(before.at(-1) ?? '');
  return { lines: [...picker, ...lines], cursor: { row: picker.length + row - first, column } };
}

/** Draws as many canned replies as fit above the input. */
function pickerLines(state: InboxState, width: number, paint: Paint): string[] {
  const offered = offeredReplies(state);
  if (!offered) return [];
  const { index } = state.picker;
  const most = Math.min(MAX_PICKER_LINES, Math.floor((state.size.height - FIXED_LINES) / 3));
  const first = Math.max(0, Math.min(index - most + 1, offered.replies.length - most));
  return offered.replies.slice(first, first + most).map((reply, position) => {
    const text = `  /${sanitiseLine(reply.shortcut)}  ${sanitiseLine(reply.content)}`;
    return paint(first + position === index ? 'inverse' : 'dim', truncate(text, width));
  });
}

/** Breaks the draft at the edge and not at spaces, so that the cursor is where the next letter appears. */
function draftLines(text: string, width: number): string[] {
  return sanitise(text)
    .split('\n')
    .flatMap((line) => chop(line, width));
}

function hint(state: InboxState): string {
  const row = state.open && rowOf(state, state.open.id);
  if (!row) return '';
  if (holds(state, row)) return 'Press i to write.';
  if (row.status === 'ASSIGNED') return `${statusName(state, row)} answers this visitor.`;
  return 'Press c to take this conversation and answer.';
}
