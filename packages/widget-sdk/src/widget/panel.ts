import type { Chat, Snapshot } from '../types';
import { createComposer } from './composer';
import { element, icon, setText } from './dom';
import type { Draft } from './draft';
import { createFarewell } from './farewell';
import { createHeader } from './header';
import { createMessageList } from './message-list';
import { isSheet, keepFocusInside } from './sheet';
import { describeTrouble, describeTyping, type Wording } from './wording';

export interface Panel {
  readonly panel: HTMLElement;
  render(wording: Wording, snapshot: Snapshot): void;
  show(takesFocus: boolean): void;
  hide(): void;
  /** Takes back a question that is open; false when there is none. */
  cancel(): boolean;
}

/** PROTOCOL: until the relay says otherwise. */
const CONTENT_CHARS = 4000;

/** Everything that opens over the page. What fails shows in the snapshot, so no promise is awaited. */
export function createPanel(chat: Chat, draft: Draft, onClose: () => void): Panel {
  const ignore = () => undefined;
  const list = createMessageList({
    retry: (id) => void chat.retry(id).catch(ignore),
    discard: chat.discard,
    loadHistory: () => void chat.loadHistory().catch(ignore),
    scroll: read,
  });
  const composer = createComposer(draft, {
    send: (text) => void chat.send(text).catch(ignore),
    typing: chat.typing,
  });
  chat.on('reset', composer.clear);
  const farewell = createFarewell({
    end: () => void startAnew(),
    cancel: () => composer.input.focus(),
  });
  const header = createHeader({ end: farewell.ask, close: onClose });
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
    list.log,
    typist,
    ...farewell.parts,
    person,
    ...composer.parts,
  );
  panel.addEventListener('keydown', (event) => keepFocusInside(panel, event));

  async function startAnew() {
    farewell.cancel();
    await chat.endSession().catch(ignore);
    chat.start({ open: true });
    composer.input.focus();
  }

  /** Read is what was really in view. */
  function read() {
    const isSeen = !panel.hidden && document.visibilityState === 'visible';
    if (isSeen && list.isAtEnd()) chat.markRead();
  }

  return {
    panel,
    render(wording, snapshot) {
      const { config, conversation, status, reason } = snapshot;
      header.render(wording, snapshot);
      setText(banner, describeTrouble(wording, snapshot));
      list.render(wording, snapshot);
      const operator = conversation?.operatorDisplayName;
      typist.hidden = snapshot.typing === null;
      setText(typing, describeTyping(wording, snapshot.typing, operator));
      farewell.render(wording, snapshot);
      setText(personLabel, wording.say('talkToPerson'));
      const isWithBot = conversation ? conversation.status === 'BOT' : config?.botEnabled;
      person.hidden = !isWithBot || (status === 'stopped' && reason !== 'user');
      composer.render(wording, config?.limits.contentChars ?? CONTENT_CHARS);
      read();
    },
    show(takesFocus) {
      panel.hidden = false;
      list.scrollToEnd();
      // On a phone the field would bring up the keyboard, over the messages just opened.
      if (takesFocus) (isSheet() ? panel : composer.input).focus();
      read();
    },
    hide() {
      panel.hidden = true;
      farewell.cancel();
    },
    cancel: farewell.cancel,
  };
}
