import { userSignature } from '@chat-relay/receiver-sdk';
import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { readSql } from '../support/direct-sql';
import { useRelay } from '../support/relay';
import { setTenantStatus } from '../support/system-admin';
import { createWorld, type World } from '../support/world';

const relay = useRelay();
let world: World;
let session: { session_id: string; visitor_token: string };

beforeEach(async () => {
  world = await createWorld(relay.url);
  const { data } = await relay.post('/create/visitor-session', {
    tenant_id: world.tenantId,
    widget_public_key: world.widgetKey,
    origin: 'https://shop.example',
  });
  session = data;
});

const send = (body: object) =>
  relay.post('/identify/visitor', body, { token: session.visitor_token });
const identify = (userId: string, fields: object = {}) =>
  send({ user_id: userId, user_signature: userSignature(world.tenantSecret, userId), ...fields });

/** The stored identity of the session's visitor. */
async function stored() {
  const [row] = await readSql<{ user_id: string | null }>(
    relay.database,
    `SELECT user_id, visitor_name, visitor_email, visitor_attributes
     FROM visitor_sessions WHERE session_id = ?`,
    [session.session_id],
  );
  return row;
}

describe('identifying a visitor', () => {
  it("binds the session to the tenant's user", async () => {
    const answer = await identify('ann-é', {
      display_name: ' Ann ',
      email: 'Ann@Example.com',
      attributes: { plan: 'gold' },
    });
    expect(answer.status).toBe(200);
    expect(answer.data).toEqual({ session_id: session.session_id, user_id: 'ann-é' });
    expect(await stored()).toEqual({
      user_id: 'ann-é',
      visitor_name: 'Ann',
      visitor_email: 'ann@example.com',
      visitor_attributes: '{"plan":"gold"}',
    });
  });

  it('accepts the same user again and refuses another', async () => {
    expect((await identify('ann', { display_name: 'Ann' })).status).toBe(200);
    expect((await identify('ann', { email: 'ann@example.com' })).status).toBe(200);
    const other = await identify('bob', { display_name: 'Bob' });
    expect([other.status, other.data.code]).toEqual([409, 'already_identified']);
    expect(await stored()).toMatchObject({
      user_id: 'ann',
      visitor_name: 'Ann',
      visitor_email: 'ann@example.com',
    });
  });

  it('binds a session to one of two users at once', async () => {
    const attempts = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? 'ann' : 'bob'));
    const answers = await Promise.all(attempts.map((userId) => identify(userId)));
    const winners = new Set(answers.filter((a) => a.status === 200).map((a) => a.data.user_id));
    expect(winners.size).toBe(1);
    expect(answers.filter((a) => a.status === 200)).toHaveLength(10);
    expect(answers.filter((a) => a.data.code === 'already_identified')).toHaveLength(10);
    expect([...winners]).toEqual([(await stored())?.user_id]);
  });

  it('refuses every user signature but the right one', async () => {
    const right = userSignature(world.tenantSecret, 'ann');
    const foreign = (await createWorld(relay.url)).tenantSecret;
    const wrong = [
      userSignature(world.tenantSecret, 'bob'),
      userSignature(foreign, 'ann'),
      right.toUpperCase(),
      right.slice(0, 63),
      `${right}0`,
      'x',
    ];
    for (const user_signature of wrong) {
      const answer = await send({ user_id: 'ann', user_signature });
      expect([answer.status, answer.data.code]).toEqual([403, 'identity_signature_invalid']);
    }
    expect((await stored())?.user_id).toBeNull();
  });

  it('refuses a user id whose signature would be a callback signature', async () => {
    const userId = `1700000000000.${'a'.repeat(64)}`;
    const user_signature = createHmac('sha256', world.tenantSecret).update(userId).digest('hex');
    const answer = await send({ user_id: userId, user_signature });
    expect(answer.status).toBe(422);
    expect(answer.data.details).toEqual([{ field: 'user_id', code: 'user_id_forgeable' }]);
  });

  it.each([
    ['an empty user id', { user_id: '' }],
    ['129 bytes of user id', { user_id: `${'é'.repeat(64)}x` }],
    ['half a surrogate pair', { user_id: 'a\ud800' }],
    ['a number as user id', { user_id: 1 }],
    ['a number as signature', { user_signature: 1 }],
    ['attributes with a forbidden key', { attributes: { a: { constructor: 1 } } }],
    ['an address that is none', { email: 'ann' }],
    ['an unknown field', { session_id: 'vs_x' }],
  ])('refuses to identify with %s', async (_what, fields) => {
    const answer = await identify('ann', fields);
    expect([answer.status, answer.data.code]).toEqual([422, 'invalid_request']);
  });

  it('accepts a user id of 128 bytes', async () => {
    expect((await identify('é'.repeat(64))).status).toBe(200);
  });

  it('accepts a user signature by the retired secret during its grace, and by no pending one', async () => {
    const post = (route: string, fields: object = {}) =>
      relay.post(
        `/console/${route}/tenant-secret`,
        { tenant_id: world.tenantId, ...fields },
        { token: world.ownerToken },
      );
    const pending = (await post('rotate')).data.tenant_secret ?? '';
    const signed = (secret: string) =>
      send({ user_id: 'ann', user_signature: userSignature(secret, 'ann') });
    expect((await signed(pending)).data.code).toBe('identity_signature_invalid');
    await post('activate');
    expect((await signed(world.tenantSecret)).status).toBe(200);
    expect((await signed(pending)).status).toBe(200);
  });

  it('refuses to identify a visitor of a suspended tenant', async () => {
    await setTenantStatus(relay, world.tenantId, 'suspended');
    expect((await identify('ann')).data.code).toBe('tenant_suspended');
  });
});
