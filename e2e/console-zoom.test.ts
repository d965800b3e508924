import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Api } from '../packages/server/test/support/api';
import {
  bubbleOf,
  openInbox,
  rowOf,
  startConsoleStage,
  type ConsoleStage,
} from './support/console-stage';
import { violationsOf } from './support/widget-browser';

/** A window of 1280 × 720 at 200 %: half as many CSS pixels, each twice as large. */
const AT_200 = { viewport: { width: 640, height: 360 }, deviceScaleFactor: 2 };
const SCREENS = [
  'inbox',
  'people/canned',
  'account/profile',
  'account/security',
  'account/sessions',
  'account/preferences',
];

let stage: ConsoleStage;
let camille: { email: string; api: Api };

beforeAll(async () => {
  stage = await startConsoleStage();
  camille = await stage.addOperator('Camille');
});
afterAll(() => stage?.stop());

/** Controls that can be scrolled to and that a pointer still can't reach, and a page that is too wide. */
function outOfReach(page: Page, within = 'body, dialog[open]'): Promise<string[]> {
  return page.evaluate((selector) => {
    const { scrollWidth } = document.documentElement;
    const faults = scrollWidth > innerWidth ? [`the page is ${scrollWidth} px wide`] : [];
    // Dialogs come last in the document and cover the rest.
    const root = [...document.querySelectorAll(selector)].at(-1) ?? document;
    const controls = root.querySelectorAll<HTMLElement>('a[href], button, input, textarea, select');
    for (const control of controls) {
      // Skips closed menus, texts for screen readers only, and the link that skips the navigation.
      if (!control.checkVisibility() || control.matches('.hidden, .skip')) continue;
      control.scrollIntoView({ block: 'center' });
      const { left, top, width, height } = control.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      const label = control instanceof HTMLInputElement ? control.labels?.[0] : undefined;
      if (!hit || !(control.contains(hit) || label?.contains(hit))) {
        faults.push(`${control.outerHTML.slice(0, 120)} is under ${hit?.outerHTML.slice(0, 80)}`);
      }
    }
    return faults;
  }, within);
}

it('has every control of every screen within reach at 200 %', async () => {
  const page = await openInbox(stage, camille.email, AT_200);
  const faults: string[] = [];
  for (const screen of SCREENS) {
    await page.goto(`${stage.relay.url}/console/${screen}`);
    await page.locator('h1').waitFor();
    await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
    for (const fault of await outOfReach(page)) faults.push(`${screen}: ${fault}`);
  }
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  for (const fault of await outOfReach(page)) faults.push(`keys: ${fault}`);
  expect(faults).toEqual([]);
  await page.context().close();
});

it('lets an operator claim, answer, see the visitor and resolve at 200 %', async () => {
  const page = await openInbox(stage, camille.email, AT_200);
  const visit = await stage.visit(['C’est écrit trop petit'], { metadata: { panier: '3' } });
  await rowOf(page, visit).click();
  await bubbleOf(page, 'C’est écrit trop petit').waitFor();
  expect(await outOfReach(page)).toEqual([]);
  await page.getByRole('button', { name: 'Prendre' }).first().click();
  await page.getByRole('textbox', { name: /Votre réponse/ }).fill('Agrandissez à 200 %.');
  expect(await outOfReach(page)).toEqual([]);
  await page.getByRole('button', { name: 'Envoyer' }).click();
  await visit.socket.next('msg', (frame) => frame.content === 'Agrandissez à 200 %.');
  await bubbleOf(page, 'Agrandissez à 200 %.').waitFor();

  await page.getByRole('button', { name: 'Autres actions' }).click();
  await page.getByRole('menuitem', { name: 'Afficher les informations du visiteur' }).click();
  await page.locator('.visitor-panel dd', { hasText: '3' }).first().waitFor();
  // It covers the conversation until it is closed.
  expect(await outOfReach(page, '.visitor-panel')).toEqual([]);
  await page
    .locator('.visitor-panel')
    .getByRole('button', { name: /^Masquer/ })
    .click();

  await page.getByRole('button', { name: 'Autres actions' }).click();
  await page.getByRole('menuitem', { name: 'Transférer' }).click();
  await page.getByRole('dialog', { name: 'Transférer à' }).waitFor();
  expect(await outOfReach(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Résoudre' }).click();
  await page.locator('.toast', { hasText: /résolue/ }).waitFor();
  await visit.socket.next('status', (frame) => frame.conversation.status === 'RESOLVED');
  expect(await violationsOf(page)).toEqual([]);
  await page.context().close();
});
