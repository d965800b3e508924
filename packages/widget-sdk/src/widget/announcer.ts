import { element } from './dom';

export interface Announcer {
  readonly region: HTMLElement;
  say(text: string): void;
}

const KEPT = 5;

/** Reads only new messages to a screen reader. */
export function createAnnouncer(): Announcer {
  const region = element('div', { class: 'hidden live', 'aria-live': 'polite' });
  return {
    region,
    say(text) {
      region.append(element('p', {}, text));
      if (region.childElementCount > KEPT) region.firstElementChild?.remove();
    },
  };
}
