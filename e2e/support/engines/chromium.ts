import type { Page } from 'playwright-core';
import { launchBrowser } from '../widget-browser';
import type { DrivenBrowser, DrivenPage } from './page';

export async function launchChromium(): Promise<DrivenBrowser> {
  const browser = await launchBrowser({ isComplete: true });
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  context.setDefaultTimeout(5000);
  return {
    newPage: async () => drive(await context.newPage()),
    close: () => browser.close(),
  };
}

const drive = (page: Page): DrivenPage => ({
  goto: async (url) => void (await page.goto(url)),
  evaluate: (expression) => page.evaluate(expression),
  async element(expression) {
    const found = (await page.evaluateHandle<HTMLElement | null>(expression)).asElement();
    return (
      found && {
        click: () => found.click(),
        type: async (text) => {
          await found.focus();
          await page.keyboard.type(text);
        },
        pressEnter: () => found.press('Enter'),
      }
    );
  },
  resize: (width, height) => page.setViewportSize({ width, height }),
});
