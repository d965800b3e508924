import { effect } from '../browser/effect';
import { createRefresh } from '@chat-relay/desk/refresh';
import type { ChangedList } from '@chat-relay/server/wire/conversations/live';
import type { Session } from '../api/session';
import type { Change } from '../state/resources';
import type { Resources } from '../state/resources';
import { explain, type Inbox } from './model/inbox';

/** Reads lists, the account and its rights again after others have changed them. The desk reads its own lists. */
export function followChanges(options: {
  inbox: Pick<Inbox, 'onUpdate' | 'state'>;
  session: Session;
  resources: Resources;
  accountId: string;
  onTrouble(error: unknown): void;
}): () => void {
  const { inbox, session, resources, accountId } = options;
  const refresh = createRefresh<string>({
    read: async (keys) => {
      const shown = new Set([...keys].flatMap((key) => resources.changedBy(changeOf(key))));
      const isOwn = [...keys].some((key) => ['', 'settings', `members ${accountId}`].includes(key));
      // The session decides which pages are open, so it is read first.
      if (isOwn) await session.read({ isBackground: true });
      await Promise.all([...shown].map((one) => one.refresh()));
    },
    explain,
    onTrouble: options.onTrouble,
  });
  const unhear = inbox.onUpdate((update) => {
    if (update.type === 'changed') refresh.add([update.what, update.id].filter(Boolean).join(' '));
  });
  let wasLive = false;
  const stopEffect = effect(() => {
    const { kind } = inbox.state.value.link;
    if (kind === 'away') wasLive = true;
    // Changes during the gap of the feed were missed.
    if (kind !== 'live' || !wasLive) return;
    wasLive = false;
    refresh.add('');
  });
  return () => {
    unhear();
    stopEffect();
    refresh.stop();
  };
}

/** @param key a list, perhaps with an id; empty if anything may have changed */
function changeOf(key: string): Change | null {
  const [what, id] = key.split(' ');
  return what ? { lists: [what as ChangedList], id } : null; // made from an update above
}
