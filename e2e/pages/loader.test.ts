import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildFolder, readBuiltFiles } from '../../packages/server/src/platform/http/built-files';
import { launchBrowser } from '../support/widget-browser';

const loader = readBuiltFiles(buildFolder('widget'))?.get('loader.global.js')?.content.toString();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

/** The widget's lines in the console of a page that has only this. */
async function linesOf(html: string): Promise<() => string[]> {
  const page = await browser.newPage();
  await page.route('https://shop.test/**', (route) => {
    const { pathname } = new URL(route.request().url());
    const [contentType, body] =
      pathname === '/'
        ? ['text/html', html.replace('LOADER', String(loader))]
        : ['text/javascript', String(loader)];
    return /^\/(chat\.js)?$/.test(pathname)
      ? route.fulfill({ contentType, body })
      : route.fulfill({ status: 404 });
  });
  const lines: string[] = [];
  page.on('console', (line) => lines.push(line.text()));
  await page.goto('https://shop.test/');
  return () => lines.filter((line) => line.startsWith('chat-relay:'));
}

it.each([
  ['inlined', '<script>LOADER</script>', 'a <script> of its own'],
  ['inlined as a module', '<script type="module">LOADER</script>', 'a <script> of its own'],
  [
    'a module under another name',
    '<script type="module" src="/chat.js" data-tenant="t" data-key="k"></script>',
    'a <script> of its own',
  ],
  [
    'proxied without the files next to it',
    '<script src="/chat.js" data-tenant="t" data-key="k"></script>',
    'no widget can be loaded from https://shop.test/',
  ],
])(
  'says in one line of the console why a loader that is %s loads nothing',
  async (_, html, why) => {
    const lines = await linesOf(html);
    await expect.poll(lines).toEqual([expect.stringContaining(why)]);
  },
);
