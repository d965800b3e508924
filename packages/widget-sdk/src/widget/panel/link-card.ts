import type { ChatError } from '../../errors';
import type { Snapshot } from '../../types';
import { element, setAttribute, setText } from '../dom';
import type { Wording } from '../wording';

export interface LinkCard {
  readonly part: HTMLElement;
  readonly button: HTMLElement;
  /** Asks whether to continue the conversation of this mailed link. */
  ask(token: string): void;
  isAsking(): boolean;
  render(wording: Wording, snapshot: Snapshot): void;
}

/**
 * Replaces the chat until the visitor taps the button of a mailed link. Nothing else uses the link up, because mail
 * scanners open links and run their scripts.
 */
export function createLinkCard(on: {
  resume(token: string): Promise<void>;
  /** The card is closed: show the chat. */
  done(): void;
  /** Draws this again after a change. */
  change(): void;
}): LinkCard {
  const title = element('p', { id: 'chat-link', class: 'ask' });
  const note = element('p', { id: 'chat-link-note' });
  const problem = element('p', { role: 'status' });
  const button = element('button', {
    class: 'text-button primary',
    type: 'button',
    'aria-describedby': `${title.id} ${note.id}`,
  });
  const part = element('div', { class: 'link-card', hidden: true }, title, note, problem, button);
  let asked: string | null = null;
  let used: string | null = null;
  let isBusy = false;
  let trouble: '' | 'linkFailed' | 'linkOver' | 'unavailable' = '';

  function close() {
    asked = null;
    on.done();
  }

  async function open(token: string) {
    isBusy = true;
    on.change();
    try {
      await on.resume(token);
      used = token;
      close();
    } catch (error) {
      const { code, retryable } = error as ChatError; // a chat rejects with nothing else
      trouble = retryable ? 'linkFailed' : code === 'session_expired' ? 'linkOver' : 'unavailable';
    }
    isBusy = false;
    on.change();
  }

  button.addEventListener('click', () => {
    if (isBusy || asked === null) return;
    if (trouble && trouble !== 'linkFailed') close();
    else void open(asked);
  });

  return {
    part,
    button,
    ask(token) {
      // A used link may appear again, when the visitor goes back in the browser's history.
      if (token === used) return;
      asked = token;
      trouble = '';
    },
    isAsking: () => asked !== null,
    render({ say }, { config }) {
      const isOver = trouble !== '' && trouble !== 'linkFailed';
      const name = config?.tenantName ?? say('title');
      part.hidden = asked === null;
      note.hidden = isOver;
      // `disabled` would lose the focus.
      setAttribute(button, 'aria-disabled', isBusy ? 'true' : null);
      setText(title, say('linkTitle'));
      setText(note, say('linkNote', { name }));
      setText(problem, trouble && say(trouble));
      setText(button, say(isOver ? 'startAnew' : trouble ? 'retry' : 'linkOpen'));
    },
  };
}
