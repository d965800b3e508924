import { beforeAll, describe, expect, it } from 'vitest';
import { apiOf, type Api } from '../../../support/api';
import { useRelay } from '../../../support/relay';
import { addOperator, createWorld, type World } from '../../../support/world';

const UNKNOWN_ID = '0190aaaa-aaaa-7aaa-8aaa-aaaaaaaaaaaa';

interface CannedReply {
  canned_reply_id: string;
  workspace_id: string;
  shortcut: string;
  content: string;
  locale?: string;
}

describe('canned replies', () => {
  const test = useRelay();
  let world: World;
  let foreign: World;
  let operator: Api;

  beforeAll(async () => {
    world = await createWorld(test.url);
    foreign = await createWorld(test.url);
    operator = (await addOperator(test.url, world, 'Opal')).api;
  });

  const create = (api: Api, fields: object) =>
    api.post<{ canned_reply: CannedReply }>('/console/create/canned-reply', {
      workspace_id: world.workspaceId,
      content: 'Hello!',
      ...fields,
    });
  const list = (api: Api, query = '') =>
    api.get<{ canned_replies: CannedReply[]; next_cursor: string | null }>(
      `/console/fetch/canned-replies?workspace_id=${world.workspaceId}${query}`,
    );

  it('lets owners and operators make, change and remove canned replies', async () => {
    for (const [api, shortcut] of [
      [world.owner, '/owner'],
      [operator, '/operator'],
    ] as const) {
      const created = await create(api, { shortcut, locale: 'en' });
      expect(created.status).toBe(201);
      const { canned_reply: reply } = created.data;
      expect(reply).toEqual({
        canned_reply_id: expect.any(String) as string,
        workspace_id: world.workspaceId,
        shortcut,
        content: 'Hello!',
        locale: 'en',
      });
      const id = { canned_reply_id: reply.canned_reply_id };
      const changed = await api.post<{ canned_reply: CannedReply }>(
        '/console/update/canned-reply',
        {
          ...id,
          content: 'Good day!',
          locale: null,
        },
      );
      expect(changed.status).toBe(200);
      const { locale: _none, ...withoutLocale } = reply;
      expect(changed.data.canned_reply).toEqual({ ...withoutLocale, content: 'Good day!' });
      expect((await list(api)).data.canned_replies).toContainEqual(changed.data.canned_reply);

      expect((await api.post('/console/remove/canned-reply', id)).status).toBe(200);
      const again = await api.post('/console/remove/canned-reply', id);
      expect([again.status, again.data.code]).toEqual([404, 'not_found']);
    }
  });

  it('keeps the shortcut of a canned reply unique in its workspace, whatever its case', async () => {
    const [first, other] = [
      await create(operator, { shortcut: 'hi' }),
      await create(operator, { shortcut: 'HI' }),
    ];
    expect([first.status, other.status]).toEqual([201, 201]);
    const same = await create(operator, { shortcut: ' hi ' });
    expect([same.status, same.data.code]).toEqual([409, 'state_conflict']);
    const renamed = await operator.post('/console/update/canned-reply', {
      canned_reply_id: other.data.canned_reply.canned_reply_id,
      shortcut: 'hi',
      content: 'not written either',
    });
    expect([renamed.status, renamed.data.code]).toEqual([409, 'state_conflict']);
    expect((await list(operator)).data.canned_replies).toContainEqual(other.data.canned_reply);
    const elsewhere = await create(foreign.owner, {
      workspace_id: foreign.workspaceId,
      shortcut: 'hi',
    });
    expect(elsewhere.status).toBe(201);
  });

  it('gives a shortcut to one of many parallel requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => create(operator, { shortcut: 'race' })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array(7).fill(409),
    ]);
  });

  it('lists canned replies in pages, by shortcut', async () => {
    for (const shortcut of ['z3', 'z1', 'z2']) await create(operator, { shortcut });
    const shortcuts: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Awaited<ReturnType<typeof list>> = await list(
        operator,
        `&limit=2${cursor && `&cursor=${cursor}`}`,
      );
      shortcuts.push(...page.data.canned_replies.map(({ shortcut }) => shortcut));
      cursor = page.data.next_cursor;
    }
    expect(shortcuts.filter((shortcut) => shortcut.startsWith('z'))).toEqual(['z1', 'z2', 'z3']);
    expect(new Set(shortcuts).size).toBe(shortcuts.length);
  });

  it('answers a foreign canned reply like an unknown one', async () => {
    const { data } = await create(operator, { shortcut: 'ours' });
    const { canned_reply_id } = data.canned_reply;
    for (const id of [canned_reply_id, UNKNOWN_ID]) {
      for (const [path, body] of [
        ['update', { canned_reply_id: id, content: 'theirs' }],
        ['remove', { canned_reply_id: id }],
      ] as const) {
        const answer = await foreign.owner.post(`/console/${path}/canned-reply`, body);
        expect([answer.status, answer.data.code]).toEqual([404, 'not_found']);
      }
    }
    for (const workspace_id of [world.workspaceId, UNKNOWN_ID]) {
      const created = await create(foreign.owner, { workspace_id, shortcut: 'theirs' });
      expect([created.status, created.data.code]).toEqual([404, 'not_found']);
      const listed = await foreign.owner.get(
        `/console/fetch/canned-replies?workspace_id=${workspace_id}`,
      );
      expect([listed.status, listed.data.code]).toEqual([404, 'not_found']);
    }
    expect((await list(operator)).data.canned_replies).toContainEqual(data.canned_reply);
  });

  it('makes a canned reply once for one Idempotency-Key', async () => {
    const keyed = apiOf(test.url, world.ownerToken, { 'idempotency-key': 'one' });
    const [first, again] = [
      await create(keyed, { shortcut: 'once' }),
      await create(keyed, { shortcut: 'once' }),
    ];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.data).toEqual(first.data);
    const other = await create(keyed, { shortcut: 'twice' });
    expect([other.status, other.data.code]).toEqual([422, 'idempotency_key_reused']);
  });

  it('refuses canned replies of strangers and with wrong input', async () => {
    const anonymous = await create(apiOf(test.url), { shortcut: 'x' });
    expect([anonymous.status, anonymous.data.code]).toEqual([401, 'unauthenticated']);
    const wrong: object[] = [
      {},
      { shortcut: '' },
      { shortcut: null },
      { shortcut: ['x'] },
      { shortcut: { $gt: '' } },
      { shortcut: 'two\nlines' },
      { shortcut: 'x'.repeat(65) },
      { shortcut: 'x', content: '' },
      { shortcut: 'x', content: 'x'.repeat(4_001) },
      { shortcut: 'x', locale: 'not a locale' },
      { shortcut: 'x', locale: null },
      { shortcut: 'x', canned_reply_id: UNKNOWN_ID },
    ];
    for (const fields of wrong) {
      const answer = await create(operator, fields);
      expect([answer.status, answer.data.code]).toEqual([422, 'invalid_request']);
    }
  });

  it('keeps changes of canned replies in the audit log', async () => {
    const { data } = await create(operator, { shortcut: 'logged' });
    const log = await world.owner.get<{ entries: object[] }>(
      `/console/fetch/audit-log?workspace_id=${world.workspaceId}&limit=1`,
    );
    expect(log.data.entries[0]).toMatchObject({
      action: 'canned_reply.created',
      actor: { display_name: 'Opal' },
      subject: data.canned_reply.canned_reply_id,
    });
  });
});
