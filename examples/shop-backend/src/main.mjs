// A shop's backend: it verifies the relay's callbacks and prints each on one line.
import { createReceiver, expressHandler, VerificationError } from '@chat-relay/receiver-sdk';
import express from 'express';
import { describeEvent } from './describe-event.mjs';

const { PORT = '8082', TENANT_ID, TENANT_SECRET } = process.env;
if (!TENANT_ID || !TENANT_SECRET) {
  console.error('Set TENANT_ID and TENANT_SECRET to the values that create/tenant returned.');
  process.exit(78);
}

const receiver = createReceiver({
  secrets: [TENANT_SECRET],
  tenantId: TENANT_ID,
  onError: (error) => {
    console.error(error instanceof VerificationError ? `refused: ${error.code}` : error);
  },
});
receiver.on('*', (event) => console.log(describeEvent(event)));

const app = express();
// Before any body parser: the signature covers the raw bytes.
app.use(expressHandler(receiver));
app.get('/healthz', (_request, response) => void response.json({ alive: true }));

const server = app.listen(Number(PORT), '127.0.0.1', (error) => {
  if (error) {
    console.error(error.message);
    process.exit(1);
  }
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  console.log(`waiting for callbacks on http://127.0.0.1:${port}`);
});
for (const signal of ['SIGTERM', 'SIGINT']) {
  process.once(signal, () => {
    server.close();
    server.closeIdleConnections();
  });
}
