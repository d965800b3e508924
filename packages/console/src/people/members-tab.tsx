import { useState } from 'preact/hooks';
import type { Membership } from '@chat-relay/server/wire/workspaces';
import { RecordDialog } from '../records/record-dialog';
import { RecordList } from '../records/record-list';
import { useAct } from '../records/use-act';
import { useListing } from '../records/use-listing';
import { useAccount, useConsole } from '../state/console';
import { Menu } from '../ui/menu';
import { Time } from '../ui/time';
import { useLanguage } from '../words/language';
import type { Member } from '@chat-relay/server/wire/workspaces';
import { WorkspaceActions } from './workspace-actions';

const ROLES: readonly Member['role'][] = ['owner', 'admin', 'operator'];

export function MembersTab({ workspace }: { workspace: Membership }) {
  const { api, session } = useConsole();
  const own = useAccount();
  const { people, account, common } = useLanguage().words;
  const act = useAct();
  const [removed, setRemoved] = useState<Member | null>(null);
  const { workspace_id } = workspace;
  const listing = useListing(
    {
      route: 'console/fetch/members',
      plural: 'members',
      query: { workspace_id },
    },
    { lists: ['members'] },
  );

  const changeRole = ({ account_id }: Member, role: Member['role']): Promise<void> =>
    act(async () => {
      const body = { workspace_id, account_id, role };
      const { member } = await api.post('console/update/member', body);
      listing.put((known) => known.map((one) => (one.account_id === account_id ? member : one)));
      if (account_id === own.account_id) await session.read();
    }, common.saved);

  return (
    <>
      <WorkspaceActions workspace={workspace} />
      <RecordList
        label={people.tabs.members}
        listing={listing}
        keyOf={({ account_id }) => account_id}
        icon="people"
        emptyTitle={people.tabs.members}
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
          { name: 'role', label: people.role, cell: ({ role }) => account.roles[role] },
          {
            name: 'since',
            label: people.since,
            cell: ({ created_at }) => <Time at={created_at} form="date" />,
          },
          {
            name: 'actions',
            label: '',
            cell: (member) => (
              <Menu
                label={people.actionsOf(member.display_name)}
                entries={[
                  { title: people.role },
                  ...ROLES.map((role) => ({
                    label: account.roles[role],
                    isChosen: role === member.role,
                    run: () => {
                      if (role !== member.role) void changeRole(member, role);
                    },
                  })),
                  'line',
                  {
                    label:
                      member.account_id === own.account_id ? people.leave : people.removeMember,
                    icon: 'leave',
                    isDanger: true,
                    run: () => setRemoved(member),
                  },
                ]}
              />
            ),
          },
        ]}
      />
      {removed && (
        <RecordDialog
          title={removed.account_id === own.account_id ? people.leave : people.removeMember}
          lead={people.removeText(removed.display_name)}
          fields={[]}
          submit={removed.account_id === own.account_id ? people.leave : people.removeMember}
          isDangerous
          onClose={() => setRemoved(null)}
          send={async () => {
            const { account_id } = removed;
            await api.post('console/remove/member', { workspace_id, account_id });
            setRemoved(null);
            listing.put((known) => known.filter((one) => one.account_id !== account_id));
            if (account_id === own.account_id) await session.read();
          }}
        />
      )}
    </>
  );
}
