import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  answer,
  leave,
  tokenIn,
  type Absence,
} from '../packages/server/test/conversations/answer-mails/stage';
import { startMailStage, type MailStage } from '../packages/server/test/support/mail-stage';
import { faultsOf } from './support/axe-faults';
import { focused, launchBrowser, seen, violationsOf } from './support/widget-browser';
import { startWidgetPage, type WidgetPage } from './support/widget-page';

const CONTINUE = { name: 'Continuer ici' };

describe('a mailed link in the widget', () => {
  let stage: MailStage;
  let shop: WidgetPage;
  let routed: WidgetPage;
  let browser: Browser;
  let context: BrowserContext;

  beforeAll(async () => {
    [shop, routed, browser] = await Promise.all([
      startWidgetPage({ isServed: true, isHostile: true }),
      startWidgetPage({ isServed: true, hasHashRouter: true }),
      launchBrowser(),
    ]);
    stage = await startMailStage({
      tenant_name: 'Atelier Terre',
      allowed_origins: [shop.origin, routed.origin],
      bot: { kind: 'none' },
    });
    const { relay, world } = stage;
    const tenant = { baseUrl: relay.url, tenantId: world.tenantId, publicKey: world.widgetKey };
    for (const page of [shop, routed]) page.serve(tenant);
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([stage?.stop(), shop?.stop(), routed?.stop()]);
  });

  /** A visitor of the page has left an address, and the answer was mailed there. */
  async function mailed(page = shop): Promise<Absence & { link: string }> {
    const world = { ...stage.world, origin: page.origin };
    const away = await leave({ ...stage, world }, stage.relay, undefined, 'fr');
    await answer(stage.operator.api, away, 'a1', 'Il arrive demain.');
    stage.relay.advance(61_000);
    const mails = () => stage.smtp.mailsTo(away.email);
    await expect.poll(() => mails().length, { timeout: 15_000 }).toBe(1);
    return { ...away, link: `${page.origin}/#relay=${tokenIn(mails()[0]?.text ?? '')}` };
  }
  /** The page of the link, once the widget asks. */
  async function open(address: string): Promise<Page> {
    const page = await context.newPage();
    await page.goto(address);
    await page.getByRole('button', CONTINUE).waitFor();
    return page;
  }
  async function inContext(task: () => Promise<void>): Promise<void> {
    context = await browser.newContext({ locale: 'fr-FR' });
    try {
      await task();
    } finally {
      await context.close();
    }
  }

  it('is not used by a scanner that opens it and runs all scripts', async () => {
    const { link } = await mailed();
    await inContext(async () => {
      const called: string[] = [];
      context.on('request', (request) => {
        if (request.method() !== 'GET' || request.url().includes('/ws/'))
          called.push(request.url());
      });
      const scanner = await open(link);
      await scanner.waitForLoadState('networkidle');
      expect(called).toEqual([]); // no session, no message, no use of the link
    });
    await inContext(async () => {
      const page = await open(link);
      expect(new URL(page.url()).hash).toBe('');
      expect(await page.isVisible('#chat-input')).toBe(false);
      expect(await faultsOf(page)).toEqual([]);
      expect(await focused(page)).toBe('Continuer ici');
      await page.keyboard.press('Enter');
      await seen(page, 'agent', /Il arrive demain/);
      await page.getByRole('textbox', { name: 'Votre message' }).fill('Merci !');
      await page.keyboard.press('Enter');
      await seen(page, 'visitor', /Merci/);
      expect(await violationsOf(page)).toEqual([]);
    });
  });

  it('leaves no secret in the address of a page whose router took it for a path', async () => {
    const { link } = await mailed(routed);
    await inContext(async () => {
      const page = await open(link);
      expect(page.url()).toBe(`${routed.origin}/#/`);
      expect(await page.getAttribute('html', 'data-route')).toBe('#/'); // the router followed
      await page.getByRole('button', CONTINUE).click();
      await seen(page, 'agent', /Il arrive demain/);
    });
  });

  it('opens the conversation in each of two tabs that have it', async () => {
    const { link } = await mailed();
    await inContext(async () => {
      const [first, second] = [await open(link), await open(link)];
      await first.getByRole('button', CONTINUE).click();
      await seen(first, 'agent', /Il arrive demain/);
      await second.getByRole('button', CONTINUE).click();
      await seen(second, 'agent', /Il arrive demain/);
    });
  });

  it('leads on to a new conversation when it was used already', async () => {
    const { link } = await mailed();
    await inContext(async () => {
      const page = await open(link);
      await page.getByRole('button', CONTINUE).click();
      await seen(page, 'agent', /Il arrive demain/);
    });
    await inContext(async () => {
      const late = await open(link);
      await late.getByRole('button', CONTINUE).click();
      await late.getByText('Ce lien a déjà servi ou n’est plus valable.').waitFor();
      await late.getByRole('button', { name: 'Nouvelle conversation' }).click();
      await late.fill('#chat-input', 'Bonjour');
      await late.press('#chat-input', 'Enter');
      await seen(late, 'visitor', /Bonjour/);
      expect(await late.getByText('Il arrive demain').count()).toBe(0);
    });
  });

  it('is asked about in a page that is open already, and moves its other tab along', async () => {
    const { link, visitor, conversationId } = await mailed();
    await inContext(async () => {
      const { tenantId, widgetKey } = stage.world;
      const record = {
        sessionId: visitor.sessionId,
        visitorToken: visitor.token,
        expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
        skewMs: 0,
      };
      // The browser in which the visitor began.
      await context.addInitScript(
        ([key, value]) => {
          if (!localStorage.getItem(key)) localStorage.setItem(key, value);
        },
        [`crs:v1:${tenantId}:${widgetKey}:session`, JSON.stringify(record)] as const,
      );
      const created: string[] = [];
      context.on('request', (request) => {
        if (request.url().includes('create/visitor-session')) created.push(request.url());
      });
      const tabs = [await context.newPage(), await context.newPage()] as const;
      for (const tab of tabs) {
        await tab.goto(shop.url());
        await tab.click('.launcher');
        await seen(tab, 'agent', /Il arrive demain/);
      }
      const [own, other] = tabs;
      await own.evaluate((hash) => (location.hash = hash), new URL(link).hash);
      await own.getByRole('button', CONTINUE).click();
      await seen(own, 'agent', /Il arrive demain/);
      await stage.operator.api.post('/console/send/message', {
        conversation_id: conversationId,
        client_msg_id: 'a2',
        content: 'Tout va bien ?',
      });
      for (const tab of [own, other]) await seen(tab, 'agent', /Tout va bien/);
      expect(created).toEqual([]);
    });
  });
});
