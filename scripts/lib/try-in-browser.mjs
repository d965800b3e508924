import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { OPERATOR, seedDemo } from './demo-seed.mjs';
import { StepError } from './report.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Locator} Locator */

/** A grey picture of 40 × 30 pixels. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAACgAAAAeCAAAAAB7tgMBAAAAGElEQVR4nGOYSSRgGFU4qnBU4ajCwawQAFgTzU+KS3drAAAAAElFTkSuQmCC',
  'base64',
);
const PAINT_MS = 10_000;

/** @param {string} name */
const picture = (name) => ({ name, mimeType: 'image/png', buffer: PICTURE });

/**
 * A visitor and an operator send each other a picture, in Chromium: once with the script that the relay serves, and
 * once with the files of the installed widget-sdk on the page's own server.
 * @param {{ relayUrl: string, folder: string, executablePath: string }} options `folder`: where the packages are installed
 */
export async function chatInBrowser({ relayUrl, folder, executablePath }) {
  const shop = createServer();
  shop.listen(0, '127.0.0.1');
  await once(shop, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (shop.address());
  const backendUrl = `http://127.0.0.1:${port}`;
  const memoryFile = join(folder, 'demo.json');
  const tenant = await seedDemo({ relayUrl, shopPort: port, backendUrl, memoryFile });
  const ids = `data-tenant="${tenant.tenant_id}" data-key="${tenant.widget_public_key}" data-open`;
  const scripts = {
    '/served': `<script async src="${relayUrl}/widget/loader.js" ${ids}></script>`,
    '/installed': `<script async src="/chat/loader.global.js" data-base-url="${relayUrl}" ${ids}></script>`,
  };
  shop.on('request', servePages(scripts, join(folder, 'node_modules/@chat-relay/widget-sdk/dist')));
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  /** @type {string[]} */
  const problems = [];
  try {
    const desk = await browser.newContext({ locale: 'en-GB' }).then((context) => context.newPage());
    await signIn(desk, relayUrl);
    gatherProblems(desk, problems);
    for (const path of Object.keys(scripts)) {
      const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
      gatherProblems(page, problems);
      await page.goto(`${backendUrl}${path}`);
      await chat(page, desk, path.slice(1));
    }
  } catch (error) {
    problems.push(String(error));
  } finally {
    await browser.close();
    shop.closeAllConnections();
    shop.close();
  }
  if (problems.length > 0) throw new StepError('chat in Chromium', problems.join('\n'));
}

/**
 * The shop's pages, its copy of the widget's files, and a backend that takes every event.
 * @param {Record<string, string>} scripts @param {string} dist @returns {import('node:http').RequestListener}
 */
const servePages = (scripts, dist) => (request, response) => {
  const path = new URL(request.url ?? '/', 'http://shop').pathname;
  const script = scripts[path];
  if (script !== undefined) {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1>${script}`);
  } else if (path.startsWith('/chat/')) {
    const inLocales = path.startsWith('/chat/locales/') ? 'locales' : '';
    response.setHeader('content-type', 'text/javascript');
    createReadStream(join(dist, inLocales, basename(path)))
      .on('error', () => response.writeHead(404).end())
      .pipe(response);
  } else {
    response.writeHead(path.startsWith('/webhook') ? 200 : 404).end();
  }
};

/**
 * Records the page's uncaught errors and each response that reports something as missing.
 * @param {Page} page @param {string[]} problems
 */
function gatherProblems(page, problems) {
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('response', (response) => {
    const isIcon = response.url().endsWith('/favicon.ico');
    if (response.status() >= 400 && !isIcon)
      problems.push(`${response.status()} ${response.url()}`);
  });
}

/** @param {Page} desk @param {string} relayUrl */
async function signIn(desk, relayUrl) {
  await desk.goto(`${relayUrl}/console/sign-in`);
  await desk.getByLabel('E-mail address').fill(OPERATOR.email);
  await desk.getByLabel('Password', { exact: true }).fill(OPERATOR.password);
  await desk.getByRole('button', { name: 'Sign in' }).click();
  await desk.getByRole('button', { name: 'Fill in' }).click();
  await desk.getByRole('navigation', { name: 'Main navigation' }).waitFor();
}

/** @param {Page} page the visitor's @param {Page} desk the operator's @param {string} name told apart in the inbox */
async function chat(page, desk, name) {
  const question = `I need a person: ${name}`;
  await page.locator('.attach input').setInputFiles([picture(`${name}-question.png`)]);
  await page.locator('.tray li:not(:has(progress:visible))').waitFor();
  await page.fill('#chat-input', question);
  await page.press('#chat-input', 'Enter');
  await painted(page.locator('#chat-messages .picture canvas'), 1);
  await page.locator('#chat-messages .message[data-seq]', { hasText: question }).waitFor();

  await desk.getByText(question).first().click();
  await desk.locator('.bubble', { hasText: question }).waitFor();
  await painted(desk.locator('.bubble .picture img'), 1);
  await desk.getByRole('button', { name: 'Claim', exact: true }).first().click();
  const reply = desk.getByRole('textbox', { name: /Your reply/ });
  await reply.fill(`Here you are: ${name}`);
  await desk.locator('.composer input[type=file]').setInputFiles([picture(`${name}-answer.png`)]);
  await desk.locator('.draft-files > li:not(.failed):not(:has(progress))').waitFor();
  await reply.press('Enter');

  await page
    .locator('#chat-messages .message.agent', { hasText: `Here you are: ${name}` })
    .waitFor();
  await painted(page.locator('#chat-messages .picture canvas'), 2);
}

/** Waits until so many pictures are painted. @param {Locator} pictures @param {number} count */
async function painted(pictures, count) {
  await pictures.nth(count - 1).waitFor();
  const deadline = Date.now() + PAINT_MS;
  while ((await pictures.evaluateAll(countPainted)) < count) {
    if (Date.now() > deadline) throw new StepError(`fewer than ${count} pictures are painted`);
    await wait(100);
  }
}

/** Runs in the page. @param {Element[]} pictures */
const countPainted = (pictures) =>
  pictures.filter((one) =>
    one instanceof HTMLCanvasElement
      ? one.width === 40
      : one instanceof HTMLImageElement && one.naturalWidth === 40,
  ).length;
