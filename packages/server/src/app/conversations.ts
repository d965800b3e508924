import { createBotRunner } from '../bots/bot-runner';
import { createBuiltinBot } from '../bots/builtin';
import { createHandOvers } from '../bots/hand-overs/service';
import { createKnowledge } from '../bots/knowledge/documents';
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
import { createTranslations } from '../bots/translation/service';
import { createTranslator } from '../bots/translation/translator';
import { createUnanswered } from '../bots/unanswered/service';
import { createCompliance } from '../compliance/service';
import { createBlockList } from '../conversations/inbox/blocks/service';
import { createCannedReplies } from '../conversations/inbox/canned-replies/service';
import { createImports } from '../conversations/imports/service';
import { createNotes } from '../conversations/inbox/notes/service';
import { createMessageRemoval } from '../conversations/inbox/removals/service';
import { createLeaveContact } from '../conversations/answer-mails/contact';
import { createResumeLinks } from '../conversations/answer-mails/links';
import { createMailStops } from '../conversations/answer-mails/stops';
import { createAnswerMails } from '../conversations/answer-mails/sweep';
import { createInbox } from '../conversations/inbox/service';
import { storeScan } from '../conversations/journal/files';
import { createJournal } from '../conversations/journal/journal';
import { measureJournal } from '../conversations/journal/metrics';
import { createConversationStore } from '../conversations/journal/store';
import { createSurroundings } from '../conversations/journal/surroundings';
import { createAnswerStreams } from '../conversations/live/answer-streams';
import { publishNotices } from '../conversations/live/notices';
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
export function buildConversations(
  infrastructure: Infrastructure,
  { accounts, roles, mailer, workspaces }: AccountsPart,
  tenancy: TenancyPart,
  visitors: VisitorsPart,
  callbacks: CallbacksPart,
  { links, scans, removals }: AttachmentsPart,
) {
  const {
    config,
    keys,
    database,
    clock,
    log,
    audit,
    hub,
    budgets,
    metrics,
    rateLimiter,
    lifecycle,
  } = infrastructure;
  const { guard, callbackProxy, directory, operators, presence, tenants, inboxScope } = tenancy;
  const store = createConversationStore(database.read);
  const journal = createJournal({
    messagesPerDay: config.limits.messages_per_session_day,
    database,
    clock,
    log,
    outbox: callbacks.outbox,
    parts: listBatchParts(callbacks.outbox),
  });
  const folding = createFolding({ database, clock, log });
  journal.onBatch(folding.noteEntries);
  const indexing = createIndexing({ database, clock, log, budgets });
  const indexSize = createIndexSize(database);
  journal.onCommitted(({ session, change }) => {
    if (change && change.messages.length > 0) indexing.note(session, change.messages);
  });
  visitors.sessions.onDescribed((session) => indexing.note(session));
  metrics.gauge(
    'relay_search_waiting',
    'Conversations whose words this node has yet to index',
    indexing.waiting,
  );
  metrics.gauge(
    'relay_search_bytes',
    'What search takes of the database, measured every ten minutes',
    indexSize.bytes,
  );
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

  const storedData = listStoredData({ database, clock, removals, blocks });
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
    knowledge: createKnowledge({
      database,
      clock,
      audit,
      roles,
      tenants,
      isLocal: config.isLocal,
      onChanged: (tenantId) => {
        knowledgeIndexes.changed(tenantId);
        embeddings.changed(tenantId);
      },
    }),
    askModel,
    unanswered: createUnanswered({
      database,
      clock,
      audit,
      roles,
      tenants,
      builtin: plain,
      scopeOf: inbox.scopeOf,
    }),
    handOvers: createHandOvers({
      database,
      directory,
      roles,
      tenants,
      builtin,
      find: inbox.find,
    }),
    translations: createTranslations({
      database,
      clock,
      directory,
      rateLimiter,
      store,
      translate: createTranslator({ ...model, clock }),
      find: inbox.find,
    }),
    bots: createBotRunner({
      ...writing,
      builtin,
      answerQuestion: createAnswerQuestion({ ask: askModel, streams, store }),
      modelTimeoutMs: config.modelTimeoutMs,
    }),
    inbox,
    notes: createNotes({
      database,
      clock,
      hub,
      directory,
      maxPerConversation: config.limits.notes_per_conversation,
      scopeOf: inbox.scopeOf,
      find: inbox.find,
    }),
    blockList: createBlockList({
      database,
      clock,
      audit,
      directory,
      maxPerTenant: config.limits.blocks_per_tenant,
      scopeOf: inbox.scopeOf,
      find: inbox.find,
    }),
    removeMessage: createMessageRemoval({
      ...writing,
      database,
      audit,
      hub,
      indexing,
      scopeOf: inbox.scopeOf,
      find: inbox.find,
    }),
    importConversations: createImports({
      database,
      clock,
      audit,
      roles,
      tenants,
      rateLimiter,
      indexing,
    }),
    cannedReplies: createCannedReplies({
      database,
      clock,
      audit,
      roles,
      maxPerWorkspace: config.limits.canned_replies_per_workspace,
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
