import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stickingOut } from './support/console-browser';
import {
  claimOf,
  faultsOf,
  openInbox,
  rowOf,
  startConsoleStage,
  type ConsoleStage,
} from './support/console-stage';

const PHONE = { viewport: { width: 390, height: 844 } };
let stage: ConsoleStage;
let ownerEmail: string;

beforeAll(async () => {
  stage = await startConsoleStage();
  const { data } = await stage.world.owner.get<{ account: { email: string } }>(
    '/console/fetch/account',
  );
  ownerEmail = data.account.email;
});
afterAll(() => stage?.stop());

const isCut = (page: Page, selector: string) =>
  page.$$eval(selector, (all) =>
    all
      .filter((one) => one.getClientRects().length > 0)
      .some((one) => one.scrollWidth > one.clientWidth + 1),
  );
const goTo = (page: Page, path: string) => page.goto(`${stage.relay.url}/console/${path}`);

it('names the pages of the rail where there is room, and cuts no name on a phone', async () => {
  const page = await openInbox(stage, ownerEmail);
  const label = page.locator('.rail-name', { hasText: 'Droits des visiteurs' });
  await expect.poll(async () => (await label.boundingBox())?.width ?? 0).toBeGreaterThan(40);
  expect(await isCut(page, '.rail-name')).toBe(false);
  await page.setViewportSize({ width: 1100, height: 800 });
  await expect.poll(async () => (await label.boundingBox())?.width).toBe(1);
  await page.setViewportSize(PHONE.viewport);
  expect(await isCut(page, '.rail-name')).toBe(false);
  await page.context().close();
});

it('shows the pages of a site next to each, and on a phone before each', async () => {
  const site = `tenants/${stage.world.tenantId}`;
  const page = await openInbox(stage, ownerEmail);
  await goTo(page, `${site}/hours`);
  const list = page.getByRole('navigation', { name: 'Maison' });
  const hours = page.getByRole('heading', { name: /Horaires|Heures/ }).first();
  await list.getByRole('link', { name: 'Horaires' }).waitFor();
  expect(await list.locator('[aria-current="page"]').innerText()).toBe('Horaires');
  await hours.waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await list.getByRole('link', { name: 'Origines' }).click();
  await page.getByLabel('Origine 1').waitFor();

  await page.setViewportSize(PHONE.viewport);
  await goTo(page, site);
  await list.waitFor();
  expect(await page.locator('.tenant-content').isVisible()).toBe(false);
  expect(await faultsOf(page)).toEqual([]);
  await list.getByRole('link', { name: 'Origines' }).click();
  await page.getByLabel('Origine 1').waitFor();
  expect(await list.isVisible()).toBe(false);
  await page.getByRole('link', { name: 'Maison' }).click();
  await list.waitFor();
  await page.context().close();
});

it('is claimed on a phone by the button below the messages, and takes a note by one key', async () => {
  const visit = await stage.visit(['Sur un téléphone.']);
  const operator = await stage.addOperator('Paula');
  const page = await openInbox(stage, operator.email, PHONE);
  await rowOf(page, visit).click();
  const area = page.getByRole('textbox', { name: /Votre réponse/ });
  const claim = page.locator('.not-held').getByRole('button', { name: 'Prendre' });
  await claim.waitFor();
  const inHead = page.locator('.thread-head').getByRole('button', { name: 'Prendre' });
  expect(await inHead.isVisible()).toBe(false);
  expect(await faultsOf(page)).toEqual([]);
  await claim.click();
  await expect.poll(() => area.evaluate((one) => one === document.activeElement)).toBe(true);

  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  const note = page.getByLabel('Nouvelle note');
  await expect.poll(() => note.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.context().close();
});

it('exports and erases a visitor where their conversation is, and on a page of its own', async () => {
  const visit = await stage.visit(['Effacez-moi.']);
  const next = await stage.visit(['Ensuite.']);
  const operator = await stage.addOperator('Camille');
  const own = await openInbox(stage, operator.email);
  const area = await claimOf(own, visit);
  await area.fill('Bonjour, je');
  const page = await openInbox(stage, ownerEmail, { path: `/${visit.conversationId}` });
  const panel = page.getByRole('complementary');
  const exported = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Exporter les données' }).click();
  expect((await exported).suggestedFilename()).toBe('visitor.json');
  await panel.getByRole('button', { name: 'Effacer les données' }).click();
  const dialog = page.getByRole('dialog');
  const sign = /vs_[\w-]{7}/.exec(await dialog.innerText())?.[0] ?? '';
  await dialog.getByLabel(/saisissez/).fill(sign);
  await dialog.getByRole('button', { name: 'Effacer les données' }).click();
  await page.getByText('Sessions effacées').first().waitFor();
  // The panel that had the focus has closed, so a row of the list has it.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.classList.contains('row')))
    .toBe(true);
  await goTo(page, 'audit/visitors?q=colis');
  await page.getByRole('heading', { name: 'Droits des visiteurs' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/console/visitors');
  expect(await page.getByRole('searchbox').inputValue()).toBe('colis');
  await page.context().close();

  // A colleague who has it open no longer reads it.
  // The same sentence is announced to screen readers outside the conversation, a moment later.
  const thread = own.getByRole('region', { name: 'Messages', exact: true });
  await thread.getByText('Les données de ce visiteur sont effacées.').waitFor();
  expect(await own.getByText('Effacez-moi.').count()).toBe(0);
  expect(await own.locator('.bubble').count()).toBe(0);
  for (const offered of ['Prendre', 'Exporter les données', 'Bloquer le visiteur']) {
    expect(await own.getByRole('button', { name: offered }).count()).toBe(0);
  }
  expect(await own.getByLabel('Nouvelle note').count()).toBe(0);
  expect(await faultsOf(own)).toEqual([]);
  // Text typed after the erasure is neither sent nor stored.
  await own.keyboard.type(' cren');
  expect(await own.evaluate(() => Object.values(sessionStorage).join())).not.toContain('Bonjour');
  // The keys continue in the list from where the conversation was.
  await own.keyboard.press('j');
  await expect
    .poll(() => rowOf(own, next).evaluate((row) => row === document.activeElement))
    .toBe(true);
  await own.goto(`${stage.relay.url}/console/inbox?status=resolved`);
  await rowOf(own, visit).getByText('Données effacées').waitFor();
  await own.context().close();
});

it('says the whole time of a row in the colours of the theme', async () => {
  await stage.visit(['Quand ?']);
  const page = await openInbox(stage, ownerEmail, { colorScheme: 'dark' });
  await page.locator('.row .clock').first().hover();
  const tip = page.locator('.title-layer');
  await tip.getByText(/Attend depuis|En attente depuis/).waitFor();
  const ground = await tip.evaluate((one) => getComputedStyle(one).backgroundColor);
  expect(ground).not.toBe('rgb(0, 0, 0)');
  await page.keyboard.press('Shift');
  await tip.waitFor({ state: 'hidden' });
  await page.context().close();
});

it('cuts no title and no short name of a site next to a long name, and puts boxes next to the first line', async () => {
  const { owner, workspaceId: workspace_id, tenantId } = stage.world;
  await owner.post('/console/create/tenant', {
    workspace_id,
    tenant_name: 'Boutique',
    allowed_origins: ['https://second.example'],
    answer: false,
  });
  await stage.visit(['Bonjour.'], {}, { display_name: 'Marie-Antoinette de la Tour du Pin' });
  const page = await openInbox(stage, ownerEmail, { viewport: { width: 768, height: 800 } });
  await page.locator('.row-tenant').first().waitFor();
  expect(await isCut(page, '.list-head h1')).toBe(false);
  expect(await isCut(page, '.row-tenant')).toBe(false);
  expect(await stickingOut(page)).toEqual([]);

  await goTo(page, `tenants/${tenantId}/widget`);
  await page.locator('.check .meta').first().waitFor();
  const offsets = await page.$$eval('.check', (all) =>
    all.map((one) => {
      const [box, label] = ['input', 'label'].map((part) => one.querySelector(part)!);
      return box!.getBoundingClientRect().top - label!.getBoundingClientRect().top;
    }),
  );
  expect(offsets.filter((offset) => Math.abs(offset) > 4)).toEqual([]);
  await page.context().close();
});
