import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR } from '../../src/platform/clock';
import {
  seedTenant,
  startTenantsServer,
  type SeededTenant,
  type TenantsServer,
} from '../support/tenants-server';

describe('the rotation of keys and secrets', () => {
  let now = Date.now();
  let relay: TenantsServer;
  let seeded: SeededTenant;

  beforeAll(async () => {
    relay = await startTenantsServer({ clock: () => now });
  });
  afterAll(() => relay.close());
  beforeEach(async () => {
    seeded = await seedTenant(relay);
  });

  const post = (route: string, fields: object = {}) =>
    relay.post(
      `/console/${route}`,
      { tenant_id: seeded.tenantId, ...fields },
      { token: seeded.owner },
    );
  const rotateSecret = async () => (await post('rotate/tenant-secret')).data.tenant_secret ?? '';

  it('neither signs with a pending secret nor accepts it', async () => {
    const pending = await rotateSecret();
    expect(pending).toMatch(/^ts_[\w-]{43}$/);
    expect(await relay.secrets.activeSecret(seeded.tenantId)).toBe(seeded.secret);
    expect(await relay.secrets.liveSecrets(seeded.tenantId)).toEqual([seeded.secret]);
  });

  it('signs with the activated secret and accepts the old one for the grace', async () => {
    const next = await rotateSecret();
    expect((await post('activate/tenant-secret', { grace_s: 3600 })).status).toBe(200);
    expect(await relay.secrets.activeSecret(seeded.tenantId)).toBe(next);
    const live = await relay.secrets.liveSecrets(seeded.tenantId);
    expect(live.toSorted()).toEqual([next, seeded.secret].toSorted());

    now += HOUR;
    expect(await relay.secrets.liveSecrets(seeded.tenantId)).toEqual([next]);
  });

  it('activates the last of several pending secrets', async () => {
    const replaced = await rotateSecret();
    const last = await rotateSecret();
    await post('activate/tenant-secret', { grace_s: 0 });
    const live = await relay.secrets.liveSecrets(seeded.tenantId);
    expect(live).toEqual([last]);
    expect(live).not.toContain(replaced);
  });

  it('keeps one pending secret of many that are made at once', async () => {
    const pending = await Promise.all(Array.from({ length: 8 }, rotateSecret));
    expect((await post('activate/tenant-secret', { grace_s: 0 })).status).toBe(200);
    const live = await relay.secrets.liveSecrets(seeded.tenantId);
    expect(live).toHaveLength(1);
    expect(pending).toContain(live[0]);
  });

  it('changes nothing when no secret is pending', async () => {
    const answer = await post('activate/tenant-secret');
    expect([answer.status, answer.data.code]).toEqual([409, 'state_conflict']);
    expect(await relay.secrets.liveSecrets(seeded.tenantId)).toEqual([seeded.secret]);
  });

  it('activates one secret once, however often it is asked at once', async () => {
    await rotateSecret();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post('activate/tenant-secret')),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const rows = await relay.database.read.rows(
      "SELECT state FROM tenant_secrets WHERE tenant_id = ? AND state = 'active'",
      [seeded.tenantId],
    );
    expect(rows).toHaveLength(1);
  });

  it.each([{ grace_s: -1 }, { grace_s: 604_801 }, { grace_s: 1.5 }, { grace_s: '60' }])(
    'refuses a grace of $grace_s',
    async (fields) => {
      expect((await post('activate/tenant-secret', fields)).status).toBe(422);
      expect((await post('rotate/widget-key', fields)).status).toBe(422);
    },
  );

  it('takes the old widget key until its grace is over', async () => {
    const { tenant } = (await post('rotate/widget-key', { grace_s: 3600 })).data;
    expect(tenant.widget_public_key).not.toBe(seeded.publicKey);
    const opens = async (key: string) =>
      (await relay.directory.findByKey(seeded.tenantId, key)) !== null;
    expect(await opens(tenant.widget_public_key)).toBe(true);
    expect(await opens(seeded.publicKey)).toBe(true);

    now += HOUR;
    expect(await opens(tenant.widget_public_key)).toBe(true);
    expect(await opens(seeded.publicKey)).toBe(false);
  });

  it('keeps every old key when keys are rotated at once', async () => {
    await Promise.all(Array.from({ length: 5 }, () => post('rotate/widget-key')));
    const tenant = await relay.directory.find(seeded.tenantId);
    expect(tenant?.retiredKeys).toHaveLength(5);
    expect(tenant?.retiredKeys.map(({ key }) => key)).toContain(seeded.publicKey);
  });
});
