import { useComputed } from '@preact/signals';
import type { PresenceSetting } from '@chat-relay/server/wire/operators';
import { useConsole } from '../../state/console';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { Menu, type MenuEntry } from '../../ui/menu';
import { refusalText } from '../../ui/refusal-text';
import { useLanguage } from '../../words/language';
import type { Inbox } from '../model/inbox';

const PRESENCES: readonly PresenceSetting[] = ['online', 'away', 'offline'];

/** The operator's presence, with a mark, and the menu that changes it. An account that only reads has none. */
export function PresenceMenu({
  inbox,
  onNotifications,
}: {
  inbox: Inbox;
  onNotifications(): void;
}) {
  const { announcer, toasts } = useConsole();
  const language = useLanguage();
  const { inbox: words } = language.words;
  const wanted = useComputed(() => inbox.state.value.me.wanted).value;
  // While the feed is disconnected, the relay reports the operator as offline.
  const isCut = useComputed(() => inbox.state.value.link.kind === 'away').value;
  const isReader = useComputed(() => {
    const { isLoaded, me } = inbox.state.value;
    return isLoaded && me.operatorIds.length === 0;
  }).value;
  if (isReader) {
    return (
      <Button kind="plain" icon="bell" label={words.notifications} onClick={onNotifications} />
    );
  }
  const shown = isCut ? 'offline' : wanted;
  const entries: MenuEntry[] = [
    { title: words.presence },
    ...PRESENCES.map((presence) => ({
      label: words.presences[presence],
      isChosen: presence === wanted,
      run: () => {
        inbox.desk.actions.setPresence(presence).then(
          () => announcer.say(`${words.presence} – ${words.presences[presence]}`),
          (error: unknown) => void toasts.show(refusalText(error, language)),
        );
      },
    })),
    'line',
    { label: words.notifications, icon: 'bell', run: onNotifications },
  ];
  return (
    <Menu
      label={`${words.presence} – ${words.presences[shown]}`}
      entries={entries}
      buttonClass="button plain presence"
    >
      <span class={`presence-mark ${shown}`} aria-hidden="true" />
      {words.presences[shown]}
      <Icon name="down" size={12} />
    </Menu>
  );
}
