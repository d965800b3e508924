import type { Snapshot } from '../../types';
import { element, setAttribute, setText } from '../dom';
import type { Wording } from '../wording';
import { toJson } from '../../page-proof';

export interface Rating {
  readonly part: HTMLElement;
  render(wording: Wording, snapshot: Snapshot, isEnding: boolean): void;
}

const SCORES = [1, 2, 3, 4, 5];
/** PROTOCOL: the limit of a comment. */
const COMMENT_CHARS = 1000;

/** Asks for one to five stars and a comment after a conversation is resolved, until it reopens. */
export function createRating(on: {
  rate(score: number, comment: string): Promise<void>;
  /** Draws this again after a change. */
  change(): void;
}): Rating {
  const title = element('p', { id: 'chat-rating' });
  const stars = SCORES.map((score) => {
    const input = element('input', { type: 'radio', name: 'chat-rating', value: String(score) });
    const star = element('span', { 'aria-hidden': 'true' });
    input.addEventListener('change', () => choose(score));
    return { score, input, star, label: element('label', {}, input, star) };
  });
  const group = element(
    'div',
    { class: 'stars', role: 'radiogroup', 'aria-labelledby': title.id },
    ...stars.map(({ label }) => label),
  );
  const comment = element('textarea', {
    rows: '2',
    dir: 'auto',
    maxlength: String(COMMENT_CHARS),
  });
  const send = element('button', { class: 'text-button primary', type: 'button' });
  const result = element('p', { role: 'status' });
  const part = element('div', { class: 'choice rating', hidden: true }, title, group, comment);
  part.append(send, result);
  /** The number of stars that are selected; 0 for none. */
  let score = 0;
  let state: 'open' | 'sending' | 'sent' | 'failed' = 'open';
  /** The conversation's rating that is shown, as JSON. */
  let known: string | undefined;

  function choose(next: number) {
    score = next;
    state = 'open';
    on.change();
  }

  comment.addEventListener('input', () => (state = 'open'));
  send.addEventListener('click', () => {
    state = 'sending';
    on.change();
    on.rate(score, comment.value.trim())
      .then(() => (state = 'sent'))
      .catch(() => (state = 'failed'))
      .finally(on.change);
  });

  return {
    part,
    render({ say }, { config, conversation }, isEnding) {
      const isOver = conversation?.status === 'RESOLVED';
      part.hidden = !config?.rating || !isOver || isEnding;
      const given = isOver ? conversation.rating : undefined;
      // The rating may come from another tab; after the conversation reopens there is none.
      const now = toJson(isOver && given);
      if (now !== known) {
        known = now;
        score = given?.rating ?? 0;
        comment.value = given?.comment ?? '';
        state = given ? 'sent' : 'open';
      }
      setText(title, say('rateTitle'));
      for (const star of stars) {
        star.input.checked = star.score === score;
        setAttribute(star.input, 'aria-label', say('rateScore', { count: star.score }));
        setText(star.star, star.score <= score ? '★' : '☆');
      }
      setAttribute(comment, 'aria-label', say('rateComment'));
      setAttribute(comment, 'placeholder', say('rateComment'));
      setText(send, say(state === 'failed' ? 'retry' : 'send'));
      comment.hidden = send.hidden = score === 0 || state === 'sent';
      send.disabled = state === 'sending';
      setText(
        result,
        state === 'sent' ? say('rateThanks') : state === 'failed' ? say('failed') : '',
      );
    },
  };
}
