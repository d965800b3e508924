import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { DAY } from '../../../src/platform/clock';
import { openDatabase } from '../../../src/platform/storage/open-database';
import { createSightings } from '../../../src/visitors/sightings/sightings';
import { quietLog } from '../../support/database';
import { readSql } from '../../support/direct-sql';
import { useRelay } from '../../support/relay';
import { setTenantStatus } from '../../support/system-admin';
import { VisitorSocket } from '../../support/visitor-socket';
import { createVisitor, createWorld, type World } from '../../support/world';

const relay = useRelay({ env: { TRUSTED_PROXIES: '127.0.0.1/32' } });
let world: World;
beforeEach(async () => {
  world = await createWorld(relay.url);
});

interface Sighting {
  origin: string | null;
  outcome: string;
  count: number;
  first_seen_at: string;
  last_seen_at: string;
  widget_version: string | null;
}

const read = async (): Promise<Sighting[]> =>
  (
    await world.owner.get<{ sightings: Sighting[] }>(
      `/console/fetch/widget-sightings?tenant_id=${world.tenantId}`,
    )
  ).data.sightings;

let addresses = 0;
/** Creates a session, from another address at each call. */
async function call(fields: object = {}, origin = world.origin): Promise<number> {
  addresses += 1;
  const response = await fetch(`${relay.url}/api/v1/create/visitor-session`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`,
      origin,
    },
    body: JSON.stringify({
      tenant_id: world.tenantId,
      widget_public_key: world.widgetKey,
      origin,
      ...fields,
    }),
  });
  return response.status;
}

async function nodeOfItsOwn() {
  const database = await openDatabase(relay.database.url, quietLog);
  onTestFinished(database.close);
  return { database, sightings: createSightings({ database, clock: relay.now, log: quietLog }) };
}

describe('the sightings of a widget', () => {
  it('show each page with what happened to it', async () => {
    expect(await call({ widget_version: '1.2.3' })).toBe(201);
    expect(await call({ widget_version: 'é' })).toBe(422);
    expect(await call({}, 'https://other.example')).toBe(403);
    expect(await call({ widget_public_key: 'pk_wrong' })).toBe(404);
    await setTenantStatus(relay, world.tenantId, 'suspended');
    expect(await call()).toBe(403);
    const sightings = await read();
    expect(sightings).toContainEqual({
      origin: world.origin,
      outcome: 'accepted',
      count: 1,
      first_seen_at: expect.stringMatching(/^2/),
      last_seen_at: expect.stringMatching(/^2/),
      widget_version: '1.2.3',
    });
    expect(sightings.map(({ origin, outcome }) => `${outcome} ${origin}`).toSorted()).toEqual([
      `accepted ${world.origin}`,
      'origin_not_allowed https://other.example',
      `suspended ${world.origin}`,
      `wrong_key ${world.origin}`,
    ]);
  });

  it('count a visitor who comes back, by refresh and by socket', async () => {
    const visitor = await createVisitor(relay.url, world);
    const socket = await VisitorSocket.open(relay.url, visitor.token);
    socket.ws.terminate();
    await visitor.api.post('/refresh/visitor-token', {});
    expect(await read()).toMatchObject([{ outcome: 'accepted', count: 3 }]);
    await world.owner.post('/console/update/tenant', {
      tenant_id: world.tenantId,
      allowed_origins: ['https://moved.example'],
    });
    expect((await visitor.api.post('/refresh/visitor-token', {})).status).toBe(403);
    expect((await read())[0]).toMatchObject({
      outcome: 'origin_not_allowed',
      origin: world.origin,
    });
  });

  it('write nothing for a call itself', async () => {
    const count = () => readSql(relay.database, 'SELECT COUNT(*) AS n FROM widget_sightings');
    const before = await count();
    await call();
    expect(await count()).toEqual(before);
  });

  it('are added up over nodes, the latest 50 of each outcome, for 30 days', async () => {
    const one = await nodeOfItsOwn();
    const other = await nodeOfItsOwn();
    const page = { tenantId: world.tenantId, outcome: 'accepted', ip: null } as const;
    one.sightings.note({ ...page, origin: world.origin });
    other.sightings.note({ ...page, origin: world.origin });
    await Promise.all([one.sightings.stop(), other.sightings.stop()]);
    expect(await read()).toMatchObject([{ origin: world.origin, count: 2 }]);

    for (let n = 0; n < 120; n += 1) {
      relay.advance(1);
      one.sightings.note({ ...page, outcome: 'wrong_key', origin: `https://shop${n}.example` });
    }
    await one.sightings.stop();
    const sightings = await read();
    expect(sightings).toHaveLength(51);
    expect(sightings[0]).toMatchObject({ origin: 'https://shop119.example' });
    expect(sightings.at(-1)).toMatchObject({ outcome: 'accepted' });
    const stored = () =>
      one.database.read.rows('SELECT 1 FROM widget_sightings WHERE tenant_id = ?', [
        world.tenantId,
      ]);
    expect(await stored()).toHaveLength(51);

    relay.advance(31 * DAY);
    expect(await other.sightings.read(world.tenantId)).toEqual([]);
    await one.sightings.deleteExpired();
    expect(await stored()).toEqual([]);
  });

  it('are written when the relay stops', async () => {
    const { sightings } = await nodeOfItsOwn();
    await call();
    await relay.cleanUp();
    expect(await sightings.read(world.tenantId)).toMatchObject([{ origin: world.origin }]);
  });
});
