import { RecordList } from '../records/record-list';
import { useAct } from '../records/use-act';
import { useListing } from '../records/use-listing';
import { useConsole } from '../state/console';
import { Button } from '../ui/button';
import { useLanguage } from '../words/language';

export function BlockedVisitors({ tenantId }: { tenantId: string }) {
  const { words, format } = useLanguage();
  const { audit, inbox } = words;
  const { api } = useConsole();
  const act = useAct();
  const listing = useListing(
    {
      route: 'console/fetch/blocks',
      plural: 'blocks',
      query: { tenant_id: tenantId },
    },
    { lists: ['settings'], id: tenantId },
  );
  const lift = async (block_id: string): Promise<void> => {
    await api.post('console/unblock/visitor', { tenant_id: tenantId, block_id });
    await listing.reload();
  };
  return (
    <RecordList
      label={audit.blocked}
      listing={listing}
      keyOf={({ block_id }) => block_id}
      icon="lock"
      emptyTitle={audit.noneBlocked}
      columns={[
        {
          name: 'visitor',
          label: audit.blocked,
          cell: ({ user_id, kind, conversation_id }) => (
            <a href={`/console/inbox/${conversation_id}`}>
              <bdi>{user_id ?? inbox.blockKinds[kind]}</bdi>
            </a>
          ),
        },
        {
          name: 'said',
          label: inbox.blockReason,
          cell: ({ reason, ends_at }) => (
            <bdi>{inbox.blocked(reason, ends_at && format.minute(Date.parse(ends_at)))}</bdi>
          ),
        },
        {
          name: 'actions',
          label: '',
          cell: ({ block_id }) => (
            <Button onClick={() => void act(() => lift(block_id), inbox.unblocked)}>
              {inbox.unblock}
            </Button>
          ),
        },
      ]}
    />
  );
}
