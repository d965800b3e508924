import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { userSignature } from '@chat-relay/receiver-sdk';
import { DAY } from '../../../src/platform/clock';
import { createBudgets } from '../../../src/platform/storage/budgets';
import { openDatabase } from '../../../src/platform/storage/open-database';
import type { Api } from '../../support/api';
import { quietLog } from '../../support/database';
import { readSql, writeSql } from '../../support/direct-sql';
import { useRelay } from '../../support/relay';
import { VisitorSocket } from '../../support/visitor-socket';
import {
  addOperator,
  createVisitor,
  createWorld,
  type World,
  type WorldOperator,
  type WorldVisitor,
} from '../../support/world';
import { createRetention } from '../../support/stored-data';

interface Group {
  example: string;
  count: number;
  last_at: string;
  conversation_ids: string[];
  suggested_answer: string;
}
interface Answer {
  groups: Group[];
  dismissed: number;
  code: string;
}
interface Talk {
  visitor: WorldVisitor;
  conversationId: string;
}

const relay = useRelay();
let world: World;
let foreign: World;
let ana: WorldOperator;

beforeAll(async () => {
  foreign = await createWorld(relay.url);
});
beforeEach(async () => {
  world = await createWorld(relay.url, { default_locale: 'fr' });
  ana = await addOperator(relay.url, world, 'Ana');
});

const list = async (api: Api = world.owner): Promise<Group[]> =>
  (await api.get<Answer>(`/console/fetch/unanswered?tenant_id=${world.tenantId}`)).data.groups;
const dismiss = (conversationIds: string[], api: Api = world.owner) =>
  api.post<Answer>('/console/dismiss/unanswered', {
    tenant_id: world.tenantId,
    conversation_ids: conversationIds,
  });
const examples = async (): Promise<string[]> => (await list()).map(({ example }) => example);

/** A visitor asks what the bot does not know. */
async function ask(
  question: string,
  { name, ...more }: { name?: string; routing_key?: string } = {},
): Promise<Talk> {
  const visitor = await createVisitor(relay.url, world, { locale: 'fr', ...more });
  if (name !== undefined) {
    const userId = `user-${visitor.sessionId}`.slice(0, 60);
    const identified = await visitor.api.post('/identify/visitor', {
      user_id: userId,
      user_signature: userSignature(world.tenantSecret, userId),
      display_name: name,
    });
    expect(identified.status).toBe(200);
  }
  const conversationId = await say(visitor, question);
  return { visitor, conversationId };
}

async function say(visitor: WorldVisitor, text: string): Promise<string> {
  const socket = await VisitorSocket.open(relay.url, visitor.token);
  await socket.say(`m-${Math.random()}`, text);
  const { conversation } = await socket.next(
    'status',
    (frame) => frame.conversation.status === 'WAITING',
  );
  socket.ws.terminate();
  return conversation.conversation_id;
}

async function act(path: string, body: object): Promise<void> {
  const { status, data } = await ana.api.post(`/console/${path}`, body);
  expect(status, JSON.stringify(data)).toBeLessThan(300);
}

async function answer({ conversationId }: Talk, content: string): Promise<void> {
  const of = { conversation_id: conversationId };
  await act('claim/conversation', of);
  await act('send/message', { ...of, client_msg_id: 'a-1', content });
  await act('send/message', { ...of, client_msg_id: 'a-2', content: 'Autre chose ?' });
  await act('resolve/conversation', of);
}

async function answered(question: string, content: string, more: Parameters<typeof ask>[1] = {}) {
  const talk = await ask(question, more);
  await answer(talk, content);
  return talk;
}

describe('the questions that people answered', () => {
  it('are grouped with those that have other endings, the largest group first', async () => {
    const gifts = await answered('Proposez-vous des emballages cadeaux ?', 'Oui, pour 2 €.');
    const corsica = await answered('Est-ce que vous livrez en Corse ?', 'Oui, en 5 jours.');
    const again = await answered('livrer en corse', 'Bien sûr, comptez 5 jours.');
    expect(await list()).toEqual([
      {
        example: 'livrer en corse',
        count: 2,
        last_at: expect.stringMatching(/^\d{4}-.*Z$/),
        conversation_ids: [again.conversationId, corsica.conversationId],
        suggested_answer: 'Bien sûr, comptez 5 jours.',
        closest: null,
      },
      {
        example: 'Proposez-vous des emballages cadeaux ?',
        count: 1,
        last_at: expect.any(String),
        conversation_ids: [gifts.conversationId],
        suggested_answer: 'Oui, pour 2 €.',
        closest: null,
      },
    ]);
  });

  it('are those that the bot did not know, and no others', async () => {
    const waiting = await ask('Où est mon colis ?');
    await answered('Je veux parler à un conseiller', 'Bonjour !');
    // Resolved without an answer; what is said later answers another escalation.
    await act('claim/conversation', { conversation_id: waiting.conversationId });
    await act('resolve/conversation', { conversation_id: waiting.conversationId });
    expect(await list()).toEqual([]);
    await say(waiting.visitor, 'Je veux parler à un conseiller');
    await answer(waiting, 'Me voici.');
    expect(await list()).toEqual([]);
  });

  it('hold the question before the escalation, and the first answer after it', async () => {
    const talk = await ask('Livrez-vous en Corse ?');
    const socket = await VisitorSocket.open(relay.url, talk.visitor.token);
    await socket.say('later', 'Allô, il y a quelqu’un ?');
    socket.ws.terminate();
    await answer(talk, 'Oui, en Corse aussi.');
    await say(talk.visitor, 'Et les vélos électriques, vous les réparez ?');
    await act('claim/conversation', { conversation_id: talk.conversationId });
    await act('send/message', {
      conversation_id: talk.conversationId,
      client_msg_id: 'a-3',
      content: 'Nous les réparons.',
    });
    expect(
      (await list()).map(({ example, suggested_answer: suggested }) => [example, suggested]),
    ).toEqual([
      ['Et les vélos électriques, vous les réparez ?', 'Nous les réparons.'],
      ['Livrez-vous en Corse ?', 'Oui, en Corse aussi.'],
    ]);
  });

  it('are left out after 90 days', async () => {
    const talk = await answered('Livrez-vous en Corse ?', 'Oui.');
    const age = (days: number) =>
      writeSql(relay.database, 'UPDATE tickets SET created_at = ? WHERE conversation_id = ?', [
        relay.now() - days * DAY,
        talk.conversationId,
      ]);
    // The question was asked before its ticket was opened.
    await writeSql(
      relay.database,
      'UPDATE messages SET created_at = ? WHERE session_id = ? AND sender = ?',
      [relay.now() - 95 * DAY, talk.visitor.sessionId, 'visitor'],
    );
    await age(89);
    expect(await list()).toHaveLength(1);
    await age(91);
    expect(await list()).toEqual([]);
  });

  it('are left out once the bot knows the answer', async () => {
    await answered('Est-ce que vous livrez en Corse ?', 'Oui, en 5 jours.');
    await answered('Proposez-vous des emballages cadeaux ?', 'Oui.');
    const [corsica] = (await list()).filter(({ example }) => example.includes('Corse'));
    const created = await world.owner.post('/console/create/faq-entry', {
      tenant_id: world.tenantId,
      questions: [corsica?.example],
      answer: corsica?.suggested_answer,
    });
    expect(created.status).toBe(201);
    expect(await examples()).toEqual(['Proposez-vous des emballages cadeaux ?']);
  });

  it('name no visitor, e-mail address or phone number', async () => {
    await answered(
      'Je suis Zoé, livrez-vous en Corse ? 06 12 34 56 78',
      'Oui madame LEVEQUE, écrivez à corse@shop.example ou au +33 6 12 34 56 78.',
      { name: 'Zoé Lévêque' },
    );
    expect(await list()).toMatchObject([
      {
        example: 'Je suis …, livrez-vous en Corse ? …',
        suggested_answer: 'Oui madame …, écrivez à … ou au ….',
      },
    ]);
  });

  it('are as long as an entry of the FAQ may be', async () => {
    await answered(`Livrez-vous ${'🚲'.repeat(400)}`, '🚲'.repeat(2_000));
    const [group] = await list();
    expect(group?.example.length).toBe(500);
    expect(group?.suggested_answer.length).toBe(4_000);
    const created = await world.owner.post('/console/create/faq-entry', {
      tenant_id: world.tenantId,
      questions: [group?.example],
      answer: group?.suggested_answer,
    });
    expect(created.status).toBe(201);
  });
});

describe('dismissed questions', () => {
  it('are left out until the conversation holds another', async () => {
    const talk = await answered('Livrez-vous en Corse ?', 'Oui.');
    const other = await answered('Proposez-vous des emballages cadeaux ?', 'Oui.');
    expect((await dismiss([talk.conversationId, talk.conversationId])).data).toEqual({
      dismissed: 1,
    });
    expect(await examples()).toEqual(['Proposez-vous des emballages cadeaux ?']);
    expect((await dismiss([other.conversationId, talk.conversationId])).data.dismissed).toBe(2);
    expect(await list()).toEqual([]);

    await say(talk.visitor, 'Réparez-vous les vélos électriques ?');
    await act('claim/conversation', { conversation_id: talk.conversationId });
    await act('send/message', {
      conversation_id: talk.conversationId,
      client_msg_id: 'a-3',
      content: 'Oui.',
    });
    expect(await examples()).toEqual(['Réparez-vous les vélos électriques ?']);
  });

  it('are in the audit log', async () => {
    const talk = await answered('Livrez-vous en Corse ?', 'Oui.');
    await dismiss([talk.conversationId]);
    const { data } = await world.owner.get<{ entries: object[] }>(
      `/console/fetch/audit-log?workspace_id=${world.workspaceId}`,
    );
    expect(JSON.stringify(data)).toContain('unanswered.dismissed');
  });

  it('are of the tenant alone, and of conversations that exist', async () => {
    const talk = await answered('Livrez-vous en Corse ?', 'Oui.');
    const theirs = await foreign.owner.post<Answer>('/console/dismiss/unanswered', {
      tenant_id: foreign.tenantId,
      conversation_ids: [talk.conversationId, 'f'.repeat(24)],
    });
    expect(theirs.data).toEqual({ dismissed: 0 });
    expect(await list()).toHaveLength(1);
    expect((await dismiss([])).status).toBe(422);
  });

  it('leave no row of an erased conversation, or of one that is not kept', async () => {
    const rows = () =>
      readSql(
        relay.database,
        'SELECT conversation_id FROM dismissed_questions WHERE tenant_id = ?',
        [world.tenantId],
      );
    const erased = await answered('Livrez-vous en Corse ?', 'Oui.');
    const old = await answered('Livrez-vous en Corse ?', 'Oui.');
    await dismiss([erased.conversationId, old.conversationId]);
    await erase(erased);
    expect(await rows()).toEqual([{ conversation_id: old.conversationId }]);
    expect((await dismiss([erased.conversationId])).data).toEqual({ dismissed: 0 });

    await world.owner.post('/console/update/tenant', {
      tenant_id: world.tenantId,
      retention: { messages_days: 1 },
    });
    await writeSql(relay.database, 'UPDATE tenants SET retention_days = 1 WHERE tenant_id = ?', [
      world.tenantId,
    ]);
    const database = await openDatabase(relay.database.url, quietLog);
    const clock = () => Date.now() + 3 * DAY;
    await createRetention({
      database,
      clock,
      budgets: createBudgets({ database, clock }),
      hub: { publish: () => undefined },
      onDeleted: () => undefined,
    })(() => false);
    await database.close();
    await vi.waitFor(async () => expect(await rows()).toEqual([]));
  });
});

const erase = async ({ visitor }: Talk) => {
  const erased = await world.owner.post('/console/erase/visitor', {
    tenant_id: world.tenantId,
    session_id: visitor.sessionId,
  });
  expect(erased.status).toBe(200);
};

it('shows no words of an erased conversation', async () => {
  const first = await answered('Livrez-vous en Corse ?', 'Oui, en 5 jours.');
  const last = await answered('Vous livrez en Corse demain ?', 'Non.');
  await erase(last);
  expect(await list()).toMatchObject([
    { example: 'Livrez-vous en Corse ?', count: 1, conversation_ids: [first.conversationId] },
  ]);
  await erase(first);
  expect(await list()).toEqual([]);
});

describe('who may', () => {
  it('read: everyone who serves the tenant, within their queues', async () => {
    await answered('Livrez-vous en Corse ?', 'Oui.', { routing_key: 'lyon' });
    await answered('Proposez-vous des emballages cadeaux ?', 'Oui.');
    const paris = await addOperator(relay.url, world, 'Pam', { routing_keys: ['paris'] });
    expect(await list(ana.api)).toHaveLength(2);
    expect(await list(paris.api)).toMatchObject([
      { example: 'Proposez-vous des emballages cadeaux ?' },
    ]);
    const elsewhere = await addOperator(relay.url, world, 'Eve', { tenant_ids: [] });
    const path = `/console/fetch/unanswered?tenant_id=${world.tenantId}`;
    for (const api of [elsewhere.api, foreign.owner]) {
      const { status, data } = await api.get<Answer>(path);
      expect([status, data.code]).toEqual([404, 'not_found']);
    }
  });

  it('dismiss: owners and admins', async () => {
    const talk = await answered('Livrez-vous en Corse ?', 'Oui.');
    const refused = await dismiss([talk.conversationId], ana.api);
    expect([refused.status, refused.data.code]).toEqual([403, 'insufficient_role']);
    const unknown = await dismiss([talk.conversationId], foreign.owner);
    expect([unknown.status, unknown.data.code]).toEqual([404, 'not_found']);
    expect(await list()).toHaveLength(1);
  });

  it('not read twice at a time', async () => {
    await answered('Livrez-vous en Corse ?', 'Oui.');
    const path = `/console/fetch/unanswered?tenant_id=${world.tenantId}`;
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => world.owner.get<Answer>(path)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses.filter((status) => status !== 200)).toEqual(
      statuses.filter((status) => status === 503),
    );
    expect(statuses).toContain(503);
  });
});
