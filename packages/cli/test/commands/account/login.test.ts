import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startScriptedRelay, TOKEN } from '../../support/scripted-relay';
import { PASSWORD, setUpScripted } from '../../support/scripted-relayctl';

const scripted = setUpScripted();

describe('login', () => {
  it('signs in with the code that a local relay fills in, and says so on stderr', async () => {
    const { relay, login } = await scripted.setUp();
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

  it('stores the login’s token in a file that only its owner can read', async () => {
    const { relay, login, profiles } = await scripted.setUp();
    await login();
    expect(statSync(profiles).mode & 0o777).toBe(0o600);
    expect(statSync(join(profiles, '..')).mode & 0o777).toBe(0o700);
    expect(JSON.parse(readFileSync(profiles, 'utf8'))).toMatchObject({
      profiles: { default: { url: relay.url, token: TOKEN } },
    });
  });

  it('reads the password from stdin and the mailed code from RELAY_OTP', async () => {
    const { relay, run } = await scripted.setUp();
    relay.script('POST get/login-otp', { data: relay.sentCode });
    const args = ['login', '--email', 'camille@shop.example', '--password-stdin'];
    const { exitCode, stderr } = await run(args, { RELAY_OTP: '654321' }, `${PASSWORD}\n`);
    expect(exitCode).toBe(0);
    expect(stderr).toContain('c***@shop.example');
    expect(relay.requests('POST login')[0]?.body['password']).toBe(PASSWORD);
    expect(relay.requests('POST verify/login-otp')[0]?.body['code']).toBe('654321');
  });

  it('asks for no mailed code without a terminal to type it in', async () => {
    const { relay, run, login } = await scripted.setUp();
    relay.configureMail();
    relay.script('POST get/login-otp', { data: relay.sentCode });
    const refused = {
      exitCode: 2,
      stderr: expect.stringContaining('no terminal for questions: run it where you can type'),
    };
    expect(await login()).toMatchObject(refused);
    expect(relay.requests('POST get/login-otp')).toHaveLength(0);
    const args = ['register', '--email', 'c@shop.example', '--display-name', 'C'];
    const env = { RELAY_PASSWORD: PASSWORD };
    expect(await run([...args, '--organization', 'X'], env)).toMatchObject(refused);
    expect(relay.requests('POST register')).toHaveLength(0);
  });

  it('takes a code of the authenticator app with --totp', async () => {
    const { relay, run } = await scripted.setUp();
    const env = { RELAY_PASSWORD: PASSWORD, RELAY_OTP: '111222' };
    const { exitCode } = await run(['login', '--email', 'c@shop.example', '--totp'], env);
    expect(exitCode).toBe(0);
    expect(relay.requests('POST verify/login-totp')[0]?.body['totp']).toBe('111222');
    expect(relay.requests('POST get/login-otp')).toHaveLength(0);
  });

  it('names the alternative when the authenticator does not answer', async () => {
    const { relay, run } = await scripted.setUp();
    const away = { status: 503, data: { code: 'totp_unavailable' } };
    relay.script('POST verify/login-totp', away);
    const env = { RELAY_PASSWORD: PASSWORD, RELAY_OTP: '111222' };
    const login = await run(['login', '--email', 'c@shop.example', '--totp'], env);
    expect(login).toMatchObject({ exitCode: 5, stderr: expect.stringContaining('without --totp') });
  });

  it('asks for no password where the login could not be stored', async () => {
    const { relay, login } = await scripted.setUp();
    const outcome = await login({ XDG_CONFIG_HOME: '/dev/null/config' });
    expect(outcome).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/^relayctl: .+XDG_CONFIG_HOME.+\n$/),
    });
    expect(relay.requests('POST login')).toHaveLength(0);
  });

  it('signs in without a code where the relay asks for none', async () => {
    const { relay, login } = await scripted.setUp();
    relay.script('POST login', { data: { redirect_to_mfa: false, ...relay.session() } });
    expect((await login()).exitCode).toBe(0);
    expect(relay.requests('POST get/login-otp')).toHaveLength(0);
  });

  it('prints the login as JSON without the token', async () => {
    const { relay, run } = await scripted.setUp();
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
  ])('ends a login with its exit code on %s', async (_what, route, status, code, exitCode) => {
    const { relay, login, profiles } = await scripted.setUp();
    relay.script('POST get/login-otp', { data: relay.sentCode });
    relay.script(route, { status, data: { code } });
    const outcome = await login({ RELAY_OTP: '000000' });
    expect(outcome).toMatchObject({ exitCode, stdout: '' });
    expect(outcome.stderr.trim().split('\n').at(-1)).toMatch(/^relayctl: /);
    expect(existsSync(profiles)).toBe(false);
  });

  it('asks no question at login without a terminal', async () => {
    const { run } = await scripted.setUp();
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
    const { relay, login } = await scripted.setUp();
    relay.script('POST login', { status: 307 });
    expect(await login()).toMatchObject({
      exitCode: 5,
      stderr: expect.stringContaining('redirects'),
    });
  });
});

describe('whoami and logout', () => {
  it('shows the account, its relay and its workspaces', async () => {
    const { relay, run, login } = await scripted.setUp();
    await login();
    const { exitCode, stdout } = await run(['whoami']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`Camille <camille@shop.example>\non ${relay.url}\n`);
    expect(stdout).toMatch(/WORKSPACE +ROLE +ID\nDemo shop +operator +0190/);
    const json = await run(['whoami', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ account: { display_name: 'Camille' } });
  });

  it('uses no colour and no escape sequence off a terminal', async () => {
    const { run, login } = await scripted.setUp();
    await login();
    const { stdout } = await run(['whoami']);
    expect(stdout).not.toContain('\u001b');
  });

  it('tells a person who is not signed in what to do', async () => {
    const { relay, run } = await scripted.setUp();
    expect(await run(['whoami'])).toMatchObject({
      exitCode: 3,
      stdout: '',
      stderr: `relayctl: You are not signed in to ${relay.url}. Run relayctl login --url ${relay.url}.\n`,
    });
  });

  it('ends with 3 when the login has expired, and says so', async () => {
    const { relay, run, login } = await scripted.setUp();
    await login();
    relay.invalidateToken();
    expect(await run(['whoami'])).toMatchObject({
      exitCode: 3,
      stderr: 'relayctl: Your login has expired. Run relayctl login.\n',
    });
  });

  it('sends a token to no other relay than its own', async () => {
    const { run, login } = await scripted.setUp();
    await login();
    const other = await startScriptedRelay();
    const { exitCode } = await run(['whoami', '--url', other.url]);
    expect(exitCode).toBe(3);
    expect(other.requests('GET fetch/account')).toHaveLength(0);
  });

  it('prefers RELAY_TOKEN to the token of the profile', async () => {
    const { run } = await scripted.setUp();
    expect((await run(['whoami'], { RELAY_TOKEN: TOKEN })).exitCode).toBe(0);
    expect(await run(['whoami'], { RELAY_TOKEN: 'another' })).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('RELAY_TOKEN overrides the saved login.'),
    });
  });

  it('keeps the logins of two profiles apart', async () => {
    const { run, login } = await scripted.setUp();
    await login();
    expect((await run(['whoami', '--profile', 'staging'])).exitCode).toBe(3);
    expect((await run(['whoami', '--profile', '__proto__'])).exitCode).toBe(3);
    expect((await run(['whoami', '--profile', '../x'])).exitCode).toBe(2);
  });

  it('ends the login at the relay and deletes it here', async () => {
    const { relay, run, login, profiles } = await scripted.setUp();
    await login();
    expect((await run(['logout'])).exitCode).toBe(0);
    expect(relay.requests('POST logout')).toHaveLength(1);
    expect(readFileSync(profiles, 'utf8')).not.toContain(TOKEN);
    expect((await run(['whoami'])).exitCode).toBe(3);
  });

  it('deletes a login that the relay has ended already', async () => {
    const { relay, run, login, profiles } = await scripted.setUp();
    await login();
    relay.invalidateToken();
    expect((await run(['logout'])).exitCode).toBe(0);
    expect(readFileSync(profiles, 'utf8')).not.toContain(TOKEN);
  });

  it('says so when the profiles are damaged', async () => {
    const { run, login, profiles } = await scripted.setUp();
    await login();
    writeFileSync(profiles, '{"profiles": {"default": 7}}');
    expect(await run(['whoami'])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('damaged'),
    });
  });
});
