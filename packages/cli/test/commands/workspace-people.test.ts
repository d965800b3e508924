import { describe, expect, it } from 'vitest';
import { addOperator, uniqueEmail } from '../../../server/test/support/world';
import { setUpPlatform, UNKNOWN_ID } from '../support/platform';

const platform = setUpPlatform();

const jsonOf = ({ stdout }: { stdout: string }) => JSON.parse(stdout) as Record<string, unknown>;

async function setUp() {
  const world = await platform.createWorld();
  return { world, run: platform.as(world.ownerToken) };
}

describe('a bare noun', () => {
  it('is its list, also by name, and takes the list’s options', async () => {
    const { run } = await setUp();
    for (const noun of ['members', 'operators', 'invitations', 'sessions']) {
      const bare = await run([noun, '--limit', '1', '--json']);
      expect(bare).toMatchObject({ exitCode: 0, stderr: '' });
      expect(await run([noun, 'list', '--limit', '1', '--json'])).toEqual(bare);
    }
  });

  it('ends with 2 on a verb that there is not', async () => {
    const { run } = await setUp();
    expect(await run(['members', 'ban', 'x@shop.example'])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: "error: unknown command 'ban'\n(relayctl members --help explains it)\n",
    });
  });

  it('explains its verbs, and each of them itself with an example', async () => {
    const { stdout } = await platform.run(['invitations', '--help']);
    for (const verb of ['list', 'send', 'resend', 'revoke', 'accept']) {
      expect(stdout).toMatch(new RegExp(`^ {2}${verb} .*[A-Z]`, 'm'));
      const help = await platform.run(['invitations', verb, '--help']);
      expect(help.stdout).toContain('Examples:\n  ');
    }
  });
});

describe('members', () => {
  it('are given another role, by address and by id', async () => {
    const { world, run } = await setUp();
    const { email } = await platform.addMember(world, 'operator');
    expect(await run(['members', 'set-role', email, 'admin'])).toEqual({
      exitCode: 0,
      stdout: `${email} is admin now.\n`,
      stderr: '',
    });
    const { members } = jsonOf(await run(['members', '--json'])) as {
      members: { account_id: string; email: string }[];
    };
    const id = members.find((one) => one.email === email)?.account_id ?? '';
    const changed = await run(['members', 'set-role', id, 'owner', '--json']);
    expect(jsonOf(changed)).toMatchObject({ member: { email, role: 'owner' } });
  });

  it('are removed once their address is typed, or with --yes', async () => {
    const { world, run } = await setUp();
    const [first, second] = [
      await platform.addMember(world, 'admin'),
      await platform.addMember(world, 'admin'),
    ];
    expect(await run(['members', 'remove', first.email])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--yes'),
    });
    const token = world.ownerToken;
    const args = `members remove ${first.email}`;
    expect((await platform.runInTerminal(args, { token, answer: 'yes' })).exitCode).toBe(1);
    expect(await platform.runInTerminal(args, { token, answer: first.email })).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining(`${first.email} is no member any more.`),
    });
    const removed = await run(['members', 'remove', second.email, '--yes', '--json']);
    expect(jsonOf(removed)).toMatchObject({ member: { email: second.email } });
    expect((await platform.as(first.token)(['members'])).exitCode).toBe(4);
  });

  it('keep their last owner, and what an admin may not touch', async () => {
    const { world, run } = await setUp();
    const { account } = jsonOf(await run(['whoami', '--json'])) as { account: { email: string } };
    for (const args of [
      ['members', 'set-role', account.email, 'admin'],
      ['members', 'remove', account.email, '--yes'],
    ]) {
      expect(await run(args)).toMatchObject({
        exitCode: 4,
        stdout: '',
        stderr: expect.stringContaining('make another member an owner first'),
      });
    }
    const admin = await platform.addMember(world, 'admin');
    expect(
      await platform.as(admin.token)(['members', 'set-role', admin.email, 'owner']),
    ).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('ask one of its owners'),
    });
  });

  it('are not found among others, and have no other role', async () => {
    const { run } = await setUp();
    const stranger = await platform.createStranger();
    for (const wanted of [stranger.email, UNKNOWN_ID]) {
      expect(await run(['members', 'set-role', wanted, 'admin'])).toMatchObject({
        exitCode: 4,
        stderr: expect.stringContaining('There is no member with that address or id'),
      });
    }
    expect(await run(['members', 'set-role', stranger.email, 'king'])).toMatchObject({
      exitCode: 2,
      stderr: 'relayctl: There is no such role: a member is owner, admin, operator.\n',
    });
  });
});

describe('operators', () => {
  const settings = ['--name', 'Oscar', '--tenant', 'shop'];

  it('are made of a member', async () => {
    const { world, run } = await setUp();
    const { email } = await platform.addMember(world, 'operator');
    const keys = ['--routing-key', 'paris', '--routing-key', 'lyon', '--capacity', '3'];
    const args = ['operators', 'create', email, ...settings, ...keys];
    expect(await run(args)).toEqual({
      exitCode: 0,
      stdout: 'Oscar is an operator: 1 tenant, routing keys paris lyon, capacity 3.\n',
      stderr: '',
    });
    expect(await run(args)).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('is an operator already: relayctl operators update'),
    });
  });

  it('are invited where they are strangers', async () => {
    const { run } = await setUp();
    const stranger = await platform.createStranger();
    const invited = await run(['operators', 'create', stranger.email, ...settings]);
    expect(invited).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining(`${stranger.email} is invited as operator`),
    });
    const env = {
      RELAY_TOKEN: stranger.token,
      RELAY_INVITE_TOKEN: /inv_\S+/.exec(invited.stderr)?.[0],
    };
    expect((await platform.run(['invitations', 'accept'], env)).exitCode).toBe(0);
    expect((await run(['operators'])).stdout).toContain('Oscar');
  });

  it('are changed where something is given, and nowhere else', async () => {
    const { world, run } = await setUp();
    const more = { routing_keys: ['paris'], capacity: 7 };
    const { operatorId } = await addOperator(platform.relay().url, world, 'Oscar', more);
    await run(['tenant', 'create', 'Second']);
    const args = ['operators', 'update', 'oscar', '--tenant', 'Second', '--tenant', world.tenantId];
    expect(jsonOf(await run([...args, '--json']))).toMatchObject({
      operator: { operator_id: operatorId, routing_keys: ['paris'] },
    });
    const renamed = ['operators', 'update', operatorId, '--name', 'Ole', '--routing-key', 'none'];
    expect((await run(renamed)).stdout).toBe(
      'Ole is an operator: 2 tenants, every routing key, capacity 7.\n',
    );
  });

  it('are removed once their name is typed, or with --yes', async () => {
    const { world, run } = await setUp();
    const { url } = platform.relay();
    await addOperator(url, world, 'Oscar');
    await addOperator(url, world, 'Olive');
    expect((await run(['operators', 'remove', 'Oscar'])).exitCode).toBe(2);
    const token = world.ownerToken;
    const args = 'operators remove oscar';
    expect(await platform.runInTerminal(args, { token, answer: 'Oscar' })).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('Oscar is no operator any more.'),
    });
    const removed = await run(['operators', 'remove', 'Olive', '--yes', '--json']);
    expect(jsonOf(removed)).toMatchObject({ operator: { display_name: 'Olive' } });
    expect(await run(['operators'])).toMatchObject({ exitCode: 0, stderr: 'No operators.\n' });
  });

  it('are refused where the tenant, the operator or the input is not right', async () => {
    const { world, run } = await setUp();
    const foreign = await platform.createWorld({ tenant_name: 'Foreign' });
    const create = ['operators', 'create', uniqueEmail(), '--name', 'Oscar'];
    for (const tenant of ['Foreign', foreign.tenantId, UNKNOWN_ID]) {
      expect(await run([...create, '--tenant', tenant])).toMatchObject({
        exitCode: 4,
        stderr: expect.stringContaining('There is no such tenant'),
      });
    }
    for (const args of [
      ['update', 'Nobody', '--capacity', '2'],
      ['remove', UNKNOWN_ID, '--yes'],
    ]) {
      expect(await run(['operators', ...args])).toMatchObject({
        exitCode: 4,
        stderr: expect.stringContaining('There is no operator of that name or id'),
      });
    }
    for (const args of [
      create,
      ['operators', 'create', uniqueEmail(), '--tenant', 'Shop'],
      [...create, '--tenant', 'Shop', '--capacity', '0'],
      ['operators', 'update', 'Oscar'],
    ]) {
      expect(await run(args)).toMatchObject({ exitCode: 2, stdout: '' });
    }
    const { token } = await addOperator(platform.relay().url, world, 'Oscar');
    expect(await platform.as(token)([...create, '--tenant', 'Shop'])).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('ask one of its owners'),
    });
  });
});
