import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Api } from '../packages/server/test/support/api';
import { register, uniqueEmail } from '../packages/server/test/support/world';
import { saidTwice } from './support/console-browser';
import {
  bubbleOf,
  claimOf,
  faultsOf,
  openInbox,
  rowOf,
  startConsoleStage,
  type ConsoleStage,
  type Visit,
} from './support/console-stage';

let stage: ConsoleStage;
let camille: { email: string; api: Api };

beforeAll(async () => {
  stage = await startConsoleStage();
  camille = await stage.addOperator('Camille');
});
afterAll(() => stage?.stop());

const focusOf = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');

async function open(page: Page, visit: Visit, text: string): Promise<void> {
  await rowOf(page, visit).click();
  await bubbleOf(page, text).waitFor();
}

it('says what to do while there are no conversations, and counts those that wait and one’s own', async () => {
  const page = await openInbox(stage, camille.email);
  await page.getByRole('heading', { name: 'Rien à ouvrir ici' }).waitFor();
  const chips = page
    .getByRole('navigation', { name: 'Filtrer les conversations' })
    .locator('a.chip');
  const counts = () => chips.locator('.figures').allTextContents();
  expect(await counts()).toEqual([]);

  const visit = await stage.visit(['Comptez-moi']);
  await stage.visit(['Moi aussi']);
  await page.getByRole('heading', { name: 'Choisissez une conversation' }).waitFor();
  await expect.poll(counts).toEqual(['2']);
  await claimOf(page, visit);
  await expect.poll(counts).toEqual(['1', '1']);
  await page.context().close();
});

it('says once that a search finds nothing, and clears it', async () => {
  await stage.visit(['Introuvable']);
  const page = await openInbox(stage, camille.email, { path: '?q=zzz' });
  await page.getByRole('heading', { name: 'Rien ne correspond à « zzz »' }).waitFor();
  await page.locator('.pane').getByText('Rien à ouvrir ici').waitFor();
  expect(await saidTwice(page)).toEqual([]);
  await page.getByRole('link', { name: 'Effacer la recherche' }).click();
  await page.getByText(/C la prend/).waitFor();
  await page.context().close();
});

it('covers no filter with another, whichever is chosen', async () => {
  await stage.visit(['Bonjour']);
  const page = await openInbox(stage, camille.email);
  for (const status of ['open', 'bot', 'resolved', 'all']) {
    await page.goto(`${stage.relay.url}/console/inbox?status=${status}`);
    await page.locator('.views').waitFor();
    for (const width of [320, 360, 768, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      const overlapping = await page.locator('.views > :is(a, button)').evaluateAll((chips) => {
        const places = chips.map((chip) => chip.getBoundingClientRect());
        return places.filter((one) =>
          places.some(
            (other) =>
              other !== one &&
              other.left < one.right &&
              one.left < other.right &&
              other.top < one.bottom &&
              one.top < other.bottom,
          ),
        ).length;
      });
      expect({ status, width, overlapping }).toEqual({ status, width, overlapping: 0 });
    }
  }
  await page.context().close();
});

it('offers no key to claim to an admin who is no operator', async () => {
  await stage.visit(['À lire seulement']);
  const email = uniqueEmail();
  const { data } = await stage.world.owner.post<{ dev_invite_token: string }>(
    '/console/create/invitation',
    { workspace_id: stage.world.workspaceId, email, role: 'admin' },
  );
  await register(stage.relay.url, email, 'Ada', { invite_token: data.dev_invite_token });
  const page = await openInbox(stage, email);
  await page.getByText(/J et K parcourent/).waitFor();
  expect(await page.getByText(/C la prend/).count()).toBe(0);
  await page.context().close();
});

it('keeps the keys in the visitor’s panel while it covers the conversation, and gives them back', async () => {
  const page = await openInbox(stage, camille.email, { viewport: { width: 900, height: 700 } });
  await open(page, await stage.visit(['Qui suis-je ?']), 'Qui suis-je ?');
  const opener = page.locator('.panel-button button');
  const label = await opener.getAttribute('aria-label');
  const isCovered = () => page.locator('.pane').evaluate((pane) => (pane as HTMLElement).inert);
  expect(await isCovered()).toBe(false);
  await opener.click();
  await page.locator('.visitor-panel').waitFor();
  expect(await isCovered()).toBe(true);
  expect(await page.locator('.visitor-panel :focus').count()).toBe(1);
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.locator('.visitor-panel').waitFor({ state: 'detached' });
  expect(await isCovered()).toBe(false);
  await expect.poll(() => focusOf(page)).toBe(label);
  await page.context().close();
});
