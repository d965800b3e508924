import type { ChatMessage } from '@chat-relay/widget-sdk';
import { describeSender } from './wording';

/** How near to the end, in pixels, still counts as reading the end. */
const NEAR_END_PX = 60;

/** Shows messages in a list; an element lives as long as its message, so that a screen reader says it once. */
export function createMessageList(
  list: HTMLElement,
  retry: (id: string) => void,
): (messages: readonly ChatMessage[]) => void {
  const items = new Map<string, HTMLLIElement>();

  return (messages) => {
    const wasAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_END_PX;
    const shown = new Set(messages.map(({ id }) => id));
    for (const [id, item] of items) {
      if (shown.has(id)) continue;
      item.remove();
      items.delete(id);
    }
    messages.forEach((message, index) => {
      const item = items.get(message.id) ?? createItem(message, retry);
      items.set(message.id, item);
      describe(item, message);
      if (list.children[index] !== item) list.insertBefore(item, list.children[index] ?? null);
    });
    if (wasAtEnd) list.scrollTop = list.scrollHeight;
  };
}

/** What people wrote goes in as text, never as markup. */
function createItem(message: ChatMessage, retry: (id: string) => void): HTMLLIElement {
  const item = document.createElement('li');
  const sender = document.createElement('span');
  sender.className = 'sender';
  const content = document.createElement('span');
  content.className = 'content';
  content.textContent = message.content;
  item.append(sender, content, createRetryButton(message.id, retry));
  return item;
}

function createRetryButton(id: string, retry: (id: string) => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Réessayer';
  button.addEventListener('click', () => retry(id));
  return button;
}

function describe(item: HTMLLIElement, message: ChatMessage): void {
  const classes = ['message', message.sender.kind];
  if (message.state === 'failed') classes.push('failed');
  else if (message.state !== 'sent') classes.push('pending');
  item.className = classes.join(' ');
  if (message.seq !== null) item.dataset['seq'] = String(message.seq);
  const sender = item.firstElementChild;
  const words = describeSender(message);
  if (sender && sender.textContent !== words) sender.textContent = words;
}
