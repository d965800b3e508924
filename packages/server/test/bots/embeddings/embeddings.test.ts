import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readSql } from '../../support/direct-sql';
import {
  answerVectors,
  startEmbeddingsStub,
  type EmbeddingsStub,
} from '../../support/embeddings-stub';
import { startModelStub, type ModelStub } from '../../support/model-stub';
import { useRelay } from '../../support/relay';
import { createWorld, type World } from '../../support/world';

const KEY = 'sk-of-embeddings';
const running = useRelay();
let model: ModelStub;
let stub: EmbeddingsStub;
beforeAll(async () => {
  model = await startModelStub();
});
afterAll(() => model.close());
beforeEach(async () => {
  stub = await startEmbeddingsStub([['refund', 'reimbursed']]);
});
afterEach(() => stub.close());

const REFUND = 'Customers get reimbursed once the parcel is in our warehouse.';
const SHOP = `# Opening\n\nOur doors open at 9.\n\n# Payment\n\n${REFUND}`;

const shop = (bot: Record<string, unknown> = {}): Promise<World> =>
  createWorld(running.url, {
    default_locale: 'en',
    bot: {
      kind: 'model',
      model: { url: model.url, api_key: 'sk', model: 'stub-1' },
      embeddings: { url: stub.url, api_key: KEY, model: 'embed-1' },
      ...bot,
    },
  });

interface Document {
  knowledge_document: { knowledge_document_id: string };
}
const write = async (
  world: World,
  body: { title?: string; content: string; id?: string },
): Promise<string> => {
  const { id, title = 'Shop', content } = body;
  const answer = await world.owner.post<Document>(
    `/console/${id === undefined ? 'create' : 'update'}/knowledge-document`,
    id === undefined
      ? { tenant_id: world.tenantId, title, content }
      : { knowledge_document_id: id, content },
  );
  expect(answer.status).toBeLessThan(300);
  return answer.data.knowledge_document.knowledge_document_id;
};
const update = (world: World, bot: Record<string, unknown>) =>
  world.owner.post('/console/update/tenant', { tenant_id: world.tenantId, bot });

/** Until each passage of each document has a vector. */
const made = (world: World, count: number): Promise<void> =>
  expect
    .poll(
      async () => {
        const [row] = await readSql<{ n: number; done: number }>(
          running.database,
          `SELECT COUNT(*) AS n, (SELECT vectors_revision = revision FROM knowledge_totals
             WHERE tenant_id = ?) AS done
           FROM knowledge_vectors WHERE tenant_id = ?`,
          [world.tenantId, world.tenantId],
        );
        return [Number(row?.n), Number(row?.done)];
      },
      { timeout: 5_000, interval: 30 },
    )
    .toEqual([count, 1]);

/** The texts of the passages that the model gets. */
async function givenFor(world: World, content: string): Promise<string[]> {
  const before = model.asked.length;
  model.always((reply) => reply.say('CANNOT'));
  await world.owner.post('/console/test/bot', { tenant_id: world.tenantId, content, locale: 'en' });
  const asked = model.asked[before];
  if (!asked) return [];
  const { passages } = JSON.parse(asked.body.messages.at(-1)!.content) as {
    passages: { text: string }[];
  };
  return passages.map(({ text }) => text);
}

const QUESTION = 'refund policy?';

describe('an embedding model', () => {
  it('brings a passage to the model that shares no word with the question', async () => {
    const world = await shop();
    await write(world, { content: SHOP });
    await made(world, 2);
    expect(stub.asked[0]).toMatchObject({
      path: '/v1/embeddings',
      authorization: `Bearer ${KEY}`,
      body: {
        model: 'embed-1',
        input: [expect.stringContaining('Shop\nOpening\n'), expect.any(String)],
      },
    });
    expect((await givenFor(world, QUESTION))[0]).toBe(REFUND);
    expect(stub.texts().at(-1)).toBe(QUESTION);
  });

  it('is asked once about each passage, also after a change and for a text that moves', async () => {
    const world = await shop();
    const id = await write(world, { content: SHOP });
    await made(world, 2);
    await write(world, { id, content: `# News\n\nWe have moved.\n\n${SHOP}` });
    await made(world, 3);
    expect(stub.texts()).toHaveLength(3);
    expect(stub.texts()[2]).toContain('We have moved.');
    expect((await givenFor(world, QUESTION))[0]).toBe(REFUND);
  });

  it('leaves no vector of a removed document, of another model and of a switched-off one', async () => {
    const world = await shop();
    const id = await write(world, { content: SHOP });
    await write(world, { title: 'Other', content: 'The other text.' });
    await made(world, 3);
    await world.owner.post('/console/remove/knowledge-document', { knowledge_document_id: id });
    await made(world, 1);
    const before = stub.asked.length;
    await update(world, { kind: 'model', embeddings: { url: stub.url, model: 'embed-2' } });
    await expect.poll(() => stub.asked.at(-1)?.body.model).toBe('embed-2');
    expect(stub.asked).toHaveLength(before + 1);
    await made(world, 1);
    await update(world, { kind: 'model', embeddings: null });
    await made(world, 0);
  });

  it('counts what it uses in the tokens of the day, and leaves half to questions', async () => {
    const world = await shop({ daily_tokens: 60 });
    await write(world, { content: SHOP });
    const used = async () => {
      const rows = await readSql<{ used: number }>(
        running.database,
        'SELECT used FROM budgets WHERE budget_key LIKE ?',
        [`model_tokens:${world.tenantId}:%`],
      );
      return rows[0]?.used;
    };
    await expect.poll(used).toBe(0);
    expect(stub.asked).toEqual([]);
    await update(world, { kind: 'model', daily_tokens: 10_000 });
    running.advance(601_000);
    await givenFor(world, QUESTION);
    await made(world, 2);
    expect(await used()).toBeGreaterThanOrEqual(14);
  });

  const FAILURES: Record<string, (res: ServerResponse) => void> = {
    'answers 500': (res) => res.writeHead(500).end(),
    'answers 429': (res) => res.writeHead(429, { 'retry-after': '60' }).end(),
    'sends broken JSON': (res) => res.end('{"data": ['),
    'sends no vector': (res) => answerVectors(res, []),
    'sends a vector of another length': (res) => answerVectors(res, [[1, 2, 3]]),
    'sends a vector without a direction': (res) => answerVectors(res, [[0, 0, 0]]),
    'sends too much': (res) => res.end(' '.repeat(2_000_000)),
    'breaks off': (res) => void (res.write('{'), res.destroy()),
    'does not answer': () => {},
  };
  it('that fails in any way leaves the search to the words', { timeout: 30_000 }, async () => {
    const world = await shop();
    await write(world, { content: SHOP });
    await made(world, 2);
    for (const [how, spoil] of Object.entries(FAILURES)) {
      stub.always((_asked, res) => spoil(res));
      const before = stub.asked.length;
      const began = performance.now();
      expect(await givenFor(world, 'When do your doors open?'), how).toEqual([
        'Our doors open at 9.',
      ]);
      expect(performance.now() - began, how).toBeLessThan(4_000);
      expect(stub.asked.length - before, how).toBe(1);
      running.advance(61_000); // no failure keeps the next question from being asked
    }
    const { payload } = await running.relay.http.inject('/metrics');
    for (const outcome of ['refused', 'broken', 'unreachable', 'timeout', 'dimensions']) {
      const count = `relay_embeddings_requests_total\\{purpose="question",outcome="${outcome}"\\} [1-9]`;
      expect(payload).toMatch(new RegExp(count));
    }
  });

  it('is tried again later for passages that it had no vectors for', async () => {
    stub.always((_asked, res) => res.writeHead(503, { 'retry-after': '1' }).end());
    const world = await shop();
    await write(world, { content: SHOP });
    await expect.poll(() => stub.asked.length).toBe(1);
    stub.always(null);
    await made(world, 2);
  });
});

describe('the built-in bot with an embedding model', () => {
  const tried = async (world: World, content: string) =>
    (
      await world.owner.post<{ decision: string; reason?: string; answer?: string }>(
        '/console/test/bot',
        { tenant_id: world.tenantId, content, locale: 'en' },
      )
    ).data;

  it('says nothing that only the meaning supports', async () => {
    const world = await shop({ kind: 'builtin' });
    await write(world, { content: SHOP });
    await made(world, 2);
    expect(await tried(world, QUESTION)).toMatchObject({
      decision: 'escalate',
      reason: 'low_confidence',
    });
  });

  it('is not asked for a tenant that has no model of its own, or asks none', async () => {
    const world = await shop({ kind: 'builtin', embeddings: null });
    await write(world, { content: SHOP });
    await tried(world, 'When do your doors open?');
    expect(stub.asked).toEqual([]);
  });
});

describe("the settings of a tenant's embedding model", () => {
  const settingsOf = async (world: World) =>
    (
      await world.owner.get<{ tenant: { bot: Record<string, unknown> } }>(
        `/console/fetch/tenant?tenant_id=${world.tenantId}`,
      )
    ).data.tenant.bot;

  it('never show the key, and keep it only for the same address', async () => {
    const world = await shop();
    const shown = { url: stub.url, model: 'embed-1', api_key_set: true };
    expect((await settingsOf(world))['embeddings']).toEqual(shown);
    expect(JSON.stringify(await settingsOf(world))).not.toContain(KEY);
    await update(world, { kind: 'model' });
    expect((await settingsOf(world))['embeddings']).toEqual(shown);
    await update(world, { kind: 'model', embeddings: { url: stub.url, model: 'other' } });
    expect((await settingsOf(world))['embeddings']).toMatchObject({ api_key_set: true });
    const elsewhere = stub.url.replace('/v1', '/v2');
    await update(world, { kind: 'model', embeddings: { url: elsewhere, model: 'other' } });
    expect((await settingsOf(world))['embeddings']).toMatchObject({ api_key_set: false });
  });

  it('refuse an address that callbacks may not have, and half a model', async () => {
    const world = await shop();
    const forbidden = { url: 'http://169.254.169.254/v1', model: 'm' };
    expect((await update(world, { embeddings: forbidden })).data).toMatchObject({
      code: 'callback_url_forbidden',
      details: [{ field: 'bot.embeddings.url' }],
    });
    for (const half of [{ url: stub.url }, { model: 'm' }, { api_key: 'k' }, {}])
      expect((await update(world, { embeddings: half })).status).toBe(422);
  });
});
