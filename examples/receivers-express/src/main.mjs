import { createReceiver, expressHandler } from '@chat-relay/receiver-sdk';
import express from 'express';

const { PORT = '8082', TENANT_SECRET = '' } = process.env;
const receiver = createReceiver({ secrets: [TENANT_SECRET] });
receiver.on('*', (event) => console.log(event.sequence, event.event));

const app = express();
app.use(expressHandler(receiver)); // before any body parser: the signature covers the raw bytes
app.use(express.json());
const server = app.listen(Number(PORT), '127.0.0.1', () =>
  console.log(`listening on ${server.address().port}`),
);
