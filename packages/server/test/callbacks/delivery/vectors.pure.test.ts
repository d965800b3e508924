import { server as createServer } from '@hapi/hapi';
import { memoryReplayStore } from '@chat-relay/receiver-sdk';
import { signedHeaders } from '@chat-relay/receiver-sdk/signature';
import { expect, it } from 'vitest';
import { bodyOf, headersOf, VECTORS } from '../../../../receiver-sdk/test/vectors';
import { AppError } from '../../../src/platform/errors';
import { UNREAD_BODY } from '../../../src/platform/http/body';
import { registerTenantSignature } from '../../../src/tenant-api/signature';
import type { Tenant } from '../../../src/tenants/tenant';

const TIMESTAMP = 'X-Service-Timestamp';

const valid = VECTORS.cases.filter(({ code }) => code === null);

it.each(valid)('signs as the conformance cases do, $name', (vector) => {
  const headers = headersOf(vector);
  const signedBy = vector.secrets.map((secret) =>
    signedHeaders({
      tenantId: headers['X-Service-Tenant'] ?? '',
      secret,
      timestampMs: Number(headers[TIMESTAMP]),
      body: bodyOf(vector),
    }),
  );
  expect(signedBy).toContainEqual(headers);
});

/** Vectors whose body is a callback. The schemas of the routes reject other bodies. */
const callbacks = VECTORS.cases.filter((vector) => bodyOf(vector).includes('"event":'));

it.each(callbacks)('accepts no callback as a call of a tenant: $name', async (vector) => {
  const codes: unknown[] = [];
  const server = createServer();
  registerTenantSignature(server, {
    liveSecrets: () => vector.secrets,
    replayStore: memoryReplayStore(),
    // Only its status is read here.
    directory: { find: () => Promise.resolve({ status: 'active' } as Tenant) },
    maxBodyBytes: 4_000_000,
    clock: () => vector.now_ms,
  });
  server.route({
    method: 'POST',
    path: '/api/v1/tenant/send/message',
    options: { auth: 'tenant', payload: UNREAD_BODY },
    handler: () => 'taken',
  });
  server.ext('onPreResponse', ({ response }, h) => {
    codes.push(response instanceof AppError ? response.code : null);
    return h.continue;
  });
  await server.inject({
    method: 'POST',
    url: '/api/v1/tenant/send/message',
    headers: { ...headersOf(vector), 'Content-Type': 'application/json' },
    payload: bodyOf(vector),
  });
  // Signed, but not JSON.
  const code = vector.code === 'payload_malformed' ? 'bad_json' : 'signature_invalid';
  expect(codes).toEqual([code]);
});
