import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { say, uploaderOf } from '../attachments/uploader';
import { apiOf, type Api } from '../support/api';
import { pdf } from '../support/files';
import { addOperator, createWorld, type World } from '../support/world';
import { createChattyVisitor, type ChattyVisitor } from './chatty-visitor';

export interface MarkedTenant {
  world: World;
  owner: Api;
  /** Contained in every free text of the tenant and its visitors, and in no text of the workspace. */
  mark: string;
}

interface Created {
  tenant: { tenant_id: string; widget_public_key: string };
  tenant_secret: string;
}

/** Fails unless the call succeeds. */
export async function done<Data>(call: Promise<{ status: number; data: Data }>): Promise<Data> {
  const { status, data } = await call;
  expect(status, JSON.stringify(data)).toBeLessThan(300);
  return data;
}

/** Sends each call with an idempotency key, so that its response is stored for a day. */
export const withKeys = (url: string, token: string): Api => ({
  get: apiOf(url, token).get,
  post: (path, body) =>
    apiOf(url, token, { 'idempotency-key': randomBytes(8).toString('hex') }).post(path, body),
});

export const newMark = (): string => `mark${randomBytes(6).toString('hex')}`;

/** A tenant whose settings, knowledge and visitors' words all hold the mark. */
export async function createMarkedTenant(url: string): Promise<MarkedTenant> {
  const mark = newMark();
  const world = await createWorld(url);
  const owner = withKeys(url, world.ownerToken);
  const { tenant, tenant_secret: tenantSecret } = await done(
    owner.post<Created>('/console/create/tenant', {
      workspace_id: world.workspaceId,
      tenant_name: mark,
      allowed_origins: [world.origin],
    }),
  );
  const { tenant_id: tenantId, widget_public_key: widgetKey } = tenant;
  const marked = { ...world, tenantId, widgetKey, tenantSecret };
  const ofTenant = { tenant_id: tenant.tenant_id };
  await done(
    owner.post('/console/update/tenant', { ...ofTenant, ...settings(mark, world.origin) }),
  );
  await stockKnowledge(owner, ofTenant, mark);
  return { world: marked, owner, mark };
}

const settings = (mark: string, origin: string) => ({
  allowed_origins: [origin, `https://${mark}.example`],
  callback_url_base: `http://127.0.0.1:9999/${mark}`,
  rating: true,
  attachments: { enabled: true },
  widget: { greeting: `Greeting ${mark}` },
  bot: {
    kind: 'builtin',
    greeting: `Bot ${mark}`,
    display_name: `Bot ${mark}`,
    disclosure: false,
    disclosure_reason: `Reason ${mark}`,
    restricted_topics: [{ phrases: [`topic ${mark}`], reply: `Reply ${mark}` }],
    faq: [{ questions: [`Question ${mark}`], answer: `Answer ${mark}` }],
  },
});

async function stockKnowledge(owner: Api, ofTenant: object, mark: string): Promise<void> {
  const document = (title: string) => ({
    ...ofTenant,
    title: `${title} ${mark}`,
    content: `Content ${mark}`,
    url: `https://docs.example/${mark}/${title}`,
    external_id: `${title}-${mark}`,
  });
  type Stored = { knowledge_document: { knowledge_document_id: string } };
  for (const title of ['kept', 'removed']) {
    const { knowledge_document: made } = await done(
      owner.post<Stored>('/console/create/knowledge-document', document(title)),
    );
    const { knowledge_document_id } = made;
    await done(
      owner.post('/console/update/knowledge-document', {
        knowledge_document_id,
        title: `Changed ${mark}`,
      }),
    );
    if (title === 'removed') {
      await done(owner.post('/console/remove/knowledge-document', { knowledge_document_id }));
    }
  }
  type Entry = { faq_entry: { faq_entry_id: string } };
  const { faq_entry: entry } = await done(
    owner.post<Entry>('/console/create/faq-entry', {
      ...ofTenant,
      questions: [`When ${mark}`],
      answer: `Then ${mark}`,
    }),
  );
  await done(owner.post('/console/remove/faq-entry', { faq_entry_id: entry.faq_entry_id }));
}

/** A visitor who left the mark everywhere: answered, noted, tagged, blocked and rated. */
export async function createMarkedVisitor(
  url: string,
  { world, owner, mark }: MarkedTenant,
): Promise<ChattyVisitor> {
  const visitor = await createChattyVisitor(url, world, mark);
  const { conversationId: conversation_id, socket } = visitor;
  socket.send({ type: 'page', url: `${world.origin}/${mark}`, title: `Page ${mark}` });
  socket.send({ type: 'contact', email: `${mark}@mail.example` });
  await socket.next('contact_ok');

  const operator = await addOperator(url, world, 'Otto');
  const answering = withKeys(url, operator.token);
  const held = { conversation_id };
  const answer = { ...held, client_msg_id: mark, content: `Dear ${mark}` };
  await done(answering.post('/console/claim/conversation', held));
  await done(answering.post('/console/send/message', answer));
  const { upload_id } = await uploaderOf(url, visitor.token).upload(pdf, `${mark}.pdf`);
  await say(socket, 'file', `Here is ${mark}`, [upload_id]);
  await done(answering.post('/console/create/note', { ...held, content: `Note ${mark}` }));
  await done(answering.post('/console/update/conversation', { ...held, tags: [`Tag ${mark}`] }));
  await done(answering.post('/console/resolve/conversation', held));
  socket.send({ type: 'rate', rating: 1, comment: `Comment ${mark}` });
  await socket.next('rated');
  for (const [kind, isLifted] of [
    ['address', true],
    ['identity', false],
  ] as const) {
    const { block } = await done(
      owner.post<{ block: { block_id: string } }>('/console/block/visitor', {
        ...held,
        kind,
        reason: `Reason ${mark}`,
        ends_at: null,
      }),
    );
    if (isLifted) {
      const lifted = { tenant_id: world.tenantId, block_id: block.block_id };
      await done(owner.post('/console/unblock/visitor', lifted));
    }
  }
  return visitor;
}
