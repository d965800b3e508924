import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { addOperator, createVisitor, uniqueEmail } from '../../../server/test/support/world';
import { setUpPlatform, UNKNOWN_ID } from '../support/platform';
import { jsonOf } from '../support/relayctl';

const platform = setUpPlatform();

describe('a bare noun', () => {
  it('lists for a bare noun, and takes the options of its list', async () => {
    const { run } = await platform.setUpWorld();
    for (const noun of ['member', 'operator', 'invitation', 'session', 'tenant', 'workspace']) {
      const bare = await run([noun, '--limit', '1', '--json']);
      expect(bare).toMatchObject({ exitCode: 0, stderr: '' });
      expect(await run([noun, 'list', '--limit', '1', '--json'])).toEqual(bare);
    }
  });

  it('ends with 2 on an unknown verb', async () => {
    const { run } = await platform.setUpWorld();
    expect(await run(['member', 'ban', 'x@shop.example'])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: "error: unknown command 'ban'\n(relayctl member --help explains it)\n",
    });
  });

  it('explains the verbs of a noun, each with an example', async () => {
    const { stdout } = await platform.run(['invitation', '--help']);
    for (const verb of ['list', 'send', 'resend', 'revoke', 'accept']) {
      expect(stdout).toMatch(new RegExp(`^ {2}${verb} .*[A-Z]`, 'm'));
      const help = await platform.run(['invitation', verb, '--help']);
      expect(help.stdout).toContain('Examples:\n  ');
    }
  });
});

describe('operators, members, invitations, sessions and audit', () => {
  it('lists the operators, members, invitations, sessions and audit log of a workspace', async () => {
    const { world, run } = await platform.setUpWorld();
    await addOperator(platform.relay().url, world, 'Oscar', { routing_keys: ['paris'] });
    const email = uniqueEmail();
    const body = { workspace_id: world.workspaceId, email, role: 'admin' };
    await run(['api', 'POST', '/console/create/invitation', '--data', JSON.stringify(body)]);

    expect((await run(['operator'])).stdout).toMatch(
      /Oscar +offline +\S+Z +1 +paris +[\da-f-]{36}\n/,
    );
    expect((await run(['member'])).stdout).toMatch(/Olga Owner +\S+@example.com +owner +/);
    expect((await run(['invitation'])).stdout).toMatch(new RegExp(`${email} +admin +pending +2`));
    expect((await run(['session'])).stdout).toMatch(/ 127\.0\.0\.1 +this login +/);
    const { stdout: log } = await run(['audit']);
    const line = (what: string) =>
      new RegExp(`:\\d\\d \\+00:00 {2}Olga Owner \\(127\\.0\\.0\\.1\\) ${what}\n`);
    expect(log).toMatch(line(`invited ${email} as admin`));
    expect(log).toMatch(line('created the workspace Shop Ltd'));
    expect(log).toMatch(line('created the tenant Shop'));
    expect(log).not.toMatch(/[\da-f]{8}-|\{/);
  });

  it('prints a list as the relay’s own JSON', async () => {
    const { run } = await platform.setUpWorld();
    const plurals = {
      operator: 'operators',
      member: 'members',
      invitation: 'invitations',
      session: 'sessions',
      audit: 'entries',
      tenant: 'tenants',
      workspace: 'workspaces',
    };
    for (const [command, plural] of Object.entries(plurals)) {
      expect(jsonOf(await run([command, '--json']))).toEqual({
        [plural]: expect.any(Array),
        next_cursor: null,
      });
    }
  });

  it('asks which workspace is meant where an account has several', async () => {
    const { world, run } = await platform.setUpWorld();
    await run(['api', 'POST', 'console/create/workspace', '--data', '{"name": "Second"}']);
    expect(await run(['member'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/Give --workspace\. Yours: .*Second/),
    });
    expect((await run(['member', '--workspace', 'second'])).exitCode).toBe(0);
    expect((await run(['member', '--workspace', world.workspaceId])).exitCode).toBe(0);
    const foreign = await platform.createWorld();
    for (const workspace of ['Nope', foreign.workspaceId, UNKNOWN_ID]) {
      expect(await run(['member', '--workspace', workspace])).toMatchObject({
        exitCode: 4,
        stderr: expect.stringContaining('There is no workspace with the '),
      });
    }
  });
});

describe('an old name', () => {
  it('prints the same result, and names the current command on stderr', async () => {
    const { world, run } = await platform.setUpWorld();
    const { token } = await platform.createSuperAdmin();
    const same = [
      [run, 'members --json', 'member --json'],
      [run, 'tenants --status active --json', 'tenant list --status active --json'],
      [platform.as(token), 'admins --limit 1', 'admin list --limit 1'],
      [
        platform.as(token),
        `suspend ${world.tenantId} --yes`,
        `tenant suspend ${world.tenantId} --yes`,
      ],
      [platform.as(token), 'suspend --json', 'tenant suspend --json'],
    ] as const;
    for (const [as, old, current] of same) {
      const wanted = await as(current.split(' '));
      const got = await as(old.split(' '));
      expect(got).toMatchObject({ exitCode: wanted.exitCode, stdout: wanted.stdout });
      expect(got.stderr.replace(wanted.stderr, '')).toMatch(
        /^relayctl: relayctl [a-z]+ is now relayctl [a-z ]+; the next release drops the old name\.\n$/,
      );
    }
  });

  it('is in no help and no completion', async () => {
    const shown = [(await platform.run(['--help'])).stdout];
    for (const shell of ['bash', 'zsh', 'fish']) {
      shown.push((await platform.run(['completion', shell])).stdout);
    }
    expect(shown.join('')).not.toMatch(
      /\b(members|tenants|callbacks|unblock) (list|show|log)\b|'tenants/,
    );
    expect(shown[0]).not.toMatch(
      /^ {2}(promote|demote|suspend|reactivate|admins|tenants|members)\b/m,
    );
  });
});

describe('every command', () => {
  const needLogin = [
    ['stats'],
    ['workspace', 'list'],
    ['tenant', 'list'],
    ['admin', 'list'],
    ['tenant', 'suspend', UNKNOWN_ID, '--yes'],
    ['tenant', 'reactivate', UNKNOWN_ID],
    ['tenant', 'create', 'Shop'],
    ['tenant', 'show', 'Shop'],
    ['tenant', 'update', 'Shop', '--name', 'Shop 2'],
    ['tenant', 'rotate-secret', 'Shop'],
    ['tenant', 'activate-secret', 'Shop'],
    ['operator'],
    ['member'],
    ['invitation'],
    ['session'],
    ['audit'],
  ];

  it.each(needLogin.map((args) => [args]))('ends %j with 3 without a login', async (args) => {
    expect(await platform.run(args)).toMatchObject({
      exitCode: 3,
      stdout: '',
      stderr: expect.stringContaining('Run relayctl login'),
    });
  });

  it.each(needLogin.map((args) => [args]))('ends %j with 5 where nothing listens', async (args) => {
    const url = await closedAddress();
    expect(await platform.run(args, { RELAY_URL: url, RELAY_TOKEN: 'any' })).toMatchObject({
      exitCode: 5,
      stdout: '',
      stderr: `relayctl: Nothing listens at ${url}: start the relay, or give --url.\n`,
    });
  });

  it('ends a command with 3 after a logout elsewhere', async () => {
    const { run } = await platform.setUpWorld();
    expect((await run(['api', 'POST', '/console/logout'])).exitCode).toBe(0);
    expect(await run(['member'])).toMatchObject({
      exitCode: 3,
      stdout: '',
      stderr: expect.stringContaining('Run relayctl login'),
    });
  });

  it('ends a command with 3 on a visitor’s token', async () => {
    const { world } = await platform.setUpWorld();
    const { token } = await createVisitor(platform.relay().url, world);
    expect(await platform.as(token)(['member'])).toMatchObject({ exitCode: 3, stdout: '' });
  });

  it.each([
    [['tenant', 'list', '--status', 'gone']],
    [['member', '--limit', '0']],
    [['member', '--limit', 'many']],
    [['member', '--limit', '5', '--all']],
    [['tenant', 'show']],
    [['tenant', 'nope']],
    [['tenant', 'activate-secret', 'Shop', '--grace', '-1']],
    [['tenant', 'suspend']],
    [['admin', 'promote']],
    [['completion', 'tcsh']],
  ])('ends with 2 on %j', async (args) => {
    expect(await platform.run(args)).toMatchObject({ exitCode: 2, stdout: '' });
  });

  it('prints whole ids in 80 columns, and fits a table into 40', async () => {
    const { world } = await platform.setUpWorld();
    const token = world.ownerToken;
    const usual = await platform.runInTerminal('tenant list', { token });
    expect(usual.output).toContain(world.tenantId);
    const narrow = await platform.runInTerminal('tenant list', { token, columns: 40 });
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
