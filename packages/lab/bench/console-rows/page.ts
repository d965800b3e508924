import { existsSync } from 'node:fs';
import { chromium, type Page } from 'playwright-core';
import { PASSWORD } from '../../../server/test/support/world';
import { atEnd } from '../support/at-end';
import type { Stage } from './stage';

/** A new browser's console, with the operator signed in. */
export async function openConsole({ url, email }: Stage): Promise<Page> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  if (!existsSync(executablePath)) {
    throw new Error(`no Chromium at ${executablePath}: set CHROMIUM_PATH to where it is`);
  }
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  atEnd(() => browser.close());
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
  });
  context.on('close', () => void browser.close());
  const page = await context.newPage();
  await page.goto(`${url}/console/sign-in`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Fill in' }).click();
  await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  return page;
}
