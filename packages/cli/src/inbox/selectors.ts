import { EMPTY_DRAFT, type Draft } from './draft';
import { isMine, listRows } from './rows';
import type { InboxState } from './state';
import type { Operator, Row } from './wire';

/** What can be read off the state. */

export function visibleRows(state: InboxState): Row[] {
  const { rows, me, showsAll, tenantId } = state;
  return listRows(rows, { operatorIds: me.operatorIds, showsAll, tenantId });
}

export function selectedRow(state: InboxState): Row | null {
  const rows = visibleRows(state);
  const { id, index } = state.selected;
  const chosen = rows.find((row) => row.conversation_id === id);
  return chosen ?? rows[Math.min(index, rows.length - 1)] ?? null;
}

export function rowOf(state: InboxState, id: string): Row | null {
  return state.rows.get(id)?.row ?? null;
}

/** The conversation that commands are about: the open one, else the selected one. */
export function currentRow(state: InboxState): Row | null {
  return state.open ? rowOf(state, state.open.id) : selectedRow(state);
}

export function holds(state: InboxState, row: Row | null): boolean {
  return row !== null && row.status === 'ASSIGNED' && isMine(row, state.me.operatorIds);
}

export function draftOf(state: InboxState, id: string): Draft {
  return state.drafts[id] ?? EMPTY_DRAFT;
}

const PRESENCE_RANK = { online: 0, away: 1, offline: 2 };

/** Who could take the conversation over: operators of its tenant, those who are there first. */
export function receivers(state: InboxState, id: string): Operator[] {
  const tenantId = rowOf(state, id)?.tenant_id;
  return state.colleagues
    .filter((one) => tenantId !== undefined && one.tenant_ids.includes(tenantId))
    .filter((one) => !state.me.operatorIds.includes(one.operator_id))
    .toSorted(
      (a, b) =>
        PRESENCE_RANK[a.presence] - PRESENCE_RANK[b.presence] ||
        (a.display_name < b.display_name ? -1 : 1),
    );
}

/** Your next conversation after the open one. */
export function nextOwn(state: InboxState): Row | null {
  const own = visibleRows(state).filter((row) => holds(state, row));
  const index = own.findIndex((row) => row.conversation_id === state.open?.id);
  const next = own[(index + 1) % own.length];
  return next && next.conversation_id !== state.open?.id ? next : null;
}
