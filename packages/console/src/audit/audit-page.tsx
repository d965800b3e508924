import { useParams } from '../state/location';
import { useWorkspace } from '../state/console';
import { NoWorkspace } from '../state/no-workspace';
import { usePage } from '../state/page-title';
import { Tabs } from '../ui/tabs';
import { useLanguage } from '../words/language';
import { AuditList } from './audit-list';
import { VisitorsTab } from './visitors-tab';

const LOG = '/console/audit';
const VISITORS = '/console/audit/visitors';

/** What was done in the workspace, and what visitors may ask for. */
export function AuditPage() {
  const { audit } = useLanguage().words;
  const params = useParams();
  const workspace = useWorkspace();
  const isVisitors = params['tab'] === 'visitors';
  usePage(isVisitors ? audit.visitors : audit.title);
  if (!workspace) return <NoWorkspace />;
  const { workspace_id } = workspace;
  return (
    <div class="page">
      <header class="page-head">
        <div>
          <h1>{isVisitors ? audit.visitors : audit.title}</h1>
          <p class="muted">{isVisitors ? audit.visitorsLead : audit.lead}</p>
        </div>
      </header>
      <Tabs
        label={audit.title}
        tabs={[
          { href: LOG, label: audit.title },
          { href: VISITORS, label: audit.visitors },
        ]}
        current={isVisitors ? VISITORS : LOG}
      />
      {isVisitors ? (
        <VisitorsTab key={workspace_id} workspaceId={workspace_id} />
      ) : (
        <AuditList key={workspace_id} route="console/fetch/audit-log" query={{ workspace_id }} />
      )}
    </div>
  );
}
