import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import Joi from 'joi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERRORS } from '../../../src/platform/errors';
import { createOpenApi } from '../../../src/platform/openapi/openapi';
import type { OpenApiDocument, Operation } from '../../../src/platform/openapi/document';
import { routesFor, type Route } from '../../../src/platform/http/route';
import { startRelay } from '../../support/relay';
import {
  startDocumentedServer,
  STATED_ROUTES,
  type DocumentedServer,
} from '../http/documented-server';

let documented: DocumentedServer;
let document: OpenApiDocument;

beforeAll(async () => {
  documented = await startDocumentedServer();
  const { payload } = await documented.server.inject('/openapi.json');
  document = JSON.parse(payload) as OpenApiDocument;
});
afterAll(() => documented.close());

const operations = (): Operation[] =>
  [...Object.values(document.paths), ...Object.values(document.webhooks)].flatMap((item) =>
    Object.values(item),
  );
const post = (path: string): Operation => document.paths[`/api/v1${path}`]!.post!;

describe('GET /openapi.json', () => {
  it('passes the OpenAPI 3.1 linter without an error or a warning', async () => {
    expect(await lint(document)).toEqual([]);
  });

  it('lists every route that the server answers, and no other', () => {
    const mounted = documented.server
      .table()
      // `GET /` is for people alone: it leads to `/docs`.
      .filter(({ method, path }) => method !== 'options' && path !== '/')
      .map(({ method, path }) => `${method} ${path}`);
    const listed = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method} ${path}`),
    );
    const sockets = ['get /api/v1/ws/widget', 'get /api/v1/ws/console'];
    expect(listed.toSorted()).toEqual([...mounted, ...sockets].toSorted());
  });

  it('documents here the same routes as a whole relay', async () => {
    const { relay, stop } = await startRelay();
    const nameOf = ({ method, path }: Route): string => `${method} ${path}`;
    const served = relay.routes.map(nameOf);
    await stop();
    expect(STATED_ROUTES.map(nameOf).toSorted()).toEqual(served.toSorted());
  });

  it('gives every operation a name of its own', () => {
    const ids = operations().map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(post('/create/visitor-session').operationId).toBe('createVisitorSession');
    expect(document.paths['/api/v1/create/visitor-session']!.get!.operationId).toBe(
      'createVisitorSessionByGet',
    );
  });

  it('lists the ten callbacks under webhooks, signed by the three headers', () => {
    expect(Object.keys(document.webhooks)).toHaveLength(10);
    expect(document.webhooks['agent-assigned']!.post!.security).toEqual([
      { serviceTimestamp: [], serviceSignature: [], serviceTenant: [] },
    ]);
  });

  it('names each resource once, and refers to none that it does not have', () => {
    const text = JSON.stringify(document);
    const found = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name);
    const named = Object.keys(document.components.schemas);
    expect(new Set(found)).toEqual(new Set(named));
    expect(named).toEqual(expect.arrayContaining(['Account', 'Invitation', 'Operator', 'Tenant']));
    expect(text.split('"totp_enabled":{')).toHaveLength(2);
  });

  it('lists every error code', () => {
    const { properties } = document.components.schemas['Error'] as {
      properties: { data: { properties: { code: { enum: string[] } } } };
    };
    expect(properties.data.properties.code.enum).toEqual(Object.keys(ERRORS));
  });

  it('wraps an answer in the envelope, under the status that the route has', () => {
    const answer = post('/console/create/tenant').responses['201'];
    expect(answer).toMatchObject({
      content: {
        'application/json': {
          schema: {
            allOf: [
              { $ref: '#/components/schemas/Envelope' },
              { properties: { data: { required: ['tenant', 'tenant_secret'] } } },
            ],
          },
        },
      },
    });
  });

  it('stays below 250 kB', () => {
    expect(Buffer.byteLength(JSON.stringify(document))).toBeLessThan(250_000);
  });

  it('refers to one response and one parameter where several operations have the same', () => {
    const one = { $ref: '#/components/responses/Tenant' };
    expect(post('/console/update/tenant').responses['200']).toEqual(one);
    expect(post('/console/restore/tenant').responses['200']).toEqual(one);
    const found = Object.values(document.paths).flatMap((item) =>
      Object.values(item).flatMap(({ parameters = [] }) => parameters),
    );
    expect(found).toContainEqual({ $ref: '#/components/parameters/TenantId' });
    expect(found).not.toContainEqual(document.components.parameters['TenantId']);
  });

  it('describes the failures of any route in one default response', () => {
    const { description } = document.components.responses['Error']!;
    for (const [code, { status }] of Object.entries(ERRORS)) {
      const isGeneral = [400, 413, 415, 429, 500, 503].includes(status);
      expect(description.includes(`\`${code}\``), code).toBe(isGeneral);
    }
    const without = Object.values(document.paths)
      .flatMap((item) => Object.values(item))
      .filter(({ responses }) => !('default' in responses))
      .map(({ operationId }) => operationId);
    expect(without).toEqual(['healthz', 'readyz', 'metrics', 'openapi', 'docs']);
  });

  it('offers Idempotency-Key exactly where it is honoured', () => {
    const offered = Object.entries(document.paths)
      .filter(([, { post: operation }]) =>
        JSON.stringify(operation?.parameters ?? []).includes('IdempotencyKey'),
      )
      .map(([path]) => path);
    const honoured = STATED_ROUTES.filter(({ idempotent }) => idempotent);
    expect(offered.toSorted()).toEqual(honoured.map(({ path }) => `/api/v1${path}`).toSorted());
    expect(offered.length).toBeGreaterThan(2);
  });

  it('names the security scheme of each route', () => {
    expect(post('/console/create/tenant').security).toBeUndefined();
    expect(document.security).toEqual([
      { consoleToken: [] },
      { consoleCookie: [], consolePage: [] },
    ]);
    expect(post('/identify/visitor').security).toEqual([{ visitorToken: [] }]);
    expect(post('/console/promote/console-admin').security).toEqual([{ adminKey: [] }]);
    expect(post('/console/login').security).toEqual([]);
  });

  it('documents the conflicts of an account’s own settings', () => {
    for (const path of ['/console/enroll/totp', '/console/update/account']) {
      expect(Object.keys(post(path).responses), path).toContain('409');
    }
  });

  it('may be fetched by any page', async () => {
    const { headers } = await documented.server.inject('/openapi.json');
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['content-type']).toMatch(/^application\/json/);
  });
});

describe('createOpenApi', () => {
  type Things = Record<'fetch/thing', Record<string, never>>;
  const answer = Joi.object<Record<string, never>>({});
  const stated = {
    method: 'GET',
    path: '/fetch/thing',
    area: 'visitor',
    summary: 'A thing',
  } as const;

  it('refuses a strategy that it has no security scheme for', async () => {
    const route = routesFor<null, Things>('password-in-a-cookie')({
      ...stated,
      answer,
      rateLimit: 'visitor_per_ip',
      handle: async () => ({}),
    });
    await expect(
      createOpenApi({ routes: [route], baseUrl: 'https://a.test', version: '1' }),
    ).rejects.toThrow(TypeError);
  });

  it('states query parameters with their bounds', async () => {
    const route = routesFor<null, Things>(null)<Record<string, never>, { limit: number }>({
      ...stated,
      query: Joi.object({ limit: Joi.number().integer().min(1).max(200).required() }),
      answer,
      rateLimit: 'visitor_per_ip',
      handle: async () => ({}),
    });
    const { paths } = await createOpenApi({
      routes: [route],
      baseUrl: 'https://a.test',
      version: '1',
    });
    expect(paths['/api/v1/fetch/thing']!.get!.parameters).toContainEqual({
      name: 'limit',
      in: 'query',
      required: true,
      schema: { type: 'integer', minimum: 1, maximum: 200 },
    });
  });
});

interface Finding {
  ruleId: string;
  severity: string;
  message: string;
  location: { pointer?: string }[];
}

async function lint(linted: OpenApiDocument): Promise<string[]> {
  const manifest = createRequire(import.meta.url).resolve('@redocly/cli/package.json');
  const folder = mkdtempSync(join(tmpdir(), 'chat-relay-openapi-'));
  try {
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(linted));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        join(dirname(manifest), 'bin/cli.js'),
        'lint',
        file,
        '--extends=recommended',
        '--format=json',
      ],
      {
        cwd: folder,
        maxBuffer: 64 * 1024 * 1024,
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    ).catch((error: { stdout: string }) => error);
    const { problems } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { problems: Finding[] };
    return problems.map(({ severity, ruleId, message, location }) =>
      [severity, ruleId, message, location[0]?.pointer].join(' '),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
