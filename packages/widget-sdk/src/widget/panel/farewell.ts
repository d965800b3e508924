import type { Snapshot } from '../../types';
import { element, setText } from '../dom';
import type { Wording } from '../wording';

export interface Farewell {
  readonly parts: HTMLElement[];
  /** Asks whether to end the chat; asks nothing if it has already ended. */
  ask(): void;
  /** Cancels the question; false if none was open. */
  cancel(): boolean;
  render(wording: Wording, snapshot: Snapshot, isEnding: boolean): void;
}

/** The end of a chat: first a question, then a button for a new chat. */
export function createFarewell(on: { end(): void; cancel(): void }): Farewell {
  const text = element('p', { id: 'chat-question' });
  const yes = element('button', { class: 'text-button primary', type: 'button' });
  const no = element('button', { class: 'text-button', type: 'button' });
  const question = element(
    'div',
    { class: 'choice', role: 'group', 'aria-labelledby': 'chat-question', hidden: true },
    text,
    yes,
    no,
  );
  const anew = element('button', { class: 'text-button', type: 'button' });
  const after = element('div', { class: 'choice', hidden: true }, anew);

  function cancel() {
    if (question.hidden) return false;
    question.hidden = true;
    on.cancel();
    return true;
  }

  yes.addEventListener('click', on.end);
  no.addEventListener('click', cancel);
  anew.addEventListener('click', on.end);

  return {
    parts: [question, after],
    ask() {
      if (!after.hidden) return on.end();
      question.hidden = false;
      no.focus();
    },
    cancel,
    render({ say }, { conversation, messages }, isEnding) {
      const isOver = conversation?.status === 'RESOLVED';
      setText(text, say('endQuestion'));
      setText(yes, say('endConfirm'));
      setText(no, say('cancel'));
      setText(anew, say('startAnew'));
      after.hidden = !isOver || isEnding;
      if (isOver || isEnding || messages.length === 0) cancel();
    },
  };
}
