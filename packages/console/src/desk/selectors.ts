import { isMine } from './rows';
import type { DeskState } from './state';
import type { Operator, Presence } from '@chat-relay/server/wire/operators';
import type { Suggestion } from '@chat-relay/server/wire/conversations';
import type { Row } from './wire';

/** What can be read off the desk's state. */

export function rowOf(state: DeskState, id: string): Row | null {
  return state.rows.get(id)?.row ?? null;
}

/** Whether the visitor's data is erased: nothing can be done with the conversation any more. */
export function isErased({ visitor }: Row): boolean {
  return visitor.is_erased === true;
}

export function holds(state: DeskState, row: Row | null): boolean {
  return row !== null && row.status === 'ASSIGNED' && isMine(row, state.me.operatorIds);
}

/** What the bot would have said, for those who may still answer: it is forgotten once another operator does. */
export function suggestionOf(state: DeskState, row: Row): Suggestion | null {
  return row.status === 'WAITING' || holds(state, row) ? (row.suggestion ?? null) : null;
}

/** The account's operators, one in each workspace at most. */
export function ownOperators({ colleagues }: DeskState, accountId: string): Operator[] {
  return colleagues.filter((one) => one.account_id === accountId);
}

/** What an account may see and answer, to be compared: a change of it changes which conversations are listed. */
export function rightsIn(state: DeskState, accountId: string): string {
  const own = ownOperators(state, accountId).map((one) => [
    one.operator_id,
    one.tenant_ids,
    one.routing_keys,
  ]);
  return JSON.stringify([own, Object.keys(state.tenants)]);
}

/** Those who are there first. */
export const PRESENCE_RANK: Record<Presence, number> = {
  online: 0,
  away: 1,
  absent: 2,
  offline: 3,
};

/** Who could take over the conversation: operators of its tenant, online ones first. */
export function receivers(state: DeskState, id: string): Operator[] {
  const row = rowOf(state, id);
  return row ? receiversOfAll(state, [row]).filter((one) => !isMe(state, one)) : [];
}

/** Who could take over all of these, oneself first. */
export function receiversOfAll(state: DeskState, rows: readonly Row[]): Operator[] {
  const rankOf = (one: Operator): number => (isMe(state, one) ? -1 : PRESENCE_RANK[one.presence]);
  return state.colleagues
    .filter((one) => rows.every((row) => one.tenant_ids.includes(row.tenant_id)))
    .toSorted((a, b) => rankOf(a) - rankOf(b) || (a.display_name < b.display_name ? -1 : 1));
}

function isMe({ me }: DeskState, { operator_id: id }: Operator): boolean {
  return me.operatorIds.includes(id);
}
