export interface Tabs {
  /** Calls `listener` with each message of another tab. */
  onMessage(listener: (said: unknown) => void): void;
  post(text: string): void;
}

/** Opens the channel to the browser's other tabs. Without one, this tab neither sends nor receives. */
export function createTabs(name: string): Tabs {
  let channel: BroadcastChannel | null = null;
  try {
    channel = new BroadcastChannel(name);
  } catch {
    // This browser has no BroadcastChannel, or refuses it to this page.
  }
  return {
    onMessage: (listener) => channel?.addEventListener('message', ({ data }) => listener(data)),
    post: (text) => channel?.postMessage(text),
  };
}
