import { useState } from 'preact/hooks';
import type { Membership } from '@chat-relay/server/wire/workspaces';
import { RecordDialog } from '../records/record-dialog';
import { RecordList } from '../records/record-list';
import { useAct } from '../records/use-act';
import { useListing } from '../records/use-listing';
import { useConsole } from '../state/console';
import { Button } from '../ui/button';
import { Menu } from '../ui/menu';
import { Badge, type Tone } from '../ui/notes';
import { Time } from '../ui/time';
import { useLanguage } from '../words/language';
import { InvitationLink } from './invitation-link';
import type { Invitation } from '@chat-relay/server/wire/workspaces';

const TONES: Record<Invitation['status'], Tone> = {
  pending: 'waiting',
  accepted: 'online',
  revoked: 'neutral',
  expired: 'neutral',
};

export function InvitationsTab({ workspace }: { workspace: Membership }) {
  const { api, toasts } = useConsole();
  const { people, account } = useLanguage().words;
  const act = useAct();
  const [isOpen, setOpen] = useState(false);
  const [token, setToken] = useState<string | null>(null);
  const { workspace_id } = workspace;
  const listing = useListing(
    {
      route: 'console/fetch/invitations',
      plural: 'invitations',
      query: { workspace_id },
    },
    { lists: ['members'] },
  );

  const change = (verb: 'resend' | 'revoke', { invitation_id }: Invitation): Promise<void> =>
    act(
      async () => {
        const sent = await api.post(`console/${verb}/invitation`, { invitation_id });
        setToken('dev_invite_token' in sent ? (sent.dev_invite_token ?? null) : null);
        await listing.reload();
      },
      verb === 'resend' ? people.invited : people.revoked,
    );

  const invite = (
    <Button kind="primary" icon="plus" onClick={() => setOpen(true)}>
      {people.invite}
    </Button>
  );
  return (
    <>
      <div>{invite}</div>
      {token && <InvitationLink token={token} />}
      <RecordList
        label={people.tabs.invitations}
        listing={listing}
        keyOf={({ invitation_id }) => invitation_id}
        icon="mail"
        emptyTitle={people.noInvitation}
        emptyText={people.noInvitationText}
        columns={[
          { name: 'email', label: people.email, cell: ({ email }) => email },
          { name: 'role', label: people.role, cell: ({ role }) => account.roles[role] },
          {
            name: 'status',
            label: people.status,
            cell: ({ status }) => <Badge tone={TONES[status]}>{people.statuses[status]}</Badge>,
          },
          {
            name: 'expires',
            label: people.expires,
            cell: ({ expires_at }) => <Time at={expires_at} form="date" />,
          },
          {
            name: 'actions',
            label: '',
            cell: (invitation) =>
              (invitation.status === 'pending' || invitation.status === 'expired') && (
                <Menu
                  label={people.actionsOf(invitation.email)}
                  entries={[
                    {
                      label: people.resend,
                      icon: 'mail',
                      run: () => void change('resend', invitation),
                    },
                    {
                      label: people.revoke,
                      icon: 'trash',
                      isDanger: true,
                      run: () => void change('revoke', invitation),
                    },
                  ]}
                />
              ),
          },
        ]}
      />
      {isOpen && (
        <RecordDialog
          title={people.invite}
          lead={people.inviteLead}
          fields={[
            { name: 'email', label: people.email, kind: 'email' },
            {
              name: 'role',
              label: people.role,
              hint: people.inviteHint,
              value: 'admin',
              options: (['admin', 'owner'] as const).map((value) => ({
                value,
                label: account.roles[value],
              })),
            },
          ]}
          submit={people.invite}
          onClose={() => setOpen(false)}
          send={async ({ email = '', role }) => {
            const body = { workspace_id, email: email.trim(), role };
            const sent = await api.post('console/create/invitation', body);
            setOpen(false);
            setToken(sent.dev_invite_token ?? null);
            void toasts.show(people.invited);
            await listing.reload();
          }}
        />
      )}
    </>
  );
}
