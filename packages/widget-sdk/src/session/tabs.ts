/** A message between the tabs of one chat. Sessions and tokens are not sent: tabs read them from the storage. */
export type TabMessage =
  | { type: 'reset' | 'end'; sessionId: string | undefined }
  | { type: 'read'; sessionId: string | null; seq: number };

export interface Tabs {
  postMessage(message: TabMessage): void;
  close(): void;
}

/** Connects to the other tabs; null if the browser has no BroadcastChannel: then each tab is alone. */
export function findTabs(name: string, onMessage: (message: TabMessage) => void): Tabs | null {
  try {
    const channel = new BroadcastChannel(name);
    channel.onmessage = (event: MessageEvent<TabMessage>) => onMessage(event.data);
    return channel;
  } catch {
    return null; // absent, or refused to an opaque origin
  }
}
