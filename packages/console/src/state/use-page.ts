import { useLayoutEffect } from 'preact/hooks';
import { useConsole } from './console';

/** Names the page. On the way to it the focus moves to its content, so that keys and readers start there. */
export function usePage(name: string): void {
  const { pageTitle } = useConsole();
  useLayoutEffect(() => {
    const active = document.activeElement;
    const main = document.getElementById('main');
    // Lost with the last page; when the first one is loaded, it begins at the top.
    const isLost = active === document.body && pageTitle.page.peek() !== '';
    const isElsewhere = active !== null && active !== document.body && !main?.contains(active);
    if (isLost || isElsewhere) main?.focus({ preventScroll: true });
  }, []);
  useLayoutEffect(() => {
    pageTitle.page.value = name;
  }, [name]);
}
