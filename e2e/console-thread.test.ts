import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Api } from '../packages/server/test/support/api';
import {
  bubbleOf,
  claimOf,
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

async function open(page: Page, visit: Visit, text: string): Promise<void> {
  await rowOf(page, visit).click();
  await bubbleOf(page, text).waitFor();
}

it('keeps the place in a thread while earlier messages come, up to the first', async () => {
  const page = await openInbox(stage, camille.email);
  const held: (() => void)[] = [];
  // Small pages that come when this test wants them.
  await page.route('**/fetch/messages?*', async (request) => {
    const url = request.request().url().replace('limit=200', 'limit=20');
    if (url.includes('before_seq')) await new Promise<void>((resolve) => held.push(resolve));
    await request.continue({ url });
  });
  const visit = await stage.visit(['Message 1.']);
  const by = { conversation_id: visit.conversationId };
  await camille.api.post('/console/claim/conversation', by);
  for (let n = 2; n <= 70; n++) {
    const sent = { ...by, client_msg_id: `thread-${n}`, content: `Message ${n}.` };
    await camille.api.post('/console/send/message', sent);
  }
  await open(page, visit, 'Message 70.');
  const scroller = page.locator('.thread-scroll');
  for (const oldest of [51, 31, 11]) {
    await scroller.evaluate((element) => element.scrollTo({ top: 0 }));
    const top = bubbleOf(page, `Message ${oldest}.`);
    await top.waitFor();
    await expect.poll(() => held.length).toBe(1);
    const heightOf = () => scroller.evaluate((element) => element.scrollHeight);
    const [before, heightPx] = [await top.boundingBox(), await heightOf()];
    const movedPx = async () =>
      Math.abs(((await top.boundingBox())?.y ?? NaN) - (before?.y ?? NaN));
    held.pop()?.();
    await expect.poll(heightOf).toBeGreaterThan(heightPx);
    // The line above the messages, which says that more are loading, disappears.
    await expect.poll(movedPx).toBeLessThan(64);
  }
  await scroller.evaluate((element) => element.scrollTo({ top: 0 }));
  await bubbleOf(page, 'Message 1.').waitFor();
  await page.context().close();
});

it('keeps what became of the last answer over a reload and a look elsewhere', async () => {
  const [visit, other] = [await stage.visit(['Bonjour.']), await stage.visit(['Autre chose.'])];
  const page = await openInbox(stage, camille.email);
  const area = await claimOf(page, visit);
  await area.fill('Un instant.');
  await area.press('Enter');
  const delivery = (text: string) => page.locator('.delivery', { hasText: text });
  await delivery('Affiché chez le visiteur').waitFor();
  await open(page, other, 'Autre chose.');
  await open(page, visit, 'Un instant.');
  await delivery('Affiché chez le visiteur').waitFor();
  await page.reload();
  await delivery('Affiché chez le visiteur').waitFor();
  visit.socket.send({ type: 'read', seq: 100 });
  await delivery('Lu').waitFor();
  await page.reload();
  await delivery('Lu').waitFor();
  await page.context().close();
});
