import { afterAll, beforeAll, expect, it } from 'vitest';
import { confirmAsSafari, confirmInChromium, pressEnterOfWord } from './support/composing';
import {
  answersOf,
  bubbleOf,
  claimOf,
  openInbox,
  startConsoleStage,
  type ConsoleStage,
} from './support/console-stage';

let stage: ConsoleStage;
let email: string;

beforeAll(async () => {
  stage = await startConsoleStage();
  ({ email } = await stage.addOperator('Camille'));
  const { world } = stage;
  await world.owner.post('/console/create/canned-reply', {
    workspace_id: world.workspaceId,
    shortcut: 'ありがとう',
    content: 'ありがとうございます',
  });
});
afterAll(() => stage?.stop());

it('sends nothing, and chooses nothing, with the Enter that confirms a composed word', async () => {
  const page = await openInbox(stage, email);
  const visit = await stage.visit(['荷物はどこですか']);
  const field = await claimOf(page, visit);
  await field.focus();
  await confirmAsSafari(page, '明日');
  await confirmInChromium(page, '届きます');
  expect(await field.inputValue()).toBe('明日届きます');
  await page.keyboard.press('Enter');
  await bubbleOf(page, '明日届きます').waitFor();

  await page.keyboard.type('/');
  await page.getByRole('option', { name: /ありがとう/ }).waitFor();
  await confirmAsSafari(page, 'あり');
  expect(await field.inputValue()).toBe('/あり');
  await page.keyboard.press('Enter');
  await expect.poll(() => field.inputValue()).toBe('ありがとうございます');
  expect(await answersOf(stage, page)).toEqual(['明日届きます']);
  await page.context().close();
});

it('runs no command of the palette, and submits no form, with that Enter', async () => {
  const page = await openInbox(stage, email);
  await page.keyboard.press('Control+k');
  const search = page.getByRole('combobox');
  await search.waitFor();
  await confirmAsSafari(page, '');
  await pressEnterOfWord(page);
  await search.waitFor();
  await page.keyboard.press('Enter');
  await search.waitFor({ state: 'detached' });
  await page.context().close();
});
