import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiOf, type Api } from '../packages/server/test/support/api';
import { useRelay } from '../packages/server/test/support/relay';
import { VisitorSocket } from '../packages/server/test/support/visitor-socket';
import {
  createVisitor,
  createWorld,
  PASSWORD,
  register,
  uniqueEmail,
  type World,
} from '../packages/server/test/support/world';
import {
  axeFaults,
  faultsOn,
  newConsolePage,
  OFFICE_LIMITS,
  saidTwice,
  signInTo,
  stickingOut,
} from './support/console-browser';
import { launchBrowser } from './support/widget-browser';

const relay = useRelay({ env: OFFICE_LIMITS });
let browser: Browser;
let world: World;
let operator: Api;
let page: Page;
let operatorPage: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  world = await createWorld(relay.url, { tenant_name: 'Maison', default_locale: 'fr' });
  const { owner, workspaceId: workspace_id, tenantId } = world;
  const signIn = async (route: string, more: object): Promise<{ tab: Page; api: Api }> => {
    const email = uniqueEmail();
    const { data } = await owner.post<{ dev_invite_token: string }>(route, {
      workspace_id,
      email,
      ...more,
    });
    const by = { invite_token: data.dev_invite_token };
    const { token } = await register(relay.url, email, 'Ada', by);
    const tab = await newConsolePage(browser, { viewport: { width: 1280, height: 900 } });
    await signInTo(tab, relay.url, { email, password: PASSWORD });
    return { tab, api: apiOf(relay.url, token) };
  };
  ({ tab: page } = await signIn('/console/create/invitation', { role: 'admin' }));
  ({ tab: operatorPage, api: operator } = await signIn('/console/create/operator', {
    display_name: 'Oscar',
    tenant_ids: [tenantId],
  }));
}, 60_000);
afterAll(() => browser?.close());

async function answered(question: string, content: string): Promise<void> {
  const visitor = await createVisitor(relay.url, world, { locale: 'fr' });
  const socket = await VisitorSocket.open(relay.url, visitor.token);
  await socket.say('1', question);
  const { conversation } = await socket.next(
    'status',
    (frame) => frame.conversation.status === 'WAITING',
  );
  socket.ws.terminate();
  const { conversation_id } = conversation;
  await operator.post('/console/claim/conversation', { conversation_id });
  await operator.post('/console/send/message', { conversation_id, client_msg_id: 'a', content });
}

const CORSICA = 'Est-ce que vous livrez en Corse ?';
const GIFTS = 'Proposez-vous des emballages cadeaux ?';

/** Accessibility faults of the page in both themes and on a phone. */
async function faults(shown: Page): Promise<string[]> {
  await expect.poll(() => shown.locator('.skeleton').count()).toBe(0);
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await shown.emulateMedia({ colorScheme });
    found.push(...(await axeFaults(shown)));
  }
  await shown.emulateMedia({ colorScheme: 'light' });
  found.push(...(await faultsOn(shown)), ...(await saidTwice(shown)));
  for (const width of [768, 360]) {
    await shown.setViewportSize({ width, height: 740 });
    found.push(...(await stickingOut(shown)));
  }
  await shown.setViewportSize({ width: 1280, height: 900 });
  return found;
}

async function open(): Promise<void> {
  await page.goto(`${relay.url}/console/tenants/${world.tenantId}/unanswered`);
  await page.getByRole('heading', { name: 'Questions sans réponse' }).waitFor();
}

it('adds a question to the FAQ with the answer that was given, and dismisses another', async () => {
  await open();
  await page.getByRole('heading', { name: 'Aucune question sans réponse' }).waitFor();
  expect(await faults(page)).toEqual([]);
  await answered(CORSICA, 'Oui, en 5 jours. Appelez le 06 12 34 56 78.');
  await answered('livrer en corse', 'Oui, en 5 jours. Appelez le 06 12 34 56 78.');
  await answered(GIFTS, 'Oui, pour 2 €.');

  await open();
  const corsica = page.getByRole('row', { name: /livrer en corse/ });
  await expect.poll(() => corsica.textContent()).toContain('Oui, en 5 jours. Appelez le ….');
  await expect.poll(() => corsica.locator('.figure').textContent()).toBe('2');
  expect(await faults(page)).toEqual([]);

  await corsica.getByRole('button', { name: /^Ajouter à la FAQ/ }).click();
  const dialog = page.getByRole('dialog');
  const answer = dialog.getByLabel('Réponse', { exact: true });
  expect(await dialog.getByLabel('Questions').inputValue()).toBe('livrer en corse');
  expect(await answer.inputValue()).toBe('Oui, en 5 jours. Appelez le ….');
  expect(await faults(page)).toEqual([]);
  await answer.fill('Oui, en 5 jours.');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await corsica.waitFor({ state: 'detached' });
  const { data } = await world.owner.get<{ faq_entries: object[] }>(
    `/console/fetch/faq-entries?tenant_id=${world.tenantId}`,
  );
  expect(data.faq_entries).toMatchObject([
    { questions: ['livrer en corse'], answer: 'Oui, en 5 jours.' },
  ]);

  await page.getByRole('link', { name: GIFTS }).waitFor();
  await page.getByRole('button', { name: /^Écarter/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Aucune question sans réponse' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Aucune question sans réponse' }).waitFor();
  expect(await faultsOn(page)).toEqual([]);
});

it('shows an operator the questions and their conversations, and no buttons', async () => {
  await answered('Réparez-vous les vélos électriques ?', 'Oui, sous une semaine.');
  await operatorPage.goto(`${relay.url}/console/inbox`);
  await operatorPage
    .getByRole('navigation', { name: 'Navigation principale' })
    .getByRole('link', { name: 'Questions sans réponse' })
    .click();
  const row = operatorPage.getByRole('row', { name: /vélos électriques/ });
  await row.waitFor();
  expect(await row.getByRole('button').count()).toBe(0);
  expect(await faults(operatorPage)).toEqual([]);
  await row.getByRole('link').click();
  await operatorPage.getByText('Oui, sous une semaine.').first().waitFor();
});

it('says why the questions are not there, and reads them again', async () => {
  const isRead = (url: URL): boolean => url.pathname.endsWith('/console/fetch/unanswered');
  let isRefused = true;
  let reads = 0;
  await page.route(isRead, async (route) => {
    reads += 1;
    if (!isRefused) return route.continue();
    return route.fulfill({ status: 404, json: { code: 'not_found', message: 'Gone' } });
  });
  await open();
  await page.getByRole('alert').waitFor();
  expect(await faults(page)).toEqual([]);
  const before = reads;
  const retry = page.getByRole('button', { name: 'Réessayer', exact: true });
  await retry.click();
  await expect.poll(() => reads).toBeGreaterThan(before);
  isRefused = false;
  // A connection that comes back reads them, too.
  await expect
    .poll(async () => {
      if (await retry.isVisible()) await retry.click({ timeout: 1_000 }).catch(() => {});
      return page.getByRole('row', { name: /vélos électriques/ }).count();
    })
    .toBe(1);
  await page.unroute(isRead);
});
