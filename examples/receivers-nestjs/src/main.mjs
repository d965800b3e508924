import 'reflect-metadata';
import { createReceiver, expressHandler } from '@chat-relay/receiver-sdk';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

const { PORT = '8082', TENANT_SECRET } = process.env;
if (!TENANT_SECRET) {
  console.error('Set TENANT_SECRET to the value that create/tenant returned.');
  process.exit(78);
}

const receiver = createReceiver({ secrets: [TENANT_SECRET] });
receiver.on('*', (event) => console.log(event.sequence, event.event));

class AppModule {}
Module({ controllers: [] })(AppModule); // in TypeScript: @Module({ … }) class AppModule {}

const app = await NestFactory.create(AppModule, { logger: ['warn', 'error'] });
app.use(expressHandler(receiver)); // before listen(), which mounts Nest's body parsers
const server = await app.listen(Number(PORT), '127.0.0.1').catch(({ message }) => {
  console.error(message);
  process.exit(1);
});
const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
console.log(`listening on ${port}`);
