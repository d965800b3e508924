import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../packages/server/test/support/world';
import { launchBrowser, seen, violationsOf } from './support/widget-browser';
import { startWidgetPage, type WidgetPage } from './support/widget-page';
import { startMortalRelay, type MortalRelay } from './support/widget-relay';

const FAQ = [{ questions: ['Quels sont vos délais de livraison ?'], answer: 'En trois jours.' }];

describe('the transcript in the widget', () => {
  let relay: MortalRelay;
  let shop: WidgetPage;
  let world: World;
  let browser: Browser;

  beforeAll(async () => {
    [relay, shop, browser] = await Promise.all([
      startMortalRelay(),
      startWidgetPage({ isServed: true, isHostile: true }),
      launchBrowser(),
    ]);
    world = await createWorld(relay.url, {
      tenant_name: 'Atelier Terre',
      allowed_origins: [shop.origin],
      bot: { kind: 'builtin', faq: FAQ },
    });
    shop.serve({ baseUrl: relay.url, tenantId: world.tenantId, publicKey: world.widgetKey });
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([relay?.stop(), shop?.stop()]);
  });

  it('downloads the conversation as a text, on a page with a strict policy', async () => {
    const context = await browser.newContext({ acceptDownloads: true });
    const page = await context.newPage();
    await page.goto(shop.url());
    await page.waitForSelector('.launcher');
    await page.click('.launcher');
    const save = page.getByRole('button', { name: 'Télécharger la conversation' });
    expect(await save.count()).toBe(0); // there is nothing to keep yet
    await page.fill('#chat-input', 'Quels sont vos délais de livraison ?');
    await page.press('#chat-input', 'Enter');
    await seen(page, 'bot', /trois jours/);

    const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
    expect(download.suggestedFilename()).toBe('Discussion.txt');
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toMatch(/^Conversation avec Atelier Terre\n/);
    expect(text).toContain('    Quels sont vos délais de livraison ?\n');
    expect(text).toMatch(/Assistant automatique\n {4}En trois jours\.\n/);

    await relay.stop();
    await save.click();
    const trouble = page.getByText('La conversation n’a pas pu être téléchargée.');
    await trouble.waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await context.close();
  });
});
