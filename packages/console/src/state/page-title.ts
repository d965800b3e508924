import { computed, signal, type Signal } from '@preact/signals';
import { effect } from '../browser/effect';

/** The window's title: the number of waiting conversations, and the page. */
export interface PageTitle {
  readonly page: Signal<string>;
  /** Conversations that need this person; 0 is not shown. */
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
