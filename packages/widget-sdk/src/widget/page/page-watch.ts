import type { Chat } from '../../types';

const LOOK_EVERY_MS = 1000;

/**
 * Shares the page's address and title with the operators while the visitor sees it, and again when they change.
 * Polling once a second finds every kind of navigation without replacing functions of the page. A page with the
 * attribute `data-no-page` anywhere is not shared.
 * @returns a function that stops it
 */
export function watchAddress(chat: Pick<Chat, 'sharePage'>): () => void {
  const look = (): void => {
    if (document.hidden || document.querySelector('[data-no-page]')) return;
    const { origin, pathname } = location;
    chat.sharePage({ url: origin + pathname, title: document.title || pathname });
  };
  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}
