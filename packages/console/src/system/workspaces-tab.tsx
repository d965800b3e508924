import { RecordList } from '../records/record-list';
import { useListing } from '../records/use-listing';
import { Time } from '../ui/time';
import { useLanguage } from '../words/language';

export function WorkspacesTab() {
  const { system, people } = useLanguage().words;
  const listing = useListing(
    {
      route: 'console/system/fetch/workspaces',
      plural: 'workspaces',
    },
    { everyMs: 10_000 },
  );
  return (
    <RecordList
      label={system.tabs.workspaces}
      listing={listing}
      keyOf={({ workspace_id }) => workspace_id}
      icon="people"
      emptyTitle={system.nothing}
      columns={[
        { name: 'name', label: people.name, cell: ({ name }) => <bdi>{name}</bdi> },
        {
          name: 'id',
          label: system.id,
          cell: ({ workspace_id }) => <span class="meta mono">{workspace_id}</span>,
        },
        {
          name: 'since',
          label: people.since,
          cell: ({ created_at }) => <Time at={created_at} form="date" />,
        },
      ]}
    />
  );
}
