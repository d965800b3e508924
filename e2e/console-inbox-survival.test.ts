import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Api } from '../packages/server/test/support/api';
import {
  answersOf,
  bubbleOf,
  claimOf,
  openInbox,
  rowOf,
  showInbox,
  startConsoleStage,
  type ConsoleStage,
} from './support/console-stage';
import { violationsOf } from './support/widget-browser';
import { XSS_PAYLOADS } from './support/widget-payloads';

let stage: ConsoleStage;
let camille: { email: string; api: Api };

beforeAll(async () => {
  stage = await startConsoleStage();
  camille = await stage.addOperator('Camille');
});
afterAll(() => stage?.stop());

it('delivers an answer once that was sent while the relay was down', async () => {
  const page = await openInbox(stage, camille.email);
  const area = await claimOf(page, await stage.visit(['Vous êtes là ?']));
  await area.fill('Une moitié de phrase');
  await stage.relay.kill();
  await area.fill('Une phrase entière.');
  await area.press('Enter');
  await expect.poll(() => area.inputValue()).toBe('');
  await page.getByText('En attente de connexion').waitFor();
  await stage.relay.revive();
  await expect
    .poll(() => answersOf(stage, page), { timeout: 30_000 })
    .toEqual(['Une phrase entière.']);
  await expect.poll(() => bubbleOf(page, 'Une phrase entière.').count()).toBe(1);
  await page.getByText('Envoyé', { exact: true }).waitFor();
  await page.context().close();
});

it('delivers three answers written offline once and in order', async () => {
  const page = await openInbox(stage, camille.email);
  const visit = await stage.visit(['Trois réponses']);
  const area = await claimOf(page, visit);
  await page.context().setOffline(true);
  for (const answer of ['un', 'deux', 'trois']) {
    await area.fill(answer);
    await area.press('Enter');
  }
  await page.getByText(/Rien de ce que vous saisissez n’est perdu/).waitFor();
  await expect.poll(() => page.locator('.item.outgoing').count()).toBe(3);
  await visit.socket.say('later', 'Et pendant ce temps');
  await page.context().setOffline(false);
  await expect
    .poll(() => answersOf(stage, page), { timeout: 30_000 })
    .toEqual(['un', 'deux', 'trois']);
  await bubbleOf(page, 'Et pendant ce temps').waitFor();
  await expect.poll(() => page.locator('.item.outgoing').count()).toBe(0);
  const shown = await page.locator('.item.agent .text').allTextContents();
  expect(shown).toEqual(['un', 'deux', 'trois']);
  await page.context().close();
});

it('opens a page that is fetched apart from the inbox while the relay is unreachable', async () => {
  const page = await openInbox(stage, camille.email);
  const isFetched = (): boolean =>
    performance.getEntriesByType('resource').some(({ name }) => /management-pages/.test(name));
  await page.waitForFunction(isFetched);
  await page.context().setOffline(true);
  await page.locator('.rail a[href="/console/people/canned"]').click();
  await page.getByRole('heading', { name: 'Réponses types', level: 1 }).waitFor();
  await page.context().close();
});

it('plays one sound for three tabs', async () => {
  const first = await openInbox(stage, camille.email);
  const context = first.context();
  await context.addInitScript(() => {
    const Native = AudioContext;
    Object.assign(globalThis, { tones: 0 });
    globalThis.AudioContext = class extends Native {
      constructor() {
        super();
        Object.assign(globalThis, {
          tones: (globalThis as unknown as { tones: number }).tones + 1,
        });
      }
    };
  });
  const pages = [first, await context.newPage(), await context.newPage()];
  for (const page of pages) {
    await page.goto(`${stage.relay.url}/console/inbox`);
    await showInbox(page);
  }
  const visit = await stage.visit(['Un seul son']);
  await Promise.all(pages.map((page) => rowOf(page, visit).waitFor()));
  const tones = () =>
    Promise.all(
      pages.map((page) => page.evaluate(() => (globalThis as unknown as { tones: number }).tones)),
    );
  await expect.poll(async () => (await tones()).reduce((sum, count) => sum + count, 0)).toBe(1);
  await context.close();
});

it('closes the one notification of a waiting visitor when a colleague claims', async () => {
  const sam = await stage.addOperator('Sam');
  const page = await openInbox(stage, camille.email, { permissions: ['notifications'] });
  await page.evaluate(() => localStorage.setItem('relay-console.notifications', 'true'));
  await page.context().addInitScript(recordNotifications);
  await page.reload();
  await showInbox(page);
  const visit = await stage.visit(['Un', 'Deux', 'Trois']);
  const tag = visit.conversationId;
  await rowOf(page, visit).getByText('Trois').waitFor();
  await expect.poll(() => notificationsOf(page)).toEqual([{ tag, isClosed: false }]);
  await sam.api.post('/console/claim/conversation', { conversation_id: tag });
  await expect.poll(() => notificationsOf(page)).toEqual([{ tag, isClosed: true }]);
  await page.context().close();
});

it('notifies of a note that names the operator, and of a snooze that the visitor ends', async () => {
  const nadia = await stage.addOperator('Nadia');
  const page = await openInbox(stage, camille.email, { permissions: ['notifications'] });
  await page.evaluate(() => localStorage.setItem('relay-console.notifications', 'true'));
  await page.context().addInitScript(recordNotifications);
  await page.reload();
  await showInbox(page);
  const { conversationId: tag, socket } = await stage.visit(['Plus tard, merci']);
  await expect.poll(() => notificationsOf(page)).toEqual([{ tag, isClosed: false }]);
  const body = { conversation_id: tag };
  const until = new Date(Date.now() + 3_600_000).toISOString();
  await nadia.api.post('/console/snooze/conversation', { ...body, until });
  const snoozed = { tag, isClosed: true };
  await expect.poll(() => notificationsOf(page)).toEqual([snoozed]);
  await nadia.api.post('/console/create/note', { ...body, content: 'Pour @Camille' });
  const called = { tag: `note ${tag}`, isClosed: false };
  await expect.poll(() => notificationsOf(page)).toEqual([snoozed, called]);
  await socket.say(crypto.randomUUID(), 'Finalement, maintenant');
  await expect
    .poll(() => notificationsOf(page))
    .toEqual([snoozed, called, { tag, isClosed: false }]);
  await page.context().close();
});

interface Shown {
  tag: string;
  isClosed: boolean;
}

/** Runs in the page, whose window is as if behind another: only then the console notifies. */
function recordNotifications(): void {
  const shown: Shown[] = [];
  Object.assign(globalThis, { shown });
  document.hasFocus = () => false;
  const Native = Notification;
  const record = (title: string, options?: NotificationOptions): Notification => {
    const entry = { tag: options?.tag ?? '', isClosed: false };
    shown.push(entry);
    const notification = new Native(title, options);
    notification.close = () => {
      entry.isClosed = true;
      Native.prototype.close.call(notification);
    };
    return notification;
  };
  // A browser without a window denies notifications, whatever it was granted.
  globalThis.Notification = new Proxy(Native, {
    construct: (_, args: [string, NotificationOptions?]) => record(...args),
    get: (target, name) => (name === 'permission' ? 'granted' : Reflect.get(target, name)),
  });
}

const notificationsOf = (page: Page): Promise<Shown[]> =>
  page.evaluate(() => (globalThis as unknown as { shown: Shown[] }).shown);

it('shows forty hostile texts as text in the thread, the list and the panel', async () => {
  const page = await openInbox(stage, camille.email);
  const metadata = Object.fromEntries(
    XSS_PAYLOADS.slice(0, 20).map((text, at) => [`k${at}`, text]),
  );
  const [name = ''] = XSS_PAYLOADS.slice(1);
  const said = ['Hostile', ...XSS_PAYLOADS, 'Fin hostile'];
  const visit = await stage.visit(said, { metadata }, { display_name: name });
  await rowOf(page, visit).locator('.row-name', { hasText: name }).waitFor();
  await rowOf(page, visit).click();
  await bubbleOf(page, 'Fin hostile').waitFor();
  const thread = page.locator('.thread-scroll');
  // Only visible messages are drawn, and newly measured ones shift the others. So it scrolls up again and again.
  const seesAtTop = async (text: string): Promise<boolean> => {
    await thread.evaluate((element) => element.scrollTo({ top: 0 }));
    return bubbleOf(page, text).first().isVisible();
  };
  for (const text of [
    '<script>window.pwned=1</script>',
    '<img src=x onerror=window.pwned=1>',
    '<svg onload=window.pwned=1>',
  ]) {
    await expect.poll(() => seesAtTop(text), { timeout: 20_000 }).toBe(true);
  }
  await page.locator('.visitor-panel dd', { hasText: '<script>' }).first().waitFor();
  await page.getByRole('button', { name: 'Prendre' }).first().click();
  await page.getByRole('button', { name: 'Résoudre' }).click();
  await page.locator('.toast', { hasText: name }).waitFor();
  expect(await page.evaluate(() => 'pwned' in globalThis)).toBe(false);
  expect(await page.locator('.thread img, .thread iframe, .row img').count()).toBe(0);
  const hrefs = await page
    .locator('.thread a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(hrefs.filter((href) => !href.startsWith('https://'))).toEqual([]);
  expect(await violationsOf(page)).toEqual([]);
  await page.context().close();
});
