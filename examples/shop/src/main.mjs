// Serves one shop page and the chat box on it.
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { renderPage } from './render-page.mjs';

const { PORT = '8081', RELAY_URL = 'http://127.0.0.1:8080', TENANT_ID, WIDGET_KEY } = process.env;
if (!TENANT_ID || !WIDGET_KEY || !URL.canParse(RELAY_URL)) {
  console.error(
    'Set TENANT_ID and WIDGET_KEY to the values that create/tenant returned, and RELAY_URL.',
  );
  process.exit(78);
}

const relay = new URL(RELAY_URL);
const loader = new URL('/widget/loader.js', relay).href;
const page = renderPage({ loader, tenantId: TENANT_ID, publicKey: WIDGET_KEY });
const [script, style] = await Promise.all(
  ['page.js', 'page.css'].map((name) => readFile(new URL(name, import.meta.url), 'utf8')),
);

const contentSecurityPolicy = [
  "default-src 'self'",
  `script-src 'self' ${relay.origin}/widget/`,
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

/** Documents that the bot answers from. They are served at the addresses that its answers quote. */
const knowledge = new URL('../knowledge/', import.meta.url);
for (const name of await readdir(knowledge)) {
  const content = await readFile(new URL(name, knowledge), 'utf8');
  files.set(`/aide/${name}`, { type: 'text/plain', content });
}

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
