import { useLocation } from '../state/location';
import { useState } from 'preact/hooks';
import { CodeBlock } from '../records/code-block';
import { RecordList } from '../records/record-list';
import { useListing } from '../records/use-listing';
import { useWorkspace } from '../state/console';
import { NoWorkspace } from '../state/no-workspace';
import { usePage } from '../state/use-page';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Tile } from '../ui/tile';
import { Time } from '../ui/time';
import { useLanguage } from '../words/language';
import { CreateDialog } from './create-dialog';
import type { Tenant } from '@chat-relay/server/wire/tenants';
import { StatusBadge } from './status-badge';

export function TenantsPage() {
  const { tenants } = useLanguage().words;
  const workspace = useWorkspace();
  usePage(tenants.title);
  return workspace ? <TenantList workspaceId={workspace.workspace_id} /> : <NoWorkspace />;
}

function TenantList({ workspaceId }: { workspaceId: string }) {
  const { tenants, account } = useLanguage().words;
  const { route } = useLocation();
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<{ tenant: Tenant; secret: string } | null>(null);
  const toMade = (): void => {
    if (made) route(`/console/tenants/${made.tenant.tenant_id}/install`);
  };
  const listing = useListing(
    {
      route: 'console/fetch/tenants',
      plural: 'tenants',
      query: { workspace_id: workspaceId },
    },
    { lists: ['tenants', 'settings'] },
  );
  const isFirst = listing.items?.length === 0;
  const add = (
    <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
      {tenants.add}
    </Button>
  );
  return (
    <div class="page">
      <header class="page-head">
        <div>
          <h1>{tenants.title}</h1>
          <p class="muted">{tenants.lead}</p>
        </div>
        {!isFirst && add}
      </header>
      <RecordList
        label={tenants.title}
        listing={listing}
        keyOf={({ tenant_id }) => tenant_id}
        icon="site"
        emptyTitle={tenants.firstTitle}
        emptyText={tenants.firstText}
        emptyAction={
          <>
            {add}
            <a href="/console/inbox">{tenants.toInbox}</a>
          </>
        }
        columns={[
          {
            name: 'name',
            label: tenants.name,
            cell: ({ tenant_id, tenant_name }) => (
              <span class="bar">
                <Tile id={tenant_id} name={tenant_name} size="small" isSquare />
                <a href={`/console/tenants/${tenant_id}`}>
                  <bdi>{tenant_name}</bdi>
                </a>
              </span>
            ),
          },
          {
            name: 'state',
            label: tenants.state,
            cell: ({ status }) => <StatusBadge status={status} />,
          },
          {
            name: 'origins',
            label: tenants.settings.allowed_origins,
            cell: ({ allowed_origins: [first, ...others] }) => (
              <span class="muted">
                {first}
                {others.length > 0 && ` +${others.length}`}
              </span>
            ),
          },
          {
            name: 'created',
            label: tenants.created,
            cell: ({ created_at }) => <Time at={created_at} form="date" />,
          },
        ]}
      />
      {isAdding && (
        <CreateDialog
          workspaceId={workspaceId}
          onClose={() => setAdding(false)}
          onCreated={(tenant, secret) => {
            setAdding(false);
            setMade({ tenant, secret });
            listing.put((known) => [...known, tenant]);
          }}
        />
      )}
      {made && (
        <Dialog title={tenants.secret} onClose={toMade} onSubmit={toMade}>
          <p class="muted">{tenants.keepSecret}</p>
          <CodeBlock label={tenants.secret} text={made.secret} />
          <div class="dialog-foot">
            <Button kind="primary" type="submit">
              {account.continue}
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
