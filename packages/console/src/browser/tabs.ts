/** The other tabs of this browser. */
export interface Tabs {
  /** Calls `listener` with what another tab says. */
  hear(listener: (said: unknown) => void): void;
  say(text: string): void;
}

/** Where the browser can't reach them, each tab is alone. */
export function createTabs(name: string): Tabs {
  let channel: BroadcastChannel | null = null;
  try {
    channel = new BroadcastChannel(name);
  } catch {
    // Absent, or refused to this page.
  }
  return {
    hear: (listener) => channel?.addEventListener('message', ({ data }) => listener(data)),
    say: (text) => channel?.postMessage(text),
  };
}
