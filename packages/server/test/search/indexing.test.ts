import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Journal } from '../../src/conversations/journal/journal';
import { listConversations, type ConversationFilter } from '../../src/conversations/journal/list';
import { removeFromSight } from '../../src/conversations/inbox/removals/remove-from-sight';
import { createBudgets } from '../../src/platform/storage/budgets';
import type { Database, Tx } from '../../src/platform/storage/database';
import { forgetTenant } from '../../src/search/documents';
import { readMatches } from '../../src/search/matches';
import { searchIndexOf } from '../../src/search/search-index-of';
import { createIndexing, type Indexing } from '../../src/search/indexing';
import { wordsOfQuery } from '../../src/search/words';
import type { SessionKey } from '../../src/visitors/session';
import { createCallbackStage } from '../support/callback-stage';
import { addVisitorSession, surroundings, visitorSays } from '../support/conversations';
import { openTestDatabase, quietLog } from '../support/database';
import { grow } from '../support/growth';
import { openTestJournal } from '../support/journal';
import { eraseSessions } from '../support/stored-data';

let database: Database;
let close: () => Promise<void>;
let journal: Journal;
let tenantIds: string[];
/** Grows at each read, because messages of the same millisecond have no order. */
let now = Date.now();

beforeEach(async () => {
  ({ database, close } = await openTestDatabase());
  tenantIds = await createCallbackStage(database).addTenants(2, null);
  journal = openTestJournal({
    messagesPerDay: 5_000,
    database,
    clock: () => now++,
  });
});
afterEach(() => close());

/** Creates the indexing of one node. It is notified of commits on this node, unless `listens` is false. */
function node(of = database, listens = true): Indexing {
  const budgets = createBudgets({ database: of, clock: Date.now });
  const indexing = createIndexing({ database: of, clock: Date.now, log: quietLog, budgets });
  if (listens)
    journal.onCommitted(({ session, change }) => indexing.note(session, change?.messages));
  return indexing;
}

const begin = (index = 0, changes = {}): Promise<SessionKey> =>
  addVisitorSession(database, { tenant_id: tenantIds[index] ?? '', ...changes });
const say = (session: SessionKey, text: string) =>
  journal.submit({ session, command: visitorSays(text), surroundings: surroundings() });

/** The sessions that a search finds, the latest first. */
async function search(q: string, more: Partial<ConversationFilter> = {}): Promise<string[]> {
  const filter = { tenantIds, words: wordsOfQuery(q), limit: 50, ...more };
  const rows = await listConversations(database.read, filter);
  return rows.map(({ session_id }) => session_id);
}

async function conversationOf({ sessionId }: SessionKey): Promise<string> {
  const [row] = await database.read.rows<{ conversation_id: string }>(
    'SELECT conversation_id FROM conversations WHERE session_id = ?',
    [sessionId],
  );
  return row?.conversation_id ?? '';
}

/** Number of rows of the index in all its tables. */
async function stored(): Promise<number> {
  const tables =
    database.dialect === 'mysql' ? ['search_documents', 'search_terms'] : ['search_documents'];
  let rows = 0;
  for (const table of tables) rows += (await database.read.rows(`SELECT 1 FROM ${table}`)).length;
  return rows;
}

/** Number of index entries for this word, including those of unknown documents. */
async function inIndex(word: string): Promise<number> {
  const found =
    database.dialect === 'mysql'
      ? await database.read.rows('SELECT 1 FROM search_terms WHERE term = ?', [word])
      : await database.read.rows('SELECT 1 FROM search_words WHERE search_words MATCH ?', [
          tenantIds.map((id) => `"${id.replaceAll('-', '')}${word}"`).join(' OR '),
        ]);
  return found.length;
}

it('finds messages of all kinds, the user id and the name, the latest first', async () => {
  const indexing = node();
  const [ann, bob, cid] = [
    await begin(0, { user_id: 'ann-77', visitor_name: 'Ann Müller' }),
    await begin(0),
    await begin(1),
  ];
  await say(ann, 'Where is my invoice?');
  await say(bob, 'The INVOICE for the café is wrong');
  await say(cid, 'invoices, please');
  await indexing.index();
  expect(await search('invo')).toEqual([cid, bob, ann].map(({ sessionId }) => sessionId));
  expect(await search('cafe invoice')).toEqual([bob.sessionId]);
  expect(await search('muller')).toEqual([ann.sessionId]);
  expect(await search('ann-77')).toEqual([ann.sessionId]);
  expect(await search('voice')).toEqual([]);
  expect(await search('parcel')).toEqual([]);
  expect(await search('?!')).toEqual([]);
});

it('finds words of different messages together, also when they came later', async () => {
  const indexing = node();
  const session = await begin();
  await say(session, 'My parcel');
  await indexing.index();
  await say(session, 'is in Lyon');
  await say(session, 'since Monday');
  await indexing.index();
  expect(await search('parcel lyon monday')).toEqual([session.sessionId]);
  expect(await inIndex('parcel')).toBe(1);
});

it('never finds a conversation of another tenant', async () => {
  const indexing = node();
  const session = await begin(0);
  await say(session, 'secret');
  await say(await begin(1), 'public');
  await indexing.index();
  expect(await search('secret', { tenantIds: tenantIds.slice(1) })).toEqual([]);
  expect(await search('secret', { tenantIds: tenantIds.slice(0, 1) })).toEqual([session.sessionId]);
});

it('finds the same in one search and by pages, whether few or many conversations match', async () => {
  await grow(database, {
    tenantIds,
    operatorIds: ['op-1', 'op-2'],
    conversations: 1_300,
    messagesEach: 2,
    eventsEach: 0,
    laneEvery: 5_000,
  });
  await node().catchUp();
  const all = await listConversations(database.read, { tenantIds, limit: 5_000 });
  const first = all.slice(0, 60).map(({ session_id }) => session_id);
  expect(await search('delivery', { limit: 60 })).toEqual(first);
  expect(await search('delivery lyon', { limit: 60, tenantIds })).toEqual(first);
  const [, , before] = all.slice(0, 30);
  const rest = all.slice(3, 53).map(({ session_id }) => session_id);
  const page = { at: before?.last_message_at ?? 0, conversationId: before?.conversation_id ?? '' };
  expect(await search('delivery', { before: page })).toEqual(rest);
  // A search with few hits, and the same with a filter.
  const some = await search('fr-12', { limit: 5_000 });
  expect(some.length).toBeGreaterThan(100);
  expect(some).toEqual(all.map(({ session_id }) => session_id).filter((id) => some.includes(id)));
  const resolved = await search('fr-12', { limit: 5_000, status: 'RESOLVED' });
  const ofStatus = all.filter(({ status }) => status === 'RESOLVED').map((row) => row.session_id);
  expect(resolved).toEqual(ofStatus.filter((id) => some.includes(id)));
  // A rare word together with frequent ones, and with one that does not occur.
  const [rare] = await search('visitor1299@mail.example');
  expect(rare).toBe(all[0]?.session_id);
  expect(await search('mail.ex visitor1299 delivery')).toEqual([rare]);
  expect(await search('visitor1299 delivery nowhere')).toEqual([]);
  expect(await search('delivery', { userId: 'user-3', limit: 5_000 })).toEqual(
    all.filter(({ user_id }) => user_id === 'user-3').map(({ session_id }) => session_id),
  );
});

it('catches up with messages from before an upgrade, and with those of a node that ended', async () => {
  const early = await begin();
  await say(early, 'before the upgrade');
  const indexing = node(database, false);
  await indexing.catchUp();
  expect(await search('upgrade')).toEqual([early.sessionId]);
  const late = await begin();
  await say(late, 'never indexed by its node');
  await say(early, 'and one more');
  await indexing.catchUp();
  expect(await search('indexed node')).toEqual([late.sessionId]);
  expect(await search('more')).toEqual([early.sessionId]);
});

it('makes the words of conversations again that an earlier version has indexed', async () => {
  const early = await begin(0, {
    visitor_email: 'ann.lee@shop.example',
    metadata: '{"plan":"gold"}',
  });
  await say(early, 'Call +33 6 12 34 56 78');
  for (let n = 0; n < 120; n++) await say(early, `number${n}`);
  const conversationId = await conversationOf(early);
  // A document as an earlier version indexed it, with words of the visitor's former name.
  await database.transaction(async (tx) => {
    const { tenantId } = early;
    const words = ['former', 'number5'];
    await tx.run(
      `INSERT INTO search_documents (tenant_id, conversation_id, document_no, indexed_seq, words)
       VALUES (?, ?, 1, 121, ?)`,
      [tenantId, conversationId, ` ${words.join(' ')}`],
    );
    await searchIndexOf(tx.dialect).add(tx, [{ tenantId, documentNo: 1, words }]);
  });
  expect(await search('former')).toEqual([early.sessionId]);
  expect(await search('0612345678')).toEqual([]);
  const [first, second] = [node(database, false), node(database, false)];
  await Promise.all([first.catchUp(), second.catchUp()]);
  for (const q of ['0612345678', 'lee', 'shop.example', 'gold', 'former', 'number5 number119']) {
    expect([q, await search(q)]).toEqual([q, [early.sessionId]]);
  }
  expect(await inIndex('number5')).toBe(1);
});

it('finds what is known of the visitor, whatever is told first, and a full document has room for it', async () => {
  const indexing = node();
  const session = await begin(0, {
    visitor_email: 'ann.lee@shop.example',
    visitor_attributes: JSON.stringify({ phone: '+33 (0)6 12 34 56 78', plan: { name: 'Gold' } }),
    metadata: JSON.stringify({ cart: ['sku-4711', 12.5], isNew: true }),
  });
  for (let part = 0; part < 11; part++) {
    await say(session, Array.from({ length: 500 }, (_, n) => `w${part * 500 + n}`).join(' '));
  }
  await indexing.index();
  await database.transaction((tx) =>
    tx.run('UPDATE visitor_sessions SET contact_email = ? WHERE session_id = ?', [
      'mia@post.example',
      session.sessionId,
    ]),
  );
  indexing.note(session);
  await indexing.index();
  for (const q of [
    'ann',
    'shop.example',
    '06.12.34.56.78',
    'gold',
    '4711',
    'w12',
    'post',
    'mia@p',
  ]) {
    expect([q, await search(q)]).toEqual([q, [session.sessionId]]);
  }
  for (const q of ['phone', 'w5499']) expect([q, await search(q)]).toEqual([q, []]);
  await database.transaction((tx) =>
    eraseSessions(tx, database, {
      tenantId: session.tenantId,
      sessionIds: [session.sessionId],
      now: Date.now(),
    }),
  );
  expect(await stored()).toBe(0);
  for (const word of ['shop', '12345678', 'gold', 'post']) expect(await inIndex(word)).toBe(0);
});

it('says which message of a long conversation has the words', async () => {
  const session = await begin();
  for (const text of ['The needle', 'Another needle']) await say(session, text);
  for (let n = 3; n <= 145; n++) await say(session, 'hay');
  const facts = { userId: null, visitorName: 'Ann', visitorEmail: null, contactEmail: null };
  const searched = { ...session, ...facts, visitorAttributes: null, metadata: '{}' };
  const find = async (q: string) => {
    const [match] = await readMatches(database.read, [searched], wordsOfQuery(q));
    return match && [match.field, match.excerpt, match.seq];
  };
  expect(await find('hay')).toEqual(['message', 'hay', 145]);
  expect(await find('needle')).toEqual(['message', 'Another needle', 2]);
  expect(await find('the needle')).toEqual(['message', 'The needle', 1]);
  expect(await find('ann needle')).toEqual(['message', 'Another needle', 2]);
  expect(await find('ann elsewhere')).toEqual(['name', 'Ann', undefined]);
  expect(await find('elsewhere')).toBe(null);
  const key = `a${'😀'.repeat(20)}`;
  const [match] = await readMatches(
    database.read,
    [{ ...searched, metadata: JSON.stringify({ [key]: `gold ${'and more '.repeat(30)}` }) }],
    wordsOfQuery('gold'),
  );
  expect(match).toMatchObject({ field: 'metadata', marks: [[32, 36]] });
  expect(match?.excerpt).toMatch(/^a(😀){14}…: gold and more [^]*…$/u);
  expect(match?.excerpt.length).toBeLessThanOrEqual(120);
});

it('continues where it was when its transaction failed', async () => {
  const session = await begin();
  const failing = (tx: Tx): Tx => ({
    ...tx,
    insert: (insert) =>
      /INTO search_(words|terms)/.test(insert.into)
        ? Promise.reject(new Error('stopped'))
        : tx.insert(insert),
  });
  let isFailing = true;
  const indexing = node({
    ...database,
    transaction: (work) => database.transaction((tx) => work(isFailing ? failing(tx) : tx)),
  });
  await say(session, 'invoice');
  await expect(indexing.index()).rejects.toThrow('stopped');
  expect(await search('invoice')).toEqual([]);
  isFailing = false;
  await indexing.index();
  expect(await search('invoice')).toEqual([session.sessionId]);
});

it('leaves what comes while it works for the next time', async () => {
  const session = await begin();
  let commits = 0;
  const indexing = node({
    ...database,
    transaction: async (work) => {
      const result = await database.transaction(work);
      if (++commits < 10) await say(session, `message${commits}`);
      return result;
    },
  });
  await say(session, 'message0');
  await indexing.index();
  expect(commits).toBe(1);
  await indexing.index();
  expect(await search('message0 message1')).toEqual([session.sessionId]);
});

it('indexes a conversation once when several nodes do it together', async () => {
  const nodes = [node(), node(), node()];
  const sessions = await Promise.all(Array.from({ length: 8 }, () => begin()));
  for (let round = 0; round < 6; round++) {
    await Promise.all(sessions.map((session, n) => say(session, `round${round} visitor${n}`)));
    await Promise.all(nodes.map((each) => each.index()));
  }
  expect((await search('round5 round0')).length).toBe(8);
  expect(await search('visitor3')).toEqual([sessions[3]?.sessionId]);
  expect(await inIndex('visitor3')).toBe(1);
});

it('indexes a conversation of many messages in parts', async () => {
  const indexing = node();
  const session = await begin();
  for (let n = 0; n < 250; n++) await say(session, `number${n}`);
  await indexing.index();
  expect(await search('number0 number249')).toEqual([session.sessionId]);
});

/** The same database, which counts the reads of messages. */
function countingReads(onRead: () => void): Database {
  return {
    ...database,
    transaction: (work) =>
      database.transaction((tx) =>
        work({
          ...tx,
          rows: (sql, params) => {
            if (/FROM messages\b/.test(sql)) onRead();
            return tx.rows(sql, params);
          },
        }),
      ),
  };
}

it('does not read again what its own node has committed since it indexed the conversation', async () => {
  let reads = 0;
  const indexing = node(countingReads(() => reads++));
  const session = await begin();
  await say(session, 'first');
  await indexing.index();
  expect(reads).toBe(1);
  await say(session, 'second');
  await say(session, 'third');
  await indexing.index();
  await say(session, 'fourth');
  await indexing.index();
  expect(reads).toBe(1);
  expect(await search('first second third fourth')).toEqual([session.sessionId]);
});

it('reads what another node has written before or between its own messages', async () => {
  const indexing = node(database, false);
  const own = async (session: SessionKey, text: string) => {
    const { change } = await say(session, text);
    indexing.note(session, change?.messages);
  };
  const session = await begin();
  await own(session, 'first');
  await indexing.index();
  await own(session, 'second');
  await say(session, 'between');
  await own(session, 'third');
  await indexing.index();
  expect(await search('first second between third')).toEqual([session.sessionId]);
  await say(session, 'before');
  await own(session, 'fourth');
  await indexing.index();
  expect(await search('before fourth')).toEqual([session.sessionId]);
});

it('reads a conversation when more was said than it keeps', async () => {
  let reads = 0;
  const indexing = node(countingReads(() => reads++));
  const session = await begin();
  await say(session, 'first');
  await indexing.index();
  const text = 'many words '.repeat(300);
  for (let n = 0; n < 1_250; n++) indexing.note(session, [{ seq: 2 + n, content: text }]);
  await say(session, 'last');
  await indexing.index();
  expect(reads).toBe(2);
  expect(await search('first last')).toEqual([session.sessionId]);
  expect(await inIndex('many')).toBe(0);
});

// A removal makes the relay index the first 100 messages again. A removed message after these must stay out, too.
it.each([1, 100])(
  'never indexes a message that was removed before its turn, after %i others',
  async (others) => {
    const indexing = node();
    const session = await begin();
    for (let n = 0; n < others; n++) await say(session, `number${n}`);
    await indexing.index();
    const { state, message } = await say(session, 'secret');
    const place = {
      ...session,
      conversationId: state?.conversationId ?? '',
      messageId: message?.messageId ?? '',
    };
    await database.transaction((tx) => removeFromSight(tx, place, Date.now()));
    await say(session, 'later');
    await indexing.index();
    expect(await search('number0 later')).toEqual([session.sessionId]);
    expect(await inIndex('secret')).toBe(0);
  },
);

it('never keeps words of a visitor who is erased while they are indexed', async () => {
  const nodes = [node(), node()];
  const sessions = await Promise.all(Array.from({ length: 8 }, () => begin()));
  const working: Promise<unknown>[] = [];
  for (let round = 0; round < 10; round++) {
    await Promise.all(sessions.map((session) => say(session, `secret${round}`).catch(() => null)));
    for (const each of nodes) working.push(each.index());
    const session = sessions[round];
    if (session) {
      working.push(
        database.transaction((tx) =>
          eraseSessions(tx, database, {
            tenantId: session.tenantId,
            sessionIds: [session.sessionId],
            now: Date.now(),
          }),
        ),
      );
    }
  }
  await Promise.all(working);
  await nodes[0]?.catchUp();
  expect(await search('secret')).toEqual([]);
  for (let round = 0; round < 10; round++) expect(await inIndex(`secret${round}`)).toBe(0);
});

it('forgets all words of a tenant, and no other’s', async () => {
  const indexing = node();
  for (let n = 0; n < 60; n++) await say(await begin(n % 2), `word${n} shared`);
  await indexing.index();
  const before = await stored();
  await forgetTenant(database, tenantIds[0] ?? '', () => false);
  expect(await inIndex('shared')).toBe(30);
  expect(await stored()).toBe(before / 2);
  expect((await search('shared')).length).toBe(30);
});
