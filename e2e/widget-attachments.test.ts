import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { jpeg, pdf, png } from '../packages/server/test/support/files';
import {
  addOperator,
  createWorld,
  type World,
  type WorldOperator,
} from '../packages/server/test/support/world';
import { faultsOf } from './support/axe-faults';
import { focused, launchBrowser, seen, violationsOf } from './support/widget-browser';
import { startWidgetPage, type WidgetPage } from './support/widget-page';
import { startMortalRelay, type MortalRelay } from './support/widget-relay';

const PHONE = { viewport: { width: 320, height: 640 } };
const text = (name: string, content: string | Buffer) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});
const picture = (name = 'photo.png') => ({ name, mimeType: 'image/png', buffer: png(60, 40) });

describe('files in the widget', () => {
  let relay: MortalRelay;
  let shop: WidgetPage;
  let browser: Browser;
  let world: World;
  let ana: WorldOperator;
  const contexts: BrowserContext[] = [];

  beforeAll(async () => {
    [relay, shop, browser] = await Promise.all([
      startMortalRelay({
        LIMIT_UPLOADS_PER_SESSION_DAY: '100',
        LIMIT_UNFINISHED_UPLOADS_PER_SESSION: '20',
      }),
      startWidgetPage({ isHostile: true }),
      launchBrowser(),
    ]);
    world = await createWorld(relay.url, {
      allowed_origins: [shop.origin],
      bot: { kind: 'none' },
      attachments: { enabled: true, max_bytes: 2_000_000 },
    });
    ana = await addOperator(relay.url, world, 'Ana');
    shop.serve({ baseUrl: relay.url, tenantId: world.tenantId, publicKey: world.widgetKey });
  });
  afterEach(async () => {
    for (const context of contexts.splice(0)) {
      for (const page of context.pages()) expect(await violationsOf(page)).toEqual([]);
      await context.close();
    }
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([relay?.stop(), shop?.stop()]);
  });

  async function open(init = {}, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
    contexts.push(context);
    return openIn(context, init);
  }
  async function openIn(context: BrowserContext, init = {}): Promise<Page> {
    const page = await context.newPage();
    await page.goto(shop.url({ locale: 'en', ...init }));
    await page.click('.launcher');
    await page.waitForSelector('.clip');
    return page;
  }

  const choose = (page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
    page.setInputFiles('.attach input', files);
  const ready = (page: Page, count = 1) =>
    expect
      .poll(
        () =>
          page
            .locator('.tray li')
            .filter({ hasNot: page.locator('progress:visible') })
            .count(),
        {
          timeout: 20_000,
        },
      )
      .toBe(count);
  const rowsOf = (page: Page) =>
    page.$$eval('.tray li', (rows) =>
      rows.map((row) => row.querySelector('span + span')?.textContent),
    );
  const spoken = (page: Page) => page.textContent('.tray > .hidden');
  const shownFiles = (page: Page) =>
    page.$$eval('#chat-messages .files a.file:not([hidden])', (links) =>
      links.map((link) => link.querySelector('bdi')?.textContent),
    );
  const painted = (page: Page) =>
    page.$$eval(
      '#chat-messages .picture canvas',
      (all) => all.filter((one) => (one as HTMLCanvasElement).width > 1).length,
    );
  /** The picture within its message: the list itself moves when the ack adds a line below. */
  const placeOfPicture = (page: Page) =>
    page.$eval('#chat-messages .picture', (picture) => {
      const { x, y, width, height } = picture.getBoundingClientRect();
      const message = picture.closest('.message')?.getBoundingClientRect();
      return { x: x - (message?.x ?? 0), y: y - (message?.y ?? 0), width, height };
    });
  /** Messages of the conversation as operators read them. */
  async function stored(page: Page) {
    const id = await page.evaluate(
      () =>
        document.querySelector('chat-relay-widget')?.chat?.getState().conversation?.conversationId,
    );
    if (id === undefined) return []; // the first message is shown before it is stored
    const { data } = await ana.api.get<{
      messages: { content: string; attachments?: { name: string; type: string; url: string }[] }[];
    }>(`/console/fetch/messages?conversation_id=${id}`);
    return data.messages
      .filter(({ content, attachments }) => attachments || content.startsWith('say'))
      .map(({ content, attachments = [] }) => [content, ...attachments.map(({ name }) => name)]);
  }
  async function slow(page: Page, bytesPerSecond: number): Promise<void> {
    const line = await page.context().newCDPSession(page);
    await line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond,
    });
  }
  const progressOf = (page: Page) =>
    page.$eval('.tray progress', (bar) => (bar as HTMLProgressElement).value);

  it('are uploaded with progress on a slow line, and cancelled', async () => {
    const page = await open();
    await page.fill('#chat-input', 'say what it is');
    await slow(page, 100_000);
    await choose(page, text('long.txt', 'x'.repeat(900_000)));
    await expect.poll(() => progressOf(page), { timeout: 10_000 }).toBeGreaterThan(0.05);
    expect(await progressOf(page)).toBeLessThan(1);
    expect(await page.isDisabled('.send')).toBe(true);
    await page.getByRole('button', { name: 'Remove long.txt' }).click();
    expect(await page.isHidden('.tray')).toBe(true);
    expect(await page.isDisabled('.send')).toBe(false); // the text alone
    expect(await focused(page)).toBe('Your message');
    await slow(page, -1);
    await choose(page, text('short.txt', 'short'), picture());
    await ready(page, 2);
    expect(await spoken(page)).toBe('photo.png is attached');
    await page.click('.send');
    await seen(page, 'visitor', /say what it is/);
    expect(await shownFiles(page)).toEqual(['short.txt']);
    await expect.poll(() => painted(page)).toBe(1);
    expect(await page.isHidden('.tray')).toBe(true);
    await expect.poll(() => stored(page)).toEqual([['say what it is', 'short.txt', 'photo.png']]);
  });

  it('are pasted and dropped', async () => {
    const page = await open();
    const bytes = [...png(60, 40)];
    await page.$eval(
      '#chat-input',
      (input, content) => {
        const file = new File([new Uint8Array(content)], 'image.png', { type: 'image/png' });
        const clipboardData = new DataTransfer();
        clipboardData.items.add(file);
        input.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        );
      },
      bytes,
    );
    await ready(page);
    const isPrevented = await page.$eval('.panel .log', (log) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['a,b'], 'table.csv', { type: 'text/csv' }));
      return ['dragenter', 'dragover', 'drop'].map(
        (name) =>
          !log.dispatchEvent(
            new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true, composed: true }),
          ),
      );
    });
    expect(isPrevented).toEqual([true, true, true]);
    expect(await page.locator('.panel.drop').count()).toBe(0);
    await ready(page, 2);
    await page.click('.send');
    await expect.poll(() => shownFiles(page)).toEqual(['table.csv']);
    await expect.poll(() => stored(page)).toEqual([['', 'image.png', 'table.csv']]);
  });

  it('that can not be sent say why, and the others go', async () => {
    const page = await open();
    await choose(
      page,
      { name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<html><script>1</script>') },
      { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') },
      text('empty.txt', ''),
      text('large.txt', Buffer.alloc(2_000_001, 'x')),
      text('\u202egpj.<img src=x onerror=alert(1)>.txt', 'fine'),
    );
    await ready(page, 5);
    expect(await rowsOf(page)).toEqual([
      'page.pngThis kind of file is not accepted.',
      'drawing.svgThis kind of file is not accepted.',
      'empty.txtThis file is empty.',
      'large.txtToo large: 2 MB at most',
      'gpj.<img src=x onerror=alert(1)>.txt1 kB',
    ]);
    await page.click('.send');
    const name = 'gpj.<img src=x onerror=alert(1)>.txt';
    await expect.poll(() => shownFiles(page)).toEqual([name]);
    expect(await page.locator('chat-relay-widget').locator('img, [style]').count()).toBe(0);
    // Files that can't be sent make room for others.
    await choose(page, ...['1', '2', '3', '4', '5', '6'].map((n) => text(`${n}.txt`, n)));
    await ready(page, 5);
    expect(await page.textContent('.tray .note')).toBe('Files in a message: 5 at most.');
    expect(await page.isDisabled('.clip')).toBe(true);
  });

  it('survive a relay that is killed during the upload, and before the ack', async () => {
    const page = await open();
    await slow(page, 150_000);
    await choose(page, text('long.txt', 'x'.repeat(600_000)));
    await expect.poll(() => progressOf(page), { timeout: 10_000 }).toBeGreaterThan(0.05);
    await relay.kill();
    await slow(page, -1);
    await relay.revive();
    await ready(page);
    await page.fill('#chat-input', 'say once');
    const lost = relay.loseNext('"type":"ack"');
    await page.click('.send');
    await lost;
    await relay.kill();
    await page.reload();
    await relay.revive();
    await page.click('.launcher');
    await seen(page, 'visitor', /say once/);
    expect(await shownFiles(page)).toEqual(['long.txt']);
    await expect.poll(() => stored(page)).toEqual([['say once', 'long.txt']]);
  });

  it('are in every tab, and open in all of them', async () => {
    const one = await open();
    const two = await openIn(one.context());
    await choose(one, picture(), { name: 'a.pdf', mimeType: 'application/pdf', buffer: pdf });
    await ready(one, 2);
    await one.click('.send');
    for (const page of [one, two]) {
      await expect.poll(() => painted(page), { timeout: 10_000 }).toBe(1);
      const link = page.locator('.file[href]:visible');
      const { headers } = await fetch((await link.getAttribute('href')) ?? '');
      expect(headers.get('content-disposition')).toMatch(/^attachment; filename="a\.pdf"/);
      const [opened] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
      await opened.close().catch(() => undefined); // a download has closed it already
    }
    expect(await two.isHidden('.tray')).toBe(true);
  });

  it('keep the place of a picture, and can be downloaded if they can not be drawn', async () => {
    const page = await open();
    const broken = { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: jpeg(800, 400) };
    await choose(page, picture());
    await ready(page);
    await page.click('.send');
    const before = await placeOfPicture(page);
    await expect.poll(() => painted(page)).toBe(1);
    expect(await placeOfPicture(page)).toEqual(before);
    expect(before).toMatchObject({ width: 60, height: 44 });
    await choose(page, broken);
    await ready(page);
    await page.click('.send');
    await expect.poll(() => shownFiles(page), { timeout: 10_000 }).toEqual(['broken.jpg']);
  });

  it.each([
    ['from left to right', 'en', 'Attach files', 'Open picture photo.png', 'Close picture'],
    ['from right to left', 'ar', 'إرفاق ملفات', 'فتح الصورة photo.png', 'إغلاق الصورة'],
  ])(
    'are attached, sent and opened by keyboard alone, %s',
    async (_, locale, attach, label, close) => {
      const page = await open({ locale }, PHONE);
      // The key is pressed on the element itself: the panel has just opened and may still move the focus.
      const [dialog] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: attach }).press('Enter'),
      ]);
      expect(dialog.isMultiple()).toBe(true);
      await dialog.setFiles([picture()]);
      await ready(page);
      await page.focus('#chat-input');
      await page.keyboard.press('Enter');
      await expect.poll(() => painted(page), { timeout: 10_000 }).toBe(1);
      await page.focus('#chat-messages .picture');
      expect(await focused(page)).toBe(label);
      await page.keyboard.press('Enter');
      const box = page.getByRole('dialog', { name: 'photo.png' });
      await box.getByRole('img', { name: 'photo.png' }).waitFor();
      expect(await focused(page)).toBe(close);
      expect(await faultsOf(page)).toEqual([]);
      await page.keyboard.press('Escape');
      expect(await box.count()).toBe(0);
      expect(await focused(page)).toBe(label);
      expect(await page.isVisible('.panel')).toBe(true); // Escape closed the picture alone
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        320,
      );
    },
  );

  it.each([
    ['light', {}, {}],
    ['dark', { theme: 'dark' }, {}],
    ['on a phone, from right to left', { locale: 'ar' }, PHONE],
    ['with forced colours', {}, { forcedColors: 'active' as const }],
  ])('axe finds nothing in chosen and sent files, %s', async (_, init, options) => {
    const page = await open(init, options);
    await choose(page, picture(), text('notes.txt', 'notes'));
    await ready(page, 2);
    await page.click('.send');
    await expect.poll(() => painted(page), { timeout: 10_000 }).toBe(1);
    await choose(page, picture(), text('empty.txt', ''));
    await ready(page, 2);
    expect(await faultsOf(page)).toEqual([]);
  });

  it('are not offered where the tenant takes none', async () => {
    const none = await createWorld(relay.url, { allowed_origins: [shop.origin] });
    const context = await browser.newContext();
    contexts.push(context);
    const page = await context.newPage();
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    await page.goto(shop.url({ tenantId: none.tenantId, publicKey: none.widgetKey }));
    await page.click('.launcher');
    await expect.poll(() => page.textContent('#chat-title')).not.toBe('Discussion');
    expect(await page.locator('.clip').count()).toBe(0);
    expect(fetched.filter((url) => url.includes('-files.js'))).toEqual([]);
  });
});
