import { beforeEach, describe, expect, it } from 'vitest';
import { useRelay } from '../../support/relay';
import { createWorld, type World } from '../../support/world';

const relay = useRelay();
let world: World;
beforeEach(async () => {
  world = await createWorld(relay.url, { default_locale: 'en' });
});

interface Document {
  knowledge_document_id: string;
  title: string;
  external_id: string | null;
  url: string | null;
  version: number;
}
interface Answer {
  code: string;
  knowledge_document: Document;
  knowledge_document_id: string;
  knowledge_documents: Document[];
}

const CONTENT = '# Returns\n\nSend the parcel back within 14 days.';
const create = (more: object = {}, { owner, tenantId }: World = world) =>
  owner.post<Answer>('/console/create/knowledge-document', {
    tenant_id: tenantId,
    title: 'Shop',
    content: CONTENT,
    ...more,
  });
const list = async ({ owner, tenantId }: World = world): Promise<Document[]> => {
  const path = `/console/fetch/knowledge-documents?tenant_id=${tenantId}`;
  return (await owner.get<Answer>(path)).data.knowledge_documents;
};

describe('a document that is synced', () => {
  it('takes over the one of the console that has the same content', async () => {
    const url = 'https://shop.example/help';
    const written = (await create({ url })).data.knowledge_document;
    const synced = await create({ title: 'Help', external_id: 'help.md' });
    expect(synced.status).toBe(201);
    expect(synced.data.knowledge_document).toMatchObject({
      knowledge_document_id: written.knowledge_document_id,
      external_id: 'help.md',
      title: 'Help',
      url,
      version: written.version + 1,
    });
    expect(await list()).toHaveLength(1);
    const asked = { tenant_id: world.tenantId, content: 'How do I return a parcel?' };
    const { data } = await world.owner.post<{ sources: object[] }>('/console/test/bot', asked);
    expect(data.sources).toEqual([{ title: 'Help', url }]);
  });

  it('takes over one of several, and none of another tenant or with other content', async () => {
    const other = await createWorld(relay.url);
    await create({}, other);
    await create({ content: `${CONTENT} ` });
    await create();
    await create();
    await create({ external_id: 'a.md' });
    await create({ external_id: 'b.md' });
    await create({ external_id: 'c.md' });
    const names = (await list()).map(({ external_id }) => external_id ?? '');
    expect(names.toSorted((a, b) => a.localeCompare(b))).toEqual(['', 'a.md', 'b.md', 'c.md']);
    expect((await list(other)).map(({ external_id }) => external_id)).toEqual([null]);
  });

  it('takes over nothing under an external_id that is taken', async () => {
    await create({ content: 'Another text.', external_id: 'a.md' });
    await create();
    const again = await create({ external_id: 'a.md' });
    expect([again.status, again.data.code]).toEqual([409, 'state_conflict']);
    const contents = (await list()).map(({ external_id, version }) => ({ external_id, version }));
    expect(contents).toContainEqual({ external_id: null, version: 2 });
    expect(contents).toHaveLength(2);
  });

  it('refuses an upload of its content with its id', async () => {
    const { knowledge_document_id } = (await create({ external_id: 'a.md' })).data
      .knowledge_document;
    const copy = await create({ title: 'Copy' });
    expect(copy).toMatchObject({
      status: 409,
      data: { code: 'state_conflict', knowledge_document_id },
    });
    expect(await list()).toHaveLength(1);
  });

  it('is one document, whether it or the upload of its content comes first', async () => {
    for (let round = 0; round < 5; round++) {
      const content = `${CONTENT} ${round}`;
      await Promise.all([create({ content }), create({ content, external_id: `${round}.md` })]);
    }
    const names = (await list()).map(({ external_id }) => external_id ?? '');
    expect(names.toSorted((a, b) => a.localeCompare(b))).toEqual(
      [0, 1, 2, 3, 4].map((round) => `${round}.md`),
    );
  });
});
