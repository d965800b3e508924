import { element, setText } from '../dom';
import type { Wording } from '../wording';

export interface News {
  readonly part: HTMLElement;
  /** @param count of new messages; 0 hides the button */
  render(wording: Wording, count: number): void;
}

/** The button that jumps to new messages while the visitor reads further up. */
export function createNews(onFollow: () => void): News {
  const label = element('span');
  const button = element(
    'button',
    { type: 'button' },
    element('span', { 'aria-hidden': 'true' }, '↓ '),
    label,
  );
  const part = element('div', { class: 'news', hidden: true }, button);
  button.addEventListener('click', onFollow);
  return {
    part,
    render({ say }, count) {
      part.hidden = count === 0;
      if (count > 0) setText(label, say('newMessages', { count }));
    },
  };
}
