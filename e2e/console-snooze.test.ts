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

let stage: ConsoleStage;
let camille: { email: string; api: Api };
let benoit: { email: string; api: Api };

beforeAll(async () => {
  stage = await startConsoleStage();
  camille = await stage.addOperator('Camille');
  benoit = await stage.addOperator('Benoît');
});
afterAll(() => stage?.stop());

const menuOf = (page: Page) =>
  page.locator('.thread-head').getByRole('button', { name: /actions/ });
const entry = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name });
const snoozed = (page: Page) => page.goto(`${stage.relay.url}/console/inbox?status=snoozed`);

it('marks a conversation unread for one operator, until they open it again', async () => {
  const visit = await stage.visit(['À relire plus tard']);
  const page = await openInbox(stage, camille.email);
  const other = await openInbox(stage, benoit.email);
  await rowOf(page, visit).click();
  await expect.poll(() => rowOf(other, visit).getAttribute('class')).toBe('row');

  await menuOf(page).click();
  await entry(page, 'Marquer comme non lue').click();
  await expect.poll(() => rowOf(page, visit).getAttribute('class')).toBe('row unread');
  expect(await rowOf(page, visit).textContent()).toContain('Marquée comme non lue');
  await page.getByText('Choisissez une conversation').waitFor();
  expect(await rowOf(other, visit).getAttribute('class')).toBe('row');
  expect(await faultsOf(page)).toEqual([]);

  await rowOf(page, visit).click();
  await expect.poll(() => rowOf(page, visit).getAttribute('class')).toBe('row');
  // By its key, on the open conversation.
  await page.locator('body').press('u');
  await expect.poll(() => rowOf(page, visit).getAttribute('class')).toBe('row unread');
  await Promise.all([page.context().close(), other.context().close()]);
});

it('snoozes until a usual time for everyone, undoes it, and wakes early', async () => {
  const visit = await stage.visit(['Rappelez-moi lundi']);
  const page = await openInbox(stage, camille.email);
  const other = await openInbox(stage, benoit.email);
  await rowOf(other, visit).waitFor();
  await claimOf(page, visit);

  await page
    .locator('.thread-head')
    .getByRole('button', { name: /actions/ })
    .click();
  await entry(page, /Mettre en veille/).click();
  await page.getByRole('dialog').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: /Dans 1 heure/ }).click();
  await rowOf(page, visit).waitFor({ state: 'detached' });
  await rowOf(other, visit).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Annuler' }).click();
  await rowOf(page, visit).waitFor();
  await rowOf(other, visit).waitFor();

  await rowOf(page, visit).click();
  await page.getByRole('heading', { name: /Visiteur/ }).waitFor();
  await page.locator('.thread-head .meta').click();
  await page.locator('body').press('s');
  await page.getByRole('button', { name: /Demain matin/ }).click();
  await rowOf(page, visit).waitFor({ state: 'detached' });

  await snoozed(page);
  await rowOf(page, visit).click();
  await page
    .locator('.thread-head')
    .getByText(/En veille jusqu’au/)
    .waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await menuOf(page).click();
  await entry(page, /Réveiller maintenant/)
    .getByText('W', { exact: true })
    .waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.thread-head .meta').click();
  await page.locator('body').press('w');
  await rowOf(page, visit).waitFor({ state: 'detached' });
  await rowOf(other, visit).waitFor();
  await page.locator('body').press('?');
  await page.getByRole('dialog').getByText('Réveiller maintenant').waitFor();
  await Promise.all([page.context().close(), other.context().close()]);
});

it('wakes at the next message of the visitor, and asks for a time within 30 days', async () => {
  const visit = await stage.visit(['Je réfléchis']);
  const page = await openInbox(stage, camille.email);
  await rowOf(page, visit).click();
  await menuOf(page).click();
  await entry(page, /Mettre en veille/).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Autre date et heure').fill('2020-01-01T09:00');
  await dialog.getByRole('button', { name: 'Mettre en veille' }).click();
  await dialog.getByText('Choisissez un moment des 30 prochains jours.').waitFor();
  const soon = new Date(Date.now() + 3 * 86_400_000);
  const local = new Date(soon.getTime() - soon.getTimezoneOffset() * 60_000).toISOString();
  await dialog.getByLabel('Autre date et heure').fill(local.slice(0, 16));
  await dialog.getByRole('button', { name: 'Mettre en veille' }).click();
  await rowOf(page, visit).waitFor({ state: 'detached' });
  await visit.socket.say(crypto.randomUUID(), 'En fait, j’ai une question');
  await rowOf(page, visit).waitFor();
  await page.context().close();
});

it.each([
  ['fr-FR', 'light', 1280],
  ['en-GB', 'dark', 360],
] as const)(
  'passes axe with snoozed conversations (%s, %s, %i px)',
  async (locale, colorScheme, width) => {
    const visit = await stage.visit(
      ['Une très longue question sur une commande qui n’est pas arrivée'],
      {},
      {
        display_name: 'Marie-Antoinette de la Tour du Pin Gouvernet',
      },
    );
    const until = new Date(Date.now() + 86_400_000).toISOString();
    await camille.api.post('/console/snooze/conversation', {
      conversation_id: visit.conversationId,
      until,
    });
    const page = await openInbox(stage, camille.email, {
      locale,
      colorScheme,
      viewport: { width, height: 740 },
      path: '?status=snoozed',
    });
    await rowOf(page, visit).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const shots = process.env['SHOTS'];
    const shot = async (name: string): Promise<void> => {
      if (!shots) return;
      mkdirSync(shots, { recursive: true });
      await page.screenshot({ path: `${shots}/${name}-${locale}-${colorScheme}-${width}.png` });
    };
    await shot('list');
    await rowOf(page, visit).click();
    await page.locator('.bubble').first().waitFor();
    await shot('thread');
    await menuOf(page).click();
    await entry(page, /Réveiller|Wake/).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shot('menu');
    await entry(page, /Réveiller|Wake/).click();
    await menuOf(page).click();
    await entry(page, /Mettre en veille|Snooze/).click();
    await page.getByRole('dialog').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shot('dialog');
    await page.context().close();
  },
);
