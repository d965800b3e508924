import { signal, type ReadonlySignal } from '@preact/signals';
import type { Api } from './client';
import { RefusalError } from './refusal';
import type { Tabs } from '../browser/tabs';
import type { Account, SignedInAccount } from '@chat-relay/server/wire/accounts';
import type { Membership } from '@chat-relay/server/wire/workspaces';
import type { LoginResponse } from '@chat-relay/server/wire/accounts';

type FinishingRoute =
  | 'console/verify/registration'
  | 'console/verify/login-otp'
  | 'console/verify/login-totp';

export type SessionState =
  | { kind: 'unknown' }
  /** `ended`: the relay ended the session; `left`: the person signed out. */
  | { kind: 'signed-out'; reason: 'none' | 'left' | 'ended' }
  | ({ kind: 'signed-in' } & SignedInAccount);

/** The session of the signed-in account, shared by all tabs of this browser. Scripts can't read its cookie. */
export interface Session {
  readonly state: ReadonlySignal<SessionState>;
  /** Asks the relay who is signed in. Rejects only if the relay can't be asked. */
  read(options?: { isBackground?: boolean }): Promise<void>;
  /** @throws {RefusalError} invalid_credentials, account_pending, insecure_origin and others */
  logIn(credentials: {
    email: string;
    password: string;
    remember: boolean;
  }): Promise<LoginResponse>;
  /** Sends the request that completes a sign-in, such as `console/verify/login-otp`. */
  finish(route: FinishingRoute, body: object): Promise<void>;
  logOut(): Promise<void>;
  /** Marks the session as ended by the relay. The first part that notices calls it. */
  end(): void;
  /** Stores the account after this page has changed it. */
  putAccount(account: Account): void;
  putMemberships(memberships: Membership[]): void;
}

const BY_COOKIE = { headers: { 'x-relay-session': 'cookie' } };

/** @param tabs carries sign-ins and sign-outs to this browser's other tabs */
export function createSession(api: Api, tabs: Tabs): Session {
  const state = signal<SessionState>({ kind: 'unknown' });

  const enter = ({ account, memberships }: SignedInAccount): void => {
    state.value = { kind: 'signed-in', account, memberships };
  };
  const change = (make: (now: SignedInAccount) => SignedInAccount): void => {
    if (state.value.kind === 'signed-in') enter(make(state.value));
  };
  const leave = (reason: 'left' | 'ended'): void => {
    if (state.value.kind === 'signed-in') state.value = { kind: 'signed-out', reason };
  };

  /** Checks that the browser kept the cookie: WebKit stores no `Secure` one over plain HTTP, not even for localhost. */
  const enterByCookie = async (answer: SignedInAccount): Promise<void> => {
    if (location.protocol === 'http:') {
      await api.get('console/fetch/account').catch((error: unknown) => {
        if (!(error instanceof RefusalError) || error.status !== 401) throw error;
        throw new RefusalError(409, { code: 'insecure_origin' }, error.message);
      });
    }
    enter(answer);
    tabs.post('entered');
  };

  const read: Session['read'] = async (options = {}) => {
    try {
      enter(await api.get('console/fetch/account', options));
    } catch (error) {
      if (!(error instanceof RefusalError) || error.status !== 401) throw error;
      if (state.value.kind === 'unknown') state.value = { kind: 'signed-out', reason: 'none' };
      leave('ended');
    }
  };

  tabs.onMessage((said) => {
    if (said === 'left') leave('left');
    if (said === 'entered') void read({ isBackground: true }).catch(() => {}); // the next request asks again
  });

  return {
    state,
    read,
    async logIn(credentials) {
      const answer = await api.post('console/login', credentials, BY_COOKIE);
      if (!answer.redirect_to_mfa) await enterByCookie(answer);
      return answer;
    },
    async finish(route, body) {
      await enterByCookie(await api.post(route, body, BY_COOKIE));
    },
    async logOut() {
      await api.post('console/logout');
      tabs.post('left');
      leave('left');
    },
    end: () => leave('ended'),
    putAccount: (account) => change((now) => ({ ...now, account })),
    putMemberships: (memberships) => change((now) => ({ ...now, memberships })),
  };
}
