import { holds, isErased } from '@chat-relay/desk/selectors';
import type { DeskState } from '@chat-relay/desk/state';
import type { Row } from '@chat-relay/desk/wire';

/** Whether the account is an operator of the conversation's tenant. Admins who are not can only read. */
export function mayClaim({ me, colleagues }: DeskState, row: Row): boolean {
  if (isErased(row)) return false;
  return colleagues.some(
    (one) => me.operatorIds.includes(one.operator_id) && one.tenant_ids.includes(row.tenant_id),
  );
}

/** Whether the account may snooze: any operator of the tenant while it waits, then its holder; admins always. */
export function maySnooze(state: DeskState, row: Row, isAdmin: boolean): boolean {
  if (isErased(row)) return false;
  if (row.status === 'WAITING') return isAdmin || mayClaim(state, row);
  return row.status === 'ASSIGNED' && (isAdmin || holds(state, row));
}
