import { slashBefore } from '@chat-relay/desk/canned/canned';
import { reduceDesk, type DeskEvent } from '@chat-relay/desk/reducer';
import { receivers } from '@chat-relay/desk/selectors';
import type { Draft } from './draft';
import { threadHeight } from '../message-lines';
import type { InboxState, Notice, Overlay } from './screen-state';
import { offeredReplies, selectedRow, visibleRows } from './selectors';

/** Events that change the screen, and nothing at the relay. */
type ScreenEvent =
  | { type: 'moved'; by: number }
  | { type: 'writing'; isWriting: boolean }
  | { type: 'edited'; id: string; draft: Draft }
  | { type: 'picker-moved'; by: number }
  | { type: 'picker-dismissed' }
  | { type: 'scrolled'; by: number }
  | { type: 'overlay'; overlay: Overlay | null }
  | { type: 'overlay-moved'; by: number }
  | { type: 'all-toggled' }
  | { type: 'notice'; notice: Notice | null }
  | { type: 'resized'; width: number; height: number };

export type InboxEvent = DeskEvent | ScreenEvent;

/** Returns the state after an event, without side effects. */
export function reduce(state: InboxState, event: InboxEvent): InboxState {
  switch (event.type) {
    case 'moved':
      return move(state, event.by);
    case 'writing':
      return state.open ? { ...state, isWriting: event.isWriting, scrollBack: 0 } : state;
    case 'edited': {
      const { id, draft } = event;
      const cursors = { ...state.cursors, [id]: draft.cursor };
      const slash = slashBefore(draft.text, draft.cursor);
      const { dismissedAt } = state.picker;
      const picker = { index: 0, dismissedAt: slash?.from === dismissedAt ? dismissedAt : null };
      return reduceDesk({ ...state, cursors, picker }, { type: 'draft', id, text: draft.text });
    }
    case 'picker-moved': {
      const count = offeredReplies(state)?.replies.length ?? 0;
      const index = Math.max(0, Math.min(count - 1, state.picker.index + event.by));
      return { ...state, picker: { ...state.picker, index } };
    }
    case 'picker-dismissed': {
      const dismissedAt = offeredReplies(state)?.from ?? null;
      return { ...state, picker: { index: 0, dismissedAt } };
    }
    case 'scrolled':
      return scroll(state, event.by);
    case 'overlay':
      return { ...state, overlay: event.overlay };
    case 'overlay-moved': {
      if (state.overlay?.kind !== 'transfer') return state;
      const { conversationId, operatorId } = state.overlay;
      const ids = receivers(state, conversationId).map((one) => one.operator_id);
      const moved = Math.max(0, Math.min(ids.length - 1, ids.indexOf(operatorId) + event.by));
      return { ...state, overlay: { ...state.overlay, operatorId: ids[moved] ?? operatorId } };
    }
    case 'all-toggled':
      return settleSelection({ ...state, showsAll: !state.showsAll });
    case 'notice':
      return { ...state, notice: event.notice };
    case 'resized':
      return { ...state, size: { width: event.width, height: event.height } };
    default:
      return settle(state, reduceDesk(state, event), event);
  }
}

/** Adapts the screen to a change at the desk. */
function settle(before: InboxState, after: InboxState, event: DeskEvent): InboxState {
  switch (event.type) {
    case 'opened': {
      const index = visibleRows(after).findIndex((row) => row.conversation_id === event.id);
      const selected = { id: event.id, index: Math.max(0, index) };
      return { ...after, selected, isWriting: false, scrollBack: 0, notice: null };
    }
    case 'closed':
      return { ...after, isWriting: false, scrollBack: 0, notice: null };
    case 'queued':
      return { ...withoutCursor(after, event.id), scrollBack: 0 };
    case 'returned':
      return withoutCursor(after, event.id);
    default: {
      const settled = after.rows === before.rows ? after : settleSelection(after);
      return { ...settled, scrollBack: settled.scrollBack + grownBelow(before, after) };
    }
  }
}

/** Counts new lines, so that a reader who has scrolled back stays at the same messages. */
function grownBelow(before: InboxState, after: InboxState): number {
  if (before.scrollBack === 0 || !before.open || !after.open) return 0;
  if (before.open.messages === after.open.messages) return 0;
  const lastKnown = before.open.messages.at(-1)?.seq ?? 0;
  const added = after.open.messages.filter((message) => message.seq > lastKnown);
  return threadHeight(added, after.size.width);
}

function withoutCursor(state: InboxState, id: string): InboxState {
  const { [id]: _old, ...cursors } = state.cursors;
  return { ...state, cursors };
}

function move(state: InboxState, by: number): InboxState {
  const rows = visibleRows(state);
  const current = rows.findIndex(
    (row) => row.conversation_id === selectedRow(state)?.conversation_id,
  );
  const index = Math.max(0, Math.min(rows.length - 1, current + by));
  return { ...state, selected: { id: rows[index]?.conversation_id ?? null, index } };
}

/** Keeps the selected conversation selected when it moves. When it leaves the list, its neighbour is selected. */
function settleSelection(state: InboxState): InboxState {
  const row = selectedRow(state);
  const id = row?.conversation_id ?? null;
  const index = visibleRows(state).findIndex((each) => each.conversation_id === id);
  return { ...state, selected: { id, index: Math.max(0, index) } };
}

function scroll(state: InboxState, by: number): InboxState {
  const { open, size } = state;
  if (!open) return state;
  const highest = Math.max(0, threadHeight(open.messages, size.width) - 1);
  return { ...state, scrollBack: Math.max(0, Math.min(highest, state.scrollBack + by)) };
}
