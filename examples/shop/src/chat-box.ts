import type { Chat, Snapshot } from '@chat-relay/widget-sdk';
import { createMessageList } from './message-list';
import { describeStatus, describeTyping } from './wording';

/** A page that lacks one of its parts is the page's mistake, and says which. */
function part<T extends HTMLElement>(root: HTMLElement, selector: string, type: new () => T): T {
  const found = root.querySelector(selector);
  if (found instanceof type) return found;
  throw new TypeError(`the chat box has no ${selector}`);
}

/** Draws the chat into its section and passes on what the visitor does. */
export function mountChat(root: HTMLElement, chat: Chat): void {
  const status = part(root, '#chat-status', HTMLParagraphElement);
  const typing = part(root, '#chat-typing', HTMLParagraphElement);
  const form = part(root, '#chat-form', HTMLFormElement);
  const input = part(root, '#chat-input', HTMLTextAreaElement);
  const escalate = part(root, '#chat-escalate', HTMLButtonElement);
  const showMessages = createMessageList(part(root, '#chat-messages', HTMLOListElement));

  const draw = (snapshot: Snapshot): void => {
    setText(status, describeStatus(snapshot));
    setText(typing, describeTyping(snapshot));
    showMessages(snapshot.messages);
    const holder = snapshot.conversation?.status;
    escalate.disabled = holder === 'WAITING' || holder === 'ASSIGNED';
    if (snapshot.unread > 0 && document.visibilityState === 'visible') chat.markRead();
  };
  chat.subscribe(draw);
  draw(chat.getState());

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const content = input.value.trim();
    if (content === '') return;
    chat.send(content);
    chat.typing(false);
    input.value = '';
    input.focus();
  });
  input.addEventListener('input', () => chat.typing(input.value !== ''));
  input.addEventListener('keydown', (event) => {
    // While a word is being composed, Enter takes the word and doesn't send.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  escalate.addEventListener('click', () => chat.escalate());
  document.addEventListener('visibilitychange', () => draw(chat.getState()));
}

/** A live region speaks whenever it is written to, so it is written to only when its words change. */
function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
