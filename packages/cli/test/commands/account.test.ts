import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answering, startStandIn, type StandIn } from '../../../server/test/support/authenticator';
import { startRelay, type TestRelay } from '../../../server/test/support/relay';
import { register, uniqueEmail } from '../../../server/test/support/world';
import { setUpPlatform, UNKNOWN_ID } from '../support/platform';
import { configFolder } from '../support/relayctl';
import { startScriptedRelay, TOKEN } from '../support/scripted-relay';

const platform = setUpPlatform();
const PASSWORD = 'a long enough passphrase';

const jsonOf = ({ stdout }: { stdout: string }) => JSON.parse(stdout) as Record<string, unknown>;

describe('register', () => {
  const args = (email: string) => ['register', '--email', email, '--display-name', 'Ada'];
  const env = { RELAY_PASSWORD: PASSWORD };

  it('makes an account with a workspace of its own, and ends signed in', async () => {
    const email = uniqueEmail();
    const XDG_CONFIG_HOME = configFolder();
    const place = { ...env, XDG_CONFIG_HOME };
    const made = await platform.run([...args(email), '--organization', 'Ada Ltd'], place);
    expect(made.exitCode).toBe(0);
    expect(made.stdout).toContain(`as Ada <${email}>, until 2`);
    expect(made.stderr).toBe(
      'This relay runs in local mode without mail: it filled in the code itself.\n',
    );
    const { stdout } = await platform.run(['whoami'], { XDG_CONFIG_HOME });
    expect(stdout).toMatch(/Ada Ltd +owner/);
  });

  it('joins the workspace of an invitation', async () => {
    const { ownerToken } = await platform.createWorld();
    const run = platform.as(ownerToken);
    const invite = async (email: string) => {
      const sent = await run(['invitations', 'send', email, '--role', 'admin', '--json']);
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
    expect(again).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('ask for a new') });
  });

  it('asks for what was not given, and for a password twice', async () => {
    const email = uniqueEmail();
    const { exitCode, output } = await platform.converse('register --organization Ada', {}, [
      ['E-mail: ', email],
      ['Your name: ', 'Ada'],
      ['Password: ', PASSWORD],
      ['Once more: ', PASSWORD],
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
    expect(output).toContain('or says that there is an account already');
    expect(relay.requests('POST verify/registration').map(({ body }) => body)).toEqual([
      { registration_token: 'reg_x', otp: '111111' },
      { registration_token: 'reg_x', otp: '222222' },
    ]);
    const profiles = readFileSync(join(XDG_CONFIG_HOME, 'chat-relay', 'profiles.json'), 'utf8');
    expect(profiles).toContain(TOKEN);
    expect(output).not.toContain(TOKEN);
  });

  it('says so where nobody can type the code, and where it is too late', async () => {
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
      stderr: expect.stringContaining('This registration is over'),
    });
  });

  it('tells who has an account to sign in, in local mode', async () => {
    const email = uniqueEmail();
    await register(platform.relay().url, email, 'Ada', { organization_name: 'Ada Ltd' });
    expect(await platform.run([...args(email), '--organization', 'Ada'], env)).toMatchObject({
      exitCode: 4,
      stdout: '',
      stderr: expect.stringContaining(`${email} has an account already: run relayctl login.`),
    });
  });

  it('ends with 2 where something is missing or said twice', async () => {
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
      ['Once more: ', `${PASSWORD}!`],
    ]);
    expect(twice).toMatchObject({ exitCode: 2, output: expect.stringContaining('two different') });
  });
});

describe('sessions revoke', () => {
  const loginOf = async (email: string): Promise<string> => {
    const XDG_CONFIG_HOME = configFolder();
    const env = { XDG_CONFIG_HOME, RELAY_PASSWORD: PASSWORD };
    await platform.run(['login', '--email', email], env);
    return XDG_CONFIG_HOME;
  };

  async function setUp() {
    const email = uniqueEmail();
    const by = { organization_name: 'Ada Ltd' };
    const { token } = await register(platform.relay().url, email, 'Ada', by);
    const other = await loginOf(email);
    return { email, run: platform.as(token), other };
  }
  const whoami = (XDG_CONFIG_HOME: string) => platform.run(['whoami'], { XDG_CONFIG_HOME });

  it('ends one login', async () => {
    const { run, other } = await setUp();
    const listed = jsonOf(await run(['sessions', '--json']));
    const sessions = listed['sessions'] as { session_id: string; is_current: boolean }[];
    const { session_id = '' } = sessions.find(({ is_current }) => !is_current) ?? {};
    expect((await whoami(other)).exitCode).toBe(0);
    const revoked = await run(['sessions', 'revoke', session_id, '--json']);
    expect(jsonOf(revoked)).toEqual({ session_id });
    expect((await whoami(other)).exitCode).toBe(3);
    expect((await run(['whoami'])).exitCode).toBe(0);
  });

  it('ends all logins but this one', async () => {
    const { email, run, other } = await setUp();
    const another = await loginOf(email);
    expect(await run(['sessions', 'revoke', '--others'])).toMatchObject({
      exitCode: 0,
      stdout: '2 other logins are over.\n',
    });
    for (const folder of [other, another]) expect((await whoami(folder)).exitCode).toBe(3);
    expect(jsonOf(await run(['sessions', 'revoke', '--others', '--json']))).toEqual({ revoked: 0 });
  });

  it('refuses one of somebody else, and what is no id', async () => {
    const { run } = await setUp();
    expect(await run(['sessions', 'revoke', UNKNOWN_ID])).toEqual({
      exitCode: 4,
      stdout: '',
      stderr: 'relayctl: You have no such login: relayctl sessions lists them.\n',
    });
    for (const args of [[], ['nope'], [UNKNOWN_ID, '--others']]) {
      expect(await run(['sessions', 'revoke', ...args])).toMatchObject({ exitCode: 2, stdout: '' });
    }
  });
});

describe('totp', () => {
  let standIn: StandIn;
  let relay: TestRelay;
  beforeAll(async () => {
    standIn = await startStandIn();
    relay = await startRelay({ env: standIn.env });
  });
  afterAll(async () => {
    await relay.stop();
    await standIn.close();
  });

  async function setUp(url = relay.url) {
    const by = { organization_name: 'Ada Ltd' };
    const { token } = await register(url, uniqueEmail(), 'Ada', by);
    return { RELAY_URL: url, RELAY_TOKEN: token };
  }

  it('sets up an app with its first code, and takes it off again', async () => {
    const env = await setUp();
    const enrolled = await platform.converse('totp enroll', env, [
      ['Password: ', PASSWORD],
      ['First code of the app: ', '123456'],
    ]);
    expect(enrolled.output).toContain('\n  otpauth://totp/x\n');
    expect(enrolled).toMatchObject({ exitCode: 0, output: expect.stringContaining('is set up') });
    expect(standIn.asked.at(-1)).toMatchObject({ op: 'activate', code: '123456' });

    const again = await platform.converse('totp enroll', env, []);
    expect(again).toMatchObject({ exitCode: 4, output: expect.stringContaining('totp disable') });
    const disable = ['totp', 'disable', '--password-stdin', '--json'];
    expect(jsonOf(await platform.run(disable, env, PASSWORD))).toEqual({ totp_enabled: false });
    const account = jsonOf(await platform.run(['whoami', '--json'], env))['account'];
    expect(account).toMatchObject({ totp_enabled: false });
  });

  it('asks again after a wrong code', async () => {
    const env = { ...(await setUp()), RELAY_PASSWORD: PASSWORD };
    const right = answering();
    standIn.behave((asked, response) => {
      const isWrong = asked.code === '000000';
      (isWrong ? answering({ valid: false, reason: 'wrong' }) : right)(asked, response);
    });
    const enrolled = await platform.converse('totp enroll --json', env, [
      ['First code of the app: ', '000000'],
      ['First code of the app: ', '123456'],
    ]);
    expect(enrolled.exitCode).toBe(0);
    expect(enrolled.output).toContain('That code is wrong');
    expect(enrolled.output).toContain('"totp_enabled": true');
  });

  it('refuses a wrong password, and to begin where nobody can type a code', async () => {
    const env = await setUp();
    const wrong = { ...env, RELAY_PASSWORD: 'wrong' };
    expect(await platform.converse('totp enroll', wrong, [])).toMatchObject({
      exitCode: 4,
      output: expect.stringContaining('Wrong e-mail or password'),
    });
    expect((await platform.run(['totp', 'disable'], wrong)).exitCode).toBe(4);
    const asked = standIn.asked.length;
    expect(await platform.run(['totp', 'enroll'], env)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('first code of your app'),
    });
    expect(standIn.asked).toHaveLength(asked);
    expect((await platform.run(['totp', 'disable'])).exitCode).toBe(3);
  });

  it('says that a relay has no authenticator, or that it is away', async () => {
    const none = { ...(await setUp(platform.relay().url)), RELAY_PASSWORD: PASSWORD };
    expect(await platform.converse('totp enroll', none, [])).toMatchObject({
      exitCode: 4,
      output: expect.stringContaining('AUTHENTICATOR_URL'),
    });
    const env = { ...(await setUp()), RELAY_PASSWORD: PASSWORD };
    standIn.behave((_asked, response) => void response.destroy());
    const away = await platform.converse('totp enroll', env, []);
    expect(away).toMatchObject({
      exitCode: 5,
      output: expect.stringContaining('authenticator service does not answer'),
    });
    expect(away.output).not.toContain('--totp');
  });
});
