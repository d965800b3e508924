import { useLocation } from '../state/location';
import { useBaseLanguage } from '../words/language';
import { RegisterFlow } from './register-flow';

export function RegisterPage() {
  const { query } = useLocation();
  const { words } = useBaseLanguage();
  const next = query['next'] === undefined ? '' : `?next=${encodeURIComponent(query['next'])}`;
  return (
    <RegisterFlow
      foot={
        <>
          {words.signIn.haveAccount} <a href={`/console/sign-in${next}`}>{words.signIn.submit}</a>
        </>
      }
    />
  );
}
