import { createReceiver, fastifyPlugin } from '@chat-relay/receiver-sdk';
import fastify from 'fastify';

const { PORT = '8082', TENANT_SECRET = '' } = process.env;
const receiver = createReceiver({ secrets: [TENANT_SECRET] });
receiver.on('*', (event) => console.log(event.sequence, event.event));

const app = fastify();
await app.register(fastifyPlugin(receiver));
await app.listen({ port: Number(PORT), host: '127.0.0.1' });
console.log(`listening on ${app.server.address().port}`);
