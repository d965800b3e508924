import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Api } from '../../support/api';
import { readSql } from '../../support/direct-sql';
import { startModelStub, type ModelReply, type ModelStub } from '../../support/model-stub';
import { useRelay } from '../../support/relay';
import { VisitorSocket } from '../../support/visitor-socket';
import {
  addOperator,
  createVisitor,
  createWorld,
  type World,
  type WorldOperator,
} from '../../support/world';

interface Answer {
  translation: { seq: number; language: string; source_language: string | null; content: string };
  draft: { content: string; locale: string };
  code: string;
  reason?: string;
  retry_after_s?: number;
}

const GERMAN = 'Wo bleibt mein Paket?';
const FRENCH = 'Où est mon colis ?';

const relay = useRelay({ env: { LLM_TIMEOUT_S: '1' } });
let model: ModelStub;
let world: World;
let ana: WorldOperator;
let conversationId: string;
let sessionId: string;

beforeAll(async () => {
  model = await startModelStub();
  world = await shop();
  ana = await addOperator(relay.url, world, 'Ana');
});
afterAll(() => model?.close());

beforeEach(async () => {
  ({ conversationId, sessionId } = await visit(world, GERMAN));
  model.asked.length = 0;
  answers(`de\n${FRENCH}`);
});

function shop(bot: object = {}): Promise<World> {
  const own = { url: model.url, api_key: 'sk-1', model: 'stub-1' };
  return createWorld(relay.url, { bot: { kind: 'none', translation: true, model: own, ...bot } });
}

async function visit(of: World, content: string) {
  const visitor = await createVisitor(relay.url, of, { locale: 'de' });
  const socket = await VisitorSocket.open(relay.url, visitor.token);
  await socket.say('m', content);
  const { conversation } = await socket.next('status');
  socket.ws.terminate();
  return { conversationId: conversation.conversation_id, sessionId: visitor.sessionId };
}

const answers = (text: string): void => model.always((reply) => reply.say(text));
const translate = (more: object = {}, api: Api = ana.api) =>
  api.post<Answer>('/console/translate/message', {
    conversation_id: conversationId,
    seq: 1,
    language: 'fr',
    ...more,
  });
const draft = (content: string, more: object = {}, api: Api = ana.api) =>
  api.post<Answer>('/console/translate/draft', {
    conversation_id: conversationId,
    content,
    ...more,
  });
const kept = () =>
  readSql<{ content: string }>(
    relay.database,
    `SELECT content FROM message_translations WHERE session_id = '${sessionId}'`,
  );

describe('a translated message', () => {
  it('is asked of the model once, with its words alone, and then kept', async () => {
    const { status, data } = await translate();
    expect(status).toBe(200);
    const translation = { seq: 1, language: 'fr', source_language: 'de', content: FRENCH };
    expect(data.translation).toEqual(translation);
    expect((await translate({}, world.owner)).data.translation).toEqual(translation);
    expect(model.asked).toHaveLength(1);
    const [asked] = model.asked;
    expect(asked?.authorization).toBe('Bearer sk-1');
    expect(JSON.parse(asked?.body.messages[1]?.content ?? '')).toEqual({
      into: 'French (fr)',
      text: GERMAN,
    });
    expect(JSON.stringify(asked?.body.messages[0])).not.toContain(GERMAN);
    expect((await translate({ language: 'en' })).data.translation.language).toBe('en');
    expect(model.asked).toHaveLength(2);
  });

  it('is text, whatever the visitor made the model say', async () => {
    const attack = '<img src=x onerror=alert(1)> [help](https://evil.example)';
    answers(attack);
    const { data } = await translate();
    expect(data.translation).toMatchObject({ content: attack, source_language: null });
  });

  it('goes with the message that is removed, and with the visitor who is erased', async () => {
    await translate();
    expect(await kept()).toHaveLength(1);
    const { data } = await world.owner.get<{ messages: { message_id: string }[] }>(
      `/console/fetch/messages?conversation_id=${conversationId}`,
    );
    const removed = await world.owner.post('/console/remove/message', {
      conversation_id: conversationId,
      message_id: data.messages[0]?.message_id,
    });
    expect(removed.status).toBe(200);
    expect(await kept()).toEqual([]);
    expect((await translate()).data.code).toBe('state_conflict');

    ({ conversationId, sessionId } = await visit(world, GERMAN));
    await translate();
    expect(await kept()).toHaveLength(1);
    await world.owner.post('/console/erase/visitor', {
      tenant_id: world.tenantId,
      session_id: sessionId,
    });
    expect(await kept()).toEqual([]);
  });

  it('is not kept for a visitor who was erased while the model wrote', async () => {
    model.always(null);
    const waiting = translate();
    const reply = await model.next();
    await world.owner.post('/console/erase/visitor', {
      tenant_id: world.tenantId,
      session_id: sessionId,
    });
    reply.say(FRENCH);
    expect((await waiting).data.code).toBe('state_conflict');
    expect(await kept()).toEqual([]);
  });

  it('is of a visitor’s message, in a conversation that one may see', async () => {
    expect((await translate({ seq: 99 })).status).toBe(404);
    expect((await translate({ language: 'klingon' })).status).toBe(422);
    const stranger = await createWorld(relay.url);
    expect((await translate({}, stranger.owner)).status).toBe(404);
    await ana.api.post('/console/claim/conversation', { conversation_id: conversationId });
    const sent = await ana.api.post<{ message: { seq: number } }>('/console/send/message', {
      conversation_id: conversationId,
      client_msg_id: 'a',
      content: 'Bonjour',
    });
    const { data } = await translate({ seq: sent.data.message.seq });
    expect(data.code).toBe('state_conflict');
    expect(model.asked).toEqual([]);
  });
});

describe('a translated draft', () => {
  it('is in the visitor’s language, and neither sent nor stored', async () => {
    answers('fr\nIhr Paket kommt morgen.');
    const { status, data } = await draft('Votre colis arrive demain.');
    expect(status).toBe(200);
    expect(data.draft).toEqual({ content: 'Ihr Paket kommt morgen.', locale: 'de' });
    expect(model.asked[0]?.body.messages[1]?.content).toContain('German (de)');
    await draft('Votre colis arrive demain.', { locale: 'pt-BR' });
    expect(model.asked[1]?.body.messages[1]?.content).toContain('Portuguese');
    const { data: read } = await ana.api.get<{ messages: object[] }>(
      `/console/fetch/messages?conversation_id=${conversationId}`,
    );
    expect(JSON.stringify(read.messages)).not.toContain('Ihr Paket');
    expect(await kept()).toEqual([]);
  });

  it.each([
    ['a link', 'Siehe https://evil.example/pay.'],
    ['a host', 'Siehe evil-shop.com'],
    ['an e-mail address', 'Schreiben Sie an help@evil.example'],
    ['a host in disguise', 'Siehe evil dot com'],
  ])('is refused with %s that the text does not have', async (_name, text) => {
    answers(`fr\n${text}`);
    const { status, data } = await draft('Voir https://shop.example/aide');
    expect({ status, code: data.code, reason: data.reason }).toEqual({
      status: 409,
      code: 'state_conflict',
      reason: 'foreign_address',
    });
  });

  it('keeps the addresses of the text', async () => {
    answers('fr\nSiehe https://shop.example/aide oder schreiben Sie an hilfe@shop.example.');
    const { status } = await draft('Voir https://shop.example/aide ou hilfe@shop.example');
    expect(status).toBe(200);
  });
});

describe('a model that does not translate', () => {
  /** Creates a new site for each case: a model that failed is not asked again for a while. */
  async function another(bot: object = {}): Promise<Api> {
    const site = await shop(bot);
    ({ conversationId, sessionId } = await visit(site, GERMAN));
    return site.owner;
  }

  it.each<[string, (reply: ModelReply) => void]>([
    ['refused', (reply) => reply.refuse(400)],
    ['broken', (reply) => reply.breakOff()],
    ['broken', (reply) => reply.raw('data: nonsense\n\n')],
    ['too_long', (reply) => reply.say('x'.repeat(8_001))],
    ['too_long', (reply) => reply.say('de\n  \n')],
    ['timeout', (reply) => reply.token('de\n')],
  ])('is reported as %s', async (reason, answer) => {
    const owner = await another();
    model.always(answer);
    const { status, data } = await translate({}, owner);
    const expected = reason === 'broken' ? /broken|unreachable/ : new RegExp(reason);
    expect({ status, code: data.code }).toEqual({ status: 503, code: 'overloaded' });
    expect(data.reason).toMatch(expected);
    expect(data.retry_after_s).toBeGreaterThan(0);
    expect(await kept()).toEqual([]);
  });

  it('has used up the tokens of the day', async () => {
    const owner = await another({ daily_tokens: 100 });
    const { status, data } = await translate({}, owner);
    expect(status).toBe(429);
    expect(data).toMatchObject({ code: 'rate_limited', reason: 'tokens_used_up' });
    expect(model.asked).toEqual([]);
  });

  it('is not asked for a site that has not switched it on', async () => {
    const owner = await another({ translation: false });
    for (const { data } of [await translate({}, owner), await draft('Bonjour', {}, owner)]) {
      expect(data).toMatchObject({ code: 'state_conflict', reason: 'translation_off' });
    }
    expect(model.asked).toEqual([]);
  });
});

it('needs a model', async () => {
  const { owner, tenantId: tenant_id } = await createWorld(relay.url);
  const refused = await owner.post<{ details: object[] }>('/console/update/tenant', {
    tenant_id,
    bot: { kind: 'none', translation: true },
  });
  expect(refused.status).toBe(422);
  expect(refused.data.details).toEqual([{ field: 'bot.model', code: 'required' }]);
});

it('counts what the model used in the tokens of the day', async () => {
  world = await shop();
  ({ conversationId, sessionId } = await visit(world, GERMAN));
  await translate({}, world.owner);
  const rows = await readSql<{ used: number }>(
    relay.database,
    `SELECT * FROM budgets WHERE budget_key LIKE 'model_tokens:${world.tenantId}:%'`,
  );
  expect(JSON.stringify(rows)).toContain('42');
});
