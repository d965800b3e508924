import { createReceiver, expressHandler } from '@chat-relay/receiver-sdk';
import express from 'express';

const { PORT = '8082', TENANT_SECRET } = process.env;
if (!TENANT_SECRET) {
  console.error('Set TENANT_SECRET to the value that create/tenant returned.');
  process.exit(78);
}

const receiver = createReceiver({ secrets: [TENANT_SECRET] });
receiver.on('*', (event) => console.log(event.sequence, event.event));

const app = express();
app.use(expressHandler(receiver)); // before any body parser: the signature covers the raw bytes
app.use(express.json());
const server = app.listen(Number(PORT), '127.0.0.1', (error) => {
  if (error) {
    console.error(error.message);
    process.exit(1);
  }
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  console.log(`listening on ${port}`);
});
