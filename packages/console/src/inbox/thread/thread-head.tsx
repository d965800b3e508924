import { useContext } from 'preact/hooks';
import { holds, isErased } from '@chat-relay/desk/selectors';
import type { DeskState } from '@chat-relay/desk/state';
import type { Row } from '@chat-relay/desk/wire';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { Menu, type MenuEntry } from '../../ui/menu';
import { Tile } from '../../ui/tile';
import { ClockContext } from '../../ui/time';
import { useLanguage, type Language } from '../../words/language';
import { useKeyName } from '../keys';
import { plainLine } from '../model/plain';
import { waitTone } from '../list/waiting-clock';
import { mayClaim } from '../model/roles';
import { reasonOf, visitorName } from '../model/visitor';

export interface ThreadHeadProps {
  state: DeskState;
  row: Row;
  backHref: string;
  isPanelShown: boolean;
  onClaim(): void;
  onResolve(): void;
  onRelease(): void;
  onTransfer(): void;
  onMarkUnread(): void;
  onSnooze(): void;
  onWake(): void;
  maySnooze: boolean;
  onTogglePanel(): void;
}

/** The visitor's name, the conversation's state, and its actions. */
export function ThreadHead(props: ThreadHeadProps) {
  const { state, row, backHref, isPanelShown } = props;
  const language = useLanguage();
  const { words } = language;
  const keyName = useKeyName();
  const clock = useContext(ClockContext);
  const name = visitorName(row, words);
  const isHeld = holds(state, row);
  const panelLabel = isPanelShown ? words.inbox.hidePanel : words.inbox.showPanel;
  const entries: MenuEntry[] = [
    ...(isHeld
      ? [
          { label: words.inbox.transfer, keys: keyName('transfer'), run: props.onTransfer },
          { label: words.inbox.release, run: props.onRelease },
        ]
      : []),
    ...(mayClaim(state, row)
      ? [{ label: words.inbox.markUnread, keys: keyName('unread'), run: props.onMarkUnread }]
      : []),
    ...(props.maySnooze
      ? [
          row.snoozed_until
            ? { label: words.inbox.wake, keys: keyName('wake'), run: props.onWake }
            : { label: words.inbox.snooze, keys: keyName('snooze'), run: props.onSnooze },
        ]
      : []),
    { label: panelLabel, run: props.onTogglePanel },
  ];
  const tenant = state.tenants[row.tenant_id]?.tenant_name;
  const since = row.status === 'WAITING' ? row.waiting_since : null;
  const waitedS = since === null ? null : (clock.value - Date.parse(since)) / 1000;
  const facts = [
    row.snoozed_until
      ? words.inbox.snoozedUntil(language.format.minute(Date.parse(row.snoozed_until)))
      : '',
    waitedS === null
      ? statusText(row, isHeld, language)
      : words.inbox.waitingFor(language.format.duration(Math.max(60, waitedS))),
    row.escalation_reason === 'direct' || isErased(row) ? '' : reasonOf(row, words),
    Object.keys(state.tenants).length > 1 && tenant ? plainLine(tenant, 60) : '',
  ].filter((fact) => fact !== '');
  return (
    <header class="thread-head">
      <a class="button plain icon-only back" href={backHref} aria-label={words.inbox.backToList}>
        <Icon name="left" size={20} />
      </a>
      <Tile id={row.visitor.user_id ?? row.visitor_session_id} name={name} />
      <div class="grow">
        <h1 class="cut">
          <bdi>{name}</bdi>
        </h1>
        <p class="meta cut">
          {facts.map((fact, index) => (
            <span key={index}>
              {index > 0 && ' · '}
              <bdi class={index === 0 && !row.snoozed_until ? waitTone(waitedS ?? 0) : undefined}>
                {fact}
              </bdi>
            </span>
          ))}
        </p>
      </div>
      {isHeld ? (
        <Button keys={keyName('resolve')} icon="check" onClick={props.onResolve}>
          {words.inbox.resolve}
        </Button>
      ) : (
        row.status !== 'ASSIGNED' &&
        !isErased(row) && (
          <Button
            kind="primary"
            keys={keyName('claim')}
            onClick={props.onClaim}
            whyDisabled={mayClaim(state, row) ? undefined : words.inbox.noAccess}
          >
            {words.inbox.claim}
          </Button>
        )
      )}
      <Menu label={words.inbox.moreActions} entries={entries} />
      <span class="panel-button">
        <Button kind="plain" icon="panel" label={panelLabel} onClick={props.onTogglePanel} />
      </span>
    </header>
  );
}

function statusText(row: Row, isHeld: boolean, { words, format }: Language): string {
  const { inbox } = words;
  if (isErased(row)) return inbox.erased;
  if (row.status !== 'ASSIGNED') return inbox.states[row.status];
  const name = isHeld ? inbox.yours : plainLine(row.operator_display_name ?? inbox.operator, 60);
  return row.claimed_at === null
    ? name
    : inbox.heldBy(name, format.time(Date.parse(row.claimed_at)));
}
