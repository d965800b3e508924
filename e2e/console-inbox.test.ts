import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Api } from '../packages/server/test/support/api';
import { PASSWORD } from '../packages/server/test/support/world';
import { signInHere } from './support/console-browser';
import {
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
let sam: { email: string; api: Api };

beforeAll(async () => {
  stage = await startConsoleStage();
  camille = await stage.addOperator('Camille');
  sam = await stage.addOperator('Sam');
  const { world } = stage;
  await world.owner.post('/console/create/canned-reply', {
    workspace_id: world.workspaceId,
    shortcut: 'merci',
    content: 'Merci {{visitor.name}}, {{operator.name}} de {{tenant.name}} s’en occupe.',
    locale: 'fr',
  });
});
afterAll(() => stage?.stop());

/** Lets these pages' requests of this route start together. */
async function raceOf(pages: readonly Page[], route: string): Promise<void> {
  let missing = pages.length;
  let start = (): void => {};
  const started = new Promise<void>((resolve) => (start = resolve));
  for (const page of pages) {
    await page.route(`**/console/${route}`, async (request) => {
      missing -= 1;
      if (missing === 0) start();
      await started;
      await request.continue();
    });
  }
}

it('lets an operator claim, answer with a canned reply and resolve by keyboard alone', async () => {
  const page = await openInbox(stage, camille.email);
  const visit = await stage.visit(['Où est mon colis ?']);
  const visitor = visit.socket;
  await rowOf(page, visit).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await bubbleOf(page, 'Où est mon colis ?').waitFor();
  await page.keyboard.press('c');
  await page.getByRole('textbox', { name: /Votre réponse/ }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');

  await page.keyboard.type('Bonjour. /mer');
  await page.getByRole('option', { name: /merci/ }).waitFor();
  await visitor.next('typing', (frame) => frame.state === 'start');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  const answer = 'Bonjour. Merci, Camille de Maison s’en occupe.';
  const heard = await visitor.next('msg', (frame) => frame.sender.kind === 'agent');
  expect(heard.content).toBe(answer);
  await bubbleOf(page, answer).waitFor();

  visitor.send({ type: 'read', seq: heard.seq });
  await page.getByText('Lu', { exact: true }).waitFor();
  visitor.send({ type: 'typing', state: 'start' });
  await page.locator('.typing', { hasText: 'écrit…' }).waitFor();

  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await page.locator('.toast', { hasText: /Conversation avec .* résolue/ }).waitFor();
  await visitor.next('status', (frame) => frame.conversation.status === 'RESOLVED');
  expect(await violationsOf(page)).toEqual([]);
  await page.context().close();
});

it('tells the operator who lost a claim who has the conversation and since when', async () => {
  const pages = await Promise.all([openInbox(stage, camille.email), openInbox(stage, sam.email)]);
  const visit = await stage.visit(['Qui me répond ?']);
  await Promise.all(
    pages.map(async (page) => {
      await rowOf(page, visit).click();
      await bubbleOf(page, 'Qui me répond').waitFor();
      // The key does nothing before there is something to claim.
      await page.getByRole('button', { name: 'Prendre' }).first().waitFor();
    }),
  );
  await raceOf(pages, 'claim/conversation');
  await Promise.all(pages.map((page) => page.keyboard.press('c')));
  const lost = (page: Page) =>
    page.locator('.toast', { hasText: /s’en occupe depuis \d\d:\d\d/ }).count();
  await expect
    .poll(async () => (await Promise.all(pages.map(lost))).reduce((sum, count) => sum + count, 0))
    .toBe(1);
  const boxes = () => Promise.all(pages.map((page) => page.locator('.composer textarea').count()));
  await expect.poll(async () => (await boxes()).toSorted((a, b) => a - b)).toEqual([0, 1]);
  await Promise.all(pages.map((page) => page.context().close()));
});

it('undoes a resolve within five seconds, and sends it when the page is left', async () => {
  const page = await openInbox(stage, camille.email);
  const visit = await stage.visit(['Annulez-moi']);
  const visitor = visit.socket;
  await claimOf(page, visit);
  await page.getByRole('button', { name: 'Résoudre' }).click();
  await page.locator('.toast').getByRole('button', { name: 'Annuler' }).click();
  await page.getByRole('textbox', { name: /Votre réponse/ }).waitFor();
  await page.waitForURL(/inbox\/[0-9a-f]{24}/);
  expect(
    visitor.frames.some((one) => one.type === 'status' && one.conversation.status === 'RESOLVED'),
  ).toBe(false);

  await page.getByRole('button', { name: 'Résoudre' }).click();
  await page.locator('.toast', { hasText: /Conversation avec .* résolue/ }).waitFor();
  await page.goto('about:blank');
  await visitor.next('status', (frame) => frame.conversation.status === 'RESOLVED');
  await page.context().close();
});

it('keeps a draft over a reload and the end of the session, for its writer alone', async () => {
  const draft = 'À moitié écrit';
  const page = await openInbox(stage, camille.email);
  const area = await claimOf(page, await stage.visit(['Gardez mon brouillon']));
  await area.fill(draft);
  await page.reload();
  await expect.poll(() => area.inputValue()).toBe(draft);
  const address = page.url();
  const endSessionOf = async ({ api }: { api: Api }): Promise<void> => {
    await api.post('/console/revoke/other-sessions');
    const endedMs = Date.now();
    await page.getByText('vos brouillons sont conservés', { exact: false }).waitFor();
    expect(Date.now() - endedMs).toBeLessThan(2_000);
  };
  await endSessionOf(camille);

  await signInHere(page, { email: sam.email, password: PASSWORD });
  await page.getByText('Camille répond à ce visiteur.').waitFor();
  expect(page.url()).toBe(address);
  expect(await page.locator('body').innerText()).not.toContain(draft);
  await endSessionOf(sam);

  await signInHere(page, { email: camille.email, password: PASSWORD });
  await expect.poll(() => area.inputValue()).toBe(draft);
  await page.context().close();
});

it.each([
  ['fr-FR', 'light'],
  ['en-GB', 'dark'],
] as const)('passes axe in the inbox (%s, %s)', async (locale, colorScheme) => {
  const page = await openInbox(stage, sam.email, { locale, colorScheme });
  expect(await faultsOf(page)).toEqual([]);
  const said = [`Bonjour ${locale} ${colorScheme}`];
  const visit = await stage.visit(said, { metadata: { panier: '3' } });
  await rowOf(page, visit).click();
  await bubbleOf(page, `Bonjour ${locale}`).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('c');
  await page.locator('.composer textarea').press('/');
  await page.locator('.picker').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  expect(await violationsOf(page)).toEqual([]);
  await page.context().close();
});
