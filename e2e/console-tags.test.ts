import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Api } from '../packages/server/test/support/api';
import {
  faultsOf,
  openInbox,
  rowOf,
  startConsoleStage,
  type ConsoleStage,
  type Visit,
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

const field = (page: Page) => page.getByRole('combobox', { name: /Nouvelle étiquette|New tag/ });
const tagsOf = (page: Page) => page.locator('.tags .chip').allTextContents();
const open = async (page: Page, visit: Visit): Promise<void> => {
  await rowOf(page, visit).click();
  await field(page).waitFor();
};
const give = (visit: Visit, tags: readonly string[]) =>
  camille.api.post('/console/update/conversation', {
    conversation_id: visit.conversationId,
    tags,
  });

it('adds, completes and removes tags, and a colleague sees it at once', async () => {
  const [visit, other] = [await stage.visit(['Mon colis']), await stage.visit(['Ma facture'])];
  await give(other, ['Remboursement', 'Lyon']);
  const page = await openInbox(stage, camille.email);
  const colleague = await openInbox(stage, benoit.email);
  await open(page, visit);
  await open(colleague, visit);

  await field(page).fill('  Urgent ');
  await field(page).press('Enter');
  await expect.poll(() => tagsOf(colleague)).toEqual(['Urgent']);
  expect(await field(page).inputValue()).toBe('');
  expect(await rowOf(colleague, visit).textContent()).toContain('#Urgent');

  // Upper and lower case make no different tag.
  await field(page).fill('URGENT');
  await field(page).press('Enter');
  await expect.poll(() => field(page).inputValue()).toBe('');
  const offered = page.locator('datalist option');
  await expect.poll(() => offered.evaluateAll((all) => all.length)).toBe(2);
  const values = await offered.evaluateAll((all) => all.map((one) => one.getAttribute('value')));
  expect(new Set(values)).toEqual(new Set(['Lyon', 'Remboursement']));
  await field(page).fill(values[0] ?? '');
  await field(page).press('Enter');
  await expect.poll(() => tagsOf(colleague)).toEqual(['Urgent', values[0]]);

  // By the keys alone: back from the field to the button of the last tag.
  await field(page).press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => tagsOf(colleague)).toEqual(['Urgent']);
  expect(await field(page).evaluate((element) => element === document.activeElement)).toBe(true);
  await colleague.getByRole('button', { name: 'Retirer l’étiquette Urgent' }).click();
  await expect.poll(() => tagsOf(page)).toEqual([]);
  await Promise.all([page.context().close(), colleague.context().close()]);
});

it('says that a tag was not saved, keeps what was typed, and takes ten', async () => {
  const visit = await stage.visit(['Beaucoup d’étiquettes']);
  const page = await openInbox(stage, camille.email);
  await open(page, visit);
  await page.route('**/console/update/conversation', (route) => route.abort());
  await field(page).fill('fragile');
  await field(page).press('Enter');
  await page.locator('.visitor-panel').getByRole('alert').waitFor();
  expect(await field(page).inputValue()).toBe('fragile');
  await page.unroute('**/console/update/conversation');
  await field(page).press('Enter');
  await expect.poll(() => tagsOf(page)).toEqual(['fragile']);

  const ten = Array.from({ length: 10 }, (_, index) => `n${index}`);
  await give(visit, ten);
  await expect.poll(() => tagsOf(page)).toEqual(ten);
  await field(page).fill('onze');
  await field(page).press('Enter');
  await page.getByText('Une conversation a au plus 10 étiquettes.').waitFor();
  expect(await tagsOf(page)).toEqual(ten);
  await page.context().close();
});

it('lists the conversations of a tag, and all of them again', async () => {
  const [tagged, other] = [await stage.visit(['Un devis']), await stage.visit(['Bonjour'])];
  await give(tagged, ['Devis']);
  const page = await openInbox(stage, camille.email);
  await rowOf(page, other).waitFor();
  await page.getByRole('button', { name: 'Filtrer les conversations' }).click();
  await page.getByRole('menuitemradio', { name: 'Devis' }).click();
  await rowOf(page, other).waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.get('tag')).toBe('Devis');
  await rowOf(page, tagged).waitFor();
  await page.reload();
  await rowOf(page, tagged).waitFor();
  expect(await page.locator('.row').count()).toBe(1);

  // A conversation that gets the tag appears at once; upper and lower case do not matter.
  await give(other, ['DEVIS']);
  await rowOf(page, other).waitFor();
  await give(other, []);
  await rowOf(page, other).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Ne plus filtrer par étiquette' }).click();
  await rowOf(page, other).waitFor();

  // A tag in the conversation leads to a list that has to be fetched.
  await open(page, tagged);
  await page.locator('.tags').getByRole('link', { name: 'Devis' }).click();
  await rowOf(page, other).waitFor({ state: 'detached' });
  await camille.api.post('/console/claim/conversation', { conversation_id: tagged.conversationId });
  await camille.api.post('/console/resolve/conversation', {
    conversation_id: tagged.conversationId,
  });
  await rowOf(page, tagged).waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Aucune conversation ne correspond' }).waitFor();
  await page.goto(`${stage.relay.url}/console/inbox?status=resolved&tag=devis`);
  await rowOf(page, tagged).waitFor();
  await page.context().close();
});

it.each([
  ['fr-FR', 'light', 1280],
  ['en-GB', 'dark', 360],
] as const)('passes axe with tags (%s, %s, %i px)', async (locale, colorScheme, width) => {
  const visit = await stage.visit(['Où est ma commande ?'], {}, { display_name: 'Marie Curie' });
  const long = 'Une très longue étiquette, de 32';
  await give(visit, ['Remboursement', 'Lyon', long, 'à rappeler']);
  const page = await openInbox(stage, camille.email, {
    locale,
    colorScheme,
    viewport: { width, height: 740 },
    path: `?tag=${encodeURIComponent(long)}`,
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
  await page.getByRole('button', { name: /^(Filtrer|Filter)/ }).click();
  await page.getByRole('menuitemradio').first().waitFor();
  await shot('menu');
  await page.keyboard.press('Escape');
  await rowOf(page, visit).click();
  await page.locator('.bubble').first().waitFor();
  if (width < 1100) {
    await page.getByRole('button', { name: /Autres actions|More actions/ }).click();
    await page.getByRole('menuitem', { name: /visitor details/ }).click();
  }
  await field(page).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await shot('panel');
  await page.context().close();
});
