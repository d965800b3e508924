/** What the tabs of one chat tell each other. No token is ever in it: tabs re-read the storage. */
export type TabMessage =
  | { type: 'reset' | 'end' | 'token' }
  | { type: 'read'; sessionId: string; seq: number };

export interface Tabs {
  post(message: TabMessage): void;
  close(): void;
}

/** Talks to the other tabs where the browser can; a browser that can't has only lone tabs. */
export function createTabs(name: string, onMessage: (message: TabMessage) => void): Tabs {
  let channel: BroadcastChannel | null = null;
  try {
    channel = new BroadcastChannel(name);
    channel.onmessage = (event: MessageEvent<TabMessage>) => onMessage(event.data);
  } catch {
    // Absent, or refused to an opaque origin.
  }
  return {
    post(message) {
      channel?.postMessage(message);
    },
    close() {
      channel?.close();
      channel = null;
    },
  };
}
