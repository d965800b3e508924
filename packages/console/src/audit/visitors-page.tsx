import { useWorkspace } from '../state/console';
import { NoWorkspace } from '../state/no-workspace';
import { usePage } from '../state/use-page';
import { useLanguage } from '../words/language';
import { VisitorsTab } from './visitors-tab';

export function VisitorsPage() {
  const { audit } = useLanguage().words;
  const workspace = useWorkspace();
  usePage(audit.visitors);
  if (!workspace) return <NoWorkspace />;
  return (
    <div class="page">
      <header class="page-head">
        <div>
          <h1>{audit.visitors}</h1>
          <p class="muted">{audit.visitorsLead}</p>
        </div>
      </header>
      <VisitorsTab key={workspace.workspace_id} workspaceId={workspace.workspace_id} />
    </div>
  );
}
