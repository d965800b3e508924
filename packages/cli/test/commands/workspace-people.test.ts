import { describe, expect, it } from 'vitest';
import { addOperator, register, uniqueEmail, type World } from '../../../server/test/support/world';
import { setUpPlatform, UNKNOWN_ID } from '../support/platform';

const platform = setUpPlatform();

const jsonOf = ({ stdout }: { stdout: string }) => JSON.parse(stdout) as Record<string, unknown>;
const TOKEN = /^ {2}(inv_[\w-]{43})$/m;
const tokenIn = ({ stderr }: { stderr: string }): string => TOKEN.exec(stderr)?.[1] ?? '';

async function setUp() {
  const world = await platform.createWorld();
  return { world, run: platform.as(world.ownerToken) };
}

/** Somebody with an account and a workspace of their own. */
async function addStranger() {
  const email = uniqueEmail();
  const by = { organization_name: 'Elsewhere' };
  const { token } = await register(platform.relay().url, email, 'Stan Stranger', by);
  return { email, run: platform.as(token), token };
}

/** Somebody who is a member of the world's workspace alone. */
async function addMember({ owner, workspaceId }: World, role: string) {
  const email = uniqueEmail();
  const body = { workspace_id: workspaceId, email, role };
  const invited = await owner.post<{ dev_invite_token: string }>(
    '/console/create/invitation',
    body,
  );
  const by = { invite_token: invited.data.dev_invite_token };
  const { token } = await register(platform.relay().url, email, 'Mia Member', by);
  return { email, run: platform.as(token), token };
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

describe('invitations', () => {
  it('are sent, and the token that no mail brings is said on stderr', async () => {
    const { run } = await setUp();
    const email = uniqueEmail();
    const sent = await run(['invitations', 'send', email, '--role', 'admin']);
    expect(sent.exitCode).toBe(0);
    expect(sent.stdout).toMatch(
      new RegExp(`^${email} is invited as admin, until 20[\\d-]{8}\\.\n$`),
    );
    expect(sent.stderr).toContain('local mode without mail');
    expect(sent.stderr).toMatch(TOKEN);
    const again = await run(['invitations', 'send', email, '--role', 'operator', '--json']);
    expect(jsonOf(again)).toEqual({
      invitation: expect.objectContaining({ email, role: 'operator', status: 'pending' }),
      dev_invite_token: tokenIn(again),
    });
  });

  it('are sent again with a new token, by address and by id', async () => {
    const { run } = await setUp();
    const email = uniqueEmail();
    const first = await run(['invitations', 'send', email, '--role', 'admin', '--json']);
    const { invitation_id } = jsonOf(first)['invitation'] as { invitation_id: string };
    const tokens = new Set([tokenIn(first)]);
    for (const wanted of [email.toUpperCase(), invitation_id]) {
      const resent = await run(['invitations', 'resend', wanted]);
      expect(resent.exitCode).toBe(0);
      tokens.add(tokenIn(resent));
    }
    expect(tokens.size).toBe(3);
  });

  it('are revoked once, and then there is nothing to revoke or to send', async () => {
    const { run } = await setUp();
    const email = uniqueEmail();
    await run(['invitations', 'send', email, '--role', 'admin']);
    expect(await run(['invitations', 'revoke', email])).toEqual({
      exitCode: 0,
      stdout: `The invitation of ${email} is revoked.\n`,
      stderr: '',
    });
    for (const verb of ['revoke', 'resend']) {
      for (const wanted of [email, UNKNOWN_ID]) {
        expect(await run(['invitations', verb, wanted])).toEqual({
          exitCode: 4,
          stdout: '',
          stderr:
            'relayctl: There is no open invitation of that address or id: relayctl invitations lists all.\n',
        });
      }
    }
  });

  it('are accepted with a token from the environment, from stdin or typed', async () => {
    const { world, run } = await setUp();
    const stranger = await addStranger();
    const invite = async (role: string) =>
      tokenIn(await run(['invitations', 'send', stranger.email, '--role', role]));
    const leave = () => run(['members', 'remove', stranger.email, '--yes']);

    const env = { RELAY_TOKEN: stranger.token, RELAY_INVITE_TOKEN: await invite('admin') };
    const accepted = await platform.run(['invitations', 'accept'], env);
    expect(accepted).toEqual({
      exitCode: 0,
      stdout: 'You are admin in Shop Ltd now.\n',
      stderr: '',
    });
    await leave();
    const piped = ['invitations', 'accept', '--token-stdin', '--json'];
    expect(jsonOf(await stranger.run(piped, `${await invite('operator')}\n`))).toEqual({
      membership: { workspace_id: world.workspaceId, workspace_name: 'Shop Ltd', role: 'operator' },
    });
    await leave();
    const token = await invite('admin');
    const typed = await platform.converse('invitations accept', { RELAY_TOKEN: stranger.token }, [
      ['Invitation token: ', token],
    ]);
    expect(typed).toMatchObject({ exitCode: 0, output: expect.stringContaining('You are admin') });
    expect(typed.output).not.toContain(token);
  });

  it('are refused to another account, and to nobody', async () => {
    const { run } = await setUp();
    const stranger = await addStranger();
    const sent = await run(['invitations', 'send', uniqueEmail(), '--role', 'admin']);
    const RELAY_INVITE_TOKEN = tokenIn(sent);
    const accept = (env: NodeJS.ProcessEnv) => platform.run(['invitations', 'accept'], env);
    expect(await accept({ RELAY_TOKEN: stranger.token, RELAY_INVITE_TOKEN })).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('for another address'),
    });
    expect(await accept({ RELAY_INVITE_TOKEN })).toMatchObject({ exitCode: 3, stdout: '' });
    expect(await accept({ RELAY_TOKEN: stranger.token })).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('RELAY_INVITE_TOKEN'),
    });
  });

  it('are not sent to a member, by an operator, or with a wrong role or address', async () => {
    const { world, run } = await setUp();
    const operator = await addMember(world, 'operator');
    expect(await run(['invitations', 'send', operator.email, '--role', 'admin'])).toMatchObject({
      exitCode: 4,
      stderr: `relayctl: ${operator.email} is a member already: relayctl members set-role changes the role.\n`,
    });
    const args = ['invitations', 'send', uniqueEmail(), '--role', 'admin'];
    expect(await operator.run(args)).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('ask one of its owners'),
    });
    expect(await run(['invitations', 'send', uniqueEmail(), '--role', 'king'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('owner, admin, operator'),
    });
    expect((await run(['invitations', 'send', uniqueEmail()])).exitCode).toBe(2);
    expect(await run(['invitations', 'send', 'nobody', '--role', 'admin'])).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('email: '),
    });
  });
});

describe('members', () => {
  it('are given another role, by address and by id', async () => {
    const { world, run } = await setUp();
    const { email } = await addMember(world, 'operator');
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
    const [first, second] = [await addMember(world, 'admin'), await addMember(world, 'admin')];
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
    expect((await first.run(['members'])).exitCode).toBe(4);
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
    const admin = await addMember(world, 'admin');
    expect(await admin.run(['members', 'set-role', admin.email, 'owner'])).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('ask one of its owners'),
    });
  });

  it('are not found among others, and have no other role', async () => {
    const { run } = await setUp();
    const stranger = await addStranger();
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
    const { email } = await addMember(world, 'operator');
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
    const stranger = await addStranger();
    const invited = await run(['operators', 'create', stranger.email, ...settings]);
    expect(invited).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining(`${stranger.email} is invited as operator`),
    });
    const env = { RELAY_TOKEN: stranger.token, RELAY_INVITE_TOKEN: tokenIn(invited) };
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
