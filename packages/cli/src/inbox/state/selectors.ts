import { offerCanned, slashBefore } from '@chat-relay/desk/canned/canned';
import { isActive, nextRow, sortRows } from '@chat-relay/desk/rows';
import { holds, rowOf } from '@chat-relay/desk/selectors';
import type { CannedReply } from '@chat-relay/server/wire/conversations/inbox/canned-replies';
import type { Row } from '@chat-relay/desk/wire';
import type { Draft } from './draft';
import type { InboxState } from './screen-state';

/** Functions that derive a value from the state of the screen. */

export function visibleRows({ rows, me, showsAll, tenantId }: InboxState): Row[] {
  return sortRows(
    rows,
    me.operatorIds,
    (row) => (showsAll || isActive(row)) && (tenantId === null || row.tenant_id === tenantId),
    Date.now(),
  );
}

export function selectedRow(state: InboxState): Row | null {
  const rows = visibleRows(state);
  const { id, index } = state.selected;
  const chosen = rows.find((row) => row.conversation_id === id);
  return chosen ?? rows[Math.min(index, rows.length - 1)] ?? null;
}

/** Returns the conversation that commands apply to: the open one, else the selected one. */
export function currentRow(state: InboxState): Row | null {
  return state.open ? rowOf(state, state.open.id) : selectedRow(state);
}

export function draftOf(state: InboxState, id: string): Draft {
  const text = state.drafts[id] ?? '';
  return { text, cursor: Math.min(state.cursors[id] ?? text.length, text.length) };
}

/** Returns the canned replies for the `/shortcut` before the cursor, which begins at `from`; null if there is none. */
export function offeredReplies(
  state: InboxState,
): { from: number; replies: readonly CannedReply[] } | null {
  const row = state.open && rowOf(state, state.open.id);
  if (!row || !state.isWriting) return null;
  const { text, cursor } = draftOf(state, row.conversation_id);
  const slash = slashBefore(text, cursor);
  if (!slash || slash.from === state.picker.dismissedAt) return null;
  const replies = offerCanned(state, row, slash.text);
  return replies.length > 0 ? { from: slash.from, replies } : null;
}

/** Returns the operator's own conversation that follows the open one in the list. */
export function nextOwn(state: InboxState): Row | null {
  const own = visibleRows(state).filter((row) => holds(state, row));
  const index = own.findIndex((row) => row.conversation_id === state.open?.id);
  const next = own[(index + 1) % own.length];
  return next && next.conversation_id !== state.open?.id ? next : null;
}

/** Returns the conversation that needs the operator next: see `nextRow`. */
export function nextInNeed(state: InboxState): Row | null {
  return nextRow(visibleRows(state), state.me.operatorIds, state.open?.id ?? null);
}
