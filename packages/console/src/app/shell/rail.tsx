import { useLocation } from '../../state/location';
import { useAccount, useConsole, useWorkspace } from '../../state/console';
import { Badge } from '../../ui/notes';
import { Icon } from '../../ui/icon';
import { Menu, type MenuEntry } from '../../ui/menu';
import { Tile } from '../../ui/tile';
import { useLanguage } from '../../words/language';
import { pageAt, pagesFor } from '../pages';

const INBOX = '/console/inbox';
/** Number of pages at the foot of a phone's screen; a menu there has the others. */
const ON_PHONE = 3;

/** The navigation: at the side, or under 720 px at the foot. */
export function Rail({ onPalette, onKeys }: { onPalette(): void; onKeys(): void }) {
  const { session, pageTitle } = useConsole();
  const { path, route } = useLocation();
  const { words } = useLanguage();
  const account = useAccount();
  const count = pageTitle.count.value;
  const pages = pagesFor(account, useWorkspace()).filter(({ icon }) => icon !== undefined);
  const here = pageAt(pages, path);
  const others = pages.slice(ON_PHONE);

  const own: MenuEntry[] = [
    { title: account.email },
    { label: words.shell.account, icon: 'person', run: () => route('/console/account/profile') },
    {
      label: words.shell.settings,
      icon: 'screen',
      run: () => route('/console/account/preferences'),
    },
    'line',
    { label: words.shell.palette, icon: 'search', keys: 'Ctrl K', run: onPalette },
    { label: words.shell.keys, icon: 'keyboard', keys: '?', run: onKeys },
    'line',
    {
      label: words.shell.signOut,
      icon: 'leave',
      run: () => void session.logOut().catch(() => {}), // the banner says that the relay is unreachable
    },
  ];

  return (
    <nav class="rail" aria-label={words.shell.navigation}>
      <WorkspaceMenu />
      <ul class="rail-pages">
        {pages.map((page, index) => {
          const { href, icon, name } = page;
          return (
            <li key={href} class={index < ON_PHONE ? undefined : 'rail-wide'}>
              <a
                class="rail-item"
                href={href}
                aria-current={page === here ? 'page' : undefined}
                data-tip={name(words)}
              >
                {icon && <Icon name={icon} size={20} />}
                <span class="rail-name">{name(words)}</span>
                {href === INBOX && count > 0 && (
                  <Badge tone="accent">{count > 99 ? '99+' : count}</Badge>
                )}
              </a>
            </li>
          );
        })}
      </ul>
      <div class="rail-foot">
        {others.length > 0 && (
          <div class="rail-more">
            <Menu
              label={words.shell.morePages}
              buttonClass={here && others.includes(here) ? 'rail-item here' : 'rail-item'}
              isDown={false}
              entries={others.map((page) => ({
                label: page.name(words),
                ...(page.icon && { icon: page.icon }),
                run: () => route(page.href),
              }))}
            >
              <Icon name="more" size={20} />
              <span class="rail-name">{words.shell.more}</span>
            </Menu>
          </div>
        )}
        <Menu
          label={`${words.shell.account} – ${account.display_name}`}
          entries={own}
          buttonClass="rail-item"
          isDown={false}
        >
          <Tile id={account.account_id} name={account.display_name} />
          <span class="rail-name">{words.shell.account}</span>
        </Menu>
      </div>
    </nav>
  );
}

function WorkspaceMenu() {
  const { session, preferences } = useConsole();
  const { words } = useLanguage();
  const workspace = useWorkspace();
  const state = session.state.value;
  if (state.kind !== 'signed-in' || !workspace) return null;
  const { workspace_id: id, workspace_name: name } = workspace;
  const tile = <Tile id={id} name={name} isSquare />;
  if (state.memberships.length === 1) {
    return (
      <span class="rail-workspace is-only" data-tip={name}>
        {tile}
        <span class="rail-name">{name}</span>
      </span>
    );
  }
  const entries = state.memberships.map(({ workspace_id, workspace_name }): MenuEntry => ({
    label: workspace_name,
    isChosen: workspace_id === id,
    run: () => {
      preferences.workspaceId.value = workspace_id;
    },
  }));
  return (
    <div class="rail-workspace">
      <Menu
        label={`${words.shell.workspace} – ${name}`}
        entries={[{ title: words.shell.workspace }, ...entries]}
        buttonClass="rail-item"
      >
        {tile}
        <span class="rail-name">{name}</span>
      </Menu>
    </div>
  );
}
