import { useLocation } from '../state/location';
import { useState } from 'preact/hooks';
import type { SessionState } from '../api/session';
import type { Membership } from '@chat-relay/server/wire/workspaces';
import { useConsole } from '../state/console';
import { Button } from '../ui/button';
import { Form, useForm } from '../ui/form';
import { Banner } from '../ui/notes';
import { useBaseLanguage } from '../words/language';
import { Entrance } from './entrance';
import { RegisterFlow } from './register-flow';
import { SignInFlow } from './sign-in-flow';

/** Reads the token from the link's fragment, which browsers never send to a server. */
const tokenOf = (hash: string): string => {
  const text = decoded(hash.replace(/^#/, ''));
  return new URLSearchParams(text).get('token') ?? text;
};

/** Decodes the fragment: some mail programs encode it, and some break the encoding. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function InvitationPage() {
  const { session } = useConsole();
  const { route } = useLocation();
  const { signIn } = useBaseLanguage().words;
  const [token] = useState(() => tokenOf(location.hash));
  const [hasAccount, setHasAccount] = useState(false);
  const state = session.state.value;

  if (token === '') {
    return (
      <Entrance
        title={signIn.invitationTitle}
        foot={<a href="/console/sign-in">{signIn.backToSignIn}</a>}
      >
        <Banner tone="waiting">{signIn.invitationMissing}</Banner>
      </Entrance>
    );
  }
  if (state.kind === 'signed-in') {
    return <Accept token={token} email={state.account.email} />;
  }
  const other = (
    <button type="button" class="link-button" onClick={() => setHasAccount(!hasAccount)}>
      {hasAccount ? signIn.invitationNew : signIn.invitationExisting}
    </button>
  );
  return hasAccount ? (
    <SignInFlow foot={other} />
  ) : (
    <RegisterFlow inviteToken={token} foot={other} onDone={() => route('/console/inbox', true)} />
  );
}

/** Accepts the invitation with an existing account. */
function Accept({ token, email }: { token: string; email: string }) {
  const { api, session, preferences, toasts } = useConsole();
  const { route } = useLocation();
  const { signIn } = useBaseLanguage().words;
  const form = useForm<never>({
    problems: {},
    send: async () => {
      const before = membershipsOf(session.state.value);
      await api.post('console/accept/invitation', { invite_token: token });
      await session.read();
      const joined = membershipsOf(session.state.value).find(
        ({ workspace_id }) => !before.some((known) => known.workspace_id === workspace_id),
      );
      if (joined) {
        preferences.workspaceId.value = joined.workspace_id;
        void toasts.show(signIn.invitationAccepted(joined.workspace_name));
      }
      route('/console/inbox', true);
    },
  });
  return (
    <Entrance
      title={signIn.invitationTitle}
      lead={signIn.invitationAs(email)}
      foot={
        <button
          type="button"
          class="link-button"
          onClick={() => void session.logOut().catch(() => {})} // the banner says that the relay is unreachable
        >
          {signIn.invitationOther}
        </button>
      }
    >
      <Form form={form}>
        <Button kind="primary" type="submit" isWide isBusy={form.isBusy}>
          {signIn.invitationAccept}
        </Button>
      </Form>
    </Entrance>
  );
}

const membershipsOf = (state: SessionState): Membership[] =>
  state.kind === 'signed-in' ? state.memberships : [];
