import { useUrlFilter } from '../records/url-filter';
import { tenantOptions, useTenants } from '../records/use-tenants';
import { useWorkspace } from '../state/console';
import { NoWorkspace } from '../state/no-workspace';
import { usePage } from '../state/use-page';
import { Select } from '../ui/field';
import { useLanguage } from '../words/language';
import { ReportView } from './report-view';

export function ReportsPage() {
  const { reports } = useLanguage().words;
  const workspace = useWorkspace();
  usePage(reports.title);
  return workspace ? <OfWorkspace workspaceId={workspace.workspace_id} /> : <NoWorkspace />;
}

function OfWorkspace({ workspaceId }: { workspaceId: string }) {
  const { reports, callbacks, common } = useLanguage().words;
  const filter = useUrlFilter();
  const { data: tenants } = useTenants(workspaceId);
  const wanted = filter.get('tenant');
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return (
    <div class="page">
      <header class="page-head">
        <div>
          <h1>{reports.title}</h1>
          <p class="muted">{reports.lead}</p>
        </div>
        <Select
          label={callbacks.tenant}
          value={wanted}
          options={[{ value: '', label: common.all }, ...tenantOptions(tenants)]}
          onChange={(tenant) => filter.set({ tenant })}
        />
      </header>
      <ReportView
        subject={wanted === '' ? { workspace_id: workspaceId } : { tenant_id: wanted }}
        timezone={timeZone}
      />
    </div>
  );
}
