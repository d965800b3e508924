import { describe, expect, it } from 'vitest';
import { uniqueEmail } from '../../../../server/test/support/world';
import { setUpPlatform } from '../../support/platform';
import { jsonOf } from '../../support/relayctl';

const platform = setUpPlatform();

describe('api', () => {
  it('calls a route with the login and prints its answer', async () => {
    const { world, run } = await platform.setUpWorld();
    const path = `/api/v1/console/fetch/tenant?tenant_id=${world.tenantId}`;
    expect(jsonOf(await run(['api', 'get', path]))).toMatchObject({
      tenant: { tenant_id: world.tenantId },
    });
  });

  it('prints the data of a refusal too, and ends with its exit code', async () => {
    const { run } = await platform.setUpWorld();
    const refused = await run(['api', 'GET', '/console/system/fetch/stats']);
    expect(refused.exitCode).toBe(4);
    expect(jsonOf(refused)).toMatchObject({
      code: 'not_system_admin',
      request_id: expect.any(String),
    });
  });

  it('names the fields that the relay refuses, and a missing body', async () => {
    const { run } = await platform.setUpWorld();
    const route = ['api', 'POST', '/console/create/canned-reply'];
    const wrong = await run([...route, '--data', '{"shortcut": "hi"}']);
    expect(wrong).toMatchObject({
      exitCode: 4,
      stderr: 'relayctl: workspace_id is required. content is required.\n',
    });
    expect(await run(route)).toMatchObject({
      exitCode: 2,
      stdout: expect.stringContaining('invalid_request'),
      stderr: 'relayctl: This call needs a body. Give --data.\n',
    });
  });

  it('calls a public route without a login', async () => {
    const body = {
      email: uniqueEmail(),
      password: 'a long enough passphrase',
      display_name: 'New',
      organization_name: 'New Ltd',
    };
    const args = ['api', 'POST', '/console/register', '--data', '-'];
    const outcome = await platform.run(args, {}, JSON.stringify(body));
    expect(jsonOf(outcome)).toMatchObject({ registration_token: expect.stringMatching(/^reg_/) });
  });

  it.each([
    [['DELETE', '/console/fetch/account']],
    [['GET', 'https://elsewhere.example/x']],
    [['GET', '//elsewhere.example/x']],
    [['GET', '/console/../../x']],
    [['GET', '/console/fetch/account', '--data', '{}']],
    [['POST', '/console/logout', '--data', 'no json']],
    [['POST', '/console/logout', '--data', '[]']],
    [['POST', '/console/logout', '--data', '@/no/such/file']],
  ])('ends api with 2 on %j', async (args) => {
    expect(await platform.run(['api', ...args])).toMatchObject({ exitCode: 2, stdout: '' });
  });
});
