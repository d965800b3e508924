import { useComputed } from '@preact/signals';
import { memo } from '../memo';
import { hasUnread, isMarked } from '@chat-relay/desk/rows';
import { isErased } from '@chat-relay/desk/selectors';
import type { Match } from '@chat-relay/server/wire/search';
import type { Row } from '@chat-relay/desk/wire';
import { Icon } from '../../ui/icon';
import { Time } from '../../ui/time';
import { Tile } from '../../ui/tile';
import { useLanguage } from '../../words/language';
import type { Inbox } from '../model/inbox';
import { plainLine } from '../model/plain';
import { previewOf, visitorName } from '../model/visitor';
import { MatchLine } from './match-line';
import { WaitingClock } from './waiting-clock';

export interface RowProps {
  inbox: Inbox;
  row: Row;
  href: string;
  isOpen: boolean;
  /** Whether the keyboard is on this row: only this one is in the tab order. */
  isChosen: boolean;
  index: number;
  count: number;
  isMine: boolean;
  /** Whether the row is selected for a bulk action. */
  isSelected: boolean;
  onSelect(id: string, isRange: boolean): void;
  /** The tenant's name, if there are several tenants. */
  tenant: string | undefined;
  /** Where a search found the conversation. */
  match: Match | null;
}

/** In characters: shorter names of sites are never cut. */
const SHORT_NAME = 12;

/** A conversation in the list. It is a link, so that it can be opened in another window. */
export const ConversationRow = memo(function ConversationRow(props: RowProps) {
  const { inbox, row, href, isOpen, isChosen, index, count, isMine, tenant, match } = props;
  const { isSelected, onSelect } = props;
  const { words } = useLanguage();
  const { conversation_id: id } = row;
  const draft = useComputed(() => inbox.state.value.drafts[id] ?? '').value;
  const name = visitorName(row, words);
  const isMarkedUnread = useComputed(() => isMarked(row, inbox.state.value.me.operatorIds)).value;
  const isNew = hasUnread(row) && row.status !== 'BOT' && row.status !== 'RESOLVED';
  const isUnread = isNew || isMarkedUnread;
  return (
    <li aria-setsize={count} aria-posinset={index + 1}>
      <label class="row-check">
        <input
          type="checkbox"
          tabIndex={isChosen ? 0 : -1}
          aria-label={words.inbox.choose(name)}
          checked={isSelected}
          onClick={({ shiftKey }) => onSelect(id, shiftKey)}
        />
      </label>
      <a
        class={isUnread ? 'row unread' : 'row'}
        href={href}
        data-conversation={id}
        aria-current={isOpen ? 'true' : undefined}
        tabIndex={isChosen ? 0 : -1}
      >
        <Tile id={row.visitor.user_id ?? row.visitor_session_id} name={name} />
        <span class="row-text">
          <span class="row-line">
            <bdi class="row-name cut">{name}</bdi>
            {tenant !== undefined && (
              <bdi class={`row-tenant cut${tenant.length > SHORT_NAME ? '' : ' short'}`}>
                {plainLine(tenant, 40)}
              </bdi>
            )}
            {row.tags && row.tags.length > 0 && (
              <bdi class="row-tenant cut">{plainLine(`#${row.tags.join(' #')}`, 60)}</bdi>
            )}
            <span class="row-time">
              {row.snoozed_until ? (
                <>
                  <Icon name="clock" size={12} />
                  <Time at={row.snoozed_until} form="minute" />
                </>
              ) : row.status === 'WAITING' && row.waiting_since !== null ? (
                <WaitingClock since={row.waiting_since} due={row.due_at} />
              ) : (
                row.last_message_at !== null && <Time at={row.last_message_at} />
              )}
            </span>
          </span>
          <span class="row-line">
            {match && !isErased(row) ? (
              <MatchLine match={match} />
            ) : (
              <bdi class={draft === '' ? 'row-preview cut' : 'row-preview draft cut'} dir="auto">
                {previewOf(row, draft, isMine, words)}
              </bdi>
            )}
            <RowState row={row} isMine={isMine} />
            {isUnread && (
              <>
                <span class="row-dot" aria-hidden="true" />
                <span class="hidden">
                  {isNew ? words.inbox.unread(row.unread ?? 1) : words.inbox.marked}
                </span>
              </>
            )}
          </span>
        </span>
      </a>
    </li>
  );
});

/** The conversation's owner or state. A waiting one shows its clock instead. */
function RowState({ row, isMine }: { row: Row; isMine: boolean }) {
  const { words } = useLanguage();
  const { inbox } = words;
  if (row.status === 'ASSIGNED') {
    const owner = isMine ? inbox.yours : plainLine(row.operator_display_name ?? inbox.operator, 24);
    return <bdi class={isMine ? 'row-state mine' : 'row-state'}>{owner}</bdi>;
  }
  if (row.status === 'WAITING') return <span class="hidden">{inbox.states.WAITING}</span>;
  if (row.status === 'BOT') return <span class="row-state">{inbox.bot}</span>;
  return (
    <span class="row-state">
      <Icon name="check" size={12} />
      {inbox.states.RESOLVED}
    </span>
  );
}
