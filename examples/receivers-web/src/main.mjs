import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { createReceiver, webHandler } from '@chat-relay/receiver-sdk';

const { PORT = '8082', TENANT_SECRET } = process.env;
if (!TENANT_SECRET) {
  console.error('Set TENANT_SECRET to the value that create/tenant returned.');
  process.exit(78);
}

const receiver = createReceiver({ secrets: [TENANT_SECRET] });
receiver.on('*', (event) => console.log(event.sequence, event.event));

// In Next.js this line is the whole of app/api/v1/chat-callbacks/[event]/route.ts.
export const POST = webHandler(receiver);

// A framework does this part: it converts node's request to a web Request, and the answer back.
const server = createServer((req, res) => void serve(req, res));

/** @param {import('node:http').IncomingMessage} req @param {import('node:http').ServerResponse} res */
async function serve(req, res) {
  const request = new Request(`http://${req.headers.host}${req.url}`, {
    method: req.method ?? 'GET',
    headers: Object.fromEntries(
      Object.entries(req.headers).map(([name, value]) => [name, String(value)]),
    ),
    ...(req.method === 'POST' && {
      body: /** @type {ReadableStream} */ (Readable.toWeb(req)),
      duplex: 'half',
    }),
  });
  const response = await POST(request);
  res.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text());
}

server.listen(Number(PORT), '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  console.log(`listening on ${port}`);
});
server.once('error', ({ message }) => {
  console.error(message);
  process.exit(1);
});
