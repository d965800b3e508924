import type { RefObject } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { holds } from '@chat-relay/desk/selectors';
import type { Row } from '@chat-relay/desk/wire';
import { useConsole, useWorkspace } from '../../state/console';
import { Empty } from '../../ui/notes';
import { SkeletonRows } from '../../ui/skeleton';
import { useLanguage } from '../../words/language';
import type { Selection } from '../bulk/use-selection';
import { inboxAddress, type Filter } from '../model/filter';
import type { Inbox } from '../model/inbox';
import { plainLine } from '../model/plain';
import type { ShownRows } from '../use-rows';
import { LoadFailed } from '../load-failed';
import { useWindow } from '../use-window';
import { ConversationRow } from './row';

export interface ListHandle {
  /** Moves the keyboard to a row and scrolls it into view. */
  focus(index: number): void;
}

export interface ConversationListProps {
  inbox: Inbox;
  filter: Filter;
  shown: ShownRows;
  openId: string | null;
  chosenId: string | null;
  onChoose(id: string): void;
  handle: RefObject<ListHandle | null>;
  selection: Selection;
}

const ROW_PX = 64;
const COMPACT_ROW_PX = 48;
/** The next page is fetched when fewer rows than this are left. */
const AHEAD = 30;

export function ConversationList(props: ConversationListProps) {
  const { inbox, filter, shown, openId, chosenId, onChoose, handle } = props;
  const { words } = useLanguage();
  const { selection } = props;
  // A stable callback: a row is rendered again only if it has changed.
  const toggle = useRef(selection.toggle);
  toggle.current = (id, isRange) => {
    onChoose(id); // the keyboard continues from there
    selection.toggle(id, isRange);
  };
  const select = useCallback((id: string, isRange: boolean) => toggle.current(id, isRange), []);
  const { rows, heldBack } = shown;
  const keys = useMemo(() => rows.map((row) => row.conversation_id), [rows]);
  const { announcer, preferences } = useConsole();
  const rowPx = preferences.density.value === 'compact' ? COMPACT_ROW_PX : ROW_PX;
  const listWindow = useWindow({ keys, estimatePx: rowPx, isUniform: true });
  const { first, last, scroller, list, before, after, show } = listWindow;
  const [wanted, setWanted] = useState<{ id: string; index: number } | null>(null);
  const lastIds = useRef<ReadonlySet<string>>(new Set());
  const [newAbove, setNewAbove] = useState(0);
  const { isLoading, nextCursor, found } = inbox.listing.state.value;
  const matches = useMemo(() => new Map(found?.map(({ id, match }) => [id, match])), [found]);

  // A button counts new rows above the visible part, which does not move.
  useEffect(() => {
    const isScrolled = (scroller.current?.scrollTop ?? 0) > ROW_PX / 2;
    const added = keys.slice(0, first).filter((id) => !lastIds.current.has(id)).length;
    if (!isScrolled) setNewAbove(0);
    else if (added > 0 && lastIds.current.size > 0) setNewAbove((count) => count + added);
    lastIds.current = new Set(keys);
  }, [rows]);

  useEffect(() => {
    if (nextCursor !== null && last > rows.length - AHEAD) inbox.listing.more();
  }, [last, rows.length, nextCursor]);

  const rowElement = (id: string): HTMLElement | null =>
    scroller.current?.querySelector(`[data-conversation="${CSS.escape(id)}"]`) ?? null;
  useLayoutEffect(() => {
    if (wanted === null) return;
    // The row may leave before the next rendering: then the focus goes to the row in its place.
    const id = keys.includes(wanted.id) ? wanted.id : keys[Math.min(wanted.index, keys.length - 1)];
    if (id !== undefined) rowElement(id)?.focus();
    setWanted(null);
  }, [wanted, first, last]);
  handle.current = {
    focus: (index) => {
      const id = keys[index];
      if (id === undefined) return;
      shown.letGo();
      onChoose(id);
      show(index);
      setWanted({ id, index });
    },
  };

  // A row that moves or leaves loses the focus: give it back to that row, or to the one in its place.
  const active = document.activeElement;
  const focusedId = list.current?.contains(active)
    ? active?.closest('li')?.querySelector<HTMLElement>('.row')?.dataset['conversation']
    : undefined;
  const lastKeys = useRef<readonly string[]>(keys);
  useLayoutEffect(() => {
    const place = lastKeys.current.indexOf(focusedId ?? '');
    lastKeys.current = keys;
    if (focusedId === undefined || document.activeElement !== document.body) return;
    const moved = keys.indexOf(focusedId);
    handle.current?.focus(moved >= 0 ? moved : Math.min(Math.max(0, place), keys.length - 1));
  }, [keys]);

  const isFound = filter.query !== '' && !isLoading && found !== null;
  useEffect(() => {
    if (isFound) announcer.say(words.inbox.foundCount(rows.length), 'found');
  }, [isFound, filter.query]);

  const pill = heldBack + newAbove;
  const toTop = (): void => {
    shown.letGo();
    setNewAbove(0);
    scroller.current?.scrollTo({ top: 0 });
  };
  const state = inbox.state.value;
  const names = Object.keys(state.tenants).length;
  const isEmpty = rows.length === 0;
  const hasFailed = inbox.hasFailed.value;
  const isFirstLoad = !hasFailed && (!state.isLoaded || (isLoading && isEmpty));
  // One row is always in the tab order: the chosen one, or the first visible one.
  const isChosenDrawn = keys.slice(first, last).includes(chosenId ?? '');
  const tabbableId = isChosenDrawn ? chosenId : keys[first];
  return (
    <div class={selection.isOpen ? 'rows choosing' : 'rows'}>
      {pill > 0 && (
        <button type="button" class="pill" onClick={toTop}>
          {words.inbox.newAbove(pill)}
        </button>
      )}
      <div
        class="rows-scroll"
        ref={scroller}
        onScroll={() => {
          listWindow.onScroll();
          if ((scroller.current?.scrollTop ?? 0) < ROW_PX / 2) setNewAbove(0);
        }}
        onPointerMove={({ pointerType }) => {
          if (pointerType === 'mouse') shown.hold();
        }}
        onPointerLeave={shown.letGo}
      >
        <div ref={before} />
        <ol ref={list} aria-label={words.inbox.list}>
          {rows.slice(first, last).map((row: Row, index) => (
            <ConversationRow
              key={row.conversation_id}
              inbox={inbox}
              row={row}
              href={inboxAddress(filter, row.conversation_id)}
              isOpen={row.conversation_id === openId}
              isChosen={row.conversation_id === tabbableId}
              index={first + index}
              count={rows.length}
              isMine={holds(state, row)}
              match={matches.get(row.conversation_id) ?? null}
              isSelected={selection.ids.has(row.conversation_id)}
              onSelect={select}
              tenant={names > 1 ? state.tenants[row.tenant_id]?.tenant_name : undefined}
            />
          ))}
        </ol>
        <div ref={after} />
        {isFirstLoad && <SkeletonRows rows={8} heightPx={rowPx} shape="row" />}
        {!isFirstLoad && !hasFailed && isLoading && (
          <p class="meta rows-more">{words.inbox.moreRows}</p>
        )}
        {!isFirstLoad && isEmpty && <EmptyList filter={filter} inbox={inbox} />}
      </div>
    </div>
  );
}

function EmptyList({ filter, inbox }: { filter: Filter; inbox: Inbox }) {
  const { words } = useLanguage();
  const isAdmin = useWorkspace()?.role !== 'operator';
  if (inbox.hasFailed.value) return <LoadFailed retry={inbox.wake} />;
  const { error } = inbox.listing.state.value;
  if (error) {
    return <LoadFailed error={error} retry={() => void inbox.listing.refresh().catch(() => {})} />;
  }
  if (isAdmin && Object.keys(inbox.state.value.tenants).length === 0) {
    return (
      <Empty icon="site" title={words.tenants.firstTitle}>
        <p>{words.tenants.firstText}</p>
        <a class="button primary" href="/console/tenants">
          {words.tenants.add}
        </a>
      </Empty>
    );
  }
  if (filter.query + filter.tag !== '') {
    const isSearch = filter.query !== '';
    return (
      <Empty
        icon="search"
        title={
          isSearch ? words.inbox.nothingHas(plainLine(filter.query, 64)) : words.inbox.nothingFound
        }
      >
        <p>{isSearch ? words.inbox.searchedFields : words.inbox.nothingFoundText}</p>
        <a
          class="button"
          href={inboxAddress({ ...filter, ...(isSearch ? { query: '' } : { tag: '' }) }, null)}
        >
          {isSearch ? words.inbox.clearSearch : words.inbox.clearTag}
        </a>
      </Empty>
    );
  }
  const [title, text] = words.inbox.empty[filter.view];
  return (
    <Empty icon="inbox" title={title ?? ''}>
      <p>{text}</p>
    </Empty>
  );
}
