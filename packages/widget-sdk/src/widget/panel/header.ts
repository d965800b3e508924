import type { Snapshot } from '../../types';
import { element, icon, setAttribute, setText } from '../dom';
import { describePresence, type Wording } from '../wording';

export interface Header {
  readonly header: HTMLElement;
  render(wording: Wording, snapshot: Snapshot): void;
}

/** The tenant's name, a line about who answers, and the buttons to save, end and close. */
export function createHeader(on: { save(): void; end(): void; close(): void }): Header {
  const title = element('h2', { id: 'chat-title' });
  const presence = element('p', { id: 'chat-status', class: 'presence' });
  const save = element('button', { class: 'tool', type: 'button' }, icon('save'));
  const end = element('button', { class: 'tool end', type: 'button' }, icon('end'));
  const close = element('button', { class: 'tool', type: 'button' }, icon('close'));
  save.addEventListener('click', on.save);
  end.addEventListener('click', on.end);
  close.addEventListener('click', on.close);

  return {
    header: element(
      // A `<header>` would add a banner to the page's landmarks.
      'div',
      { class: 'header', part: 'header' },
      element('div', { class: 'who' }, title, presence),
      save,
      end,
      close,
    ),
    render(wording, snapshot) {
      const { config, conversation, messages, status } = snapshot;
      setText(title, config?.tenantName ?? wording.say('title'));
      // A stopped chat gets no news, so it can't show who answers or the position in the queue.
      setText(presence, status === 'stopped' ? '' : describePresence(wording, snapshot));
      const isThere = conversation
        ? conversation.status === 'ASSIGNED' || conversation.status === 'BOT'
        : config?.isOnline || config?.botEnabled;
      presence.classList.toggle('there', isThere === true);
      save.hidden = end.hidden = messages.length === 0;
      for (const [button, key] of [
        [save, 'save'],
        [end, 'end'],
        [close, 'close'],
      ] as const) {
        setAttribute(button, 'aria-label', wording.say(key));
        setAttribute(button, 'title', wording.say(key));
      }
    },
  };
}
