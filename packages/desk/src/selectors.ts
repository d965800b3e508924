import { isMine } from './rows';
import type { DeskState } from './state';
import type { Operator, Presence } from '@chat-relay/server/wire/operators';
import type { Suggestion } from '@chat-relay/server/wire/conversations';
import type { Row } from './wire';

/** Projections of the desk's state. */

export function rowOf(state: DeskState, id: string): Row | null {
  return state.rows.get(id)?.row ?? null;
}

/** Whether the visitor's data is erased. Such a conversation can no longer be changed. */
export function isErased({ visitor }: Row): boolean {
  return visitor.is_erased === true;
}

export function holds(state: DeskState, row: Row | null): boolean {
  return row !== null && row.status === 'ASSIGNED' && isMine(row, state.me.operatorIds);
}

/** The bot's suggestion, while it waits or you hold it: another operator's claim ends it. */
export function suggestionOf(state: DeskState, row: Row): Suggestion | null {
  return row.status === 'WAITING' || holds(state, row) ? (row.suggestion ?? null) : null;
}

/** The account's operators: at most one in each workspace. */
export function ownOperators({ colleagues }: DeskState, accountId: string): Operator[] {
  return colleagues.filter((one) => one.account_id === accountId);
}

/** A fingerprint of what the account may see and answer. When it changes, other conversations are listed. */
export function rightsIn(state: DeskState, accountId: string): string {
  const own = ownOperators(state, accountId).map((one) => [
    one.operator_id,
    one.tenant_ids,
    one.routing_keys,
  ]);
  return JSON.stringify([own, Object.keys(state.tenants)]);
}

/** Sort order of presences: online operators first. */
export const PRESENCE_RANK: Record<Presence, number> = {
  online: 0,
  away: 1,
  absent: 2,
  offline: 3,
};

/** Operators of the conversation's tenant to whom it can be transferred, online ones first. */
export function receivers(state: DeskState, id: string): Operator[] {
  const row = rowOf(state, id);
  return row ? receiversOfAll(state, [row]).filter((one) => !isMe(state, one)) : [];
}

/** Operators who can take over all of these conversations, oneself first. */
export function receiversOfAll(state: DeskState, rows: readonly Row[]): Operator[] {
  const rankOf = (one: Operator): number => (isMe(state, one) ? -1 : PRESENCE_RANK[one.presence]);
  return state.colleagues
    .filter((one) => rows.every((row) => one.tenant_ids.includes(row.tenant_id)))
    .toSorted((a, b) => rankOf(a) - rankOf(b) || (a.display_name < b.display_name ? -1 : 1));
}

function isMe({ me }: DeskState, { operator_id: id }: Operator): boolean {
  return me.operatorIds.includes(id);
}
