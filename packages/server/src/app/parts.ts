import { dirname } from 'node:path';
import { accountsPart } from '../accounts/part';
import { attachmentsPart } from '../attachments/part';
import { createAuditRetention } from '../audit/retention';
import { handOversPart } from '../bots/hand-overs/part';
import { knowledgePart } from '../bots/knowledge/part';
import { botsPart } from '../bots/part';
import { translationsPart } from '../bots/translation/part';
import { unansweredPart } from '../bots/unanswered/part';
import { callbacksPart } from '../callbacks/console/part';
import { compliancePart } from '../compliance/part';
import type { Config } from '../config/config';
import { answerMailsPart } from '../conversations/answer-mails/part';
import { importsPart } from '../conversations/imports/part';
import { cannedRepliesPart } from '../conversations/inbox/canned-replies/part';
import { notesPart } from '../conversations/inbox/notes/part';
import { inboxPart } from '../conversations/inbox/part';
import { removalsPart } from '../conversations/inbox/removals/part';
import { waitingMailsPart } from '../conversations/inbox/waiting-mails/part';
import { transcriptPart } from '../conversations/transcript/part';
import { operatorRoutes } from '../operators/routes';
import type { ReadinessReport } from '../platform/http/server/health';
import type { Part } from '../platform/part';
import { createProxyTrust } from '../platform/rate-limits/client-address';
import { SQLITE } from '../platform/storage/database';
import { reportsPart } from '../reports/part';
import { searchPart } from '../search/part';
import { systemPart } from '../system/part';
import { tenantApiRoutes } from '../tenant-api/routes';
import { tenantsPart } from '../tenants/part';
import { VERSION } from '../version';
import { workspacesPart } from '../workspaces/part';
import type { AccountsBuilt } from '../accounts/build';
import type { AttachmentsBuilt } from '../attachments/build';
import type { CallbacksBuilt } from '../callbacks/console/build';
import type { ConversationsPart } from './conversations';
import type { HttpPart } from './http';
import type { Infrastructure } from './infrastructure';
import { resealingPart } from './resealing';
import type { TenancyPart } from './tenancy';
import { visitorsPart, type VisitorsBuilt } from '../visitors/build';

export interface Built {
  infrastructure: Infrastructure;
  accounts: AccountsBuilt;
  tenancy: TenancyPart;
  visitors: VisitorsBuilt;
  callbacks: CallbacksBuilt;
  attachments: AttachmentsBuilt;
  conversations: ConversationsPart;
  http: HttpPart;
  checkReadiness: () => Promise<ReadinessReport>;
  /** In ms: the time between two looks for mails that are due. For tests. */
  mailSweepsMs: number | undefined;
}

/** The features of the relay, in the order of their routes and of their start. */
export function listParts(built: Built): Part[] {
  const { infrastructure, accounts, tenancy, visitors, callbacks, attachments } = built;
  const { conversations, http, checkReadiness, mailSweepsMs: sweepMs } = built;
  const { config, database, clock, hub, idempotency, nodes } = infrastructure;
  const { limits, entry, isLocal } = config;
  const { inbox, writing, storedData: data } = conversations;
  /** Every dependency that a part may name in its type. */
  const all = {
    ...infrastructure,
    ...accounts,
    ...tenancy,
    ...visitors,
    ...callbacks,
    ...conversations,
    ...writing,
    slowRead: database.slowRead,
    presenceOf: tenancy.presence.of,
    find: inbox.find,
    scopeOf: inbox.scopeOf,
    findOperator: tenancy.operators.find,
    awayReleaseMs: config.operatorAwayReleaseMs,
    awayAfterMs: config.operatorAwayReleaseMs,
    entry,
    isLocal,
  };
  return [
    accountsPart(all),
    systemPart({
      ...all,
      systemAdmins: accounts.accounts.systemAdmins,
      configuredSeed: config.systemAdmin,
      version: VERSION,
      checkReadiness,
      databaseFolder: embeddedFolderOf(config),
      attachments: config.attachments,
      isTrustedProxy: createProxyTrust(config.trustedProxies),
    }),
    workspacesPart(all),
    tenantsPart({
      ...all,
      onChanged: (tenantId) => hub.publishHere({ kind: 'tenant-changed', tenantId }),
    }),
    botsPart(all),
    knowledgePart({ ...all, onChanged: conversations.onKnowledgeChanged }),
    unansweredPart({ ...all, builtin: conversations.plain }),
    handOversPart(all),
    translationsPart(all),
    { routes: operatorRoutes(all) },
    cannedRepliesPart({ ...all, maxPerWorkspace: limits.canned_replies_per_workspace }),
    notesPart({ ...all, maxPerConversation: limits.notes_per_conversation }),
    removalsPart(all),
    importsPart(all),
    visitorsPart(all),
    reportsPart(all),
    searchPart(all),
    inboxPart(all),
    attachmentsPart({
      ...all,
      ...attachments,
      routes: {
        uploads: attachments.uploads,
        directory: tenancy.directory,
        sessionOf: async (principal, id) => (await inbox.find(principal, id)).session,
        maySee: async (principal, tenantId) =>
          (await inbox.scopeOf(principal)).tenantIds().includes(tenantId),
      },
    }),
    transcriptPart({
      ...all,
      stops: conversations.mailStops,
      perTenantDay: limits.transcripts_per_tenant_day,
    }),
    answerMailsPart({ ...all, links: conversations.resumeLinks, sweepMs }),
    waitingMailsPart({
      ...all,
      sweepMs,
      afterMs: config.waitingMailAfterMs,
      inboxUrl: config.hasConsolePage ? `${config.baseUrl}/console/inbox` : null,
    }),
    compliancePart({ ...all, data }),
    callbacksPart(all),
    {
      routes: tenantApiRoutes({
        ...all,
        backend: conversations.tenantBackend,
        uploads: attachments.uploads,
      }),
      deletions: [http.replayClaims.deleteExpired],
    },
    { tasks: accounts.mailWorker ? [{ name: 'mail worker', ...accounts.mailWorker }] : [] },
    {
      deletions: [
        idempotency.deleteExpired,
        createAuditRetention({ database, clock, keptMs: config.auditKeptMs }),
        async () => nodes?.deleteExpired(),
      ],
    },
    resealingPart(infrastructure),
  ];
}

function embeddedFolderOf({ databaseUrl: url }: Config): string | null {
  return url.startsWith(SQLITE) ? dirname(url.slice(SQLITE.length)) : null;
}
