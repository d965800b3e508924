import { describe, expect, it } from 'vitest';
import { ADMIN_KEY, PASSWORD, setUpScripted } from '../../support/scripted-relayctl';

const scripted = setUpScripted();

describe('bootstrap', () => {
  it('sends the admin key and the account, and prints the outcome', async () => {
    const { relay, run } = await scripted.setUp();
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

  it('leaves the account of bootstrap to the relay’s settings without --email', async () => {
    const { relay, run } = await scripted.setUp();
    expect((await run(['bootstrap'], { RELAY_ADMIN_KEY: ADMIN_KEY })).exitCode).toBe(0);
    expect(relay.requests('POST bootstrap/system-admin')[0]?.body).toEqual({});
  });

  it('says what to do about a wrong admin key', async () => {
    const { relay, run } = await scripted.setUp();
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
