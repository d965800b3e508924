import { useState } from 'preact/hooks';
import { RefusalError } from '../api/refusal';
import { useAccount, useConsole } from '../state/console';
import { Button } from '../ui/button';
import { PasswordField } from '../ui/field';
import { Form, newPasswordProblem, useForm } from '../ui/form';
import { useLanguage } from '../words/language';
import { Section } from '../ui/section';

export function PasswordSection() {
  const { toasts } = useConsole();
  const { account } = useLanguage().words;
  const [round, setRound] = useState(0);
  return (
    <Section title={account.passwordTitle} lead={account.passwordLead}>
      {/* A new key makes a new form: its fields are empty and show no errors. */}
      <PasswordForm
        key={round}
        onDone={() => {
          setRound(round + 1);
          void toasts.show(account.passwordChanged);
        }}
      />
    </Section>
  );
}

function PasswordForm({ onDone }: { onDone(): void }) {
  const { api } = useConsole();
  const { email } = useAccount();
  const { words } = useLanguage();
  const { account, common, signIn } = words;
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const form = useForm({
    problems: {
      current: current === '' ? common.required : undefined,
      password: newPasswordProblem(password, words),
    },
    send: async () => {
      await api.post('console/change/password', { current_password: current, password });
      onDone();
    },
  });
  const code = form.error instanceof RefusalError ? form.error.code : '';
  return (
    <Form
      form={form}
      refusal={code === 'invalid_credentials' ? account.currentPasswordWrong : undefined}
    >
      {/* Password managers need the user name next to a new password. */}
      <input
        class="hidden"
        type="text"
        autocomplete="username"
        value={email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <PasswordField
        label={account.currentPassword}
        autocomplete="current-password"
        value={current}
        onChange={setCurrent}
        problem={form.problem('current')}
      />
      <PasswordField
        label={account.newPassword}
        hint={signIn.passwordHint}
        autocomplete="new-password"
        value={password}
        onChange={setPassword}
        problem={
          form.problem('password') ??
          (code === 'weak_password' ? words.refusals.weak_password : undefined)
        }
      />
      <Button type="submit" isBusy={form.isBusy}>
        {account.changePassword}
      </Button>
    </Form>
  );
}
