// Serves one shop page and the chat box on it.
import { createServer } from 'node:http';
import { bundlePage } from './bundle-page.mjs';
import { renderPage } from './render-page.mjs';

const { PORT = '8081', RELAY_URL = 'http://127.0.0.1:8080', TENANT_ID, WIDGET_KEY } = process.env;
if (!TENANT_ID || !WIDGET_KEY || !URL.canParse(RELAY_URL)) {
  console.error(
    'Set TENANT_ID and WIDGET_KEY to the values that create/tenant returned, and RELAY_URL.',
  );
  process.exit(78);
}

const relay = new URL(RELAY_URL);
const { script, style } = await bundlePage();
const page = renderPage({ baseUrl: relay.origin, tenantId: TENANT_ID, publicKey: WIDGET_KEY });

const contentSecurityPolicy = [
  "default-src 'self'",
  "img-src 'self' data:",
  `connect-src ${relay.origin} ${relay.origin.replace(/^http/, 'ws')}`,
  "require-trusted-types-for 'script'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

const files = new Map([
  ['/', { type: 'text/html', content: page }],
  ['/page.js', { type: 'text/javascript', content: script }],
  ['/page.css', { type: 'text/css', content: style }],
]);

const server = createServer((request, response) => {
  const path = (request.url ?? '/').split('?', 1)[0];
  const file = files.get(path ?? '/');
  if (file === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) {
    response.writeHead(file ? 405 : 404, { 'content-type': 'text/plain' }).end('not found\n');
    return;
  }
  response.writeHead(200, {
    'content-type': `${file.type}; charset=utf-8`,
    'content-security-policy': contentSecurityPolicy,
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
  });
  response.end(request.method === 'HEAD' ? undefined : file.content);
});

server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`the shop is open on http://127.0.0.1:${PORT}`);
});
server.once('error', ({ message }) => {
  console.error(message);
  process.exit(1);
});
for (const signal of ['SIGTERM', 'SIGINT']) {
  process.once(signal, () => {
    server.close();
    server.closeAllConnections();
  });
}
