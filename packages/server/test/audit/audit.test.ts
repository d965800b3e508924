import { beforeAll, expect, it } from 'vitest';
import { createAudit } from '../../src/audit/log';
import { entryView } from '../../src/audit/view';
import { systemClock } from '../../src/platform/clock';
import { newId } from '../../src/platform/ids';
import type { Answer, SignedIn } from '../support/console-calls';
import { openTestDatabase, quietLog } from '../support/database';
import { useRelay } from '../support/relay';

const relay = useRelay();
let owner: SignedIn;
beforeAll(async () => {
  owner = await relay.register('owner@corp.test');
});

const fetchLog = (who: SignedIn, more = '') =>
  relay.get(`/console/fetch/audit-log?workspace_id=${owner.workspaceId}${more}`, {
    token: who.token,
  });

it('lists who did what and from where, newest first', async () => {
  await relay.post(
    '/console/update/workspace',
    { workspace_id: owner.workspaceId, name: 'New name' },
    { token: owner.token, ip: '203.0.113.5' },
  );
  const { data } = await fetchLog(owner);
  expect(data['next_cursor']).toBeNull();
  expect(data['entries']).toEqual([
    {
      entry_id: expect.any(String),
      workspace_id: owner.workspaceId,
      action: 'workspace.updated',
      actor: { account_id: owner.accountId, display_name: 'Ada' },
      ip: '203.0.113.5',
      subject: owner.workspaceId,
      details: { name: 'New name' },
      created_at: expect.any(String),
    },
    expect.objectContaining({ action: 'workspace.created' }),
  ]);
});

it('lists the audit log in pages up to the last entry', async () => {
  const { workspaceId, token } = await relay.register('pages@corp.test');
  for (const name of ['0', '1', '2']) {
    await relay.post('/console/update/workspace', { workspace_id: workspaceId, name }, { token });
  }
  const page = (query: string) =>
    relay.get(`/console/fetch/audit-log?workspace_id=${workspaceId}${query}`, { token });
  const first = await page('&limit=2');
  const namesOf = ({ data }: Answer) =>
    data['entries'].map(({ details }: { details: { name: string } }) => details.name);
  expect(namesOf(first)).toEqual(['2', '1']);
  const second = await page(`&limit=200&cursor=${first.data['next_cursor']}`);
  expect(namesOf(second)).toEqual(['0', 'Acme']);
  expect(second.data['next_cursor']).toBeNull();
});

it('lists the audit log from one time on and before another', async () => {
  const { workspaceId, token } = await relay.register('times@corp.test');
  const times: string[] = [];
  for (const name of ['0', '1', '2']) {
    times.push(new Date(relay.now()).toISOString());
    await relay.post('/console/update/workspace', { workspace_id: workspaceId, name }, { token });
    relay.advance(10);
  }
  const namesBetween = async (query: string): Promise<string[]> => {
    const path = `/console/fetch/audit-log?workspace_id=${workspaceId}${query}`;
    const { data } = await relay.get(path, { token });
    return data['entries'].map(({ details }: { details: { name: string } }) => details.name);
  };
  expect(await namesBetween(`&since=${times[1]}`)).toEqual(['2', '1']);
  expect(await namesBetween(`&until=${times[2]}`)).toEqual(['1', '0', 'Acme']);
  expect(await namesBetween(`&since=${times[1]}&until=${times[2]}`)).toEqual(['1']);
  expect(
    (await relay.get(`/console/fetch/audit-log?workspace_id=${workspaceId}&since=never`, { token }))
      .status,
  ).toBe(422);
});

const ENTRY = {
  workspaceId: newId(),
  action: 'tenant.updated' as const,
  actor: null,
  ip: null,
  subject: 'a subject',
};

it('shows an audit entry without an actor', async () => {
  const { database, close } = await openTestDatabase();
  const audit = createAudit({ database, clock: systemClock, log: quietLog });
  await audit.record(null, ENTRY);
  const { rows } = await audit.list(ENTRY.workspaceId, { limit: 10 });
  expect(rows.map(entryView)).toMatchObject([{ subject: 'a subject', actor: null, ip: null }]);
  await close();
});

it('keeps no audit entry of a transaction that is rolled back', async () => {
  const { database, close } = await openTestDatabase();
  const audit = createAudit({ database, clock: systemClock, log: quietLog });
  const undone = database.transaction(async (tx) => {
    await audit.record(tx, ENTRY);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await database.read.rows('SELECT * FROM audit_entries')).toEqual([]);
  await close();
});

it('hides the audit log from other workspaces', async () => {
  const stranger = await relay.register('stranger@corp.test');
  const { status, data } = await fetchLog(stranger);
  expect([status, data['code']]).toEqual([404, 'not_found']);
});
