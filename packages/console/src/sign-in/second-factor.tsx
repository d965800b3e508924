import { useEffect, useState } from 'preact/hooks';
import { RefusalError } from '../api/refusal';
import type { Factor, SentCode } from '@chat-relay/server/wire/accounts';
import { useConsole } from '../state/console';
import { Button } from '../ui/button';
import { Banner } from '../ui/notes';
import { refusalText } from '../ui/refusal-text';
import { SkeletonRows } from '../ui/skeleton';
import { useBaseLanguage } from '../words/language';
import { CodeForm } from './code-form';
import { Entrance } from './entrance';

export interface SecondFactorProps {
  challengeToken: string;
  factors: Factor[];
  /** Returns to the password, with the refusal that ended this attempt. */
  onStartOver(reason: unknown): void;
}

type SentByMail = SentCode & { masked_email: string };

/** Asks for a mailed code, or for one of the authenticator app if the account has one. */
export function SecondFactor({ challengeToken, factors, onStartOver }: SecondFactorProps) {
  const { api, session } = useConsole();
  const language = useBaseLanguage();
  const { signIn, common } = language.words;
  const [factor, setFactor] = useState<Factor>(factors.includes('totp') ? 'totp' : 'email');
  const [sent, setSent] = useState<SentByMail | null>(null);
  const [error, setError] = useState<unknown>(null);

  const endIfOver = (refused: unknown): void => {
    if (refused instanceof RefusalError && refused.code === 'challenge_invalid')
      onStartOver(refused);
  };
  const mail = async (): Promise<void> => {
    const body = { challenge_token: challengeToken };
    setSent(await api.post('console/get/login-otp', body));
  };
  const mailFirst = (): void => {
    setError(null);
    mail().catch((refused: unknown) => {
      setError(refused);
      endIfOver(refused);
    });
  };
  useEffect(() => {
    if (factor === 'email' && sent === null) mailFirst();
  }, [factor]);

  const verify = async (code: string): Promise<void> => {
    const sending =
      factor === 'totp'
        ? session.finish('console/verify/login-totp', {
            challenge_token: challengeToken,
            totp: code,
          })
        : session.finish('console/verify/login-otp', { challenge_token: challengeToken, code });
    await sending.catch((refused: unknown) => {
      endIfOver(refused);
      throw refused;
    });
  };

  const others = factors.filter((other) => other !== factor);
  return (
    <Entrance
      title={signIn.codeTitle}
      lead={
        factor === 'totp'
          ? signIn.codeByApp
          : sent
            ? signIn.codeByMail(sent.masked_email)
            : undefined
      }
      foot={
        <>
          {others.map((other) => (
            <button key={other} type="button" class="link-button" onClick={() => setFactor(other)}>
              {other === 'totp' ? signIn.useApp : signIn.useMail}
            </button>
          ))}
          {others.length > 0 && ' · '}
          <button type="button" class="link-button" onClick={() => onStartOver(null)}>
            {signIn.startOver}
          </button>
        </>
      }
    >
      {factor === 'totp' || sent ? (
        <CodeForm
          key={factor}
          sent={factor === 'totp' ? null : sent}
          onCode={verify}
          onResend={mail}
        />
      ) : error === null ? (
        <SkeletonRows rows={2} heightPx={40} />
      ) : (
        <>
          <Banner tone="late">{refusalText(error, language)}</Banner>
          <Button onClick={mailFirst}>{common.retry}</Button>
        </>
      )}
    </Entrance>
  );
}
