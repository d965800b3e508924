import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  bubbleOf,
  faultsOf,
  openInbox,
  rowOf,
  startConsoleStage,
  type ConsoleStage,
  type Visit,
} from './support/console-stage';

let stage: ConsoleStage;
let page: Page;
let visit: Visit;
/** Id of an imported, resolved conversation whose hit is far above the messages that are loaded first. */
let importedId: string;

const MESSAGES = 450;
const HIT_AT = 40;

beforeAll(async () => {
  stage = await startConsoleStage();
  visit = await stage.visit(['Bonjour', 'Mon colis pour Besançon n’est pas arrivé']);
  const start = Date.parse('2026-05-01T09:00:00Z');
  const messages = Array.from({ length: MESSAGES }, (_, n) => ({
    sender: { kind: 'visitor' },
    content: n === HIT_AT ? `La porcelaine est ébréchée ${'et voilà '.repeat(30)}` : `Ligne ${n}`,
    created_at: new Date(start + n * 60_000).toISOString(),
  }));
  const { status, data } = await stage.world.owner.post<{
    conversations: { conversation_id: string }[];
  }>('/console/import/conversations', {
    tenant_id: stage.world.tenantId,
    conversations: [
      {
        external_id: 'old-1',
        visitor: {
          display_name: 'Zoë Martin',
          email: 'zoe.martin@post.example',
          attributes: { portable: '+33 (0)6 12 34 56 78' },
        },
        messages,
      },
    ],
  });
  expect(status).toBe(200);
  importedId = data.conversations[0]?.conversation_id ?? '';
  page = await openInbox(stage, (await stage.addOperator('Camille')).email);
});
afterAll(() => stage?.stop());

const home = async () => {
  await page.goto(`${stage.relay.url}/console/inbox`);
  await rowOf(page, visit).waitFor();
};
const field = () => page.getByRole('searchbox', { name: 'Rechercher' });
const rows = () =>
  page
    .locator('.row')
    .evaluateAll((all) => all.map((row) => row.getAttribute('data-conversation')));
const imported = () => page.locator(`.row[data-conversation="${importedId}"]`);
const marks = () => imported().locator('mark').allTextContents();

it('finds a resolved conversation by a telephone number from the open view, and Escape ends the search', async () => {
  await home();
  expect(await imported().count()).toBe(0);
  await field().fill('06.12.34.56.78');
  await imported().waitFor();
  expect(await rows()).toEqual([importedId]);
  expect(await marks()).toEqual(['33 (0)6 12 34 56 78']);
  expect(await imported().textContent()).toContain('Attribut portable: +33');
  await page.getByText('Dans toutes les conversations', { exact: true }).waitFor();
  expect(await page.locator('.views [aria-current]').count()).toBe(0);
  expect(new URL(page.url()).searchParams.get('q')).toBe('06.12.34.56.78');
  await expect.poll(() => page.locator('[aria-live="polite"]').innerText()).toContain('1 résultat');
  const inList = () => imported().evaluate((row) => row === document.activeElement);
  for (const key of ['Enter', 'ArrowDown']) {
    await field().press(key);
    await expect.poll(inList).toBe(true);
  }
  expect(await faultsOf(page)).toEqual([]);

  await page.reload();
  await imported().waitFor();
  expect(await field().inputValue()).toBe('06.12.34.56.78');
  await field().press('Escape');
  await rowOf(page, visit).waitFor();
  expect(await field().inputValue()).toBe('');
  expect(await imported().count()).toBe(0);
  expect(new URL(page.url()).searchParams.get('q')).toBe(null);
});

it('opens a hit at its message, however long ago it was said, and marks it', async () => {
  await home();
  await field().fill('porcel');
  await imported().waitFor();
  expect(await marks()).toEqual(['porcelaine']);
  await imported().click();
  const hit = page.locator('.item.hit .bubble');
  await hit.waitFor();
  expect(await hit.textContent()).toContain('porcelaine');
  const isInTheMiddle = () =>
    hit.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      const frame = element.closest('.thread-scroll')?.getBoundingClientRect();
      if (!frame) return false;
      return Math.abs(top + bottom - frame.top - frame.bottom) < frame.height / 4;
    });
  await expect.poll(isInTheMiddle).toBe(true);

  await field().fill('zoe');
  await expect.poll(() => marks()).toEqual(['Zoë']);
  expect(await page.locator('.item.hit').count()).toBe(0);
  await field().fill('besan');
  await rowOf(page, visit).click();
  await bubbleOf(page, 'Besançon').waitFor();
  await expect.poll(() => page.locator('.item.hit').textContent()).toContain('Besançon');
});

it('says what was searched when nothing is found, and marks hits in forced colours', async () => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`${stage.relay.url}/console/inbox?status=mine&q=introuvable`);
  await page.getByText(/Rien ne correspond à .+introuvable/).waitFor();
  await page.getByText(/Recherché dans les messages, noms, e-mails, téléphones/).waitFor();
  await field().fill('post.example');
  await imported().waitFor();
  expect(await imported().textContent()).toContain('E-mail zoe.martin@post.example');
  const grounds = await imported()
    .locator('mark')
    .first()
    .evaluate((mark) =>
      [mark, mark.closest('.row')!].map((one) => getComputedStyle(one).backgroundColor),
    );
  expect(grounds[0]).not.toBe(grounds[1]);
  expect(grounds[0]).not.toBe('rgba(0, 0, 0, 0)');
});

it('never shows a late answer in place of a newer one, and waits for a search of another tab', async () => {
  await home();
  let release = (): void => {};
  const isHeld = new Promise<void>((resolve) => (release = resolve));
  let asked = 0;
  await page.route(/fetch\/conversations\?.*q=/, async (route) => {
    const query = new URL(route.request().url()).searchParams.get('q');
    asked += 1;
    if (query === 'porcelaine') await isHeld;
    const isBusy = query === 'besan' && asked === 2;
    if (!isBusy) return route.continue();
    const data = { code: 'overloaded', retry_after_s: 0 };
    return route.fulfill({ status: 503, json: { status_code: 503, data, message: 'Busy' } });
  });
  await field().fill('porcelaine');
  await expect.poll(() => asked).toBe(1);
  await field().fill('besan');
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('besan');
  release();
  await rowOf(page, visit).locator('mark').waitFor();
  expect(await rows()).toEqual([visit.conversationId]);
  expect(asked).toBe(3);
});
