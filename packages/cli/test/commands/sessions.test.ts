import { describe, expect, it } from 'vitest';
import { register, uniqueEmail } from '../../../server/test/support/world';
import { setUpPlatform, UNKNOWN_ID } from '../support/platform';
import { configFolder, jsonOf } from '../support/relayctl';

const platform = setUpPlatform();
const PASSWORD = 'a long enough passphrase';

describe('session revoke', () => {
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
    const listed = jsonOf(await run(['session', '--json']));
    const sessions = listed['sessions'] as { session_id: string; is_current: boolean }[];
    const { session_id = '' } = sessions.find(({ is_current }) => !is_current) ?? {};
    expect((await whoami(other)).exitCode).toBe(0);
    const revoked = await run(['session', 'revoke', session_id, '--json']);
    expect(jsonOf(revoked)).toEqual({ session_id });
    expect((await whoami(other)).exitCode).toBe(3);
    expect((await run(['whoami'])).exitCode).toBe(0);
  });

  it('ends all logins but this one', async () => {
    const { email, run, other } = await setUp();
    const another = await loginOf(email);
    expect(await run(['session', 'revoke', '--others'])).toMatchObject({
      exitCode: 0,
      stdout: 'Ended 2 other logins.\n',
    });
    for (const folder of [other, another]) expect((await whoami(folder)).exitCode).toBe(3);
    expect(jsonOf(await run(['session', 'revoke', '--others', '--json']))).toEqual({ revoked: 0 });
  });

  it('refuses to end a login of another account, and what is no id', async () => {
    const { run } = await setUp();
    expect(await run(['session', 'revoke', UNKNOWN_ID])).toEqual({
      exitCode: 4,
      stdout: '',
      stderr: 'relayctl: You have no login with this id. relayctl session list shows them.\n',
    });
    for (const args of [[], ['nope'], [UNKNOWN_ID, '--others']]) {
      expect(await run(['session', 'revoke', ...args])).toMatchObject({ exitCode: 2, stdout: '' });
    }
  });
});
