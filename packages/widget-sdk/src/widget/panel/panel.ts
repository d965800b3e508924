import { attempt } from '../../attempt';
import type { Chat, Snapshot } from '../../types';
import { createComposer } from './composer';
import { createContact } from './contact';
import { element, icon, setText } from '../dom';
import type { Draft } from '../draft';
import { createFarewell } from './farewell';
import { createFiles } from './files';
import { createHeader } from './header';
import { createLinkCard } from './link-card';
import { createMessageList } from '../messages/message-list';
import { createNews } from './news';
import { createRating } from './rating';
import { isShown, keepFocus } from './keep-focus';
import { isSheet, keepFocusInside } from './sheet';
import { describeTrouble, describeTyping, type Wording } from '../wording';

export interface Panel {
  readonly panel: HTMLElement;
  render(wording: Wording, snapshot: Snapshot): void;
  show(takesFocus: boolean): void;
  hide(): void;
  /** Asks, in place of the chat, whether to continue the conversation of a mailed link; false if that was done. */
  askLink(token: string): boolean;
  /** True while that question is open. */
  isAsking(): boolean;
  /** Cancels an open question; false if there is none. */
  cancel(): boolean;
}

/** PROTOCOL: the limit of a text until the relay sends another value. */
const CONTENT_CHARS = 4000;
/** In ms. Browsers read a download some time after it was started, so its object URL is kept for this long. */
const DOWNLOAD_MS = 10_000;

/** The dialog that opens over the page. The snapshot shows failures, so no promise is awaited. */
export function createPanel(chat: Chat, draft: Draft, onClose: () => void): Panel {
  const ignore = () => undefined;
  let shown: { wording: Wording; snapshot: Snapshot } | undefined;
  let isEnding = false;
  let told: Parameters<Wording['say']>[0] | null = null;
  const say: Wording['say'] = (...words) => shown?.wording.say(...words) ?? '';
  const list = createMessageList({
    retry: (id) => void chat.retry(id).catch(ignore),
    discard: chat.discard,
    rewrite({ id, content }) {
      composer.prepend(content);
      chat.discard(id);
      files.choose();
    },
    showFiles: (place, message) => files.show(place, message),
    loadHistory: () => void chat.loadHistory().catch(ignore),
    look,
  });
  const files = createFiles(chat, () => keepFocus(panel, draw, settleFocus));
  const composer = createComposer(draft, files, {
    send: (text) => void chat.send(text, { attachments: files.take() }).catch(ignore),
    typing: chat.typing,
  });
  // A logout deletes everything. After the end of a chat, the typed text is still the visitor's.
  chat.on('reset', (how) => how === 'reset' && composer.clear());
  const news = createNews(() => {
    list.scrollToEnd();
    settleFocus();
    look();
  });
  const farewell = createFarewell({
    end: () => void startAnew().catch(ignore),
    cancel: settleFocus,
  });
  const rating = createRating({
    rate: chat.rate,
    change: () => keepFocus(panel, draw, settleFocus),
  });
  const contact = createContact({
    leave: chat.leaveEmail,
    mail: chat.transcript.mail,
    change: () => keepFocus(panel, draw, settleFocus),
  });
  const link = createLinkCard({
    resume: chat.resume,
    done: () => {
      chat.start({ open: true });
      draw();
      settleFocus();
    },
    change: () => keepFocus(panel, draw, settleFocus),
  });
  const header = createHeader({
    save: () => void saveConversation().catch(() => tell('notSaved')),
    end: () => isEnding || farewell.ask(),
    close: onClose,
  });
  const banner = element('p', { class: 'banner', role: 'status' });
  const typing = element('span', {});
  const typist = element(
    'div',
    { class: 'typing', hidden: true },
    element('i', { 'aria-hidden': 'true' }, element('b')),
    typing,
  );
  const personLabel = element('span');
  const person = element(
    'button',
    { class: 'person', type: 'button' },
    icon('person'),
    personLabel,
  );
  person.addEventListener('click', () => {
    chat.escalate();
    composer.input.focus();
  });

  const panel = element(
    'section',
    {
      class: 'panel',
      part: 'panel',
      role: 'dialog',
      'aria-labelledby': 'chat-title',
      tabindex: '-1',
      hidden: true,
    },
    header.header,
    banner,
    link.part,
    list.log,
    news.part,
    typist,
    contact.part,
    rating.part,
    ...farewell.parts,
    person,
    files.tray,
    ...composer.parts,
  );
  panel.addEventListener('keydown', (event) => keepFocusInside(panel, event));

  /** Focuses the messages on a phone, because focusing the input would open the keyboard over them. */
  function settleFocus() {
    if (link.isAsking()) return link.button.focus();
    (isSheet() ? list.log : composer.input).focus();
  }

  async function saveConversation() {
    const text = await chat.transcript.fetch();
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    element('a', { href: url, download: `${say('title')}.txt` }).click();
    setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_MS);
  }

  /** Shows a line of text until the panel closes. */
  function tell(key: Parameters<Wording['say']>[0] | null) {
    told = key;
    draw();
  }

  /** Ends the chat, then starts a new one. A message sent in between would belong to the old one. */
  async function startAnew() {
    isEnding = true;
    draw();
    settleFocus();
    await chat.endSession().catch(ignore);
    isEnding = false;
    chat.start({ open: true });
    draw();
  }

  /** Marks visible messages as read. Called when other messages are visible, or none. */
  function look() {
    const isInView = isShown(panel);
    if (!isInView) farewell.cancel();
    const isAtEnd = list.isAtEnd();
    if (isInView && isAtEnd && !link.isAsking() && document.visibilityState === 'visible')
      chat.markRead();
    if (!shown) return;
    const { wording, snapshot } = shown;
    keepFocus(panel, () => news.render(wording, isAtEnd ? 0 : snapshot.unread), settleFocus);
  }

  function draw() {
    if (!shown) return;
    const { wording, snapshot } = shown;
    const { config, conversation, status, reason } = snapshot;
    header.render(wording, snapshot);
    link.render(wording, snapshot);
    panel.toggleAttribute('data-asking', link.isAsking());
    const trouble = [told ? wording.say(told) : '', describeTrouble(wording, snapshot)];
    setText(banner, isEnding ? wording.say('ending') : trouble.filter(Boolean).join(' '));
    attempt(() => files.render(panel, wording, snapshot, isEnding));
    const operator = conversation?.operatorDisplayName;
    typist.hidden = snapshot.typing === null || snapshot.draft !== null;
    setText(typing, describeTyping(wording, snapshot.typing, operator));
    attempt(() => contact.render(wording, snapshot, isEnding));
    attempt(() => rating.render(wording, snapshot, isEnding));
    attempt(() => farewell.render(wording, snapshot, isEnding));
    setText(personLabel, wording.say('talkToPerson'));
    const isWithBot = conversation ? conversation.status === 'BOT' : config?.botEnabled;
    const isOut = isEnding || (status === 'stopped' && reason !== 'user');
    person.hidden = !isWithBot || isOut;
    composer.render(wording, config?.limits.contentChars ?? CONTENT_CHARS, isEnding);
    // At last: what opens or closes below changes where its end is.
    attempt(() => list.render(wording, snapshot, files.isLoaded()));
  }

  return {
    panel,
    render(wording, snapshot) {
      shown = { wording, snapshot };
      keepFocus(panel, draw, settleFocus);
      look();
    },
    show(takesFocus) {
      panel.hidden = false;
      list.scrollToEnd();
      // On a phone, focusing the input would open the keyboard over the messages.
      if (takesFocus && link.isAsking()) settleFocus();
      else if (takesFocus) (isSheet() ? panel : composer.input).focus();
      look();
    },
    askLink(token) {
      link.ask(token);
      draw();
      return link.isAsking();
    },
    isAsking: link.isAsking,
    hide() {
      panel.hidden = true;
      files.cancel();
      told = null;
      farewell.cancel();
    },
    cancel: () => files.cancel() || farewell.cancel(),
  };
}
