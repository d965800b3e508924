import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countOfNetwork } from '../../../src/attachments/arrivals/leases';
import { createAudit } from '../../../src/audit/log';
import { createArrivalSweep } from '../../../src/attachments/arrivals/sweep';
import { createDeleteUnbound } from '../../../src/attachments/removal/unbound';
import { createScans } from '../../../src/attachments/scanning/scans';
import { readHandedOver } from '../../../src/bots/hand-overs/reading';
import { readAnswers, readAnsweredByPeople } from '../../../src/bots/unanswered/reading';
import { createKnownAddresses } from '../../../src/accounts/protection/known-addresses';
import { createLockout } from '../../../src/accounts/protection/lockout';
import { createChallenges } from '../../../src/accounts/sign-in/challenges';
import { listCallbacks } from '../../../src/callbacks/console/log';
import { createRedelivery } from '../../../src/callbacks/console/redelivery';
import type { CallbacksQuery } from '../../../src/callbacks/console/schemas';
import { createCallbackHealth } from '../../../src/callbacks/health/callback-health';
import { createLastResults } from '../../../src/callbacks/health/last-results';
import { createLeaseCounts } from '../../../src/callbacks/worker/backlog';
import { createClaim, createLeaseTokens } from '../../../src/callbacks/worker/claim';
import { createKnownClaim } from '../../../src/callbacks/worker/claim-known';
import { createCallbackRetention } from '../../../src/callbacks/worker/retention';
import { createSettle } from '../../../src/callbacks/worker/settle';
import { readSession } from '../../../src/compliance/export';
import { findSessionIds } from '../../../src/compliance/session-lookup';
import {
  findCandidates,
  findWaitingTenants,
} from '../../../src/conversations/inbox/assignment/candidates';
import { createAnswerMails } from '../../../src/conversations/answer-mails/sweep';
import {
  findRecipients,
  findTenantsToMail,
  readQueues,
} from '../../../src/conversations/inbox/waiting-mails/waits';
import { readQueueSummary } from '../../../src/conversations/inbox/queue-summary';
import { importedAmong, unindexedAmong } from '../../../src/conversations/journal/imports/writing';
import type { ConversationFilter } from '../../../src/conversations/journal/list';
import { createConversationStore } from '../../../src/conversations/journal/store';
import { readTags } from '../../../src/conversations/journal/tags/reading';
import { listTickets, type TicketFilter } from '../../../src/conversations/journal/tickets';
import type { Command } from '../../../src/conversations/rules/commands';
import { readInboxScope } from '../../../src/operators/inbox-scope';
import { createOperatorPresence } from '../../../src/operators/presence';
import { DAY, HOUR } from '../../../src/platform/clock';
import { createIdempotency } from '../../../src/platform/http/idempotency';
import { newId } from '../../../src/platform/ids';
import { createMailBudgets } from '../../../src/platform/mail/budgets';
import { createBudgets } from '../../../src/platform/storage/budgets';
import type { Database } from '../../../src/platform/storage/database';
import { createFolding } from '../../../src/reports/folding';
import { readReport } from '../../../src/reports/report';
import { catchUp } from '../../../src/search/catching-up';
import { indexSessions } from '../../../src/search/documents';
import { createIndexing } from '../../../src/search/indexing';
import { readMatches } from '../../../src/search/matches';
import { createReplayClaims } from '../../../src/tenant-api/replay-claims';
import { listBlocks, readVisitorBlocks } from '../../../src/conversations/inbox/blocks/store';
import { createBlocks } from '../../../src/visitors/blocks/blocks';
import { createVisitorSessions } from '../../../src/visitors/sessions';
import { createCallbackStage } from '../../support/callback-stage';
import { surroundings, visitorSays } from '../../support/conversations';
import { openTestDatabase, quietLog } from '../../support/database';
import { addExpiringRows } from '../../support/expiring-rows';
import { addOperators } from '../../support/grown-operators';
import { grow, type Grown } from '../../support/growth';
import { recordStatements, type Plan } from '../../support/query-plans';
import { openTestJournal } from '../../support/journal';
import { createRetention, eraseSessions } from '../../support/stored-data';

const OPERATORS = Array.from({ length: 6 }, newId);
const KEYS = [Buffer.alloc(32)] as const;
const WORKSPACE = newId();

let tenantIds: string[];
let accountId: string;
let database: Database;
let recorded: Database;
let takePlans: () => Promise<Plan[]>;
let close: () => Promise<void>;
let sample: Grown;
let other: Grown;

beforeAll(async () => {
  ({ database, close } = await openTestDatabase());
  ({ recorded, takePlans } = recordStatements(database));
  const stage = createCallbackStage(database);
  tenantIds = await stage.addTenants(4, 'http://127.0.0.1:9', WORKSPACE);
  const desk = { workspaceId: WORKSPACE, tenantIds, operatorIds: OPERATORS };
  [accountId = ''] = await addOperators(database, desk);
  const samples = await grow(database, {
    tenantIds,
    operatorIds: OPERATORS,
    conversations: 4_000,
    messagesEach: 6,
    eventsEach: 4,
    laneEvery: 10,
  });
  [sample, other] = samples.slice(-2) as [Grown, Grown];
  const others = await stage.addTenants(500, null);
  const operatorIds = Array.from({ length: 20 }, newId);
  await addOperators(database, { workspaceId: newId(), tenantIds: others, operatorIds });
  await addExpiringRows(database);
  const budgets = createBudgets({ database, clock });
  const indexing = createIndexing({ database, clock, log: quietLog, budgets });
  const isIndexed = async () =>
    (await database.read.rows('SELECT 1 FROM search_progress')).length > 0;
  // One call stops at its time limit, which a busy machine reaches.
  do await indexing.catchUp();
  while (!(await isIndexed()));
  // MariaDB updates its statistics once a tenth of the rows is new. The relay never runs ANALYZE on SQLite.
  if (database.dialect === 'mysql') {
    await database.transaction((tx) => tx.run(`ANALYZE TABLE ${GROWN.join(', ')}`));
  }
}, 300_000);
afterAll(() => close());

const GROWN = [
  'visitor_sessions',
  'conversations',
  'conversation_tags',
  'messages',
  'removed_messages',
  'visitor_blocks',
  'tickets',
  'callback_events',
  'callback_lanes',
  'callback_attempts',
  ...(process.env['TEST_DATABASE'] === 'mysql' ? ['search_documents', 'search_terms'] : []),
  'tenants',
  'memberships',
  'operators',
  'operator_tenants',
];

interface HotQuery {
  name: string;
  /** Indexes that the query must use. Without them it reads more rows than it needs. */
  indexes?: readonly string[];
  /** Tables that the query may sort: a few rows each, however many others there are. */
  sorts?: readonly string[];
  /** Tables that the query may read from end to end: they hold only rows that wait for it. */
  scans?: readonly string[];
  run(): Promise<unknown>;
}

const clock = Date.now;
const store = () => createConversationStore(recorded.read);
const presence = () =>
  createOperatorPresence({ database: recorded, clock, log: quietLog, awayAfterMs: 1 });
const list = (filter: Partial<ConversationFilter>) =>
  store().list({ tenantIds, limit: 51, ...filter });
const tickets = (filter: Partial<TicketFilter>) =>
  listTickets(recorded.read, { tenantIds, limit: 51, before: null, ...filter });
const callbacks = (query: Partial<CallbacksQuery>) =>
  listCallbacks(recorded.read, {
    tenant_id: tenantIds[0] ?? '',
    limit: 50,
    order: 'desc',
    bodies: false,
    ...query,
  });
const sessions = () => createVisitorSessions({ database: recorded, clock, log: quietLog });
const aDayAgo = () => ({ at: Date.now() - DAY, conversationId: 'f'.repeat(24) });

function submit(...commands: [Grown, Command][]): Promise<unknown> {
  const journal = openTestJournal({
    database: recorded,
    clock,
  });
  return Promise.all(
    commands.map(([session, command]) =>
      journal.submit({ session, command, surroundings: surroundings() }),
    ),
  );
}

const RECENT = ['conversations_recent'];
const OF_OPERATOR = ['conversations_operator'];
const BY_TAG = ['conversation_tags_recent'];
const INBOX: HotQuery[] = [
  { name: 'conversations of several tenants', indexes: RECENT, run: () => list({}) },
  {
    name: 'conversations of one tenant',
    indexes: RECENT,
    run: () => list({ tenantIds: tenantIds.slice(0, 1) }),
  },
  { name: 'conversations, the next page', indexes: RECENT, run: () => list({ before: aDayAgo() }) },
  { name: 'conversations with a status', indexes: RECENT, run: () => list({ status: 'RESOLVED' }) },
  {
    name: 'conversations with a status, the next page',
    indexes: RECENT,
    run: () => list({ status: 'RESOLVED', before: aDayAgo() }),
  },
  { name: 'unassigned conversations', indexes: RECENT, run: () => list({ operatorIds: [] }) },
  {
    name: 'conversations of an operator',
    indexes: OF_OPERATOR,
    run: () => list({ operatorIds: ['', ...OPERATORS.slice(0, 1)] }),
  },
  {
    name: 'conversations of an operator with a status',
    indexes: OF_OPERATOR,
    run: () => list({ operatorIds: OPERATORS.slice(0, 1), status: 'ASSIGNED' }),
  },
  {
    name: 'conversations with a tag',
    indexes: BY_TAG,
    run: () => list({ tagKey: 'delivery' }),
  },
  {
    name: 'conversations with a tag and a status, the next page',
    indexes: BY_TAG,
    run: () => list({ tagKey: 'delivery', status: 'RESOLVED', before: aDayAgo(), snoozed: false }),
  },
  {
    name: 'conversations with a tag that none has',
    indexes: BY_TAG,
    run: () => list({ tagKey: 'nowhere', tenantIds: tenantIds.slice(0, 1) }),
  },
  {
    name: 'conversations with a tag and a word that many have',
    indexes: BY_TAG,
    run: () => list({ tagKey: 'delivery', words: [['delivery'], ['lyon']] }),
  },
  {
    name: 'conversations of an operator with a tag',
    indexes: OF_OPERATOR,
    run: () => list({ tagKey: 'delivery', operatorIds: OPERATORS.slice(0, 1) }),
  },
  {
    name: 'a user’s conversations with a tag',
    indexes: ['visitor_sessions_user'],
    sorts: ['s', 'c', 'g'], // the user's
    run: () => list({ tagKey: 'delivery', userId: 'user-3' }),
  },
  {
    name: 'the tags of a tenant',
    indexes: BY_TAG,
    sorts: ['g'], // one row of each tag
    run: () => readTags(recorded.read, sample.tenantId),
  },
  {
    name: 'a change of tags',
    run: async () => {
      await submit([sample, { type: 'set-tags', tags: ['delivery', 'lyon'] }]);
      await submit([sample, { type: 'set-tags', tags: ['lyon'] }]);
    },
  },
  {
    name: 'conversations of 300 tenants',
    indexes: RECENT,
    run: () => list({ tenantIds: [...tenantIds, ...Array.from({ length: 296 }, newId)] }),
  },
  {
    name: 'conversations of a user',
    indexes: ['visitor_sessions_user'],
    sorts: ['s', 'c'], // the user's
    run: () => list({ userId: 'user-3' }),
  },
  {
    name: 'conversations with a word that many have',
    indexes: RECENT,
    run: () => list({ words: [['delivery'], ['lyon']] }),
  },
  {
    name: 'conversations with words that few have',
    indexes: ['search_documents_no'],
    sorts: ['c'], // at most 1,000
    run: () => list({ words: [['fr'], ['3999']] }),
  },
  {
    name: 'conversations with a word that none has',
    run: () => list({ words: [['nowhere'], ['delivery']] }),
  },
  {
    name: 'conversations of 300 tenants with a telephone number',
    indexes: ['search_documents_no'],
    sorts: ['c'], // at most 1,000
    run: () =>
      list({
        tenantIds: [...tenantIds, ...Array.from({ length: 296 }, newId)],
        words: [['0610003999', '10003999'], ['fr']],
      }),
  },
  {
    name: 'a user’s conversations with a word',
    indexes: ['visitor_sessions_user'],
    sorts: ['s', 'c', 'd'], // the user's
    run: () => list({ userId: 'user-3', words: [['delivery']] }),
  },
  {
    name: 'where a search’s conversations match',
    run: async () => {
      const facts = {
        userId: null,
        visitorName: 'Ann',
        visitorEmail: null,
        contactEmail: null,
        visitorAttributes: null,
        metadata: '{}',
      };
      const searched = [sample, other].map((session) => ({ ...session, ...facts }));
      await readMatches(recorded.read, searched, [['delivery'], ['nowhere']]);
    },
  },
  {
    name: 'what is to be indexed',
    run: () => recorded.transaction((tx) => indexSessions(tx, [sample, other])),
  },
  {
    name: 'what no node has indexed',
    indexes: RECENT,
    run: () =>
      catchUp(
        recorded,
        Date.now() - DAY,
        () => false,
        () => Promise.resolve(),
      ),
  },
  {
    name: 'which imported conversations are there',
    run: async () => {
      const sessionIds = [sample, other].map(({ sessionId }) => sessionId);
      await importedAmong(recorded.read, sample.tenantId, sessionIds);
      await unindexedAmong(recorded.read, sample.tenantId, sessionIds);
    },
  },
  {
    name: 'the summary of the queues',
    indexes: ['conversations_queue', 'conversations_operator'],
    sorts: ['tenants', 'held', 't'], // the workspace's, the operator's, and its colleagues
    run: async () => {
      const scope = await readInboxScope(recorded.read, accountId);
      await readQueueSummary(recorded.read, { clock, presenceOf: presence().of }, scope, WORKSPACE);
    },
  },
  {
    name: 'who is there',
    run: async () => {
      await presence().ofWorkspaces([WORKSPACE]);
      await presence().online(sample.tenantId);
      await presence().isAnyAvailable(sample.tenantId);
      await presence().lastSeen(OPERATORS);
    },
  },
  {
    name: 'what a read of a part leaves unread',
    run: () => store().visitorSeqs(sample, 2, 5),
  },
  { name: 'one conversation', run: () => store().find(tenantIds, sample.conversationId) },
  { name: 'tickets of several tenants', indexes: ['tickets_recent'], run: () => tickets({}) },
  {
    name: 'tickets, the next page',
    indexes: ['tickets_recent'],
    run: () => tickets({ before: [Date.now() - DAY, 'f'] }),
  },
  {
    name: 'tickets with a status',
    indexes: ['tickets_status'],
    run: () => tickets({ status: 'OPEN' }),
  },
  {
    name: 'questions that people answered',
    indexes: ['tickets_reason'],
    sorts: ['page'], // at most 100
    run: () =>
      readAnsweredByPeople(recorded.read, {
        tenantId: tenantIds[0] ?? '',
        since: Date.now() - 90 * DAY,
      }),
  },
  {
    name: 'the latest questions that the bot handed over',
    indexes: ['tickets_reason'],
    sorts: ['page'], // at most 100
    run: () => readHandedOver(recorded.read, { tenantId: tenantIds[0] ?? '' }, 100),
  },
  {
    name: 'what the bot handed over last in a conversation',
    indexes: ['tickets_conversation'],
    sorts: ['tickets', 'page'], // those of one conversation
    run: () => readHandedOver(recorded.read, sample, 1),
  },
  {
    name: 'what people answered',
    run: () => {
      const places = [sample, other].map((session) => ({ ...session, answerSeq: 2 }));
      return readAnswers(recorded.read, sample.tenantId, places);
    },
  },
  {
    name: 'what was removed of a conversation',
    run: () => store().removedSeqs(sample, 5),
  },
  {
    name: 'messages that were removed lately',
    indexes: ['removed_messages_recent'],
    run: () => store().removedSince(tenantIds, Date.now() - HOUR),
  },
  {
    name: 'the latest entries of the audit log',
    run: () => createAudit({ database: recorded, clock, log: quietLog }).since(Date.now() - HOUR),
  },
  {
    name: 'a blocked visitor',
    run: () =>
      createBlocks({ database: recorded, clock, log: quietLog, keys: KEYS }).isBlocked(
        { tenantId: sample.tenantId, hasBlocks: true },
        { sessionId: sample.sessionId, userId: 'ann', ip: '192.0.2.1' },
      ),
  },
  {
    name: 'which sessions are blocked',
    run: () =>
      createBlocks({ database: recorded, clock, log: quietLog, keys: KEYS }).blockedAmong(
        { tenantId: sample.tenantId, hasBlocks: true },
        [sample.sessionId, other.sessionId],
      ),
  },
  {
    name: 'the blocks of a tenant',
    indexes: ['visitor_blocks_newest'],
    run: () =>
      listBlocks(recorded.read, sample.tenantId, { before: undefined, limit: 50, now: Date.now() }),
  },
  {
    name: 'the blocks of a visitor',
    run: () => readVisitorBlocks(recorded.read, sample, Date.now()),
  },
  {
    name: 'the purge of blocks',
    indexes: ['visitor_blocks_over'],
    run: () =>
      createBlocks({ database: recorded, clock, log: quietLog, keys: KEYS }).deleteExpired(),
  },
  {
    name: 'a tenant’s queue',
    indexes: ['conversations_queue'],
    run: () => store().queue(sample.tenantId),
  },
  {
    name: 'who waits longest',
    indexes: ['conversations_queue'],
    run: () => store().waiting(sample.tenantId, 100),
  },
  {
    name: 'tenants in which someone is to be assigned',
    run: () => findWaitingTenants(recorded.read),
  },
  {
    name: 'who may be given a conversation',
    run: () => findCandidates(recorded.read, sample.tenantId, 0),
  },
  {
    name: 'operators who have conversations',
    indexes: OF_OPERATOR,
    run: () => store().assignees(),
  },
  {
    name: 'what an operator has',
    indexes: OF_OPERATOR,
    run: () => store().assignedTo(OPERATORS[0] ?? ''),
  },
  {
    name: 'what waits for a bot',
    indexes: ['conversations_awaiting_bot'],
    run: async () => {
      for await (const _page of store().awaitingBot(Date.now()));
    },
  },
  {
    name: 'tenants in which someone waits, and who could answer there',
    indexes: ['conversations_waiting', 'conversations_queue'],
    sorts: ['c', 'conversations', 'served'], // those who wait, and their operators
    scans: ['a'], // there is no account here
    run: async () => {
      const now = Date.now();
      const waits = { after: 0, upTo: now, mailedBefore: now, silentSince: now };
      const tenants = await findTenantsToMail(recorded.read, waits);
      expect(tenants.length).toBeGreaterThan(0);
      const { tenantId } = sample;
      const queues = await readQueues(recorded.read, tenantId, { ...waits, now });
      await findRecipients(recorded.read, tenantId, queues, now);
    },
  },
  {
    name: 'whose snooze is over',
    indexes: ['conversations_snoozed'],
    run: () => store().snoozedBefore(Date.now()),
  },
  {
    name: 'what is snoozed',
    indexes: RECENT,
    run: () => list({ snoozed: true, now: Date.now() }),
  },
  {
    name: 'a list without what is snoozed',
    indexes: RECENT,
    run: () => list({ snoozed: false, now: Date.now() }),
  },
  {
    name: 'what changed lately',
    indexes: RECENT,
    run: async () => {
      for await (const _page of store().changedSince(tenantIds, Date.now() - HOUR));
    },
  },
  {
    name: 'sessions that ended lately',
    indexes: ['visitor_sessions_ended'],
    run: () => store().endedSince(tenantIds, Date.now() - DAY),
  },
  {
    name: 'sessions that were taken over lately',
    indexes: ['visitor_sessions_taken_over'],
    run: () => store().takenOverSince(tenantIds, Date.now() - DAY),
  },
];

const VISITORS: HotQuery[] = [
  {
    name: 'a message',
    indexes: ['messages_dedupe'],
    run: () => submit([sample, visitorSays('Hi')]),
  },
  {
    name: 'a batch of messages',
    indexes: ['messages_dedupe'],
    run: () =>
      submit([sample, visitorSays('Hi')], [other, visitorSays('Hi')], [other, visitorSays('Ho')]),
  },
  {
    name: 'the first message of a session',
    run: async () => {
      const created = await sessions().create({
        tenantId: sample.tenantId,
        widgetPublicKey: 'pk',
        origin: 'https://shop.example',
        locale: 'en',
        mode: 'bot',
        routingKey: null,
        metadata: '{}',
        addressHmac: 'f'.repeat(64),
      });
      const session = { ...sample, sessionId: created.sessionId };
      await submit([session, visitorSays('Hi')], [other, visitorSays('Hi')]);
    },
  },
  { name: 'a session’s conversation', run: () => store().ofSession(sample) },
  { name: 'messages after one', run: () => store().messages(sample, { afterSeq: 2, limit: 200 }) },
  { name: 'messages before one', run: () => store().messages(sample, { beforeSeq: 5, limit: 50 }) },
  { name: 'the last message of a visitor', run: () => store().lastVisitorMessage(sample) },
  { name: 'a session', run: () => sessions().find(sample) },
  { name: 'the end of a session', run: () => sessions().end({ ...sample, sessionId: 'vs_none' }) },
  {
    name: 'sessions of a user',
    indexes: ['visitor_sessions_user'],
    run: () => sessions().ofUser(sample.tenantId, 'user-3'),
  },
  {
    name: 'a session that a user comes back to',
    indexes: ['visitor_sessions_user'],
    sorts: ['s', 'c'], // the user's
    run: async () => {
      const session = await sessions().find(sample);
      await sessions().joinOpen(session!, 'user-3');
    },
  },
  {
    name: 'answers that are due to be mailed',
    indexes: ['awaited_answers_due'],
    run: () => createAnswerMails({ database: recorded, clock } as never)(() => true),
  },
  {
    name: 'the purge of sessions',
    indexes: ['visitor_sessions_purge'],
    run: () => sessions().purgeExpired(Date.now() - 8 * DAY),
  },
  {
    name: 'sessions of a user, by page',
    indexes: ['visitor_sessions_user'],
    run: () =>
      findSessionIds(
        recorded.read,
        sample.tenantId,
        { userId: 'user-3' },
        { after: '', limit: 100 },
      ),
  },
  {
    name: 'a session, to be exported',
    sorts: ['tickets'],
    run: async () => {
      const record = await readSession(recorded.read, store(), sample, Date.now());
      const { messages, notes, tickets, callbacks } = record!.conversation!;
      for (const parts of [messages, notes, tickets, callbacks]) {
        for await (const part of parts) void part;
      }
    },
  },
  {
    name: 'an erasure',
    sorts: ['conversations'],
    run: () =>
      recorded.transaction((tx) =>
        eraseSessions(tx, database, {
          tenantId: sample.tenantId,
          sessionIds: ['vs_1', 'vs_2'],
          now: 1,
        }),
      ),
  },
];

const isSqlite = process.env['TEST_DATABASE'] !== 'mysql';
const BY_ID = ['callback_events_id'];
const BY_STATE = ['callback_events_state'];
const CALLBACKS: HotQuery[] = [
  { name: 'callbacks', indexes: BY_ID, run: () => callbacks({}) },
  {
    name: 'callbacks of a time',
    indexes: BY_ID,
    run: () =>
      callbacks({
        order: 'asc',
        since: new Date(Date.now() - 2 * DAY).toISOString(),
        until: new Date(Date.now() - DAY).toISOString(),
      }),
  },
  { name: 'callbacks in a state', indexes: BY_STATE, run: () => callbacks({ state: 'dead' }) },
  {
    name: 'callbacks of a type',
    indexes: BY_STATE,
    run: () => callbacks({ event: 'agent-released' }),
  },
  {
    name: 'callbacks of a type in a state',
    indexes: BY_STATE,
    run: () => callbacks({ event: 'agent-released', state: 'dead' }),
  },
  {
    name: 'callbacks of a conversation',
    indexes: [isSqlite ? 'sqlite_autoindex_callback_events_1' : 'PRIMARY'],
    sorts: ['callback_events'],
    run: () => callbacks({ tenant_id: sample.tenantId, conversation_id: sample.conversationId }),
  },
  {
    name: 'a replay',
    indexes: BY_STATE,
    run: () =>
      createRedelivery({ database: recorded, clock, wake: () => undefined }).replay({
        tenantId: sample.tenantId,
        since: Date.now() - DAY,
        until: Date.now() - 23 * HOUR,
        states: ['dead'],
      }),
  },
  {
    name: 'a claim and its outcome',
    indexes: ['callback_lanes_due', 'callback_lanes_leases'],
    run: async () => {
      const leases = createLeaseCounts({ database: recorded, clock, inFlightOf: () => 0 });
      const tokens = createLeaseTokens(recorded);
      const claim = createClaim({ database: recorded, clock, leases, tokens });
      const { lanes } = await claim((waiting) =>
        waiting.map(({ tenantId }) => ({ tenantId, lanes: 2 })),
      );
      const settle = createSettle({ database: recorded, clock, inFlight: () => 0 });
      await Promise.all(
        lanes.map((lane, index) =>
          settle({
            lane,
            isKept: index % 2 === 0,
            outcome: { kind: 'delivered', code: '200', timestampMs: Date.now() },
          }),
        ),
      );
    },
  },
  {
    name: 'a claim of what was just committed',
    indexes: [isSqlite ? 'sqlite_autoindex_callback_lanes_1' : 'PRIMARY'],
    run: async () => {
      const stage = createCallbackStage(database);
      const wanted = [sample.tenantId, other.tenantId].flatMap((tenantId) =>
        stage.makeEvents(tenantId, stage.newConversationId(), 1, 1),
      );
      await stage.enqueue(wanted);
      const { claim } = createKnownClaim({
        database: recorded,
        clock,
        leases: { estimate: () => 0 },
        tokens: createLeaseTokens(recorded),
      });
      const lanes = await claim(wanted, (waiting) =>
        waiting.map(({ tenantId }) => ({ tenantId, lanes: 2 })),
      );
      expect(lanes).toHaveLength(2);
      await stage.close();
    },
  },
  {
    name: 'the purge of callbacks',
    indexes: BY_ID,
    run: () =>
      createCallbackRetention({ database: recorded, clock: () => Date.now() + 11 * DAY })(),
  },
];

const HEALTH: HotQuery[] = [
  {
    name: 'the health of a tenant’s callbacks',
    indexes: BY_STATE,
    run: () => {
      const lastResults = createLastResults({ database: recorded, log: quietLog });
      return createCallbackHealth({ database: recorded, clock, lastResults })(sample.tenantId);
    },
  },
];

const REPORTS: HotQuery[] = [
  {
    name: 'a report of a month',
    sorts: ['report_totals', 'report_entries'], // the tenants' quarters of an hour
    run: () => {
      const bounds = Array.from({ length: 31 }, (_, day) => (day + 20_000) * DAY);
      return readReport(recorded, tenantIds, bounds);
    },
  },
  {
    name: 'the entries to add up',
    scans: ['report_entries'],
    run: () => createFolding({ database: recorded, clock, log: quietLog }).fold(),
  },
];

const budgets = () => createBudgets({ database: recorded, clock });
const knownAddresses = () => createKnownAddresses({ database: recorded, clock, keys: KEYS });
const limits = { mails_per_recipient_hour: 1, mails_per_recipient_day: 1 };
const PURGES: HotQuery[] = [
  {
    name: 'lockouts',
    indexes: ['lockouts_age'],
    run: () =>
      createLockout({
        database: recorded,
        clock,
        budgets: budgets(),
        knownAddresses: knownAddresses(),
      }).deleteExpired(),
  },
  {
    name: 'known addresses',
    indexes: ['known_addresses_age'],
    run: () => knownAddresses().deleteExpired(),
  },
  {
    name: 'challenges',
    indexes: ['challenges_expiry'],
    run: () => createChallenges({ database: recorded, clock, peppers: KEYS }).deleteExpired(),
  },
  { name: 'budgets', indexes: ['budgets_expiry'], run: () => budgets().deleteExpired() },
  {
    name: 'mail budgets',
    indexes: ['mail_budgets_age'],
    run: () =>
      createMailBudgets({ database: recorded, clock, limits, isLocal: false }).deleteExpired(),
  },
  {
    name: 'idempotency keys',
    indexes: ['idempotency_keys_age'],
    run: () => createIdempotency({ database: recorded, clock }).deleteExpired(),
  },
  {
    name: 'conversations that are kept no longer',
    indexes: ['tenants_retention', 'visitor_sessions_age'],
    scans: ['removed_conversations'],
    sorts: ['t', 'removed_conversations'], // the tenants that have something to delete
    run: () =>
      createRetention({
        database: recorded,
        clock,
        budgets: budgets(),
        hub: { publish: () => undefined },
        onDeleted: () => undefined,
      })(() => false),
  },
  {
    name: 'signatures of tenants',
    indexes: ['replay_claims_expiry'],
    run: () => createReplayClaims({ database: recorded, clock }).deleteExpired(),
  },
];

const FILES: HotQuery[] = [
  {
    name: 'files that arrive from a network',
    indexes: ['upload_arrivals_network'],
    run: () => countOfNetwork(recorded.read, 'none', Date.now()),
  },
  {
    name: 'leases of uploads that have ended',
    indexes: ['upload_arrivals_end'],
    run: () => createArrivalSweep({ database: recorded, clock }).releaseExpired(),
  },
  {
    name: 'files that no message has got in time',
    indexes: ['uploads_unbound'],
    run: () => createDeleteUnbound({ database: recorded, clock })(),
  },
  {
    name: 'scans that are due',
    indexes: ['uploads_scan'],
    run: () => {
      const none = async () => {
        throw new Error('there is no file');
      };
      return createScans({
        database: recorded,
        storage: { open: none },
        scanner: { scan: none, close: async () => {} },
        clock,
        log: quietLog,
      }).begin(() => false);
    },
  },
];

describe.each([
  ['the inbox', INBOX],
  ['visitors', VISITORS],
  ['callbacks', CALLBACKS],
  ['callbacks’ health', HEALTH],
  ['reports', REPORTS],
  ['purges', PURGES],
  ['files', FILES],
])('a hot query of %s scans and sorts no table:', (_feature, queries) => {
  it.each(queries)(
    'scans and sorts no table in the query of $name',
    async ({ indexes = [], sorts = [], scans = [], run }) => {
      await run();
      const plans = await takePlans();
      expect(plans).not.toEqual([]);
      const bad = plans.filter(
        (plan) =>
          plan.scans.some((table) => !scans.includes(table)) ||
          plan.sorts.some((table) => !sorts.includes(table)),
      );
      expect(bad).toEqual([]);
      expect(plans.flatMap((plan) => plan.indexes)).toEqual(expect.arrayContaining([...indexes]));
    },
  );
});
