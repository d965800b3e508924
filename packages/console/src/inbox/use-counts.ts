import { useComputed, useSignal, type ReadonlySignal } from '@preact/signals';
import { fits, isInWorkspace, type Filter, type View } from './model/filter';
import type { Inbox } from './model/inbox';

/** Views whose conversations are all loaded, so that their count is exact. */
const COUNTED = ['mine', 'waiting'] as const;

/** Number of conversations of the chosen tenant and tag in each counted view. */
export type Counts = ReadonlySignal<Partial<Record<View, number>>>;

export function useCounts(inbox: Inbox, { tenantId, tag }: Filter, workspaceId: string): Counts {
  const tenant = useSignal(tenantId);
  const chosenTag = useSignal(tag);
  const workspace = useSignal(workspaceId);
  tenant.value = tenantId;
  chosenTag.value = tag;
  workspace.value = workspaceId;
  // Only these parts of the state change a count.
  const rows = useComputed(() => inbox.state.value.rows);
  const tenants = useComputed(() => inbox.state.value.tenants);
  const operatorIds = useComputed(() => inbox.state.value.me.operatorIds);
  return useComputed(() => {
    const counts = { mine: 0, waiting: 0 };
    for (const { row } of rows.value.values()) {
      if (!isInWorkspace(row, tenants.value, workspace.value)) continue;
      for (const view of COUNTED) {
        const filter = { view, tenantId: tenant.value, tag: chosenTag.value, query: '' };
        if (fits(row, filter, operatorIds.value)) counts[view] += 1;
      }
    }
    return counts;
  });
}
