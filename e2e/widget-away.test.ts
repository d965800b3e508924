import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMailStage, type MailStage } from '../packages/server/test/support/mail-stage';
import { launchBrowser, seen, violationsOf } from './support/widget-browser';
import { startWidgetPage, type WidgetPage } from './support/widget-page';

const EMAIL = 'ada@corp.test';

describe('a visitor who writes when no one is there', () => {
  let stage: MailStage;
  let shop: WidgetPage;
  let browser: Browser;

  beforeAll(async () => {
    [shop, browser] = await Promise.all([
      startWidgetPage({ isServed: true, isHostile: true }),
      launchBrowser(),
    ]);
    stage = await startMailStage({
      tenant_name: 'Atelier Terre',
      allowed_origins: [shop.origin],
      bot: { kind: 'none' },
    });
    const { relay, world } = stage;
    shop.serve({ baseUrl: relay.url, tenantId: world.tenantId, publicKey: world.widgetKey });
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([stage?.stop(), shop?.stop()]);
  });

  const open = async (context: BrowserContext, address: string): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(address);
    await page.waitForSelector('.launcher');
    return page;
  };

  it('leaves an address, and continues in a second browser by the link of the mail', async () => {
    const context = await browser.newContext();
    const page = await open(context, shop.url());
    await page.click('.launcher');
    expect(await page.isHidden('.contact')).toBe(true); // nothing was asked yet
    await page.fill('#chat-input', 'Où est mon colis ?');
    await page.press('#chat-input', 'Enter');
    await page.waitForSelector('.contact');
    expect(await page.textContent('#chat-contact')).toContain('(facultatif)');
    expect(await page.textContent('#chat-contact-note')).toContain('une seule fois');
    await page.fill('.contact input', 'ada at corp');
    await page.press('.contact input', 'Enter');
    await page.getByText('Cette adresse n’est pas valable.').waitFor();
    await page.fill('.contact input', EMAIL);
    await page.press('.contact input', 'Enter');
    await page.getByText('la réponse arrivera par e-mail').waitFor();
    expect(await page.isHidden('.contact input')).toBe(true);
    expect(await violationsOf(page)).toEqual([]);
    await page.reload();
    await page.waitForSelector('.launcher');
    await page.click('.launcher');
    await page.getByRole('button', { name: 'Recevoir la conversation par e-mail' }).waitFor();
    expect(await page.isHidden('.contact input')).toBe(true); // the relay knows the address
    await context.close();

    const { operator, relay, smtp, world } = stage;
    const { data } = await operator.api.get<{ conversations: { conversation_id: string }[] }>(
      `/console/fetch/conversations?tenant_id=${world.tenantId}`,
    );
    const conversation_id = data.conversations[0]?.conversation_id ?? '';
    await operator.api.post('/console/claim/conversation', { conversation_id });
    await operator.api.post('/console/send/message', {
      conversation_id,
      client_msg_id: 'a1',
      content: 'Il arrive demain.',
    });
    relay.advance(61_000);
    await expect.poll(() => smtp.mailsTo(EMAIL).length, { timeout: 15_000 }).toBe(1);
    const [mail] = smtp.mailsTo(EMAIL);
    const [link = ''] = /https?:\/\/\S+#relay=\S+/.exec(mail?.text ?? '') ?? [];

    const elsewhere = await browser.newContext({ locale: 'fr-FR' });
    const back = await open(elsewhere, link);
    await back.getByRole('button', { name: 'Continuer ici' }).click();
    await seen(back, 'agent', /Il arrive demain/);
    await seen(back, 'visitor', /Où est mon colis/);
    expect(new URL(back.url()).hash).toBe('');
    await back.fill('#chat-input', 'Merci !');
    await back.press('#chat-input', 'Enter');
    await expect
      .poll(async () => {
        const path = `/console/fetch/messages?conversation_id=${conversation_id}`;
        const read = await operator.api.get<{ messages: { content: string }[] }>(path);
        return read.data.messages.at(-1)?.content;
      })
      .toBe('Merci !');
    await back.reload();
    await back.waitForSelector('.launcher');
    await back.click('.launcher');
    await seen(back, 'agent', /Il arrive demain/); // the session is this browser's now
    expect(await violationsOf(back)).toEqual([]);
    await elsewhere.close();

    const third = await browser.newContext();
    const late = await open(third, link);
    await late.getByRole('button', { name: 'Continuer ici' }).click();
    await late.getByText('Ce lien a déjà servi ou n’est plus valable.').waitFor();
    expect(await late.getByText('Il arrive demain').count()).toBe(0);
    expect(new URL(late.url()).hash).toBe('');
    await third.close();
  });

  it('may do without an address', async () => {
    const context = await browser.newContext();
    const page = await open(context, shop.url());
    await page.click('.launcher');
    await page.fill('#chat-input', 'Bonjour');
    await page.press('#chat-input', 'Enter');
    await page.getByRole('button', { name: 'Non merci' }).click();
    expect(await page.isHidden('.contact')).toBe(true);
    await page.fill('#chat-input', 'Encore une question');
    await page.press('#chat-input', 'Enter');
    await seen(page, 'visitor', /Encore une question/);
    expect(await page.isHidden('.contact')).toBe(true);
    await context.close();
  });
});
