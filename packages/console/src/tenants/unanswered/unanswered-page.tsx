import { useUrlFilter } from '../../records/url-filter';
import { tenantOptions, useTenants } from '../../records/use-tenants';
import { useWorkspace } from '../../state/console';
import { NoWorkspace } from '../../state/no-workspace';
import { usePage } from '../../state/use-page';
import { Select } from '../../ui/field';
import { useLanguage } from '../../words/language';
import { UnansweredList, useUnanswered } from './unanswered-list';

/** A read-only list of what the FAQ lacks, for operators, who can't open a tenant's pages. */
export function UnansweredPage() {
  const { tenants } = useLanguage().words;
  const workspace = useWorkspace();
  usePage(tenants.unanswered);
  return workspace ? <OfWorkspace workspaceId={workspace.workspace_id} /> : <NoWorkspace />;
}

function OfWorkspace({ workspaceId }: { workspaceId: string }) {
  const { tenants, callbacks } = useLanguage().words;
  const filter = useUrlFilter();
  const { data: served } = useTenants(workspaceId);
  const shown = filter.get('tenant') || served?.[0]?.tenant_id;
  return (
    <div class="page">
      <header class="page-head">
        <div>
          <h1>{tenants.unanswered}</h1>
          <p class="muted">{tenants.unansweredLead}</p>
        </div>
        {shown !== undefined && (
          <Select
            label={callbacks.tenant}
            value={shown}
            options={tenantOptions(served)}
            onChange={(tenant) => filter.set({ tenant })}
          />
        )}
      </header>
      {shown !== undefined && <OfTenant tenantId={shown} key={shown} />}
    </div>
  );
}

function OfTenant({ tenantId }: { tenantId: string }) {
  return <UnansweredList tenantId={tenantId} questions={useUnanswered(tenantId)} />;
}
