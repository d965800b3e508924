import { createReceiver, fastifyPlugin } from '@chat-relay/receiver-sdk';
import fastify from 'fastify';

const { PORT = '8082', TENANT_SECRET } = process.env;
if (!TENANT_SECRET) {
  console.error('Set TENANT_SECRET to the value that create/tenant returned.');
  process.exit(78);
}

const receiver = createReceiver({ secrets: [TENANT_SECRET] });
receiver.on('*', (event) => console.log(event.sequence, event.event));

const app = fastify();
await app.register(fastifyPlugin(receiver));
await app.listen({ port: Number(PORT), host: '127.0.0.1' }).catch(({ message }) => {
  console.error(message);
  process.exit(1);
});
const { port } = /** @type {import('node:net').AddressInfo} */ (app.server.address());
console.log(`listening on ${port}`);
