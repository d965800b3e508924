import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { register, uniqueEmail } from '../../../../server/test/support/world';
import { setUpPlatform, UNKNOWN_ID } from '../../support/platform';
import { jsonOf } from '../../support/relayctl';

const platform = setUpPlatform();

describe('promote and demote', () => {
  it('promotes an account to super-admin and demotes it again', async () => {
    const { relay, breakGlass } = platform;
    const email = uniqueEmail();
    await register(relay().url, email, 'Ada', { organization_name: 'Ada Ltd' });
    expect(await breakGlass(['admin', 'promote', email])).toMatchObject({
      exitCode: 0,
      stdout: `${email} is a super-admin.\n`,
    });
    const promoted = await breakGlass(['admin', 'promote', email, '--json']);
    expect(jsonOf(promoted)).toMatchObject({ account: { email, is_system: true } });
    await platform.createSuperAdmin();
    const demoted = await breakGlass(['admin', 'demote', email, '--yes', '--json']);
    expect(jsonOf(demoted)).toMatchObject({ account: { email, is_system: false } });
  });

  it('asks before it demotes a super-admin', async () => {
    const { email } = await platform.createSuperAdmin();
    expect(await platform.breakGlass(['admin', 'demote', email])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--yes'),
    });
  });

  it('refuses to promote an unknown address, and shows no wrong key', async () => {
    const unknown = await platform.breakGlass(['admin', 'promote', 'nobody@shop.example']);
    expect(unknown).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('No account has this address'),
    });
    const key = 'a-wrong-key-that-must-not-be-shown';
    const wrong = await platform.run(['admin', 'promote', 'x@shop.example'], {
      RELAY_ADMIN_KEY: key,
    });
    expect(wrong).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('RELAY_ADMIN_KEY'),
    });
    expect(wrong.stdout + wrong.stderr).not.toContain(key);
  });
});

describe('suspend and reactivate', () => {
  const statusOf = async (token: string, tenantId: string): Promise<unknown> => {
    const shown = await platform.as(token)(['tenant', 'show', tenantId, '--json']);
    return (jsonOf(shown)['tenant'] as { status: string }).status;
  };

  it('suspends a tenant and reactivates it', async () => {
    const world = await platform.createWorld();
    const { token } = await platform.createSuperAdmin();
    const run = platform.as(token);
    const args = ['tenant', 'suspend', world.tenantId, '--reason', 'unpaid', '--yes'];
    expect(await run(args)).toMatchObject({
      exitCode: 0,
      stdout: `Suspended Shop. To undo this: relayctl tenant reactivate ${world.tenantId}\n`,
    });
    expect(await statusOf(world.ownerToken, world.tenantId)).toBe('suspended');
    expect(await run(['tenant', 'reactivate', world.tenantId])).toMatchObject({ exitCode: 0 });
    expect(await statusOf(world.ownerToken, world.tenantId)).toBe('active');
    const log = await platform.as(world.ownerToken)(['audit', '--json']);
    expect(log.stdout).toContain('unpaid');
    const platformLog = await run(['audit', '--limit', '2']);
    expect(platformLog.stdout).toMatch(
      /^20\S+ \S+ \+00:00  Sam System \(127\.0\.0\.1\) reactivated the tenant Shop\n20.+ suspended the tenant Shop: unpaid/,
    );
  });

  it('suspends a tenant only when its name is typed', async () => {
    const name = `Shop ${randomUUID()}`;
    const world = await platform.createWorld({ tenant_name: name });
    const { token } = await platform.createSuperAdmin();
    const args = `tenant suspend '${name}'`;
    const wrong = await platform.runInTerminal(args, { token, answer: 'yes' });
    expect(wrong.exitCode).toBe(1);
    expect(wrong.output).toContain('Nothing was changed');
    expect(await statusOf(world.ownerToken, world.tenantId)).toBe('active');
    const right = await platform.runInTerminal(args, { token, answer: name });
    expect(right.exitCode).toBe(0);
    expect(await statusOf(world.ownerToken, world.tenantId)).toBe('suspended');
  });

  it('asks no question before a suspension without a terminal', async () => {
    const world = await platform.createWorld();
    const { token } = await platform.createSuperAdmin();
    expect(await platform.as(token)(['tenant', 'suspend', world.tenantId])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--yes'),
    });
    expect(await statusOf(world.ownerToken, world.tenantId)).toBe('active');
  });

  it('refuses to suspend an unknown tenant, by a shared name, or without a super-admin', async () => {
    const world = await platform.createWorld();
    await platform.createWorld();
    const { token } = await platform.createSuperAdmin();
    const run = platform.as(token);
    for (const args of [
      ['tenant', 'suspend', UNKNOWN_ID, '--yes'],
      ['tenant', 'suspend', 'Nope'],
      ['tenant', 'reactivate', UNKNOWN_ID],
    ]) {
      expect(await run(args)).toMatchObject({
        exitCode: 4,
        stderr: expect.stringContaining('There is no tenant with the '),
      });
    }
    expect(await run(['tenant', 'suspend', 'Shop', '--yes'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/Give an id: Shop \([-0-9a-f]{36}\), Shop \([-0-9a-f]{36}\)/),
    });
    const owner = platform.as(world.ownerToken);
    expect(await owner(['tenant', 'suspend', world.tenantId, '--yes'])).toMatchObject({
      exitCode: 4,
      stderr: 'relayctl: Only a super-admin may do this.\n',
    });
  });
});

describe('stats, admins, workspaces and tenants', () => {
  it('prints the counts of the whole platform', async () => {
    const { token } = await platform.createSuperAdmin();
    const { stdout } = await platform.as(token)(['stats', '--json']);
    expect(JSON.parse(stdout)).toEqual({
      workspaces: expect.any(Number),
      admins: expect.any(Number),
      tenants: expect.any(Number),
      operators: expect.any(Number),
      pending_assignments: 0,
    });
    const text = await platform.as(token)(['stats']);
    expect(text.stdout).toMatch(/^WORKSPACES {2}ADMINS {2}TENANTS {2}OPERATORS {2}WAITING\n\d+ /);
  });

  it('lists super-admins, page by page or all', async () => {
    const { token, email } = await platform.createSuperAdmin();
    await platform.createSuperAdmin();
    const run = platform.as(token);
    const first = jsonOf(await run(['admin', 'list', '--limit', '1', '--json']));
    expect(first).toMatchObject({ admins: [{}], next_cursor: expect.any(String) });
    const cursor = String(first['next_cursor']);
    const next = jsonOf(await run(['admin', 'list', '--limit', '1', '--cursor', cursor, '--json']));
    expect(next['admins']).not.toEqual(first['admins']);
    const all = await run(['admin', 'list', '--all', '--json']);
    expect(jsonOf(all)).toMatchObject({ next_cursor: null });
    expect(all.stdout).toContain(email);
    const some = await run(['admin', 'list', '--limit', '1']);
    expect(some.stdout.trim().split('\n')).toHaveLength(2);
    expect(some.stderr).toBe('There are more. --all shows all of them.\n');
  });

  it('lists the whole platform for a super-admin, and for others what is theirs', async () => {
    const mine = await platform.createWorld({ tenant_name: 'Mine' });
    await platform.createWorld({ tenant_name: 'Foreign' });
    const owner = platform.as(mine.ownerToken);
    const { stdout } = await owner(['tenant', 'list']);
    expect(stdout).toMatch(/^NAME +STATUS +SINCE \(UTC\) +ID\nMine +active +\d{4}-/);
    expect(stdout).not.toContain('Foreign');
    expect((await owner(['workspace', 'list'])).stdout).toMatch(/NAME +ROLE[^]+Shop Ltd +owner/);
    const { token } = await platform.createSuperAdmin();
    const all = await platform.as(token)(['tenant', 'list', '--all']);
    expect(all.stdout).toContain('Mine');
    expect(all.stdout).toContain('Foreign');
    const suspended = await owner(['tenant', 'list', '--status', 'suspended']);
    expect(suspended).toMatchObject({ exitCode: 0, stdout: '', stderr: 'No tenants.\n' });
  });

  it('refuses the lists of the platform to an account that is no longer a super-admin', async () => {
    const { ownerToken } = await platform.createWorld();
    for (const args of [['stats'], ['admin', 'list']]) {
      expect(await platform.as(ownerToken)(args)).toMatchObject({ exitCode: 4, stdout: '' });
    }
  });
});
