import { attempt } from '../../attempt';
import type { Snapshot } from '../../types';
import { element, setAttribute, setText } from '../dom';
import { createMessageItem, type MessageActions, type MessageItem } from './message-item';
import { toRows } from './rows';
import type { Wording } from '../wording';

export interface MessageList {
  readonly log: HTMLElement;
  /** @param showsFiles false until the code that shows files is loaded: then their names are listed */
  render(wording: Wording, snapshot: Snapshot, showsFiles: boolean): void;
  /** True if the end of the list is visible. */
  isAtEnd(): boolean;
  scrollToEnd(): void;
}

export interface MessageListActions extends MessageActions {
  loadHistory(): void;
  /** Called when another part of the list becomes visible, or none. */
  look(): void;
}

/** In CSS pixels. This near to the end counts as being there. */
const NEAR_PX = 60;

/** The messages. While the end of the list is visible, the list follows it; otherwise it stays in place. */
export function createMessageList(on: MessageListActions): MessageList {
  const items = new Map<string, MessageItem>();
  const older = element('button', { class: 'older', type: 'button', hidden: true });
  const welcome = element('div', { class: 'content', dir: 'auto' });
  const greeting = element('div', { class: 'greeting', hidden: true }, welcome);
  const list = element('ol', { id: 'chat-messages' });
  // The bot's draft is hidden from screen readers: they get the message, once and whole.
  const written = element('div', { class: 'content', dir: 'auto' });
  const draft = element(
    'div',
    { class: 'message bot first last', part: 'draft', 'aria-hidden': 'true', hidden: true },
    written,
  );
  // The log is not live: the announcer speaks new messages only, not loaded history.
  const log = element(
    'div',
    { class: 'log', part: 'log', role: 'log', 'aria-live': 'off', tabindex: '0' },
    older,
    greeting,
    list,
    draft,
  );
  let lastId: string | undefined;
  let isFollowing = true;
  let top = 0;
  let height = 0;

  older.addEventListener('click', on.loadHistory);
  log.addEventListener('scroll', () => {
    // Only scrolling up leaves the end. Content that grew below may have moved it, and when something closes below,
    // the browser moves the content down: then no one has scrolled.
    const isHigher = log.clientHeight > height;
    isFollowing = isAtEnd() || (isFollowing && (isHigher || log.scrollTop >= top));
    top = log.scrollTop;
    height = log.clientHeight;
    if (!older.hidden && log.scrollTop < NEAR_PX) on.loadHistory();
    on.look();
  });
  new ResizeObserver(() => {
    // The input has grown with its text, or a keyboard has opened: keep the end visible.
    height = log.clientHeight;
    if (isFollowing) scrollToEnd();
    on.look();
  }).observe(log);

  const isAtEnd = () => log.scrollHeight - log.scrollTop - log.clientHeight < NEAR_PX;
  const scrollToEnd = () => void (log.scrollTop = log.scrollHeight);

  function arrange({ messages, readByAgentSeq }: Snapshot, wording: Wording, showsFiles: boolean) {
    const wanted = new Set(messages.map(({ id }) => id));
    for (const [id, { item }] of items) {
      if (wanted.has(id)) continue;
      item.remove();
      items.delete(id);
    }
    const lastOwn = messages
      .filter(({ sender, state }) => sender.kind === 'visitor' && state === 'sent')
      .at(-1);
    const today = new Date().toDateString();
    toRows(messages).forEach((row, index) => {
      const { message } = row;
      const known = items.get(message.id) ?? createMessageItem(message, on);
      items.set(message.id, known);
      const isLastOwn = message === lastOwn;
      const readSeq = isLastOwn ? readByAgentSeq : 0;
      // A message that can't be drawn must not hide the others.
      attempt(() => known.render({ ...row, wording, today, isLastOwn, readSeq, showsFiles }));
      const there = list.children[index];
      if (there !== known.item) list.insertBefore(known.item, there ?? null);
    });
  }

  return {
    log,
    isAtEnd,
    scrollToEnd,
    render(wording, snapshot, showsFiles) {
      const { messages, config, hasMoreHistory } = snapshot;
      const fromEnd = log.scrollHeight - log.scrollTop;
      const first = list.firstElementChild;
      setAttribute(log, 'aria-label', wording.say('messages'));
      setText(older, wording.say('older'));
      const hadFocus = older.matches(':focus');
      older.hidden = !hasMoreHistory;
      if (hadFocus && older.hidden) log.focus({ preventScroll: true });
      setText(welcome, config?.greeting ?? '');
      greeting.hidden = !config?.greeting || hasMoreHistory;
      arrange(snapshot, wording, showsFiles);
      draft.hidden = snapshot.draft === null;
      setText(written, snapshot.draft?.text ?? '');
      const last = messages.at(-1);
      const isOwnNew = last?.id !== lastId && last?.sender.kind === 'visitor';
      lastId = last?.id;
      if (isFollowing || isOwnNew) scrollToEnd();
      else if (list.firstElementChild !== first) log.scrollTop = log.scrollHeight - fromEnd;
    },
  };
}
