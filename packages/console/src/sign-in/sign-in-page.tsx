import { useLocation } from '../state/location';
import { useConsole } from '../state/console';
import { useMayRegister } from '../state/sign-in-options';
import { Banner } from '../ui/notes';
import { useBaseLanguage } from '../words/language';
import { SignInFlow } from './sign-in-flow';

export function SignInPage() {
  const { session } = useConsole();
  const { query } = useLocation();
  const { words } = useBaseLanguage();
  const mayRegister = useMayRegister();
  const state = session.state.value;
  const why = state.kind === 'signed-out' ? state.reason : 'none';
  const next = query['next'] === undefined ? '' : `?next=${encodeURIComponent(query['next'])}`;
  return (
    <SignInFlow
      news={
        query['reset'] === 'done' ? (
          <Banner tone="online">{words.signIn.reset}</Banner>
        ) : why === 'ended' ? (
          <Banner tone="waiting">{words.signIn.ended}</Banner>
        ) : why === 'left' ? (
          <Banner>{words.signIn.signedOut}</Banner>
        ) : null
      }
      foot={
        mayRegister === undefined ? undefined : mayRegister ? (
          <>
            {words.signIn.noAccount}{' '}
            <a href={`/console/register${next}`}>{words.signIn.register}</a>
          </>
        ) : (
          `${words.signIn.noAccount} ${words.signIn.askForInvitation}`
        )
      }
    />
  );
}
