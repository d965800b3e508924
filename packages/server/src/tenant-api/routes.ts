import { uploaders } from '../attachments/attachment';
import type { LinkTo } from '../attachments/links';
import { createdUploadView } from '../attachments/routes';
import { createdUploadAnswer } from '../attachments/schemas';
import type { Uploads } from '../attachments/uploads';
import { attachmentView } from '../attachments/view';
import { eraseAnswer, exportAnswer, visitorRefOf } from '../compliance/schemas';
import type { Compliance } from '../compliance/service';
import { readHistory } from '../conversations/journal/history';
import type { ConversationStore, StoredConversation } from '../conversations/journal/store';
import { tenantRow, messageView } from '../conversations/journal/views';
import { AppError } from '../platform/errors';
import { emptyAnswer } from '../platform/http/fields';
import type { Route } from '../platform/http/route';
import {
  attachmentAnswer,
  conversationAnswer,
  createUploadBody,
  eraseVisitorBody,
  escalateBody,
  exportVisitorBody,
  fetchAttachmentBody,
  fetchConversationBody,
  fetchMessagesBody,
  fetchSessionsBody,
  finishedUploadAnswer,
  finishUploadBody,
  historyAnswer,
  messageAnswer,
  resolveBody,
  sendMessageBody,
  sendTypingBody,
  sessionsAnswer,
} from './schemas';
import type { TenantBackend } from './service';
import { sessionsOfUser, type SessionsSources } from './sessions';
import { tenantRoute, type TenantPrincipal } from './signature';

export interface TenantApiOptions extends SessionsSources {
  backend: TenantBackend;
  store: ConversationStore;
  compliance: Compliance;
  uploads: Uploads;
  linkTo: LinkTo;
}

const SIGNED = {
  method: 'POST',
  area: 'tenant',
  rateLimit: 'tenant_api_per_ip',
  isBodySigned: true,
} as const;
const present = ({ session, state }: StoredConversation) => ({
  conversation: tenantRow(session, state),
});

export function tenantApiRoutes(options: TenantApiOptions): Route[] {
  const { backend, store, compliance } = options;
  return [
    tenantRoute({
      ...SIGNED,
      path: '/tenant/send/message',
      summary: 'Answer as the bot; a repeated client_msg_id is answered, not repeated',
      body: sendMessageBody,
      answer: messageAnswer,
      handle: async ({ principal, body }) => {
        const { message, isDuplicate } = await backend.send(
          principal.tenant,
          body.conversation_id,
          {
            clientMsgId: body.client_msg_id,
            content: body.content,
            uploadIds: body.attachments,
            ownerEpoch: body.owner_epoch ?? null,
          },
        );
        if (!message) throw new TypeError('a sent message is always there');
        return { message: messageView(message), ...(isDuplicate && { duplicate: true }) };
      },
    }),
    tenantRoute({
      ...SIGNED,
      path: '/tenant/send/typing',
      summary: 'Show the visitor that an answer is being written',
      body: sendTypingBody,
      answer: emptyAnswer,
      handle: async ({ principal, body }) => {
        await backend.type(principal.tenant, body.conversation_id, body.state);
        return {};
      },
    }),
    tenantRoute({
      ...SIGNED,
      path: '/tenant/escalate/conversation',
      summary: 'Hand a conversation from the bot to the operators',
      body: escalateBody,
      answer: conversationAnswer,
      handle: async ({ principal, body }) =>
        present(
          await backend.escalate(
            principal.tenant,
            body.conversation_id,
            body.reason ?? 'user_requested',
          ),
        ),
    }),
    tenantRoute({
      ...SIGNED,
      path: '/tenant/resolve/conversation',
      summary: 'Mark a conversation that the bot owns as resolved',
      body: resolveBody,
      answer: conversationAnswer,
      handle: async ({ principal, body }) =>
        present(await backend.resolve(principal.tenant, body.conversation_id)),
    }),
    tenantRoute({
      ...SIGNED,
      path: '/tenant/fetch/conversation',
      summary: 'One conversation',
      body: fetchConversationBody,
      answer: conversationAnswer,
      handle: async ({ principal, body }) =>
        present(await backend.find(principal.tenant, body.conversation_id)),
    }),
    tenantRoute({
      ...SIGNED,
      path: '/tenant/fetch/messages',
      summary: 'Messages of a conversation in order',
      body: fetchMessagesBody,
      answer: historyAnswer,
      handle: async ({ principal, body }) => {
        const { session } = await backend.find(principal.tenant, body.conversation_id);
        return readHistory(store, session, body);
      },
    }),
    tenantRoute({
      ...SIGNED,
      path: '/tenant/create/upload',
      summary: 'Announce a file for a conversation: the answer says where its bytes go',
      body: createUploadBody,
      answer: createdUploadAnswer,
      status: 201,
      handle: async ({ principal: { tenant }, body: { conversation_id, name, bytes } }) => {
        const { session } = await backend.find(tenant, conversation_id);
        const owner = { ...session, uploader: uploaders.tenant };
        return createdUploadView(await options.uploads.create(tenant, owner, { name, bytes }));
      },
    }),
    tenantRoute({
      ...SIGNED,
      path: '/tenant/finish/upload',
      summary: 'Say that all bytes are sent; the type is read from them',
      body: finishUploadBody,
      answer: finishedUploadAnswer,
      handle: async ({ principal: { tenant }, body }) =>
        attachmentView(
          await options.uploads.finish(
            tenant,
            body.upload_id,
            ({ uploader }) => uploader === uploaders.tenant,
          ),
        ),
    }),
    tenantRoute({
      ...SIGNED,
      path: '/tenant/fetch/attachment',
      summary: 'A file of a message, with a fresh address',
      body: fetchAttachmentBody,
      answer: attachmentAnswer,
      handle: async ({ principal: { tenant }, body }) => {
        const attachment = await options.uploads.find(tenant.tenantId, body.upload_id);
        return { attachment: attachmentView(attachment, options.linkTo) };
      },
    }),
    tenantRoute({
      ...SIGNED,
      path: '/tenant/fetch/sessions',
      summary: "A user's visitor sessions, the newest first",
      body: fetchSessionsBody,
      answer: sessionsAnswer,
      handle: async ({ principal, body }) => ({
        sessions: await sessionsOfUser(options, principal.tenant.tenantId, body.user_id),
      }),
    }),
    tenantRoute({
      ...SIGNED,
      path: '/tenant/export/visitor',
      summary: 'Everything stored about a visitor, as one document',
      body: exportVisitorBody,
      answer: exportAnswer,
      handle: async ({ principal, body, ip }) => {
        const tenantId = ownTenantId(principal, body.tenant_id);
        const by = { actor: null, ip };
        const document = await compliance.exportVisitor(tenantId, visitorRefOf(body), by);
        return { export: { ...document } };
      },
    }),
    tenantRoute({
      ...SIGNED,
      path: '/tenant/erase/visitor',
      summary: 'Erase all messages and the identity of a visitor permanently',
      body: eraseVisitorBody,
      answer: eraseAnswer,
      handle: async ({ principal, body, ip }) => {
        const tenantId = ownTenantId(principal, body.tenant_id);
        const by = { actor: null, ip };
        const { sessions } = await compliance.eraseVisitor(tenantId, visitorRefOf(body), by);
        return { erased_sessions: sessions };
      },
    }),
  ];
}

function ownTenantId({ tenant }: TenantPrincipal, named: string | undefined): string {
  if (named !== undefined && named !== tenant.tenantId) throw new AppError('not_found');
  return tenant.tenantId;
}
