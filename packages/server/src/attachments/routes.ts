import type { CreatedUpload as CreatedUploadView } from '@chat-relay/widget-sdk/rest';
import { iso } from '../platform/clock';
import { AppError } from '../platform/errors';
import type { Route } from '../platform/http/route';
import type { TenantDirectory } from '../tenants/directory';
import type { Tenant } from '../tenants/tenant';
import { visitorRoute } from '../visitors/auth';
import type { SessionKey } from '../visitors/session';
import { consoleRoutesFor, type ConsolePrincipal } from '../workspaces/principal';
import { uploaders, uploadIds } from './attachment';
import {
  cancelledUploadAnswer,
  conversationUploadBody,
  createdUploadAnswer,
  createUploadBody,
  finishedUploadAnswer,
  uploadBody,
  type UploadBody,
} from './schemas';
import type { UploadRow } from './model';
import type { CreatedUpload, Uploads } from './uploads';
import { attachmentView } from './view';
import type { UploadResponses } from './wire';

const consoleRoute = consoleRoutesFor<UploadResponses>();

export interface AttachmentRoutesOptions {
  uploads: Uploads;
  directory: Pick<TenantDirectory, 'find'>;
  /** @throws {AppError} not_found for a conversation that the account may not see */
  sessionOf(principal: ConsolePrincipal, conversationId: string): Promise<SessionKey>;
  /** True if the account may see the tenant's conversations. */
  maySee(principal: ConsolePrincipal, tenantId: string): Promise<boolean>;
}

export function attachmentRoutes(options: AttachmentRoutesOptions): Route[] {
  const { uploads, directory } = options;

  const activeTenant = async (tenantId: string): Promise<Tenant> => {
    const tenant = await directory.find(tenantId);
    if (!tenant) throw new AppError('not_found');
    if (tenant.status !== 'active') throw new AppError('tenant_suspended');
    return tenant;
  };

  /** @throws {AppError} not_found for an upload of a tenant that the account may not see */
  const tenantOf = async (principal: ConsolePrincipal, body: UploadBody): Promise<string> => {
    const tenantId = uploadIds.tenantIdOf(body.upload_id);
    if (!(await options.maySee(principal, tenantId))) throw new AppError('not_found');
    return tenantId;
  };

  return [
    visitorRoute({
      area: 'visitor',
      rateLimit: 'visitor_per_ip',
      method: 'POST',
      path: '/create/upload',
      summary: 'Announce a file: the answer says where its bytes go',
      body: createUploadBody,
      answer: createdUploadAnswer,
      status: 201,
      handle: async ({ principal: { session, tenant }, body }) => {
        const owner = { ...session, uploader: uploaders.visitor };
        return createdUploadView(await uploads.create(tenant, owner, body));
      },
    }),
    visitorRoute({
      area: 'visitor',
      rateLimit: 'visitor_per_ip',
      method: 'POST',
      path: '/finish/upload',
      summary: 'Say that all bytes are sent; the type is read from them',
      body: uploadBody,
      answer: finishedUploadAnswer,
      handle: async ({ principal: { session, tenant }, body }) =>
        attachmentView(await uploads.finish(tenant, body.upload_id, ofVisitor(session))),
    }),
    visitorRoute({
      area: 'visitor',
      rateLimit: 'visitor_per_ip',
      method: 'POST',
      path: '/cancel/upload',
      summary: 'Give up a file that is not finished',
      body: uploadBody,
      answer: cancelledUploadAnswer,
      handle: async ({ principal: { session, tenant }, body }) => {
        await uploads.cancel(tenant.tenantId, body.upload_id, ofVisitor(session));
        return body;
      },
    }),
    consoleRoute({
      area: 'console',
      rateLimit: 'console_per_ip',
      method: 'POST',
      path: '/console/create/upload',
      summary: 'Announce a file for a conversation: the answer says where its bytes go',
      body: conversationUploadBody,
      answer: createdUploadAnswer,
      status: 201,
      handle: async ({ principal, body }) => {
        const session = await options.sessionOf(principal, body.conversation_id);
        const owner = { ...session, uploader: uploaders.account(principal.accountId) };
        return createdUploadView(
          await uploads.create(await activeTenant(session.tenantId), owner, body),
        );
      },
    }),
    consoleRoute({
      area: 'console',
      rateLimit: 'console_per_ip',
      method: 'POST',
      path: '/console/finish/upload',
      summary: 'Say that all bytes are sent; the type is read from them',
      body: uploadBody,
      answer: finishedUploadAnswer,
      handle: async ({ principal, body }) => {
        const tenantId = await tenantOf(principal, body);
        const tenant = await activeTenant(tenantId);
        return attachmentView(await uploads.finish(tenant, body.upload_id, ofAccount(principal)));
      },
    }),
    consoleRoute({
      area: 'console',
      rateLimit: 'console_per_ip',
      method: 'POST',
      path: '/console/cancel/upload',
      summary: 'Give up a file that is not finished',
      body: uploadBody,
      answer: cancelledUploadAnswer,
      handle: async ({ principal, body }) => {
        const tenantId = await tenantOf(principal, body);
        await uploads.cancel(tenantId, body.upload_id, ofAccount(principal));
        return body;
      },
    }),
  ];
}

const ofVisitor =
  ({ sessionId }: SessionKey) =>
  (row: UploadRow): boolean =>
    row.session_id === sessionId && row.uploader === uploaders.visitor;

const ofAccount =
  ({ accountId }: ConsolePrincipal) =>
  (row: UploadRow): boolean =>
    row.uploader === uploaders.account(accountId);

/** The headers of every PUT. The type is read from the bytes later, so it is always the same. */
const PUT_HEADERS = { 'content-type': 'application/octet-stream' };

export function createdUploadView({ uploadId, url, expiresAt }: CreatedUpload): CreatedUploadView {
  return { upload_id: uploadId, put: { url, headers: PUT_HEADERS }, expires_at: iso(expiresAt) };
}
