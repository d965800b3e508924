import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext } from 'playwright-core';
import type { Chat, ChatError, ChatMessage } from '../../../widget-sdk/src/index';

/** A shop's website on its own origin and a reliable line. */
export interface Shop {
  origin: string;
  visit(browser: BrowserContext, tenant: Tenant): Promise<VisitorPage>;
  close(): void;
}

export interface Tenant {
  baseUrl: string;
  tenantId: string;
  publicKey: string;
}

/** The page a visitor has open; await each call before the next. */
export interface VisitorPage {
  /**
   * Returns true once the chat has accepted the message, whatever becomes of it. Returns false without writing if too
   * many are unsent.
   */
  write(content: string): Promise<boolean>;
  reload(): Promise<void>;
  /** Disconnects the browser from every network, or reconnects it, without a reload. */
  setOffline(isOffline: boolean): Promise<void>;
  /** Resolves when no message waits for its ack any more. */
  sent(): Promise<void>;
  /** Resolves when this message is shown. */
  seen(seq: number): Promise<void>;
  /** The whole conversation, as the chat shows it. */
  readAll(): Promise<ShownMessage[]>;
  /** Number of announced messages, and of repeated announcements within the same load of the page. */
  announcements(): Promise<{ announced: number; again: number }>;
}

export type ShownMessage = Pick<ChatMessage, 'seq' | 'content'>;

/** Capacity of the chat's outbox. It marks further messages as failed. */
const OUTBOX_ITEMS = 50;
const PATIENCE = { timeout: 90_000, polling: 100 };

// Counters are kept in the tab's storage to survive reloads. They are set up before any other code runs.
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

/** Exists only in the page. */
declare const chat: Chat;

/** Opens a shop with this build of the SDK, one ES module, on its page. */
export async function openShop(sdk: string): Promise<Shop> {
  const server = createServer(({ url }, response) => {
    const isPage = url?.startsWith('/?');
    const [type, body] = isPage ? ['html', HTML] : ['javascript', sdk];
    const status = isPage || url === '/sdk.js' ? 200 : 404;
    response.writeHead(status, { 'content-type': `text/${type}; charset=utf-8` }).end(body);
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

/** Opens the page. Conditions are awaited inside the page, because its chat is too long to be transferred each time. */
async function openPage(browser: BrowserContext, url: string): Promise<VisitorPage> {
  const page = await browser.newPage();
  // `goto` resolves once the page's modules have run, or failed to load.
  await page.goto(url);
  const hasChat = await page.evaluate(() => 'chat' in globalThis);
  if (!hasChat) throw new Error("the shop's page did not load the SDK");
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
        // Loading history fails if the connection died. The visitor scrolls again.
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
