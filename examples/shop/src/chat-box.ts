import { ChatError, type Chat } from '@chat-relay/widget-sdk';
import { createMessageList } from './message-list';
import { describeFailure, describeStatus, describeTyping } from './wording';

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
  const history = part(root, '#chat-history', HTMLButtonElement);
  const notice = part(root, '#chat-notice', HTMLParagraphElement);
  const messageList = part(root, '#chat-messages', HTMLOListElement);

  const sayFailure = (error: unknown): void =>
    setText(notice, describeFailure(error instanceof ChatError ? error.code : 'internal_error'));
  const retry = (id: string): void => void chat.retry(id).catch(sayFailure);
  const showMessages = createMessageList(messageList, retry);

  const draw = (): void => {
    const snapshot = chat.getState();
    setText(status, describeStatus(snapshot));
    setText(typing, describeTyping(snapshot));
    showMessages(snapshot.messages);
    const holder = snapshot.conversation?.status;
    escalate.disabled = holder === 'WAITING' || holder === 'ASSIGNED';
    history.hidden = !snapshot.hasMoreHistory;
    if (snapshot.unread > 0 && document.visibilityState === 'visible') chat.markRead();
  };
  chat.subscribe(draw);
  draw();

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const content = input.value;
    if (content.trim() === '') return;
    setText(notice, '');
    chat.send(content).catch(sayFailure);
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
  history.addEventListener('click', () => void chat.loadHistory().catch(sayFailure));
  document.addEventListener('visibilitychange', draw);
}

/** A live region speaks whenever it is written to, so it is written to only when its words change. */
function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
