import lazy from 'preact-iso/lazy';
import type { AnyComponent } from 'preact';
import { loadCode } from './load-code';

/** A page whose code is fetched when it is first shown. */
export function lazyPage(load: () => Promise<AnyComponent>): AnyComponent {
  return lazy(() => loadCode(load));
}
