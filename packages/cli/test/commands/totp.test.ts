import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answering, startStandIn, type StandIn } from '../../../server/test/support/authenticator';
import { startRelay, type TestRelay } from '../../../server/test/support/relay';
import { register, uniqueEmail } from '../../../server/test/support/world';
import { setUpPlatform } from '../support/platform';
import { jsonOf } from '../support/relayctl';

const platform = setUpPlatform();
const PASSWORD = 'a long enough passphrase';

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

  it('sets up an authenticator app with its first code, and removes it again', async () => {
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

  it('asks again after a wrong code of the authenticator app', async () => {
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
    expect(enrolled.output).toContain('This code is wrong');
    expect(enrolled.output).toContain('"totp_enabled": true');
  });

  it('refuses to set up an app with a wrong password, or without a terminal for the code', async () => {
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

  it('says that a relay has no authenticator, or that the authenticator does not answer', async () => {
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
