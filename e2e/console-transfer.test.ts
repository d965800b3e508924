import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Api } from '../packages/server/test/support/api';
import {
  claimOf,
  faultsOf,
  openInbox,
  rowOf,
  startConsoleStage,
  type ConsoleStage,
} from './support/console-stage';

const AWAY_S = 2;
const SHOTS = process.env['SHOTS'];

let stage: ConsoleStage;
let camille: { email: string; api: Api };
let benoit: { email: string; api: Api };

beforeAll(async () => {
  stage = await startConsoleStage({ OPERATOR_AWAY_RELEASE_S: String(AWAY_S) });
  [camille, benoit] = [await stage.addOperator('Camille'), await stage.addOperator('Benoît')];
  await stage.addOperator('Dominique');
});
afterAll(() => stage?.stop());

async function shoot(page: Page, name: string): Promise<void> {
  if (!SHOTS) return;
  mkdirSync(SHOTS, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${SHOTS}/${name}-${colorScheme}.png` });
  }
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: `${SHOTS}/${name}-phone.png` });
  if (wide) await page.setViewportSize(wide);
}

async function askToTransfer(page: Page): Promise<void> {
  await page
    .locator('.thread-head')
    .getByRole('button', { name: /actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Transférer' }).click();
}

it('transfers to someone who is absent in a second act, and tells when they did not come', async () => {
  const visit = await stage.visit(['Où est mon colis ?']);
  await benoit.api.post('/console/set/presence', { status: 'online' });
  const page = await openInbox(stage, camille.email);
  await claimOf(page, visit);
  await askToTransfer(page);
  const list = page.getByRole('dialog', { name: 'Transférer à' });
  // Benoît closes his laptop while the dialog is open.
  const absent = list.getByRole('button', { name: /Benoît Absent/ });
  await absent.waitFor({ timeout: 10_000 });
  await page.keyboard.press('Escape');
  await askToTransfer(page);
  await list.getByRole('button', { name: /Benoît Absent, dernière activité/ }).waitFor();
  await list.getByRole('button', { name: /Dominique Hors ligne, depuis/ }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await shoot(page, 'transfer');

  await absent.focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: /Transférer à Benoît quand même/ });
  await question.waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await shoot(page, 'transfer-asked');
  // The focus is on the way back, so a second Enter by mistake does not transfer.
  await page.keyboard.press('Enter');
  await absent.click();
  await question.waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page
    .locator('.toast', { hasText: /transférée à Benoît, qui n’est pas en ligne/ })
    .waitFor();

  const returned = page.locator('.toast', { hasText: /Benoît n’a pas pris la conversation/ });
  await returned.waitFor({ timeout: 15_000 });
  await rowOf(page, visit).waitFor();
  await returned.getByRole('button', { name: 'Ouvrir' }).click();
  await page.getByRole('heading', { name: /Visiteur/ }).waitFor();
  await page.context().close();
});

it('leaves the keys at the place of a conversation that was transferred from the top', async () => {
  const [first, second] = [await stage.visit(['Un']), await stage.visit(['Deux'])];
  await stage.visit(['Trois']);
  const page = await openInbox(stage, camille.email);
  const area = await claimOf(page, first);
  await expect.poll(() => area.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await page.keyboard.press('a');
  const list = page.getByRole('dialog', { name: 'Transférer à' });
  await list.getByRole('button', { name: /Dominique/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: /Transférer à Dominique quand même/ }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('.toast', { hasText: /transférée à Dominique/ }).waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-conversation')))
    .not.toBe(null);
  const place = await page.evaluate(() => {
    const rows = [...document.querySelectorAll('.row')];
    return rows.indexOf(document.activeElement!);
  });
  expect(place).toBe(0);
  expect(await rowOf(page, second).count()).toBe(1);
  await page.context().close();
});
