import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import type { Api } from '../packages/server/test/support/api';
import { startModelStub, type ModelStub } from '../packages/server/test/support/model-stub';
import { stickingOut } from './support/console-browser';
import {
  answersOf,
  faultsOf,
  openInbox,
  rowOf,
  startConsoleStage,
  type ConsoleStage,
} from './support/console-stage';

const GERMAN = 'Wo bleibt mein Paket? Siehe https://evil.example/a';
const FRENCH = 'Où est mon colis ? Voir https://evil.example/a';
const REPLY = 'Votre colis arrive demain.';
const REPLY_IN_GERMAN = 'Ihr Paket kommt morgen.';

let stage: ConsoleStage;
let model: ModelStub;
let camille: { email: string; api: Api };

beforeAll(async () => {
  [stage, model] = await Promise.all([startConsoleStage(), startModelStub()]);
  const { world } = stage;
  const updated = await world.owner.post('/console/update/tenant', {
    tenant_id: world.tenantId,
    bot: {
      kind: 'none',
      translation: true,
      model: { url: model.url, api_key: 'sk', model: 'stub-1' },
    },
  });
  expect(updated.status).toBe(200);
  camille = await stage.addOperator('Camille');
});
afterAll(async () => {
  await stage?.stop();
  await model?.close();
});

async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS'];
  if (!folder) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png` });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 390, height: 740 });
  expect(await stickingOut(page)).toEqual([]);
  await page.screenshot({ path: `${folder}/${name}-390.png` });
  await page.setViewportSize({ width: 1280, height: 800 });
}

it('shows the visitor’s words and sends the reply in the visitor’s language after a look at it', async () => {
  const visit = await stage.visit([GERMAN], { locale: 'fr' });
  const page = await openInbox(stage, camille.email);
  await rowOf(page, visit).click();
  // Nothing is translated before a person asks for it.
  const ask = page.getByRole('button', { name: 'Traduire le message' });
  await ask.waitFor();
  expect(model.asked).toEqual([]);
  model.always((reply) => reply.say(`de\n${FRENCH}`));
  await ask.focus();
  await page.keyboard.press('Enter');
  const translated = page.locator('.translation');
  await translated.getByText(FRENCH).waitFor();
  expect(await translated.locator('[lang=fr]').count()).toBe(1);
  expect(await translated.getByRole('link').count()).toBe(0);
  expect(await page.locator('.bubble [lang=de]').textContent()).toBe(GERMAN);
  await expect.poll(() => ask.count()).toBe(0);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('role')))
    .toBe('log');
  expect(await faultsOf(page)).toEqual([]);

  await page.getByRole('button', { name: 'Prendre' }).first().click();
  const area = page.getByRole('textbox', { name: /^Votre réponse/ });
  await area.fill(REPLY);
  model.always((reply) => reply.say(`fr\n${REPLY_IN_GERMAN}`));
  const into = page.getByRole('button', { name: 'Traduire votre réponse (Allemand)' });
  await into.click();
  await expect.poll(() => area.inputValue()).toBe(REPLY_IN_GERMAN);
  expect(await area.getAttribute('lang')).toBe('de');
  await page.getByText(REPLY, { exact: true }).waitFor();
  expect(JSON.stringify(visit.socket.frames)).not.toContain('Ihr Paket');
  expect(await faultsOf(page)).toEqual([]);
  await shoot(page, 'translated');

  // The focus is on the button that takes the text back, so a second Enter does not send an unread translation.
  const back = page.getByRole('button', { name: 'Revenir à mon texte' });
  expect(await back.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await expect.poll(() => area.inputValue()).toBe(REPLY);
  expect(await area.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await answersOf(stage, page)).toEqual([]);
  await into.click();
  await expect.poll(() => area.inputValue()).toBe(REPLY_IN_GERMAN);
  await area.press('End');
  await area.pressSequentially(' Danke!');
  await page.getByRole('button', { name: 'Envoyer' }).click();
  const msg = await visit.socket.next('msg', (frame) => frame.sender?.kind === 'agent');
  expect(msg.content).toBe(`${REPLY_IN_GERMAN} Danke!`);
  await page.context().close();
});

it('says why there is no translation, and keeps the text', async () => {
  const visit = await stage.visit([GERMAN], { locale: 'de' });
  const page = await openInbox(stage, camille.email);
  await rowOf(page, visit).click();
  model.always((reply) => reply.refuse(400));
  await page.getByRole('button', { name: 'Traduire le message' }).click();
  await page.getByText('Pas de traduction\u202f: le modèle a refusé la demande.').waitFor();
  await page.getByRole('button', { name: 'Prendre' }).first().click();
  const area = page.getByRole('textbox', { name: /^Votre réponse/ });
  await area.fill(REPLY);
  model.always((reply) => reply.say('fr\nSiehe https://evil.example/pay'));
  await page.getByRole('button', { name: 'Traduire votre réponse (Allemand)' }).click();
  await page.getByText('Traduction refusée', { exact: false }).waitFor();
  expect(await area.inputValue()).toBe(REPLY);
  expect(await faultsOf(page)).toEqual([]);
  await shoot(page, 'refused');
  await page.context().close();
});
