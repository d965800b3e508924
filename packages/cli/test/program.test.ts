import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { configFolder, setUpRelayctl } from './support/relayctl';
import { startScriptedRelay, TOKEN } from './support/scripted-relay';

const relayctl = setUpRelayctl();
const PASSWORD = 'a password that must not be shown';
const ADMIN_KEY = 'an-admin-key-that-must-not-be-shown';

async function setUp() {
  const relay = await startScriptedRelay();
  const config = configFolder();
  const env = { XDG_CONFIG_HOME: config, RELAY_URL: relay.url };
  const run = async (args: string[], more: NodeJS.ProcessEnv = {}, stdin = '') => {
    const outcome = await relayctl.run(args, { env: { ...env, ...more }, stdin });
    for (const secret of [PASSWORD, ADMIN_KEY, TOKEN]) {
      expect(outcome.stdout + outcome.stderr).not.toContain(secret);
    }
    return outcome;
  };
  const login = (more: NodeJS.ProcessEnv = {}) =>
    run(['login', '--email', 'camille@shop.example'], { RELAY_PASSWORD: PASSWORD, ...more });
  const profiles = join(config, 'chat-relay', 'profiles.json');
  return { relay, run, login, profiles };
}

describe('login', () => {
  it('signs in with the code that a local relay fills in, and says so on stderr', async () => {
    const { relay, login } = await setUp();
    const { exitCode, stdout, stderr } = await login();
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('local mode'),
    });
    expect(stdout).toBe(
      `Signed in to ${relay.url} as Camille <camille@shop.example>, until 2026-11-28.\n`,
    );
    expect(relay.requests('POST login')[0]?.body).toEqual({
      email: 'camille@shop.example',
      password: PASSWORD,
    });
    expect(relay.requests('POST verify/login-otp')[0]?.body).toEqual({
      challenge_token: 'chl_x',
      code: '123456',
    });
  });

  it('keeps the token in a file that only its owner can read', async () => {
    const { relay, login, profiles } = await setUp();
    await login();
    expect(statSync(profiles).mode & 0o777).toBe(0o600);
    expect(statSync(join(profiles, '..')).mode & 0o777).toBe(0o700);
    expect(JSON.parse(readFileSync(profiles, 'utf8'))).toMatchObject({
      profiles: { default: { url: relay.url, token: TOKEN } },
    });
  });

  it('takes the password from stdin, and a mailed code from RELAY_OTP', async () => {
    const { relay, run } = await setUp();
    relay.script('POST get/login-otp', { data: relay.sentCode });
    const args = ['login', '--email', 'camille@shop.example', '--password-stdin'];
    const { exitCode, stderr } = await run(args, { RELAY_OTP: '654321' }, `${PASSWORD}\n`);
    expect(exitCode).toBe(0);
    expect(stderr).toContain('c***@shop.example');
    expect(relay.requests('POST login')[0]?.body['password']).toBe(PASSWORD);
    expect(relay.requests('POST verify/login-otp')[0]?.body['code']).toBe('654321');
  });

  it('asks for no mailed code that nobody can type', async () => {
    const { relay, run, login } = await setUp();
    relay.configureMail();
    relay.script('POST get/login-otp', { data: relay.sentCode });
    const refused = {
      exitCode: 2,
      stderr: expect.stringContaining('no terminal to ask on: run it where you can type'),
    };
    expect(await login()).toMatchObject(refused);
    expect(relay.requests('POST get/login-otp')).toHaveLength(0);
    const args = ['register', '--email', 'c@shop.example', '--display-name', 'C'];
    const env = { RELAY_PASSWORD: PASSWORD };
    expect(await run([...args, '--organization', 'X'], env)).toMatchObject(refused);
    expect(relay.requests('POST register')).toHaveLength(0);
  });

  it('takes a code of the authenticator app with --totp', async () => {
    const { relay, run } = await setUp();
    const env = { RELAY_PASSWORD: PASSWORD, RELAY_OTP: '111222' };
    const { exitCode } = await run(['login', '--email', 'c@shop.example', '--totp'], env);
    expect(exitCode).toBe(0);
    expect(relay.requests('POST verify/login-totp')[0]?.body['totp']).toBe('111222');
    expect(relay.requests('POST get/login-otp')).toHaveLength(0);
  });

  it('says what else there is when the authenticator is away', async () => {
    const { relay, run } = await setUp();
    const away = { status: 503, data: { code: 'totp_unavailable' } };
    relay.script('POST verify/login-totp', away);
    const env = { RELAY_PASSWORD: PASSWORD, RELAY_OTP: '111222' };
    const login = await run(['login', '--email', 'c@shop.example', '--totp'], env);
    expect(login).toMatchObject({ exitCode: 5, stderr: expect.stringContaining('without --totp') });
  });

  it('asks for nothing where it can’t be remembered', async () => {
    const { relay, login } = await setUp();
    const outcome = await login({ XDG_CONFIG_HOME: '/dev/null/config' });
    expect(outcome).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/^relayctl: .+XDG_CONFIG_HOME.+\n$/),
    });
    expect(relay.requests('POST login')).toHaveLength(0);
  });

  it('needs no code where the relay asks for none', async () => {
    const { relay, login } = await setUp();
    relay.script('POST login', { data: { redirect_to_mfa: false, ...relay.session() } });
    expect((await login()).exitCode).toBe(0);
    expect(relay.requests('POST get/login-otp')).toHaveLength(0);
  });

  it('prints JSON without the token', async () => {
    const { relay, run } = await setUp();
    const args = ['login', '--email', 'camille@shop.example', '--json', '--profile', 'staging'];
    const { stdout } = await run(args, { RELAY_PASSWORD: PASSWORD });
    expect(JSON.parse(stdout)).toMatchObject({ url: relay.url, profile: 'staging' });
  });

  it.each([
    ['a wrong password', 'POST login', 401, 'invalid_credentials', 4],
    ['a wrong code', 'POST verify/login-otp', 401, 'otp_invalid', 4],
    ['too many attempts', 'POST login', 429, 'rate_limited', 4],
    ['a relay that is shutting down', 'POST login', 503, 'shutting_down', 5],
    ['a relay that fails', 'POST login', 500, 'internal_error', 1],
  ])('ends with its exit code on %s', async (_what, route, status, code, exitCode) => {
    const { relay, login, profiles } = await setUp();
    relay.script('POST get/login-otp', { data: relay.sentCode });
    relay.script(route, { status, data: { code } });
    const outcome = await login({ RELAY_OTP: '000000' });
    expect(outcome).toMatchObject({ exitCode, stdout: '' });
    expect(outcome.stderr.trim().split('\n').at(-1)).toMatch(/^relayctl: /);
    expect(existsSync(profiles)).toBe(false);
  });

  it('asks nobody where there is no terminal', async () => {
    const { run } = await setUp();
    expect(await run(['login'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--email'),
    });
    expect(await run(['login', '--email', 'c@shop.example'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('RELAY_PASSWORD'),
    });
  });

  it('does not follow a redirect with a password', async () => {
    const { relay, login } = await setUp();
    relay.script('POST login', { status: 307 });
    expect(await login()).toMatchObject({
      exitCode: 5,
      stderr: expect.stringContaining('redirects'),
    });
  });
});

describe('whoami and logout', () => {
  it('shows the account, its relay and its workspaces', async () => {
    const { relay, run, login } = await setUp();
    await login();
    const { exitCode, stdout } = await run(['whoami']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`Camille <camille@shop.example>\non ${relay.url}\n`);
    expect(stdout).toMatch(/WORKSPACE +ROLE +ID\nDemo shop +operator +0190/);
    const json = await run(['whoami', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ account: { display_name: 'Camille' } });
  });

  it('uses no colour and no escape sequence off a terminal', async () => {
    const { run, login } = await setUp();
    await login();
    const { stdout } = await run(['whoami']);
    expect(stdout).not.toContain('\u001b');
  });

  it('says who is not signed in what to do', async () => {
    const { relay, run } = await setUp();
    expect(await run(['whoami'])).toMatchObject({
      exitCode: 3,
      stdout: '',
      stderr: `relayctl: You are not signed in to ${relay.url}: run relayctl login --url ${relay.url}.\n`,
    });
  });

  it('ends with 3 when the login has expired', async () => {
    const { relay, run, login } = await setUp();
    await login();
    relay.invalidateToken();
    expect(await run(['whoami'])).toMatchObject({
      exitCode: 3,
      stderr: 'relayctl: Your login has expired: run relayctl login.\n',
    });
  });

  it('sends a token to no other relay than its own', async () => {
    const { run, login } = await setUp();
    await login();
    const other = await startScriptedRelay();
    const { exitCode } = await run(['whoami', '--url', other.url]);
    expect(exitCode).toBe(3);
    expect(other.requests('GET fetch/account')).toHaveLength(0);
  });

  it('takes RELAY_TOKEN before the profile', async () => {
    const { run } = await setUp();
    expect((await run(['whoami'], { RELAY_TOKEN: TOKEN })).exitCode).toBe(0);
    expect(await run(['whoami'], { RELAY_TOKEN: 'another' })).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('RELAY_TOKEN is set and wins.'),
    });
  });

  it('keeps profiles apart', async () => {
    const { run, login } = await setUp();
    await login();
    expect((await run(['whoami', '--profile', 'staging'])).exitCode).toBe(3);
    expect((await run(['whoami', '--profile', '__proto__'])).exitCode).toBe(3);
    expect((await run(['whoami', '--profile', '../x'])).exitCode).toBe(2);
  });

  it('ends the login at the relay and forgets it', async () => {
    const { relay, run, login, profiles } = await setUp();
    await login();
    expect((await run(['logout'])).exitCode).toBe(0);
    expect(relay.requests('POST logout')).toHaveLength(1);
    expect(readFileSync(profiles, 'utf8')).not.toContain(TOKEN);
    expect((await run(['whoami'])).exitCode).toBe(3);
  });

  it('forgets a login that is over already', async () => {
    const { relay, run, login, profiles } = await setUp();
    await login();
    relay.invalidateToken();
    expect((await run(['logout'])).exitCode).toBe(0);
    expect(readFileSync(profiles, 'utf8')).not.toContain(TOKEN);
  });

  it('says so when the profiles are damaged', async () => {
    const { run, login, profiles } = await setUp();
    await login();
    writeFileSync(profiles, '{"profiles": {"default": 7}}');
    expect(await run(['whoami'])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('damaged'),
    });
  });
});

describe('bootstrap', () => {
  it('sends the admin key and the account, and prints the outcome', async () => {
    const { relay, run } = await setUp();
    const args = ['bootstrap', '--email', 'root@shop.example', '--display-name', 'Root'];
    const env = { RELAY_ADMIN_KEY: ADMIN_KEY };
    const { exitCode, stdout } = await run(
      [...args, '--password-stdin', '--json'],
      env,
      `${PASSWORD}\n`,
    );
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'created' });
    const [request] = relay.requests('POST bootstrap/system-admin');
    expect(request?.headers['x-admin-key']).toBe(ADMIN_KEY);
    expect(request?.body).toEqual({
      email: 'root@shop.example',
      password: PASSWORD,
      display_name: 'Root',
    });
  });

  it('leaves the account to the relay’s own settings without --email', async () => {
    const { relay, run } = await setUp();
    expect((await run(['bootstrap'], { RELAY_ADMIN_KEY: ADMIN_KEY })).exitCode).toBe(0);
    expect(relay.requests('POST bootstrap/system-admin')[0]?.body).toEqual({});
  });

  it('says what to do about a wrong key', async () => {
    const { relay, run } = await setUp();
    relay.script('POST bootstrap/system-admin', {
      status: 401,
      data: { code: 'invalid_admin_key' },
    });
    expect(await run(['bootstrap'], { RELAY_ADMIN_KEY: ADMIN_KEY })).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('RELAY_ADMIN_KEY'),
    });
  });
});

describe('the command line', () => {
  it('ends with 5 when nothing listens', async () => {
    const { run } = await setUp();
    const env = { RELAY_URL: 'http://127.0.0.1:9', RELAY_TOKEN: TOKEN };
    expect(await run(['whoami'], env)).toMatchObject({
      exitCode: 5,
      stderr: expect.stringContaining('127.0.0.1:9'),
    });
  });

  it('ends with 5 when what answers is no relay', async () => {
    const { run } = await setUp();
    const server = createServer((_request, response) => response.end('<h1>It works!</h1>'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await run(['whoami', '--url', url], { RELAY_TOKEN: TOKEN })).toMatchObject({
      exitCode: 5,
      stderr: expect.stringContaining('not as a chat relay'),
    });
  });

  it.each([
    [['nope']],
    [['whoami', '--nope']],
    [['whoami', '--url', 'ftp://relay.example']],
    [['whoami', '--url', 'https://user:secret@relay.example']],
    [['bootstrap', '--password-stdin']],
  ])('ends with 2 on %j', async (args) => {
    const { run } = await setUp();
    expect(await run(args)).toMatchObject({ exitCode: 2, stdout: '' });
  });

  it.each([[['--help']], [['login', '--help']], [['inbox', '--help']], [['bootstrap', '--help']]])(
    'explains itself with examples on %j',
    async (args) => {
      const { run } = await setUp();
      const { exitCode, stdout, stderr } = await run(args);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      expect(stdout).toContain('Examples:\n  ');
      expect(stdout).toContain('--json');
    },
  );

  it('ends with 1 and one line where its result can’t be written', async () => {
    const stderr = join(configFolder(), 'stderr');
    const command = `${process.execPath} ${relayctl.main()} completion bash > /dev/full 2> ${stderr}`;
    expect(spawnSync('sh', ['-c', command]).status).toBe(1);
    expect(readFileSync(stderr, 'utf8')).toMatch(/^relayctl: .+ENOSPC.+\n$/);
  });

  it('shows what the relay says without letting it touch the terminal', async () => {
    const { relay, run } = await setUp();
    relay.script('GET fetch/account', { status: 422, data: { code: 'x\u001b[2J' } });
    const { stderr } = await run(['whoami'], { RELAY_TOKEN: TOKEN });
    expect(stderr).toContain('␛[2J');
    expect(stderr).not.toContain('\u001b');
  });
});
