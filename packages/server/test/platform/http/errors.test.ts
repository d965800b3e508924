import { expect, it } from 'vitest';
import { AppError, ERRORS, type PlainCode } from '../../../src/platform/errors';
import { useRelay } from '../../support/relay';

const relay = useRelay();

it.each([
  ['PUT', '/api/v1/console/login', 'POST'],
  ['GET', '/api/v1/console/login', 'POST'],
  ['POST', '/api/v1/fetch/widget-config', 'GET'],
  ['DELETE', '/api/v1/create/visitor-session', 'GET, POST'],
  ['OPTIONS', '/healthz', 'GET'],
])(
  'names the methods of a path that is called with another: %s %s',
  async (method, path, allow) => {
    const response = await fetch(relay.url + path, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
  },
);

it('says how to sign in where a token is missing or invalid', async () => {
  for (const authorization of ['', 'Bearer unknown']) {
    const response = await fetch(`${relay.url}/api/v1/console/fetch/account`, {
      headers: { authorization },
    });
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  }
});

const codes = Object.keys(ERRORS) as PlainCode[];
it.each(codes.filter((code) => ERRORS[code].status === 422 && code !== 'invalid_request'))(
  'names the field in the details of %s',
  (code) => {
    expect(new AppError(code).details).toEqual([{ field: expect.any(String), code }]);
  },
);

it('says in the message what is allowed in the first refused fields', async () => {
  const response = await fetch(`${relay.url}/api/v1/create/visitor-session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"tenant_id": "…", "widget_public_key": "", "origin": "", "a": 1, "b": 2, "c": 3, "d": 4}',
  });
  expect(response.status).toBe(422);
  const { message, data } = (await response.json()) as {
    message: string;
    data: { details: { field: string; code: string }[] };
  };
  expect(data.details[0]?.field).toBe('tenant_id');
  expect(message).toBe(
    'tenant_id must be an id, such as 0198c0de-0000-7000-8000-000000000000. ' +
      'widget_public_key must not be empty. origin must not be empty. a is not a field of this request. ' +
      'b is not a field of this request. There are 2 more problems.',
  );
});
