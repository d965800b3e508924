import { beforeAll, describe, expect, it } from 'vitest';
import { readSql, writeSql } from '../support/direct-sql';
import { useRelay } from '../support/relay';
import { VisitorSocket } from '../support/visitor-socket';
import { createVisitor, createWorld, type World } from '../support/world';
import { APPLAUSE_SCHEMA, applausePart } from './applause/applause';

const calls: string[] = [];

describe('a feature that is one more part of the relay', () => {
  const relay = useRelay({ parts: [applausePart(calls)] });
  let world: World;

  beforeAll(async () => {
    await writeSql(relay.database, APPLAUSE_SCHEMA);
    world = await createWorld(relay.url);
  });

  async function say(content: string) {
    const visitor = await createVisitor(relay.url, world);
    const socket = await VisitorSocket.open(relay.url, visitor.token);
    await socket.say('m1', content);
    return visitor;
  }
  const storedBy = ({ sessionId }: { sessionId: string }) =>
    readSql(relay.database, 'SELECT seq FROM applause WHERE session_id = ?', [sessionId]);

  it('writes with the commit of a message, and answers by its route', async () => {
    const visitor = await say('bravo');
    expect(await storedBy(visitor)).toEqual([{ seq: 1 }]);
    const { status, data } = await world.owner.get(
      `/console/fetch/applause?tenant_id=${world.tenantId}`,
    );
    expect({ status, data }).toEqual({ status: 200, data: { applause: 1 } });
  });

  it('is described and measured like the others', async () => {
    const { paths } = (await (await fetch(`${relay.url}/openapi.json`)).json()) as {
      paths: Record<string, object>;
    };
    expect(Object.keys(paths).filter((path) => path.endsWith('/fetch/applause'))).toHaveLength(1);
    expect(await (await fetch(`${relay.url}/metrics`)).text()).toContain('relay_applause_level 11');
  });

  it('loses what an erased visitor left, and nothing of others', async () => {
    const [erased, kept] = [await say('bravo'), await say('bravo, too')];
    const session = { tenant_id: world.tenantId, session_id: erased.sessionId };
    expect((await world.owner.post('/console/erase/visitor', session)).status).toBe(200);
    expect(await storedBy(erased)).toEqual([]);
    expect(await storedBy(kept)).toHaveLength(1);
  });

  it('runs in the background while the relay does', async () => {
    expect(calls).toEqual(['started', 'deleted']);
    await relay.relay.stop();
    expect(calls).toEqual(['started', 'deleted', 'stopped']);
  });
});
