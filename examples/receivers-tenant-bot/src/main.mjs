import { createServer } from 'node:http';
import { createReceiver, nodeHandler } from '@chat-relay/receiver-sdk';

const { PORT = '8082', TENANT_SECRET } = process.env;
if (!TENANT_SECRET) {
  console.error('Set TENANT_SECRET to the value that create/tenant returned.');
  process.exit(78);
}

const receiver = createReceiver({ secrets: [TENANT_SECRET] });
receiver.on('message-received', ({ owner, message }) => {
  if (owner !== 'bot') return; // a person has the conversation
  if (/person|human|conseiller/i.test(message.content)) {
    return { actions: [{ type: 'escalate', reason: 'user_requested' }] };
  }
  return { actions: [{ type: 'reply', content: `You said: ${message.content}` }] };
});

const server = createServer(nodeHandler(receiver));
server.listen(Number(PORT), '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  console.log(`listening on ${port}`);
});
server.once('error', ({ message }) => {
  console.error(message);
  process.exit(1);
});
