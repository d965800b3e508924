import { useComputed } from '@preact/signals';
import { useLocation } from '../../state/location';
import { useMemo } from 'preact/hooks';
import { useWorkspace } from '../../state/console';
import { Icon } from '../../ui/icon';
import { Menu, type MenuEntry } from '../../ui/menu';
import { useLanguage } from '../../words/language';
import { inboxAddress, VIEWS, type Filter, type View } from '../model/filter';
import type { Inbox } from '../model/inbox';
import { plainLine } from '../model/plain';
import { hasTag, tagsOf } from '../model/tags';
import { useCounts } from '../use-counts';
import { PresenceMenu } from './presence-menu';
import { SearchField } from './search-field';
import { SearchScope } from './search-scope';

/** Views that have a chip; the others are in a menu. */
const CHIPS: readonly View[] = ['open', 'mine', 'waiting'];

/** Most tags in the menu. The others can be chosen on a conversation that has them. */
const TAGS = 10;

export interface ListHeadProps {
  inbox: Inbox;
  filter: Filter;
  openId: string | null;
  onNotifications(): void;
  /** Moves the focus to the list. */
  onLeaveSearch(): void;
  /** Shows a checkbox in each row. */
  onChooseMany(): void;
}

export function ListHead(props: ListHeadProps) {
  const { inbox, filter, openId, onNotifications, onChooseMany } = props;
  const { words } = useLanguage();
  const { route } = useLocation();
  const workspace = useWorkspace();
  const isAway = useComputed(() => inbox.state.value.link.kind === 'away').value;
  const tenants = useComputed(() => Object.values(inbox.state.value.tenants)).value.filter(
    (one) => one.workspace_id === workspace?.workspace_id,
  );
  const rows = useComputed(() => inbox.state.value.rows).value;
  const tenantIds =
    filter.tenantId === '' ? tenants.map((one) => one.tenant_id) : [filter.tenantId];
  const tags = useMemo(() => tagsOf(rows, tenantIds, TAGS), [rows, tenantIds.join()]);
  const counts = useCounts(inbox, filter, workspace?.workspace_id ?? '').value;
  const go = (change: Partial<Filter>): void =>
    route(inboxAddress({ ...filter, ...change }, openId));

  const isSearch = filter.query !== '';
  const isOther = !CHIPS.includes(filter.view);
  // A view that is chosen from the menu replaces the last chip, so that all chips fit.
  const chips = isOther ? CHIPS.slice(0, -1) : CHIPS;
  const others: MenuEntry[] = VIEWS.filter((view) => !chips.includes(view)).map((view) => ({
    label: words.inbox.views[view],
    isChosen: !isSearch && view === filter.view,
    run: () => go({ view, query: '' }),
  }));
  const sites: MenuEntry[] = [
    { title: words.inbox.tenant },
    {
      label: words.inbox.everyTenant,
      isChosen: filter.tenantId === '',
      run: () => go({ tenantId: '' }),
    },
    ...tenants.map((one) => ({
      label: plainLine(one.tenant_name, 60),
      isChosen: one.tenant_id === filter.tenantId,
      run: () => go({ tenantId: one.tenant_id }),
    })),
  ];
  const byTag: MenuEntry[] = [
    'line',
    { title: words.inbox.tags },
    ...tags.map((tag) => ({
      label: plainLine(tag),
      isChosen: hasTag([filter.tag], tag),
      run: () => go({ tag }),
    })),
  ];
  return (
    <header class="list-head">
      <div class="bar">
        <h1>{words.inbox.title}</h1>
        <PresenceMenu inbox={inbox} onNotifications={onNotifications} />
      </div>
      <SearchField
        query={filter.query}
        onSearch={(query) => go({ query })}
        onLeave={props.onLeaveSearch}
      />
      <nav class="views" aria-label={words.inbox.view}>
        {chips.map((view) => (
          <a
            key={view}
            class="chip"
            href={inboxAddress({ ...filter, view, query: '' }, openId)}
            aria-current={!isSearch && view === filter.view ? 'true' : undefined}
          >
            {words.inbox.views[view]}
            {(counts[view] ?? 0) > 0 && <span class="figures">{counts[view]}</span>}
          </a>
        ))}
        <Menu
          label={
            isOther ? `${words.inbox.view} – ${words.inbox.views[filter.view]}` : words.inbox.view
          }
          entries={[
            ...others,
            ...(tenants.length > 1 ? (['line', ...sites] as const) : []),
            ...(tags.length > 0 ? byTag : []),
            'line',
            { label: words.inbox.many, icon: 'checks', run: onChooseMany },
          ]}
          buttonClass={isOther || filter.tenantId !== '' ? 'chip chosen' : 'chip'}
        >
          {isOther ? words.inbox.views[filter.view] : <Icon name="filter" size={14} />}
          {isOther && <Icon name="down" size={12} />}
        </Menu>
        {filter.tag !== '' && (
          <a
            class="chip chosen"
            href={inboxAddress({ ...filter, tag: '' }, openId)}
            data-title={words.inbox.clearTag}
          >
            <bdi class="cut">#{plainLine(filter.tag)}</bdi>
            <Icon name="close" size={12} />
            <span class="hidden">{words.inbox.clearTag}</span>
          </a>
        )}
      </nav>
      <div role="status">
        {isSearch && (
          <p class="search-scope cut">
            <SearchScope inbox={inbox} filter={filter} />
          </p>
        )}
      </div>
      <div role="status">{isAway && <p class="behind">{words.inbox.behind}</p>}</div>
    </header>
  );
}
