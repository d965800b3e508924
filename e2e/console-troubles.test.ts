import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Api } from '../packages/server/test/support/api';
import { setTenantStatus } from '../packages/server/test/support/system-admin';
import {
  answersOf,
  bubbleOf,
  claimOf,
  faultsOf,
  openInbox,
  rowOf,
  startConsoleStage,
  type ConsoleStage,
} from './support/console-stage';
import { violationsOf } from './support/widget-browser';

let stage: ConsoleStage;
let camille: { email: string; api: Api };
let page: Page;

beforeAll(async () => {
  stage = await startConsoleStage();
  camille = await stage.addOperator('Camille');
});
afterAll(() => stage?.stop());
beforeEach(async () => {
  page = await openInbox(stage, camille.email);
});
afterEach(async () => {
  expect(await violationsOf(page)).toEqual([]);
  await page.context().close();
});

it('keeps the answer that a suspended tenant refuses, and sends it once it is active again', async () => {
  const held = await stage.visit(['Une dernière question']);
  const waiting = await stage.visit(['Et moi ?']);
  const area = await claimOf(page, held);
  await setTenantStatus(stage.relay, stage.world.tenantId, 'suspended');
  await area.fill('La réponse');
  await area.press('Enter');
  await page.getByText('Pas envoyé. Ce site est suspendu.').waitFor();
  expect(await faultsOf(page)).toEqual([]);

  await rowOf(page, waiting).click();
  await bubbleOf(page, 'Et moi ?').waitFor();
  await page.getByRole('button', { name: 'Prendre' }).first().click();
  await page.locator('.toast', { hasText: 'Ce site est suspendu.' }).waitFor();
  await page.getByText('Prenez la conversation pour répondre.').waitFor();

  await setTenantStatus(stage.relay, stage.world.tenantId, 'active');
  await rowOf(page, held).click();
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await page.getByText('Envoyé', { exact: true }).waitFor();
  expect(await answersOf(stage, page)).toEqual(['La réponse']);
});

it('says that the relay has a problem, loses nothing, and continues when it answers again', async () => {
  const area = await claimOf(page, await stage.visit(['Tout va bien ?']));
  // The relay's response while its database is unreachable.
  await page.route('**/api/v1/console/**', (request) =>
    request.fulfill({
      status: 503,
      json: { status_code: 503, data: { code: 'storage_unavailable' }, message: '' },
    }),
  );
  await area.fill('Oui, tout va bien.');
  await area.press('Enter');
  await page.getByText('Le relais a un problème. Rien de ce que vous saisissez').waitFor();
  await page.getByText('En attente de connexion').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await area.fill('Je continue');
  await page.unroute('**/api/v1/console/**');
  await page.locator('.toast', { hasText: 'Connexion rétablie.' }).waitFor();
  await page.getByText('Le relais a un problème.').waitFor({ state: 'detached' });
  await expect.poll(() => answersOf(stage, page)).toEqual(['Oui, tout va bien.']);
  expect(await area.inputValue()).toBe('Je continue');
});

it('withdraws the note that the connection is back when the relay is lost again', async () => {
  const lose = () => page.context().setOffline(true);
  const offline = page.locator('.connection');
  await lose();
  await offline.waitFor();
  await page.context().setOffline(false);
  const back = page.locator('.toast', { hasText: 'Connexion rétablie.' });
  await back.waitFor();
  await lose();
  await offline.waitFor();
  // The notice would disappear after five seconds anyway. A late response may arrive after the loss.
  await expect.poll(() => back.count(), { timeout: 4_000 }).toBe(0);
  await page.context().setOffline(false);
});

it('offers to try again where the conversations can’t be loaded at first', async () => {
  const visit = await stage.visit(['Il y a quelqu’un ?']);
  const conversations = '**/api/v1/console/fetch/conversations?*';
  // The console does not repeat a request after a 403.
  await page.route(conversations, (request) =>
    request.fulfill({
      status: 403,
      json: { status_code: 403, data: { code: 'forbidden' }, message: '' },
    }),
  );
  await page.reload();
  const retry = page.locator('.list').getByRole('button', { name: 'Réessayer' });
  await retry.waitFor();
  expect(await page.locator('.list .skeleton').count()).toBe(0);
  expect(await faultsOf(page)).toEqual([]);
  await page.unroute(conversations);
  await retry.click();
  // The list appears at once, although the pointer is on it.
  await rowOf(page, visit).waitFor({ timeout: 5_000 });
  expect(await retry.count()).toBe(0);
});
