import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Api } from '../api/client';
import type { Session } from '../api/session';
import type { Account } from '@chat-relay/server/wire/accounts';
import type { Membership } from '@chat-relay/server/wire/workspaces';
import type { Inbox } from '../inbox/model/inbox';
import type { Actions } from './actions';
import type { Announcer } from './announcer';
import type { Confirmation } from './confirmation';
import type { Connection } from './connection';
import type { PageTitle } from './page-title';
import type { Preferences } from './preferences';
import type { Resources } from './resources';
import type { Toasts } from './toasts';

/** State and services that all screens share. */
export interface Console {
  api: Api;
  session: Session;
  connection: Connection;
  preferences: Preferences;
  announcer: Announcer;
  toasts: Toasts;
  actions: Actions;
  resources: Resources;
  confirmation: Confirmation;
  pageTitle: PageTitle;
  /** Null until someone is signed in and the inbox's code is loaded. */
  inbox: Signal<Inbox | null>;
  /** Whether this tab plays sounds and shows notifications. */
  isLeader: ReadonlySignal<boolean>;
}

export const ConsoleContext = createContext<Console | null>(null);

export function useConsole(): Console {
  const shared = useContext(ConsoleContext);
  if (!shared) throw new TypeError('useConsole is called outside the console');
  return shared;
}

/** The signed-in account. @throws {TypeError} on screens before sign-in */
export function useAccount(): Account {
  const state = useConsole().session.state.value;
  if (state.kind !== 'signed-in') throw new TypeError('no account is signed in');
  return state.account;
}

/** The open workspace; null if the account belongs to none. */
export function useWorkspace(): Membership | null {
  const { session, preferences } = useConsole();
  const state = session.state.value;
  if (state.kind !== 'signed-in') return null;
  const wanted = preferences.workspaceId.value;
  return (
    state.memberships.find(({ workspace_id }) => workspace_id === wanted) ??
    state.memberships[0] ??
    null
  );
}
