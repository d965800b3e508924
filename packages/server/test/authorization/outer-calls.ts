import { userSignature } from '@chat-relay/receiver-sdk';
import { put, uploaderOf } from '../attachments/uploader';
import { pdf } from '../support/files';
import { createVisitor } from '../support/world';
import { tenantClient } from '../tenant-api/tenant-client';
import type { Fields, RouteCall } from './route-call';
import { sendFile, startTalk, type StockedWorld } from './stocked-world';

const createFields = ({ tenantId, widgetKey, origin }: StockedWorld): Fields => ({
  tenant_id: tenantId,
  widget_public_key: widgetKey,
  origin,
});

/** Calls of the routes that visitors' pages and tenants' backends use. */
export const OUTER_CALLS: Record<string, RouteCall> = {
  'POST /create/visitor-session': { fields: createFields },
  'GET /create/visitor-session': { fields: createFields },
  'GET /fetch/widget-config': {
    fields: ({ tenantId, widgetKey }) => ({ tenant_id: tenantId, widget_public_key: widgetKey }),
  },
  'POST /refresh/visitor-token': { fields: () => ({}), token: newVisitorToken },
  'POST /identify/visitor': {
    fields: ({ tenantSecret }) => ({
      user_id: 'user-7',
      user_signature: userSignature(tenantSecret, 'user-7'),
    }),
    token: newVisitorToken,
  },
  'GET /fetch/messages': { fields: () => ({}), token: newVisitorToken },
  'GET /fetch/transcript': { fields: () => ({}), token: newVisitorToken },
  'POST /send/transcript': {
    fields: () => ({}),
    token: newVisitorToken,
    owner: { status: 409, code: 'state_conflict' },
  },
  'POST /create/upload': { fields: () => ({ name: 'a.pdf', bytes: 9 }), token: newVisitorToken },
  'POST /finish/upload': { fields: newUpload, token: async () => uploaderToken },
  'POST /cancel/upload': { fields: newUpload, token: async () => uploaderToken },
  'POST /rate/conversation': { fields: () => ({ rating: 5 }), token: resolvedVisitorToken },
  'POST /set/contact': { fields: () => ({ email: 'ann@corp.test' }), token: newVisitorToken },
  'POST /resume/visitor-session': {
    fields: () => ({ token: 'rl_unknown' }),
    owner: { status: 404, code: 'session_expired' },
  },
  'POST /end/visitor-session': { fields: () => ({}), token: newVisitorToken },

  'POST /tenant/send/message': {
    fields: async (world) => ({
      ...(await botTalk(world)),
      client_msg_id: 'b1',
      content: 'I am the bot',
    }),
  },
  'POST /tenant/send/typing': {
    fields: async (world) => ({ ...(await botTalk(world)), state: 'start' }),
  },
  'POST /tenant/escalate/conversation': { fields: botTalk },
  'POST /tenant/resolve/conversation': { fields: botTalk },
  'POST /tenant/fetch/conversation': { fields: botTalk },
  'POST /tenant/fetch/messages': { fields: botTalk },
  'POST /tenant/create/upload': {
    fields: async (world) => ({ ...(await botTalk(world)), name: 'a.pdf', bytes: 9 }),
  },
  'POST /tenant/finish/upload': { fields: newBotUpload },
  'POST /tenant/fetch/attachment': { fields: sentFile },
  'POST /tenant/fetch/sessions': { fields: ({ userId }) => ({ user_id: userId }) },
  'POST /tenant/export/visitor': { fields: newVisitor },
  'POST /tenant/erase/visitor': { fields: newVisitor },
};

/** Token of the visitor who made the last upload. Only the same visitor may finish it. */
let uploaderToken = '';

async function newUpload(world: StockedWorld): Promise<Fields> {
  const { url } = world;
  uploaderToken = await newVisitorToken(world);
  const { data } = await uploaderOf(url, uploaderToken).create(pdf.length, 'a.pdf');
  await put(url, data.put.url, pdf);
  return { upload_id: data.upload_id };
}

async function sentFile(world: StockedWorld): Promise<Fields> {
  const talk = await startTalk(world.url, world, world.mark);
  return { upload_id: await sendFile(world.url, talk, 'a.pdf') };
}

async function newBotUpload(world: StockedWorld): Promise<Fields> {
  const call = tenantClient(world.url, { tenantId: world.tenantId, secret: world.tenantSecret });
  const file = { ...(await botTalk(world)), name: 'a.pdf', bytes: pdf.length };
  const { data } = await call<{ upload_id: string; put: { url: string } }>('create/upload', file);
  await put(world.url, data.put.url, pdf);
  return { upload_id: data.upload_id };
}

async function newVisitorToken(world: StockedWorld): Promise<string> {
  return (await createVisitor(world.url, world)).token;
}

/** Creates a visitor with a resolved conversation, in a tenant that asks for ratings. */
async function resolvedVisitorToken(world: StockedWorld): Promise<string> {
  const { owner, tenantId, url, mark } = world;
  await owner.post('/console/update/tenant', { tenant_id: tenantId, rating: true });
  const { visitor, conversationId } = await startTalk(url, world, mark);
  await owner.post('/console/resolve/conversation', { conversation_id: conversationId });
  return visitor.token;
}

async function newVisitor(world: StockedWorld): Promise<Fields> {
  return { session_id: (await startTalk(world.url, world, world.mark)).visitor.sessionId };
}

/** Starts a conversation that the bot owns. The tenant has a bot only while this runs. */
async function botTalk(world: StockedWorld): Promise<Fields> {
  const { owner, tenantId, url, mark } = world;
  const bot = (kind: string) =>
    owner.post('/console/update/tenant', { tenant_id: tenantId, bot: { kind } });
  await bot('tenant');
  const { conversationId } = await startTalk(url, world, mark, { mode: 'bot' });
  await bot('none');
  return { conversation_id: conversationId };
}
