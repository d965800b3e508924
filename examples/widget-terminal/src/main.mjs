// A visitor without a browser: each line typed is a message.
import { createInterface } from 'node:readline/promises';
import { createChat } from '@chat-relay/widget-sdk';
import { WebSocket } from 'ws';

const { RELAY_URL = 'http://127.0.0.1:8080', TENANT_ID, WIDGET_KEY, ORIGIN } = process.env;
if (!TENANT_ID || !WIDGET_KEY || !ORIGIN) {
  console.error(
    'Set TENANT_ID and WIDGET_KEY to the values that create/tenant returned, and ORIGIN.',
  );
  process.exit(78);
}

const chat = createChat({
  baseUrl: RELAY_URL,
  tenantId: TENANT_ID,
  publicKey: WIDGET_KEY,
  origin: ORIGIN, // one of the tenant's allowed_origins
  persistence: 'memory',
  WebSocket,
});

let hasGreeted = false;
chat.on('state', ({ config }) => {
  if (hasGreeted || !config) return;
  hasGreeted = true;
  // It says that a bot answers first.
  if (config.greeting) console.log(config.greeting);
});
chat.on('message', ({ sender, content }) =>
  console.log(`${sender.displayName ?? sender.kind}: ${content}`),
);
const input = createInterface({ input: process.stdin });
chat.on('closed', ({ reason }) => {
  console.log(`closed: ${reason}`);
  if (reason === 'user') return; // by `destroy()`
  process.exitCode = 1;
  input.close(); // refused: no line could be stored
});
chat.start({ open: true });

for await (const line of input) {
  if (!line.trim()) continue;
  // Settles when the relay has stored it or refuses it, however long that takes.
  await chat.send(line).then(
    ({ seq }) => console.log(`#${seq} stored`),
    ({ message }) => {
      console.error(`not stored: ${message}`);
      process.exitCode = 1;
    },
  );
}
chat.destroy();
