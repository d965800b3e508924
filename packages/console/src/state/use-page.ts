import { useLayoutEffect } from 'preact/hooks';
import { useConsole } from './console';

/** Sets the page's name, and moves the focus to its content, so that keyboards and screen readers start there. */
export function usePage(name: string): void {
  const { pageTitle } = useConsole();
  useLayoutEffect(() => {
    const active = document.activeElement;
    const main = document.getElementById('main');
    // The previous page took the focus with it. On the first page the focus stays at the top.
    const isLost = active === document.body && pageTitle.page.peek() !== '';
    const isElsewhere = active !== null && active !== document.body && !main?.contains(active);
    if (isLost || isElsewhere) main?.focus({ preventScroll: true });
  }, []);
  useLayoutEffect(() => {
    pageTitle.page.value = name;
  }, [name]);
}
