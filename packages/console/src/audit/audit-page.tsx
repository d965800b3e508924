import { useEffect } from 'preact/hooks';
import { useLocation, useParams } from '../state/location';
import { useWorkspace } from '../state/console';
import { NoWorkspace } from '../state/no-workspace';
import { usePage } from '../state/use-page';
import { useLanguage } from '../words/language';
import { AuditList } from './audit-list';

export function AuditPage() {
  const { audit } = useLanguage().words;
  const { url, route } = useLocation();
  const workspace = useWorkspace();
  const isMoved = useParams()['tab'] === 'visitors';
  usePage(audit.title);
  // The page of visitors' rights once had this address: redirect old links.
  useEffect(() => {
    if (isMoved) route(url.replace('/console/audit/visitors', '/console/visitors'), true);
  }, [isMoved]);
  if (isMoved) return null;
  if (!workspace) return <NoWorkspace />;
  const { workspace_id } = workspace;
  return (
    <div class="page">
      <header class="page-head">
        <div>
          <h1>{audit.title}</h1>
          <p class="muted">{audit.lead}</p>
        </div>
      </header>
      <AuditList key={workspace_id} route="console/fetch/audit-log" query={{ workspace_id }} />
    </div>
  );
}
