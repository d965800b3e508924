import { useState } from 'preact/hooks';
import { RefusalError } from '../api/refusal';
import { useAccount, useConsole } from '../state/console';
import { useUnsavedGuard } from '../state/unsaved-guard';
import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import { Form, useForm } from '../ui/form';
import { Badge } from '../ui/notes';
import { Tile } from '../ui/tile';
import { useLanguage } from '../words/language';
import { Section } from '../ui/section';

export function ProfileTab() {
  const { api, session, toasts } = useConsole();
  const own = useAccount();
  const { account, common, signIn } = useLanguage().words;
  const [name, setName] = useState(own.display_name);
  const isChanged = name.trim() !== own.display_name;
  useUnsavedGuard(isChanged);
  const form = useForm({
    problems: { name: name.trim() === '' ? common.required : undefined },
    send: async () => {
      const body = { display_name: name.trim() };
      const saved = await api.post('console/update/account', body);
      session.putAccount(saved.account);
      setName(saved.account.display_name);
      void toasts.show(common.saved);
    },
  });
  const isBadName = form.error instanceof RefusalError && form.error.code === 'invalid_request';
  return (
    <div class="account-tab">
      <Section title={account.tabs.profile}>
        <Form form={form} refusal={isBadName ? signIn.invalidName : undefined}>
          <TextField
            label={account.displayName}
            hint={account.displayNameHint}
            name="name"
            autocomplete="name"
            value={name}
            onChange={setName}
            problem={form.problem('name')}
          />
          <TextField
            label={account.email}
            hint={account.emailHint}
            type="email"
            value={own.email}
            onChange={() => {}} // it can't be changed
            isReadOnly
          />
          <div class="bar">
            <Button
              kind="primary"
              type="submit"
              isBusy={form.isBusy}
              whyDisabled={isChanged ? undefined : account.nothingChanged}
            >
              {common.save}
            </Button>
            {isChanged && <span class="meta">{common.unsaved}</span>}
          </div>
        </Form>
      </Section>
      <Memberships />
    </div>
  );
}

function Memberships() {
  const { session } = useConsole();
  const { account } = useLanguage().words;
  const state = session.state.value;
  if (state.kind !== 'signed-in') return null;
  return (
    <Section title={account.memberships}>
      {state.account.is_system && <Badge>{account.superAdmin}</Badge>}
      {state.memberships.length === 0 ? (
        <p class="muted">{account.noMemberships}</p>
      ) : (
        <ul class="lines">
          {state.memberships.map(({ workspace_id, workspace_name, role }) => (
            <li key={workspace_id}>
              <Tile id={workspace_id} name={workspace_name} isSquare />
              <span class="grow">
                <bdi>{workspace_name}</bdi>
              </span>
              <span class="muted">{account.roles[role]}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
