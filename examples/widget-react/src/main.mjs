// Bundles page.tsx once and serves it on one page.
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';

const { PORT = '8084', RELAY_URL = 'http://127.0.0.1:8080', TENANT_ID, WIDGET_KEY } = process.env;
if (!TENANT_ID || !WIDGET_KEY) {
  console.error(
    'Set TENANT_ID and WIDGET_KEY to the values that create/tenant returned, and RELAY_URL.',
  );
  process.exit(78);
}

const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL('page.tsx', import.meta.url))],
  bundle: true,
  write: false,
  format: 'esm',
  target: 'es2022',
  tsconfigRaw: { compilerOptions: { jsx: 'react-jsx' } },
});
await stop();

const page = `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <title>A chat in React</title>
  <div id="root" data-base-url="${RELAY_URL}" data-tenant-id="${TENANT_ID}" data-public-key="${WIDGET_KEY}"></div>
  <script type="module" src="/page.js"></script>
</html>`;

const server = createServer(({ url }, response) => {
  const isScript = url === '/page.js';
  response.setHeader('content-type', `text/${isScript ? 'javascript' : 'html'}; charset=utf-8`);
  response.end(isScript ? outputFiles[0]?.text : page);
});
server.listen(Number(PORT), '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  console.log(`listening on ${port}`);
});
server.once('error', ({ message }) => {
  console.error(message);
  process.exit(1);
});
