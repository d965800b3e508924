/** One call of the page: a method of the widget and its arguments. */
export type QueuedCall = readonly [name: string, ...args: unknown[]];

/** `window.CRS`: a queue until the widget is loaded; then it calls the widget. */
export interface CallQueue {
  /** Calls that were not made yet. */
  q?: QueuedCall[];
  push(...call: QueuedCall): void;
  /** Options that the loader read: the defaults for a call of `init`. */
  options?: Record<string, unknown>;
  /** The token of a mailed link that was in the page's address. */
  link?: string;
  script?: HTMLScriptElement | null;
  isLoading?: boolean;
  /** The relay's current loader was already fetched in place of an old copy. */
  isReloaded?: boolean;
}

declare global {
  interface Window {
    CRS?: CallQueue;
  }
}
