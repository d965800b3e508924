import { beforeAll, describe, expect, it } from 'vitest';
import type { Api } from '../../../support/api';
import { FeedClient } from '../../../support/feed-client';
import { newId } from '../../../../src/platform/ids';
import { useRelay } from '../../../support/relay';
import { VisitorSocket } from '../../../support/visitor-socket';
import { addMember } from '../../../support/members';
import {
  addOperator,
  createVisitor,
  createWorld,
  type World,
  type WorldOperator,
} from '../../../support/world';

interface Note {
  note_id: string;
  operator_id: string;
  operator_display_name: string;
  content: string;
  created_at: string;
}

const MAX_NOTES = 12;

describe('notes', () => {
  const test = useRelay({ env: { LIMIT_NOTES_PER_CONVERSATION: `${MAX_NOTES}` } });
  let world: World;
  let foreign: World;
  let ana: WorldOperator;
  let ben: WorldOperator;

  beforeAll(async () => {
    world = await createWorld(test.url, { bot: { kind: 'none' } });
    foreign = await createWorld(test.url);
    ana = await addOperator(test.url, world, 'Ana Silva');
    ben = await addOperator(test.url, world, 'Ben');
  });

  async function waiting(more: Record<string, unknown> = {}) {
    const visitor = await createVisitor(test.url, world, { mode: 'human', ...more });
    const socket = await VisitorSocket.open(test.url, visitor.token);
    await socket.say('m1', 'Where is my parcel?');
    const { conversation } = await socket.next('status');
    return { visitor, socket, conversation_id: conversation.conversation_id };
  }
  const write = (api: Api, conversation_id: string, content: string) =>
    api.post<{ note: Note }>('/console/create/note', { conversation_id, content });
  const read = (api: Api, conversation_id: string, query = '') =>
    api.get<{ notes: Note[]; next_cursor: string | null }>(
      `/console/fetch/notes?conversation_id=${conversation_id}${query}`,
    );
  const remove = (api: Api, conversation_id: string, note_id: string) =>
    api.post('/console/remove/note', { conversation_id, note_id });

  it('keeps what operators write to each other, at any status and without a claim', async () => {
    const { conversation_id } = await waiting();
    const { status, data } = await write(ana.api, conversation_id, 'She called *twice*.\nSee 12.');
    expect(status).toBe(201);
    expect(data.note).toEqual({
      note_id: expect.any(String) as string,
      operator_id: ana.operatorId,
      operator_display_name: 'Ana Silva',
      content: 'She called *twice*.\nSee 12.',
      created_at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    });
    await ben.api.post('/console/claim/conversation', { conversation_id });
    await ben.api.post('/console/resolve/conversation', { conversation_id });
    expect((await write(ben.api, conversation_id, 'Sent again.')).status).toBe(201);
    const { notes } = (await read(ana.api, conversation_id)).data;
    expect(notes.map(({ content }) => content)).toEqual([
      'She called *twice*.\nSee 12.',
      'Sent again.',
    ]);
  });

  it('lists notes by page, the oldest first', async () => {
    const { conversation_id } = await waiting();
    for (const n of [1, 2, 3]) await write(ana.api, conversation_id, `Note ${n}`);
    const first = (await read(ana.api, conversation_id, '&limit=2')).data;
    expect(first.notes.map(({ content }) => content)).toEqual(['Note 1', 'Note 2']);
    const cursor = `&cursor=${first.next_cursor}`;
    const second = (await read(ana.api, conversation_id, `&limit=2${cursor}`)).data;
    expect(second).toMatchObject({ notes: [{ content: 'Note 3' }], next_cursor: null });
  });

  it('does not change the conversation', async () => {
    const { conversation_id } = await waiting();
    const path = `/console/fetch/conversation?conversation_id=${conversation_id}`;
    const before = (await ana.api.get(path)).data;
    await write(ana.api, conversation_id, 'Nothing happened.');
    expect((await ana.api.get(path)).data).toEqual(before);
  });

  it('refuses the text that a message may not be', async () => {
    const { conversation_id } = await waiting();
    for (const content of ['', 'x'.repeat(4_001), 'a\u0000b']) {
      expect((await write(ana.api, conversation_id, content)).status).toBe(422);
    }
    expect((await write(ana.api, conversation_id, 'é'.repeat(4_000))).status).toBe(201);
  });

  it('refuses strangers, operators of other queues, and admins who answer no visitors', async () => {
    const { conversation_id } = await waiting({ routing_key: 'paris' });
    const { note } = (await write(ana.api, conversation_id, 'For Paris.')).data;
    const ofLyon = await addOperator(test.url, world, 'Léa', { routing_keys: ['lyon'] });
    for (const api of [foreign.owner, ofLyon.api]) {
      expect((await read(api, conversation_id)).status).toBe(404);
      expect((await write(api, conversation_id, 'Hello')).status).toBe(404);
      expect((await remove(api, conversation_id, note.note_id)).status).toBe(404);
    }
    const refused = await write(world.owner, conversation_id, 'Hello');
    expect([refused.status, refused.data.code]).toEqual([403, 'insufficient_role']);
    expect((await read(world.owner, conversation_id)).data.notes).toEqual([note]);
  });

  it('lets the writer or an admin remove a note, and no one twice', async () => {
    const { conversation_id } = await waiting();
    const first = (await write(ana.api, conversation_id, 'One')).data.note;
    const second = (await write(ana.api, conversation_id, 'Two')).data.note;
    const refused = await remove(ben.api, conversation_id, first.note_id);
    expect([refused.status, refused.data.code]).toEqual([403, 'insufficient_role']);
    const answers = await Promise.all([
      remove(ana.api, conversation_id, first.note_id),
      remove(ana.api, conversation_id, first.note_id),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]));
    const admin = await addMember(test.url, world, 'admin');
    expect((await remove(admin.api, conversation_id, second.note_id)).status).toBe(200);
    expect((await read(ana.api, conversation_id)).data.notes).toEqual([]);
  });

  it('keeps no more than its limit about one conversation, also for parallel writes', async () => {
    const { conversation_id } = await waiting();
    const answers = await Promise.all(
      Array.from({ length: MAX_NOTES + 4 }, (_, n) => write(ana.api, conversation_id, `${n}`)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(MAX_NOTES);
    expect(answers.find(({ status }) => status !== 201)?.data.code).toBe('rate_limited');
  });

  it('tells the operators who have the conversation open', async () => {
    const { conversation_id } = await waiting();
    const feed = await FeedClient.open(test.url, ben.token, [`/conversations/${conversation_id}`]);
    const { note } = (await write(ana.api, conversation_id, 'Look here.')).data;
    expect(await feed.next(({ type }) => type === 'note')).toEqual({
      type: 'note',
      conversation_id,
      note,
    });
    await remove(ana.api, conversation_id, note.note_id);
    expect(await feed.next(({ type }) => type === 'note_removed')).toEqual({
      type: 'note_removed',
      conversation_id,
      note_id: note.note_id,
    });
    await feed.close();
  });

  it('tells an operator who is mentioned, and no one else', async () => {
    const { conversation_id } = await waiting();
    const inbox = [`/inbox/${world.workspaceId}`];
    const [ofAna, ofBen] = [
      await FeedClient.open(test.url, ana.token, inbox),
      await FeedClient.open(test.url, ben.token, inbox),
    ];
    await write(ana.api, conversation_id, 'ben@shop.example is not @benjamin.');
    const { note } = (await write(ben.api, conversation_id, 'Ask @ana silva, please')).data;
    expect(await ofAna.next(({ type }) => type === 'mention')).toEqual({
      type: 'mention',
      conversation_id,
      note_id: note.note_id,
    });
    await write(ana.api, conversation_id, 'Done, @Ben');
    await ofBen.next(({ type }) => type === 'mention');
    const mentions = (feed: FeedClient) => feed.updates.filter(({ type }) => type === 'mention');
    expect([mentions(ofAna).length, mentions(ofBen).length]).toEqual([1, 1]);
    await Promise.all([ofAna.close(), ofBen.close()]);
  });

  it('calls those whom it lists in place of names, and refuses others', async () => {
    const { conversation_id } = await waiting();
    const inbox = [`/inbox/${world.workspaceId}`];
    const feeds = [
      await FeedClient.open(test.url, ana.token, inbox),
      await FeedClient.open(test.url, ben.token, inbox),
    ];
    const listing = (operator_ids: string[]) =>
      ana.api.post('/console/create/note', {
        conversation_id,
        content: '@Ana Silva',
        operator_ids,
      });
    await listing([]);
    expect((await listing([ben.operatorId])).status).toBe(201);
    expect(await listing([newId()])).toMatchObject({ status: 404, data: { code: 'not_found' } });
    await write(ben.api, conversation_id, '@Ana Silva');
    for (const feed of feeds) await feed.next(({ type }) => type === 'mention');
    for (const feed of feeds) {
      expect(feed.updates.filter(({ type }) => type === 'mention')).toHaveLength(1);
      await feed.close();
    }
  });

  it('goes with an erasure, and can’t be written after it', async () => {
    const { visitor, conversation_id } = await waiting();
    await write(ana.api, conversation_id, 'She lives in Lyon.');
    const erased = await world.owner.post('/console/erase/visitor', {
      tenant_id: world.tenantId,
      session_id: visitor.sessionId,
    });
    expect(erased.status).toBe(200);
    expect((await read(ana.api, conversation_id)).data.notes).toEqual([]);
    const late = await write(ana.api, conversation_id, 'Too late.');
    expect([late.status, late.data.code]).toEqual([409, 'state_conflict']);
  });
});
