import { useState } from 'preact/hooks';
import { Filters } from '../records/filters';
import { RecordDialog } from '../records/record-dialog';
import { RecordList } from '../records/record-list';
import { queryOf, useUrlFilter } from '../records/url-filter';
import { useListing } from '../records/use-listing';
import { useConsole } from '../state/console';
import { Button } from '../ui/button';
import { Badge } from '../ui/notes';
import { Time } from '../ui/time';
import { useLanguage } from '../words/language';

interface SystemTenant {
  tenant_id: string;
  workspace_id: string;
  tenant_name: string;
  status: 'active' | 'suspended' | 'deleting';
  created_at: string;
}

const TONES = { active: 'online', suspended: 'waiting', deleting: 'late' } as const;

export function TenantsTab() {
  const { api } = useConsole();
  const { system, people, tenants: sites } = useLanguage().words;
  const filter = useUrlFilter();
  const [changed, setChanged] = useState<SystemTenant | null>(null);
  const listing = useListing(
    {
      route: 'console/system/fetch/tenants',
      plural: 'tenants',
      query: queryOf(filter, ['status']),
    },
    { everyMs: 10_000 },
  );
  const isSuspended = changed?.status === 'suspended';
  return (
    <>
      <Filters
        filter={filter}
        fields={[
          {
            name: 'status',
            label: people.status,
            options: (['active', 'suspended', 'deleting'] as const).map((value) => ({
              value,
              label: system.statuses[value],
            })),
          },
        ]}
      />
      <RecordList
        label={system.tabs.tenants}
        listing={listing}
        keyOf={({ tenant_id }) => tenant_id}
        icon="inbox"
        emptyTitle={system.nothing}
        columns={[
          {
            name: 'name',
            label: people.name,
            cell: ({ tenant_name, tenant_id }) => (
              <>
                <bdi>{tenant_name}</bdi>
                <p class="meta mono">{tenant_id}</p>
              </>
            ),
          },
          {
            name: 'status',
            label: people.status,
            cell: ({ status }) => <Badge tone={TONES[status]}>{system.statuses[status]}</Badge>,
          },
          {
            name: 'since',
            label: people.since,
            cell: ({ created_at }) => <Time at={created_at} form="date" />,
          },
          {
            name: 'actions',
            label: '',
            cell: (tenant) =>
              tenant.status !== 'deleting' && (
                <Button onClick={() => setChanged(tenant)}>
                  {tenant.status === 'active' ? system.suspend : system.reactivate}
                  <span class="hidden"> {tenant.tenant_name}</span>
                </Button>
              ),
          },
        ]}
      />
      {changed && (
        <RecordDialog
          title={`${isSuspended ? system.reactivate : system.suspend} – ${changed.tenant_name}`}
          lead={isSuspended ? system.reactivateText : sites.suspendLead}
          fields={[
            {
              name: 'reason',
              label: system.reason,
              hint: system.reasonHint,
              isOptional: true,
              maxLength: 500,
            },
          ]}
          submit={isSuspended ? system.reactivate : system.suspend}
          isDangerous={!isSuspended}
          onClose={() => setChanged(null)}
          send={async ({ reason = '' }) => {
            const { tenant } = await api.post(
              isSuspended ? 'console/system/reactivate/tenant' : 'console/system/suspend/tenant',
              { tenant_id: changed.tenant_id, ...(reason.trim() !== '' && { reason }) },
            );
            setChanged(null);
            listing.put((known) =>
              known.map((one) => (one.tenant_id === tenant.tenant_id ? tenant : one)),
            );
          }}
        />
      )}
    </>
  );
}
