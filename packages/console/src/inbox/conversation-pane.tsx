import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { holds, isErased, receivers, rowOf, suggestionOf } from '@chat-relay/desk/selectors';
import { useConsole } from '../state/console';
import { Empty } from '../ui/notes';
import { SkeletonRows } from '../ui/skeleton';
import { useLanguage } from '../words/language';
import { inboxAddress, type Filter } from './model/filter';
import type { Inbox } from './model/inbox';
import { LoadFailed } from './load-failed';
import { mayClaim, maySnooze } from './model/roles';
import { useAttach } from './files/use-attach';
import { useFileDrop } from './files/use-file-drop';
import { useNotes } from './notes/use-notes';
import { Composer } from './thread/composer';
import { Erased } from './thread/erased';
import { NotHeld } from './thread/not-held';
import { SnoozeDialog } from './thread/snooze-dialog';
import { HandOver } from './thread/hand-over';
import { Suggestion } from './thread/suggestion';
import { Thread } from './thread/thread';
import { ThreadHead } from './thread/thread-head';
import { TranslateBar } from './translation/translate-bar';
import { useTranslations } from './translation/use-translations';
import { TransferDialog } from './parts/transfer-dialog';
import { useAnswerHere } from './use-answer-here';
import type { ConversationActions } from './use-conversation-actions';
import { VisitorPanel, type PanelField } from './visitor/visitor-panel';

/** The open dialog about the conversation. */
export type PaneDialog = 'transfer' | 'snooze' | null;

export interface ConversationPaneProps {
  inbox: Inbox;
  filter: Filter;
  openId: string | null;
  /** Whether the list shows no conversation. */
  isListEmpty: boolean;
  area: RefObject<HTMLTextAreaElement | null>;
  actions: ConversationActions;
  /** Whether the account is an owner or admin of the workspace. */
  isAdmin: boolean;
  dialog: PaneDialog;
  onDialog(dialog: PaneDialog): void;
  /** The field in the visitor's panel that should get the focus. */
  wanted: PanelField | null;
  onFocused(): void;
}

/** The panel has its own column from this width. */
const WIDE = '(min-width: 1100px)';

export function ConversationPane(props: ConversationPaneProps) {
  const { inbox, filter, openId, actions } = props;
  const { words } = useLanguage();
  const state = inbox.state.value;
  const [isWide, setWide] = useState(() => matchMedia(WIDE).matches);
  const [isPanelShown, setPanelShown] = useState(isWide);
  const isSheet = isPanelShown && !isWide;
  useEffect(() => {
    const wide = matchMedia(WIDE);
    const onChange = (): void => {
      setWide(wide.matches);
      setPanelShown(wide.matches);
    };
    wide.addEventListener('change', onChange);
    return () => wide.removeEventListener('change', onChange);
  }, []);
  const row = openId === null ? null : rowOf(state, openId);
  const attach = useAttach(inbox, row);
  const answerHere = useAnswerHere(inbox, row);
  const notes = useNotes(inbox, openId);
  const loaded = state.open !== null && state.open.id === openId ? state.open : null;
  const translations = useTranslations(openId, loaded?.messages ?? []);
  const mayTranslate = row !== null && state.tenants[row.tenant_id]?.bot?.translation === true;
  const isHeld = holds(state, row);
  const isDropping = useFileDrop(isHeld ? attach : null);
  useEffect(() => {
    if (props.wanted && row) setPanelShown(true);
  }, [props.wanted, row !== null]);
  // A sheet over one conversation must not cover the next one.
  useEffect(() => {
    if (!isWide) setPanelShown(false);
  }, [openId]);

  if (openId === null) {
    return (
      <section class="pane">
        <NothingOpen {...props} />
      </section>
    );
  }
  const open = loaded;
  if (!row || !open) {
    return (
      <section class="pane">
        {inbox.hasFailed.value ? (
          <LoadFailed retry={inbox.wake} />
        ) : (
          <>
            <header class="thread-head" />
            <div class="thread-scroll">
              <SkeletonRows rows={5} heightPx={44} shape="bubble" />
            </div>
            <div class="not-held" />
          </>
        )}
      </section>
    );
  }
  const canSnooze = maySnooze(state, row, props.isAdmin);
  return (
    <>
      <section
        class={isDropping ? 'pane dropping' : 'pane'}
        aria-label={words.inbox.thread}
        inert={isSheet}
      >
        <ThreadHead
          state={state}
          row={row}
          backHref={inboxAddress(filter, null)}
          isPanelShown={isPanelShown}
          onClaim={() => actions.claim(row)}
          onResolve={() => actions.resolve(row)}
          onRelease={() => actions.release(row)}
          onTransfer={() => props.onDialog('transfer')}
          onMarkUnread={() => actions.markUnread(row)}
          onSnooze={() => props.onDialog('snooze')}
          onWake={() => actions.snooze(row, null)}
          maySnooze={canSnooze}
          onTogglePanel={() => setPanelShown(!isPanelShown)}
        />
        {isErased(row) ? (
          <Erased key={openId} />
        ) : (
          <>
            <Thread
              key={openId}
              inbox={inbox}
              state={state}
              open={open}
              row={row}
              notes={notes}
              translations={translations}
              hitSeq={hitSeqOf(inbox, openId)}
            />
            {row.escalation_reason === 'low_confidence' && row.status !== 'BOT' && (
              <HandOver key={`hand-over ${openId}`} row={row} isAdmin={props.isAdmin} />
            )}
            {suggestionOf(state, row) && mayClaim(state, row) && (
              <Suggestion inbox={inbox} row={row} area={props.area} />
            )}
            {mayTranslate && <TranslateBar translations={translations} />}
            {isHeld ? (
              <Composer
                key={openId}
                inbox={inbox}
                state={state}
                row={row}
                area={props.area}
                attach={attach}
                translatesInto={mayTranslate ? (translations.visitorLanguage ?? row.locale) : null}
              />
            ) : (
              <NotHeld
                row={row}
                mayClaim={mayClaim(state, row)}
                hasDraft={state.drafts[openId] !== undefined || state.files[openId] !== undefined}
                onClaim={() => actions.claim(row)}
                answerHere={answerHere}
              />
            )}
          </>
        )}
      </section>
      {isPanelShown && (
        <VisitorPanel
          key={`panel ${openId}`}
          inbox={inbox}
          filter={filter}
          row={row}
          notes={notes}
          wanted={props.wanted}
          onFocused={props.onFocused}
          isSheet={isSheet}
          onClose={() => setPanelShown(false)}
        />
      )}
      {props.dialog === 'snooze' && canSnooze && (
        <SnoozeDialog
          onChoose={(untilMs) => {
            props.onDialog(null);
            actions.snooze(row, untilMs);
          }}
          onClose={() => props.onDialog(null)}
        />
      )}
      {props.dialog === 'transfer' && isHeld && (
        <TransferDialog
          title={words.inbox.transferTo}
          found={receivers(state, row.conversation_id)}
          onOpen={() => void inbox.desk.sync.surroundings().catch(() => {})}
          onChoose={(to) => {
            props.onDialog(null);
            actions.transfer(row, to);
          }}
          onClose={() => props.onDialog(null)}
        />
      )}
    </>
  );
}

/** The `seq` of the message in which the search found this conversation. */
function hitSeqOf(inbox: Inbox, openId: string): number | null {
  const { found } = inbox.listing.state.value;
  return found?.find(({ id }) => id === openId)?.match?.seq ?? null;
}

/** Shown while no conversation is open. Its advice agrees with the list next to it. */
function NothingOpen({ inbox, filter, isListEmpty }: ConversationPaneProps) {
  const { preferences } = useConsole();
  const { inbox: words } = useLanguage().words;
  const { me, tenants } = inbox.state.value;
  if (!isListEmpty) {
    return (
      <Empty icon="inbox" title={words.pick}>
        {preferences.singleKeys.value && <p>{words.pickText(me.operatorIds.length > 0)}</p>}
      </Empty>
    );
  }
  const hasTenants = Object.keys(tenants).length > 0;
  return (
    <Empty icon="inbox" title={words.nothing}>
      {hasTenants && filter.view === 'open' && filter.query + filter.tag === '' && (
        <p>{words.nothingText}</p>
      )}
    </Empty>
  );
}
