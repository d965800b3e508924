import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiOf } from '../../support/api';
import { createTestDatabase, type TestDatabaseAddress } from '../../support/database';
import { readSql } from '../../support/direct-sql';
import {
  answerVectors,
  startEmbeddingsStub,
  type EmbeddingsStub,
} from '../../support/embeddings-stub';
import { startRelay, type TestRelay } from '../../support/relay';
import { createWorld } from '../../support/world';

let database: TestDatabaseAddress;
let stub: EmbeddingsStub;
let nodes: TestRelay[];
beforeAll(async () => {
  database = await createTestDatabase();
  stub = await startEmbeddingsStub();
  nodes = await Promise.all([startRelay({ database }), startRelay({ database })]);
});
afterAll(async () => {
  for (const node of nodes) await node.stop();
  await stub.close();
  await database.drop();
});

it('is paid once for each passage, however many nodes want its vector', async () => {
  const world = await createWorld(nodes[0]!.url, { bot: { kind: 'builtin' } });
  const { tenantId: tenant_id } = world;
  const content = Array.from({ length: 40 }, (_, n) => `# Part ${n}\n\nText ${n}.`).join('\n\n');
  for (const title of ['One', 'Two', 'Three']) {
    await world.owner.post('/console/create/knowledge-document', { tenant_id, title, content });
  }
  stub.always(({ path, body }, res) => {
    if (path !== '/v1/embeddings') return void res.writeHead(404).end();
    setTimeout(
      () =>
        answerVectors(
          res,
          body.input.map(() => [1, 2, 3]),
        ),
      20,
    );
  });
  const address = { url: stub.url, model: 'embed' };
  const bot = { kind: 'model', model: address, embeddings: address };
  await world.owner.post('/console/update/tenant', { tenant_id, bot });
  // A question on each node: both see that vectors are missing.
  const asking = nodes.map(({ url }) =>
    apiOf(url, world.ownerToken).post('/console/test/bot', { tenant_id, content: 'Text 7?' }),
  );
  await Promise.all(asking);
  const vectors = async () => {
    const sql = 'SELECT COUNT(*) AS n FROM knowledge_vectors WHERE tenant_id = ?';
    return Number((await readSql<{ n: number }>(database, sql, [tenant_id]))[0]?.n);
  };
  await expect.poll(vectors, { timeout: 20_000, interval: 50 }).toBe(120);
  const texts = stub.asked.flatMap(({ path, body }) =>
    path === '/v1/embeddings' ? body.input : [],
  );
  expect(texts).toHaveLength(120);
  expect(new Set(texts).size).toBe(120);
}, 30_000);
