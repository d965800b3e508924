import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext } from 'playwright-core';
import type { Chat, ChatError, ChatMessage } from '../../src/index';

/** A shop's website, on an origin of its own and a line without fault. */
export interface Shop {
  origin: string;
  visit(browser: BrowserContext, tenant: Tenant): Promise<VisitorPage>;
  close(): void;
}

/** Whom the shop's chat belongs to. */
export interface Tenant {
  baseUrl: string;
  tenantId: string;
  publicKey: string;
}

/** The page a visitor has open; await each call before the next. */
export interface VisitorPage {
  /** True when the chat has it, whatever becomes of it; false, and nothing was written, when too much waits already. */
  write(content: string): Promise<boolean>;
  reload(): Promise<void>;
  /** Takes the browser off every network, or back; nothing is reloaded meanwhile. */
  setOffline(isOffline: boolean): Promise<void>;
  /** Resolves when nothing is on its way to the relay any more. */
  sent(): Promise<void>;
  /** Resolves when this message is shown. */
  seen(seq: number): Promise<void>;
  /** The whole conversation, as the chat shows it. */
  readAll(): Promise<ShownMessage[]>;
  /** How many messages the chat announced, and how often again on the same load of the page. */
  announcements(): Promise<{ announced: number; again: number }>;
}

export type ShownMessage = Pick<ChatMessage, 'seq' | 'content'>;

/** More than these the chat doesn't keep: it shows what comes on top as failed. */
const OUTBOX_ITEMS = 50;
const PATIENCE = { timeout: 90_000, polling: 100 };

// What it counts outlives a reload in the tab's storage, written before anything else can happen.
const HTML = `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <title>A shop</title>
  <link rel="icon" href="data:," />
  <script type="module">
    import { createChat } from './sdk.js';

    const count = (what) => {
      sessionStorage[what] = Number(sessionStorage[what] ?? 0) + 1;
    };
    const known = new Set();
    globalThis.chat = createChat(Object.fromEntries(new URLSearchParams(location.search)));
    chat.on('message', ({ messageId }) => {
      count(known.has(messageId) ? 'again' : 'announced');
      known.add(messageId);
    });
    chat.start({ open: true });
  </script>
</html>`;

/** In the page, and nowhere else. */
declare const chat: Chat;

/** Opens a shop with this build of the SDK, one ES module, on its page. */
export async function openShop(sdk: string): Promise<Shop> {
  const server = createServer(({ url }, response) => {
    const [type, body] = url === '/sdk.js' ? ['javascript', sdk] : ['html', HTML];
    response.writeHead(200, { 'content-type': `text/${type}; charset=utf-8` }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    visit: (browser, tenant) =>
      openPage(browser, `${origin}/?${new URLSearchParams({ ...tenant })}`),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The page itself decides what it waits for: its chat is too long to be asked for each time. */
async function openPage(browser: BrowserContext, url: string): Promise<VisitorPage> {
  const page = await browser.newPage();
  // A page is loaded when its modules have run.
  await page.goto(url);
  return {
    write: (content) =>
      page.evaluate(
        ([text, room]) => {
          const unsent = chat.getState().messages.filter(({ seq }) => seq === null);
          if (unsent.length >= room) return false;
          chat.send(text).catch(() => undefined); // the page shows it as failed
          return true;
        },
        [content, OUTBOX_ITEMS] as const,
      ),
    async reload() {
      await page.reload();
    },
    setOffline: (isOffline) => browser.setOffline(isOffline),
    async sent() {
      await page.waitForFunction(
        () =>
          chat.getState().messages.every(({ state }) => state !== 'queued' && state !== 'sending'),
        null,
        PATIENCE,
      );
    },
    async seen(wanted) {
      await page.waitForFunction(
        (wantedSeq) => chat.getState().messages.some(({ seq }) => seq === wantedSeq),
        wanted,
        PATIENCE,
      );
    },
    readAll: () =>
      page.evaluate(async (patienceMs) => {
        const deadline = Date.now() + patienceMs;
        // A page that comes over a connection that died fails, and the visitor scrolls again.
        while (chat.getState().hasMoreHistory && Date.now() < deadline) {
          await chat.loadHistory().catch((error: ChatError) => {
            if (!error.retryable) throw error;
          });
        }
        return chat.getState().messages.map(({ seq, content }) => ({ seq, content }));
      }, PATIENCE.timeout),
    announcements: () =>
      page.evaluate(() => ({
        announced: Number(sessionStorage['announced'] ?? 0),
        again: Number(sessionStorage['again'] ?? 0),
      })),
  };
}
