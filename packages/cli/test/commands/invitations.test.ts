import { describe, expect, it } from 'vitest';
import { uniqueEmail } from '../../../server/test/support/world';
import { setUpPlatform, UNKNOWN_ID } from '../support/platform';
import { jsonOf } from '../support/relayctl';

const platform = setUpPlatform();

const TOKEN = /^ {2}(inv_[\w-]{43})$/m;
const tokenIn = ({ stderr }: { stderr: string }): string => TOKEN.exec(stderr)?.[1] ?? '';

describe('invitations', () => {
  it('sends an invitation, and prints its token on stderr where no mail is sent', async () => {
    const { run } = await platform.setUpWorld();
    const email = uniqueEmail();
    const sent = await run(['invitation', 'send', email, '--role', 'admin']);
    expect(sent.exitCode).toBe(0);
    expect(sent.stdout).toMatch(
      new RegExp(`^${email} is invited as admin, until 20[\\d-]{8}\\.\n$`),
    );
    expect(sent.stderr).toContain('local mode without mail');
    expect(sent.stderr).toMatch(TOKEN);
    const again = await run(['invitation', 'send', email, '--role', 'operator', '--json']);
    expect(jsonOf(again)).toEqual({
      invitation: expect.objectContaining({ email, role: 'operator', status: 'pending' }),
      dev_invite_token: tokenIn(again),
    });
  });

  it('sends an invitation again with a new token, by address and by id', async () => {
    const { run } = await platform.setUpWorld();
    const email = uniqueEmail();
    const first = await run(['invitation', 'send', email, '--role', 'admin', '--json']);
    const { invitation_id } = jsonOf(first)['invitation'] as { invitation_id: string };
    const tokens = new Set([tokenIn(first)]);
    for (const wanted of [email.toUpperCase(), invitation_id]) {
      const resent = await run(['invitation', 'resend', wanted]);
      expect(resent.exitCode).toBe(0);
      tokens.add(tokenIn(resent));
    }
    expect(tokens.size).toBe(3);
  });

  it('revokes an invitation once, after which it can’t be revoked or sent', async () => {
    const { run } = await platform.setUpWorld();
    const email = uniqueEmail();
    await run(['invitation', 'send', email, '--role', 'admin']);
    expect(await run(['invitation', 'revoke', email])).toEqual({
      exitCode: 0,
      stdout: `Revoked the invitation of ${email}.\n`,
      stderr: '',
    });
    for (const verb of ['revoke', 'resend']) {
      for (const wanted of [email, UNKNOWN_ID]) {
        expect(await run(['invitation', verb, wanted])).toEqual({
          exitCode: 4,
          stdout: '',
          stderr: expect.stringMatching(/There is no open invitation with the (address|id) /),
        });
      }
    }
  });

  it('accepts an invitation with a token from the environment, from stdin or typed', async () => {
    const { world, run } = await platform.setUpWorld();
    const stranger = await platform.createStranger();
    const invite = async (role: string) =>
      tokenIn(await run(['invitation', 'send', stranger.email, '--role', role]));
    const leave = () => run(['member', 'remove', stranger.email, '--yes']);

    const env = { RELAY_TOKEN: stranger.token, RELAY_INVITE_TOKEN: await invite('admin') };
    const accepted = await platform.run(['invitation', 'accept'], env);
    expect(accepted).toEqual({
      exitCode: 0,
      stdout: 'You are admin in Shop Ltd now.\n',
      stderr: '',
    });
    await leave();
    const piped = ['invitation', 'accept', '--token-stdin', '--json'];
    expect(
      jsonOf(await platform.as(stranger.token)(piped, `${await invite('operator')}\n`)),
    ).toEqual({
      membership: { workspace_id: world.workspaceId, workspace_name: 'Shop Ltd', role: 'operator' },
    });
    await leave();
    const token = await invite('admin');
    const typed = await platform.converse('invitation accept', { RELAY_TOKEN: stranger.token }, [
      ['Invitation token: ', token],
    ]);
    expect(typed).toMatchObject({ exitCode: 0, output: expect.stringContaining('You are admin') });
    expect(typed.output).not.toContain(token);
  });

  it('refuses an invitation to another account, and without a login', async () => {
    const { run } = await platform.setUpWorld();
    const stranger = await platform.createStranger();
    const sent = await run(['invitation', 'send', uniqueEmail(), '--role', 'admin']);
    const RELAY_INVITE_TOKEN = tokenIn(sent);
    const accept = (env: NodeJS.ProcessEnv) => platform.run(['invitation', 'accept'], env);
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

  it('refuses to invite a member, as an operator, or with a wrong role or address', async () => {
    const { world, run } = await platform.setUpWorld();
    const operator = await platform.addMember(world, 'operator');
    expect(await run(['invitation', 'send', operator.email, '--role', 'admin'])).toMatchObject({
      exitCode: 4,
      stderr: `relayctl: ${operator.email} is a member already. To change the role, use relayctl member set-role.\n`,
    });
    const args = ['invitation', 'send', uniqueEmail(), '--role', 'admin'];
    expect(await platform.as(operator.token)(args)).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('Ask one of its owners'),
    });
    expect(await run(['invitation', 'send', uniqueEmail(), '--role', 'king'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('owner, admin, operator'),
    });
    expect((await run(['invitation', 'send', uniqueEmail()])).exitCode).toBe(2);
    expect(await run(['invitation', 'send', 'nobody', '--role', 'admin'])).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('email'),
    });
  });
});
