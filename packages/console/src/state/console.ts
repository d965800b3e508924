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

/** What all screens share. */
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
  /** Null until someone is signed in and its code is here. */
  inbox: Signal<Inbox | null>;
  /** Whether this tab plays the sounds and shows the notifications. */
  isLeader: ReadonlySignal<boolean>;
}

export const ConsoleContext = createContext<Console | null>(null);

export function useConsole(): Console {
  const shared = useContext(ConsoleContext);
  if (!shared) throw new TypeError('useConsole is called outside the console');
  return shared;
}

/** The account that is signed in. Only for screens that are shown to it. */
export function useAccount(): Account {
  const state = useConsole().session.state.value;
  if (state.kind !== 'signed-in') throw new TypeError('no account is signed in');
  return state.account;
}

/** The workspace that is open; null for an account that has none. */
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
