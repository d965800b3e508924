import type { DeskState } from '../../desk/state';
import type { Row } from '../../desk/wire';

/** Whether the account is an operator of the conversation's tenant. An admin can only read others'. */
export function mayClaim({ me, colleagues }: DeskState, row: Row): boolean {
  return colleagues.some(
    (one) => me.operatorIds.includes(one.operator_id) && one.tenant_ids.includes(row.tenant_id),
  );
}
