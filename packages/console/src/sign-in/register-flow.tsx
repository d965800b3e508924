import { useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { RefusalError } from '../api/refusal';
import type { SentCode } from '@chat-relay/server/wire/accounts';
import { useConsole } from '../state/console';
import { Button } from '../ui/button';
import { PasswordField, TextField } from '../ui/field';
import { Form, looksLikeEmail, newPasswordProblem, useForm } from '../ui/form';
import { useBaseLanguage } from '../words/language';
import { CodeForm } from './code-form';
import { Entrance } from './entrance';

export interface RegisterFlowProps {
  /** Token of an invitation to a workspace. Without one, the account gets its own workspace. */
  inviteToken?: string;
  /** Called after the new account is signed in. */
  onDone?: () => void;
  foot?: ComponentChildren;
}

interface Attempt {
  email: string;
  sent: SentCode & { registration_token: string };
}

export function RegisterFlow({ inviteToken, onDone, foot }: RegisterFlowProps) {
  const { api, session } = useConsole();
  const { words } = useBaseLanguage();
  const { signIn, common } = words;
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [organization, setOrganization] = useState('');
  const [password, setPassword] = useState('');

  const needed = (text: string): string | undefined =>
    text.trim() === '' ? common.required : undefined;
  const form = useForm({
    problems: {
      name: needed(name),
      organization: inviteToken === undefined ? needed(organization) : undefined,
      email: looksLikeEmail(email) ? undefined : signIn.invalidEmail,
      password: newPasswordProblem(password, words),
    },
    send: async () => {
      const sent = await api.post('console/register', {
        email: email.trim(),
        password,
        display_name: name.trim(),
        ...(inviteToken === undefined
          ? { organization_name: organization.trim() }
          : { invite_token: inviteToken }),
      });
      setAttempt({ email: email.trim(), sent });
    },
  });
  const refused = form.error instanceof RefusalError ? form.error : null;
  const isWeak = refused?.code === 'weak_password';
  const hasBadName = refused?.problems.some(({ field }) => field.endsWith('_name')) ?? false;

  if (attempt) {
    const { registration_token } = attempt.sent;
    return (
      <Entrance
        title={signIn.codeTitle}
        lead={signIn.registerCode(attempt.email)}
        foot={
          <button type="button" class="link-button" onClick={() => setAttempt(null)}>
            {signIn.startOver}
          </button>
        }
      >
        <CodeForm
          sent={attempt.sent}
          onCode={async (otp) => {
            await session.finish('console/verify/registration', { registration_token, otp });
            onDone?.();
          }}
          onResend={async () => {
            const body = { registration_token };
            const sent = await api.post('console/resend/registration-otp', body);
            setAttempt({ ...attempt, sent: { ...attempt.sent, ...sent } });
          }}
        />
      </Entrance>
    );
  }
  return (
    <Entrance
      title={inviteToken === undefined ? signIn.register : signIn.invitationTitle}
      lead={inviteToken === undefined ? signIn.registerLead : signIn.invitationLead}
      foot={foot}
    >
      <Form form={form} refusal={hasBadName ? signIn.invalidName : undefined}>
        <TextField
          label={signIn.displayName}
          hint={signIn.displayNameHint}
          name="name"
          autocomplete="name"
          value={name}
          onChange={setName}
          problem={form.problem('name')}
          hasFocus
        />
        {inviteToken === undefined && (
          <TextField
            label={signIn.organization}
            name="organization"
            autocomplete="organization"
            value={organization}
            onChange={setOrganization}
            problem={form.problem('organization')}
          />
        )}
        <TextField
          label={signIn.email}
          hint={inviteToken === undefined ? undefined : signIn.invitationEmailHint}
          type="email"
          name="email"
          autocomplete="username"
          value={email}
          onChange={setEmail}
          problem={form.problem('email')}
        />
        <PasswordField
          label={signIn.password}
          hint={signIn.passwordHint}
          autocomplete="new-password"
          value={password}
          onChange={setPassword}
          problem={form.problem('password') ?? (isWeak ? words.refusals.weak_password : undefined)}
        />
        <Button kind="primary" type="submit" isWide isBusy={form.isBusy}>
          {signIn.registerSubmit}
        </Button>
      </Form>
    </Entrance>
  );
}
