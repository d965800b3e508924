import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildFolder, readBuiltFiles } from '../../packages/server/src/platform/http/built-files';

/** A tenant's page with the widget's script tag, on its own origin. */
export interface WidgetPage {
  origin: string;
  /** The page's address, with options for `init` in addition to the tenant's own. */
  url(init?: Record<string, unknown>): string;
  /** The tenant for `init`; known only after the page, whose origin the tenant has to allow. */
  serve(tenant: Tenant): void;
  stop(): Promise<void>;
}

interface Tenant {
  baseUrl: string;
  tenantId: string;
  publicKey: string;
  /** Further attributes of the script tag. */
  attributes?: string;
  /** The page's language, French by default, and its direction. */
  lang?: string;
  dir?: 'ltr' | 'rtl';
}

const NONCE = 'bm9uY2Utb2YtdGhlLXBhZ2U';

const HOSTILE_STYLE = `<style nonce="${NONCE}">
      main ~ *, div, section, header, form, button, textarea, ol, li, p, h2, span, svg, path {
        display: none !important;
        position: static !important;
        visibility: hidden !important;
        pointer-events: none !important;
        transform: scale(0) !important;
        width: 1px !important;
        font-size: 90px !important;
      }
    </style>`;

/** Rewrites an address without a path before the widget loads, as hash routers do. */
const HASH_ROUTER = `<script nonce="${NONCE}">
      const route = () => {
        if (!location.hash.startsWith('#/')) location.replace('#/' + location.hash.slice(1));
        document.documentElement.dataset.route = location.hash;
      };
      addEventListener('hashchange', route);
      route();
    </script>`;

export interface WidgetPageOptions {
  /** Gives the page a router that keeps its path after the `#`. */
  hasHashRouter?: boolean;
  /** Gives the page a style sheet that breaks everything it reaches. */
  isHostile?: boolean;
  /** Puts both script tags in twice. */
  isTwice?: boolean;
  /** The relay serves the widget, and the page has the documented script tag and policy. */
  isServed?: boolean;
}

export async function startWidgetPage(options: WidgetPageOptions = {}): Promise<WidgetPage> {
  // The very files that the relay serves.
  const files = options.isServed ? null : readBuiltFiles(buildFolder('widget'));
  let tenant: Tenant = { baseUrl: '', tenantId: '', publicKey: '' };

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://page');
    const script = files?.get(pathname.slice(1));
    if (script !== undefined) {
      response.writeHead(200, { 'content-type': script.type }).end(script.content);
      return;
    }
    const init = { ...tenant, ...(JSON.parse(searchParams.get('init') ?? '{}') as object) };
    response
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': [
          "default-src 'none'",
          "img-src 'self'",
          `script-src 'nonce-${NONCE}'${options.isServed ? ` ${tenant.baseUrl}/widget/` : ''}`,
          `style-src 'nonce-${NONCE}'`,
          `connect-src ${tenant.baseUrl} ${tenant.baseUrl.replace('http', 'ws')}`,
          "require-trusted-types-for 'script'",
          "trusted-types 'none'",
        ].join('; '),
      })
      .end(renderPage(init, options));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    url: (init = {}) => `${origin}/?init=${encodeURIComponent(JSON.stringify(init))}`,
    serve(next) {
      tenant = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The script element that a tenant copies into its pages. */
function oneLine({ baseUrl, tenantId, publicKey, attributes = '' }: Tenant): string {
  return `
    <script async src="${baseUrl}/widget/loader.js" data-tenant="${tenantId}" data-key="${publicKey}" ${attributes}></script>`;
}

function renderPage(
  init: Tenant,
  { isHostile = false, isTwice = false, isServed = false, hasHashRouter }: WidgetPageOptions,
): string {
  const json = JSON.stringify(init).replaceAll('<', '\\u003c');
  const tags = isServed
    ? oneLine(init)
    : `
    <script nonce="${NONCE}">
      window.CRS = window.CRS || { q: [], push() { this.q.push(arguments); } };
      CRS.push('init', ${json});
    </script>
    <script nonce="${NONCE}" async src="/loader.global.js"></script>`;
  return `<!doctype html>
<html lang="${init.lang ?? 'fr'}" dir="${init.dir ?? 'ltr'}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Une boutique</title>
    <link rel="icon" href="/icon" />
    ${isHostile ? HOSTILE_STYLE : ''}
    ${hasHashRouter ? HASH_ROUTER : ''}
    <script nonce="${NONCE}">
      window.violations = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
        violations.push(effectiveDirective + ' ' + blockedURI);
      });
    </script>
  </head>
  <body>
    <main><h1>Une boutique</h1></main>${tags}${isTwice ? tags : ''}
  </body>
</html>`;
}
