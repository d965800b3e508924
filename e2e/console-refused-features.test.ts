import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  bubbleOf,
  claimOf,
  openInbox,
  rowOf,
  startConsoleStage,
  type ConsoleStage,
} from './support/console-stage';
import { newConsolePage } from './support/console-browser';

let stage: ConsoleStage;
let email: string;

beforeAll(async () => {
  stage = await startConsoleStage();
  ({ email } = await stage.addOperator('Camille'));
});
afterAll(() => stage?.stop());

it('keeps the list up to date where each notification and each sound throws', async () => {
  const page = await openInbox(stage, email);
  await page.evaluate(() => {
    localStorage.setItem('relay-console.notifications', 'true');
  });
  await page.addInitScript(() => {
    class Refused {
      static permission = 'granted';
      constructor() {
        Object.assign(globalThis, {
          refusals: Number(Reflect.get(globalThis, 'refusals') ?? 0) + 1,
        });
        throw new TypeError('Illegal constructor');
      }
    }
    Object.assign(globalThis, { Notification: Refused, AudioContext: Refused });
    Object.defineProperty(document, 'hasFocus', { value: () => false });
  });
  const reported: string[] = [];
  page.on('pageerror', ({ message }) => reported.push(message));
  await page.reload();
  await page.locator('.list .skeleton').first().waitFor({ state: 'detached' });
  const visit = await stage.visit(['Where is my parcel?']);
  await claimOf(page, visit);
  // One update for this message, and it calls the operator.
  await visit.socket.say('later', 'And my invoice?');
  await expect.poll(() => rowOf(page, visit).innerText()).toContain('invoice');
  expect(await page.evaluate(() => Reflect.get(globalThis, 'refusals'))).toBeGreaterThan(0);
  expect(reported).toEqual([]);
  await page.context().close();
});

it('works where storage, channels, locks and the clipboard are refused', async () => {
  const page = await openInbox(stage, email);
  await page.addInitScript(() => {
    const refuse = {
      get: () => {
        throw new DOMException('refused', 'SecurityError');
      },
    };
    for (const name of ['localStorage', 'sessionStorage', 'BroadcastChannel'])
      Object.defineProperty(globalThis, name, refuse);
    for (const name of ['locks', 'clipboard'])
      Object.defineProperty(Navigator.prototype, name, { value: undefined });
  });
  const reported: string[] = [];
  page.on('pageerror', ({ message }) => reported.push(message));
  await page.reload();
  const visit = await stage.visit(['Is anyone there?']);
  await rowOf(page, visit).click();
  await bubbleOf(page, 'Is anyone there?').waitFor();
  await page.keyboard.press('c');
  await page.getByRole('textbox', { name: /Votre réponse/ }).fill('Yes.');
  await page.keyboard.press('Enter');
  await bubbleOf(page, 'Yes.').waitFor();
  expect(reported).toEqual([]);
  await page.context().close();
});

it('asks for TLS, and not with a white page, where a plain connection has no locks', async () => {
  const page = await newConsolePage(stage.browser);
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'locks', { value: undefined });
  });
  await page.goto(`${stage.relay.url}/console/sign-in`);
  await page.getByRole('heading').first().waitFor({ timeout: 5_000 });
  await page.context().close();
});
