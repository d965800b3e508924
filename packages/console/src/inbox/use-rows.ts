import { useComputed, useSignal } from '@preact/signals';
import { useContext, useRef } from 'preact/hooks';
import { ClockContext } from '../ui/time';
import { isLate, sortRows } from '@chat-relay/desk/rows';
import type { Row } from '@chat-relay/desk/wire';
import { fits, inboxAddress, isInWorkspace, type Filter } from './model/filter';
import type { Inbox } from './model/inbox';

export interface ShownRows {
  rows: readonly Row[];
  /** Number of new rows that are not shown yet. A click shows them. */
  heldBack: number;
  /** Keeps the order, while the pointer is over the list. */
  hold(): void;
  letGo(): void;
}

/** How long the order stays after the pointer last moved, in milliseconds. */
const HOLD_MS = 15_000;

/** The rows of the list in their order. The order does not change under the pointer. */
export function useRows(inbox: Inbox, filter: Filter, workspaceId: string): ShownRows {
  const filterSignal = useSignal(filter);
  const workspace = useSignal(workspaceId);
  const held = useSignal<readonly string[] | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (!isSame(filterSignal.peek(), filter)) {
    filterSignal.value = filter;
    held.value = null;
  }
  workspace.value = workspaceId;

  // Typing, drafts and the open thread change the state too: only these parts sort the list again.
  const all = useComputed(() => inbox.state.value.rows);
  const operatorIds = useComputed(() => inbox.state.value.me.operatorIds);
  const tenants = useComputed(() => inbox.state.value.tenants);
  const clock = useContext(ClockContext);
  // The latest due time that has passed. Sorting by it, and not by the clock, sorts only when another row is late.
  const lateUntil = useComputed(() => {
    let until = 0;
    for (const { row } of all.value.values()) {
      if (isLate(row, clock.value)) until = Math.max(until, Date.parse(row.due_at ?? ''));
    }
    return until;
  });
  const sorted = useComputed(() => {
    const { found } = inbox.listing.state.value;
    const isShown = (row: Row): boolean =>
      isInWorkspace(row, tenants.value, workspace.value) &&
      !inbox.leaving.ids.value.has(row.conversation_id) &&
      fits(row, filterSignal.value, operatorIds.value);
    if (filterSignal.value.query === '') {
      return sortRows(all.value, operatorIds.value, isShown, lateUntil.value + 1);
    }
    return (found ?? []).flatMap(({ id }) => {
      const row = all.value.get(id)?.row;
      return row && isShown(row) ? [row] : [];
    });
  });
  const shown = useComputed(() => {
    if (!held.value) return { rows: sorted.value, heldBack: 0 };
    const known = new Set(held.value);
    const rows = held.value.flatMap((id) => all.value.get(id)?.row ?? []);
    const heldBack = sorted.value.filter((row) => !known.has(row.conversation_id)).length;
    return { rows, heldBack };
  });

  const letGo = (): void => {
    clearTimeout(timer.current);
    held.value = null;
  };
  return {
    ...shown.value,
    letGo,
    hold: () => {
      // An empty list has no order to keep: its first row is shown at once.
      if (shown.peek().rows.length === 0) return;
      held.value ??= sorted.value.map((row) => row.conversation_id);
      clearTimeout(timer.current);
      timer.current = setTimeout(letGo, HOLD_MS);
    },
  };
}

function isSame(a: Filter, b: Filter): boolean {
  return inboxAddress(a, null) === inboxAddress(b, null);
}
