import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Api } from '../packages/server/test/support/api';
import {
  bubbleOf,
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
  await page.getByRole('complementary').getByRole('button', remove).click();
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

it('shows notes between the messages, live and with the earlier ones, and removes them in both places', async () => {
  const visit = await stage.visit(['Premier message.']);
  const by = { conversation_id: visit.conversationId };
  await camille.api.post('/console/create/note', { ...by, content: 'Une vieille note.' });
  await camille.api.post('/console/claim/conversation', by);
  for (let n = 2; n <= 60; n++) {
    const sent = { ...by, client_msg_id: `note-${n}`, content: `Message ${n}.` };
    await camille.api.post('/console/send/message', sent);
  }
  const page = await openInbox(stage, benoit.email);
  await page.route('**/fetch/messages?*', (request) =>
    request.continue({ url: request.request().url().replace('limit=200', 'limit=20') }),
  );
  await rowOf(page, visit).click();
  await bubbleOf(page, 'Message 60.').waitFor();
  const inThread = page.locator('.thread .note');
  const inPanel = page.getByRole('complementary').locator('.note');
  await inPanel.getByText('Une vieille note.').waitFor();
  expect(await inThread.count()).toBe(0);
  await camille.api.post('/console/create/note', { ...by, content: 'Une note nouvelle.' });
  await inThread.getByText('Une note nouvelle.').waitFor();
  expect(await inThread.innerText()).toContain('Note interne · Camille');
  const old = inThread.getByText('Une vieille note.');
  await expect
    .poll(async () => {
      await page.locator('.thread-scroll').evaluate((element) => element.scrollTo({ top: 0 }));
      return old.isVisible();
    })
    .toBe(true);
  const beforeIt = page.locator('.thread .item:has(+ .item > .note)').first();
  expect(await beforeIt.innerText()).toContain('Un conseiller va vous répondre.');
  expect(await faultsOf(page)).toEqual([]);

  const own = await openInbox(stage, camille.email, { path: `/${visit.conversationId}` });
  await own.locator('.thread').getByText('Une note nouvelle.').waitFor();
  await own
    .locator('.thread')
    .getByRole('button', { name: /^Supprimer la note de Camille/ })
    .last()
    .click();
  for (const shown of [own, page]) {
    await expect.poll(() => shown.getByText('Une note nouvelle.').count()).toBe(0);
  }
  await Promise.all([page.context().close(), own.context().close()]);
});

it('offers colleagues after an @, calls exactly the chosen one, and asks about unclear names', async () => {
  const [first, second] = [await stage.addOperator('Zoé Lie'), await stage.addOperator('Zoé Lie')];
  const visit = await stage.visit(['Qui peut répondre ?']);
  const pages = await Promise.all([first, second].map(({ email }) => openInbox(stage, email)));
  const page = await openInbox(stage, camille.email);
  await rowOf(page, visit).click();
  const field = page.getByLabel('Nouvelle note');
  const options = page.getByRole('option');
  await field.pressSequentially('Demande à @LIÉ');
  await expect.poll(() => options.count()).toBe(2);
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect.poll(() => options.count()).toBe(0);
  await page.getByRole('button', { name: 'Ajouter la note' }).click();
  await page.getByText('« @LIÉ » n’appelle personne').waitFor();
  await field.fill('@Zoé Lie ?');
  await page.getByRole('button', { name: 'Ajouter la note' }).click();
  await page.getByText('Plusieurs collègues s’appellent « @Zoé Lie »').waitFor();

  await field.fill('');
  await field.pressSequentially('@zoe');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  expect(await field.inputValue()).toBe('@Zoé Lie ');
  await field.pressSequentially('et @zo');
  await options.first().click();
  expect(await field.inputValue()).toBe('@Zoé Lie et @Zoé Lie ');
  await field.fill('@Zoé Lie');
  await page.getByRole('button', { name: 'Ajouter la note' }).click();
  const called = pages.map((one) => one.getByText('Une note vous mentionne.'));
  await Promise.race(called.map((one) => one.waitFor()));
  expect(await page.locator('.notes .note').count()).toBe(1);
  const counts = await Promise.all(called.map((one) => one.count()));
  expect(counts.filter((count) => count > 0)).toHaveLength(1);
  await Promise.all([page, ...pages].map((one) => one.context().close()));
});
