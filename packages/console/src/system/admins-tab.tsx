import { useState } from 'preact/hooks';
import type { Account } from '@chat-relay/server/wire/accounts';
import { CodeBlock } from '../records/code-block';
import { RecordList } from '../records/record-list';
import { useListing } from '../records/use-listing';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Badge } from '../ui/notes';
import { Time } from '../ui/time';
import { useLanguage } from '../words/language';

/** All accounts. Super-admins can only be made on the relay's machine: this page shows the command. */
export function AdminsTab() {
  const { system, people, account, common } = useLanguage().words;
  const [changed, setChanged] = useState<Account | null>(null);
  const listing = useListing(
    { route: 'console/system/fetch/admins', plural: 'admins' },
    { everyMs: 10_000 },
  );
  const verb = changed?.is_system ? 'demote' : 'promote';
  return (
    <>
      <RecordList
        label={system.tabs.admins}
        listing={listing}
        keyOf={({ account_id }) => account_id}
        icon="person"
        emptyTitle={system.nothing}
        columns={[
          {
            name: 'name',
            label: people.name,
            cell: ({ display_name, email }) => (
              <>
                <bdi>{display_name}</bdi>
                <p class="meta">{email}</p>
              </>
            ),
          },
          {
            name: 'status',
            label: people.status,
            cell: ({ status, is_system }) =>
              is_system ? (
                <Badge tone="accent">{account.superAdmin}</Badge>
              ) : (
                system.accountStatuses[status]
              ),
          },
          {
            name: 'since',
            label: people.since,
            cell: ({ created_at }) => <Time at={created_at} form="date" />,
          },
          {
            name: 'actions',
            label: '',
            cell: (one) => (
              <Button onClick={() => setChanged(one)}>
                {one.is_system ? system.demote : system.promote}
                <span class="hidden"> {one.display_name}</span>
              </Button>
            ),
          },
        ]}
      />
      {changed && (
        <Dialog title={system[verb]} isWide onClose={() => setChanged(null)}>
          <p class="muted">{system.breakGlass}</p>
          <CodeBlock
            label={system.command}
            text={`RELAY_ADMIN_KEY="$(cat data/admin.key)" relayctl admin ${verb} '${changed.email.replaceAll("'", '')}' --url ${location.origin}`}
          />
          <div class="dialog-foot">
            <Button onClick={() => setChanged(null)}>{common.close}</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
