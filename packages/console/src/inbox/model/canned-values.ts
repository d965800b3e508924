import type { CannedValues } from '../../desk/canned';
import type { DeskState } from '../../desk/state';
import type { Row } from '../../desk/wire';
import { plainLine } from './plain';

/** What the variables of a canned reply stand for in this conversation. */
export function cannedValues(state: DeskState, row: Row): CannedValues {
  const { unverified } = row.visitor;
  return {
    visitor: plainLine(unverified.display_name ?? '', 80),
    operator: state.me.name,
    tenant: state.tenants[row.tenant_id]?.tenant_name ?? '',
  };
}
