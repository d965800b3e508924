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
  await benoit.api.post('/console/set/presence', { status: 'online' });
});
afterAll(() => stage?.stop());

const boxOf = (page: Page, { conversationId }: Visit) =>
  page
    .locator('.list li', { has: page.locator(`[data-conversation="${conversationId}"]`) }) //
    .getByRole('checkbox');
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Choisir plusieurs conversations' });
const press = (page: Page, name: string) => bar(page).getByRole('button', { name }).click();

async function statesOf(visits: readonly Visit[]) {
  const rows = await Promise.all(
    visits.map(async ({ conversationId }) => {
      const path = `/console/fetch/conversation?conversation_id=${conversationId}`;
      const { data } = await stage.world.owner.get<{
        conversation: { status: string; operator_display_name: string | null; tags: string[] };
      }>(path);
      return data.conversation;
    }),
  );
  return rows.map((row) => [row.status, row.operator_display_name, ...row.tags]);
}

it('claims, tags, resolves with Undo, and says of each conversation why it did not change', async () => {
  const first = await stage.visit(['Un'], {}, { display_name: 'Ana' });
  const second = await stage.visit(['Deux'], {}, { display_name: 'Bea' });
  const third = await stage.visit(['Trois'], {}, { display_name: 'Cleo' });
  const visits = [first, second, third];
  const page = await openInbox(stage, camille.email);
  await rowOf(page, first).hover();
  await boxOf(page, first).click();
  await boxOf(page, third).click({ modifiers: ['Shift'] });
  await bar(page).getByText('3 choisies').waitFor();
  expect(await faultsOf(page)).toEqual([]);

  await benoit.api.post('/console/claim/conversation', { conversation_id: second.conversationId });
  await press(page, 'Attribuer');
  await page.getByRole('dialog').getByRole('button', { name: 'Camille' }).click();
  const failures = page.getByRole('dialog', { name: '1 conversation n’a pas changé' });
  await failures.getByText('Bea').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await failures.getByRole('button', { name: 'Fermer' }).click();
  expect(await statesOf(visits)).toEqual([
    ['ASSIGNED', 'Camille'],
    ['ASSIGNED', 'Benoît'],
    ['ASSIGNED', 'Camille'],
  ]);
  // Conversations whose change failed stay selected.
  await bar(page).getByText('1 choisie').waitFor();

  await press(page, 'Toutes (3)');
  await press(page, 'Nouvelle étiquette');
  await page.getByRole('dialog').getByLabel('Nouvelle étiquette').fill('colis');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => statesOf(visits))
    .toEqual([
      ['ASSIGNED', 'Camille', 'colis'],
      ['ASSIGNED', 'Benoît', 'colis'],
      ['ASSIGNED', 'Camille', 'colis'],
    ]);
  await page.getByText('3 conversations avec l’étiquette colis.').first().waitFor();

  // By the keys alone.
  await rowOf(page, first).focus();
  await page.keyboard.press('x');
  await rowOf(page, third).focus();
  await page.keyboard.press('x');
  await bar(page).getByText('2 choisies').waitFor();
  await press(page, 'Résoudre');
  await rowOf(page, first).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Annuler' }).click();
  await rowOf(page, first).waitFor();
  await bar(page).getByText('2 choisies').waitFor();
  await press(page, 'Résoudre');
  await page.goto(`${stage.relay.url}/console/inbox?status=resolved`);
  await rowOf(page, first).waitFor();
  await expect
    .poll(async () => (await statesOf(visits)).map(([status]) => status))
    .toEqual(['RESOLVED', 'ASSIGNED', 'RESOLVED']);
  // A conversation that a colleague has resolved already is reported, and nothing else happens.
  await rowOf(page, first).focus();
  await page.keyboard.press('x');
  await page.keyboard.press('e');
  await page.getByText('1 conversation était déjà résolue.').first().waitFor();
  await page.context().close();
});

it('acts by single keys on what is chosen, says so, and leaves the focus in the list', async () => {
  const visits = [await stage.visit(['Sept'], {}, { display_name: 'Dora' })];
  visits.push(await stage.visit(['Huit'], {}, { display_name: 'Elsa' }));
  for (const { conversationId: conversation_id } of visits) {
    await camille.api.post('/console/claim/conversation', { conversation_id });
  }
  const page = await openInbox(stage, camille.email, { path: '?assigned=me' });
  const { keyboard } = page;
  const isInList = () => page.evaluate(() => document.activeElement?.classList.contains('row'));
  const choose = async () => {
    for (const visit of visits) {
      await rowOf(page, visit).focus();
      await keyboard.press('x');
    }
    await bar(page).getByText('2 choisies').waitFor();
  };
  await choose();
  await expect.poll(() => page.locator('[aria-live="polite"]').innerText()).toContain('2 choisies');
  await keyboard.press('Escape');
  await bar(page).waitFor({ state: 'detached' });
  expect(await isInList()).toBe(true);

  await choose();
  await keyboard.press('t');
  await page.getByRole('dialog').getByLabel('Nouvelle étiquette').fill('cadeau');
  await keyboard.press('Enter');
  await bar(page).waitFor({ state: 'detached' });
  const tagged = ['ASSIGNED', 'Camille', 'cadeau'];
  await expect.poll(() => statesOf(visits)).toEqual([tagged, tagged]);
  await expect.poll(isInList).toBe(true);

  await choose();
  await keyboard.press('a');
  await page.getByRole('dialog', { name: 'Attribuer à' }).waitFor();
  await keyboard.press('Escape');
  await bar(page).getByText('2 choisies').waitFor();
  await keyboard.press('e');
  await rowOf(page, visits[1]!).waitFor({ state: 'detached' });
  expect(await rowOf(page, visits[0]!).count()).toBe(0);
  await keyboard.press('z');
  await rowOf(page, visits[0]!).waitFor();
  await rowOf(page, visits[1]!).waitFor();
  await page.context().close();
});

it('says at once which of the chosen conversations it can’t resolve, and lets the rest be undone', async () => {
  const visits = [await stage.visit(['Neuf'], {}, { display_name: 'Fanny' })];
  visits.push(await stage.visit(['Dix'], {}, { display_name: 'Gaël' }));
  visits.push(await stage.visit(['Onze'], {}, { display_name: 'Hugo' }));
  const claim = ({ api }: typeof camille, { conversationId: conversation_id }: Visit) =>
    api.post('/console/claim/conversation', { conversation_id });
  await claim(camille, visits[0]!);
  await claim(benoit, visits[1]!);
  const page = await openInbox(stage, camille.email);
  for (const visit of visits) {
    await rowOf(page, visit).focus();
    await page.keyboard.press('x');
  }
  await bar(page).getByText('3 choisies').waitFor();
  // While the pointer is on the list, rows keep their order and resolved ones stay.
  await rowOf(page, visits[2]!).hover();
  await page.keyboard.press('e');
  const failures = page.getByRole('dialog', { name: '2 conversations n’ont pas changé' });
  // The failures appear long before the time to undo ends.
  await failures.getByText('Gaël').waitFor({ timeout: 3_000 });
  await failures.getByText('Hugo').waitFor();
  await failures.getByText(/Benoît s’en occupe depuis/).waitFor();
  await failures.getByText('Prenez-la d’abord', { exact: false }).waitFor();
  await rowOf(page, visits[0]!).waitFor({ state: 'detached', timeout: 3_000 });
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await bar(page).getByText('2 choisies').waitFor();
  await page.getByText('1 conversation résolue.').first().waitFor();
  await page.keyboard.press('z');
  await rowOf(page, visits[0]!).waitFor();
  expect((await statesOf(visits)).map(([status]) => status)).toEqual([
    'ASSIGNED',
    'ASSIGNED',
    'WAITING',
  ]);
  await claim(benoit, visits[2]!);
  await page.context().close();
});

it('goes to the search, a note and a tag by one key, and never while one types', async () => {
  const visit = await stage.visit(['Quatre']);
  const page = await openInbox(stage, camille.email);
  await rowOf(page, visit).click();
  const focused = () =>
    page.evaluate(() => {
      const at = document.activeElement as HTMLInputElement | null;
      return at?.labels?.[0]?.innerText ?? at?.ariaLabel ?? '';
    });
  const field = page.getByLabel('Nouvelle note');
  await page.locator('.bubble').first().waitFor();
  for (const [key, name] of [
    ['/', 'Rechercher'],
    ['n', 'Nouvelle note'],
    ['t', 'Nouvelle étiquette'],
  ] as const) {
    await page.locator('.thread-scroll').focus();
    await page.keyboard.press(key);
    await expect.poll(focused).toBe(name);
  }
  await field.focus();
  await page.keyboard.type('x/nt');
  expect(await field.inputValue()).toBe('x/nt');
  expect(await bar(page).count()).toBe(0);
  await page.locator('.thread-scroll').focus();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog');
  for (const name of ['Rechercher', 'Nouvelle note', 'Nouvelle étiquette']) {
    await sheet.getByText(name, { exact: true }).waitFor();
  }
  await page.context().close();
});
