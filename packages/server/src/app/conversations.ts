import { buildBots } from '../bots/build';
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
import type { AccountsBuilt } from '../accounts/build';
import type { AttachmentsBuilt } from '../attachments/build';
import type { CallbacksBuilt } from '../callbacks/console/build';
import { listBatchParts } from './batch-parts';
import type { Infrastructure } from './infrastructure';
import { listStoredData } from './stored-data';
import type { TenancyPart } from './tenancy';
import type { VisitorsBuilt } from '../visitors/build';

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
  accounts: AccountsBuilt;
  tenancy: TenancyPart;
  visitors: VisitorsBuilt;
  callbacks: CallbacksBuilt;
  attachments: AttachmentsBuilt;
  /** Batch parts in addition to those of `listBatchParts`. */
  batchParts: readonly BatchPart[];
  /** Stored data in addition to that of `listStoredData`. */
  moreData: readonly StoredData[];
}) {
  const { config, keys, database, clock, log, audit, hub, budgets, metrics, lifecycle } =
    infrastructure;
  const { directory, operators, presence, inboxScope } = tenancy;
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

  // It watches the hub before the sockets do: clients get the end of a draft before the change that caused it.
  const streams = createAnswerStreams({ hub, clock });
  lifecycle.register({ name: 'answers being written', stop: streams.stop });

  const writing = {
    clock,
    log,
    journal,
    store,
    surroundingsOf: createSurroundings({ presence }),
    directory,
    linkTo: links.read,
  };
  const tenantBackend = createTenantBackend({ ...writing, hub });
  const bots = buildBots({
    ...infrastructure,
    ...tenancy,
    ...writing,
    streams,
    delivery: callbacks.delivery,
    api: tenantBackend,
  });

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
    ...bots,
    indexing,
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
