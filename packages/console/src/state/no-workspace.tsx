import { useState } from 'preact/hooks';
import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import { Form, useForm } from '../ui/form';
import { Empty } from '../ui/notes';
import { useBaseLanguage } from '../words/language';
import { useConsole } from './console';
import { usePolling } from './use-polling';
import { useMayCreateWorkspace } from './sign-in-options';

const EVERY_MS = 5_000;

/** Shown to an account without a workspace: it can create one, or reads whom to ask. */
export function NoWorkspace() {
  const { api, session } = useConsole();
  const { shell, common } = useBaseLanguage().words;
  const [name, setName] = useState('');
  const form = useForm({
    problems: { name: name.trim() === '' ? common.required : undefined },
    send: async () => {
      await api.post('console/create/workspace', { name: name.trim() });
      await session.read();
    },
  });
  const mayCreate = useMayCreateWorkspace();
  // The person may accept an invitation in another window.
  usePolling(() => void session.read({ isBackground: true }).catch(() => {}), EVERY_MS);
  if (mayCreate !== true) {
    return (
      <div class="page">
        <Empty icon="people" isPage title={shell.noWorkspaceTitle}>
          {mayCreate === false && <p>{shell.noWorkspaceInvited}</p>}
        </Empty>
      </div>
    );
  }
  return (
    <div class="page">
      <Empty icon="people" isPage title={shell.noWorkspaceTitle}>
        <p>{shell.noWorkspaceText}</p>
        <Form form={form}>
          <TextField
            label={shell.workspaceName}
            autocomplete="organization"
            value={name}
            onChange={setName}
            problem={form.problem('name')}
          />
          <Button kind="primary" type="submit" isWide isBusy={form.isBusy}>
            {shell.createWorkspace}
          </Button>
        </Form>
      </Empty>
    </div>
  );
}
