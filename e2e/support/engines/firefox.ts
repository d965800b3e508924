import puppeteer, { type ElementHandle, type Page } from 'puppeteer-core';
import type { DrivenBrowser, DrivenPage } from './page';

/** Firefox without a window, over WebDriver BiDi, with a new profile that goes when it closes. */
export async function launchFirefox(): Promise<DrivenBrowser> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr',
    acceptInsecureCerts: true,
  });
  return {
    newPage: async () => drive(await browser.newPage()),
    close: () => browser.close(),
  };
}

const drive = (page: Page): DrivenPage => ({
  goto: async (url) => void (await page.goto(url)),
  evaluate: (expression) => page.evaluate(expression),
  async element(expression) {
    const found = (await page.evaluateHandle(expression)).asElement() as ElementHandle | null;
    return (
      found && {
        click: () => found.click(),
        type: (text) => found.type(text),
        pressEnter: () => found.press('Enter'),
      }
    );
  },
  resize: (width, height) => page.setViewport({ width, height }),
});
