import { describe, expect, it } from 'vitest';
import { addOperator, uniqueEmail } from '../../../server/test/support/world';
import { setUpPlatform, UNKNOWN_ID } from '../support/platform';
import { jsonOf } from '../support/relayctl';

const platform = setUpPlatform();

describe('operators', () => {
  const settings = ['--name', 'Oscar', '--tenant', 'shop'];

  it('makes an operator of a member', async () => {
    const { world, run } = await platform.setUpWorld();
    const { email } = await platform.addMember(world, 'operator');
    const keys = ['--routing-key', 'paris', '--routing-key', 'lyon', '--capacity', '3'];
    const args = ['operator', 'create', email, ...settings, ...keys];
    expect(await run(args)).toEqual({
      exitCode: 0,
      stdout: 'Oscar is an operator: 1 tenant, routing keys paris lyon, capacity 3.\n',
      stderr: '',
    });
    expect(await run(args)).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining(
        'is an operator already. To change an operator, use relayctl operator update',
      ),
    });
  });

  it('invites a stranger who is to be an operator', async () => {
    const { run } = await platform.setUpWorld();
    const stranger = await platform.createStranger();
    const invited = await run(['operator', 'create', stranger.email, ...settings]);
    expect(invited).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining(`${stranger.email} is invited as operator`),
    });
    const env = {
      RELAY_TOKEN: stranger.token,
      RELAY_INVITE_TOKEN: /inv_\S+/.exec(invited.stderr)?.[0],
    };
    expect((await platform.run(['invitation', 'accept'], env)).exitCode).toBe(0);
    expect((await run(['operator'])).stdout).toContain('Oscar');
  });

  it('changes of an operator only what is given', async () => {
    const { world, run } = await platform.setUpWorld();
    const more = { routing_keys: ['paris'], capacity: 7 };
    const { operatorId } = await addOperator(platform.relay().url, world, 'Oscar', more);
    await run(['tenant', 'create', 'Second']);
    const args = ['operator', 'update', 'oscar', '--tenant', 'Second', '--tenant', world.tenantId];
    expect(jsonOf(await run([...args, '--json']))).toMatchObject({
      operator: { operator_id: operatorId, routing_keys: ['paris'] },
    });
    const renamed = ['operator', 'update', operatorId, '--name', 'Ole', '--routing-key', 'none'];
    expect((await run(renamed)).stdout).toBe(
      'Ole is an operator: 2 tenants, every routing key, capacity 7.\n',
    );
  });

  it('says before a list is replaced what goes and what comes', async () => {
    const { world, run } = await platform.setUpWorld();
    await addOperator(platform.relay().url, world, 'Oscar', { routing_keys: ['paris', 'lyon'] });
    await run(['tenant', 'create', 'Second']);
    const tenants = await run(['operator', 'update', 'Oscar', '--tenant', 'Second']);
    expect(tenants.stderr).toBe('Tenants of Oscar:\n  - Shop\n  + Second\n');
    const keys = ['--routing-key', 'paris', '--routing-key', 'nice'];
    expect((await run(['operator', 'update', 'Oscar', ...keys])).stderr).toBe(
      'Routing keys of Oscar:\n    paris\n  - lyon\n  + nice\n',
    );
    const none = await run(['operator', 'update', 'Oscar', '--routing-key', 'none']);
    expect(none.stderr).toBe('Routing keys of Oscar:\n  - paris\n  - nice\n  + every key\n');
  });

  it('removes an operator once their name is typed, or with --yes', async () => {
    const { world, run } = await platform.setUpWorld();
    const { url } = platform.relay();
    await addOperator(url, world, 'Oscar');
    await addOperator(url, world, 'Olive');
    expect((await run(['operator', 'remove', 'Oscar'])).exitCode).toBe(2);
    const token = world.ownerToken;
    const args = 'operator remove oscar';
    expect(await platform.runInTerminal(args, { token, answer: 'Oscar' })).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('Removed Oscar from the operators.'),
    });
    const removed = await run(['operator', 'remove', 'Olive', '--yes', '--json']);
    expect(jsonOf(removed)).toMatchObject({ operator: { display_name: 'Olive' } });
    expect(await run(['operator'])).toMatchObject({ exitCode: 0, stderr: 'No operators.\n' });
  });

  it('refuses an unknown tenant, an unknown operator and wrong input', async () => {
    const { world, run } = await platform.setUpWorld();
    const foreign = await platform.createWorld({ tenant_name: 'Foreign' });
    const create = ['operator', 'create', uniqueEmail(), '--name', 'Oscar'];
    for (const tenant of ['Foreign', foreign.tenantId, UNKNOWN_ID]) {
      expect(await run([...create, '--tenant', tenant])).toMatchObject({
        exitCode: 4,
        stderr: expect.stringContaining('There is no tenant with the '),
      });
    }
    for (const args of [
      ['update', 'Nobody', '--capacity', '2'],
      ['remove', UNKNOWN_ID, '--yes'],
    ]) {
      expect(await run(['operator', ...args])).toMatchObject({
        exitCode: 4,
        stderr: expect.stringContaining('There is no operator with the '),
      });
    }
    for (const args of [
      create,
      ['operator', 'create', uniqueEmail(), '--tenant', 'Shop'],
      [...create, '--tenant', 'Shop', '--capacity', '0'],
      ['operator', 'update', 'Oscar'],
    ]) {
      expect(await run(args)).toMatchObject({ exitCode: 2, stdout: '' });
    }
    const { token } = await addOperator(platform.relay().url, world, 'Oscar');
    expect(await platform.as(token)([...create, '--tenant', 'Shop'])).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('Ask one of its owners'),
    });
  });
});
