import { createBotRunner } from '../bots/bot-runner';
import { createBuiltinBot } from '../bots/builtin';
import { createRetrieval } from '../bots/knowledge/retrieval';
import { createTenantIndexes } from '../bots/knowledge/tenant-indexes';
import { measureKnowledge } from '../bots/knowledge/thread/metrics';
import { createAnswerQuestion } from '../bots/model/answer-question';
import { createReranking } from '../bots/embeddings/reranking';
import { createFindPassages } from '../bots/model/find-passages';
import { createModelBot } from '../bots/model/model-bot';
import { createModelCalls } from '../bots/model/model-calls';
import { createTokenBudget } from '../bots/providers/token-budget';
import { createTenantBot } from '../bots/tenant-bot';
import { createTenantStream } from '../bots/tenant-stream';
import { createTranslator } from '../bots/translation/translator';
import { createCompliance } from '../compliance/service';
import { createBlockList } from '../conversations/inbox/blocks/service';
import { createLeaveContact } from '../conversations/answer-mails/contact';
import { createResumeLinks } from '../conversations/answer-mails/links';
import { createMailStops } from '../conversations/answer-mails/stops';
import { createAnswerMails } from '../conversations/answer-mails/sweep';
import { createInbox } from '../conversations/inbox/service';
import { storeScan } from '../conversations/journal/files';
import type { BatchPart } from '../conversations/journal/batch/batch-part';
import { createJournal } from '../conversations/journal/journal';
import { measureJournal } from '../conversations/journal/metrics';
import { createConversationStore } from '../conversations/journal/store';
import { createSurroundings } from '../conversations/journal/surroundings';
import { createAnswerStreams } from '../conversations/live/answer-streams';
import { publishNotices } from '../conversations/live/notices';
import type { StoredData } from '../platform/storage/stored-data';
import { createFolding } from '../reports/folding';
import { createIndexing } from '../search/indexing';
import { createIndexSize } from '../search/size';
import { createTenantBackend } from '../tenant-api/service';
import type { AccountsPart } from './accounts';
import type { AttachmentsPart } from './attachments';
import type { CallbacksPart } from './callbacks';
import { listBatchParts } from './batch-parts';
import { buildEmbeddings } from './embeddings';
import type { Infrastructure } from './infrastructure';
import { listStoredData } from './stored-data';
import type { TenancyPart } from './tenancy';
import type { VisitorsPart } from './visitors';

export type ConversationsPart = ReturnType<typeof buildConversations>;

/** The journal and its writers on the relay's side: bots, operators, tenants' backends. */
export function buildConversations({
  infrastructure,
  accounts: { accounts, mailer, workspaces },
  tenancy,
  visitors,
  callbacks,
  attachments: { links, scans, removals },
  batchParts,
  moreData,
}: {
  infrastructure: Infrastructure;
  accounts: AccountsPart;
  tenancy: TenancyPart;
  visitors: VisitorsPart;
  callbacks: CallbacksPart;
  attachments: AttachmentsPart;
  /** What more is written with a batch of commands. */
  batchParts: readonly BatchPart[];
  /** What more is stored about visitors and tenants. */
  moreData: readonly StoredData[];
}) {
  const { config, keys, database, clock, log, audit, hub, budgets, metrics, lifecycle } =
    infrastructure;
  const { guard, callbackProxy, directory, operators, presence, inboxScope } = tenancy;
  const store = createConversationStore(database.read);
  const journal = createJournal({
    messagesPerDay: config.limits.messages_per_session_day,
    database,
    clock,
    log,
    outbox: callbacks.outbox,
    parts: [...listBatchParts(callbacks.outbox), ...batchParts],
  });
  const folding = createFolding({ database, clock, log });
  journal.onBatch(folding.noteEntries);
  const indexing = createIndexing({ database, clock, log, budgets });
  const indexSize = createIndexSize(database);
  journal.onCommitted(({ session, change }) => {
    if (change && change.messages.length > 0) indexing.note(session, change.messages);
  });
  visitors.sessions.onDescribed((session) => indexing.note(session));
  lifecycle.register(
    { name: 'search', start: indexing.start, stop: indexing.stop },
    { name: 'reports', start: folding.start, stop: folding.stop },
    { name: 'journal', stop: journal.drain },
    { name: 'visitor sessions', stop: visitors.sessions.drain },
  );
  measureJournal(metrics, journal, clock);
  const { sessions, blocks } = visitors;
  const mails = { database, clock, log, sessions, directory };
  const resumeLinks = createResumeLinks({ ...mails, blocks });
  publishNotices(hub, {
    journal,
    visitorSessions: sessions,
    resumeLinks,
    consoleSessions: accounts.sessions,
    directory,
    presence,
    audit,
    workspaces,
    pageLog: visitors.pageLog,
    blocks,
    scans,
    store,
    log,
  });
  scans?.onSettling(({ tx, ...scanned }) => storeScan(tx, scanned));

  // Before the sockets: the end of a draft reaches them before the change that caused it.
  const streams = createAnswerStreams({ hub, clock });
  lifecycle.register({ name: 'answers being written', stop: streams.stop });

  /** What every writer of conversations needs. */
  const writing = {
    clock,
    log,
    journal,
    store,
    surroundingsOf: createSurroundings({ presence }),
    directory,
    linkTo: links.read,
  };
  const knowledgeIndexes = createTenantIndexes({
    database,
    log,
    maxBytes: config.knowledgeMemoryBytes,
  });
  measureKnowledge(metrics, knowledgeIndexes);
  lifecycle.register({ name: 'knowledge', stop: knowledgeIndexes.stop });
  const retrieve = createRetrieval({ indexes: knowledgeIndexes });
  const tokens = createTokenBudget({ database, budgets, clock });
  const embeddings = buildEmbeddings(infrastructure, tenancy, tokens);
  const { near } = embeddings;
  /** By words alone: it asks no one. */
  const plain = createBuiltinBot({ retrieve });
  const builtin = createBuiltinBot({ retrieve: createReranking({ retrieve, near }) });
  const calls = createModelCalls({
    relays: config.model,
    proxies: config.proxies,
    guard,
    proxy: callbackProxy,
    keys: keys.tenantSecret,
    clock,
  });
  lifecycle.register({ name: 'connections to models', stop: calls.close });
  const model = { calls, tokens, log, timeoutMs: config.modelTimeoutMs };
  const askModel = createModelBot({
    ...model,
    builtin: plain,
    findPassages: createFindPassages({ retrieve, near }),
  });
  const tenantBackend = createTenantBackend({ ...writing, hub });
  callbacks.delivery.onAnswer(createTenantBot({ ...writing, api: tenantBackend }));
  callbacks.delivery.onStream(createTenantStream({ ...writing, streams, api: tenantBackend }));

  const inbox = createInbox({
    ...writing,
    hub,
    scopeOf: inboxScope,
    findOperator: operators.find,
    presence,
  });

  const storedData = [...listStoredData({ database, clock, removals, blocks }), ...moreData];
  const { baseUrl } = config;
  const stops = createMailStops({ database, clock, keys: keys.mailStop, baseUrl });

  return {
    store,
    journal,
    mailStops: stops,
    stopPage: { stops, directory },
    resumeLinks,
    leaveContact: createLeaveContact({ clock, sessions, store, isOnline: visitors.isOnline }),
    answerMails: createAnswerMails({ ...mails, mailer, budgets, stops, store }),
    folding,
    indexSize,
    writing,
    streams,
    tenantBackend,
    builtin,
    plain,
    translate: createTranslator({ ...model, clock }),
    indexing,
    onKnowledgeChanged: (tenantId: string) => {
      knowledgeIndexes.changed(tenantId);
      embeddings.changed(tenantId);
    },
    askModel,
    bots: createBotRunner({
      ...writing,
      builtin,
      answerQuestion: createAnswerQuestion({ ask: askModel, streams, store }),
      modelTimeoutMs: config.modelTimeoutMs,
    }),
    inbox,
    blockList: createBlockList({
      database,
      clock,
      audit,
      directory,
      maxPerTenant: config.limits.blocks_per_tenant,
      scopeOf: inbox.scopeOf,
      find: inbox.find,
    }),
    storedData,
    compliance: createCompliance({
      database,
      clock,
      audit,
      directory,
      store,
      hub,
      data: storedData,
    }),
  };
}
