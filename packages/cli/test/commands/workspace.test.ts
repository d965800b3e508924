import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { addOperator, createVisitor, uniqueEmail } from '../../../server/test/support/world';
import { setUpPlatform, UNKNOWN_ID } from '../support/platform';

const platform = setUpPlatform();

const jsonOf = ({ stdout }: { stdout: string }) => JSON.parse(stdout) as Record<string, unknown>;

async function setUp() {
  const world = await platform.createWorld();
  return { world, run: platform.as(world.ownerToken) };
}

describe('tenant', () => {
  it('is created, and its secret comes on stdout with a note on stderr', async () => {
    const { run } = await setUp();
    const args = ['tenant', 'create', 'Café', '--origin', 'https://a.example'];
    const created = await run([...args, '--origin', 'https://b.example', '--json']);
    expect(created).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('shown this once'),
    });
    expect(jsonOf(created)).toMatchObject({
      tenant: { tenant_name: 'Café', allowed_origins: ['https://a.example', 'https://b.example'] },
      tenant_secret: expect.stringMatching(/^ts_/),
    });
    const shown = await run(['tenant', 'show', 'café']);
    expect(shown.stdout).toMatch(/^Café\n[^]+ origins +https:\/\/a.example https:\/\/b.example\n/);
    expect(shown.stdout).not.toContain('ts_');
  });

  it('is changed where something is given, and nowhere else', async () => {
    const { world, run } = await setUp();
    const data = JSON.stringify({ bot: { kind: 'none' } });
    const args = ['tenant', 'update', 'Shop', '--name', 'Shop 2', '--data', '-', '--json'];
    expect(jsonOf(await run(args, data))).toMatchObject({
      tenant: {
        tenant_id: world.tenantId,
        tenant_name: 'Shop 2',
        bot: { kind: 'none' },
        allowed_origins: [world.origin],
      },
    });
    const callbacks = ['tenant', 'update', world.tenantId, '--json', '--callback-url'];
    const set = await run([...callbacks, 'http://127.0.0.1:9000']);
    expect(jsonOf(set)).toMatchObject({ tenant: { callback_url_base: 'http://127.0.0.1:9000' } });
    const cleared = await run([...callbacks, 'none']);
    expect(jsonOf(cleared)).toMatchObject({ tenant: { callback_url_base: null } });
    expect(await run(['tenant', 'update', 'Shop 2'])).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringContaining('Nothing to change'),
    });
  });

  it('rotates its secret and activates it', async () => {
    const { world, run } = await setUp();
    expect(await run(['tenant', 'activate-secret', 'Shop', '--yes'])).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('rotate-secret'),
    });
    const rotated = await run(['tenant', 'rotate-secret', 'Shop']);
    expect(rotated.stdout).toMatch(/^ts_[\w-]{43}\n$/);
    expect(rotated.stderr).toContain(`activate-secret ${world.tenantId}`);
    expect(rotated.stderr).not.toContain('ts_');
    expect((await run(['tenant', 'activate-secret', 'Shop'])).exitCode).toBe(2);
    const token = world.ownerToken;
    const args = 'tenant activate-secret Shop --grace 60';
    expect(await platform.runInTerminal(args, { token, answer: 'Shop' })).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('Shop signs with the new secret.'),
    });
  });

  it('answers alike for a foreign and for an unknown one', async () => {
    const { run } = await setUp();
    const foreign = await platform.createWorld({ tenant_name: 'Foreign' });
    for (const verb of ['show', 'update', 'rotate-secret', 'activate-secret']) {
      const change = verb === 'update' ? ['--name', 'Ours'] : [];
      const outcomes = await Promise.all(
        [foreign.tenantId, UNKNOWN_ID, 'Foreign'].map((id) => run(['tenant', verb, id, ...change])),
      );
      for (const outcome of outcomes) {
        expect(outcome).toEqual({
          exitCode: 4,
          stdout: '',
          stderr:
            'relayctl: There is no such tenant, or not for you: relayctl tenants lists them.\n',
        });
      }
    }
  });

  it('says which setting was refused', async () => {
    const { run } = await setUp();
    const refused = await run(['tenant', 'update', 'Shop', '--data', '{"is_vip": true}']);
    expect(refused).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('is_vip') });
    const private_ = await run(['tenant', 'update', 'Shop', '--callback-url', 'http://10.0.0.1']);
    expect(private_).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('CALLBACK_ALLOW_CIDRS'),
    });
  });
});

describe('operators, members, invitations, sessions and audit', () => {
  it('list what the workspace holds', async () => {
    const { world, run } = await setUp();
    await addOperator(platform.relay().url, world, 'Oscar', { routing_keys: ['paris'] });
    const email = uniqueEmail();
    const body = { workspace_id: world.workspaceId, email, role: 'admin' };
    await run(['api', 'POST', '/console/create/invitation', '--data', JSON.stringify(body)]);

    expect((await run(['operators'])).stdout).toMatch(/Oscar +offline +1 +paris +[\da-f-]{36}\n/);
    expect((await run(['members'])).stdout).toMatch(/Olga Owner +\S+@example.com +owner +/);
    expect((await run(['invitations'])).stdout).toMatch(new RegExp(`${email} +admin +pending +2`));
    expect((await run(['sessions'])).stdout).toMatch(/ 127\.0\.0\.1 +this login +/);
    expect((await run(['audit'])).stdout).toMatch(/Olga Owner +127\.0\.0\.1 +\S+/);
  });

  it('print the relay’s own JSON', async () => {
    const { run } = await setUp();
    const plurals = {
      operators: 'operators',
      members: 'members',
      invitations: 'invitations',
      sessions: 'sessions',
      audit: 'entries',
      tenants: 'tenants',
      workspaces: 'workspaces',
    };
    for (const [command, plural] of Object.entries(plurals)) {
      expect(jsonOf(await run([command, '--json']))).toEqual({
        [plural]: expect.any(Array),
        next_cursor: null,
      });
    }
  });

  it('ask which workspace is meant where there are several', async () => {
    const { world, run } = await setUp();
    await run(['api', 'POST', 'console/create/workspace', '--data', '{"name": "Second"}']);
    expect(await run(['members'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/give --workspace\. Yours: .*Second/),
    });
    expect((await run(['members', '--workspace', 'second'])).exitCode).toBe(0);
    expect((await run(['members', '--workspace', world.workspaceId])).exitCode).toBe(0);
    const foreign = await platform.createWorld();
    for (const workspace of ['Nope', foreign.workspaceId, UNKNOWN_ID]) {
      expect(await run(['members', '--workspace', workspace])).toMatchObject({
        exitCode: 4,
        stderr: expect.stringContaining('You belong to no workspace of that name'),
      });
    }
  });
});

describe('api', () => {
  it('calls a route with the login and prints its answer', async () => {
    const { world, run } = await setUp();
    const path = `/api/v1/console/fetch/tenant?tenant_id=${world.tenantId}`;
    expect(jsonOf(await run(['api', 'get', path]))).toMatchObject({
      tenant: { tenant_id: world.tenantId },
    });
  });

  it('prints a refusal’s data too, and ends with its exit code', async () => {
    const { run } = await setUp();
    const refused = await run(['api', 'GET', '/console/system/fetch/stats']);
    expect(refused.exitCode).toBe(4);
    expect(jsonOf(refused)).toMatchObject({
      code: 'not_system_admin',
      request_id: expect.any(String),
    });
  });

  it('names what the relay finds wrong, and a body that is missing', async () => {
    const { run } = await setUp();
    const route = ['api', 'POST', '/console/create/canned-reply'];
    const wrong = await run([...route, '--data', '{"shortcut": "hi"}']);
    expect(wrong).toMatchObject({
      exitCode: 4,
      stderr: expect.stringMatching(/invalid: .*content: required/),
    });
    expect(await run(route)).toMatchObject({
      exitCode: 2,
      stdout: expect.stringContaining('invalid_request'),
      stderr: 'relayctl: This call wants a body: give --data.\n',
    });
  });

  it('needs no login where the route needs none', async () => {
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
  ])('ends with 2 on %j', async (args) => {
    expect(await platform.run(['api', ...args])).toMatchObject({ exitCode: 2, stdout: '' });
  });
});

describe('every command', () => {
  const needLogin = [
    ['stats'],
    ['workspaces'],
    ['tenants'],
    ['admins'],
    ['suspend', UNKNOWN_ID, '--yes'],
    ['reactivate', UNKNOWN_ID],
    ['tenant', 'create', 'Shop'],
    ['tenant', 'show', 'Shop'],
    ['tenant', 'update', 'Shop', '--name', 'Shop 2'],
    ['tenant', 'rotate-secret', 'Shop'],
    ['tenant', 'activate-secret', 'Shop'],
    ['operators'],
    ['members'],
    ['invitations'],
    ['sessions'],
    ['audit'],
  ];

  it.each(needLogin.map((args) => [args]))('%j ends with 3 without a login', async (args) => {
    expect(await platform.run(args)).toMatchObject({
      exitCode: 3,
      stdout: '',
      stderr: expect.stringContaining('run relayctl login'),
    });
  });

  it.each(needLogin.map((args) => [args]))('%j ends with 5 where nothing listens', async (args) => {
    const url = await closedAddress();
    expect(await platform.run(args, { RELAY_URL: url, RELAY_TOKEN: 'any' })).toMatchObject({
      exitCode: 5,
      stdout: '',
      stderr: `relayctl: Nothing listens at ${url}: start the relay, or give --url.\n`,
    });
  });

  it('ends with 3 once the login was ended elsewhere', async () => {
    const { run } = await setUp();
    expect((await run(['api', 'POST', '/console/logout'])).exitCode).toBe(0);
    expect(await run(['members'])).toMatchObject({
      exitCode: 3,
      stdout: '',
      stderr: expect.stringContaining('run relayctl login'),
    });
  });

  it('ends with 3 on a visitor’s token', async () => {
    const { world } = await setUp();
    const { token } = await createVisitor(platform.relay().url, world);
    expect(await platform.as(token)(['members'])).toMatchObject({ exitCode: 3, stdout: '' });
  });

  it.each([
    [['tenants', '--status', 'gone']],
    [['members', '--limit', '0']],
    [['members', '--limit', 'many']],
    [['members', '--limit', '5', '--all']],
    [['tenant', 'show']],
    [['tenant', 'nope']],
    [['tenant', 'activate-secret', 'Shop', '--grace', '-1']],
    [['suspend']],
    [['promote']],
    [['completion', 'tcsh']],
  ])('ends with 2 on %j', async (args) => {
    expect(await platform.run(args)).toMatchObject({ exitCode: 2, stdout: '' });
  });

  it('keeps ids whole at 80 columns and fits into 40', async () => {
    const { world } = await setUp();
    const token = world.ownerToken;
    const usual = await platform.runInTerminal('tenants', { token });
    expect(usual.output).toContain(world.tenantId);
    const narrow = await platform.runInTerminal('tenants', { token, columns: 40 });
    for (const { output, columns } of [
      { ...usual, columns: 80 },
      { ...narrow, columns: 40 },
    ]) {
      for (const line of output.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
    }
  });
});

/** An address at which nothing listens any more. */
async function closedAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}
