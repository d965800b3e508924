/** One call of the page: a method of the widget and its arguments. */
export type QueuedCall = readonly [name: string, ...args: unknown[]];

/** `window.CRS`: a queue until the widget is loaded; then it calls the widget. */
export interface CallQueue {
  /** Calls not made yet. */
  q?: QueuedCall[];
  push(...call: QueuedCall): void;
  /** What the loader knows: a call of `init` may leave it out. */
  options?: Record<string, unknown>;
  /** The token of a mailed link that was in the page's address. */
  link?: string;
  /** The loader's own. */
  script?: HTMLScriptElement | null;
  /** The widget is being loaded already. */
  isLoading?: boolean;
  /** The relay's current loader was fetched in place of an old copy. */
  isReloaded?: boolean;
}

declare global {
  interface Window {
    CRS?: CallQueue;
  }
}
