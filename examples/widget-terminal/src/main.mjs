// A visitor without a browser: each line typed is a message.
import { createInterface } from 'node:readline/promises';
import { createChat } from '@chat-relay/widget-sdk';
import { WebSocket } from 'ws';

const {
  RELAY_URL = 'http://127.0.0.1:8080',
  TENANT_ID = '',
  WIDGET_KEY = '',
  ORIGIN = RELAY_URL,
} = process.env;
const chat = createChat({
  baseUrl: RELAY_URL,
  tenantId: TENANT_ID,
  publicKey: WIDGET_KEY,
  origin: ORIGIN, // one of the tenant's allowed_origins
  persistence: 'memory',
  WebSocket,
});

chat.on('message', ({ sender, content }) =>
  console.log(`${sender.displayName ?? sender.kind}: ${content}`),
);
chat.on('closed', ({ reason }) => console.log(`closed: ${reason}`));
chat.start({ open: true });

for await (const line of createInterface({ input: process.stdin })) {
  if (!line.trim()) continue;
  // Resolves when the relay has stored it, however long that takes.
  const { seq } = await chat.send(line);
  console.log(`#${seq} stored`);
}
chat.destroy();
