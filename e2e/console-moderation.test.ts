import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Api } from '../packages/server/test/support/api';
import { bubbleOf, faultsOf, openInbox, rowOf, startConsoleStage } from './support/console-stage';
import type { ConsoleStage, Visit } from './support/console-stage';

let stage: ConsoleStage;
let ownerEmail: string;
let camille: { email: string; api: Api };

beforeAll(async () => {
  stage = await startConsoleStage();
  const { data } = await stage.world.owner.get<{ account: { email: string } }>(
    '/console/fetch/account',
  );
  ownerEmail = data.account.email;
  camille = await stage.addOperator('Camille');
});
afterAll(() => stage?.stop());

const panelOf = (page: Page) => page.getByRole('complementary');
const removeIn = (page: Page, text: string) =>
  bubbleOf(page, text).getByRole('button', { name: /Supprimer ce message|Remove this message/ });

async function open(page: Page, visit: Visit): Promise<void> {
  await rowOf(page, visit).click();
  await page.locator('.bubble').first().waitFor();
}

it('takes a message out of sight of the visitor and of colleagues at once', async () => {
  const visit = await stage.visit(['Ma carte est le 4970 1012', 'Et mon colis ?']);
  const [page, other] = [await openInbox(stage, ownerEmail), await openInbox(stage, camille.email)];
  await open(page, visit);
  await open(other, visit);
  await bubbleOf(other, '4970').hover();
  expect(await other.getByRole('button', { name: 'Supprimer ce message' }).count()).toBe(0);
  // The relay's own lines have no button.
  const said = await page.locator('.item:is(.visitor, .bot, .agent)').count();
  expect(await page.getByRole('button', { name: 'Supprimer ce message' }).count()).toBe(said);

  // By keyboard: the button opens a question, and Escape closes it.
  await removeIn(page, '4970').focus();
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('C’est irréversible.').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await bubbleOf(page, '4970').waitFor();

  await bubbleOf(page, '4970').hover();
  await removeIn(page, '4970').click();
  await dialog.getByRole('button', { name: 'Supprimer' }).click();
  for (const one of [page, other]) {
    await bubbleOf(one, 'Message supprimé').waitFor();
    expect(await bubbleOf(one, '4970').count()).toBe(0);
    await bubbleOf(one, 'Et mon colis ?').waitFor();
  }
  const { seq } = await visit.socket.next('removed');
  expect(visit.socket.frames).toContainEqual(expect.objectContaining({ type: 'removed', seq }));
  expect(await removeIn(page, 'Message supprimé').count()).toBe(0);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.className))
    .toBe('thread-scroll');
  expect(await faultsOf(page)).toEqual([]);
  await Promise.all([page.context().close(), other.context().close()]);
});

it('blocks a visitor with a reason and an end, until an owner lifts it', async () => {
  const visit = await stage.visit(['Achetez mes montres']);
  const [page, owner] = [await openInbox(stage, camille.email), await openInbox(stage, ownerEmail)];
  await open(page, visit);
  const block = panelOf(page).getByRole('button', { name: 'Bloquer le visiteur' });
  await block.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  expect(await faultsOf(page)).toEqual([]);
  // A visitor who is not identified has no identity to block.
  expect(await dialog.getByLabel('Qui').locator('option').allTextContents()).not.toContain(
    'Cet utilisateur, dans toute session',
  );
  await dialog.getByRole('button', { name: 'Bloquer' }).click();
  await dialog.getByText('Ce champ est obligatoire.').waitFor();
  await dialog.getByLabel('Qui').selectOption({ label: 'Cette session seule' });
  await dialog.getByLabel('Motif').fill('Envoie de la publicité');
  await dialog.getByLabel('Durée').selectOption({ index: 0 });
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Bloquer' }).press('Enter');
  await panelOf(page)
    .getByText(/^Bloqué jusqu’au .+\s: Envoie de la publicité$/)
    .waitFor();
  expect(await faultsOf(page)).toEqual([]);
  expect((await visit.socket.closed).code).toBe(4403);
  expect(visit.socket.frames).toContainEqual(
    expect.objectContaining({ type: 'error', code: 'visitor_blocked' }),
  );

  // An operator sees it, and can't lift it.
  const lift = { name: 'Lever le blocage' };
  expect(await page.getByRole('button', lift).count()).toBe(0);
  await open(owner, visit);
  await owner.getByRole('button', lift).focus();
  expect(await faultsOf(owner)).toEqual([]);
  await owner.keyboard.press('Enter');
  await panelOf(owner).getByRole('button', { name: 'Bloquer le visiteur' }).waitFor();
  const back = await visit.comeBack();
  await back.say('again', 'Pardon, je ne le ferai plus');
  await bubbleOf(owner, 'Pardon').waitFor();
  await Promise.all([page.context().close(), owner.context().close()]);
});

it('lists who is blocked in a site, and lifts a block there', async () => {
  const visit = await stage.visit(['Achetez mes montres']);
  const reason = 'Envoie de la publicité';
  const blocked = await camille.api.post('/console/block/visitor', {
    conversation_id: visit.conversationId,
    kind: 'session',
    reason,
    ends_at: null,
  });
  expect(blocked.status).toBe(201);
  const page = await openInbox(stage, ownerEmail);
  await page.goto(`${stage.relay.url}/console/visitors`);
  const row = page.getByRole('row').filter({ hasText: reason });
  await row.waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await row.getByRole('button', { name: 'Lever le blocage' }).click();
  await page.getByText('Aucun visiteur bloqué').waitFor();
  await (await visit.comeBack()).say('again', 'Pardon, je ne le ferai plus');
  await page.context().close();
});

it.each([
  ['fr-FR', 'light', 1280],
  ['en-GB', 'dark', 360],
] as const)('passes axe at its screens (%s, %s, %i px)', async (locale, colorScheme, width) => {
  const visit = await stage.visit(
    ['Bonjour', 'Une très longue question sur une commande qui n’est pas arrivée, et que faire ?'],
    {},
    { display_name: 'Marie' },
  );
  const page = await openInbox(stage, ownerEmail, {
    locale,
    colorScheme,
    viewport: { width, height: 740 },
    hasTouch: width < 720,
  });
  const shots = process.env['SHOTS'];
  const shot = async (name: string): Promise<void> => {
    expect(await faultsOf(page)).toEqual([]);
    if (!shots) return;
    mkdirSync(shots, { recursive: true });
    await page.screenshot({ path: `${shots}/${name}-${locale}-${colorScheme}-${width}.png` });
  };
  await open(page, visit);
  if (width < 720) await bubbleOf(page, 'Une très').tap();
  else await bubbleOf(page, 'Bonjour').hover();
  await shot('thread');
  await removeIn(page, width < 720 ? 'Une très' : 'Bonjour').click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await shot('remove');
  await dialog.getByRole('button', { name: /^(Supprimer|Delete)$/ }).click();
  await bubbleOf(page, locale === 'fr-FR' ? 'Message supprimé' : 'Message removed').waitFor();
  if (width < 720) {
    await page
      .locator('.thread-head')
      .getByRole('button', { name: /actions/ })
      .click();
    await page.getByRole('menuitem', { name: /visitor details/ }).click();
  }
  await shot('removed');
  await page.getByRole('button', { name: /Bloquer le visiteur|Block the visitor/ }).click();
  await dialog.waitFor();
  await dialog.getByLabel(/Motif|Reason/).fill('Insulte les opérateurs, plusieurs fois');
  await shot('block');
  await dialog.getByRole('button', { name: /^(Bloquer|Block)$/ }).click();
  await page.getByText(/Insulte les opérateurs/).waitFor();
  await dialog.waitFor({ state: 'detached' });
  await shot('blocked');
  await page.context().close();
});
