// An authenticator for second factors: it creates the secrets of phone apps, and checks codes.
import { fileURLToPath } from 'node:url';
import QRCode from 'qrcode';
import { createEnrolments } from './enrolments.mjs';
import { openMemory } from './memory.mjs';
import { createOperations } from './operations.mjs';
import { createAuthenticatorServer } from './server.mjs';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const { PORT = '8083', ISSUER = 'Chat Relay' } = process.env;
const file = process.env.DATA_FILE ?? fileURLToPath(new URL('../data/totp.json', import.meta.url));

const memory = openMemory(file);
const tenantId = process.env.TENANT_ID ?? memory.tenantId;
const secret = process.env.TENANT_SECRET ?? memory.tenantSecret;
if (!UUID.test(tenantId) || Buffer.byteLength(secret) < 32) {
  console.error('TENANT_ID must be a UUID in lower case, TENANT_SECRET at least 32 bytes.');
  process.exit(78);
}

const enrolments = createEnrolments({ issuer: ISSUER, all: memory.enrolments, save: memory.save });
const answerTo = createOperations(enrolments, {
  onEnrolled: (uri) => {
    QRCode.toString(uri, { type: 'terminal', small: true }).then(
      (picture) => console.log(`Scan this with an authenticator app:\n\n${picture}\n${uri}\n`),
      console.error,
    );
  },
});

const server = createAuthenticatorServer({ tenantId, secret, answerTo });
server.listen(Number(PORT), '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  console.log(`The authenticator listens. Start the relay with:

AUTHENTICATOR_URL=http://127.0.0.1:${port}
AUTHENTICATOR_TENANT_ID=${tenantId}
AUTHENTICATOR_TENANT_SECRET=${secret}
`);
});
server.once('error', ({ message }) => {
  console.error(message);
  process.exit(1);
});
for (const signal of ['SIGTERM', 'SIGINT']) {
  process.once(signal, () => {
    server.close();
    server.closeIdleConnections();
  });
}
