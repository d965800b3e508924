import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Api } from '../packages/server/test/support/api';
import {
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

it('shows colleagues a note at once, calls who is mentioned, and sends the visitor nothing', async () => {
  const visit = await stage.visit(['Où est mon colis ?']);
  const [page, other] = [
    await openInbox(stage, camille.email),
    await openInbox(stage, benoit.email),
  ];
  await rowOf(page, visit).click();
  await rowOf(other, visit).click();
  const notesOf = (of: typeof page) => of.getByRole('complementary').locator('.notes li');
  const field = page.getByLabel('Nouvelle note');
  await field.fill('Elle a appelé deux fois. Vois avec le transporteur, @benoît.');
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Ajouter la note' }).click();
  await notesOf(page).getByText('Elle a appelé deux fois').waitFor();
  expect(await field.inputValue()).toBe('');
  await notesOf(other).getByText('Elle a appelé deux fois').waitFor();
  await other.getByText('Une note vous mentionne.').waitFor();
  expect(await page.getByText('Une note vous mentionne.').count()).toBe(0);
  expect(await faultsOf(other)).toEqual([]);

  // Only one's own can be removed.
  const remove = { name: /^Supprimer la note de Camille/ };
  expect(await other.getByRole('button', remove).count()).toBe(0);
  await page.getByRole('button', remove).click();
  await expect.poll(() => notesOf(other).count()).toBe(0);
  await Promise.all([page.context().close(), other.context().close()]);
});

it('keeps a note that is being written while another conversation is read', async () => {
  const [first, second] = [await stage.visit(['Le premier']), await stage.visit(['Le second'])];
  const page = await openInbox(stage, camille.email);
  await rowOf(page, first).click();
  const field = page.getByLabel('Nouvelle note');
  await field.fill('À moitié écrite');
  await rowOf(page, second).click();
  await expect.poll(() => field.inputValue()).toBe('');
  await rowOf(page, first).click();
  await expect.poll(() => field.inputValue()).toBe('À moitié écrite');
  await page.context().close();
});
