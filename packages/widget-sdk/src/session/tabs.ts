/** The messages between the tabs of one chat. Sessions and tokens are read from the storage. */
export type TabMessage =
  | { type: 'reset' | 'end'; sessionId: string | undefined }
  | { type: 'read'; sessionId: string | null; seq: number };

/** The other tabs. */
export interface Tabs {
  postMessage(message: TabMessage): void;
  close(): void;
}

/** Reaches the other tabs if the browser can; otherwise each tab is alone. */
export function findTabs(name: string, onMessage: (message: TabMessage) => void): Tabs | null {
  try {
    const channel = new BroadcastChannel(name);
    channel.onmessage = (event: MessageEvent<TabMessage>) => onMessage(event.data);
    return channel;
  } catch {
    return null; // absent, or refused to an opaque origin
  }
}
