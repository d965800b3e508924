import { computed, signal, type Signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { effect } from '../browser/effect';
import { useConsole } from './console';

/** The window's title: how much is waiting, and which page this is. */
export interface PageTitle {
  readonly page: Signal<string>;
  /** What waits for this person; 0 shows nothing. */
  readonly count: Signal<number>;
}

export function createPageTitle(product: string): PageTitle {
  const page = signal('');
  const count = signal(0);
  const title = computed(() => {
    const name = page.value === '' ? product : `${page.value} · ${product}`;
    return count.value > 0 ? `(${count.value}) ${name}` : name;
  });
  effect(() => {
    document.title = title.value;
  });
  return { page, count };
}

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
