import { useState } from 'preact/hooks';
import { isErased } from '@chat-relay/desk/selectors';
import type { Row } from '@chat-relay/desk/wire';
import { EraseDialog, useExport, type VisitorRef } from '../../records/visitor-data';
import { useWorkspace } from '../../state/console';
import { useLocation } from '../../state/location';
import { Button } from '../../ui/button';
import { useLanguage } from '../../words/language';
import { inboxAddress, type Filter } from '../model/filter';

/** Exports or erases the visitor's data, for owners and admins. */
export function VisitorRights({ row, filter }: { row: Row; filter: Filter }) {
  const { audit } = useLanguage().words;
  const { route } = useLocation();
  const isAdmin = useWorkspace()?.role !== 'operator';
  /** The visitor as they were when the dialog opened: the erasure removes their id. */
  const [erasing, setErasing] = useState<VisitorRef | null>(null);
  const { user_id } = row.visitor;
  const visitor = user_id === null ? { session_id: row.visitor_session_id } : { user_id };
  const give = useExport(row.tenant_id, visitor);
  if (!isAdmin || (isErased(row) && erasing === null)) return null;
  return (
    <section>
      <h3>{audit.visitors}</h3>
      <div class="visitor-rights">
        <Button onClick={give}>{audit.exportData}</Button>
        <Button icon="trash" onClick={() => setErasing(visitor)}>
          {audit.erase}
        </Button>
      </div>
      {erasing && (
        <EraseDialog
          tenantId={row.tenant_id}
          visitor={erasing}
          onClose={() => setErasing(null)}
          onDone={() => route(inboxAddress(filter, null))}
        />
      )}
    </section>
  );
}
