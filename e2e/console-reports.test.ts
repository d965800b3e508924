import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useRelay } from '../packages/server/test/support/relay';
import { apiOf, type Api } from '../packages/server/test/support/api';
import { VisitorSocket } from '../packages/server/test/support/visitor-socket';
import {
  createVisitor,
  PASSWORD,
  register,
  uniqueEmail,
} from '../packages/server/test/support/world';
import {
  axeFaults,
  faultsOn,
  newConsolePage,
  OFFICE_LIMITS,
  signInTo,
} from './support/console-browser';
import { launchBrowser } from './support/widget-browser';

const relay = useRelay({ env: OFFICE_LIMITS });
const owner = { email: uniqueEmail(), password: PASSWORD };
const ORIGIN = 'https://shop.example';
let browser: Browser;
let page: Page;
let api: Api;
let tenantId: string;

/** A site without visitors, and one where the bot answered one visitor and passed another on. */
beforeAll(async () => {
  browser = await launchBrowser();
  const { token, memberships } = await register(relay.url, owner.email, 'Olga Owner', {
    organization_name: 'La Boutique',
  });
  api = apiOf(relay.url, token);
  const create = async (name: string) => {
    const { data } = await api.post<{ tenant: { tenant_id: string; widget_public_key: string } }>(
      '/console/create/tenant',
      {
        workspace_id: memberships[0]?.workspace_id,
        tenant_name: name,
        allowed_origins: [ORIGIN],
        hours: { timezone: 'Asia/Tokyo', weekly: [], holidays: [] },
        answer: false,
      },
    );
    return data.tenant;
  };
  const busy = await create('Maison');
  tenantId = busy.tenant_id;
  await create('Calme');
  for (const text of ['Bonjour', 'Un autre sujet']) {
    const site = { tenantId, widgetKey: busy.widget_public_key, origin: ORIGIN };
    const visitor = await createVisitor(relay.url, site);
    const socket = await VisitorSocket.open(relay.url, visitor.token, { origin: ORIGIN });
    await socket.say('m-1', text);
    socket.close();
  }
  page = await newConsolePage(browser, { viewport: { width: 1280, height: 900 } });
  await signInTo(page, relay.url, owner);
});
afterAll(() => browser?.close());

const open = async (path: string): Promise<void> => {
  await page.goto(`${relay.url}/console/${path}`);
  await page.getByRole('heading', { level: 2 }).first().waitFor();
  await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
};

it('shows what happened in the workspace, in the time zone of its sites', async () => {
  await page.getByRole('link', { name: 'Rapports' }).click();
  await page.getByText(/^Fuseau horaire.*Asia\/Tokyo$/).waitFor();
  const figure = page.locator('.figures-list > div').filter({ hasText: 'Conversations' });
  expect(await figure.locator('dd').innerText()).toBe('2');
  const chart = page.getByRole('slider', { name: /^Conversations,/ });
  expect(await chart.getAttribute('aria-valuemax')).toBe('29');
  await chart.focus();
  await page.keyboard.press('Home');
  expect(await chart.getAttribute('aria-valuenow')).toBe('0');
  expect(await chart.getAttribute('aria-valuetext')).toMatch(/Conversations 0$/);
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  expect(await chart.getAttribute('aria-valuenow')).toBe('28');
});

it('has the figures of each chart in a table', async () => {
  await page.getByText('Tableau').first().click();
  const table = page.getByRole('table', { name: 'Conversations' });
  await table.waitFor();
  expect(await table.getByRole('row').count()).toBe(31);
  const counts = await table.locator('td.figure').allInnerTexts();
  expect(counts.map(Number).reduce((sum, count) => sum + count, 0)).toBe(2);
});

it('gives the same as CSV', async () => {
  const arrives = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Télécharger en CSV' }).click();
  const file = await arrives;
  expect(file.suggestedFilename()).toMatch(/^reports-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines[0]).toMatch(/^at,conversations,/);
  expect(lines).toHaveLength(31);
});

it('says next to the field what is wrong with a period of one’s own, and keeps it in the address', async () => {
  await page.getByLabel('Période').selectOption({ label: 'Du… au…' });
  await page.getByLabel('Dernier jour').fill('2020-01-01');
  await page.getByText('Le dernier jour est avant le premier.').waitFor();
  expect(await page.getByLabel('Dernier jour').getAttribute('aria-invalid')).toBe('true');
  await page.getByLabel('Premier jour').fill('2019-12-01');
  await page.getByRole('heading', { name: 'Rien sur cette période' }).waitFor();
  await page.reload();
  expect(await page.getByLabel('Premier jour').inputValue()).toBe('2019-12-01');
  await page.getByText('Par heure').click();
  await page.getByText(/31 jours au plus/).waitFor();
});

it('shows one site alone, also on its own page', async () => {
  await page.goto(`${relay.url}/console/reports`);
  await page.getByLabel('Site', { exact: true }).selectOption({ label: 'Calme' });
  await page.getByRole('heading', { name: 'Rien sur cette période' }).waitFor();
  await open(`tenants/${tenantId}/reports`);
  const chart = page.getByRole('slider', { name: /^Messages/ });
  expect(await chart.getAttribute('aria-valuetext')).toMatch(/Visiteurs 2/);
});

it.each(['fr', 'en'])('has no fault that axe finds, and fits a phone, in %s', async (language) => {
  await page.evaluate((locale) => localStorage.setItem('relay-console.locale', locale), language);
  const faults: string[] = [];
  for (const path of ['reports?period=7', `tenants/${tenantId}/reports?period=7`]) {
    await open(path);
    await page.locator('summary').first().click();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const fault of await axeFaults(page)) faults.push(`${path}, ${colorScheme}: ${fault}`);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (over > 0) faults.push(`${path}: ${over} px too wide for a phone`);
    await page.setViewportSize({ width: 1280, height: 900 });
    for (const fault of await faultsOn(page)) faults.push(`${path}: ${fault}`);
  }
  expect(faults).toEqual([]);
});

it('shows how visitors rated what was resolved', async () => {
  const { data: tenant } = await api.get<{
    tenant: { workspace_id: string; widget_public_key: string };
  }>(`/console/fetch/tenant?tenant_id=${tenantId}`);
  const { workspace_id, widget_public_key: widgetKey } = tenant.tenant;
  await api.post('/console/update/tenant', { tenant_id: tenantId, rating: true });
  const desk = { workspace_id, email: owner.email, display_name: 'Olga', tenant_ids: [tenantId] };
  expect((await api.post('/console/create/operator', desk)).status).toBe(201);
  const visitor = await createVisitor(relay.url, { tenantId, widgetKey, origin: ORIGIN });
  const socket = await VisitorSocket.open(relay.url, visitor.token, { origin: ORIGIN });
  await socket.say('m-1', 'Merci');
  const { data } = await api.get<{ conversations: { conversation_id: string }[] }>(
    '/console/fetch/conversations?limit=1',
  );
  const body = { conversation_id: data.conversations[0]?.conversation_id };
  expect((await api.post('/console/resolve/conversation', body)).status).toBe(200);
  socket.send({ type: 'rate', rating: 4 });
  await socket.next('rated');
  socket.close();
  await page.evaluate(() => localStorage.setItem('relay-console.locale', 'fr'));
  await page.goto(`${relay.url}/console/reports`);
  await page.getByText('sur 5, 1 avis').waitFor();
  const table = page.getByRole('table', { name: 'Notes des visiteurs' });
  expect(await table.getByRole('row').nth(2).innerText()).toMatch(/^4\s+1\s+100/);
  expect(await axeFaults(page)).toEqual([]);
  const shots = process.env['RATING_SHOTS'];
  if (shots) await page.screenshot({ path: `${shots}/reports.png`, fullPage: true });
});
