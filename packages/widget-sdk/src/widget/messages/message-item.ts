import { element, setText } from '../dom';
import type { ChatMessage } from '../../types';
import { linkTo, splitLinks } from './links';
import type { Row } from './rows';
import { describeProgress, nameOf, type Wording } from '../wording';

export interface MessageActions {
  retry(id: string): void;
  discard(id: string): void;
  /** Puts the text back into the input, because the message's files are lost. */
  rewrite(message: ChatMessage): void;
  showFiles(place: HTMLElement, message: ChatMessage): void;
}

/** The data that decides the look of an item. */
interface ItemLook extends Row {
  readonly wording: Wording;
  /** The `seq` up to which the other side has read. */
  readonly readSeq: number;
  /** True of the visitor's last message, which shows how far it got. */
  readonly isLastOwn: boolean;
  /** True if files are shown; otherwise only their names are. */
  readonly showsFiles: boolean;
  /** The visitor's current day, in the form of `toDateString()`. */
  readonly today: string;
}

export interface MessageItem {
  readonly item: HTMLLIElement;
  render(look: ItemLook): void;
}

/** One line of the list. Its content is written once, as text and never as markup; it may be removed later. */
export function createMessageItem(
  { id, content, sources, sender: { kind: writer } }: ChatMessage,
  on: MessageActions,
): MessageItem {
  const day = element('p', { class: 'day' });
  const sender = element('span', { class: 'sender' });
  const bubble = element('div', { class: 'content' });
  // A line of the relay may begin with a person's name, which would give the line the name's direction.
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
      // The visitor's own name is for screen readers: others see on which side the message is.
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

/** True if the relay no longer has the message's files: sending it again would fail again. */
function isLost({ error }: ChatMessage): boolean {
  return error === 'attachment_invalid';
}

/** Writes the text with its links. Returns the links' hidden hints (“opens in a new tab”), to be translated later. */
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

/** Writes a quoted document: as a link if its address is safe to follow, otherwise as its title. */
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

/** Writes a link; returns its hidden hint. */
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
