import { element, setText } from '../dom';
import type { ChatMessage } from '../../types';
import { linkTo, splitLinks } from './links';
import type { Row } from './rows';
import { describeProgress, nameOf, type Wording } from '../wording';

export interface MessageActions {
  retry(id: string): void;
  discard(id: string): void;
  /** Its files are lost: puts its text back to the visitor. */
  rewrite(message: ChatMessage): void;
  /** Shows the message's files in their place. */
  showFiles(place: HTMLElement, message: ChatMessage): void;
}

/** The data that decides the look of an item. */
interface ItemLook extends Row {
  readonly wording: Wording;
  /** How far the other side has read. */
  readonly readSeq: number;
  /** The last of the visitor's own: it shows its delivery. */
  readonly isLastOwn: boolean;
  /** Files are shown, and not only named. */
  readonly showsFiles: boolean;
  /** The visitor's day, as `toDateString()` has it. */
  readonly today: string;
}

export interface MessageItem {
  readonly item: HTMLLIElement;
  render(look: ItemLook): void;
}

/** One line of the list. Its content is written once, as text, and never as markup; it may be removed later. */
export function createMessageItem(
  { id, content, sources, sender: { kind: writer } }: ChatMessage,
  on: MessageActions,
): MessageItem {
  const day = element('p', { class: 'day' });
  const sender = element('span', { class: 'sender' });
  const bubble = element('div', { class: 'content' });
  // The relay's own lines may begin with a name, which says nothing about their direction.
  if (writer !== 'system') bubble.dir = 'auto';
  const files = element('div', { class: 'files' });
  const meta = element('span', { class: 'meta' });
  const retry = element('button', { type: 'button' });
  const discard = element('button', { type: 'button' });
  const actions = element('span', { class: 'actions' }, retry, discard);
  const item = element('li', {}, day, sender, bubble, files, meta, actions);
  const hints = writeContent(bubble, content);
  const quoted = element('span');
  const quotes = element('div', { class: 'sources' }, quoted);
  if (sources.length > 0) bubble.append(quotes);
  for (const source of sources) hints.push(...writeSource(quotes, source));
  retry.addEventListener('click', () => {
    if (shown && isLost(shown.message)) on.rewrite(shown.message);
    else on.retry(id);
  });
  discard.addEventListener('click', () => on.discard(id));
  let shown: ItemLook | undefined;

  return {
    item,
    render(look) {
      if (shown && isSame(shown, look)) return;
      shown = look;
      const { wording, message, startsDay, startsGroup, endsGroup, readSeq, isLastOwn, today } =
        look;
      const { kind } = message.sender;
      const isStored = message.state === 'sent';
      const when = new Date(message.createdAt);
      item.className = [
        'message',
        kind,
        message.removed ? 'removed' : message.state,
        startsGroup && 'first',
        endsGroup && 'last',
      ]
        .filter(Boolean)
        .join(' ');
      if (message.seq !== null) item.dataset['seq'] = String(message.seq);

      day.hidden = !startsDay;
      setText(day, dayName(wording, when, today));
      // The visitor's own name is for people who don't see on which side a message is.
      sender.classList.toggle('hidden', kind === 'visitor');
      sender.hidden = kind === 'system' || !startsGroup;
      setText(sender, nameOf(wording, message.sender));
      if (message.removed) setText(bubble, wording.say('removed'));
      bubble.hidden = !bubble.firstChild;
      files.hidden = message.attachments.length === 0;
      on.showFiles(files, message);
      setText(quoted, `${wording.say('source')} `);
      for (const hint of hints) setText(hint, ` ${wording.say('newTab')}`);

      const progress =
        kind === 'visitor' && (isLastOwn || !isStored)
          ? describeProgress(wording, message, readSeq)
          : '';
      meta.hidden = kind === 'system' || (!endsGroup && !progress);
      const time = when.toLocaleTimeString(wording.locale, { timeStyle: 'short' });
      setText(meta, [time, progress].filter(Boolean).join(' · '));
      actions.hidden = message.state !== 'failed';
      setText(retry, wording.say(isLost(message) ? 'attachAgain' : 'retry'));
      setText(discard, wording.say('discard'));
    },
  };
}

/** The relay no longer has its files: sent again, it would be refused again. */
function isLost({ error }: ChatMessage): boolean {
  return error === 'attachment_invalid';
}

/** Gives the hidden hints that a link opens elsewhere, whose words depend on the language. */
function writeContent(bubble: HTMLElement, content: string): HTMLElement[] {
  const hints: HTMLElement[] = [];
  for (const { text, href } of splitLinks(content)) {
    if (href === undefined) {
      bubble.append(text);
      continue;
    }
    hints.push(writeLink(bubble, text, href));
  }
  return hints;
}

/** What an answer quotes: a link if its address is safe to follow, else its title alone. */
function writeSource(
  place: HTMLElement,
  { title, url }: ChatMessage['sources'][number],
): HTMLElement[] {
  const href = url === null ? null : linkTo(url);
  const line = element('bdi');
  place.append(line);
  if (href !== null) return [writeLink(line, title, href)];
  line.append(title);
  return [];
}

/** Gives the hint behind the link. */
function writeLink(place: HTMLElement, text: string, href: string): HTMLElement {
  const link = element('a', { href, target: '_blank', rel: 'noopener noreferrer' }, text);
  const hint = element('span', { class: 'hidden' });
  place.append(link, hint);
  return hint;
}

function dayName({ say, locale }: Wording, when: Date, today: string): string {
  if (when.toDateString() === today) return say('today');
  return when.toLocaleDateString(locale, { weekday: 'long', day: 'numeric', month: 'long' });
}

function isSame(a: ItemLook, b: ItemLook): boolean {
  return (Object.keys(a) as (keyof ItemLook)[]).every((key) => a[key] === b[key]);
}
