/** One call of the page: a method of the widget and what it takes. */
export type QueuedCall = readonly [name: string, ...args: unknown[]];

/** `window.CRS`: a queue until the widget is loaded, and then the widget's ear. */
export interface CallQueue {
  /** Calls not made yet. */
  q?: QueuedCall[];
  push(...call: QueuedCall): void;
  /** Somebody loads the widget already. */
  isLoading?: boolean;
}

declare global {
  interface Window {
    CRS?: CallQueue;
  }
}
