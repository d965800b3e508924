import { useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { RefusalError } from '../api/refusal';
import type { Factor } from '@chat-relay/server/wire/accounts';
import { useConsole } from '../state/console';
import { Button } from '../ui/button';
import { Check } from '../ui/choice';
import { PasswordField, TextField } from '../ui/field';
import { Form, looksLikeEmail, useForm } from '../ui/form';
import { refusalText } from '../ui/refusal-text';
import { Banner } from '../ui/notes';
import { useBaseLanguage } from '../words/language';
import { Entrance } from './entrance';
import { SecondFactor } from './second-factor';

/** A sign-in that waits for its second factor. */
interface Challenge {
  token: string;
  factors: Factor[];
}

export interface SignInFlowProps {
  /** A message above the form, such as why it is shown. */
  news?: ComponentChildren;
  foot?: ComponentChildren;
}

/** Signs in with a password and then a code. */
export function SignInFlow({ news, foot }: SignInFlowProps) {
  const [email, setEmail] = useState('');
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const [over, setOver] = useState<unknown>(null);
  if (challenge) {
    return (
      <SecondFactor
        challengeToken={challenge.token}
        factors={challenge.factors}
        onStartOver={(reason) => {
          setChallenge(null);
          setOver(reason);
        }}
      />
    );
  }
  return (
    <PasswordStep
      email={email}
      onEmail={setEmail}
      news={news}
      over={over}
      foot={foot}
      onChallenge={setChallenge}
    />
  );
}

interface PasswordStepProps extends SignInFlowProps {
  email: string;
  onEmail(email: string): void;
  /** Why the second step ended. */
  over: unknown;
  onChallenge(challenge: Challenge): void;
}

function PasswordStep({ email, onEmail, news, over, foot, onChallenge }: PasswordStepProps) {
  const { session } = useConsole();
  const language = useBaseLanguage();
  const { signIn, common } = language.words;
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(false);
  const form = useForm({
    problems: {
      email: looksLikeEmail(email) ? undefined : signIn.invalidEmail,
      password: password === '' ? common.required : undefined,
    },
    send: async () => {
      const answer = await session.logIn({ email: email.trim(), password, remember });
      if (!answer.redirect_to_mfa) return;
      onChallenge({ token: answer.challenge_token, factors: answer.mfa_factors });
    },
  });
  return (
    <Entrance title={signIn.title} lead={signIn.lead} foot={foot}>
      {form.attempt === 0 &&
        (over instanceof RefusalError ? (
          <Banner tone="waiting">{refusalText(over, language)}</Banner>
        ) : (
          news
        ))}
      <Form form={form}>
        <TextField
          label={signIn.email}
          type="email"
          name="email"
          autocomplete="username"
          value={email}
          onChange={onEmail}
          problem={form.problem('email')}
          hasFocus
        />
        <PasswordField
          label={signIn.password}
          autocomplete="current-password"
          value={password}
          onChange={setPassword}
          problem={form.problem('password')}
        />
        <div class="side-by-side">
          <Check
            label={signIn.remember}
            hint={remember ? signIn.rememberHint : undefined}
            isOn={remember}
            onChange={setRemember}
          />
          <a href="/console/forgot-password">{signIn.forgot}</a>
        </div>
        <Button kind="primary" type="submit" isWide isBusy={form.isBusy}>
          {signIn.submit}
        </Button>
      </Form>
    </Entrance>
  );
}
