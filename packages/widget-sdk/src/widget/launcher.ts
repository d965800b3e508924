import { element, icon, setAttribute, setText } from './dom';
import type { Wording } from './wording';

export interface Launcher {
  readonly button: HTMLButtonElement;
  render(wording: Wording, isOpen: boolean, unread: number): void;
}

const MOST_SHOWN = 99;

/** The round button that opens the panel, with the number of unread messages. */
export function createLauncher(onToggle: () => void): Launcher {
  const badge = element('span', { class: 'badge', 'aria-hidden': 'true', hidden: true });
  const [open, close] = [icon('chat'), icon('close')];
  const button = element(
    'button',
    { class: 'launcher', part: 'launcher', type: 'button', 'aria-haspopup': 'dialog' },
    open,
    badge,
  );
  button.addEventListener('click', onToggle);

  return {
    button,
    render({ say }, isOpen, unread) {
      const label = unread ? say('launcherUnread', { count: unread }) : say('launcher');
      setAttribute(button, 'aria-label', isOpen ? say('close') : label);
      setAttribute(button, 'aria-expanded', String(isOpen));
      const [shown, other] = isOpen ? [close, open] : [open, close];
      if (other.isConnected) other.replaceWith(shown);
      badge.hidden = isOpen || unread === 0;
      setText(badge, unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread));
    },
  };
}
