import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startRelay, type TestRelay } from '../../packages/server/test/support/relay';
import {
  createWorld,
  PASSWORD,
  register,
  uniqueEmail,
} from '../../packages/server/test/support/world';
import { OFFICE_LIMITS } from '../support/console-browser';
import { launchEngine, type EngineBrowser } from '../support/engines/engine';
import type { EnginePage } from '../support/engines/page';
import { say, seen } from '../support/engines/widget';
import { startTlsDoor } from '../support/tls-door';
import { startWidgetPage, type WidgetPage } from '../support/widget-page';

/** Uses TLS, because WebKit stores the console's `Secure` cookie only over TLS. */
describe('the console in each engine', () => {
  let relay: TestRelay;
  let door: Awaited<ReturnType<typeof startTlsDoor>>;
  let shop: WidgetPage;
  let browser: EngineBrowser;
  const email = uniqueEmail();

  beforeAll(async () => {
    [relay, shop] = await Promise.all([
      startRelay({ env: OFFICE_LIMITS }),
      startWidgetPage({ isServed: true }),
    ]);
    door = await startTlsDoor(relay.url);
    const world = await createWorld(relay.url, {
      allowed_origins: [shop.origin],
      bot: { kind: 'none' },
    });
    const invited = await world.owner.post<{ dev_invite_token: string }>(
      '/console/create/operator',
      {
        workspace_id: world.workspaceId,
        email,
        display_name: 'Ada',
        tenant_ids: [world.tenantId],
      },
    );
    await register(relay.url, email, 'Ada', { invite_token: invited.data.dev_invite_token });
    shop.serve({ baseUrl: door.url, tenantId: world.tenantId, publicKey: world.widgetKey });
  });
  afterAll(async () => {
    door?.stop();
    await Promise.all([relay?.stop(), shop?.stop()]);
  });

  beforeEach(async () => {
    browser = await launchEngine();
  });
  afterEach(() => browser?.close());

  async function signIn(url: string): Promise<EnginePage> {
    const page = await browser.newPage();
    await page.goto(`${url}/console/sign-in`);
    await page.type(['input', 'E-mail address'], email);
    await page.type(['input', 'Password'], PASSWORD);
    await page.click(['button', 'Sign in']);
    await page.click(['button', 'Fill in']);
    return page;
  }
  const titleOf = (page: EnginePage) => page.read('h1', (title) => title.textContent);

  it('signs an operator in, who claims a question, answers it and resolves it', async () => {
    const desk = await signIn(door.url);
    await expect.poll(() => titleOf(desk)).toBe('Inbox');

    const visitor = await browser.newPage();
    await visitor.goto(shop.url({ attributes: 'data-locale="en"' }));
    await visitor.click('.launcher');
    await say(visitor, 'Where is my parcel?');
    await seen(visitor, 'visitor', /parcel/);

    await desk.click('.row[data-conversation]');
    await expect.poll(() => desk.read('.bubble', (bubble) => bubble.textContent)).toMatch(/parcel/);
    await desk.click(['button', 'Claim']);
    await desk.type('.composer textarea', 'It arrives tomorrow.');
    await desk.pressEnter('.composer textarea');
    await seen(visitor, 'agent', /arrives tomorrow/);

    await desk.click(['button', 'Resolve']);
    await seen(visitor, 'system', /ended|resolved|closed/i);
  });

  it('signs in over plain HTTP on this machine, or asks for HTTPS where the cookie is refused', async () => {
    const page = await signIn(relay.url);
    if (process.env['TEST_ENGINE'] !== 'webkit') {
      await expect.poll(() => titleOf(page)).toBe('Inbox');
      return;
    }
    await expect
      .poll(() => page.evaluate(() => document.body.textContent))
      .toContain('Open this page over HTTPS');
  });
});
