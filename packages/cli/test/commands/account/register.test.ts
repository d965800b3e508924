import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { register, uniqueEmail } from '../../../../server/test/support/world';
import { setUpPlatform } from '../../support/platform';
import { configFolder, jsonOf } from '../../support/relayctl';
import { startScriptedRelay, TOKEN } from '../../support/scripted-relay';

const platform = setUpPlatform();
const PASSWORD = 'a long enough passphrase';

describe('register', () => {
  const args = (email: string) => ['register', '--email', email, '--display-name', 'Ada'];
  const env = { RELAY_PASSWORD: PASSWORD };

  it('registers an account with a workspace of its own, and signs it in', async () => {
    const email = uniqueEmail();
    const XDG_CONFIG_HOME = configFolder();
    const place = { ...env, XDG_CONFIG_HOME };
    const made = await platform.run([...args(email), '--organization', 'Ada Ltd'], place);
    expect(made.exitCode).toBe(0);
    expect(made.stdout).toContain(`as Ada <${email}>, until 2`);
    expect(made.stderr).toBe(
      'This relay runs in local mode without mail and has filled in the code.\n',
    );
    const { stdout } = await platform.run(['whoami'], { XDG_CONFIG_HOME });
    expect(stdout).toMatch(/Ada Ltd +owner/);
  });

  it('registers an account into the workspace of its invitation', async () => {
    const { ownerToken } = await platform.createWorld();
    const run = platform.as(ownerToken);
    const invite = async (email: string) => {
      const sent = await run(['invitation', 'send', email, '--role', 'admin', '--json']);
      return jsonOf(sent)['dev_invite_token'] as string;
    };
    const [first, second] = [uniqueEmail(), uniqueEmail()];
    const joined = await platform.run([...args(first), '--json'], {
      ...env,
      RELAY_INVITE_TOKEN: await invite(first),
    });
    const memberships = [expect.objectContaining({ workspace_name: 'Shop Ltd', role: 'admin' })];
    expect(jsonOf(joined)).toMatchObject({ account: { email: first }, memberships });
    expect(joined.stdout).not.toContain('token');
    const piped = [...args(second), '--token-stdin', '--json'];
    const token = await invite(second);
    expect(jsonOf(await platform.run(piped, env, `${token}\n`))).toMatchObject({ memberships });
    const again = await platform.run([...args(uniqueEmail()), '--token-stdin'], env, token);
    expect(again).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('Ask for a new') });
  });

  it('asks for what the options lack, and for the password twice', async () => {
    const email = uniqueEmail();
    const { exitCode, output } = await platform.converse('register --organization Ada', {}, [
      ['E-mail: ', email],
      ['Your name: ', 'Ada'],
      ['Password: ', PASSWORD],
      ['Repeat it: ', PASSWORD],
    ]);
    expect(output).toContain(`as Ada <${email}>`);
    expect(output).not.toContain(PASSWORD);
    expect(exitCode).toBe(0);
  });

  it('takes the mailed code from a person, who may mistype it', async () => {
    const relay = await startScriptedRelay();
    relay.script('POST register', { status: 201, data: { registration_token: 'reg_x' } });
    relay.script('POST verify/registration', { status: 401, data: { code: 'otp_invalid' } });
    relay.script('POST verify/registration', { data: relay.session() });
    const XDG_CONFIG_HOME = configFolder();
    const place = { ...env, RELAY_URL: relay.url, XDG_CONFIG_HOME };
    const command = 'register --email camille@shop.example --display-name Camille --organization X';
    const { exitCode, output } = await platform.converse(command, place, [
      ['Code: ', '12'],
      ['Code: ', '111 111'],
      ['Code: ', '222222'],
    ]);
    expect(exitCode).toBe(0);
    expect(output).toContain('or says that the account exists already');
    expect(relay.requests('POST verify/registration').map(({ body }) => body)).toEqual([
      { registration_token: 'reg_x', otp: '111111' },
      { registration_token: 'reg_x', otp: '222222' },
    ]);
    const profiles = readFileSync(join(XDG_CONFIG_HOME, 'chat-relay', 'profiles.json'), 'utf8');
    expect(profiles).toContain(TOKEN);
    expect(output).not.toContain(TOKEN);
  });

  it('says that no one can type the code, and that it has expired', async () => {
    const relay = await startScriptedRelay();
    const place = { ...env, RELAY_URL: relay.url };
    const run = () => platform.run([...args('a@shop.example'), '--organization', 'X'], place);
    relay.script('POST register', { status: 201, data: { registration_token: 'reg_x' } });
    expect(await run()).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('run it where you can type the code'),
    });
    const data = { registration_token: 'reg_x', dev_otp: '123456' };
    relay.script('POST register', { status: 201, data });
    relay.script('POST verify/registration', { status: 401, data: { code: 'challenge_invalid' } });
    expect(await run()).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('This registration has ended'),
    });
  });

  it('tells a person who has an account to sign in, in local mode', async () => {
    const email = uniqueEmail();
    await register(platform.relay().url, email, 'Ada', { organization_name: 'Ada Ltd' });
    expect(await platform.run([...args(email), '--organization', 'Ada'], env)).toMatchObject({
      exitCode: 4,
      stdout: '',
      stderr: expect.stringContaining(`${email} has an account already. Run relayctl login.`),
    });
  });

  it('ends register with 2 where an option is missing or contradicts another', async () => {
    const email = uniqueEmail();
    const organization = [...args(email), '--organization', 'X'];
    for (const [command, hint] of [
      [args(email), '--organization'],
      [organization, 'RELAY_PASSWORD'],
      [['register', '--organization', 'X'], '--email'],
      [[...organization, '--token-stdin'], '--token-stdin'],
      [[...args(email), '--token-stdin', '--password-stdin'], 'RELAY_INVITE_TOKEN'],
    ] as const) {
      expect(await platform.run(command)).toMatchObject({
        exitCode: 2,
        stdout: '',
        stderr: expect.stringContaining(hint),
      });
    }
    const twice = await platform.converse(organization.join(' '), {}, [
      ['Password: ', PASSWORD],
      ['Repeat it: ', `${PASSWORD}!`],
    ]);
    expect(twice).toMatchObject({
      exitCode: 2,
      output: expect.stringContaining('passwords are different'),
    });
  });
});
