import { hideComposingKeys } from '@chat-relay/widget-sdk/composing';
import { render } from 'preact';
import { signal } from '@preact/signals';
import { createApi } from '../api/client';
import { createSession, type Session } from '../api/session';
import { effect } from '../browser/effect';
import { createLeaderTab } from '../browser/leader-tab';
import { createTabs } from '../browser/tabs';
import { createActions } from '../state/actions';
import { createAnnouncer } from '../state/announcer';
import { createConfirmation } from '../state/confirmation';
import { createConnection } from '../state/connection';
import type { Console } from '../state/console';
import { createPageTitle } from '../state/page-title';
import { createPreferences } from '../state/preferences';
import { createResources } from '../state/resources';
import { createToasts } from '../state/toasts';
import { createClock } from '../ui/time';
import { loadBaseLanguage } from '../words/language';
import { App } from './app';
import { followLanguage } from './loading/follow-language';

hideComposingKeys(globalThis);
const preferences = createPreferences();
const language = signal(await loadBaseLanguage(preferences.locale.value));
effect(() => {
  document.documentElement.lang = language.value.locale;
});

const confirmation = createConfirmation();
const connection = createConnection(() => session.read({ isBackground: true }));
const api = createApi({
  onAnswer: (outcome) => connection.report(outcome),
  onSessionEnded: () => session.end(),
  confirmPassword: () => confirmation.ask(),
});
const session: Session = createSession(api, createTabs('relay-console'));
const announcer = createAnnouncer((count) => language.value.words.shell.moreNews(count));

const shared: Console = {
  api,
  session,
  connection,
  preferences,
  announcer,
  confirmation,
  toasts: createToasts(announcer),
  actions: createActions(),
  resources: createResources(),
  pageTitle: createPageTitle(language.value.words.common.productName),
  inbox: signal(null),
  isLeader: createLeaderTab(),
};

followLanguage(language, shared);
// Clears what was read from the relay when the account changes: another account must not see it.
effect(() => {
  if (session.state.value.kind !== 'signed-out') return;
  shared.resources.clear();
  confirmation.answer(false);
});
session.read().catch(() => {}); // the banner reports the failure, and the connection tries again

render(<App shared={shared} language={language} clock={createClock()} />, document.body);
