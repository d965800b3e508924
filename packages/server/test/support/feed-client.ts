import { Client } from '@hapi/nes';
import { vi } from 'vitest';

export type FeedUpdate = { type: string } & Record<string, unknown>;

/** An operator's live feed through the real client, keeping every update. */
export class FeedClient {
  readonly client: Client;
  readonly updates: FeedUpdate[] = [];
  readonly disconnected: Promise<void>;

  private constructor(url: string) {
    this.client = new Client(`ws://${new URL(url).host}/api/v1/ws/console`);
    this.client.onError = () => undefined;
    this.disconnected = new Promise((resolve) => {
      this.client.onDisconnect = () => resolve();
    });
  }

  /** @throws what the relay says to the `hello` */
  static async open(url: string, token: string, paths: string[] = []): Promise<FeedClient> {
    const feed = new FeedClient(url);
    await feed.client.connect({
      auth: { headers: { authorization: `Bearer ${token}` } },
      reconnect: false,
    });
    for (const path of paths) await feed.subscribe(path);
    return feed;
  }

  subscribe(path: string): Promise<void> {
    return this.client.subscribe(path, (update) => {
      this.updates.push(update as unknown as FeedUpdate);
    });
  }

  /** The first update that fits, come or to come. */
  next(fits: (update: FeedUpdate) => boolean, timeout = 5_000): Promise<FeedUpdate> {
    return vi.waitFor(
      () => {
        const found = this.updates.find(fits);
        if (!found)
          throw new Error(`no such update among ${JSON.stringify(this.updates.slice(-5))}`);
        return found;
      },
      { timeout, interval: 20 },
    );
  }

  close(): Promise<void> {
    return this.client.disconnect();
  }
}
