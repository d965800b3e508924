import { useState } from 'preact/hooks';
import type { Row } from '../../desk/wire';
import { EraseDialog, useExport } from '../../records/visitor-data';
import { useWorkspace } from '../../state/console';
import { useLocation } from '../../state/location';
import { Button } from '../../ui/button';
import { useLanguage } from '../../words/language';
import { inboxAddress, type Filter } from '../model/filter';

/** For owners and admins: everything of this visitor as a file, or erased. */
export function VisitorRights({ row, filter }: { row: Row; filter: Filter }) {
  const { audit } = useLanguage().words;
  const { route } = useLocation();
  const isAdmin = useWorkspace()?.role !== 'operator';
  const [isErasing, setErasing] = useState(false);
  const { user_id } = row.visitor;
  const visitor = user_id === null ? { session_id: row.visitor_session_id } : { user_id };
  const give = useExport(row.tenant_id, visitor);
  if (!isAdmin) return null;
  return (
    <section>
      <h3>{audit.visitors}</h3>
      <div class="visitor-rights">
        <Button onClick={give}>{audit.exportData}</Button>
        <Button icon="trash" onClick={() => setErasing(true)}>
          {audit.erase}
        </Button>
      </div>
      {isErasing && (
        <EraseDialog
          tenantId={row.tenant_id}
          visitor={visitor}
          onClose={() => setErasing(false)}
          onDone={() => route(inboxAddress(filter, null))}
        />
      )}
    </section>
  );
}
