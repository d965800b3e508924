import { dirname } from 'node:path';
import { accountRoutes } from '../accounts/routes';
import { sessionRoutes } from '../accounts/sessions/routes';
import { settingsRoutes } from '../accounts/settings-routes';
import { createBotTest } from '../bots/bot-test';
import { handOverRoutes } from '../bots/hand-overs/routes';
import { knowledgeRoutes } from '../bots/knowledge/routes';
import { translationRoutes } from '../bots/translation/routes';
import { unansweredRoutes } from '../bots/unanswered/routes';
import { botRoutes } from '../bots/routes';
import { attachmentRoutes } from '../attachments/routes';
import { auditRoutes } from '../workspaces/audit-routes';
import { callbackRoutes } from '../callbacks/console/routes';
import { complianceRoutes } from '../compliance/routes';
import { blockRoutes } from '../conversations/inbox/blocks/routes';
import { cannedReplyRoutes } from '../conversations/inbox/canned-replies/routes';
import { importRoutes } from '../conversations/imports/routes';
import { noteRoutes } from '../conversations/inbox/notes/routes';
import { bulkRoutes } from '../conversations/inbox/bulk/routes';
import { tagRoutes } from '../conversations/inbox/tags/routes';
import { removalRoutes } from '../conversations/inbox/removals/routes';
import { conversationRoutes } from '../conversations/inbox/routes';
import { answerMailRoutes } from '../conversations/answer-mails/routes';
import { createTranscriptMail } from '../conversations/transcript/mail';
import { transcriptRoutes } from '../conversations/transcript/routes';
import { visitorConversationRoutes } from '../conversations/inbox/visitor-routes';
import { operatorRoutes } from '../operators/routes';
import type { ReadinessReport } from '../platform/http/server/health';
import type { Route } from '../platform/http/route';
import { createProxyTrust } from '../platform/rate-limits/client-address';
import { SQLITE } from '../platform/storage/database';
import { bootstrapRoutes } from '../system/break-glass-routes';
import { reportRoutes } from '../reports/routes';
import { createReports } from '../reports/service';
import { createSystemOverview } from '../system/overview';
import { createNodeStatus } from '../system/node-status';
import { systemRoutes } from '../system/routes';
import { createSuspension } from '../system/suspension';
import { tenantApiRoutes } from '../tenant-api/routes';
import { faqRoutes } from '../tenants/faq/routes';
import { tenantRoutes } from '../tenants/routes';
import { visitorRoutes } from '../visitors/routes';
import { sightingRoutes } from '../visitors/sightings/routes';
import { invitationRoutes } from '../workspaces/invitation-routes';
import { memberRoutes, workspaceRoutes } from '../workspaces/routes';
import type { Config } from '../config/config';
import { VERSION } from '../version';
import type { AccountsPart } from './accounts';
import type { AttachmentsPart } from './attachments';
import type { CallbacksPart } from './callbacks';
import type { ConversationsPart } from './conversations';
import type { Infrastructure } from './infrastructure';
import type { TenancyPart } from './tenancy';
import type { VisitorsPart } from './visitors';

/** Every route under the prefix. */
export function listRoutes(
  { config, database, clock, audit, budgets, tokens, rateLimiter }: Infrastructure,
  {
    accounts,
    mailer,
    mailBudgets,
    roles,
    workspaces,
    deleteWorkspace,
    invitations,
    members,
  }: AccountsPart,
  { directory, operators, presence, tenants, deletion, faq }: TenancyPart,
  visitors: VisitorsPart,
  { redelivery, testCall, readHealth }: CallbacksPart,
  { uploads, links }: AttachmentsPart,
  {
    store,
    builtin,
    knowledge,
    unanswered,
    handOvers,
    translations,
    askModel,
    inbox,
    notes,
    removeMessage,
    blockList,
    cannedReplies,
    importConversations,
    tenantBackend,
    compliance,
    writing,
    mailStops,
    resumeLinks,
    leaveContact,
  }: ConversationsPart,
  checkReadiness: () => Promise<ReadinessReport>,
): Route[] {
  return [
    ...accountRoutes({ ...accounts, workspaces, entry: config.entry }),
    ...sessionRoutes({ database, sessions: accounts.sessions, workspaces }),
    ...settingsRoutes(accounts),
    ...bootstrapRoutes({
      systemAdmins: accounts.systemAdmins,
      configuredSeed: config.systemAdmin,
      isLocal: config.isLocal,
    }),
    ...systemRoutes({
      overview: createSystemOverview({ database }),
      setTenantStatus: createSuspension({ tenants, directory, audit }),
      nodeStatus: createNodeStatus({
        version: VERSION,
        clock,
        checkReadiness,
        databaseFolder: embeddedFolderOf(config),
        attachments: config.attachments,
      }),
      isTrustedProxy: createProxyTrust(config.trustedProxies),
      audit,
    }),
    ...workspaceRoutes({ workspaces, deleteWorkspace }),
    ...memberRoutes({ members }),
    ...invitationRoutes({ invitations, clock }),
    ...auditRoutes({ audit, roles }),
    ...tenantRoutes({ tenants, deletion }),
    ...faqRoutes({ faq }),
    ...botRoutes({ testBot: createBotTest({ directory, roles, rateLimiter, builtin, askModel }) }),
    ...knowledgeRoutes({ knowledge }),
    ...unansweredRoutes({ unanswered }),
    ...handOverRoutes({ handOvers }),
    ...translationRoutes({ translations }),
    ...operatorRoutes({ operators, presence, clock }),
    ...cannedReplyRoutes({ cannedReplies }),
    ...noteRoutes({ notes }),
    ...bulkRoutes({ inbox }),
    ...tagRoutes({ inbox, slowRead: database.slowRead }),
    ...removalRoutes({ removeMessage }),
    ...importRoutes({ importConversations }),
    ...blockRoutes({ blockList }),
    ...visitorRoutes({ ...visitors, directory, tokens }),
    ...sightingRoutes({ directory, roles, sightings: visitors.sightings }),
    ...reportRoutes({ reports: createReports({ database, directory, roles, clock }) }),
    ...conversationRoutes({
      inbox,
      blockList,
      store,
      slowRead: database.slowRead,
      roles,
      clock,
      presenceOf: presence.of,
      linkTo: links.read,
    }),
    ...attachmentRoutes({
      uploads,
      directory,
      sessionOf: async (principal, id) => (await inbox.find(principal, id)).session,
      maySee: async (principal, tenantId) =>
        (await inbox.scopeOf(principal)).tenantIds().includes(tenantId),
    }),
    ...transcriptRoutes({
      store,
      rateLimiter,
      mailTranscript: createTranscriptMail({
        database,
        clock,
        store,
        mailer,
        mailBudgets,
        budgets,
        stops: mailStops,
        perTenantDay: config.limits.transcripts_per_tenant_day,
      }),
    }),
    ...visitorConversationRoutes({ ...writing, store }),
    ...answerMailRoutes({ leaveContact, links: resumeLinks, tokens }),
    ...complianceRoutes({ compliance, directory, roles }),
    ...callbackRoutes({ database, directory, roles, audit, redelivery, testCall, readHealth }),
    ...tenantApiRoutes({
      backend: tenantBackend,
      store,
      sessions: visitors.sessions,
      compliance,
      uploads,
      linkTo: links.read,
    }),
  ];
}

function embeddedFolderOf({ databaseUrl: url }: Config): string | null {
  return url.startsWith(SQLITE) ? dirname(url.slice(SQLITE.length)) : null;
}
