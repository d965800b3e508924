import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import {
  answer,
  leave,
  tokenIn,
} from '../../packages/server/test/conversations/answer-mails/stage';
import { startMailStage, type MailStage } from '../../packages/server/test/support/mail-stage';
import { expect, vi } from 'vitest';
import { launchBrowser } from '../support/widget-browser';
import { buildNextApp, readExport, removeNextApp } from './next-export';
import { NONCE, SITES, type Line, type Page, type Site } from './sites';

/** Strangers' pages around one relay's widget. */
export interface PagesStage {
  relay: MailStage;
  browser: Browser;
  /** The page's address. */
  address(name: string): string;
  /** Address from a mail to an absent visitor of this page, which contains the operator's `LINKED` answer. */
  mailedLink(name: string): string;
  stop(): Promise<void>;
}

export const LINKED = 'Your parcel is on its way.';
/** Where Debian's `libjs-prototype` and `libjs-mootools` are. */
const LIBRARIES = process.env['TEST_PAGE_LIBRARIES'] ?? '';
const LONG_PAGE = '<main>A long page</main>';
const STYLE = `<style nonce="${NONCE}">main { height: 4000px }</style>`;

export async function startPagesStage(): Promise<PagesStage> {
  const pages = new Map<string, string>();
  const servers = new Map<string, Server>();
  for (const name of Object.keys(SITES)) servers.set(name, await startServer(name, pages));
  const origin = (name: string): string => {
    const { port } = servers.get(name)!.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  };
  const address = (name: string): string => `${origin(name)}${SITES[name]?.nextPath ?? '/'}`;
  const relay = await startMailStage({
    allowed_origins: Object.keys(SITES).map(origin),
    bot: { kind: 'none' },
    default_locale: 'en',
  });
  const { url } = relay.relay;
  const line = {
    src: `${url}/widget/loader.js`,
    tenant: relay.world.tenantId,
    key: relay.world.widgetKey,
  };
  const own = Object.entries(SITES).filter(([, { nextPath }]) => !nextPath);
  const [tokens] = await Promise.all([
    mailTokens(relay, Object.keys(SITES), origin),
    buildNextApp(line),
    ...own.map(async ([name, site]) => pages.set(name, await pageOf(site, line))),
  ]);
  const browser = await launchBrowser();
  return {
    relay,
    browser,
    address,
    mailedLink: (name) => `${address(name)}#relay=${tokens.get(name)}`,
    stop: async () => {
      await browser.close();
      for (const server of servers.values()) server.close();
      await relay.stop();
      await removeNextApp();
    },
  };
}

async function startServer(name: string, pages: ReadonlyMap<string, string>): Promise<Server> {
  const { policy, nextPath } = SITES[name] ?? {};
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const html = pages.get(name) ?? '';
    const page = nextPath ? readExport(pathname) : readPage(html, pathname);
    if (!page) return void response.writeHead(404).end();
    const [, relay = ''] = /src="(http:\/\/[^/]+)\/widget/.exec(html) ?? [];
    response.writeHead(200, {
      'content-type': page.type,
      ...(policy && { 'content-security-policy': policy(relay) }),
    });
    response.end(page.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function readPage(html: string, path: string): Page | undefined {
  const bodies: Readonly<Record<string, string>> = {
    '/': html,
    '/cart': html.replace('<h1>Bowls', '<h1>Cart'),
    '/without-ids': html.replace(/\?tenant=[^']*/, ''),
  };
  const body = bodies[path];
  return body === undefined ? undefined : { type: 'text/html; charset=utf-8', body };
}

async function pageOf(
  { head = '', body = '', script, headScript, libraries = [], install }: Site,
  line: Line,
): Promise<string> {
  const { src, tenant, key } = line;
  const installed =
    install?.(line) ??
    `<script async src="${src}" data-tenant="${tenant}" data-key="${key}"></script>`;
  const early = await Promise.all([
    ...libraries.map(
      async (path) => `<script>${await readFile(join(LIBRARIES, path), 'utf8')}</script>`,
    ),
    headScript ? bundled(headScript) : '',
  ]);
  const late = script ? await bundled(script) : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">${head}${STYLE}${early.join('')}
    <title>A stranger's page</title></head>
    <body>${body}${LONG_PAGE}${late}${installed}</body></html>`;
}

/** An inline script of this module and its packages. */
async function bundled(script: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`scripts/${script}.mjs`, import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    minify: true,
    define: {
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
  });
  const text = (outputFiles[0]?.text ?? '').replaceAll('</script', '<\\/script');
  return `<script type="module">${text}</script>`;
}

/** Lets a visitor of each page leave an address, and returns the tokens of the mails with the answer. */
async function mailTokens(
  stage: MailStage,
  names: readonly string[],
  address: (name: string) => string,
): Promise<Map<string, string>> {
  const absences = await Promise.all(
    names.map(async (name) => {
      const world = { ...stage.world, origin: address(name) };
      const away = await leave({ ...stage, world }, stage.relay, undefined, 'en');
      await answer(stage.operator.api, away, 'a1', LINKED);
      return { name, ...away };
    }),
  );
  stage.relay.advance(61_000);
  const tokens = new Map<string, string>();
  for (const { name, email } of absences) {
    const mails = () => stage.smtp.mailsTo(email);
    await vi.waitFor(() => expect(mails()).toHaveLength(1), { timeout: 20_000 });
    tokens.set(name, tokenIn(mails()[0]?.text ?? ''));
  }
  return tokens;
}
