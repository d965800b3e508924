import { effect, type ReadonlySignal } from '@preact/signals';
import { holds } from '../../desk/selectors';
import type { DeskState } from '../../desk/state';
import type { Row } from '../../desk/wire';
import type { Words } from '../../words/words';
import { desktopPermission } from './desktop';
import type { Inbox } from './inbox';
import { mayClaim } from './roles';
import { playTone } from './tone';
import { saidIn, visitorName } from './visitor';

export interface NotifierOptions {
  inbox: Inbox;
  /** What the operator wants. */
  preferences: { sound: ReadonlySignal<boolean>; notifications: ReadonlySignal<boolean> };
  /** One tab of several rings and notifies. */
  isLeader: ReadonlySignal<boolean>;
  words(): Words;
  onOpen(conversationId: string): void;
}

/** At least so long between two tones. */
const TONE_GAP_MS = 3_000;
/** More than so many at once are one notification. */
const MOST = 4;
const TOGETHER = 'relay-console-many';

/** Calls the operator for what they may claim or hold. Returns what stops it. */
export function createNotifier(options: NotifierOptions): () => void {
  const { inbox, preferences, isLeader, words } = options;
  const shown = new Map<string, Notification>();
  let lastToneMs = 0;

  const notify = (tag: string, title: string, body: string, onClick: () => void): void => {
    shown.get(tag)?.close();
    const notification = new Notification(title, { body, tag, silent: true });
    notification.addEventListener('click', () => {
      focus();
      onClick();
      notification.close();
    });
    notification.addEventListener('close', () => {
      if (shown.get(tag) === notification) shown.delete(tag);
    });
    shown.set(tag, notification);
  };

  const call = (row: Row): void => {
    const now = Date.now();
    if (preferences.sound.value && now - lastToneMs >= TONE_GAP_MS) {
      lastToneMs = now;
      playTone();
    }
    if (!document.hidden && document.hasFocus()) return;
    if (!preferences.notifications.value || desktopPermission() !== 'granted') return;
    const { conversation_id: id } = row;
    const name = visitorName(row, words());
    if (shown.size >= MOST && !shown.has(id)) {
      for (const notification of shown.values()) notification.close();
      const count = waitingRows(inbox.state.value).length;
      notify(TOGETHER, words().inbox.notifyMany(count), '', () => {});
      return;
    }
    const isOwn = holds(inbox.state.value, row);
    const { notifyWaiting, newMessages } = words().inbox;
    const title = isOwn ? newMessages(Math.max(1, row.unread ?? 1), name) : notifyWaiting(name);
    const { last_message: last } = row;
    const body = last?.kind === 'visitor' ? saidIn(last, words()) : '';
    notify(id, title, body, () => options.onOpen(id));
  };

  const stopListening = inbox.onUpdate((update, before) => {
    if (update.type !== 'conversation' || !isLeader.value || !before.isLoaded) return;
    if (before.me.wanted === 'offline') return;
    const row = update.conversation;
    const known = before.rows.get(row.conversation_id)?.row;
    const isNewlyWaiting =
      row.status === 'WAITING' && known?.status !== 'WAITING' && mayClaim(before, row);
    const isOpen = before.open?.id === row.conversation_id && document.hasFocus();
    const isUnread = row.unread === undefined || row.unread > (known?.unread ?? 0);
    const isUnseen =
      holds(before, row) && !isOpen && isUnread && row.last_seq > (known?.last_seq ?? 0);
    if (isNewlyWaiting || isUnseen) call(row);
  });

  // What is no longer to be done is no longer shown.
  const stopClosing = effect(() => {
    const state = inbox.state.value;
    for (const [id, notification] of shown) {
      const row = state.rows.get(id)?.row;
      const isDue = row && (row.status === 'WAITING' || holds(state, row));
      if (id !== TOGETHER && !isDue) notification.close();
    }
    if (shown.has(TOGETHER) && waitingRows(state).length === 0) shown.get(TOGETHER)?.close();
  });

  return () => {
    stopListening();
    stopClosing();
    for (const notification of shown.values()) notification.close();
  };
}

export function waitingRows(state: DeskState): Row[] {
  return [...state.rows.values()]
    .map(({ row }) => row)
    .filter((row) => row.status === 'WAITING' && mayClaim(state, row));
}
