import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  faultsOf,
  openInbox,
  rowOf,
  startConsoleStage,
  type ConsoleStage,
  type Visit,
} from './support/console-stage';

let stage: ConsoleStage;
let camille: { email: string };
let visit: Visit;

const TITLE = 'Commode en chêne massif à trois tiroirs, finition huilée, livrée montée – Maison';
const PATH = '/meubles/chambre/commodes/ch%C3%AAne-massif/trois-tiroirs/finition-huilee';

beforeAll(async () => {
  stage = await startConsoleStage();
  camille = await stage.addOperator('Camille');
  visit = await stage.visit(['Cette commode est-elle livrée montée ?']);
  visit.socket.send({ type: 'page', url: stage.world.origin + PATH, title: TITLE });
});
afterAll(() => stage?.stop());

it.each([
  ['fr-FR', 'light', 1280],
  ['en-GB', 'dark', 360],
] as const)(
  'shows each page in two lines, however long its title and address (%s, %s, %i px)',
  async (locale, colorScheme, width) => {
    const viewport = { width, height: 740 };
    const page = await openInbox(stage, camille.email, { locale, colorScheme, viewport });
    await rowOf(page, visit).click();
    if (width < 720) {
      await page
        .locator('.thread-head')
        .getByRole('button', { name: /actions/ })
        .click();
      await page.getByRole('menuitem', { name: /informations|details/ }).click();
    }
    const link = page.locator('.visitor-panel .earlier a', { hasText: 'Commode en chêne' });
    await link.scrollIntoViewIfNeeded();
    expect(await link.getAttribute('href')).toBe(stage.world.origin + PATH);
    expect(await link.textContent()).toContain('/chêne-massif/');
    const lines = await link.evaluate((element) => {
      const { lineHeight, paddingTop } = getComputedStyle(element);
      return (element.clientHeight - 2 * parseFloat(paddingTop)) / parseFloat(lineHeight);
    });
    expect(lines).toBeLessThanOrEqual(2);
    expect(await faultsOf(page)).toEqual([]);
    const shots = process.env['SHOTS'];
    if (shots) {
      await page.screenshot({ path: `${shots}/pages-${locale}-${colorScheme}-${width}.png` });
    }
    await page.context().close();
  },
);
