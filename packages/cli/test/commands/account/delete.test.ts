import { expect, it } from 'vitest';
import { PASSWORD } from '../../../../server/test/support/world';
import { setUpPlatform } from '../../support/platform';

const platform = setUpPlatform();

it('deletes a workspace by its name, and then the account by its password', async () => {
  const { email, token } = await platform.createStranger();
  const run = (args: string[]) =>
    platform.run(args, { RELAY_TOKEN: token, RELAY_PASSWORD: PASSWORD });
  expect(await run(['account', 'delete', '--yes'])).toMatchObject({
    exitCode: 4,
    stderr: expect.stringContaining('relayctl workspace delete'),
  });
  expect((await run(['workspace', 'delete', 'Elsewhere'])).exitCode).toBe(2);
  const deleted = await run(['workspace', 'delete', 'Elsewhere', '--yes']);
  expect(deleted).toMatchObject({ exitCode: 0, stdout: 'Deleted Elsewhere.\n' });
  const gone = await run(['account', 'delete', '--yes']);
  expect(gone).toMatchObject({ exitCode: 0, stdout: `Deleted the account ${email}.\n` });
  expect((await run(['whoami'])).exitCode).toBe(3);
});
