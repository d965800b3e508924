import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/platform/storage/database';
import { openDatabase } from '../../src/platform/storage/open-database';
import { quietLog } from '../support/database';
import { FeedClient } from '../support/feed-client';
import { startModelStub, type ModelReply, type ModelStub } from '../support/model-stub';
import { useRelay } from '../support/relay';
import { VisitorSocket } from '../support/visitor-socket';
import { addOperator, createVisitor, createWorld, type World } from '../support/world';
import { tenantClient } from '../tenant-api/tenant-client';

interface Suggestion {
  content: string;
  at: string;
  reasons: string[];
}

const QUESTION = 'Is home delivery expensive?';
const DRAFT = 'Home delivery costs 77,70 €.';

describe('an answer that the ground check has refused', () => {
  const test = useRelay({});
  let database: Database;
  let stub: ModelStub;
  let world: World;
  let otto: Awaited<ReturnType<typeof addOperator>>;
  /** The bodies of all callbacks. */
  const callbacks: string[] = [];

  beforeAll(async () => {
    database = await openDatabase(test.database.url, quietLog);
    stub = await startModelStub();
    const receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        callbacks.push(body);
        response.end('{}');
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const { port } = receiver.address() as AddressInfo;
    world = await createWorld(test.url, {
      default_locale: 'en',
      callback_url_base: `http://127.0.0.1:${port}`,
      bot: {
        kind: 'model',
        confidence_threshold: 0.1,
        faq: [
          {
            questions: ['How much is the cost of home delivery in France?'],
            answer: 'Delivery to your home costs 4,90 € and takes 3 days.',
          },
        ],
        model: { url: stub.url, api_key: 'sk', model: 'stub-1' },
      },
    });
    otto = await addOperator(test.url, world, 'Otto');
    return async () => {
      receiver.closeAllConnections();
      receiver.close();
      await stub.close();
      await database.close();
    };
  });

  async function ask() {
    const visitor = await createVisitor(test.url, world, { locale: 'en' });
    const socket = await VisitorSocket.open(test.url, visitor.token);
    await socket.say('m1', QUESTION);
    return { visitor, socket, reply: await stub.next() };
  }
  const handedOver = async (socket: VisitorSocket) => {
    const { conversation } = await socket.next(
      'status',
      (frame) => frame.conversation?.status === 'WAITING',
    );
    return conversation.conversation_id;
  };
  /** A visitor whose conversation waits because the relay refused the model's answer. */
  async function refused(text: (id: string) => string = (id) => `${DRAFT} [${id}]`) {
    const { visitor, socket, reply } = await ask();
    reply.say(text(idOf(reply)));
    const conversation_id = await handedOver(socket);
    return { visitor, socket, conversation_id };
  }
  const read = async (conversation_id: string) =>
    (
      await otto.api.get<{ suggestion: Suggestion | null }>(
        `/console/fetch/conversation?conversation_id=${conversation_id}`,
      )
    ).data.suggestion;
  const rows = async (conversation_id: string) =>
    database.read.rows('SELECT 1 FROM suggestions WHERE conversation_id = ?', [conversation_id]);

  it('is kept for operators, with the reason', async () => {
    const { conversation_id } = await refused();
    expect(await read(conversation_id)).toEqual({
      content: DRAFT,
      at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      reasons: ['fact_not_in_passage'],
    });
  });

  it.each<[string, string, (id: string) => string]>([
    ['cites an unknown passage', 'unknown_citation', () => 'Home delivery costs 4,90 € [p9].'],
    ['cites nothing', 'no_citation', () => 'Certainly!'],
    ['states a fact alone', 'fact_without_citation', (id) => `It costs 4,90 €. Good [${id}].`],
    ['uses other words', 'other_words', (id) => `Giraffes elephants zebras eat 3 days [${id}].`],
    [
      'is in French',
      'other_language',
      (id) => `Nous vous livrons chez vous, et voilà tout [${id}].`,
    ],
  ])('names what it failed if it %s', async (_what, reason, text) => {
    const { conversation_id } = await refused(text);
    expect((await read(conversation_id))?.reasons).toEqual([reason]);
  });

  it('has at most 4,000 characters', async () => {
    const { conversation_id } = await refused((id) => `${'é😀'.repeat(3_000)} [${id}].`);
    const suggestion = await read(conversation_id);
    expect(suggestion?.reasons).toEqual(['too_long']);
    expect(suggestion?.content).toBe('é😀'.repeat(2_000));
  });

  it.each(['CANNOT', ''])('is not there if the model wrote "%s"', async (text) => {
    const { conversation_id } = await refused(() => text);
    expect(await read(conversation_id)).toBeNull();
  });

  it('is announced to operators who have the conversation open, and withdrawn by a claim', async () => {
    const { socket, reply } = await ask();
    const { conversation } = await socket.next('status');
    const { conversation_id } = conversation;
    const feed = await FeedClient.open(test.url, otto.token, [`/conversations/${conversation_id}`]);
    reply.say(`${DRAFT} [${idOf(reply)}]`);
    await handedOver(socket);
    const { suggestion } = await feed.next(({ type }) => type === 'suggestion');
    expect(suggestion).toEqual(await read(conversation_id));
    await otto.api.post('/console/claim/conversation', { conversation_id });
    await feed.next((update) => update.type === 'suggestion' && update['suggestion'] === null);
    expect(await read(conversation_id)).toBeNull();
    expect(await rows(conversation_id)).toEqual([]);
    await otto.api.post('/console/release/conversation', { conversation_id });
    expect(await read(conversation_id)).toBeNull();
    await feed.close();
  });

  it('is gone when an admin resolves without a claim', async () => {
    const { conversation_id } = await refused();
    const ada = await addOperator(test.url, world, 'Ada');
    const { data } = await world.owner.get<{
      operators: { operator_id: string; account_id: string }[];
    }>(`/console/fetch/operators?workspace_id=${world.workspaceId}`);
    const account_id = data.operators.find((one) => one.operator_id === ada.operatorId)?.account_id;
    const member = { workspace_id: world.workspaceId, account_id, role: 'admin' };
    expect((await world.owner.post('/console/update/member', member)).status).toBe(200);
    expect(await rows(conversation_id)).toHaveLength(1);
    const resolved = await ada.api.post('/console/resolve/conversation', { conversation_id });
    expect(resolved.status).toBe(200);
    expect(await rows(conversation_id)).toEqual([]);
    expect(await read(conversation_id)).toBeNull();
  });

  it('never appears after a claim', async () => {
    const { socket, reply } = await ask();
    const { conversation_id } = (await socket.next('status')).conversation;
    const claimed = await otto.api.post('/console/claim/conversation', { conversation_id });
    expect(claimed.status).toBe(200);
    reply.say(`${DRAFT} [${idOf(reply)}]`);
    await reply.closed;
    await otto.api.post('/console/release/conversation', { conversation_id });
    expect(await rows(conversation_id)).toEqual([]);
    expect(await read(conversation_id)).toBeNull();
  });

  it('does not come back with a row that an older node left behind', async () => {
    const { conversation_id } = await refused();
    const bump = 'UPDATE conversations SET owner_epoch = owner_epoch + 2 WHERE conversation_id = ?';
    await database.transaction((tx) => tx.run(bump, [conversation_id]));
    expect(await rows(conversation_id)).toHaveLength(1);
    expect(await read(conversation_id)).toBeNull();
  });

  it('is in nothing that a visitor or the tenant’s backend reads, but the export', async () => {
    const { visitor, socket, conversation_id } = await refused();
    const call = tenantClient(test.url, { tenantId: world.tenantId, secret: world.tenantSecret });
    const found = await Promise.all([
      visitor.api.get('/fetch/messages'),
      visitor.api.get('/fetch/transcript?format=json'),
      visitor.api.get('/fetch/session'),
      call('fetch/conversation', { conversation_id }),
      call('fetch/messages', { conversation_id }),
      otto.api.get('/console/fetch/conversations'),
      otto.api.get(`/console/fetch/messages?conversation_id=${conversation_id}`),
    ]);
    const second = await VisitorSocket.open(test.url, visitor.token, { since: 0 });
    await second.next('msg', ({ content }) => content === QUESTION);
    await expect.poll(() => callbacks.join()).toContain('ticket-created');
    // A claim withdraws the suggestion. The withdrawal must not reach the visitor either.
    const exported = await call<object>('export/visitor', { session_id: visitor.sessionId });
    await otto.api.post('/console/claim/conversation', { conversation_id });
    await second.next('status', ({ conversation }) => conversation?.status === 'ASSIGNED');
    const frames = [...socket.frames, ...second.frames];
    const outward = JSON.stringify([frames, found.map(({ data }) => data), callbacks]);
    expect(outward).toContain(QUESTION);
    expect(outward).not.toMatch(/77,70|suggestion|fact_not_in_passage/);
    // The export of a visitor's data includes the suggestion.
    expect(JSON.stringify(exported.data)).toContain(DRAFT);
    for (const one of [socket, second]) one.close();
  });

  it('goes with an erasure', async () => {
    const { visitor, conversation_id } = await refused();
    const erased = await world.owner.post('/console/erase/visitor', {
      tenant_id: world.tenantId,
      session_id: visitor.sessionId,
    });
    expect(erased.status).toBe(200);
    expect(await rows(conversation_id)).toEqual([]);
  });
});

/** The id that the relay has given the first passage. */
function idOf({ body }: ModelReply): string {
  const { passages } = JSON.parse(body.messages.at(-1)!.content) as { passages: { id: string }[] };
  return passages[0]!.id;
}
