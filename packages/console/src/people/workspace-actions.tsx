import { useState } from 'preact/hooks';
import type { Membership } from '@chat-relay/server/wire/workspaces';
import { RecordDialog } from '../records/record-dialog';
import { useConsole } from '../state/console';
import { useMayCreateWorkspace } from '../state/sign-in-options';
import { Menu } from '../ui/menu';
import { useLanguage } from '../words/language';

/** Renames or deletes the workspace, or creates another one. */
export function WorkspaceActions({ workspace }: { workspace: Membership }) {
  const { api, session, preferences, toasts } = useConsole();
  const { people, shell, common } = useLanguage().words;
  const [open, setOpen] = useState<'rename' | 'create' | 'delete' | null>(null);
  const mayCreate = useMayCreateWorkspace();
  const { workspace_id, workspace_name, role } = workspace;
  return (
    <div class="bar">
      <h2 class="grow">
        <bdi>{workspace_name}</bdi>
      </h2>
      <Menu
        label={people.workspaceActions}
        entries={[
          { label: people.rename, icon: 'edit', run: () => setOpen('rename') },
          ...(mayCreate === true
            ? [
                {
                  label: shell.createWorkspace,
                  icon: 'plus' as const,
                  run: () => setOpen('create'),
                },
              ]
            : []),
          ...(role === 'owner'
            ? [
                {
                  label: people.deleteWorkspace,
                  icon: 'trash' as const,
                  isDanger: true,
                  run: () => setOpen('delete'),
                },
              ]
            : []),
        ]}
      />
      {open === 'delete' && (
        <RecordDialog
          title={people.deleteWorkspace}
          lead={people.deleteWorkspaceText}
          fields={[
            {
              name: 'name',
              label: common.typeExactly(workspace_name),
              mustEqual: workspace_name,
            },
          ]}
          submit={people.deleteWorkspace}
          isDangerous
          onClose={() => setOpen(null)}
          send={async ({ name }) => {
            await api.post('console/delete/workspace', { workspace_id, name });
            await session.read();
          }}
        />
      )}
      {(open === 'rename' || open === 'create') && (
        <RecordDialog
          key={open}
          title={open === 'rename' ? people.rename : shell.createWorkspace}
          fields={[
            {
              name: 'name',
              label: shell.workspaceName,
              maxLength: 80,
              value: open === 'rename' ? workspace_name : '',
            },
          ]}
          submit={common.save}
          onClose={() => setOpen(null)}
          send={async ({ name }) => {
            if (open === 'rename') {
              await api.post('console/update/workspace', { workspace_id, name });
            } else {
              const made = await api.post('console/create/workspace', { name });
              preferences.workspaceId.value = made.workspace.workspace_id;
            }
            setOpen(null);
            await session.read();
            void toasts.show(common.saved);
          }}
        />
      )}
    </div>
  );
}
