// Serves one page and, under /chat/, the widget's files as the package brings them.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

const { PORT = '8083', RELAY_URL = 'http://127.0.0.1:8080', TENANT_ID, WIDGET_KEY } = process.env;
if (!TENANT_ID || !WIDGET_KEY) {
  console.error(
    'Set TENANT_ID and WIDGET_KEY to the values that create/tenant returned, and RELAY_URL.',
  );
  process.exit(78);
}

/** @type {Record<string, string>} */
const values = { RELAY_URL, TENANT_ID, WIDGET_KEY };
const widget = import.meta.resolve('@chat-relay/widget-sdk/loader.global.js');
const page = (await readFile(new URL('page.html', import.meta.url), 'utf8')).replace(
  /\{\{(\w+)\}\}/g,
  (_, name) => values[name] ?? '',
);

/** @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response */
async function answer(request, response) {
  const name = /^\/chat\/((?:locales\/)?[\w.-]+\.js)$/.exec(request.url ?? '')?.[1];
  try {
    const content = name ? await readFile(new URL(name, widget)) : page;
    const type = name ? 'text/javascript' : 'text/html';
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(content);
  } catch {
    response.writeHead(404).end();
  }
}

const server = createServer((request, response) => void answer(request, response));
server.listen(Number(PORT), '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  console.log(`listening on ${port}`);
});
server.once('error', ({ message }) => {
  console.error(message);
  process.exit(1);
});
