import { useLocation, useParams } from '../state/location';
import { useEffect, useRef, useState } from 'preact/hooks';
import { nextRow } from '@chat-relay/desk/rows';
import type { Row } from '@chat-relay/desk/wire';
import { isCovered } from '../browser/popover';
import { isErased, rowOf } from '@chat-relay/desk/selectors';
import { useWorkspace } from '../state/console';
import { BulkBar } from './bulk/bulk-bar';
import { useBulkActions } from './bulk/use-bulk-actions';
import { useSelection } from './bulk/use-selection';
import { ConversationPane, type PaneDialog } from './conversation-pane';
import { ConversationList, type ListHandle } from './list/conversation-list';
import { ListEdge } from './list/list-edge';
import { ListHead } from './list/list-head';
import { fetchQuery, inboxAddress, readFilter } from './model/filter';
import type { Inbox } from './model/inbox';
import type { PanelField } from './visitor/visitor-panel';
import { NotificationsDialog } from './notifications-dialog';
import { useConversationActions } from './use-conversation-actions';
import { useInboxKeys } from './use-inbox-keys';
import { useListWidth } from './use-list-width';
import { useRows } from './use-rows';

/** The list, the open conversation and its visitor. The address states which conversation is open. */
export function InboxScreen({ inbox }: { inbox: Inbox }) {
  const { query, route } = useLocation();
  const params = useParams();
  const workspace = useWorkspace();
  const workspaceId = workspace?.workspace_id ?? '';
  const isAdmin = workspace?.role !== 'operator';
  const filter = readFilter(query);
  const openId = params['conversation'] || null;
  const shown = useRows(inbox, filter, workspaceId);
  const [chosenId, setChosenId] = useState<string | null>(openId);
  const [dialog, setDialog] = useState<PaneDialog>(null);
  const [wanted, setWanted] = useState<PanelField | null>(null);
  const [isNotifying, setNotifying] = useState(false);
  const selection = useSelection(shown.rows);
  const bulk = useBulkActions(inbox, selection);
  const list = useRef<ListHandle>(null);
  const width = useListWidth();
  const area = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    inbox.listing.show(fetchQuery(filter));
    // Bulk actions must not change conversations that the new filter hides.
    selection.close();
    if (chosenIndex < 0) place.current = 0;
  }, [filter.view, filter.tenantId, filter.tag, filter.query]);
  useEffect(() => {
    if (openId === null) return undefined;
    setChosenId(openId);
    inbox.desk.open(openId);
    return () => {
      setDialog(null);
      inbox.desk.leave();
    };
  }, [openId, inbox]);

  const indexOf = (id: string | null): number =>
    shown.rows.findIndex((row) => row.conversation_id === id);
  /** Last position of the keyboard in the list: it continues there after its row has left. */
  const place = useRef(0);
  const chosenIndex = indexOf(chosenId ?? openId);
  if (chosenIndex >= 0) place.current = chosenIndex;
  /** The open conversation, else the one that the keyboard is on. */
  const current = (): Row | null => rowOf(inbox.state.value, openId ?? chosenId ?? '');

  /** Row that gets the focus when the open conversation closes after it was resolved, released or snoozed. */
  const goTo = useRef<number | null>(null);
  const actions = useConversationActions(inbox, filter, isAdmin, {
    onClaimed: () => requestAnimationFrame(() => area.current?.focus()),
    onLetGo: (row) => {
      const index = Math.max(0, indexOf(row.conversation_id));
      // The next rendering removes the row; its neighbour takes its place.
      if (openId === row.conversation_id) {
        goTo.current = index;
        route(inboxAddress(filter, null));
      } else setTimeout(() => list.current?.focus(index));
    },
  });
  const move = (by: number): void => {
    // After a row has left, the next one is already at its position.
    const next = chosenIndex < 0 && by > 0 ? place.current : place.current + by;
    list.current?.focus(Math.max(0, Math.min(shown.rows.length - 1, next)));
  };
  const write =
    (field: PanelField) =>
    (row: Row): void => {
      if (isErased(row)) return;
      if (openId === null) route(inboxAddress(filter, row.conversation_id));
      setWanted(field);
    };
  const withCurrent = (act: (row: Row) => void) => (): void => {
    const row = current();
    if (row) act(row);
  };
  // The bulk bar or the conversation disappears, perhaps with the focus: move it to the list.
  const last = useRef({ isChoosing: false, openId });
  useEffect(() => {
    const { isChoosing, openId: lastId } = last.current;
    last.current = { isChoosing: selection.isOpen, openId };
    const isOver = (isChoosing && !selection.isOpen) || (lastId !== null && openId === null);
    const wanted = isOver ? goTo.current : null;
    goTo.current = null;
    if (!isOver || (wanted === null && document.activeElement !== document.body)) return;
    list.current?.focus(Math.min(wanted ?? place.current, shown.rows.length - 1));
  }, [selection.isOpen, openId]);
  /** An action applies to the selected conversations, or without any to the current one. */
  const manyOr = (many: () => void, one: (row: Row) => void) => (): void =>
    selection.ids.size > 0 ? many() : withCurrent(one)();
  useInboxKeys({
    next: () => move(1),
    previous: () => move(-1),
    open: () => {
      const active = document.activeElement;
      if (active instanceof HTMLElement && active !== document.body) active.click();
      else if (chosenId !== null) route(inboxAddress(filter, chosenId));
    },
    nextInNeed: () => {
      const next = nextRow(shown.rows, inbox.state.value.me.operatorIds, openId);
      if (next) route(inboxAddress(filter, next.conversation_id));
    },
    claim: withCurrent(actions.claim),
    reply: withCurrent((row) => {
      if (area.current) area.current.focus();
      else actions.isHeld(row);
    }),
    transfer: manyOr(
      () => bulk.ask('transfer'),
      (row) => {
        if (actions.isHeld(row) && area.current) setDialog('transfer');
      },
    ),
    resolve: manyOr(() => {
      shown.letGo(); // else a pointer over the list would keep the rows in it
      bulk.resolve();
    }, actions.resolve),
    release: withCurrent(actions.release),
    unread: withCurrent(actions.markUnread),
    snooze: withCurrent((row) => {
      if (!actions.isSnoozable(row)) return;
      if (openId === null) route(inboxAddress(filter, row.conversation_id));
      setDialog('snooze');
    }),
    wake: withCurrent((row) => {
      if (actions.isSnoozable(row)) actions.snooze(row, null);
    }),
    note: withCurrent(write('note')),
    tag: manyOr(() => bulk.ask('tag'), write('tag')),
    search: () => width.list.current?.querySelector<HTMLElement>('input[type="search"]')?.focus(),
    choose: () => {
      const at = document.activeElement?.closest('.rows li')?.querySelector<HTMLElement>('.row');
      const id = at?.dataset['conversation'] ?? chosenId ?? openId;
      if (id === null) return;
      setChosenId(id);
      selection.toggle(id, false);
    },
    notifications: () => setNotifying(true),
    widen: () => width.step(1),
    narrow: () => width.step(-1),
  });

  return (
    <div class={openId === null ? 'inbox' : 'inbox has-open'} ref={width.frame}>
      <section
        class="list"
        ref={width.list}
        onKeyDown={({ key }) => {
          if (key === 'Escape' && !isCovered()) selection.close();
        }}
      >
        <ListHead
          inbox={inbox}
          filter={filter}
          openId={openId}
          onNotifications={() => setNotifying(true)}
          onLeaveSearch={() => list.current?.focus(Math.max(0, indexOf(chosenId)))}
          onChooseMany={selection.open}
        />
        <BulkBar inbox={inbox} rows={shown.rows} selection={selection} bulk={bulk} />
        <ConversationList
          inbox={inbox}
          filter={filter}
          shown={shown}
          openId={openId}
          chosenId={chosenId}
          onChoose={setChosenId}
          handle={list}
          selection={selection}
        />
        <ListEdge width={width} />
      </section>
      <ConversationPane
        inbox={inbox}
        filter={filter}
        openId={openId}
        isListEmpty={inbox.state.value.isLoaded && shown.rows.length === 0}
        area={area}
        actions={actions}
        isAdmin={isAdmin}
        dialog={dialog}
        onDialog={setDialog}
        wanted={wanted}
        onFocused={() => setWanted(null)}
      />
      {isNotifying && <NotificationsDialog onClose={() => setNotifying(false)} />}
    </div>
  );
}
