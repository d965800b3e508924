import { useState } from 'preact/hooks';
import type { Membership } from '@chat-relay/server/wire/workspaces';
import { RecordDialog } from '../records/record-dialog';
import { RecordList } from '../records/record-list';
import { useListing } from '../records/use-listing';
import { useTenants } from '../records/use-tenants';
import { useConsole } from '../state/console';
import { Button } from '../ui/button';
import { Menu } from '../ui/menu';
import { useLanguage } from '../words/language';
import { InvitationLink } from './invitation-link';
import { OperatorDialog } from './operator-dialog';
import { PresenceBadge } from '../ui/presence-badge';
import type { Operator } from '@chat-relay/server/wire/operators';

export function OperatorsTab({ workspace }: { workspace: Membership }) {
  const { api, inbox } = useConsole();
  const { people, common } = useLanguage().words;
  const [open, setOpen] = useState<Operator | 'new' | null>(null);
  const [removed, setRemoved] = useState<Operator | null>(null);
  const [token, setToken] = useState<string | null>(null);
  const { workspace_id } = workspace;
  const { data: tenants } = useTenants(workspace_id);
  const listing = useListing(
    {
      route: 'console/fetch/operators',
      plural: 'operators',
      query: { workspace_id },
    },
    { lists: ['operators'] },
  );
  /** The feed keeps the presence of colleagues up to date; the fetched list does not. */
  const colleagues = inbox.value?.state.value.colleagues ?? [];
  const presenceOf = (operator: Operator) =>
    colleagues.find(({ operator_id }) => operator_id === operator.operator_id) ?? operator;
  const namesOf = ({ tenant_ids }: Operator): string =>
    (tenants ?? [])
      .filter(({ tenant_id }) => tenant_ids.includes(tenant_id))
      .map(({ tenant_name }) => tenant_name)
      .join(', ');
  const add = (
    <Button kind="primary" icon="plus" onClick={() => setOpen('new')}>
      {people.addOperator}
    </Button>
  );
  return (
    <>
      <div>{add}</div>
      {token && <InvitationLink token={token} />}
      <RecordList
        label={people.tabs.operators}
        listing={listing}
        keyOf={({ operator_id }) => operator_id}
        icon="person"
        emptyTitle={people.noOperator}
        emptyText={people.noOperatorText}
        columns={[
          {
            name: 'name',
            label: people.name,
            cell: ({ display_name }) => <bdi>{display_name}</bdi>,
          },
          {
            name: 'presence',
            label: people.presence,
            cell: (operator) => <PresenceBadge of={presenceOf(operator)} />,
          },
          {
            name: 'tenants',
            label: people.tenants,
            cell: (one) => <bdi>{namesOf(one) || '–'}</bdi>,
          },
          {
            name: 'keys',
            label: people.routingKeys,
            cell: ({ routing_keys }) => routing_keys.join(', ') || people.everyQueue,
          },
          {
            name: 'capacity',
            label: people.capacity,
            isFigure: true,
            cell: ({ capacity }) => capacity,
          },
          {
            name: 'actions',
            label: '',
            cell: (operator) => (
              <Menu
                label={people.actionsOf(operator.display_name)}
                entries={[
                  { label: common.edit, icon: 'edit', run: () => setOpen(operator) },
                  {
                    label: people.removeOperator,
                    icon: 'trash',
                    isDanger: true,
                    run: () => setRemoved(operator),
                  },
                ]}
              />
            ),
          },
        ]}
      />
      {open && (
        <OperatorDialog
          workspaceId={workspace_id}
          operator={open === 'new' ? null : open}
          tenants={tenants ?? []}
          onClose={() => setOpen(null)}
          onSaved={(inviteToken) => {
            setOpen(null);
            setToken(inviteToken);
            void listing.reload();
          }}
        />
      )}
      {removed && (
        <RecordDialog
          title={people.removeOperator}
          lead={people.removeOperatorText(removed.display_name)}
          fields={[]}
          submit={people.removeOperator}
          isDangerous
          onClose={() => setRemoved(null)}
          send={async () => {
            await api.post('console/remove/operator', { operator_id: removed.operator_id });
            setRemoved(null);
            listing.put((known) =>
              known.filter(({ operator_id }) => operator_id !== removed.operator_id),
            );
          }}
        />
      )}
    </>
  );
}
