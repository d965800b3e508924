import { RefusalError } from '../api/refusal';
import { useConsole } from './console';
import { useResource } from './use-resource';

/** The relay's rules on who may register and create a workspace. They can be read before sign-in. */
interface SignInOptions {
  registration: 'open' | 'invited';
  create_workspace: 'all' | 'admins';
}

const OPEN: SignInOptions = { registration: 'open', create_workspace: 'all' };

/** Undefined until they are read. */
function useSignInOptions(): SignInOptions | undefined {
  const { data } = useResource(
    'sign-in-options',
    (api) =>
      api.get('console/fetch/sign-in-options').catch((error: unknown) => {
        // A relay of an older version lets everyone register.
        if (error instanceof RefusalError && error.status === 404) return OPEN;
        throw error;
      }),
    'fixed',
  );
  return data;
}

/** Whether a person without an invitation can create an account. Undefined until it is known. */
export function useMayRegister(): boolean | undefined {
  const options = useSignInOptions();
  return options && options.registration === 'open' && options.create_workspace === 'all';
}

/** Whether the signed-in account can create a workspace. Undefined until it is known. */
export function useMayCreateWorkspace(): boolean | undefined {
  const options = useSignInOptions();
  const state = useConsole().session.state.value;
  const isSystem = state.kind === 'signed-in' && state.account.is_system;
  return options && (options.create_workspace === 'all' || isSystem);
}
