import type { ReadonlySignal } from '@preact/signals';
import { effect } from '../../browser/effect';
import { notificationPermission, showNotification } from '../../browser/notification';
import { playTone } from '../../browser/tone';
import { isActive } from '@chat-relay/desk/rows';
import { holds, rowOf } from '@chat-relay/desk/selectors';
import type { DeskState } from '@chat-relay/desk/state';
import type { Row } from '@chat-relay/desk/wire';
import type { Words } from '../../words/words';
import type { Inbox } from './inbox';
import { mayClaim } from './roles';
import { saidIn, visitorName } from './visitor';

export interface NotifierOptions {
  inbox: Inbox;
  /** The operator's settings. */
  preferences: { sound: ReadonlySignal<boolean>; notifications: ReadonlySignal<boolean> };
  /** Whether this tab is the one of several that rings and notifies. */
  isLeader: ReadonlySignal<boolean>;
  words(): Words;
  onOpen(conversationId: string): void;
}

/** Shortest time between two tones. */
const TONE_GAP_MS = 3_000;
/** More notifications than this are replaced by a single one. */
const MOST = 4;
const TOGETHER = 'relay-console-many';
/** Prefix of a notification's tag, if the conversation has a note that mentions the operator. */
const NOTE = 'note ';

/**
 * Notifies the operator of conversations that they may claim or hold, and of notes that mention them.
 * @returns a function that stops it
 */
export function createNotifier(options: NotifierOptions): () => void {
  const { inbox, preferences, isLeader, words } = options;
  const shown = new Map<string, Notification>();
  let lastToneMs = 0;

  const notify = (tag: string, title: string, body: string, onClick: () => void): void => {
    shown.get(tag)?.close();
    const notification = showNotification(title, { body, tag, silent: true });
    if (!notification) return;
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

  /** Plays the tone. @returns whether to show a notification too */
  const ring = (): boolean => {
    const now = Date.now();
    if (preferences.sound.value && now - lastToneMs >= TONE_GAP_MS) {
      lastToneMs = now;
      playTone();
    }
    if (!document.hidden && document.hasFocus()) return false;
    return preferences.notifications.value && notificationPermission() === 'granted';
  };

  const callForNote = (id: string): void => {
    if (!ring()) return;
    const row = rowOf(inbox.state.value, id);
    const body = row ? visitorName(row, words()) : '';
    notify(NOTE + id, words().inbox.mentioned, body, () => options.onOpen(id));
  };

  const call = (row: Row, reason?: string): void => {
    if (!ring()) return;
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
    const usual = isOwn ? newMessages(Math.max(1, row.unread ?? 1), name) : notifyWaiting(name);
    const title = reason ?? usual;
    const { last_message: last } = row;
    const body = last?.kind === 'visitor' ? saidIn(last, words()) : '';
    notify(id, title, body, () => options.onOpen(id));
  };

  const stopListening = inbox.onUpdate((update, before) => {
    if (!isLeader.value || !before.isLoaded || before.me.wanted === 'offline') return;
    if (update.type === 'mention') return callForNote(update.conversation_id);
    if (update.type !== 'conversation') return;
    const row = update.conversation;
    const known = before.rows.get(row.conversation_id)?.row;
    const isNews = row.last_seq > (known?.last_seq ?? 0);
    const until = row.snoozed_until ? null : known?.snoozed_until;
    const isBack = Boolean(until) && isNews;
    const isNewlyWaiting =
      row.status === 'WAITING' && (known?.status !== 'WAITING' || isBack) && mayClaim(before, row);
    const isForMe = row.status === 'WAITING' ? mayClaim(before, row) : holds(before, row);
    // A snooze that ended before its time was ended by an operator, who needs no notification.
    const isWoken = isForMe && until && Date.parse(until) <= Date.now();
    const isOpen = before.open?.id === row.conversation_id && document.hasFocus();
    const isUnread = row.unread === undefined || row.unread > (known?.unread ?? 0);
    const isUnseen = holds(before, row) && !isOpen && isUnread && isNews;
    if (isNewlyWaiting || isUnseen) call(row);
    else if (isWoken) call(row, words().inbox.notifyWoken(visitorName(row, words())));
  });

  // Closes notifications of conversations that no longer need the operator.
  const stopClosing = effect(() => {
    const state = inbox.state.value;
    for (const [id, notification] of shown) {
      if (id.startsWith(NOTE)) {
        if (document.hasFocus() && id === NOTE + state.open?.id) notification.close();
        continue;
      }
      const row = state.rows.get(id)?.row;
      const isDue = row && isActive(row) && (row.status === 'WAITING' || holds(state, row));
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
    .filter((row) => row.status === 'WAITING' && isActive(row) && mayClaim(state, row));
}
