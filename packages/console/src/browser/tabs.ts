export interface Tabs {
  /** Calls `listener` with each message of another tab. */
  hear(listener: (said: unknown) => void): void;
  say(text: string): void;
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
    hear: (listener) => channel?.addEventListener('message', ({ data }) => listener(data)),
    say: (text) => channel?.postMessage(text),
  };
}
