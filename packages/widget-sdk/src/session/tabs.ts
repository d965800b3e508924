/** What the tabs of one chat tell each other. Sessions and tokens they read from the storage. */
export type TabMessage =
  | { type: 'reset' | 'end'; sessionId: string | undefined }
  | { type: 'read'; sessionId: string | null; seq: number };

/** The other tabs. */
export interface Tabs {
  postMessage(message: TabMessage): void;
  close(): void;
}

/** Reaches the other tabs where the browser can; a browser that can't has only lone tabs. */
export function findTabs(name: string, onMessage: (message: TabMessage) => void): Tabs | null {
  try {
    const channel = new BroadcastChannel(name);
    channel.onmessage = (event: MessageEvent<TabMessage>) => onMessage(event.data);
    return channel;
  } catch {
    return null; // absent, or refused to an opaque origin
  }
}
