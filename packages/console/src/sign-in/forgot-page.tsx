import { useLocation } from '../state/location';
import { useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import type { SentCode } from '@chat-relay/server/wire/accounts';
import { useConsole } from '../state/console';
import { Button } from '../ui/button';
import { PasswordField, TextField } from '../ui/field';
import { Form, looksLikeEmail, newPasswordProblem, useForm } from '../ui/form';
import { useBaseLanguage } from '../words/language';
import { CodeForm } from './code-form';
import { Entrance } from './entrance';

interface Attempt {
  email: string;
  sent: SentCode & { challenge_token: string };
}

/** Resets a password by a mailed code. It never reveals whether the address has an account. */
export function ForgotPage() {
  const { api } = useConsole();
  const { words } = useBaseLanguage();
  const [email, setEmail] = useState('');
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const { signIn } = words;

  const send = async (): Promise<void> => {
    const address = email.trim();
    const sent = await api.post('console/forgot/password', { email: address });
    setAttempt({ email: address, sent });
  };
  const form = useForm({
    problems: { email: looksLikeEmail(email) ? undefined : signIn.invalidEmail },
    send,
  });
  const back = <a href="/console/sign-in">{signIn.backToSignIn}</a>;

  if (attempt) return <ResetStep attempt={attempt} onResend={send} foot={back} />;
  return (
    <Entrance title={signIn.forgotTitle} lead={signIn.forgotLead} foot={back}>
      <Form form={form}>
        <TextField
          label={signIn.email}
          type="email"
          name="email"
          autocomplete="username"
          value={email}
          onChange={setEmail}
          problem={form.problem('email')}
          hasFocus
        />
        <Button kind="primary" type="submit" isWide isBusy={form.isBusy}>
          {signIn.forgotSubmit}
        </Button>
      </Form>
    </Entrance>
  );
}

interface ResetStepProps {
  attempt: Attempt;
  onResend(): Promise<void>;
  foot: ComponentChildren;
}

function ResetStep({ attempt, onResend, foot }: ResetStepProps) {
  const { api } = useConsole();
  const { route } = useLocation();
  const { words } = useBaseLanguage();
  const { signIn } = words;
  const [password, setPassword] = useState('');
  const [wasTried, setTried] = useState(false);
  const problem = newPasswordProblem(password, words);
  return (
    <Entrance title={signIn.newPassword} lead={signIn.resetLead(attempt.email)} foot={foot}>
      <CodeForm
        sent={attempt.sent}
        onResend={onResend}
        submitLabel={signIn.resetSubmit}
        problem={problem}
        onAttempt={() => setTried(true)}
        onCode={async (otp) => {
          const { challenge_token } = attempt.sent;
          await api.post('console/reset/password', { challenge_token, otp, password });
          route('/console/sign-in?reset=done');
        }}
      >
        <PasswordField
          label={signIn.newPassword}
          hint={signIn.passwordHint}
          autocomplete="new-password"
          value={password}
          onChange={setPassword}
          problem={wasTried ? problem : undefined}
        />
      </CodeForm>
    </Entrance>
  );
}
