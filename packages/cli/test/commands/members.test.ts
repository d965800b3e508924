import { describe, expect, it } from 'vitest';
import { setUpPlatform, UNKNOWN_ID } from '../support/platform';
import { jsonOf } from '../support/relayctl';

const platform = setUpPlatform();

describe('members', () => {
  it('gives a member another role, by address and by id', async () => {
    const { world, run } = await platform.setUpWorld();
    const { email } = await platform.addMember(world, 'operator');
    expect(await run(['member', 'set-role', email, 'admin'])).toEqual({
      exitCode: 0,
      stdout: `${email} is admin now.\n`,
      stderr: '',
    });
    const { members } = jsonOf(await run(['member', '--json'])) as {
      members: { account_id: string; email: string }[];
    };
    const id = members.find((one) => one.email === email)?.account_id ?? '';
    const changed = await run(['member', 'set-role', id, 'owner', '--json']);
    expect(jsonOf(changed)).toMatchObject({ member: { email, role: 'owner' } });
  });

  it('removes a member once their address is typed, or with --yes', async () => {
    const { world, run } = await platform.setUpWorld();
    const [first, second] = [
      await platform.addMember(world, 'admin'),
      await platform.addMember(world, 'admin'),
    ];
    expect(await run(['member', 'remove', first.email])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--yes'),
    });
    const token = world.ownerToken;
    const args = `member remove ${first.email}`;
    expect((await platform.runInTerminal(args, { token, answer: 'yes' })).exitCode).toBe(1);
    expect(await platform.runInTerminal(args, { token, answer: first.email })).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining(`Removed ${first.email} from the workspace.`),
    });
    const removed = await run(['member', 'remove', second.email, '--yes', '--json']);
    expect(jsonOf(removed)).toMatchObject({ member: { email: second.email } });
    // Removal from the only workspace also ends the login.
    expect((await platform.as(first.token)(['member'])).exitCode).toBe(3);
  });

  it('refuses to remove the last owner, and what an admin may not change', async () => {
    const { world, run } = await platform.setUpWorld();
    const { account } = jsonOf(await run(['whoami', '--json'])) as { account: { email: string } };
    for (const args of [
      ['member', 'set-role', account.email, 'admin'],
      ['member', 'remove', account.email, '--yes'],
    ]) {
      expect(await run(args)).toMatchObject({
        exitCode: 4,
        stdout: '',
        stderr: expect.stringContaining('Make another member an owner first'),
      });
    }
    const admin = await platform.addMember(world, 'admin');
    expect(
      await platform.as(admin.token)(['member', 'set-role', admin.email, 'owner']),
    ).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('Ask one of its owners'),
    });
  });

  it('refuses an unknown member and an unknown role', async () => {
    const { run } = await platform.setUpWorld();
    const stranger = await platform.createStranger();
    for (const wanted of [stranger.email, UNKNOWN_ID]) {
      expect(await run(['member', 'set-role', wanted, 'admin'])).toMatchObject({
        exitCode: 4,
        stderr: expect.stringContaining('There is no member with the '),
      });
    }
    expect(await run(['member', 'set-role', stranger.email, 'king'])).toMatchObject({
      exitCode: 2,
      stderr: 'relayctl: Unknown role. The roles are owner, admin, operator.\n',
    });
  });
});
