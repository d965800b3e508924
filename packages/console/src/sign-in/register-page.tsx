import { useLocation } from '../state/location';
import { useMayRegister } from '../state/sign-in-options';
import { SkeletonRows } from '../ui/skeleton';
import { useBaseLanguage } from '../words/language';
import { Entrance } from './entrance';
import { RegisterFlow } from './register-flow';

export function RegisterPage() {
  const { query } = useLocation();
  const { signIn } = useBaseLanguage().words;
  const mayRegister = useMayRegister();
  const next = query['next'] === undefined ? '' : `?next=${encodeURIComponent(query['next'])}`;
  const foot = (
    <>
      {signIn.haveAccount} <a href={`/console/sign-in${next}`}>{signIn.submit}</a>
    </>
  );
  if (mayRegister === true) return <RegisterFlow foot={foot} />;
  return (
    <Entrance
      title={signIn.register}
      lead={mayRegister === false ? signIn.byInvitation : undefined}
      foot={foot}
    >
      {mayRegister === false ? (
        <p>{signIn.askForInvitation}</p>
      ) : (
        <SkeletonRows rows={4} heightPx={40} />
      )}
    </Entrance>
  );
}
