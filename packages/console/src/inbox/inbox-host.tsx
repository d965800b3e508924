import { computed } from '@preact/signals';
import { effect } from '../browser/effect';
import { useLocation } from '../state/location';
import { useEffect, useRef } from 'preact/hooks';
import type { DeskNotice } from '@chat-relay/desk/desk';
import { holds } from '@chat-relay/desk/selectors';
import type { Row } from '@chat-relay/desk/wire';
import { useConsole } from '../state/console';
import { refusalText } from '../ui/refusal-text';
import { useLanguage, type Language } from '../words/language';
import { showCount } from './model/favicon';
import { inboxAddress } from './model/filter';
import { followChanges } from './follow-changes';
import { createInbox } from './model/inbox';
import { plainLine } from './model/plain';
import { createNotifier, waitingRows } from './model/notifier';

/** Longer than other toasts: the operator may be busy with another conversation. */
const MENTION_MS = 20_000;
const NO_FILTER = { view: 'open', tenantId: '', tag: '', query: '' } as const;

/** Runs the inbox on every page, so presence, counts and notifications continue outside of it. */
export function InboxHost() {
  const shared = useConsole();
  const { route } = useLocation();
  const language = useRef<Language>(useLanguage());
  language.current = useLanguage();
  const state = shared.session.state.value;
  const accountId = state.kind === 'signed-in' ? state.account.account_id : null;
  const workspaces =
    state.kind === 'signed-in' ? state.memberships.map((one) => one.workspace_id).join() : '';

  useEffect(() => {
    if (state.kind !== 'signed-in' || workspaces === '') return undefined;
    const notices = (notice: DeskNotice): string | null => {
      const { inbox: words } = language.current.words;
      if (notice === 'gone') return words.gone;
      // An open conversation shows this itself, and the list shows 'behind'.
      const isInInbox = location.pathname === '/console/inbox';
      // A workspace without a site has no conversations to read.
      const hasTenants = Object.keys(inbox.state.peek().tenants).length > 0;
      return notice === 'no-operator' && isInInbox && hasTenants ? words.notAnOperator : null;
    };
    const inbox = createInbox({
      api: shared.api,
      account: state.account,
      memberships: state.memberships,
      onNotice: (notice) => {
        const text = notices(notice);
        if (text !== null) void shared.toasts.show(text);
        if (notice === 'gone') route(inboxAddress(NO_FILTER, null));
      },
      onTrouble: (error) => {
        if (shared.session.state.value.kind !== 'signed-in') return;
        void shared.toasts.show(refusalText(error, language.current));
      },
      onSessionEnded: () => shared.session.end(),
      onWorkspaceLost: () => {
        shared.session.read().catch(() => {}); // the banner reports the failure, and the next request asks again
      },
    });
    // Counts follow these parts of the state, so typing does not recount.
    const rows = computed(() => inbox.state.value.rows);
    const operators = computed(() => inbox.state.value.colleagues);
    const ownIds = computed(() => inbox.state.value.me.operatorIds);
    const due = computed(() => {
      const me = { ...inbox.state.peek().me, operatorIds: ownIds.value };
      const parts = { rows: rows.value, colleagues: operators.value, me };
      const desk = { ...inbox.state.peek(), ...parts };
      const isUnread = (row: Row): boolean => holds(desk, row) && (row.unread ?? 0) > 0;
      const unread = [...desk.rows.values()].filter(({ row }) => isUnread(row));
      return waitingRows(desk).length + unread.length;
    });
    const stops = [
      followChanges({
        inbox,
        session: shared.session,
        resources: shared.resources,
        accountId: state.account.account_id,
        onTrouble: () => {}, // the next change reads it again, as does the next page
      }),
      inbox.onUpdate((update) => {
        const { mentioned, transferReturned, open } = language.current.words.inbox;
        if (update.type !== 'mention' && update.type !== 'transfer_returned') return;
        const text =
          update.type === 'mention'
            ? mentioned
            : transferReturned(plainLine(update.operator_display_name, 80));
        void shared.toasts.show(text, { action: open, forMs: MENTION_MS }).then((outcome) => {
          if (outcome === 'acted') route(inboxAddress(NO_FILTER, update.conversation_id));
        });
      }),
      createNotifier({
        inbox,
        preferences: shared.preferences,
        isLeader: shared.isLeader,
        words: () => language.current.words,
        onOpen: (id) => route(inboxAddress(NO_FILTER, id)),
      }),
      effect(() => {
        shared.pageTitle.count.value = due.value;
      }),
      effect(() => showCount(shared.pageTitle.count.value)),
      effect(() => {
        if (shared.connection.link.value.kind === 'up') inbox.wake();
      }),
    ];
    shared.inbox.value = inbox;
    return () => {
      shared.inbox.value = null;
      shared.pageTitle.count.value = 0;
      for (const stop of stops) stop();
      inbox.close();
    };
  }, [accountId, workspaces]);

  return null;
}
