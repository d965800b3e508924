import lazy from 'preact-iso/lazy';
import type { AnyComponent } from 'preact';

const RELOADED = 'relay-console.reloaded';

/**
 * A page whose code is fetched when it is first shown. After an upgrade of the relay the code that
 * an open tab asks for may be gone: then the tab loads itself again, once.
 */
export function lazyPage(load: () => Promise<AnyComponent>): AnyComponent {
  return lazy(() =>
    load().then(
      (page) => {
        sessionStorage.removeItem(RELOADED);
        return page;
      },
      (error: unknown) => {
        if (!navigator.onLine || sessionStorage.getItem(RELOADED)) throw error;
        sessionStorage.setItem(RELOADED, 'yes');
        location.reload();
        return new Promise<never>(() => {}); // the page is about to go
      },
    ),
  );
}
