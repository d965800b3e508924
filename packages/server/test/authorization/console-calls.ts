import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { newId } from '../../src/platform/ids';
import { uniqueEmail } from '../support/world';
import { addMember, addStranger, invite } from '../support/members';
import { put } from '../attachments/uploader';
import { pdf } from '../support/files';
import type { Fields, RouteCall } from './route-call';
import { startTalk, type StockedWorld } from './stocked-world';

const ofWorkspace: RouteCall = { fields: ({ workspaceId }) => ({ workspace_id: workspaceId }) };
const ofTenant: RouteCall = { fields: ({ tenantId }) => ({ tenant_id: tenantId }) };
const ofEvent: RouteCall = { fields: ({ eventId }) => ({ event_id: eventId }) };

/** Response to calls that need a language model: none is configured. */
const TRANSLATION_IS_OFF = { status: 409, code: 'state_conflict' };

/** Workspaces and everything in them. */
export const CONSOLE_CALLS: Record<string, RouteCall> = {
  'GET /console/fetch/workspaces': { fields: () => ({}) },
  'POST /console/create/workspace': { fields: () => ({ name: 'Another' }) },
  'POST /console/update/workspace': {
    fields: ({ workspaceId }) => ({ workspace_id: workspaceId, name: 'Renamed' }),
  },
  'POST /console/delete/workspace': { fields: newWorkspace },
  'GET /console/fetch/members': ofWorkspace,
  'POST /console/update/member': {
    fields: async (world) => ({ ...(await newMember(world)), role: 'admin' }),
  },
  'POST /console/remove/member': { fields: newMember },
  'GET /console/fetch/audit-log': ofWorkspace,

  'POST /console/create/invitation': {
    fields: ({ workspaceId }) => ({
      workspace_id: workspaceId,
      email: uniqueEmail(),
      role: 'operator',
    }),
  },
  'GET /console/fetch/invitations': ofWorkspace,
  'POST /console/resend/invitation': { fields: newInvitation },
  'POST /console/revoke/invitation': { fields: newInvitation },
  'POST /console/accept/invitation': {
    fields: async (world) => {
      const { api } = await addStranger(world.url);
      const { data } = await api.get<{ workspaces: { workspace_id: string }[] }>(
        '/console/fetch/workspaces',
      );
      const workspaceId = data.workspaces[0]?.workspace_id ?? '';
      const { inviteToken } = await invite(
        { ...world, owner: api, workspaceId },
        'operator',
        world.ownerEmail,
      );
      return { invite_token: inviteToken };
    },
  },

  'POST /console/create/tenant': {
    fields: ({ workspaceId, origin }) => ({
      workspace_id: workspaceId,
      tenant_name: 'Second shop',
      allowed_origins: [origin],
    }),
  },
  'GET /console/fetch/tenants': ofWorkspace,
  'GET /console/fetch/tenant': ofTenant,
  'GET /console/fetch/texts': ofTenant,
  'POST /console/update/tenant': {
    fields: ({ tenantId }) => ({ tenant_id: tenantId, default_locale: 'en' }),
  },
  'GET /console/fetch/widget-sightings': ofTenant,
  'GET /console/fetch/reports': ofTenant,
  'GET /console/fetch/faq-entries': ofTenant,
  'POST /console/create/faq-entry': {
    fields: ({ tenantId }) => ({ tenant_id: tenantId, questions: ['When?'], answer: 'At nine.' }),
  },
  'POST /console/update/faq-entry': {
    fields: async (world) => ({ ...(await newFaqEntry(world)), answer: 'At ten.' }),
  },
  'POST /console/remove/faq-entry': { fields: newFaqEntry },
  'GET /console/fetch/knowledge-documents': ofTenant,
  'GET /console/fetch/knowledge-document': { fields: newDocument },
  'POST /console/create/knowledge-document': {
    fields: ({ tenantId }) => ({ tenant_id: tenantId, title: 'Hours', content: 'From nine.' }),
  },
  'POST /console/update/knowledge-document': {
    fields: async (world) => ({ ...(await newDocument(world)), title: 'Opening' }),
  },
  'POST /console/remove/knowledge-document': { fields: newDocument },
  'GET /console/fetch/unanswered': ofTenant,
  'POST /console/dismiss/unanswered': {
    fields: ({ tenantId, talk }) => ({
      tenant_id: tenantId,
      conversation_ids: [talk.conversationId],
    }),
  },
  'GET /console/fetch/closest-passages': { fields: waitingTalk },
  'GET /console/fetch/threshold-preview': {
    fields: ({ tenantId }) => ({ tenant_id: tenantId, threshold: 0.3 }),
  },
  'POST /console/translate/message': {
    fields: async (world) => ({ ...(await waitingTalk(world)), seq: 1, language: 'en' }),
    owner: TRANSLATION_IS_OFF,
  },
  'POST /console/translate/draft': {
    fields: async (world) => ({ ...(await waitingTalk(world)), content: 'Bonjour' }),
    owner: TRANSLATION_IS_OFF,
  },
  'POST /console/test/bot': {
    fields: ({ tenantId }) => ({ tenant_id: tenantId, content: 'When?', bot: {} }),
  },
  'POST /console/rotate/widget-key': ofTenant,
  'POST /console/rotate/tenant-secret': ofTenant,
  'POST /console/activate/tenant-secret': {
    fields: async ({ owner, tenantId }) => {
      const fields = { tenant_id: tenantId };
      expect((await owner.post('/console/rotate/tenant-secret', fields)).status).toBe(200);
      return fields;
    },
  },
  'POST /console/test/callback': ofTenant,

  'POST /console/delete/tenant': {
    fields: async (world) => ({ ...(await newTenant(world)), tenant_name: 'Shut shop' }),
  },
  'POST /console/restore/tenant': { fields: newTenant },

  'POST /console/create/operator': {
    fields: ({ workspaceId, tenantId }) => ({
      workspace_id: workspaceId,
      email: uniqueEmail(),
      display_name: 'Oscar',
      tenant_ids: [tenantId],
    }),
  },
  'GET /console/fetch/operators': ofWorkspace,
  'POST /console/update/operator': {
    fields: ({ operator, tenantId }) => ({
      operator_id: operator.operatorId,
      tenant_ids: [tenantId],
    }),
  },
  'POST /console/remove/operator': {
    fields: async (world) => {
      const member = await addMember(world.url, world, 'operator');
      const { data } = await world.owner.post<{ operator: { operator_id: string } }>(
        '/console/create/operator',
        {
          workspace_id: world.workspaceId,
          email: member.email,
          display_name: 'Otto',
          tenant_ids: [world.tenantId],
        },
      );
      return { operator_id: data.operator.operator_id };
    },
  },
  'POST /console/set/presence': { fields: () => ({ status: 'online' }) },

  'GET /console/fetch/conversations': { fields: () => ({}) },
  'GET /console/fetch/conversation': { fields: waitingTalk },
  'GET /console/fetch/messages': { fields: waitingTalk },
  'GET /console/fetch/tickets': { fields: () => ({}) },
  'POST /console/claim/conversation': { fields: waitingTalk },
  'POST /console/release/conversation': { fields: claimedTalk },
  'POST /console/resolve/conversation': { fields: claimedTalk },
  'POST /console/transfer/conversation': {
    fields: async (world) => ({
      ...(await claimedTalk(world)),
      operator_id: world.operator.operatorId,
      force: true,
    }),
  },
  'POST /console/send/message': {
    fields: async (world) => ({
      ...(await claimedTalk(world)),
      client_msg_id: 'a1',
      content: 'Good day',
    }),
  },
  'POST /console/send/typing': {
    fields: async (world) => ({ ...(await claimedTalk(world)), state: 'start' }),
  },
  'POST /console/read/conversation': {
    fields: async (world) => ({ ...(await waitingTalk(world)), seq: 1 }),
  },

  'POST /console/create/upload': {
    fields: ({ talk }) => ({ conversation_id: talk.conversationId, name: 'a.pdf', bytes: 9 }),
  },
  'POST /console/finish/upload': { fields: newUpload },
  'POST /console/cancel/upload': { fields: newUpload },
  'POST /console/unread/conversation': { fields: waitingTalk },
  'POST /console/snooze/conversation': {
    fields: async (world) => ({
      ...(await waitingTalk(world)),
      until: new Date(Date.now() + 86_400_000).toISOString(),
    }),
  },

  'POST /console/update/conversation': {
    fields: async (world) => ({ ...(await waitingTalk(world)), tags: ['parcel'] }),
  },
  'POST /console/update/conversations': {
    fields: async (world) => ({
      conversation_ids: [(await waitingTalk(world)).conversation_id],
      action: { type: 'transfer', operator_id: world.operator.operatorId, force: true },
    }),
  },
  'GET /console/fetch/tags': { fields: ({ tenantId }) => ({ tenant_id: tenantId }) },

  'POST /console/import/conversations': {
    fields: ({ tenantId }) => ({
      tenant_id: tenantId,
      conversations: [
        {
          external_id: newId(),
          messages: [
            { sender: { kind: 'visitor' }, content: 'Hi', created_at: '2024-05-01T09:00:00Z' },
          ],
        },
      ],
    }),
  },
  'POST /console/create/note': {
    fields: async (world) => ({ ...(await waitingTalk(world)), content: 'Call her back.' }),
  },
  'GET /console/fetch/notes': {
    fields: ({ talk }) => ({ conversation_id: talk.conversationId }),
  },
  'POST /console/remove/note': { fields: newNote },

  'POST /console/remove/message': { fields: newMessage },
  'POST /console/block/visitor': {
    fields: async (world) => ({
      ...(await waitingTalk(world)),
      kind: 'session',
      reason: 'Insults',
      ends_at: null,
    }),
  },
  'POST /console/unblock/visitor': { fields: newBlock },
  'GET /console/fetch/blocks': ofTenant,

  'POST /console/create/canned-reply': {
    fields: ({ workspaceId }) => ({
      workspace_id: workspaceId,
      shortcut: `s${randomBytes(4).toString('hex')}`,
      content: 'We open at nine.',
    }),
  },
  'GET /console/fetch/queue-summary': ofWorkspace,
  'GET /console/fetch/canned-replies': ofWorkspace,
  'POST /console/update/canned-reply': {
    fields: async (world) => ({ ...(await newCannedReply(world)), content: 'We open at ten.' }),
  },
  'POST /console/remove/canned-reply': { fields: newCannedReply },

  'GET /console/fetch/callbacks': ofTenant,
  'GET /console/fetch/callback': ofEvent,
  'GET /console/fetch/callback-health': ofTenant,
  'POST /console/resend/callback': {
    fields: ({ eventId }) => ({ event_id: eventId, force: true }),
  },
  'POST /console/replay/callbacks': {
    fields: ({ tenantId }) => ({
      tenant_id: tenantId,
      since: '2020-01-01T00:00:00.000Z',
      until: '2100-01-01T00:00:00.000Z',
    }),
  },
  'POST /console/resume/callbacks': ofTenant,

  'POST /console/export/visitor': { fields: newVisitor },
  'POST /console/erase/visitor': { fields: newVisitor },
};

/** Creates a workspace without tenants, and adds the world's admin and operator to it. */
async function newWorkspace(world: StockedWorld): Promise<Fields> {
  const name = 'Shut works';
  const { data } = await world.owner.post<{ workspace: { workspace_id: string } }>(
    '/console/create/workspace',
    { name },
  );
  const workspace_id = data.workspace.workspace_id;
  for (const [role, { api }] of [
    ['admin', world.admin],
    ['operator', world.operator],
  ] as const) {
    const { account } = (await api.get<{ account: { email: string } }>('/console/fetch/account'))
      .data;
    const invited = { ...world, workspaceId: workspace_id };
    const { inviteToken } = await invite(invited, role, account.email);
    await api.post('/console/accept/invitation', { invite_token: inviteToken });
  }
  return { workspace_id, name };
}

async function newTenant(world: StockedWorld): Promise<Fields> {
  const { data } = await world.owner.post<{ tenant: { tenant_id: string } }>(
    '/console/create/tenant',
    {
      workspace_id: world.workspaceId,
      tenant_name: 'Shut shop',
      allowed_origins: [world.origin],
    },
  );
  return { tenant_id: data.tenant.tenant_id };
}

async function newMember(world: StockedWorld): Promise<Fields> {
  const { accountId } = await addMember(world.url, world, 'operator');
  return { workspace_id: world.workspaceId, account_id: accountId };
}

async function newInvitation(world: StockedWorld): Promise<Fields> {
  return { invitation_id: (await invite(world, 'operator')).invitationId };
}

async function newUpload(world: StockedWorld): Promise<Fields> {
  const { conversation_id } = await waitingTalk(world);
  const { data } = await world.owner.post<{ upload_id: string; put: { url: string } }>(
    '/console/create/upload',
    { conversation_id, name: 'a.pdf', bytes: pdf.length },
  );
  await put(world.url, data.put.url, pdf);
  return { upload_id: data.upload_id };
}

async function newNote(world: StockedWorld): Promise<Fields> {
  const talk = await waitingTalk(world);
  // An admin may remove it, too.
  const { data } = await world.operator.api.post<{ note: { note_id: string } }>(
    '/console/create/note',
    { ...talk, content: 'Call her back.' },
  );
  return { ...talk, note_id: data.note.note_id };
}

async function newBlock(world: StockedWorld): Promise<Fields> {
  const { data } = await world.owner.post<{ block: { block_id: string } }>(
    '/console/block/visitor',
    { ...(await waitingTalk(world)), kind: 'session', reason: 'Insults', ends_at: null },
  );
  return { tenant_id: world.tenantId, block_id: data.block.block_id };
}

async function newMessage(world: StockedWorld): Promise<Fields> {
  const { conversationId, messageId } = await startTalk(world.url, world, world.mark);
  return { conversation_id: conversationId, message_id: messageId };
}

async function newCannedReply(world: StockedWorld): Promise<Fields> {
  const { data } = await world.owner.post<{ canned_reply: { canned_reply_id: string } }>(
    '/console/create/canned-reply',
    {
      workspace_id: world.workspaceId,
      shortcut: `s${randomBytes(4).toString('hex')}`,
      content: 'We open at nine.',
    },
  );
  return { canned_reply_id: data.canned_reply.canned_reply_id };
}

async function newDocument(world: StockedWorld): Promise<Fields> {
  const { data } = await world.owner.post<{
    knowledge_document: { knowledge_document_id: string };
  }>('/console/create/knowledge-document', {
    tenant_id: world.tenantId,
    title: 'Hours',
    content: 'From nine.',
  });
  return { knowledge_document_id: data.knowledge_document.knowledge_document_id };
}

async function newFaqEntry(world: StockedWorld): Promise<Fields> {
  const { data } = await world.owner.post<{ faq_entry: { faq_entry_id: string } }>(
    '/console/create/faq-entry',
    { tenant_id: world.tenantId, questions: ['When?'], answer: 'At nine.' },
  );
  return { faq_entry_id: data.faq_entry.faq_entry_id };
}

async function waitingTalk(world: StockedWorld): Promise<Fields> {
  const { conversationId } = await startTalk(world.url, world, world.mark);
  return { conversation_id: conversationId };
}

async function claimedTalk(world: StockedWorld): Promise<Fields> {
  const fields = await waitingTalk(world);
  expect((await world.owner.post('/console/claim/conversation', fields)).status).toBe(200);
  return fields;
}

async function newVisitor(world: StockedWorld): Promise<Fields> {
  const { visitor } = await startTalk(world.url, world, world.mark);
  return { tenant_id: world.tenantId, session_id: visitor.sessionId };
}
