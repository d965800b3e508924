import { randomBytes } from 'node:crypto';
import { userSignature } from '@chat-relay/receiver-sdk';
import { expect, vi } from 'vitest';
import type { CallbackReceiver } from '../support/callback-receiver';
import { say, uploaderOf } from '../attachments/uploader';
import { pdf } from '../support/files';
import { VisitorSocket } from '../support/visitor-socket';
import {
  addOperator,
  createVisitor,
  createWorld,
  type World,
  type WorldOperator,
  type WorldVisitor,
} from '../support/world';
import { addMember, type Member } from '../support/members';

export interface Talk {
  visitor: WorldVisitor;
  conversationId: string;
  /** Id of the visitor's message. */
  messageId: string;
}

/** A workspace with one of everything that has an id. Every text in it holds its mark. */
export interface StockedWorld extends World {
  url: string;
  adminKey: string;
  mark: string;
  ownerAccountId: string;
  ownerEmail: string;
  consoleSessionId: string;
  /** Id of the owner as an operator of the tenant. */
  ownOperatorId: string;
  operator: WorldOperator & { accountId: string };
  admin: Member;
  userId: string;
  talk: Talk;
  invitationId: string;
  inviteToken: string;
  cannedReplyId: string;
  noteId: string;
  /** Id of a block, of a visitor other than `talk.visitor`. */
  blockId: string;
  /** A file of the talk's visitor, in a message. */
  uploadId: string;
  faqEntryId: string;
  documentId: string;
  eventId: string;
  /** Every id of the world. */
  ids: string[];
}

export interface StockOptions {
  url: string;
  adminKey: string;
  receiver: CallbackReceiver;
  /** Tenant secrets with which the receiver verifies callbacks. */
  secrets: Map<string, string>;
}

export async function createStockedWorld(options: StockOptions): Promise<StockedWorld> {
  const { url, adminKey, receiver, secrets } = options;
  const mark = `mark${randomBytes(6).toString('hex')}`;
  const world = await createWorld(url, {
    tenant_name: `Shop ${mark}`,
    bot: { kind: 'none' },
    attachments: { enabled: true },
    callback_url_base: receiver.url,
  });
  secrets.set(world.tenantId, world.tenantSecret);
  const { owner, workspaceId, tenantId } = world;
  const post = async <Data>(path: string, body: object): Promise<Data> => {
    const answer = await owner.post<Data>(path, body);
    expect(answer.status, `${path}: ${JSON.stringify(answer.data)}`).toBeLessThan(300);
    return answer.data;
  };

  await post('/console/update/workspace', { workspace_id: workspaceId, name: `Works ${mark}` });
  const { account } = await post<{ account: { account_id: string; email: string } }>(
    '/console/update/account',
    { display_name: `Owner ${mark}` },
  );
  const { operator: ownOperator } = await post<{ operator: { operator_id: string } }>(
    '/console/create/operator',
    {
      workspace_id: workspaceId,
      email: account.email,
      display_name: `Owner ${mark}`,
      tenant_ids: [tenantId],
    },
  );
  const operator = await addOperator(url, world, `Operator ${mark}`);
  const operatorAccount = (
    await operator.api.get<{ account: { account_id: string } }>('/console/fetch/account')
  ).data.account;
  const admin = await addMember(url, world, 'admin', `Admin ${mark}`);
  await post('/console/create/operator', {
    workspace_id: workspaceId,
    email: admin.email,
    display_name: `Admin ${mark}`,
    tenant_ids: [tenantId],
  });

  const talk = await startTalk(url, world, mark);
  const userId = `user-${mark}`;
  const identified = await talk.visitor.api.post('/identify/visitor', {
    user_id: userId,
    user_signature: userSignature(world.tenantSecret, userId),
    display_name: `Visitor ${mark}`,
  });
  expect(identified.status).toBe(200);
  const { invitation, dev_invite_token: inviteToken } = await post<{
    invitation: { invitation_id: string };
    dev_invite_token: string;
  }>('/console/create/invitation', {
    workspace_id: workspaceId,
    email: `${mark}@example.com`,
    role: 'operator',
  });
  const { canned_reply: reply } = await post<{ canned_reply: { canned_reply_id: string } }>(
    '/console/create/canned-reply',
    { workspace_id: workspaceId, shortcut: mark, content: `Reply ${mark}` },
  );
  const { note } = await post<{ note: { note_id: string } }>('/console/create/note', {
    conversation_id: talk.conversationId,
    content: `Note ${mark}`,
  });
  const rude = await startTalk(url, world, mark);
  const { block } = await post<{ block: { block_id: string } }>('/console/block/visitor', {
    conversation_id: rude.conversationId,
    kind: 'session',
    reason: `Reason ${mark}`,
    ends_at: null,
  });
  const uploadId = await sendFile(url, talk, `File ${mark}`);
  const { faq_entry: faqEntry } = await post<{ faq_entry: { faq_entry_id: string } }>(
    '/console/create/faq-entry',
    { tenant_id: tenantId, questions: [`Question ${mark}`], answer: `Answer ${mark}` },
  );
  const faqEntryId = faqEntry.faq_entry_id;
  const { knowledge_document: document } = await post<{
    knowledge_document: { knowledge_document_id: string };
  }>('/console/create/knowledge-document', {
    tenant_id: tenantId,
    title: `Document ${mark}`,
    content: `Content ${mark}`,
    external_id: mark,
  });
  const documentId = document.knowledge_document_id;
  const eventId = await deliveredEvent(world);
  const sessions = await owner.get<{ sessions: { session_id: string }[] }>(
    '/console/fetch/sessions',
  );
  const consoleSessionId = sessions.data.sessions[0]?.session_id ?? '';

  return {
    ...world,
    url,
    adminKey,
    mark,
    ownerAccountId: account.account_id,
    ownerEmail: account.email,
    consoleSessionId,
    ownOperatorId: ownOperator.operator_id,
    operator: { ...operator, accountId: operatorAccount.account_id },
    admin,
    userId,
    talk,
    invitationId: invitation.invitation_id,
    inviteToken,
    cannedReplyId: reply.canned_reply_id,
    noteId: note.note_id,
    blockId: block.block_id,
    uploadId,
    faqEntryId,
    documentId,
    eventId,
    ids: [
      workspaceId,
      tenantId,
      world.widgetKey,
      world.tenantSecret,
      account.account_id,
      consoleSessionId,
      ownOperator.operator_id,
      operator.operatorId,
      operatorAccount.account_id,
      admin.accountId,
      talk.visitor.sessionId,
      talk.conversationId,
      invitation.invitation_id,
      reply.canned_reply_id,
      note.note_id,
      uploadId,
      faqEntryId,
      documentId,
      eventId,
    ],
  };
}

/** @returns the id of a file in a message of the visitor */
export async function sendFile(url: string, { visitor }: Talk, name: string): Promise<string> {
  const { upload_id } = await uploaderOf(url, visitor.token).upload(pdf, name);
  const socket = await VisitorSocket.open(url, visitor.token);
  try {
    await say(socket, 'file', '', [upload_id]);
  } finally {
    socket.close();
  }
  return upload_id;
}

/** A visitor who wrote, and waits for an operator. */
export async function startTalk(
  url: string,
  world: World,
  mark: string,
  more: Record<string, unknown> = {},
): Promise<Talk> {
  const visitor = await createVisitor(url, world, { metadata: { note: mark }, ...more });
  const socket = await VisitorSocket.open(url, visitor.token);
  try {
    const { message_id: messageId } = await socket.say('m1', `Hello from ${mark}`);
    const { conversation } = await socket.next('status');
    if (!conversation) throw new Error('a conversation began without a status');
    return { visitor, conversationId: conversation.conversation_id, messageId };
  } finally {
    socket.close();
  }
}

/** One callback of the world, once all of them have arrived: nothing changes without a call any more. */
async function deliveredEvent({ owner, tenantId }: World): Promise<string> {
  const path = `/console/fetch/callbacks?tenant_id=${tenantId}`;
  const list = async () =>
    (await owner.get<{ callbacks: { event_id: string; state: string }[] }>(path)).data.callbacks;
  await vi.waitFor(
    async () => {
      const states = (await list()).map(({ state }) => state);
      // Four events of the talk and three of the blocked visitor.
      expect(states).toEqual(Array.from({ length: 7 }, () => 'delivered'));
    },
    { timeout: 10_000 },
  );
  return (await list())[0]?.event_id ?? '';
}
