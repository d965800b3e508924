import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createReceiver, nodeHandler, userSignature } from '@chat-relay/receiver-sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR } from '../../src/platform/clock';
import { readSql } from '../support/direct-sql';
import { useRelay } from '../support/relay';
import { createVisitor, createWorld, type World } from '../support/world';

describe('the rotation of keys and secrets', () => {
  let now = Date.now();
  const relay = useRelay({ clock: () => now });
  let world: World;
  /** The secret that the tenant's backend verifies callbacks with. */
  let receiverSecret: string;
  const backend = createServer((request, response) =>
    nodeHandler(createReceiver({ secrets: [receiverSecret], now: () => now }))(request, response),
  );

  beforeAll(() => new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve)));
  afterAll(() => void backend.close());
  beforeEach(async () => {
    const { port } = backend.address() as AddressInfo;
    world = await createWorld(relay.url, { callback_url_base: `http://127.0.0.1:${port}` });
  });

  const post = (route: string, fields: object = {}) =>
    relay.post(
      `/console/${route}`,
      { tenant_id: world.tenantId, ...fields },
      { token: world.ownerToken },
    );
  const isSignedWith = async (secret: string): Promise<boolean> => {
    receiverSecret = secret;
    return (await post('test/callback')).data['test'].acknowledged;
  };
  /** Whether the relay believes what the tenant signs with the secret. */
  const isAccepted = async (secret: string): Promise<boolean> => {
    const { token } = await createVisitor(relay.url, world);
    const body = { user_id: 'ann', user_signature: userSignature(secret, 'ann') };
    const { status, data } = await relay.post('/identify/visitor', body, { token });
    expect(status === 200 || data.code === 'identity_signature_invalid').toBe(true);
    return status === 200;
  };
  const rotateSecret = async () =>
    (await post('rotate/tenant-secret')).data['tenant_secret'] as string;

  it('neither signs with a pending secret nor accepts it', async () => {
    const pending = await rotateSecret();
    expect(pending).toMatch(/^ts_[\w-]{43}$/);
    expect(await isSignedWith(pending)).toBe(false);
    expect(await isSignedWith(world.tenantSecret)).toBe(true);
    expect(await isAccepted(pending)).toBe(false);
    expect(await isAccepted(world.tenantSecret)).toBe(true);
  });

  it('signs with the activated secret and accepts the old one for the grace', async () => {
    const next = await rotateSecret();
    expect((await post('activate/tenant-secret', { grace_s: 3600 })).status).toBe(200);
    expect(await isSignedWith(next)).toBe(true);
    expect(await isSignedWith(world.tenantSecret)).toBe(false);
    expect(await isAccepted(next)).toBe(true);
    expect(await isAccepted(world.tenantSecret)).toBe(true);

    now += HOUR;
    expect(await isAccepted(next)).toBe(true);
    expect(await isAccepted(world.tenantSecret)).toBe(false);
  });

  it('activates the last of several pending secrets', async () => {
    const replaced = await rotateSecret();
    const last = await rotateSecret();
    await post('activate/tenant-secret', { grace_s: 0 });
    expect(await isAccepted(last)).toBe(true);
    expect(await isAccepted(replaced)).toBe(false);
    expect(await isAccepted(world.tenantSecret)).toBe(false);
  });

  it('keeps one of many pending secrets that are made at once', async () => {
    const pending = await Promise.all(Array.from({ length: 8 }, rotateSecret));
    expect((await post('activate/tenant-secret', { grace_s: 0 })).status).toBe(200);
    const accepted = await Promise.all(pending.map(isAccepted));
    expect(accepted.filter(Boolean)).toHaveLength(1);
  });

  it('changes nothing when no secret is pending', async () => {
    const answer = await post('activate/tenant-secret');
    expect([answer.status, answer.data.code]).toEqual([409, 'state_conflict']);
    expect(await isAccepted(world.tenantSecret)).toBe(true);
  });

  it('activates a secret once of eight parallel requests', async () => {
    await rotateSecret();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post('activate/tenant-secret')),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const rows = await readSql(
      relay.database,
      "SELECT state FROM tenant_secrets WHERE tenant_id = ? AND state = 'active'",
      [world.tenantId],
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

  it('accepts the old widget key until its grace is over', async () => {
    const { tenant } = (await post('rotate/widget-key', { grace_s: 3600 })).data;
    expect(tenant.widget_public_key).not.toBe(world.widgetKey);
    const opens = async (key: string) => {
      const query = `tenant_id=${world.tenantId}&widget_public_key=${key}`;
      return (await relay.get(`/fetch/widget-config?${query}`)).status === 200;
    };
    expect(await opens(tenant.widget_public_key)).toBe(true);
    expect(await opens(world.widgetKey)).toBe(true);

    now += HOUR;
    expect(await opens(tenant.widget_public_key)).toBe(true);
    expect(await opens(world.widgetKey)).toBe(false);
  });

  it('keeps every old key when keys are rotated at once', async () => {
    await Promise.all(Array.from({ length: 5 }, () => post('rotate/widget-key')));
    const retired = await readSql(
      relay.database,
      'SELECT widget_public_key FROM retired_widget_keys WHERE tenant_id = ?',
      [world.tenantId],
    );
    expect(retired).toHaveLength(5);
    expect(retired).toContainEqual({ widget_public_key: world.widgetKey });
  });
});
