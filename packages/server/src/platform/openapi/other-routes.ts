import {
  reference,
  type JsonSchema,
  type Operation,
  type PathItem,
  type ResponseObject,
} from './document';
import { enveloped } from './enveloped';
import { errorsWith } from './errors';

export const MACHINE_TAG = {
  name: 'Machines',
  description: 'For probes, scrapers and generators.',
};
export const SOCKET_TAG = {
  name: 'WebSockets',
  description: 'Opened by a GET that upgrades; PROTOCOL.md defines the frames.',
};

export const FILE_TAG = {
  name: 'Files',
  description: 'The bytes of attachments, at signed addresses that other answers give.',
};

const MALFORMED: ResponseObject = {
  description: 'The request is not valid HTTP, for example because of a malformed `Cookie` header.',
};

const NO_UPGRADE: ResponseObject = { description: 'The handshake was not valid.' };

function machine(
  operationId: string,
  summary: string,
  responses: Operation['responses'],
): PathItem {
  return {
    get: {
      operationId,
      tags: [MACHINE_TAG.name],
      summary,
      security: [],
      responses: { ...responses, 400: MALFORMED },
    },
  };
}

function answer(description: string, mediaType: string, schema: JsonSchema): ResponseObject {
  return { description, content: { [mediaType]: { schema } } };
}

const status = (...values: string[]): JsonSchema => ({
  type: 'object',
  required: ['status'],
  properties: { status: { type: 'string', enum: values } },
});

/** The health of services that the relay can run without. */
const REDIS: JsonSchema = { type: 'string', enum: ['ok', 'degraded', 'away', 'unset'] };
const COMPANION: JsonSchema = { type: 'string', enum: ['ok', 'away', 'unknown', 'unset'] };

/** Paths for machines: outside the prefix, and without the envelope. */
export const MACHINE_PATHS: Record<string, PathItem> = {
  '/healthz': machine('healthz', 'Whether the process is alive', {
    200: answer('It is alive.', 'application/json', status('ok')),
  }),
  '/readyz': machine('readyz', 'Whether this node can serve', {
    200: answer('It can.', 'application/json', {
      type: 'object',
      required: ['status', 'database'],
      properties: {
        status: { type: 'string', const: 'ready' },
        database: { type: 'string', enum: ['sqlite', 'mysql'] },
        redis: REDIS,
        mail: COMPANION,
      },
    }),
    503: answer('It is draining, or its database does not answer.', 'application/json', {
      type: 'object',
      required: ['status'],
      properties: {
        status: { type: 'string', enum: ['draining', 'database_unavailable'] },
        redis: REDIS,
        mail: COMPANION,
      },
    }),
  }),
  '/metrics': machine('metrics', 'Measurements for Prometheus', {
    200: answer('Prometheus’ text format.', 'text/plain', { type: 'string' }),
  }),
  '/openapi.json': machine('openapi', 'This document', {
    200: answer('The OpenAPI 3.1 document.', 'application/json', { type: 'object' }),
  }),
  '/docs': machine('docs', 'This document, to read', {
    200: answer('A page without scripts.', 'text/html', { type: 'string' }),
  }),
};

const SIGNED_QUERY = ['upload_id', 'expires', 'signature'].map((name) => ({
  name,
  in: 'query' as const,
  required: true,
  schema: { type: 'string' },
}));
const BYTES: JsonSchema = { type: 'string', format: 'binary' };

/** Paths for the bytes of files. Clients get the addresses from other responses. */
export const FILE_PATHS: Record<string, PathItem> = {
  '/api/v1/put/upload': {
    put: {
      operationId: 'putUpload',
      tags: [FILE_TAG.name],
      summary: 'Send the bytes of a file',
      security: [],
      parameters: SIGNED_QUERY,
      requestBody: { required: true, content: { 'application/octet-stream': { schema: BYTES } } },
      responses: {
        200: answer(
          'They are stored.',
          'application/json',
          enveloped({ type: 'object', properties: { bytes: { type: 'integer' } } }),
        ),
        ...errorsWith([403, 404, 409]),
      },
    },
  },
  '/api/v1/fetch/attachment': {
    get: {
      operationId: 'fetchAttachment',
      tags: [FILE_TAG.name],
      summary: 'The bytes of a file',
      security: [],
      parameters: SIGNED_QUERY,
      responses: {
        200: { description: 'The file.', content: { '*/*': { schema: BYTES } } },
        ...errorsWith([403, 404, 409]),
      },
    },
  },
};

/** WebSocket addresses. They are no routes: the upgrade listener handles them before the HTTP server. */
export const SOCKET_PATHS: Record<string, PathItem> = {
  '/api/v1/ws/widget': {
    get: {
      operationId: 'wsWidget',
      tags: [SOCKET_TAG.name],
      summary: "A visitor's socket",
      description:
        'JSON text frames with a `type`; the first one sent is `welcome`. The upgrade is always ' +
        'accepted, and a refusal is a close code: 4401, 4403, 4404, 4409, 4429, 1012 or 1013.',
      security: [{ visitorTokenInQuery: [] }],
      parameters: [
        {
          name: 'since',
          in: 'query',
          required: false,
          description: 'The last `seq` that the client has: later messages are sent.',
          schema: { type: 'integer', minimum: 0 },
        },
      ],
      responses: {
        101: { description: 'The socket is open.' },
        404: reference('responses', 'Error404'),
        default: NO_UPGRADE,
      },
    },
  },
  '/api/v1/ws/console': {
    get: {
      operationId: 'wsConsole',
      tags: [SOCKET_TAG.name],
      summary: "The operators' live feed",
      description:
        'The nes protocol, version 2. The `hello` frame carries ' +
        '`auth: {headers: {authorization: "Bearer <console token>"}}`; subscriptions are ' +
        '`/inbox/{workspace_id}` and `/conversations/{conversation_id}`.',
      security: [],
      responses: {
        101: { description: 'The socket is open and waits for `hello`.' },
        404: reference('responses', 'Error404'),
        default: NO_UPGRADE,
        429: { description: 'Too many sockets were opened from this address.' },
      },
    },
  },
};
