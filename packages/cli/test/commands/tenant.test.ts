import { describe, expect, it } from 'vitest';
import { createVisitor } from '../../../server/test/support/world';
import { setUpPlatform, UNKNOWN_ID } from '../support/platform';
import { jsonOf } from '../support/relayctl';

const platform = setUpPlatform();

describe('tenant', () => {
  it('creates a tenant, and prints its secret on stdout with a note on stderr', async () => {
    const { run } = await platform.setUpWorld();
    const args = ['tenant', 'create', 'Café', '--origin', 'https://a.example'];
    const created = await run([...args, '--origin', 'https://b.example', '--json']);
    expect(created).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('shown only once'),
    });
    expect(jsonOf(created)).toMatchObject({
      tenant: { tenant_name: 'Café', allowed_origins: ['https://a.example', 'https://b.example'] },
      tenant_secret: expect.stringMatching(/^ts_/),
    });
    const shown = await run(['tenant', 'show', 'café']);
    expect(shown.stdout).toMatch(/^Café\n[^]+ origins +https:\/\/a.example https:\/\/b.example\n/);
    expect(shown.stdout).not.toContain('ts_');
  });

  it('shows from which pages the widget of a tenant calls', async () => {
    const { world, run } = await platform.setUpWorld();
    expect(await run(['tenant', 'sightings', 'Shop'])).toMatchObject({ exitCode: 0, stdout: '' });
    await createVisitor(platform.relay().url, world);
    expect((await run(['tenant', 'sightings', 'Shop'])).stdout).toMatch(
      /https:\/\/\S+ +accepted +1 +2\S+ \S+ +–/,
    );
  });

  it('changes of a tenant only what is given', async () => {
    const { world, run } = await platform.setUpWorld();
    const data = JSON.stringify({ bot: { kind: 'none' } });
    const args = ['tenant', 'update', 'Shop', '--name', 'Shop 2', '--data', '-', '--json'];
    expect(jsonOf(await run(args, data))).toMatchObject({
      tenant: {
        tenant_id: world.tenantId,
        tenant_name: 'Shop 2',
        bot: { kind: 'none' },
        allowed_origins: [world.origin],
      },
    });
    const callbacks = ['tenant', 'update', world.tenantId, '--json', '--callback-url'];
    const set = await run([...callbacks, 'http://127.0.0.1:9000']);
    expect(jsonOf(set)).toMatchObject({ tenant: { callback_url_base: 'http://127.0.0.1:9000' } });
    const cleared = await run([...callbacks, 'none']);
    expect(jsonOf(cleared)).toMatchObject({ tenant: { callback_url_base: null } });
    const keep = ['tenant', 'update', world.tenantId, '--json', '--retention-days'];
    const kept = (days: number | null) => ({ tenant: { retention: { messages_days: days } } });
    expect(jsonOf(await run([...keep, '90']))).toMatchObject(kept(90));
    expect(jsonOf(await run([...keep, 'none']))).toMatchObject(kept(null));
    expect((await run([...keep, '0'])).exitCode).toBe(2);
    const mail = ['tenant', 'update', world.tenantId, '--json', '--waiting-mail'];
    expect(jsonOf(await run([...mail, 'off']))).toMatchObject({ tenant: { waiting_mail: false } });
    expect(jsonOf(await run([...mail, 'on']))).toMatchObject({ tenant: { waiting_mail: true } });
    const rate = ['tenant', 'update', world.tenantId, '--json', '--rating'];
    expect(jsonOf(await run([...rate, 'on']))).toMatchObject({ tenant: { rating: true } });
    expect(jsonOf(await run([...rate, 'off']))).toMatchObject({ tenant: { rating: false } });
    expect((await run([...rate, 'maybe'])).exitCode).toBe(2);
    expect(await run(['tenant', 'update', 'Shop 2'])).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringContaining('Nothing to change'),
    });
  });

  it('rotates the secret of a tenant and activates it', async () => {
    const { world, run } = await platform.setUpWorld();
    expect(await run(['tenant', 'activate-secret', 'Shop', '--yes'])).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('rotate-secret'),
    });
    const rotated = await run(['tenant', 'rotate-secret', 'Shop']);
    expect(rotated.stdout).toMatch(/^ts_[\w-]{43}\n$/);
    expect(rotated.stderr).toContain(`activate-secret ${world.tenantId}`);
    expect(rotated.stderr).not.toContain('ts_');
    expect((await run(['tenant', 'activate-secret', 'Shop'])).exitCode).toBe(2);
    const token = world.ownerToken;
    const args = 'tenant activate-secret Shop --grace 60';
    expect(await platform.runInTerminal(args, { token, answer: 'Shop' })).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('Activated the new secret of Shop.'),
    });
  });

  it('is deleted by its name, shown as such and restored', async () => {
    const { world, run } = await platform.setUpWorld();
    expect((await run(['tenant', 'delete', 'Shop'])).exitCode).toBe(2);
    const asked = { token: world.ownerToken, answer: 'Shop' };
    expect(await platform.runInTerminal('tenant delete Shop', asked)).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining(`relayctl tenant restore ${world.tenantId}`),
    });
    expect((await run(['tenant', 'show', 'Shop'])).stdout).toMatch(/status +deleting, erased at 2/);
    expect((await run(['tenant', 'list', '--status', 'deleting'])).stdout).toContain('Shop');
    const update = await run(['tenant', 'update', 'Shop', '--name', 'Shop 2']);
    expect(update).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('Restore it') });
    expect((await run(['tenant', 'restore', 'Shop'])).stdout).toBe(
      'Restored Shop. It is active.\n',
    );
  });

  it('answers alike for a foreign tenant and for an unknown one', async () => {
    const { run } = await platform.setUpWorld();
    const foreign = await platform.createWorld({ tenant_name: 'Foreign' });
    for (const verb of [
      'show',
      'update',
      'rotate-secret',
      'activate-secret',
      'delete',
      'restore',
    ]) {
      const change = verb === 'update' ? ['--name', 'Ours'] : [];
      for (const wanted of [foreign.tenantId, UNKNOWN_ID, 'Foreign']) {
        const label = wanted === 'Foreign' ? 'name “Foreign”' : `id ${wanted}`;
        expect(await run(['tenant', verb, wanted, ...change])).toEqual({
          exitCode: 4,
          stdout: '',
          stderr: `relayctl: There is no tenant with the ${label}. There is: Shop. relayctl tenant list shows them.\n`,
        });
      }
    }
  });

  it('says which setting of a tenant was refused', async () => {
    const { run } = await platform.setUpWorld();
    const refused = await run(['tenant', 'update', 'Shop', '--data', '{"is_vip": true}']);
    expect(refused).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('is_vip') });
    const private_ = await run(['tenant', 'update', 'Shop', '--callback-url', 'http://10.0.0.1']);
    expect(private_).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('CALLBACK_ALLOW_CIDRS'),
    });
  });
});
